// A bad day of the service: at about every second call something goes wrong, each time in another way. What happens follows from the
// seed and from how many calls came before, so a storm can be repeated.
import { draw, randomFor, type Random } from './engine/random.js'
import type { Fault } from './faults.js'
import type { World } from './world.js'

const orderPaths = /^\/api\/v4\/order\//
const page = (title: string): string => `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`
const plainText = { 'content-type': 'text/plain; charset=utf-8' }

/** Neither executed nor answered as the specification says: gateways, maintenance, floods, pages of somebody else. */
const instead: readonly ((random: Random) => Fault)[] = [
  () => ({ status: 500, body: { error: ['Internal server error.'] } }),
  () => ({ status: 502, body: page('502 Bad Gateway') }),
  () => ({ status: 503, body: page('503 Service Temporarily Unavailable') }),
  (random) => ({ status: 503, body: page('Maintenance'), headers: { 'retry-after': String(1 + draw(random, 5)) } }),
  () => ({
    status: 503,
    body: { response: null, status: 503, errors: { message: [''] }, notification: null, warning: null, _token: null },
  }),
  () => ({ status: 504, body: page('504 Gateway Time-out') }),
  () => ({ status: 429, body: 'Too Many Requests', headers: plainText }),
  (random) => ({ status: 429, body: page('429 Too Many Requests'), headers: { 'retry-after': String(1 + draw(random, 3)) } }),
  () => ({ status: 429, body: { code: 0, errors: {}, message: 'Too many requests.' } }),
  () => ({ status: 418, body: page('Slow down') }),
  () => ({ status: 200, body: page('Welcome to the airport') }),
  () => ({ status: 200, body: '', headers: { 'content-type': 'application/json' } }),
  () => ({ status: 200, body: { success: false, message: 'Service is temporarily unavailable.', params: [] } }),
  () => ({ status: 200, body: null }),
  () => ({ status: 302, body: '', headers: { location: '/login' } }),
  () => ({ drop: 'before' }),
]

/** Executed, and then something happens to the answer. */
const afterwards: readonly ((random: Random) => Fault)[] = [
  () => ({ drop: 'after' }),
  () => ({ malformed: true }),
  () => ({ headers: { 'content-type': 'text/html; charset=utf-8' } }),
  (random) => ({ delayMs: 100 + draw(random, 2400) }),
]

const busy: Fault = { status: 422, body: { code: 15, message: 'Inner validation failed', errors: { error: ['Please try again later.'] } } }

const kinds = [...instead, ...afterwards, ...afterwards]

export const startStorm = (world: World): void => {
  world.storm = randomFor(world.seed, 'storm')
}

/** What goes wrong with this call; null where nothing does, or the weather is fair. */
export const stormFault = (world: World, path: string): Fault | null => {
  const random = world.storm
  if (random === null || draw(random, 2) === 0) return null
  const kind = draw(random, kinds.length + 1)
  const make = kinds[kind]
  if (make !== undefined) return make(random)
  return orderPaths.test(path) ? busy : null
}

/** Now and then, as time passes, the stormy service cuts its streams. */
export const stormCutsStreams = (world: World): boolean => world.storm !== null && draw(world.storm, 30) === 0
