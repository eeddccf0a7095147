// Starts the downloaded installer on Windows, silently and so that it starts Plimsoll again. Of electron-updater only the check of
// Windows' own signatures is used, its network least of all.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fail, ok } from '../../shared/result.js'
import { isSignedFile } from './update-fetch.js'
import type { Installer } from './update-engine.js'

/** Null where one of these names stands in the file's valid signature, otherwise what is wrong. */
export type VerifySignature = (publisherNames: string[], file: string) => Promise<string | null>

export const loadVerifier = async (version: string): Promise<VerifySignature> => {
  const { NsisUpdater } = await import('electron-updater')
  // With an application of its own the library makes no file and reads nothing.
  const noApp = { version, name: 'Plimsoll', isPackaged: true, appUpdateConfigPath: '', userDataPath: '', baseCachePath: '' }
  const nothing = (): void => undefined
  const updater = new NsisUpdater(null, { ...noApp, whenReady: () => Promise.resolve(), relaunch: nothing, quit: nothing, onQuit: nothing })
  updater.logger = null
  return updater.verifyUpdateCodeSignature
}

/** As electron-builder's installers take them: an update, silent, and Plimsoll is started afterwards. */
const installerArguments = ['--updated', '/S', '--force-run']

const startDetached = (program: string, words: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { detached: true, stdio: 'ignore' })
    child.once('error', reject)
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })

/** False where it does not run. One that needs more rights is started by the program that asks for them, from Electron's `resources`. */
export const startInstaller = async (file: string, resources: string): Promise<boolean> => {
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

export type WindowsParts = {
  /** The name in the certificate of the maker's installers; null where they have none, and our own signature is the only one. */
  publisherName: string | null
  loadVerifier: () => Promise<VerifySignature>
  start: (file: string) => Promise<boolean>
  quit: () => void
}

export const createWindowsInstaller =
  ({ publisherName, loadVerifier: load, start, quit }: WindowsParts): Installer =>
  async (file, restartBlocker) => {
    if (!(await isSignedFile(file.path, file))) return fail({ kind: 'bad-file', detail: 'the sum differs, or it is gone' })
    const complaint = publisherName === null ? null : await (await load())([publisherName], file.path)
    if (complaint !== null) return fail({ kind: 'bad-file', detail: complaint })
    const reason = restartBlocker()
    if (reason !== null) return ok({ held: reason })
    if (!(await start(file.path))) return fail({ kind: 'cannot-install', detail: 'the installer could not be started' })
    quit()
    return ok('leaving')
  }
