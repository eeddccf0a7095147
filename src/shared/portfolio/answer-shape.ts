// The members of the exchange's responses, and how they differ from their description: names and
// JSON types, never a value.
import type { UnixSeconds } from '../time.js'

export type JsonType = 'text' | 'number' | 'true or false' | 'null' | 'object' | 'list'

/** Replaces a name that may be data. */
export const otherName = '(other name)'

export type Difference = 'missing' | 'unknown' | 'type'

/**
 * `path`: `[]` is any row of a list, `*` any member whose name is data; empty for the whole
 * response.
 */
export type AnswerMember = {
  path: string
  /** The type received; empty if it is missing. */
  json: JsonType[]
  /** Null if it is not described. */
  described: JsonType[] | null
  differs: Difference | null
}

export type AnswerDifference = Omit<AnswerMember, 'differs'> & {
  endpoint: string
  differs: Difference
  /** Of the first of the consecutive responses that differ in this. */
  since: UnixSeconds
}

/** Of the last response of an endpoint. */
export type AnswerReport = {
  endpoint: string
  at: UnixSeconds
  members: AnswerMember[]
  differences: AnswerDifference[]
}
