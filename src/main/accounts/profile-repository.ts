// The connected profiles. The key and the secret are not here: the keychain stores them under the
// profile's id.
import { z } from 'zod'
import type { Profile } from '../../shared/accounts/account.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Database, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { readRow } from '../database/stored-json.js'
import { messageOf } from '../../shared/messages/messages.js'

const gone: Problem = { code: 'gone', message: messageOf('accounts.profile-gone') }

const columns = [
  text('id'),
  text('name'),
  text('region'),
  text('base_url', 'baseUrl'),
  text('dialect'),
  text('key_hint', 'keyHint'),
]
  .concat(text('key_storage', 'keyStorage'), 'created_at AS createdAt')
  .join(', ')

const profileRow: z.ZodType<Profile> = z.object({
  id: z.string(),
  name: z.string(),
  region: z.enum(['global', 'eu', 'custom', 'demo']),
  baseUrl: z.string(),
  dialect: z.enum(['spec', 'live']),
  keyHint: z.string(),
  keyStorage: z.enum(['keychain', 'session', 'demo']),
  createdAt: z.number(),
})

function select(database: Database, pending: 0 | 1): Profile[] {
  return database
    .all(`SELECT ${columns} FROM profile WHERE delete_pending = ? ORDER BY created_at, id`, pending)
    .map((row) => readRow(profileRow, row, 'a profile'))
}

/** Every profile, listed or not. @throws DatabaseFault if one cannot be read */
export function readProfiles(database: Database): Profile[] {
  return [...select(database, 0), ...select(database, 1)]
}

export type ProfileRepository = {
  /** Oldest first, without those being removed. */
  list: () => Result<Profile[], Problem>
  /** Removals that have begun but not finished. */
  awaitingDeletion: () => Result<Profile[], Problem>
  add: (profile: Profile) => Result<null, Problem>
  /** Writes every field except the id and the creation time. */
  update: (profile: Profile) => Result<null, Problem>
  activeId: () => Result<string | null, Problem>
  /** `gone` also if its removal has begun. */
  setActive: (id: string | null) => Result<null, Problem>
  /**
   * Call before removing its keychain entry: the profile is no longer listed, and the next start
   * knows of an interrupted removal.
   */
  markForDeletion: (id: string) => Result<null, Problem>
  /**
   * Together with everything stored for it, all or nothing. Nonces stay, as they do at the
   * exchange.
   */
  remove: (id: string) => Result<null, Problem>
}

/**
 * `onRemoved` is called after a profile's rows are deleted, `onListed` after one was added or
 * changed. Changes fail as `gone` if there is no such profile.
 */
export function createProfileRepository(
  database: Database,
  health: DatabaseHealth,
  { onRemoved, onListed }: { onRemoved?(id: string): void; onListed?(): void },
): ProfileRepository {
  const change = (work: () => number): Result<null, Problem> => {
    const changed = health.write(() => database.write(work))
    if (!changed.ok) return changed
    return changed.value === 0 ? fail(gone) : ok(null)
  }
  const changeListed = (work: () => number): Result<null, Problem> => {
    const changed = change(work)
    if (changed.ok) onListed?.()
    return changed
  }

  return {
    list: (): Result<Profile[], Problem> => health.read(() => select(database, 0)),
    awaitingDeletion: (): Result<Profile[], Problem> => health.read(() => select(database, 1)),
    add: (profile: Profile) =>
      changeListed(() =>
        database.run(
          'INSERT INTO profile (id, name, region, base_url, dialect, key_hint, key_storage, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          profile.id,
          profile.name,
          profile.region,
          profile.baseUrl,
          profile.dialect,
          profile.keyHint,
          profile.keyStorage,
          profile.createdAt,
        ),
      ),
    update: (profile: Profile) =>
      changeListed(() =>
        database.run(
          'UPDATE profile SET name = ?, region = ?, base_url = ?, dialect = ?, key_hint = ?, key_storage = ? WHERE id = ?',
          profile.name,
          profile.region,
          profile.baseUrl,
          profile.dialect,
          profile.keyHint,
          profile.keyStorage,
          profile.id,
        ),
      ),
    activeId: (): Result<string | null, Problem> =>
      health.read(() => {
        const row = database.first(`SELECT ${text('id')} FROM profile WHERE active = 1`)
        return row === null ? null : textOf(row, 'id')
      }),
    setActive: (id: string | null) =>
      change(() => {
        const known =
          id === null ||
          database.first(
            'SELECT 1 AS found FROM profile WHERE id = ? AND delete_pending = 0',
            id,
          ) !== null
        if (!known) return 0
        database.run('UPDATE profile SET active = 0 WHERE active = 1')
        return id === null ? 1 : database.run('UPDATE profile SET active = 1 WHERE id = ?', id)
      }),
    markForDeletion: (id: string) =>
      change(() =>
        database.run('UPDATE profile SET delete_pending = 1, active = 0 WHERE id = ?', id),
      ),
    remove: (id: string) => {
      const removed = change(() => database.run('DELETE FROM profile WHERE id = ?', id))
      if (removed.ok) onRemoved?.(id)
      return removed
    },
  }
}

export type KeychainEntryRepository = {
  /**
   * The keychains this entry was stored in and not verified as removed from; '' for one whose name
   * was not recorded.
   */
  of: (account: string) => Result<string[], Problem>
  /** Every entry that was ever stored and is not verified as removed. */
  all: () => Result<string[], Problem>
  note: (account: string, keychain: string) => Result<null, Problem>
  forget: (account: string) => Result<null, Problem>
}

/** Where profile keys were stored: names of keychains and entries, and no contents. */
export function createKeychainEntryRepository(
  database: Database,
  health: DatabaseHealth,
): KeychainEntryRepository {
  const change = (sql: string, ...values: string[]): Result<null, Problem> =>
    health.write(() => {
      database.run(sql, ...values)
      return null
    })
  return {
    of: (account: string): Result<string[], Problem> =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('keychain')} FROM keychain_entry WHERE account = ? ORDER BY keychain`,
            account,
          )
          .map((row) => textOf(row, 'keychain')),
      ),
    all: (): Result<string[], Problem> =>
      health.read(() =>
        database
          .all(`SELECT DISTINCT ${text('account')} FROM keychain_entry`)
          .map((row) => textOf(row, 'account')),
      ),
    note: (account: string, keychain: string) =>
      change(
        'INSERT OR IGNORE INTO keychain_entry (account, keychain) VALUES (?, ?)',
        account,
        keychain,
      ),
    forget: (account: string) => change('DELETE FROM keychain_entry WHERE account = ?', account),
  }
}
