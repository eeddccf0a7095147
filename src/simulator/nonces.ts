// What a nonce may be and whether it is new (specification 5: a unique identifier string; the rest is publicly documented).
import type { Dialect } from '../shared/domain/account.js'
import { type Answer, refused } from './answer.js'
import { addText, hasText, type KeyState } from './world.js'

/** What a nonce is held against: the service's time and that of whoever calls, in milliseconds. */
export type NonceTimes = { service: number; caller: number }

const windowMillis = 5000
/** Longer ones name a moment tens of thousands of years away. */
const longestInWindow = 15
/** Of one that is no number: each is remembered. */
const longestText = 255
/** Nonces remembered before those that have left the window are forgotten. */
const remembered = 20_000

const stale = (): Answer => refused(429, 0, 'Too many requests.', {})
const invalid = (): Answer => refused(422, 0, 'Invalid nonce.')
const outside = (side: 'lesser' | 'greater'): Answer => refused(422, 0, `Your nonce is more than 5 seconds ${side} than the current nonce.`)

/** Text of a nonce that is a whole number, as text or as a JSON integer, without leading zeros; null otherwise. */
const wholeNumber = (nonce: unknown): string | null => {
  if (typeof nonce === 'number') return Number.isSafeInteger(nonce) && nonce >= 0 ? String(nonce) : null
  return typeof nonce === 'string' && /^\d{1,30}$/.test(nonce) ? nonce.replace(/^0+(?=\d)/, '') : null
}

/** Where a number stands, or would stand, in an ascending list: new ones mostly belong at its end. */
const placeIn = (list: readonly number[], value: number): number => list.findLastIndex((one) => one < value) + 1

/** Remembers a nonce that the window may still meet; false where it was taken before. */
const remember = (taken: number[], millis: number, times: NonceTimes): boolean => {
  const place = placeIn(taken, millis)
  if (taken[place] === millis) return false
  taken.splice(place, 0, millis)
  const earlier = times.service < times.caller ? times.service : times.caller
  if (taken.length > remembered) taken.splice(0, placeIn(taken, earlier - 2 * windowMillis))
  return true
}

/** With `nonceWindow` the nonce must lie within five seconds of either time and be new; order does not matter. */
const takeInWindow = (state: KeyState, nonce: string, times: NonceTimes): Answer | null => {
  const millis = Number.parseInt(nonce, 10)
  const isNear = (now: number): boolean => millis >= now - windowMillis && millis <= now + windowMillis
  if (!isNear(times.service) && !isNear(times.caller)) return outside(millis < times.service ? 'lesser' : 'greater')
  if (!remember(state.windowNonces, millis, times)) return stale()
  if (BigInt(nonce) > BigInt(state.lastNonce)) state.lastNonce = nonce
  return null
}

/** Without it, strictly above every nonce this key has used before, with the window or without. */
const takeInOrder = (state: KeyState, nonce: string, times: NonceTimes): Answer | null => {
  if (BigInt(nonce) <= BigInt(state.lastNonce)) return stale()
  state.lastNonce = nonce
  if (nonce.length <= longestInWindow) remember(state.windowNonces, Number.parseInt(nonce, 10), times)
  return null
}

/** Any other text, which only the specification's dialect takes: once, whatever the time. */
const takeText = (state: KeyState, nonce: unknown): Answer | null => {
  if (typeof nonce !== 'string' || nonce.length > longestText) return invalid()
  if (hasText(state.textNonces, nonce)) return stale()
  addText(state.textNonces, nonce)
  return null
}

/** Uses a nonce up. Gives the refusal, or null where it was good. */
export const takeNonce = (state: KeyState, nonce: unknown, inWindow: boolean, times: NonceTimes, dialect: Dialect): Answer | null => {
  const number = wholeNumber(nonce)
  if (number === null) return dialect === 'spec' ? takeText(state, nonce) : invalid()
  return inWindow ? takeInWindow(state, number, times) : takeInOrder(state, number, times)
}
