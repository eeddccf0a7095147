// The last good answer of each feed per profile: what the window shows, with its age, until the exchange has answered.
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-health.js'
import { type Database, numberOf, text, textOf } from '../database/database.js'
import type { WriteBehind } from '../database/write-behind.js'
import type { FeedName, FeedValues } from '../polling/poll-plan.js'
import { readSnapshot } from './stored-snapshot.js'

export type SnapshotRepository = {
  /** Replaces the feed's last answer. Written a little later. */
  remember<F extends FeedName>(profileId: string, feed: F, value: FeedValues[F], asOf: UnixSeconds): void
  /** Null where there is none, or none that this version understands. */
  last<F extends FeedName>(profileId: string, feed: F): Result<{ value: FeedValues[F]; asOf: UnixSeconds } | null, Problem>
}

export type MaintainedSnapshotRepository = SnapshotRepository & { forgetProfile(id: string): void }

type PendingSnapshot = { profileId: string; feed: FeedName; json: string; asOf: UnixSeconds }

export const createSnapshotRepository = (
  database: Database,
  health: DatabaseHealth,
  writeBehind: WriteBehind,
): MaintainedSnapshotRepository => {
  const pending = new Map<string, PendingSnapshot>()
  const keyOf = (profileId: string, feed: FeedName): string => `${feed} ${profileId}`

  writeBehind.register({
    count: () => pending.size,
    write: () => {
      for (const { profileId, feed, json, asOf } of pending.values()) {
        database.run(
          `INSERT INTO snapshot (profile_id, kind, value, as_of) SELECT id, ?, ?, ? FROM profile WHERE id = ?
           ON CONFLICT (profile_id, kind) DO UPDATE SET value = excluded.value, as_of = excluded.as_of`,
          ...[feed, json, asOf, profileId],
        )
      }
    },
    written: () => pending.clear(),
  })

  return {
    remember: (profileId, feed, value, asOf) => {
      pending.set(keyOf(profileId, feed), { profileId, feed, json: JSON.stringify(value), asOf })
      writeBehind.writeWhenDue()
    },
    last: (profileId, feed) =>
      health.read(() => {
        const newest = pending.get(keyOf(profileId, feed))
        const row =
          newest === undefined
            ? database.first(`SELECT ${text('value')}, as_of FROM snapshot WHERE profile_id = ? AND kind = ?`, profileId, feed)
            : { value: newest.json, as_of: newest.asOf }
        if (row === null) return null
        const value = readSnapshot(feed, textOf(row, 'value'))
        return value === null ? null : { value, asOf: numberOf(row, 'as_of') }
      }),
    forgetProfile: (id) => {
      for (const [key, { profileId }] of pending) if (profileId === id) pending.delete(key)
    },
  }
}
