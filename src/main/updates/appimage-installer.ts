// Replaces the running AppImage: the new one is written beside it, checked, and then renamed over it in one step.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, renameSync } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UpdateFault } from './update-feed.js'
import type { Downloaded, Installer } from './update-engine.js'

type Environment = { [name: string]: string | undefined }
/** Answers false where nothing could be started. */
export type StartNext = (file: string, words: readonly string[], environment: Environment) => boolean

/** The AppImage's own: its file, and the folder it shows its content in. */
export type AppImage = { file: string; folder: string }

export type AppImageParts = {
  appImage: AppImage
  /** What this Plimsoll was started with, without the program. */
  words: readonly string[]
  environment: Environment
  start: StartNext
  quit: () => void
  copy?: typeof copySigned
}

/**
 * Waits until the process that is named first is gone and has closed its data folder, and then becomes the next one. Electron's own
 * way to start again forbids all its children new privileges, and an AppImage needs some to show its content.
 */
const waitScript = `n=0
while kill -0 "$1" 2>/dev/null && [ "$n" -lt 300 ]; do n=$((n+1)); sleep 0.2; done
shift
exec "$@"`

export const startWhenGone = (file: string, words: readonly string[], environment: Environment, gone = process.pid): boolean => {
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

/** What an AppImage adds for what runs inside it points into a folder that is about to be gone. The next one adds its own. */
export const environmentOutside = (environment: Environment, folder: string): Environment => {
  const outside = (places: string): string =>
    places
      .split(':')
      .filter((place) => place !== folder && !place.startsWith(`${folder}/`))
      .join(':')
  return Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, pathVariables.has(name) ? outside(value) : value] as const)
      .filter(([name, value]) => !appImageVariables.has(name) && !(pathVariables.has(name) && value === '')),
  )
}

/** Onto the disk under another name; false where what was written is not what was signed. */
export const copySigned = async (file: Downloaded, target: string, mode: number): Promise<boolean> => {
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

/** So that a power cut does not undo the step. Some file systems do not know this; the step is made all the same. */
const syncFolder = (folder: string): void => {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {
    return
  }
}

const installFault = (thrown: unknown): Result<never, UpdateFault> =>
  fail({ kind: 'cannot-install', detail: thrown instanceof Error ? thrown.message : String(thrown) })

export const createAppImageInstaller = ({ appImage, words, environment, start, quit, copy = copySigned }: AppImageParts): Installer => {
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
