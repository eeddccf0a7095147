// A sliding window per path on the service's clock. Over the limit nothing is executed.
import { limits } from '../v4/limits.js'
import type { Endpoint } from '../v4/endpoint.js'

/** Specification 8 for public calls and the history; public documentation for the others. */
const windowOf = ({ scope, serviceLimit = 1000 }: Endpoint): { requests: number; micros: number } => {
  const { requests, perSeconds } = limits[scope]
  return { requests: scope === 'private' ? serviceLimit : requests, micros: perSeconds * 1_000_000 }
}

/** Times of the calls still inside the window, oldest first, by path. */
export class RateLimits {
  private readonly taken = new Map<string, { times: number[]; first: number }>()

  /** True where the call still fits; a call that does not fit is not counted. */
  admit(endpoint: Endpoint, nowMicros: number): boolean {
    const window = windowOf(endpoint)
    const record = this.taken.get(endpoint.path) ?? { times: [], first: 0 }
    this.taken.set(endpoint.path, record)
    while ((record.times[record.first] ?? nowMicros) <= nowMicros - window.micros) record.first += 1
    if (record.first > window.requests) {
      record.times = record.times.slice(record.first)
      record.first = 0
    }
    if (record.times.length - record.first >= window.requests) return false
    record.times.push(nowMicros)
    return true
  }
}
