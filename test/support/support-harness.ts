// A support service over a real folder of logs and a real save, with facts of the test's choosing.
import { createSaveDialog } from '../../src/main/desktop/dialogs.js'
import { createLogReader } from '../../src/main/logging/log-reader.js'
import { createRedactor } from '../../src/main/logging/redactor.js'
import type { AccountForSupport } from '../../src/main/support/bundle-files.js'
import { createSupport } from '../../src/main/support/support.js'
import type { Problem } from '../../src/shared/problem.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import { defaultSettings, type Settings } from '../../src/shared/settings/settings.js'
import { aProfile } from '../fixtures/portfolio/accounts.js'
import { about } from './fake-accounts.js'

export const madeAt = 1_755_500_000

export function anAccount(part: Partial<AccountForSupport> = {}): AccountForSupport {
  return {
    profile: aProfile(),
    keyState: 'accepted',
    keyProblem: null,
    portfolio: noPortfolio,
    answers: [],
    alerts: [],
    orders: [],
    ...part,
  }
}

export type SupportHarness = ReturnType<typeof supportOver>

export function supportOver(parts: {
  /** Where the log is. */
  folder: string
  /** Where the save dialog says to write; empty where it is cancelled. */
  target: string
  home?: string
  accounts?: AccountForSupport[]
  settings?: Partial<Settings>
  database?: () => Promise<object | null>
  databaseProblem?: Problem
  aboutPart?: Partial<typeof about>
  write?: Parameters<typeof createSaveDialog>[0]['write']
  notices?: () => Promise<string>
}) {
  const redactor = createRedactor(parts.home ?? '')
  const shown: string[] = []
  let ids = 0
  const dialog = {
    showSaveDialog: () =>
      Promise.resolve({ canceled: parts.target === '', filePath: parts.target }),
  }
  const support = createSupport({
    clock: () => madeAt,
    notLoaded: () => undefined,
    newId: () => `bundle-${(ids += 1)}`,
    redact: redactor.document,
    facts: {
      about: () => ({ ...about, ...parts.aboutPart }),
      settings: () => ({ ...defaultSettings, ...parts.settings }),
      accounts: () => parts.accounts ?? [],
      database: parts.database ?? (() => Promise.resolve({ schemaVersion: 12 })),
      databaseProblem: () => parts.databaseProblem ?? null,
    },
    log: createLogReader({ folder: parts.folder, redact: redactor.document }),
    files: createSaveDialog({
      csvBom: () => false,
      amountsHidden: () => false,
      dialog,
      window: () => null,
      ...(parts.write && { write: parts.write }),
    }),
    folders: { showFile: (file) => void shown.push(file) },
    notices: parts.notices ?? (() => Promise.resolve('a 1.0.0 (MIT)\nIts terms\n')),
  })
  return { support, redactor, shown }
}
