// The console: any read of the exchange’s API, requested by hand. Its forms are generated from the
// schemas that the client validates with.
import { t } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import type { CallSubject } from './call-subject.js'
import type { CallHeader, CallKind, CallScope } from './call.js'

export type FieldKind =
  | { kind: 'text'; pattern: string | null; least: number; most: number | null }
  | { kind: 'integer'; least: number | null; most: number | null }
  | { kind: 'integers' }
  | { kind: 'boolean' }
  /** `numbers`: the choices are written as numbers. */
  | { kind: 'choice'; choices: string[]; numbers: boolean }

export type FormField = FieldKind & { name: string; required: boolean }

export type ConsoleForm = {
  /** Identifies the endpoint. */
  name: string
  /** What it is about, for use in a sentence. */
  subject: CallSubject
  method: 'GET' | 'POST'
  path: string
  kind: CallKind
  /** The page of the public documentation that describes it; null if the specification does. */
  source: string | null
  /** The exchange's limit, as far as it is known. */
  limit: { scope: CallScope; requests: number; perSeconds: number; documented: boolean }
  /** None for a call that moves money: it is not sent from here. */
  fields: FormField[]
  /** Members of its body and its response that contain no amount. */
  plainMembers?: readonly string[]
}

/** As typed; an empty or absent field is omitted. */
export type ConsoleAsk = { endpoint: string; values: { [field: string]: string } }

/** What would be sent. The nonce, the payload and the signature are created when sending. */
export type ConsolePreview = {
  method: 'GET' | 'POST'
  url: string
  headers: CallHeader[]
  body: string | null
}

type Value = string | number | boolean | number[]

const isWhole = (text: string): boolean => /^-?\d{1,15}$/.test(text)

// eslint-disable-next-line no-restricted-syntax -- counts and times, no amount
const whole = (text: string): number => Number(text)

function readInteger(
  text: string,
  { least, most }: { least: number | null; most: number | null },
): Result<Value, string> {
  if (!isWhole(text)) return fail(t('activity.fault.whole'))
  const value = whole(text)
  if (least !== null && value < least) return fail(t('activity.fault.least', { least }))
  return most !== null && value > most ? fail(t('activity.fault.most', { most })) : ok(value)
}

function readIntegers(text: string): Result<Value, string> {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isWhole) ? ok(parts.map(whole)) : fail(t('activity.fault.wholes'))
}

function readText(
  text: string,
  { pattern, least, most }: Extract<FieldKind, { kind: 'text' }>,
): Result<Value, string> {
  if (text.length < least) return fail(t('activity.fault.shortest', { least }))
  if (most !== null && text.length > most) return fail(t('activity.fault.longest', { most }))
  // eslint-disable-next-line security/detect-non-literal-regexp -- of a schema of our own
  return pattern !== null && !new RegExp(pattern).test(text)
    ? fail(t('activity.fault.pattern', { pattern }))
    : ok(text)
}

function readField(field: FormField, text: string): Result<Value, string> {
  switch (field.kind) {
    case 'text':
      return readText(text, field)
    case 'integer':
      return readInteger(text, field)
    case 'integers':
      return readIntegers(text)
    case 'boolean':
      return text === 'true' || text === 'false'
        ? ok(text === 'true')
        : fail(t('activity.fault.true-or-false'))
    case 'choice':
      if (!field.choices.includes(text)) return fail(t('activity.fault.choice'))
      return ok(field.numbers ? whole(text) : text)
  }
}

/**
 * The members of the request, or an error sentence for each invalid field, in the current language.
 * Spaces around a value are ignored.
 */
export function readForm(
  { fields }: Pick<ConsoleForm, 'fields'>,
  values: ConsoleAsk['values'],
): Result<Record<string, Value>, Record<string, string>> {
  const members: Record<string, Value> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const text = (values[field.name] ?? '').trim()
    if (text === '') {
      if (field.required) faults[field.name] = t('activity.fault.needed')
      continue
    }
    const read = readField(field, text)
    if (read.ok) members[field.name] = read.value
    else faults[field.name] = read.error
  }
  return Object.keys(faults).length === 0 ? ok(members) : fail(faults)
}
