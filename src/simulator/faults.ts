// Failures on demand: what to do to a call instead of, or after, answering it.
import { validateHeaderName, validateHeaderValue } from 'node:http'

export type Fault = {
  /** Exact path; every path of the service where absent. */
  path?: string
  /** How many calls it meets; until cleared where absent. */
  times?: number
  status?: number
  body?: unknown
  /** The answer waits this long in real time. */
  delayMs?: number
  /** `before`: the connection is cut and nothing is executed. `after`: the call is executed, then the connection is cut. */
  drop?: 'before' | 'after'
  /** The answer is cut in the middle of its JSON. */
  malformed?: boolean
  headers?: Record<string, string>
}

/** Node refuses names and values that HTTP does not allow, and a `Trailer` where a body is not sent in chunks. */
export const areHeaders = (headers: unknown): boolean => {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  return Object.entries(headers).every(([name, value]) => {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value as string)
      return typeof value === 'string' && name.toLowerCase() !== 'trailer'
    } catch {
      return false
    }
  })
}

export class Faults {
  private list: Fault[] = []

  add(fault: Fault): void {
    this.list.push({ ...fault })
  }

  clear(): void {
    this.list = []
  }

  all(): readonly Fault[] {
    return this.list
  }

  /** The oldest fault that meets this path, one of its times used up; null where none does. */
  take(path: string): Fault | null {
    const fault = this.list.find((one) => one.path === undefined || one.path === path)
    if (fault === undefined) return null
    if (fault.times !== undefined) {
      fault.times -= 1
      if (fault.times <= 0) this.list = this.list.filter((other) => other !== fault)
    }
    return fault
  }

  /** Whether a fault answers by itself, so that the call is not executed. */
  static replaces(fault: Fault | null): boolean {
    return fault !== null && (fault.status !== undefined || fault.body !== undefined)
  }
}
