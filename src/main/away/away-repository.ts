// The destinations of alerts, and every message to them: before it is sent, so that a restart sends
// it, and afterwards, for the history.
import { z } from 'zod'
import { type AlertLevel } from '../../shared/alerts/alert.js'
import {
  type AwayEntry,
  type AwayState,
  destinationKinds,
  type DestinationSettings,
  watchMinutes,
} from '../../shared/away/away.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import { json } from '../database/stored-json.js'
import type { PushBudget } from './watch-plan.js'

/** What is known of the report that Plimsoll stopped, and what was spent on it. */
export type WatchState = {
  budget: PushBudget
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
  lastSentAt: UnixSeconds | null
  watch: WatchState
}

/** `sending`: it may have arrived. */
export type MessageState = AwayState | 'sending'

export type StoredMessage = {
  id: string
  destinationId: string
  profileId: string
  alertId: string
  at: UnixSeconds
  level: AlertLevel
  critical: boolean
  title: string
  text: string
  state: MessageState
  attempts: number
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
  /** Oldest first. */
  pending: () => Result<StoredMessage[], Problem>
  saveMessage: (message: StoredMessage) => Result<null, Problem>
  /** Newest first. */
  history: (most: number) => Result<AwayEntry[], Problem>
  /** Removes messages that ended before. */
  prune: (before: UnixSeconds) => Result<null, Problem>
}

const minute = z
  .int()
  .min(0)
  .max(24 * 60 - 1)

export const destinationSettings: z.ZodType<DestinationSettings> = z.strictObject({
  kind: z.enum(destinationKinds),
  address: z.string().max(500),
  topic: z.string().max(100),
  on: z.boolean(),
  levels: z.array(z.enum(['info', 'caution', 'danger'])).max(3),
  percentages: z.boolean(),
  accountName: z.boolean(),
  quietHours: z.strictObject({ on: z.boolean(), from: minute, to: minute }),
  criticalBreaksQuiet: z.boolean(),
  watch: z.strictObject({ on: z.boolean(), minutes: z.literal(watchMinutes) }),
})

const content = z.object({
  settings: destinationSettings,
  hasSecret: z.boolean(),
  lastSentAt: z.number().nullable(),
  watch: z.object({
    budget: z.object({ tokens: z.number(), at: z.number() }),
    pushedAt: z.number().nullable(),
    armedUntil: z.number().nullable(),
    series: z.number(),
  }),
})

const level = z.enum(['info', 'caution', 'danger'])
const state = z.enum(['queued', 'sending', 'sent', 'expired', 'quiet', 'withdrawn'])

function endedAtOf(row: Row): UnixSeconds | null {
  return row['ended_at'] === null ? null : numberOf(row, 'ended_at')
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
    title: textOf(row, 'title'),
    text: textOf(row, 'body'),
    state: state.parse(textOf(row, 'state')),
    attempts: numberOf(row, 'attempts'),
    endedAt: endedAtOf(row),
  }
}

function entryIn(row: Row): AwayEntry {
  const read = state.parse(textOf(row, 'state'))
  return {
    id: textOf(row, 'id'),
    at: numberOf(row, 'at'),
    title: textOf(row, 'title'),
    state: read === 'sending' ? 'queued' : read,
    endedAt: endedAtOf(row),
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
            return read === undefined
              ? []
              : [{ ...read, id: textOf(row, 'id'), createdAt: numberOf(row, 'created_at') }]
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
           at, critical, attempts, ended_at FROM away_message WHERE state IN ('queued', 'sending') ORDER BY at`,
          )
          .map(messageIn),
      ),
    saveMessage: (message) =>
      health.write(() => {
        database.run(
          `INSERT INTO away_message (
           id, destination_id, profile_id, alert_id, at, level, critical, title, body, state,
           attempts, ended_at
         )
         SELECT ?, away_destination.id, profile.id, ?, ?, ?, ?, ?, ?, ?, ?, ?
         FROM away_destination, profile
         WHERE away_destination.id = ? AND profile.id = ?
         ON CONFLICT (id) DO UPDATE SET
           state = excluded.state, attempts = excluded.attempts, ended_at = excluded.ended_at`,
          message.id,
          message.alertId,
          message.at,
          message.level,
          message.critical ? 1 : 0,
          message.title,
          message.text,
          message.state,
          message.attempts,
          message.endedAt,
          message.destinationId,
          message.profileId,
        )
        return null
      }),
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
    prune: (before) =>
      health.write(() => {
        database.run('DELETE FROM away_message WHERE ended_at < ?', before)
        return null
      }),
  }
}
