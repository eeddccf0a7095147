// The periods in which nobody was watching an account, and how its last run ended.
import { z } from 'zod'
import {
  gapLists,
  type GapPage,
  type GapQuery,
  type GapReason,
  gapReasons,
  type MonitoringGap,
} from '../../shared/alerts/monitoring-gap.js'
import { isDecimal } from '../../shared/money.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'
import { storedMessage } from '../database/stored-message.js'

/** Seconds by reason, in the order in which they began. */
export type TimeSpent = { [R in GapReason]?: number | undefined }

export type LastRun = {
  /** `watching`: it has not said how it ended, so it crashed. */
  state: 'watching' | 'asleep' | 'closed'
  /** Since this look; says nothing about a later one. */
  spent: TimeSpent
  look: UnixSeconds
  /** Of the key of that look, and of every later one. */
  keyHint: string
}

export type GapRepository = {
  /** Null if there was none. */
  lastRun: (profileId: string) => Result<LastRun | null, Problem>
  saveRun: (profileId: string, run: LastRun) => Result<null, Problem>
  /** Adds it, or replaces the one with the same id. Nothing is stored for an unknown profile. */
  save: (profileId: string, gap: MonitoringGap) => Result<null, Problem>
  /** Newest first. */
  page: (profileId: string, query: GapQuery) => Result<GapPage, Problem>
  unseen: (profileId: string) => Result<{ latest: MonitoringGap | null; count: number }, Problem>
  markSeen: (profileId: string) => Result<null, Problem>
}

const figure = z.string().refine(isDecimal).nullable()

const content = z.object({
  reasons: z.array(z.enum(gapReasons)),
  changes: z.array(
    z.union([
      z.object({ kind: z.enum(['ltv', 'margin-level']), before: figure, after: figure }),
      z.object({
        kind: z.enum([
          'position-margin-call',
          'position-gone',
          'position-new',
          'position-gone-in-call',
          'position-changed',
          'order-gone',
          'order-new',
        ]),
        market: z.string(),
      }),
      z.object({
        kind: z.enum(['position-size', 'order-left', 'balance']),
        market: z.string(),
        before: z.string().refine(isDecimal),
        after: z.string().refine(isDecimal),
      }),
    ]),
  ),
  more: z.number(),
  unknown: z.array(z.enum(gapLists)).optional(),
  otherKey: z.literal(true).optional(),
  alerts: z.array(
    z.object({
      title: storedMessage,
      level: z.enum(['info', 'caution', 'danger']),
      lateBy: z.number(),
    }),
  ),
}) satisfies z.ZodType<Omit<MonitoringGap, 'id' | 'at' | 'until'>>

const run = z.object({
  state: z.enum(['watching', 'asleep', 'closed']),
  spent: z.partialRecord(z.enum(gapReasons), z.number()),
  look: z.number(),
  keyHint: z.string(),
}) satisfies z.ZodType<LastRun>

/** Per profile. Beyond it, the oldest are deleted. */
export const mostGaps = 500

const columns = `${text('id')}, began_at, ended_at, ${text('content')}`
const newestFirst = 'ORDER BY began_at DESC, id DESC'

/** One that this version does not understand is skipped. */
function gapsIn(rows: readonly Row[]): MonitoringGap[] {
  return rows.flatMap((row) => {
    const read = json(content).safeParse(textOf(row, 'content')).data
    return read === undefined
      ? []
      : [
          {
            ...read,
            id: textOf(row, 'id'),
            at: numberOf(row, 'began_at'),
            until: numberOf(row, 'ended_at'),
          },
        ]
  })
}

export function createGapRepository(database: Database, health: DatabaseHealth): GapRepository {
  return {
    lastRun: (profileId) =>
      health.read(() => {
        const row = database.first(
          `SELECT ${text('content')} FROM monitoring_run WHERE profile_id = ?`,
          profileId,
        )
        return row === null ? null : (json(run).safeParse(textOf(row, 'content')).data ?? null)
      }),
    saveRun: (profileId, last) =>
      health.write(() => {
        database.run(
          `INSERT INTO monitoring_run (profile_id, content) SELECT id, ? FROM profile WHERE id = ?
         ON CONFLICT (profile_id) DO UPDATE SET content = excluded.content`,
          JSON.stringify(last satisfies z.infer<typeof run>),
          profileId,
        )
        return null
      }),
    save: (profileId, { id, at, until, ...rest }) =>
      health.write(() =>
        database.write(() => {
          database.run(
            `INSERT INTO monitoring_gap (id, profile_id, began_at, ended_at, content, seen)
           SELECT ?, id, ?, ?, ?, 0 FROM profile WHERE id = ?
           ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
            id,
            at,
            until,
            JSON.stringify(rest satisfies z.infer<typeof content>),
            profileId,
          )
          database.run(
            `DELETE FROM monitoring_gap WHERE profile_id = ? AND (began_at, id) <
           (SELECT began_at, id FROM monitoring_gap WHERE profile_id = ?
            ${newestFirst} LIMIT 1 OFFSET ${mostGaps - 1})`,
            profileId,
            profileId,
          )
          return null
        }),
      ),
    page: (profileId, { after, limit, reasons }) =>
      health.read(() => {
        const rows = database.all(
          `SELECT ${columns} FROM monitoring_gap
         WHERE profile_id = ? AND (? OR (began_at, id) < (?, ?))
         AND (? OR EXISTS (SELECT 1 FROM json_each(content, '$.reasons')
           WHERE value IN (SELECT value FROM json_each(?))))
         ${newestFirst} LIMIT ?`,
          profileId,
          after === null ? 1 : 0,
          after?.at ?? 0,
          after?.id ?? '',
          reasons === null ? 1 : 0,
          JSON.stringify(reasons ?? []),
          limit + 1,
        )
        return { gaps: gapsIn(rows.slice(0, limit)), more: rows.length > limit }
      }),
    unseen: (profileId) =>
      health.read(() => {
        const where = 'FROM monitoring_gap WHERE profile_id = ? AND seen = 0'
        const count = database.first(`SELECT count(*) AS n ${where}`, profileId)
        const newest = database.all(`SELECT ${columns} ${where} ${newestFirst} LIMIT 1`, profileId)
        return {
          latest: gapsIn(newest)[0] ?? null,
          count: count === null ? 0 : numberOf(count, 'n'),
        }
      }),
    markSeen: (profileId) =>
      health.write(() => {
        database.run(
          'UPDATE monitoring_gap SET seen = 1 WHERE profile_id = ? AND seen = 0',
          profileId,
        )
        return null
      }),
  }
}
