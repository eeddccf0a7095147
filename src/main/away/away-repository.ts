// The destinations of alerts, and every message to them: before it is sent, so that a restart sends
// it, and afterwards, for the history.
import { z } from 'zod'
import { type AlertLevel } from '../../shared/alerts/alert.js'
import {
  type AwayEntry,
  type AwayState,
  awayStates,
  destinationKinds,
  type DestinationSettings,
  mailSecurities,
  watchMinutes,
} from '../../shared/away/away.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import { json } from '../database/stored-json.js'
import { mostPem } from './certificate-authority.js'
import { type DailyUse, dayOf } from './daily-messages.js'

/** What is known of the report that Plimsoll stopped. */
export type WatchState = {
  pushedAt: UnixSeconds | null
  /** Until when it may be scheduled at the service. */
  armedUntil: UnixSeconds | null
  /** How many reports were delivered before: each has an id of its own. */
  series: number
}

export type StoredDestination = {
  id: string
  createdAt: UnixSeconds
  settings: DestinationSettings
  hasSecret: boolean
  /** Who it is to a service that counts messages: the same for all with one token, '' without. */
  visitor: string
  lastSentAt: UnixSeconds | null
  watch: WatchState
}

/** `sending`: it may have arrived. `quiet` without an end: held back until quiet hours end. */
export type MessageState = AwayState | 'sending'

export type StoredMessage = {
  id: string
  destinationId: string
  profileId: string
  alertId: string
  at: UnixSeconds
  level: AlertLevel
  critical: boolean
  /** Whether it may break through quiet hours. */
  urgent: boolean
  title: string
  text: string
  state: MessageState
  attempts: number
  /** When the quiet hours that held it back ended. */
  releasedAt: UnixSeconds | null
  endedAt: UnixSeconds | null
}

export type AwayRepository = {
  /** In the order they were added. Those that this version does not understand are skipped. */
  destinations: () => Result<StoredDestination[], Problem>
  /** Of all, also of those that this version does not understand. */
  destinationIds: () => Result<string[], Problem>
  saveDestination: (destination: StoredDestination) => Result<null, Problem>
  /** With its messages. */
  removeDestination: (id: string) => Result<null, Problem>
  /** Those that have not ended, oldest first. */
  pending: () => Result<StoredMessage[], Problem>
  saveMessage: (message: StoredMessage) => Result<null, Problem>
  /** Whether there is a message about this alert, unless something more severe was sent instead. */
  hasMessage: (destinationId: string, alertId: string) => Result<boolean, Problem>
  /** Newest first. */
  history: (most: number) => Result<AwayEntry[], Problem>
  uses: () => Result<DailyUse[], Problem>
  saveUse: (use: DailyUse) => Result<null, Problem>
  /** Removes messages that ended before, and what was used before. */
  prune: (before: UnixSeconds) => Result<null, Problem>
}

const minute = z
  .int()
  .min(0)
  .max(24 * 60 - 1)

const authority = z.strictObject({
  pem: z.string().max(mostPem),
  subject: z.string().max(300),
  from: z.number(),
  until: z.number(),
  fingerprint: z.string().max(100),
})

export const destinationSettings: z.ZodType<DestinationSettings> = z
  .strictObject({
    kind: z.enum(destinationKinds),
    address: z.string().max(500),
    topic: z.string().max(100),
    // Older versions had none.
    authority: authority.nullable().default(null),
    mail: z
      .strictObject({
        security: z.enum(mailSecurities),
        port: z.number(),
        user: z.string().max(300),
        from: z.string().max(300),
        to: z.string().max(300),
      })
      .nullable()
      .default(null),
    on: z.boolean(),
    levels: z.array(z.enum(['info', 'caution', 'danger'])).max(3),
    percentages: z.boolean(),
    accountName: z.boolean(),
    quietHours: z.strictObject({ on: z.boolean(), from: minute, to: minute }),
    criticalBreaksQuiet: z.boolean(),
    watch: z.strictObject({ on: z.boolean(), minutes: z.literal(watchMinutes) }),
  })
  .refine(({ kind, mail }) => (kind === 'email') === (mail !== null))

const content = z.object({
  settings: destinationSettings,
  hasSecret: z.boolean(),
  // Older versions did not distinguish tokens.
  visitor: z.string().optional(),
  lastSentAt: z.number().nullable(),
  watch: z.object({
    pushedAt: z.number().nullable(),
    armedUntil: z.number().nullable(),
    series: z.number(),
  }),
})

const level = z.enum(['info', 'caution', 'danger'])
const state = z.enum([...awayStates, 'sending'])

function momentIn(row: Row, column: string): UnixSeconds | null {
  return row[column] === null ? null : numberOf(row, column)
}

function messageIn(row: Row): StoredMessage {
  return {
    id: textOf(row, 'id'),
    destinationId: textOf(row, 'destination_id'),
    profileId: textOf(row, 'profile_id'),
    alertId: textOf(row, 'alert_id'),
    at: numberOf(row, 'at'),
    level: level.parse(textOf(row, 'level')),
    critical: numberOf(row, 'critical') === 1,
    urgent: numberOf(row, 'urgent') === 1,
    title: textOf(row, 'title'),
    text: textOf(row, 'body'),
    state: state.parse(textOf(row, 'state')),
    attempts: numberOf(row, 'attempts'),
    releasedAt: momentIn(row, 'released_at'),
    endedAt: momentIn(row, 'ended_at'),
  }
}

function entryIn(row: Row): AwayEntry {
  const read = state.parse(textOf(row, 'state'))
  return {
    id: textOf(row, 'id'),
    at: numberOf(row, 'at'),
    title: textOf(row, 'title'),
    state: read === 'sending' ? 'queued' : read,
    endedAt: momentIn(row, 'ended_at'),
  }
}

export function createAwayRepository(database: Database, health: DatabaseHealth): AwayRepository {
  return {
    destinations: () =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('id')}, created_at, ${text('content')} FROM away_destination
           ORDER BY created_at, away_destination.id`,
          )
          .flatMap((row) => {
            const read = json(content).safeParse(textOf(row, 'content')).data
            if (read === undefined) return []
            const [id, createdAt] = [textOf(row, 'id'), numberOf(row, 'created_at')]
            const { visitor = read.hasSecret ? id : '' } = read
            return [{ ...read, visitor, id, createdAt }]
          }),
      ),
    destinationIds: () =>
      health.read(() =>
        database.all(`SELECT ${text('id')} FROM away_destination`).map((row) => textOf(row, 'id')),
      ),
    saveDestination: ({ id, createdAt, ...rest }) =>
      health.write(() => {
        database.run(
          `INSERT INTO away_destination (id, created_at, content) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
          id,
          createdAt,
          JSON.stringify(rest satisfies z.infer<typeof content>),
        )
        return null
      }),
    removeDestination: (id) =>
      health.write(() => {
        database.run('DELETE FROM away_destination WHERE id = ?', id)
        return null
      }),
    pending: () =>
      health.read(() =>
        database
          .all(
            `SELECT ${['id', 'destination_id', 'profile_id', 'alert_id', 'level', 'title', 'body', 'state'].map((column) => text(column)).join(', ')},
           at, critical, urgent, attempts, released_at, ended_at
           FROM away_message WHERE ended_at IS NULL ORDER BY at`,
          )
          .map(messageIn),
      ),
    saveMessage: (message) =>
      health.write(() => {
        database.run(
          `INSERT INTO away_message (
           id, destination_id, profile_id, alert_id, at, level, critical, urgent, title, body,
           state, attempts, released_at, ended_at
         )
         SELECT ?, away_destination.id, profile.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
         FROM away_destination, profile
         WHERE away_destination.id = ? AND profile.id = ?
         ON CONFLICT (id) DO UPDATE SET
           title = excluded.title, body = excluded.body, state = excluded.state,
           attempts = excluded.attempts, released_at = excluded.released_at,
           ended_at = excluded.ended_at`,
          message.id,
          message.alertId,
          message.at,
          message.level,
          message.critical ? 1 : 0,
          message.urgent ? 1 : 0,
          message.title,
          message.text,
          message.state,
          message.attempts,
          message.releasedAt,
          message.endedAt,
          message.destinationId,
          message.profileId,
        )
        return null
      }),
    hasMessage: (destinationId, alertId) =>
      health.read(
        () =>
          database.first(
            `SELECT 1 FROM away_message
           WHERE destination_id = ? AND alert_id = ? AND state <> 'surpassed' LIMIT 1`,
            destinationId,
            alertId,
          ) !== null,
      ),
    history: (most) =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('id')}, at, ${text('title')}, ${text('state')}, ended_at
           FROM away_message ORDER BY at DESC, away_message.id LIMIT ?`,
            most,
          )
          .map(entryIn),
      ),
    uses: () =>
      health.read(() =>
        database.all(`SELECT ${text('visitor')}, day, used FROM away_use`).map((row) => ({
          visitor: textOf(row, 'visitor'),
          day: numberOf(row, 'day'),
          used: numberOf(row, 'used'),
        })),
      ),
    saveUse: ({ visitor, day, used }) =>
      health.write(() => {
        database.run(
          `INSERT INTO away_use (visitor, day, used) VALUES (?, ?, ?)
         ON CONFLICT (visitor) DO UPDATE SET day = excluded.day, used = excluded.used`,
          visitor,
          day,
          used,
        )
        return null
      }),
    prune: (before) =>
      health.write(() => {
        database.run('DELETE FROM away_message WHERE ended_at < ?', before)
        database.run('DELETE FROM away_use WHERE day < ?', dayOf(before))
        return null
      }),
  }
}
