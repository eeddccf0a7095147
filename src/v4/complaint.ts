// What is wrong with a value, as data: schemas state no sentences, because whoever shows it knows
// the language.
import type { z } from 'zod'

export type Complaint =
  | {
      kind:
        | 'boolean'
        | 'choice'
        | 'decimal'
        | 'empty'
        | 'integer'
        | 'list'
        | 'misfit'
        | 'missing'
        | 'null'
        | 'object'
        | 'other-kind'
        | 'text'
        | 'unix-time'
        | 'whole-number'
    }
  | { kind: 'longest-list' | 'longest-names' | 'longest-text' | 'most'; most: string }
  | { kind: 'least'; least: string }

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue<z.core.$ZodIssueCustom>

/** So that an issue tells a missing value from one of another type. */
export const withInput = { reportInput: true } as const

export function issueOf(complaint: Complaint, input: unknown, path: PropertyKey[] = []): RawIssue {
  return { code: 'custom', message: complaint.kind, params: complaint, path, input }
}

const byType: Readonly<Record<string, Complaint>> = {
  array: { kind: 'list' },
  boolean: { kind: 'boolean' },
  int: { kind: 'integer' },
  number: { kind: 'integer' },
  object: { kind: 'object' },
  string: { kind: 'text' },
  tuple: { kind: 'list' },
}

function complaintAbout(issue: Issue): Complaint {
  switch (issue.code) {
    case 'invalid_type':
      return byType[issue.expected] ?? { kind: 'other-kind' }
    case 'invalid_union':
      return { kind: 'other-kind' }
    case 'invalid_value':
      return { kind: 'choice' }
    case 'too_big': {
      const most = String(issue.maximum)
      if (issue.origin === 'string') return { kind: 'longest-text', most }
      return { kind: issue.origin === 'array' ? 'longest-list' : 'most', most }
    }
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { kind: 'empty' }
        : { kind: 'least', least: String(issue.minimum) }
    default:
      return { kind: 'misfit' }
  }
}

/** Of a value that was parsed `withInput`. */
export function complaintOf(issue: Issue | undefined): Complaint {
  if (issue === undefined) return { kind: 'misfit' }
  if (issue.code === 'custom') return (issue.params as Complaint | undefined) ?? { kind: 'misfit' }
  if (issue.input === undefined) return { kind: 'missing' }
  return issue.input === null ? { kind: 'null' } : complaintAbout(issue)
}

/** What is wrong with a value that is not there, or else `complaint`. */
export function unlessAbsent(value: unknown, complaint: Complaint): Complaint {
  if (value === undefined) return { kind: 'missing' }
  return value === null ? { kind: 'null' } : complaint
}
