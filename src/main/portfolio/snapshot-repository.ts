// The last good answer of each kind per profile: what the window shows, marked with its age, until the exchange has answered.
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { numberOf, text, textOf, type Database } from '../database/database.js'
import { readSnapshot, type SnapshotKind, type SnapshotValue } from './stored-snapshot.js'
import type { StoreHealth } from '../database/database-health.js'
import type { WriteBehind } from '../database/write-behind.js'

type Snapshot<Kind extends SnapshotKind> = { value: SnapshotValue[Kind]; asOf: UnixSeconds }

export type SnapshotRepository = {
  /** Replaces what was remembered of this kind. Written a little later. */
  remember<Kind extends SnapshotKind>(profileId: string, kind: Kind, value: SnapshotValue[Kind], asOf: UnixSeconds): void
  /** Null where there is none, or none that this version understands. */
  last<Kind extends SnapshotKind>(profileId: string, kind: Kind): Result<Snapshot<Kind> | null, Problem>
}

/** For the store alone. */
export type SnapshotRepositoryInside = SnapshotRepository & { forgetProfile(id: string): void }

type Waiting = { profileId: string; kind: SnapshotKind; json: string; asOf: UnixSeconds }

export const createSnapshotRepository = (database: Database, health: StoreHealth, behind: WriteBehind): SnapshotRepositoryInside => {
  const waiting = new Map<string, Waiting>()
  const keyOf = (profileId: string, kind: SnapshotKind): string => `${kind} ${profileId}`

  behind.join({
    count: () => waiting.size,
    write: () => {
      for (const { profileId, kind, json, asOf } of waiting.values()) {
        database.run(
          `INSERT INTO snapshot (profile_id, kind, value, as_of) SELECT id, ?, ?, ? FROM profile WHERE id = ?
           ON CONFLICT (profile_id, kind) DO UPDATE SET value = excluded.value, as_of = excluded.as_of`,
          ...[kind, json, asOf, profileId],
        )
      }
    },
    written: () => waiting.clear(),
  })

  return {
    remember: (profileId, kind, value, asOf) => {
      waiting.set(keyOf(profileId, kind), { profileId, kind, json: JSON.stringify(value), asOf })
      behind.added()
    },
    last: (profileId, kind) =>
      health.read(() => {
        const fresh = waiting.get(keyOf(profileId, kind))
        const row =
          fresh === undefined
            ? database.first(`SELECT ${text('value')}, as_of FROM snapshot WHERE profile_id = ? AND kind = ?`, profileId, kind)
            : { value: fresh.json, as_of: fresh.asOf }
        if (row === null) return null
        const value = readSnapshot(kind, textOf(row, 'value'))
        return value === null ? null : { value, asOf: numberOf(row, 'as_of') }
      }),
    forgetProfile: (id) => {
      for (const [key, { profileId }] of waiting) if (profileId === id) waiting.delete(key)
    },
  }
}
