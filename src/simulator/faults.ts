// Failures: on demand, and at random as on a bad day of the service. What happens to a call instead
// of, or after, a response.
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { z } from 'zod'
import { endpoints } from '../v4/endpoints.js'
import { isNestedDeeper } from './call-record.js'
import { draw, randomFor } from './engine/random.js'
import type { Random, World } from './world.js'

/**
 * Node rejects names and values that HTTP does not allow, and a `Trailer` if the body is not
 * chunked.
 */
function areHeaders(headers: unknown): boolean {
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

/**
 * `drop`: it is never sent · `late`: `delayMs` of the service's time later · `twice`: sent twice ·
 * `swap`: after the next one of its connection · `half-open`: from then on nothing is sent on its
 * connection, which stays open · `any`: one of the first four, or nothing, by the seed.
 */
export const updateFaults = ['drop', 'late', 'twice', 'swap', 'half-open', 'any'] as const

export const faultSchema = z.strictObject({
  /** Exact; every path of the service if absent. */
  path: z.string().startsWith('/').optional(),
  /** How many calls it affects; until cleared if absent. */
  times: z.int().positive().optional(),
  status: z.int().min(200).max(599).optional(),
  body: z
    .unknown()
    .refine((body) => !isNestedDeeper(body))
    .optional(),
  delayMs: z.int().nonnegative().max(600_000).optional(),
  /**
   * `before`: the connection is cut and nothing is executed. `after`: the call is executed, then
   * the connection is cut.
   */
  drop: z.enum(['before', 'after']).optional(),
  /** The response is cut in the middle of its JSON. */
  malformed: z.boolean().optional(),
  /** What happens to updates of the stream instead, `times` of them; to no call. */
  updates: z.enum(updateFaults).optional(),
  // Not a Zod record, which would lose a header `__proto__`.
  headers: z
    .custom<Record<string, string>>(areHeaders, 'must be names and values that HTTP allows')
    .optional(),
})
export type Fault = z.infer<typeof faultSchema>

export const trouble: Fault = { status: 503, body: { response: null, status: 503 } }

/**
 * The service reports maintenance, and responds with nothing else. In this order: a call gets the
 * first one that applies to its path.
 */
export const maintenance: readonly Fault[] = [
  { path: endpoints.platformStatus.path, body: { status: 'system maintenance' } },
  trouble,
]

/** Whether a fault replaces the response, so that the call is not executed. */
export function replacesAnswer({ status, body }: Fault): boolean {
  return status !== undefined || body !== undefined
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

  /** The oldest fault for this path, using up one of its calls; null if there is none. */
  take(path: string): Fault | null {
    return this.use(
      ({ path: of, updates }) => updates === undefined && (of === undefined || of === path),
    )
  }

  /** The oldest fault for updates of the stream, using up one of its updates. */
  takeForUpdate(): Fault | null {
    return this.use(({ updates }) => updates !== undefined)
  }

  private use(isMeant: (fault: Fault) => boolean): Fault | null {
    const fault = this.list.find(isMeant)
    if (fault === undefined) return null
    if (fault.times !== undefined) {
      fault.times -= 1
      if (fault.times <= 0) this.list = this.list.filter((other) => other !== fault)
    }
    return fault
  }
}

function page(title: string): string {
  return `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`
}

/**
 * Neither executed nor answered as the specification says: gateways, maintenance, floods,
 * third-party pages.
 */
const instead: readonly ((random: Random) => Fault)[] = [
  () => ({ status: 500, body: { error: ['Internal server error.'] } }),
  () => ({ status: 502, body: page('502 Bad Gateway') }),
  () => ({ status: 503, body: page('503 Service Temporarily Unavailable') }),
  (random) => ({
    status: 503,
    body: page('Maintenance'),
    headers: { 'retry-after': String(1 + draw(random, 5)) },
  }),
  () => ({
    status: 503,
    body: {
      response: null,
      status: 503,
      errors: { message: [''] },
      notification: null,
      warning: null,
      _token: null,
    },
  }),
  () => ({ status: 504, body: page('504 Gateway Time-out') }),
  () => ({
    status: 429,
    body: 'Too Many Requests',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  }),
  (random) => ({
    status: 429,
    body: page('429 Too Many Requests'),
    headers: { 'retry-after': String(1 + draw(random, 3)) },
  }),
  () => ({ status: 429, body: { code: 0, errors: {}, message: 'Too many requests.' } }),
  () => ({ status: 418, body: page('Slow down') }),
  () => ({ status: 200, body: page('Welcome to the airport') }),
  () => ({ status: 200, body: '', headers: { 'content-type': 'application/json' } }),
  () => ({
    status: 200,
    body: { success: false, message: 'Service is temporarily unavailable.', params: [] },
  }),
  () => ({ status: 200, body: null }),
  () => ({ status: 302, body: '', headers: { location: '/login' } }),
  () => ({ drop: 'before' }),
]

/** Executed, and then something happens to the response. */
const afterwards: readonly ((random: Random) => Fault)[] = [
  () => ({ drop: 'after' }),
  () => ({ malformed: true }),
  () => ({ headers: { 'content-type': 'text/html; charset=utf-8' } }),
  (random) => ({ delayMs: 100 + draw(random, 2400) }),
]

const busy: Fault = {
  status: 422,
  body: {
    code: 15,
    message: 'Inner validation failed',
    errors: { error: ['Please try again later.'] },
  },
}

const kinds = [...instead, ...afterwards, ...afterwards]

/**
 * From now on about every second call fails. How depends on the seed and on the number of previous
 * calls, so it is reproducible.
 */
export function startStorm(world: World): void {
  world.storm = randomFor(world.seed, 'storm')
}

/** The failure of this call; null if there is none. */
export function stormFault({ storm }: World, path: string): Fault | null {
  if (storm === null || draw(storm, 2) === 0) return null
  const make = kinds[draw(storm, kinds.length + 1)]
  if (make !== undefined) return make(storm)
  return path.startsWith('/api/v4/order/') ? busy : null
}

/** As time passes, streams are occasionally cut too. */
export function stormCutsStreams({ storm }: World): boolean {
  return storm !== null && draw(storm, 30) === 0
}
