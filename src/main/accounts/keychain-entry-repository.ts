// Where the keys of profiles were put: names of keychains and of entries, and nothing that an entry holds.
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import { text, textOf, type Database } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-health.js'

export type KeychainEntryRepository = {
  /** The keychains that this entry was put into and not proven gone from; '' for one whose name was not recorded. */
  of(account: string): Result<string[], Problem>
  /** Every entry that was ever put somewhere and is not proven gone. */
  all(): Result<string[], Problem>
  note(account: string, keychain: string): Result<null, Problem>
  forget(account: string): Result<null, Problem>
}

export const createKeychainEntryRepository = (database: Database, health: DatabaseHealth): KeychainEntryRepository => {
  const change = (sql: string, ...values: string[]): Result<null, Problem> =>
    health.write(() => {
      database.run(sql, ...values)
      return null
    })
  return {
    of: (account) =>
      health.read(() =>
        database
          .all(`SELECT ${text('keychain')} FROM keychain_entry WHERE account = ? ORDER BY keychain`, account)
          .map((row) => textOf(row, 'keychain')),
      ),
    all: () =>
      health.read(() => database.all(`SELECT DISTINCT ${text('account')} FROM keychain_entry`).map((row) => textOf(row, 'account'))),
    note: (account, keychain) => change('INSERT OR IGNORE INTO keychain_entry (account, keychain) VALUES (?, ?)', account, keychain),
    forget: (account) => change('DELETE FROM keychain_entry WHERE account = ?', account),
  }
}
