// Samples and snapshots go to disk together. A sample is there as soon as it was taken: a run that is killed must not take the last
// minutes of a loan with it. Snapshots come every few seconds and only the newest counts, so they wait for the next sample, for half
// a minute, or until many wait; a crash costs at most that.
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Database } from './database.js'
import type { StoreHealth } from './database-health.js'

/** One repository's waiting rows. */
type WaitingRows = {
  count(): number
  /** Writes all of them, inside a transaction. */
  write(): void
  /** The transaction held: forget what was written. */
  written(): void
}

export type WriteBehind = {
  join(rows: WaitingRows): void
  /** Called after rows were added that may wait: writes when it is time. */
  added(): void
  /** Called after rows were added that should not wait: writes now, as long as the disk takes what it is given. */
  addedForGood(): void
  /** Writes what waits now. */
  flush(): Result<null, Problem>
}

const everySeconds = 30
const manyRows = 500

export const createWriteBehind = (database: Database, health: StoreHealth, clock: Clock): WriteBehind => {
  const members: WaitingRows[] = []
  let lastTry = clock()

  const waiting = (): number => members.reduce((sum, rows) => sum + rows.count(), 0)

  const flush = (): Result<null, Problem> => {
    lastTry = clock()
    if (waiting() === 0) return ok(null)
    const done = health.write(() =>
      database.write(() => {
        for (const rows of members) rows.write()
      }),
    )
    if (!done.ok) return done
    for (const rows of members) rows.written()
    return ok(null)
  }

  // While the disk refuses, only time brings another try.
  const takes = (): boolean => health.problem() === null

  const added = (): void => {
    const since = clock() - lastTry
    // Below zero the clock has been set back.
    if (since >= everySeconds || since < 0 || (waiting() >= manyRows && takes())) flush()
  }

  return {
    join: (rows) => void members.push(rows),
    added,
    addedForGood: () => (takes() ? void flush() : added()),
    flush,
  }
}
