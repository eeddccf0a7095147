// Of what members the answers of an exchange consist and where that differs from their description:
// names and JSON types, never a value.
import type { UnixSeconds } from '../time.js'

export type JsonType = 'text' | 'number' | 'true or false' | 'null' | 'object' | 'list'

/** In place of a name that may be data. */
export const otherName = '(other name)'

export type Difference = 'missing' | 'unknown' | 'type'

/**
 * `path`: `[]` is any row of a list, `*` any member whose name is data; empty for the whole answer.
 */
export type AnswerMember = {
  path: string
  /** What it came as; empty where it is missing. */
  json: JsonType[]
  /** Null where that is not described. */
  described: JsonType[] | null
  differs: Difference | null
}

export type AnswerDifference = Omit<AnswerMember, 'differs'> & {
  endpoint: string
  differs: Difference
  /** Of the first of the answers in a row that differ in this. */
  since: UnixSeconds
}

/** Of the last answer of an endpoint. */
export type AnswerReport = {
  endpoint: string
  at: UnixSeconds
  members: AnswerMember[]
  differences: AnswerDifference[]
}
