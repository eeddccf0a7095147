// What was learned about each account's key, and when that key was last used. Both belong to a key
// at an address: another key, or the same at another exchange, starts over.
import { z } from 'zod'
import type { Profile } from '../../shared/accounts/account.js'
import type { Finding } from '../../shared/capabilities/capability.js'
import { problemCodes } from '../../shared/problem-words.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Database, numberOf, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'

export type FoundAt = Finding & { at: UnixSeconds }
export type KeyOf = Pick<Profile, 'id' | 'keyHint' | 'baseUrl'>

export type CapabilityRepository = {
  /** By path. Findings that this version does not understand are skipped. */
  load: (
    keyOf: KeyOf,
  ) => Result<
    { findings: [path: string, found: FoundAt][]; keyUsedAt: UnixSeconds | null },
    Problem
  >
  /** Replaces what was stored. Nothing is stored for an unknown profile. */
  save: (
    keyOf: KeyOf,
    findings: readonly (readonly [path: string, found: FoundAt])[],
    keyUsedAt: UnixSeconds | null,
  ) => Result<null, Problem>
}

const code = z.enum(problemCodes)

const content: z.ZodType<Finding> = z.object({
  state: z.enum(['works', 'not-enabled', 'no-permission', 'not-offered']),
  code: code.nullable(),
  said: z.string(),
})

export function createCapabilityRepository(
  database: Database,
  health: DatabaseHealth,
): CapabilityRepository {
  return {
    load: ({
      id,
      keyHint,
      baseUrl,
    }: KeyOf): Result<
      { findings: [path: string, found: FoundAt][]; keyUsedAt: UnixSeconds | null },
      Problem
    > =>
      health.read(() => {
        const rows = database.all(
          `SELECT ${text('path')}, ${text('content')}, at FROM endpoint_finding WHERE profile_id = ? AND key_hint = ? AND base_url = ?`,
          id,
          keyHint,
          baseUrl,
        )
        const used = database.first(
          'SELECT at FROM key_use WHERE profile_id = ? AND key_hint = ? AND base_url = ?',
          id,
          keyHint,
          baseUrl,
        )
        return {
          findings: rows.flatMap((row): [string, FoundAt][] => {
            const found = json(content).safeParse(textOf(row, 'content')).data
            return found === undefined
              ? []
              : [[textOf(row, 'path'), { ...found, at: numberOf(row, 'at') }]]
          }),
          keyUsedAt: used === null ? null : numberOf(used, 'at'),
        }
      }),
    save: (
      { id, keyHint, baseUrl }: KeyOf,
      findings: readonly (readonly [path: string, found: FoundAt])[],
      keyUsedAt: UnixSeconds | null,
    ): Result<null, Problem> =>
      health.write(() =>
        database.write(() => {
          for (const [path, { at, ...found }] of findings) {
            database.run(
              `INSERT INTO endpoint_finding (profile_id, path, key_hint, base_url, content, at) SELECT id, ?, ?, ?, ?, ? FROM profile WHERE id = ?
             ON CONFLICT (profile_id, path) DO UPDATE SET key_hint = excluded.key_hint, base_url = excluded.base_url,
               content = excluded.content, at = excluded.at`,
              path,
              keyHint,
              baseUrl,
              JSON.stringify(found),
              at,
              id,
            )
          }
          if (keyUsedAt !== null) {
            database.run(
              `INSERT INTO key_use (profile_id, key_hint, base_url, at) SELECT id, ?, ?, ? FROM profile WHERE id = ?
             ON CONFLICT (profile_id) DO UPDATE SET key_hint = excluded.key_hint, base_url = excluded.base_url, at = excluded.at`,
              keyHint,
              baseUrl,
              keyUsedAt,
              id,
            )
          }
          return null
        }),
      ),
  }
}
