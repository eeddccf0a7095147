// Alerts as they lie in the database, and back. What this version does not understand is left out, rather than the whole history.
import { type Alert, alertKinds, type AlertLevel, type AlertState } from '../../shared/domain/alert.js'
import type { Json } from '../../shared/json.js'
import { numberOf, text, textOf, type Row } from '../database/database.js'

export const alertColumns = ['id', 'profile_id', 'kind', 'level', 'found', 'content', 'state_content']
  .map((column) => text(column))
  .concat('at', 'read_at')
  .join(', ')

type Fields = { readonly [name: string]: Json | undefined }

const isFields = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: Json | undefined): value is string => typeof value === 'string'
const isTime = (value: Json | undefined): value is number => typeof value === 'number'

/** Null where the text is not JSON. */
export const readJson = (content: string): Json => {
  try {
    const value: Json = JSON.parse(content)
    return value
  } catch {
    return null
  }
}

type Content = Pick<Alert, 'key' | 'subject' | 'title' | 'text' | 'endTitle' | 'cause'>

/** Everything that is only shown. As JSON, so that no text of the exchange can be anything but text. */
export const contentOf = ({ key, subject, title, text: words, endTitle, cause }: Alert): string =>
  JSON.stringify({ key, subject, title, text: words, endTitle, cause } satisfies Content)

const readContent = (content: string): Content | null => {
  const value = readJson(content)
  if (!isFields(value)) return null
  const { key, subject, title, text: words, endTitle, cause } = value
  if (!isText(key) || !isText(title) || !isText(words) || !isText(endTitle) || !isFields(subject) || !isFields(cause)) return null
  if (!isText(subject['key']) || !isText(subject['name'])) return null
  const causes = Object.fromEntries(Object.entries(cause).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])))
  return { key, title, text: words, endTitle, subject: { key: subject['key'], name: subject['name'] }, cause: causes }
}

const ends = ['over', 'loan-ended', 'dropped', 'lapsed'] as const
const levels: readonly AlertLevel[] = ['info', 'caution', 'danger']

const readState = (content: string): AlertState | null => {
  const value = readJson(content)
  if (!isFields(value)) return null
  const { kind, at, until, end } = value
  if (kind === 'active') return { kind }
  if (!isTime(at)) return null
  if (kind === 'acknowledged') return { kind, at }
  if (kind === 'snoozed') return isTime(until) ? { kind, at, until } : null
  const how = ends.find((one) => one === end)
  return kind === 'resolved' && how !== undefined ? { kind, at, end: how } : null
}

export const alertOf = (row: Row): Alert | null => {
  const kind = alertKinds.find((one) => one === row['kind'])
  const level = levels.find((one) => one === row['level'])
  const content = readContent(textOf(row, 'content'))
  const state = readState(textOf(row, 'state_content'))
  if (kind === undefined || level === undefined || content === null || state === null) return null
  return {
    id: textOf(row, 'id'),
    at: numberOf(row, 'at'),
    profileId: textOf(row, 'profile_id'),
    kind,
    level,
    found: row['found'] === 'new' ? 'new' : 'standing',
    ...content,
    state,
    readAt: row['read_at'] === null ? null : numberOf(row, 'read_at'),
  }
}
