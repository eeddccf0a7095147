// What importing a settings file would change, as shown before anything does.
import type { MessageOrText } from '../messages/messages.js'

/**
 * `merge`: what the file has applies, and what is only here stays. `replace`: lists become exactly
 * those of the file. In both, a setting that is not in the file stays, and so does an account.
 */
export const importModes = ['merge', 'replace'] as const
export type ImportMode = (typeof importModes)[number]

export type ImportChange = {
  what: MessageOrText
  /** One or several values; empty for none. */
  before: MessageOrText[]
  after: MessageOrText[]
  /** Protects or warns less than before, or shows more. */
  weaker: boolean
  /** A system dialog asks for it as well. */
  asked: boolean
}

/**
 * `other-exchange`: an account here has the name, but another exchange, so the file's is left out.
 */
export type ImportedAccountState = 'new' | 'known' | 'only-here' | 'other-exchange'

export type ImportedAccount = {
  name: string
  state: ImportedAccountState
  changes: ImportChange[]
  /** What of the file is left out, and why. */
  notes: MessageOrText[]
}

export type ImportPreview = {
  settings: ImportChange[]
  notes: MessageOrText[]
  accounts: ImportedAccount[]
}

export type ImportReview = {
  id: string
  /** Members of the file that this version does not know, as paths: they are left out. */
  unknown: string[]
  previews: Record<ImportMode, ImportPreview>
}

/** How many accounts were added; each needs its key. */
export type ImportOutcome = { added: number }

/** Whether importing would change anything. */
export function changesAnything({ settings, accounts }: ImportPreview): boolean {
  return (
    settings.length > 0 ||
    accounts.some(({ state, changes }) => state === 'new' || changes.length > 0)
  )
}
