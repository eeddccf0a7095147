// Incidents of the data itself. Until the user acknowledges them, no order may be placed: figures
// and limits may be old.
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { readMessage, writtenMessage } from './stored-message.js'
import { numberOf, text, textOf, type Database } from './database.js'
import type { DatabaseHealth, FaultReason } from './database-fault.js'

/** Records the same incident only once. @throws what the database throws */
export function recordIncident(
  database: Database,
  incident: Pick<Notice, 'id' | 'at' | 'title' | 'text'>,
): void {
  database.run(
    'INSERT INTO incident (id, at, title, text) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    incident.id,
    incident.at,
    writtenMessage(incident.title),
    writtenMessage(incident.text),
  )
}

export type IncidentRepository = {
  /** Unacknowledged incidents, oldest first. */
  notices: () => Result<Notice[], Problem & { reason: FaultReason }>
  /** Also true if it cannot be read. */
  ordersDisabledUntilAcknowledged: () => boolean
  /**
   * By the id of its notice. An id that is not an incident's is not an error and changes nothing.
   */
  acknowledge: (id: string) => Result<null, Problem>
}

export function createIncidentRepository(
  database: Database,
  health: DatabaseHealth,
  clock: Clock,
): IncidentRepository {
  const unreadNotices = (): Notice[] =>
    database
      .all(
        `SELECT ${text('id')}, at, ${text('title')}, ${text('text')} FROM incident WHERE acknowledged_at IS NULL ORDER BY at`,
      )
      .map((row) => ({
        id: textOf(row, 'id'),
        at: numberOf(row, 'at'),
        level: 'danger',
        title: readMessage(textOf(row, 'title')),
        text: readMessage(textOf(row, 'text')),
      }))

  /**
   * Cached, because it is checked every second. Null until it is read again. Ignored while the
   * database is in trouble.
   */
  let disabled: boolean | null = null

  return {
    notices: () => health.read(unreadNotices),
    ordersDisabledUntilAcknowledged: (): boolean => {
      if (disabled !== null && health.problem() === null) return disabled
      const count = health.read(() =>
        database.first('SELECT count(*) AS n FROM incident WHERE acknowledged_at IS NULL'),
      )
      if (!count.ok || count.value === null) return true
      disabled = count.value['n'] !== 0
      return disabled
    },
    acknowledge: (id: string): Result<null, Problem> => {
      // Read first: other notices are dismissed through here too, even while nothing can be
      // written.
      const unread = health.read(() =>
        database.first(
          'SELECT 1 AS found FROM incident WHERE id = ? AND acknowledged_at IS NULL',
          id,
        ),
      )
      if (!unread.ok) return unread
      if (unread.value === null) return ok(null)
      const done = health.write(() =>
        database.run('UPDATE incident SET acknowledged_at = ? WHERE id = ?', clock(), id),
      )
      if (!done.ok) return done
      disabled = null
      return ok(null)
    },
  }
}
