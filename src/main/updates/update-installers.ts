// How a downloaded file takes the place of this Plimsoll on each system: an AppImage is replaced,
// Windows' installer is run, and on macOS a person puts it in place.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, renameSync } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Told } from '../../shared/messages/messages.js'
import { isSignedFile, type SignedFile, type UpdateFault } from './update-feed.js'

/** Why a restart would cut something off now; null where nothing stands in the way. */
export type RestartBlocker = () => Told | null

/** It lay on the disk for a while: whoever uses it checks it again. */
export type Downloaded = SignedFile & { path: string }

/**
 * Puts a downloaded file in place; the blocker is asked when nothing is left to do but to restart.
 * `leaving`: Plimsoll is ending, and the new one starts. `shown`: the user goes on by hand. `held`:
 * nothing was done, and why.
 */
export type Installer = (
  file: Downloaded,
  restartBlocker: RestartBlocker,
) => Promise<Result<'leaving' | 'shown' | { held: Told }, UpdateFault>>

type Environment = { [name: string]: string | undefined }

/**
 * Waits until the process that is named first is gone and has closed its data folder, and then
 * becomes the next one. Electron's own way to start again forbids all its children new privileges,
 * and an AppImage needs some to show its content.
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
 * What an AppImage adds for what runs inside it points into a folder that is about to be gone. The
 * next one adds its own.
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

/** Onto the disk under another name; false where what was written is not what was signed. */
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
 * So that a power cut does not undo the step. Some file systems do not know this; the step is made
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

/** The new one is written beside the running one, checked, and then renamed over it in one step. */
export function createAppImageInstaller(parts: {
  /** The AppImage's own: its file, and the folder it shows its content in. */
  appImage: { file: string; folder: string }
  /** What this Plimsoll was started with, without the program. */
  words: readonly string[]
  environment: Environment
  /** Answers false where nothing could be started. */
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
    // From here on nothing is waited for: nobody can begin anything in between.
    try {
      renameSync(next, appImage.file)
    } catch (thrown) {
      await removeCopy()
      return installFault(thrown)
    }
    syncFolder(path.dirname(appImage.file))
    // Updated from its window, it comes back with one.
    const own = words.filter((word) => word !== '--hidden')
    if (!start(appImage.file, own, environmentOutside(environment, appImage.folder)))
      return fail({ kind: 'not-started', detail: 'no process could be made' })
    quit()
    return ok('leaving')
  }
}

/** Null where one of these names stands in the file's valid signature, otherwise what is wrong. */
type VerifySignature = (publisherNames: string[], file: string) => Promise<string | null>

/**
 * Of electron-updater only the check of Windows' own signatures is used, its network least of all.
 */
export async function loadVerifier(version: string): Promise<VerifySignature> {
  const { NsisUpdater } = await import('electron-updater')
  // With an application of its own the library makes no file and reads nothing.
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

/**
 * As electron-builder's installers take them: an update, silent, and Plimsoll is started
 * afterwards.
 */
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
 * False where it does not run. One that needs more rights is started by the program that asks for
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

/** The downloaded installer is run silently, and so that it starts Plimsoll again. */
export function createWindowsInstaller(parts: {
  /**
   * The name in the certificate of the maker's installers; null where they have none, and our own
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
