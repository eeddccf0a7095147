// Starts the downloaded installer on Windows. electron-updater knows how its kind of installer is told to be silent and to start
// Plimsoll again, how to ask for more rights, and how Windows' signatures are read; nothing else of it is used, its network least of all.
import { fail, ok } from '../../shared/result.js'
import { isSignedFile } from './update-fetch.js'
import type { Installer } from './updater.js'

export type Starter = {
  /** Null where one of these names stands in the file's valid signature, otherwise what is wrong. */
  complaint(publisherNames: string[], file: string): Promise<string | null>
  /** Whether it runs. */
  start(file: string): Promise<boolean>
}

export const loadStarter = async (version: string): Promise<Starter> => {
  const { NsisUpdater } = await import('electron-updater/out/NsisUpdater.js')

  class Silent extends NsisUpdater {
    #file = ''
    #attempts: Promise<boolean>[] = []

    protected override get installerPath(): string {
      return this.#file
    }

    /** The library hears of a failed start and goes on; here it is waited for. */
    protected override spawnLog(program: string, words: string[]): Promise<boolean> {
      const started = super.spawnLog(program, words)
      this.#attempts.push(
        started.then(
          () => true,
          () => false,
        ),
      )
      return started
    }

    async start(file: string): Promise<boolean> {
      this.#file = file
      this.#attempts = []
      this.doInstall({ isSilent: true, isForceRunAfter: true, isAdminRightsRequired: false })
      // A first that fails for want of rights is followed by a second that asks for them.
      for (let attempt = this.#attempts.shift(); attempt !== undefined; attempt = this.#attempts.shift()) if (await attempt) return true
      return false
    }
  }

  // With an application of its own the library makes no file and looks at nothing.
  const nowhere = { version, name: 'Plimsoll', isPackaged: true, appUpdateConfigPath: '', userDataPath: '', baseCachePath: '' }
  const nothing = (): void => undefined
  const updater = new Silent(null, { ...nowhere, whenReady: () => Promise.resolve(), relaunch: nothing, quit: nothing, onQuit: nothing })
  updater.logger = null
  return {
    complaint: (names, file) => updater.verifyUpdateCodeSignature(names, file),
    start: (file) => updater.start(file),
  }
}

export type WindowsParts = {
  /** The name in the certificate of the maker's installers; null where they have none, and our own signature is the only one. */
  publisherName: string | null
  load: () => Promise<Starter>
  quit: () => void
}

export const createWindowsInstaller =
  ({ publisherName, load, quit }: WindowsParts): Installer =>
  async (file, whyNotNow) => {
    if (!(await isSignedFile(file.path, file))) return fail({ kind: 'bad-file', detail: 'the sum differs, or it is gone' })
    const starter = await load()
    const wrong = publisherName === null ? null : await starter.complaint([publisherName], file.path)
    if (wrong !== null) return fail({ kind: 'bad-file', detail: wrong })
    const reason = whyNotNow()
    if (reason !== null) return ok({ held: reason })
    if (!(await starter.start(file.path))) return fail({ kind: 'cannot-install', detail: 'the installer could not be started' })
    quit()
    return ok('leaving')
  }
