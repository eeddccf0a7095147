// Alerts as the database keeps them, and back. What this version does not understand is left out, rather than the whole history.
import { z } from 'zod'
import { type Alert, alertKinds, type AlertLevel, type AlertState } from '../../shared/domain/alert.js'
import { type Json, parseJson } from '../../shared/json.js'
import { numberOf, type Row, text, textOf } from '../database/database.js'

export const alertColumns = ['id', 'profile_id', 'kind', 'level', 'found', 'content', 'state_content']
  .map((column) => text(column))
  .concat('at', 'read_at')
  .join(', ')

const content = z.object({
  key: z.string(),
  subject: z.object({ key: z.string(), name: z.string() }),
  title: z.string(),
  text: z.string(),
  endTitle: z.string(),
  cause: z.record(z.string(), z.custom<Json>()),
})

const state: z.ZodType<AlertState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active') }),
  z.object({ kind: z.literal('acknowledged'), at: z.number() }),
  z.object({ kind: z.literal('snoozed'), at: z.number(), until: z.number() }),
  z.object({ kind: z.literal('resolved'), at: z.number(), end: z.enum(['over', 'loan-ended', 'dropped', 'lapsed']) }),
])

/** Everything that is only shown. As JSON, so that no text of the exchange can be anything but text. */
export const contentOf = ({ key, subject, title, text: body, endTitle, cause }: Alert): string =>
  JSON.stringify({ key, subject, title, text: body, endTitle, cause } satisfies z.infer<typeof content>)

const levels: readonly AlertLevel[] = ['info', 'caution', 'danger']

export const alertOf = (row: Row): Alert | null => {
  const kind = alertKinds.find((one) => one === row['kind'])
  const level = levels.find((one) => one === row['level'])
  const shown = content.safeParse(parseJson(textOf(row, 'content')))
  const standing = state.safeParse(parseJson(textOf(row, 'state_content')))
  if (kind === undefined || level === undefined || !shown.success || !standing.success) return null
  return {
    id: textOf(row, 'id'),
    at: numberOf(row, 'at'),
    profileId: textOf(row, 'profile_id'),
    kind,
    level,
    found: row['found'] === 'new' ? 'new' : 'standing',
    ...shown.data,
    state: standing.data,
    readAt: row['read_at'] === null ? null : numberOf(row, 'read_at'),
  }
}
