// Samples of a loan are written immediately, so that a killed process loses none. Snapshots come
// every few seconds and only the latest counts, and a margin level rarely changes much meanwhile:
// they wait for the next sample of a loan, for half a minute, or until many wait.
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Database } from './database.js'
import type { DatabaseHealth } from './database-fault.js'

/** Of one repository. */
type PendingRows = {
  count(): number
  /** Writes all of them, inside a transaction. */
  write(): void
  /** The transaction was committed: drop what was written. */
  written(): void
}

export type WriteBehind = {
  register: (rows: PendingRows) => void
  /** For rows that may wait. */
  writeWhenDue: () => void
  /** For rows that should not wait. While the disk refuses writes, they wait too. */
  writeNow: () => void
  flush: () => Result<null, Problem>
}

const everySeconds = 30
const manyRows = 500

export function createWriteBehind(
  database: Database,
  health: DatabaseHealth,
  clock: Clock,
): WriteBehind {
  const buffers: PendingRows[] = []
  let lastAttempt = clock()

  const pendingCount = (): number => buffers.reduce((sum, rows) => sum + rows.count(), 0)

  const flush = (): Result<null, Problem> => {
    lastAttempt = clock()
    if (pendingCount() === 0) return ok(null)
    const done = health.write(() =>
      database.write(() => {
        for (const rows of buffers) rows.write()
      }),
    )
    if (!done.ok) return done
    for (const rows of buffers) rows.written()
    return ok(null)
  }

  // While the disk refuses writes, only time triggers another try.
  const isWritable = (): boolean => health.problem() === null

  const writeWhenDue = (): void => {
    const since = clock() - lastAttempt
    // Below zero, the clock was set back.
    if (since >= everySeconds || since < 0 || (pendingCount() >= manyRows && isWritable())) flush()
  }

  return {
    register: (rows: PendingRows) => void buffers.push(rows),
    writeWhenDue,
    writeNow: () => (isWritable() ? void flush() : writeWhenDue()),
    flush,
  }
}
