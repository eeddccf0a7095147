// How a downloaded file replaces this Plimsoll on each system: an AppImage is replaced, Windows'
// installer is run, and on macOS the user installs it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, renameSync } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/result.js'
import { type MessageOrText } from '../../shared/messages/messages.js'
import { isSignedFile, type SignedFile, type UpdateFault } from './update-feed.js'

/** Why a restart would interrupt something now; null if nothing prevents it. */
export type RestartBlocker = () => MessageOrText | null

/** It has been on disk for a while: check it again before use. */
export type Downloaded = SignedFile & { path: string }

/**
 * Installs a downloaded file; the blocker is called when nothing remains but to restart. `leaving`:
 * Plimsoll is ending, and the new one starts. `shown`: the user continues by hand. `held`: nothing
 * was done, and why.
 */
export type Installer = (
  file: Downloaded,
  restartBlocker: RestartBlocker,
) => Promise<Result<'leaving' | 'shown' | { held: MessageOrText }, UpdateFault>>

type Environment = { [name: string]: string | undefined }

/**
 * Waits until the named process has exited and closed its data folder, and then becomes the next
 * one. Electron's own restart denies its children new privileges, and an AppImage needs some to
 * mount its content.
 */
const waitScript = `n=0
while kill -0 "$1" 2>/dev/null && [ "$n" -lt 300 ]; do n=$((n+1)); sleep 0.2; done
shift
exec "$@"`

export function startWhenGone(
  file: string,
  words: readonly string[],
  environment: Environment,
  gone = process.pid,
): boolean {
  const child = spawn('/bin/sh', ['-c', waitScript, 'plimsoll', String(gone), file, ...words], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: environment,
  })
  child.on('error', () => undefined)
  child.unref()
  return child.pid !== undefined
}

const appImageVariables = new Set(['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'])
const pathVariables = new Set(['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR'])

/**
 * The variables an AppImage sets for its content point into a folder that is about to disappear.
 * The next one sets its own.
 */
export function environmentOutside(environment: Environment, folder: string): Environment {
  const outside = (places: string): string =>
    places
      .split(':')
      .filter((place) => place !== folder && !place.startsWith(`${folder}/`))
      .join(':')
  return Object.fromEntries(
    Object.entries(environment)
      .map(
        ([name, value = '']) => [name, pathVariables.has(name) ? outside(value) : value] as const,
      )
      .filter(
        ([name, value]) =>
          !appImageVariables.has(name) && !(pathVariables.has(name) && value === ''),
      ),
  )
}

/** Writes to disk under another name; false if what was written is not what was signed. */
export async function copySigned(file: Downloaded, target: string, mode: number): Promise<boolean> {
  const handle = await open(target, 'wx', 0o600)
  try {
    const hash = createHash('sha512')
    let bytes = 0
    for await (const chunk of createReadStream(file.path) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await handle.chmod(mode)
    await handle.sync()
    return bytes === file.size && hash.digest('base64') === file.sha512
  } finally {
    await handle.close()
  }
}

/**
 * So that a power cut does not undo the step. Some file systems do not support it; the step is made
 * all the same.
 */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {
    return
  }
}

function installFault(thrown: unknown): Result<never, UpdateFault> {
  return fail({
    kind: 'cannot-install',
    detail: thrown instanceof Error ? thrown.message : String(thrown),
  })
}

/**
 * The new one is written beside the running one, verified, and then renamed over it in one step.
 */
export function createAppImageInstaller(parts: {
  /** The AppImage's own: its file, and the folder its content is mounted in. */
  appImage: { file: string; folder: string }
  /** The arguments this Plimsoll was started with, without the program. */
  words: readonly string[]
  environment: Environment
  /** Returns false if nothing could be started. */
  start: (file: string, words: readonly string[], environment: Environment) => boolean
  quit: () => void
  copy?: typeof copySigned
}): Installer {
  const { appImage, words, environment, start, quit, copy = copySigned } = parts
  const next = `${appImage.file}.new`
  const removeCopy = (): Promise<void> => rm(next, { force: true }).catch(() => undefined)

  return async (file, restartBlocker) => {
    try {
      const was = await lstat(appImage.file)
      if (!was.isFile()) return installFault(`${appImage.file} is no file`)
      await rm(next, { force: true })
      if (!(await copy(file, next, (was.mode & 0o777) | 0o100))) {
        await removeCopy()
        return fail({ kind: 'bad-file', detail: 'the sum differs' })
      }
    } catch (thrown) {
      await removeCopy()
      return installFault(thrown)
    }
    const reason = restartBlocker()
    if (reason !== null) {
      await removeCopy()
      return ok({ held: reason })
    }
    // From here on nothing is awaited: nothing else can begin in between.
    try {
      renameSync(next, appImage.file)
    } catch (thrown) {
      await removeCopy()
      return installFault(thrown)
    }
    syncFolder(path.dirname(appImage.file))
    // If updated from its window, it comes back with one.
    const own = words.filter((word) => word !== '--hidden')
    if (!start(appImage.file, own, environmentOutside(environment, appImage.folder)))
      return fail({ kind: 'not-started', detail: 'no process could be made' })
    quit()
    return ok('leaving')
  }
}

/** Null if one of these names is in the file's valid signature, otherwise what is wrong. */
type VerifySignature = (publisherNames: string[], file: string) => Promise<string | null>

/**
 * Of electron-updater, only the check of Windows' own signatures is used, and none of its
 * networking.
 */
export async function loadVerifier(version: string): Promise<VerifySignature> {
  const { NsisUpdater } = await import('electron-updater')
  // With a custom app object, the library creates no file and reads nothing.
  const noApp = {
    version,
    name: 'Plimsoll',
    isPackaged: true,
    appUpdateConfigPath: '',
    userDataPath: '',
    baseCachePath: '',
  }
  const nothing = (): void => undefined
  const updater = new NsisUpdater(null, {
    ...noApp,
    whenReady: () => Promise.resolve(),
    relaunch: nothing,
    quit: nothing,
    onQuit: nothing,
  })
  updater.logger = null
  return updater.verifyUpdateCodeSignature
}

/** For electron-builder's installers: an update, silent, and Plimsoll is started afterwards. */
const installerArguments = ['--updated', '/S', '--force-run']

function startDetached(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { detached: true, stdio: 'ignore' })
    child.once('error', reject)
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/**
 * False if it does not run. One that needs more rights is started by the program that requests
 * them, from Electron's `resources`.
 */
export async function startInstaller(file: string, resources: string): Promise<boolean> {
  try {
    await startDetached(file, installerArguments).catch(async (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EACCES' && fault.code !== 'UNKNOWN') throw fault
      await startDetached(path.join(resources, 'elevate.exe'), [file, ...installerArguments])
    })
    return true
  } catch {
    return false
  }
}

const notSigned = fail<UpdateFault>({ kind: 'bad-file', detail: 'the sum differs, or it is gone' })

/** Runs the downloaded installer silently; it then starts Plimsoll again. */
export function createWindowsInstaller(parts: {
  /**
   * The name in the certificate of the maker's installers; null if they have none, and our own
   * signature is the only one.
   */
  publisherName: string | null
  loadVerifier: () => Promise<VerifySignature>
  start: (file: string) => Promise<boolean>
  quit: () => void
}): Installer {
  return async (file, restartBlocker) => {
    const { publisherName, start, quit } = parts
    if (!(await isSignedFile(file.path, file))) return notSigned
    const complaint =
      publisherName === null ? null : await (await parts.loadVerifier())([publisherName], file.path)
    if (complaint !== null) return fail({ kind: 'bad-file', detail: complaint })
    const reason = restartBlocker()
    if (reason !== null) return ok({ held: reason })
    if (!(await start(file.path)))
      return fail({ kind: 'cannot-install', detail: 'the installer could not be started' })
    quit()
    return ok('leaving')
  }
}

/**
 * For macOS: what replaces a running app there closes its windows first, and does not wait for an
 * order in progress.
 */
export function createManualInstaller(show: (path: string) => void): Installer {
  return async (file) => {
    if (!(await isSignedFile(file.path, file))) return notSigned
    show(file.path)
    return ok('shown')
  }
}
