// Alerts and the evaluators' states. Written synchronously: a crash must not lose an alert that was
// raised.
import { z } from 'zod'
import {
  type Alert,
  alertKinds,
  type AlertPage,
  type AlertQuery,
  type AlertState,
} from '../../shared/alerts/alert.js'
import type { Problem } from '../../shared/problem.js'
import { type Json, parseJson } from '../../shared/json.js'
import { englishOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { json, readRow } from '../database/stored-json.js'
import type { StoredStates } from './stored-alert-state.js'
import { withStepLtv } from './stored-step-titles.js'

export type AlertRepository = {
  /**
   * The unresolved alerts, how many of all are unread, and the states. Empty for an unknown
   * profile.
   */
  load: (
    profileId: string,
  ) => Result<{ open: Alert[]; unread: number; states: StoredStates }, Problem>
  /**
   * New and changed alerts, and changed states, all or nothing. Nothing is stored for an unknown
   * profile.
   */
  save: (
    profileId: string,
    alerts: readonly Alert[],
    changed: StoredStates,
  ) => Result<null, Problem>
  /** Null if it is not there, or not understood by this version. */
  find: (profileId: string, id: string) => Result<Alert | null, Problem>
  /** Newest first. */
  page: (profileId: string, alertQuery: AlertQuery) => Result<AlertPage, Problem>
  /** `ids` null marks everything. Returns how many are still unread. */
  markRead: (
    profileId: string,
    ids: readonly string[] | null,
    at: UnixSeconds,
  ) => Result<number, Problem>
}

const alertColumns = ['id', 'kind', 'level', 'found', 'content']
  .map((column) => text(column))
  .concat(
    text('profile_id', 'profileId'),
    text('state_content', 'state'),
    'at',
    'read_at AS readAt',
  )
  .join(', ')

/** Text as written by versions before the catalogues, or a message that this version can format. */
const messageOrText = z.custom<MessageOrText>((value) => {
  try {
    return typeof englishOf(value as MessageOrText) === 'string'
  } catch {
    return false
  }
})

const content = z.object({
  key: z.string(),
  subject: z.object({ key: z.string(), name: messageOrText }),
  title: messageOrText,
  text: messageOrText,
  endTitle: messageOrText,
  cause: z.record(z.string(), z.custom<Json>()),
})
const storedContent = z.preprocess(withStepLtv, content)

const state: z.ZodType<AlertState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active') }),
  z.object({ kind: z.literal('acknowledged'), at: z.number() }),
  z.object({ kind: z.literal('snoozed'), at: z.number(), until: z.number() }),
  z.object({
    kind: z.literal('resolved'),
    at: z.number(),
    end: z.enum(['over', 'loan-ended', 'dropped', 'lapsed']),
  }),
])

/** Display-only fields, as JSON, so that text from the exchange stays text. */
function contentOf({ key, subject, title, text: body, endTitle, cause }: Alert): string {
  return JSON.stringify({ key, subject, title, text: body, endTitle, cause } satisfies z.infer<
    typeof content
  >)
}

/** As the columns hold it: anything else is damage, not another version's. */
const columns = z.object({
  id: z.string(),
  at: z.number(),
  profileId: z.string(),
  kind: z.string(),
  level: z.string(),
  found: z.string(),
  content: z.string(),
  state: z.string(),
  readAt: z.number().nullable(),
})

const alertRow: z.ZodType<Alert> = z
  .object({
    id: z.string(),
    at: z.number(),
    profileId: z.string(),
    kind: z.enum(alertKinds),
    level: z.enum(['info', 'caution', 'danger']),
    found: z.enum(['new', 'standing']),
    content: json(storedContent),
    state: json(state),
    readAt: z.number().nullable(),
  })
  .transform(({ content: shown, ...row }) => ({ ...row, ...shown }))

/** Per profile. Beyond it, the oldest resolved ones are deleted. */
const kept = 1000

const insert = `
  INSERT INTO alert (id, profile_id, at, kind, level, found, content, state, state_content, read_at)
  SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ? FROM profile WHERE id = ?
  ON CONFLICT (id) DO UPDATE SET content = excluded.content, state = excluded.state, state_content = excluded.state_content,
    read_at = coalesce(read_at, excluded.read_at)`

const remember = `
  INSERT INTO watch_state (profile_id, kind, value) SELECT id, ?, ? FROM profile WHERE id = ?
  ON CONFLICT (profile_id, kind) DO UPDATE SET value = excluded.value`

const trim = `
  DELETE FROM alert WHERE profile_id = ? AND state = 'resolved'
  AND (at, id) < (SELECT at, id FROM alert WHERE profile_id = ? ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${kept - 1})`

const select = `
  SELECT ${alertColumns} FROM alert
  WHERE profile_id = ? AND (? OR (at, id) < (?, ?))
  AND (? OR kind IN (SELECT value FROM json_each(?))) AND (? OR level IN (SELECT value FROM json_each(?))) AND (? OR read_at IS NULL)
  ORDER BY at DESC, id DESC LIMIT ?`

const flag = (on: boolean): number => (on ? 1 : 0)

export function createAlertRepository(database: Database, health: DatabaseHealth): AlertRepository {
  const unread = (profileId: string): number => {
    const row = database.first(
      'SELECT count(*) AS n FROM alert WHERE profile_id = ? AND read_at IS NULL',
      profileId,
    )
    return row === null ? 0 : numberOf(row, 'n')
  }

  /** An alert this version does not understand is skipped rather than failing the whole history. */
  const read = (rows: Row[]): Alert[] =>
    rows.flatMap((row) => alertRow.safeParse(readRow(columns, row, 'an alert')).data ?? [])

  const states = (profileId: string): StoredStates => {
    const rows = database.all(
      `SELECT ${text('kind')}, ${text('value')} FROM watch_state WHERE profile_id = ?`,
      profileId,
    )
    return Object.fromEntries(
      rows.map((row) => [textOf(row, 'kind'), parseJson(textOf(row, 'value')) ?? null]),
    )
  }

  return {
    load: (
      profileId: string,
    ): Result<{ open: Alert[]; unread: number; states: StoredStates }, Problem> =>
      health.read(() => ({
        open: read(
          database.all(
            `SELECT ${alertColumns} FROM alert WHERE profile_id = ? AND alert.state <> 'resolved' ORDER BY at, id`,
            profileId,
          ),
        ),
        unread: unread(profileId),
        states: states(profileId),
      })),
    save: (
      profileId: string,
      alerts: readonly Alert[],
      changed: StoredStates,
    ): Result<null, Problem> =>
      health.write(() =>
        database.write(() => {
          for (const alert of alerts) {
            const { id, at, kind, level, found, state, readAt } = alert
            database.run(
              insert,
              id,
              at,
              kind,
              level,
              found,
              contentOf(alert),
              state.kind,
              JSON.stringify(state),
              readAt,
              profileId,
            )
          }
          for (const [kind, value] of Object.entries(changed))
            database.run(remember, kind, JSON.stringify(value), profileId)
          if (alerts.length > 0) database.run(trim, profileId, profileId)
          return null
        }),
      ),
    find: (profileId: string, id: string): Result<Alert | null, Problem> =>
      health.read(() => {
        const rows = database.all(
          `SELECT ${alertColumns} FROM alert WHERE profile_id = ? AND id = ?`,
          profileId,
          id,
        )
        return read(rows)[0] ?? null
      }),
    page: (
      profileId: string,
      { after, limit, kinds, levels, unreadOnly }: AlertQuery,
    ): Result<AlertPage, Problem> =>
      health.read(() => {
        const rows = database.all(
          select,
          profileId,
          flag(after === null),
          after?.at ?? 0,
          after?.id ?? '',
          flag(kinds === null),
          JSON.stringify(kinds ?? []),
          flag(levels === null),
          JSON.stringify(levels ?? []),
          flag(!unreadOnly),
          limit + 1,
        )
        return { alerts: read(rows.slice(0, limit)), more: rows.length > limit }
      }),
    markRead: (
      profileId: string,
      ids: readonly string[] | null,
      at: UnixSeconds,
    ): Result<number, Problem> => {
      const done = health.write(() =>
        database.run(
          'UPDATE alert SET read_at = ? WHERE profile_id = ? AND read_at IS NULL AND (? OR id IN (SELECT value FROM json_each(?)))',
          at,
          profileId,
          flag(ids === null),
          JSON.stringify(ids ?? []),
        ),
      )
      return done.ok ? health.read(() => unread(profileId)) : done
    },
  }
}
