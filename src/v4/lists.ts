// Lists and maps of an answer, with a cap on how many members they may have. They are read up to the first member that does not fit: a
// complaint about each of a million would cost more than the answer itself.
import { z } from 'zod'
import { longestText } from './limits.js'

type Issues = { issues: { push(issue: { code: 'custom'; message: string; input: unknown; path?: PropertyKey[] }): unknown } }

const tooMany = (most: number): string => `must have at most ${most} members`

/** False with the complaint filed where the member does not fit. */
const fits = <T>(read: z.ZodSafeParseResult<T>, input: unknown, at: PropertyKey, context: Issues): read is z.ZodSafeParseSuccess<T> => {
  if (read.success) return true
  const [issue] = read.error.issues
  context.issues.push({
    code: 'custom',
    message: issue?.message ?? 'does not fit',
    input,
    path: [at, ...(issue?.path ?? [])],
  })
  return false
}

export const listOf = <T>(element: z.ZodType<T>, most: number) =>
  z.unknown().transform((value, context): T[] => {
    const refuse = (message: string): never => {
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }
    if (!Array.isArray(value)) return refuse('must be a list')
    if (value.length > most) return refuse(tooMany(most))
    const list: T[] = []
    for (const [at, member] of value.entries()) {
      const read = element.safeParse(member)
      if (!fits(read, member, at, context)) return z.NEVER
      list.push(read.data)
    }
    return list
  })

export const mapOf = <T>(member: z.ZodType<T>, most: number) =>
  z.unknown().transform((value, context): Record<string, T> => {
    const refuse = (message: string): never => {
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object')
    const entries = Object.entries(value)
    if (entries.length > most) return refuse(tooMany(most))
    const map: [string, T][] = []
    for (const [name, one] of entries) {
      if (name.length > longestText) return refuse(`must have names of at most ${longestText} characters`)
      const read = member.safeParse(one)
      if (!fits(read, one, name, context)) return z.NEVER
      map.push([name, read.data])
    }
    return Object.fromEntries(map)
  })
