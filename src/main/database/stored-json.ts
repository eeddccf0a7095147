// Reads back the rows that the repositories wrote. Anything else is damage and is not guessed at.
import { z } from 'zod'
import { parseJson } from '../../shared/json.js'
import { DatabaseFault } from './database-fault.js'
import type { Row } from './database.js'

/** A text column that holds JSON. */
export function json<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .string()
    .transform((text, context): unknown => {
      const value = parseJson(text)
      if (value === undefined) context.addIssue('no JSON')
      return value
    })
    .pipe(schema)
}

/** Checked as far as `schema` goes; the rest is kept as written. */
export function asWritten<T>(schema: z.ZodType): z.ZodType<T> {
  return z.custom<T>((value) => schema.safeParse(value).success)
}

/** @throws DatabaseFault */
export function readRow<T>(schema: z.ZodType<T>, row: Row, what: string): T {
  const read = schema.safeParse(row)
  if (!read.success)
    throw new DatabaseFault(
      'DAMAGED',
      `${what} does not hold what was written: ${String(read.error.issues[0]?.path[0] ?? '')}`,
    )
  return read.data
}
