// What happened to the data itself, until a person has read it. Until then no order may be placed: figures and limits may be old.
import type { Notice } from '../../shared/domain/session.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { numberOf, text, textOf, type Database } from './database.js'
import type { StoreHealth } from './database-health.js'

export type IncidentRepository = {
  /** What has not been acknowledged, oldest first, as notices. */
  notices(): Result<Notice[], Problem>
  /** True as well where it cannot be told. */
  ordersDisabledUntilAcknowledged(): boolean
  /** By the id of its notice. An id that is not an incident's is not an error and changes nothing. */
  acknowledge(id: string): Result<null, Problem>
}

/** Records the same incident only once. @throws what the database throws */
export const recordIncident = (database: Database, incident: { id: string; at: number; title: string; text: string }): void => {
  database.run(
    'INSERT INTO incident (id, at, title, text) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    ...[incident.id, incident.at, incident.title, incident.text],
  )
}

export const createIncidentRepository = (database: Database, health: StoreHealth, clock: Clock): IncidentRepository => {
  const unreadNotices = (): Notice[] =>
    database
      .all(`SELECT ${text('id')}, at, ${text('title')}, ${text('text')} FROM incident WHERE acknowledged_at IS NULL ORDER BY at`)
      .map((row) => ({
        id: textOf(row, 'id'),
        at: numberOf(row, 'at'),
        level: 'danger',
        title: textOf(row, 'title'),
        text: textOf(row, 'text'),
      }))

  return {
    notices: () => health.read(unreadNotices),
    ordersDisabledUntilAcknowledged: () => {
      const count = health.read(() => database.first('SELECT count(*) AS n FROM incident WHERE acknowledged_at IS NULL'))
      return !count.ok || count.value === null || count.value['n'] !== 0
    },
    acknowledge: (id) => {
      // Looked for first: other notices are dismissed through here too, also while nothing can be written.
      const unread = health.read(() => database.first('SELECT 1 AS found FROM incident WHERE id = ? AND acknowledged_at IS NULL', id))
      if (!unread.ok) return unread
      if (unread.value === null) return ok(null)
      const done = health.write(() => database.run('UPDATE incident SET acknowledged_at = ? WHERE id = ?', clock(), id))
      return done.ok ? ok(null) : done
    },
  }
}
