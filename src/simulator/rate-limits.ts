// A sliding window per path on the service's clock. Over the limit nothing is executed.
import { limits } from '../v4/limits.js'
import type { Endpoint } from '../v4/endpoint.js'

type Window = { requests: number; micros: number }

const second = 1_000_000
const perTen = (requests: number): Window => ({ requests, micros: 10 * second })

/** Specification 8 for public calls and the history; public documentation for the others. */
const windowOf = (endpoint: Endpoint): Window => {
  const { requests, perSeconds } = limits[endpoint.scope]
  if (endpoint.scope !== 'private') return { requests, micros: perSeconds * second }
  if (endpoint.section === '4.7') return perTen(12_000)
  return endpoint.movesMoney && endpoint.access === 'any-key' ? perTen(10_000) : perTen(1000)
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
