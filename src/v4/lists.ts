// Lists and maps of a response, with a cap on their number of members. `listOf` and `mapOf` stop at
// the first invalid member: an error about each of a million would cost more than the response
// itself. `eachOf` and `eachNamed` leave out an invalid member and report it, up to a cap: such a
// list is refused only if nothing in it is even an object.
import { z } from 'zod'
import { type Complaint, complaintOf, issueOf, withInput } from './complaint.js'
import { longestText, mostMisfits } from './limits.js'
import { isObject } from './numbers.js'
import { withShape } from './shapes.js'

/**
 * A member that was left out: its index from 0, or its name; which of its own members is invalid,
 * empty for all of it; and why.
 */
export type Misfit = { at: number | string; member: unknown; field: string; why: Complaint }

type Partly<T> = { fitting: T; misfits: Misfit[] }

type Issues = Pick<z.core.$RefinementCtx, 'issues'>

function tooMany(most: number): Complaint {
  return { kind: 'longest-list', most: String(most) }
}

function misfitOf(at: Misfit['at'], member: unknown, error: z.ZodError): Misfit {
  const [issue] = error.issues
  const field = (issue?.path ?? []).map(String).join('.')
  return { at, member, field, why: complaintOf(issue) }
}

type Read<At, T> = { read: [At, T][]; misfits: Misfit[] }

/** Stops after one invalid member too many. */
function readAll<At extends Misfit['at'], T>(
  members: Iterable<[At, unknown]>,
  element: z.ZodType<T>,
  isStrict: boolean,
): Read<At, T> {
  const read: [At, T][] = []
  const misfits: Misfit[] = []
  for (const [at, member] of members) {
    const one = element.safeParse(member, withInput)
    if (one.success) read.push([at, one.data])
    else misfits.push(misfitOf(at, member, one.error))
    if (misfits.length > (isStrict ? 0 : mostMisfits)) break
  }
  return { read, misfits }
}

function refuse(value: unknown, complaint: Complaint, context: Issues): never {
  context.issues.push(issueOf(complaint, value))
  return z.NEVER
}

/**
 * Null, with an issue recorded, if too many are invalid, or if no member is even of the expected
 * kind.
 */
function partly<At extends Misfit['at'], T>(
  { read, misfits }: Read<At, T>,
  isStrict: boolean,
  context: Issues,
): Partly<[At, T][]> | null {
  const [first] = misfits
  if (first === undefined) return { fitting: read, misfits }
  const isReadable = read.length > 0 || misfits.some(({ member }) => isObject(member))
  if (!isStrict && misfits.length <= mostMisfits && isReadable) return { fitting: read, misfits }
  const path = [first.at, ...(first.field === '' ? [] : first.field.split('.'))]
  context.issues.push(issueOf(first.why, first.member, path))
  return null
}

function list<T>(element: z.ZodType<T>, most: number, isStrict: boolean): z.ZodType<Partly<T[]>> {
  const schema = z.unknown().transform((value, context): Partly<T[]> => {
    if (!Array.isArray(value)) return refuse(value, { kind: 'list' }, context)
    if (value.length > most) return refuse(value, tooMany(most), context)
    const all = partly(readAll(value.entries(), element, isStrict), isStrict, context)
    return all === null
      ? z.NEVER
      : { fitting: all.fitting.map(([, one]) => one), misfits: all.misfits }
  })
  return withShape(schema, { kind: 'list', of: element })
}

function map<T>(
  member: z.ZodType<T>,
  most: number,
  isStrict: boolean,
): z.ZodType<Partly<Record<string, T>>> {
  const schema = z.unknown().transform((value, context): Partly<Record<string, T>> => {
    if (!isObject(value)) return refuse(value, { kind: 'object' }, context)
    const entries = Object.entries(value)
    if (entries.length > most) return refuse(value, tooMany(most), context)
    if (entries.some(([name]) => name.length > longestText))
      return refuse(value, { kind: 'longest-names', most: String(longestText) }, context)
    const all = partly(readAll(entries, member, isStrict), isStrict, context)
    return all === null
      ? z.NEVER
      : { fitting: Object.fromEntries(all.fitting), misfits: all.misfits }
  })
  return withShape(schema, { kind: 'map', of: member })
}

export function listOf<T>(element: z.ZodType<T>, most: number) {
  return list(element, most, true).transform(({ fitting }) => fitting)
}

export function mapOf<T>(member: z.ZodType<T>, most: number) {
  return map(member, most, true).transform(({ fitting }) => fitting)
}

export function eachOf<T>(element: z.ZodType<T>, most: number): z.ZodType<Partly<T[]>> {
  return list(element, most, false)
}

export function eachNamed<T>(
  member: z.ZodType<T>,
  most: number,
): z.ZodType<Partly<Record<string, T>>> {
  return map(member, most, false)
}
