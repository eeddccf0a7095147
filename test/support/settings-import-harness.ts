// Export and import over a real database and a real settings file. Dialogs are scripted.
import Conf from 'conf'
import { finishImport } from '../../src/main/accounts/late-settings.js'
import {
  createSettingsTransfer,
  type SettingsImport,
} from '../../src/main/accounts/settings-transfer.js'
import type { AppStorage } from '../../src/main/accounts/storage.js'
import type { ConfirmRequest } from '../../src/main/desktop/dialogs.js'
import { openSettingsFile, type SettingsFile } from '../../src/main/settings/stored-settings.js'
import type { MessageOrText } from '../../src/shared/messages/messages.js'
import type { Problem } from '../../src/shared/problem.js'
import { fail, ok, type Result } from '../../src/shared/result.js'
import type { Settings } from '../../src/shared/settings/settings.js'
import { openTestStorage, startOfTest, valueOf } from './test-storage.js'

const declined: Problem = { code: 'cancelled', message: 'declined' }

export type ImportApp = {
  storage: AppStorage
  settings: SettingsFile
  transfer: SettingsImport
  /** The text of the file that is chosen next. */
  choose: (text: string) => void
  /** The text of the last file that was written. */
  written: () => string
  asked: ConfirmRequest[]
  /** Accounts that were closed for an import. */
  closed: string[]
  /** What the user answers to a question; everything is agreed to at first. */
  answer: (agrees: (question: ConfirmRequest) => boolean | Promise<boolean>) => void
  /** What happens while accounts are being closed for an import. */
  onClosing: (act: () => void) => void
  busyAccounts: Set<string>
  /** While true, what an import changes of the settings cannot be written. */
  refuseSettings: (refuses: boolean) => void
  /** While true, an import cannot be noted as complete. */
  refuseSettled: (refuses: boolean) => void
  /** Titles. */
  notices: MessageOrText[]
  /** As a new start does. */
  close: () => void
}

/** Like a start of the app on this folder. `crash`: thrown where it says. */
export function openImportApp(
  folder: string,
  crash: 'before-settings' | 'before-settled' | null = null,
): ImportApp {
  const { storage } = openTestStorage({ folder, clock: () => startOfTest })
  const { file: settings } = openSettingsFile({
    folder,
    clock: () => startOfTest,
    openFile: ({ name, ...options }) => new Conf({ ...options, configName: name }),
  })
  valueOf(finishImport(storage, settings))
  let chosen = ''
  let written = ''
  let ids = 0
  let refuses = false
  let refusesSettled = false
  let closing = (): void => undefined
  const notices: MessageOrText[] = []
  let agrees: Parameters<ImportApp['answer']>[0] = () => true
  const asked: ConfirmRequest[] = []
  const closed: string[] = []
  const busyAccounts = new Set<string>()
  const transfer = createSettingsTransfer({
    clock: () => startOfTest,
    newId: () => `new-${(ids += 1)}`,
    settings,
    changeSettings: (some: Partial<Settings>): Result<unknown, Problem> => {
      if (crash === 'before-settings') throw new Error('crash')
      return refuses ? fail(declined) : settings.change(some)
    },
    storage: {
      ...storage,
      imports: {
        ...storage.imports,
        settled: () => {
          if (crash === 'before-settled') throw new Error('crash')
          return refusesSettled ? fail(declined) : storage.imports.settled()
        },
      },
    },
    accounts: {
      hasUnsavedLimits: () => false,
      ordersInFlight: (id) => (busyAccounts.has(id) ? 1 : 0),
      whileClosed: async (profileIds, act) => {
        closed.push(...profileIds)
        await Promise.resolve()
        closing()
        return act()
      },
    },
    files: {
      saveText: ({ text }) => {
        written = text
        return Promise.resolve(ok({ file: 'settings.json' }))
      },
    },
    openFile: () => Promise.resolve(ok(chosen)),
    ask: async (question) => {
      asked.push(question)
      return (await agrees(question)) ? ok(null) : fail(declined)
    },
    notify: ({ title }) => void notices.push(title),
    notLoaded: () => undefined,
  })
  return {
    storage,
    settings,
    transfer,
    choose: (text) => {
      chosen = text
    },
    written: () => written,
    asked,
    closed,
    answer: (how) => {
      agrees = how
    },
    onClosing: (act) => {
      closing = act
    },
    busyAccounts,
    refuseSettings: (now) => {
      refuses = now
    },
    refuseSettled: (now) => {
      refusesSettled = now
    },
    notices,
    close: () => storage.close(),
  }
}

/** The text of the settings file of this app. */
export async function exported(app: ImportApp): Promise<string> {
  valueOf(await app.transfer.save())
  return app.written()
}

/** Everything that an import could change. */
export function storedIn({ storage, settings }: ImportApp): unknown {
  const profiles = valueOf(storage.profiles.list())
  return {
    settings: settings.settings(),
    pending: valueOf(storage.imports.pending()),
    accounts: profiles.map((profile) => ({
      profile,
      trading: valueOf(storage.trading.read(profile.id)),
      priceAlerts: valueOf(storage.priceAlerts.load(profile.id)),
    })),
  }
}
