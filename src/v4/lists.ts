// Lists and maps of an answer, with a cap on how many members they may have. `listOf` and `mapOf` are read up to the first member that
// does not fit: a complaint about each of a million would cost more than the answer itself. `eachOf` and `eachNamed` leave out a member
// that does not fit and say which it is, up to a cap of their own.
import { z } from 'zod'
import { longestText, mostMisfits } from './limits.js'
import { isNull, missing } from './numbers.js'

/** A member that was left out: its place from 0, or its name; which of its own members does not fit, empty for all of it; and why. */
export type Misfit = { at: number | string; member: unknown; field: string; why: string }

type Partly<T> = { fitting: T; misfits: Misfit[] }

type Issues = Pick<z.core.$RefinementCtx, 'issues'>

const tooMany = (most: number): string => `must have at most ${most} members`

const kinds: Record<string, string> = { object: 'an object', string: 'text', boolean: 'true or false' }

const wordsFor = (issue: z.core.$ZodIssue): string => {
  if (issue.code !== 'invalid_type') return issue.message
  if (issue.message.endsWith('undefined')) return missing
  return issue.message.endsWith('null') ? isNull : `must be ${kinds[issue.expected] ?? issue.expected}`
}

const misfitOf = (at: Misfit['at'], member: unknown, error: z.ZodError): Misfit => {
  const [issue] = error.issues
  if (issue === undefined) return { at, member, field: '', why: 'does not fit' }
  return { at, member, field: issue.path.map(String).join('.'), why: wordsFor(issue) }
}

type Bounds = { misfits: number; evenNone: boolean }

/** Null with the complaint about the first misfit filed where there are too many of them, or where nothing at all fits. */
const readAll = <At extends Misfit['at'], T>(
  members: Iterable<[At, unknown]>,
  element: z.ZodType<T>,
  bounds: Bounds,
  context: Issues,
): { read: [At, T][]; misfits: Misfit[] } | null => {
  const read: [At, T][] = []
  const misfits: Misfit[] = []
  for (const [at, member] of members) {
    const one = element.safeParse(member)
    if (one.success) read.push([at, one.data])
    else misfits.push(misfitOf(at, member, one.error))
    if (misfits.length > bounds.misfits) break
  }
  const [first] = misfits
  if (first === undefined || (misfits.length <= bounds.misfits && (read.length > 0 || bounds.evenNone))) return { read, misfits }
  const path = [first.at, ...(first.field === '' ? [] : first.field.split('.'))]
  context.issues.push({ code: 'custom', message: first.why, input: first.member, path })
  return null
}

const refuse = (value: unknown, message: string, context: Issues): never => {
  context.issues.push({ code: 'custom', message, input: value })
  return z.NEVER
}

const list = <T>(element: z.ZodType<T>, most: number, bounds: Bounds) =>
  z.unknown().transform((value, context): Partly<T[]> => {
    if (!Array.isArray(value)) return refuse(value, 'must be a list', context)
    if (value.length > most) return refuse(value, tooMany(most), context)
    const all = readAll(value.entries(), element, bounds, context)
    return all === null ? z.NEVER : { fitting: all.read.map(([, one]) => one), misfits: all.misfits }
  })

const map = <T>(member: z.ZodType<T>, most: number, bounds: Bounds) =>
  z.unknown().transform((value, context): Partly<Record<string, T>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(value, 'must be an object', context)
    const entries = Object.entries(value)
    if (entries.length > most) return refuse(value, tooMany(most), context)
    if (entries.some(([name]) => name.length > longestText))
      return refuse(value, `must have names of at most ${longestText} characters`, context)
    const all = readAll(entries, member, bounds, context)
    return all === null ? z.NEVER : { fitting: Object.fromEntries(all.read), misfits: all.misfits }
  })

const strictly: Bounds = { misfits: 0, evenNone: false }

export const listOf = <T>(element: z.ZodType<T>, most: number) => list(element, most, strictly).transform(({ fitting }) => fitting)

export const mapOf = <T>(member: z.ZodType<T>, most: number) => map(member, most, strictly).transform(({ fitting }) => fitting)

/** `evenNone`: also where no member fits. Without it such a list is refused: an empty one would stand for "there is none". */
export const eachOf = <T>(element: z.ZodType<T>, most: number, { evenNone = false } = {}) =>
  list(element, most, { misfits: mostMisfits, evenNone })

export const eachNamed = <T>(member: z.ZodType<T>, most: number) => map(member, most, { misfits: mostMisfits, evenNone: false })
