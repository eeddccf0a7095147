// The service's side of specification 5. The signing here is written for the simulator alone: if it
// were shared with the client, both could be wrong in the same way and still agree.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Dialect } from '../shared/accounts/account.js'
import type { Clock } from '../shared/time.js'
import type { Endpoint } from '../v4/endpoint.js'
import { type Answer, refused } from './answer.js'
import { drawFrom, drawHex } from './engine/random.js'
import { addText, hasText, type KeyState, type World } from './world.js'

const rights = {
  full: { b2b: true, creditLine: true, mining: true },
  plain: { b2b: false, creditLine: false, mining: false },
}

function derive(seed: number, purpose: string): string {
  return createHash('sha256').update(`plimsoll simulator ${seed} ${purpose}`).digest('hex')
}

/** A key as printed by the command line. */
export type SimulatorKey = {
  name: string
  apiKey: string
  apiSecret: string
  b2b: boolean
  creditLine: boolean
  mining: boolean
}

/**
 * Derived from the seed alone: printable, the same in every run, and worthless outside this
 * simulator.
 */
export function deriveKeys(seed: number): SimulatorKey[] {
  return Object.entries(rights).map(([name, granted]) => ({
    name,
    apiKey: derive(seed, `${name} key`).slice(0, 32),
    apiSecret: derive(seed, `${name} secret`),
    ...granted,
  }))
}

export function freshKeyStates(): Record<string, KeyState> {
  return Object.fromEntries(
    Object.entries(rights).map(([name, granted]) => [
      name,
      {
        enabled: true,
        trading: true,
        collateral: true,
        ...granted,
        barred: [],
        lastNonce: '0',
        windowNonces: [],
        textNonces: {},
      },
    ]),
  )
}

/** Header names in lower case, as Node provides them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

function macOf(payload: string, apiSecret: string): Buffer {
  return createHmac('sha512', apiSecret).update(payload).digest()
}

/**
 * Hex HMAC-SHA512 over the Base64 text of the payload header.
 * @internal for the known-answer tests
 */
export function signatureOf(payload: string, apiSecret: string): string {
  return macOf(payload, apiSecret).toString('hex')
}

/** Standard, padded Base64 of the body. */
export function payloadOf(body: Buffer): string {
  return body.toString('base64')
}

const unauthorized = (): Answer => refused(401, 10, 'Unauthorized request.')
const invalidPayload = (): Answer => refused(400, 9, 'Invalid payload.')

function header(headers: Headers, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}

function isJsonType(contentType: string): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Compares bytes, so that letter case does not matter; text that is not hex decodes to fewer bytes,
 * and a different length is a different signature.
 */
function isSignature(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given.length === 2 * wanted.length ? given : '', 'hex')
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

function readObject(raw: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Strings, punctuation, white space, and the literals between them. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+|[^{}[\],:\s"]+/gs

/**
 * For valid JSON text: whether every string and number is in its shortest form, every name is
 * unique, and there is no white space. The order of names is free. A single pass, however deep it
 * is nested.
 */
export function isCanonical(text: string): boolean {
  const open: (Set<string> | null)[] = []
  let before = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ',' && token !== ':') {
      // A string without a backslash has only one form.
      const isShortest =
        (token.startsWith('"') && !token.includes('\\')) ||
        token === JSON.stringify(JSON.parse(token.trim() || '""'))
      const names = before === '{' || before === ',' ? open.at(-1) : null
      if (!isShortest || names?.has(token) === true) return false
      names?.add(token)
    }
    before = token
  }
  return true
}

/**
 * The live service parses the body, serialises it its own way and compares. Bytes that are not
 * valid UTF-8 do not survive this.
 */
function isAsWrittenAgain(raw: Buffer): boolean {
  const text = raw.toString('utf8')
  return isCanonical(text) && Buffer.from(text, 'utf8').equals(raw)
}

/** What a call is checked against. */
type Service = { world: World; keys: readonly SimulatorKey[]; dialect: Dialect; callerClock: Clock }

type Opened =
  | { ok: true; key: SimulatorKey; state: KeyState; body: Record<string, unknown> }
  /** `key` is known if the signature was good and something else was not. */
  | { ok: false; key: SimulatorKey | null; answer: Answer }

/**
 * Checks headers, payload against body, key and signature. Nothing in the body is trusted before
 * the signature is verified.
 */
export function openEnvelope(
  { world, keys, dialect }: Service,
  headers: Headers,
  raw: Buffer,
): Opened {
  const no = (answer: Answer, key: SimulatorKey | null = null): Opened => ({
    ok: false,
    key,
    answer,
  })
  const payload = header(headers, 'x-txc-payload')
  const publicKey = header(headers, 'x-txc-apikey')
  if (publicKey === '') return no(unauthorized())
  if (payload === '') return no(refused(401, 0, 'Payload not provided.'))
  const body = readObject(raw)
  if (!isJsonType(header(headers, 'content-type')) || payload !== payloadOf(raw) || body === null)
    return no(invalidPayload())
  if (dialect === 'live' && !isAsWrittenAgain(raw)) return no(invalidPayload())
  const key = keys.find((one) => one.apiKey === publicKey)
  const state = key === undefined ? undefined : world.keys[key.name]
  if (key === undefined || state === undefined) return no(unauthorized())
  if (!isSignature(header(headers, 'x-txc-signature'), macOf(payload, key.apiSecret)))
    return no(unauthorized())
  if (!state.enabled)
    return no(refused(403, 2, 'This action is unauthorized. Enable your key in API settings'), key)
  return { ok: true, key, state, body }
}

const missing = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Specification 4.6 marks `request` and `nonce` of the bulk endpoint as not required; the live
 * service requires them everywhere.
 */
function mayOmit(endpoint: Endpoint, dialect: Dialect): boolean {
  return dialect === 'spec' && endpoint.mayOmitSigned === true
}

/**
 * Checks `request` against the path and uses the nonce. Returns the error, or null if both are
 * good.
 */
export function checkMembers(
  service: Service,
  endpoint: Endpoint,
  state: KeyState,
  body: Record<string, unknown>,
): Answer | null {
  const optional = mayOmit(endpoint, service.dialect)
  const { request, nonce, nonceWindow } = body
  if (missing(request)) {
    if (!optional) return refused(422, 0, 'Request not provided.')
  } else if (request !== endpoint.path) return unauthorized()
  if (nonceWindow !== undefined && nonceWindow !== null && typeof nonceWindow !== 'boolean')
    return refused(422, 0, 'Invalid nonceWindow.')
  if (missing(nonce)) return optional ? null : refused(422, 0, 'Nonce not provided.')
  const times = { service: service.world.nowMicros / 1000, caller: service.callerClock() * 1000 }
  return takeNonce(state, nonce, nonceWindow === true, times, service.dialect)
}

const isOrder = ({ movesMoney, access }: Endpoint): boolean => movesMoney && access === 'any-key'

/**
 * What a key or its account is not entitled to, in the live service's wording. Null if it is
 * entitled.
 */
export function checkRights(endpoint: Endpoint, state: KeyState, dialect: Dialect): Answer | null {
  if (endpoint.access === 'b2b' && !state.b2b) {
    const message =
      "You don't have permission to use this endpoint. Please contact support for more details"
    return dialect === 'spec'
      ? refused(403, 0, message)
      : { status: 403, body: { success: false, code: 0, message } }
  }
  if (endpoint.access === 'credit-line' && !state.creditLine) return refused(404, 0, '')
  if (endpoint.collateral === true && !state.collateral)
    return refused(403, 0, 'This action is unauthorized.', {})
  const barred =
    (endpoint.access === 'mining' && !state.mining) ||
    (isOrder(endpoint) && !state.trading) ||
    state.barred.includes(endpoint.path)
  return barred ? refused(403, 4, 'This API Key is not authorized to perform this action.') : null
}

// What a nonce may be and whether it is new (specification 5: a unique identifier string; the rest
// is publicly documented).

/** What a nonce is compared with: the service's time and the caller's, in milliseconds. */
export type NonceTimes = { service: number; caller: number }

const windowMillis = 5000
/** Longer ones denote a time tens of thousands of years away. */
const longestInWindow = 15
/** For a non-numeric nonce: each is stored. */
const longestText = 255
/** Nonces stored before those outside the window are dropped. */
const remembered = 20_000

const stale = (): Answer => refused(429, 0, 'Too many requests.', {})
const invalid = (): Answer => refused(422, 0, 'Invalid nonce.')

function outside(side: 'lesser' | 'greater'): Answer {
  return refused(422, 0, `Your nonce is more than 5 seconds ${side} than the current nonce.`)
}

/**
 * The text of an integer nonce, sent as text or as a JSON integer, without leading zeros; null
 * otherwise.
 */
function wholeNumber(nonce: unknown): string | null {
  if (typeof nonce === 'number')
    return Number.isSafeInteger(nonce) && nonce >= 0 ? String(nonce) : null
  return typeof nonce === 'string' && /^\d{1,30}$/.test(nonce)
    ? nonce.replace(/^0+(?=\d)/, '')
    : null
}

/** The index of a number, or its insertion index, in an ascending list. */
function placeIn(list: readonly number[], value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? value) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Stores a nonce that the window may still cover; false if it was already used. */
function remember(taken: number[], millis: number, times: NonceTimes): boolean {
  const place = placeIn(taken, millis)
  if (taken[place] === millis) return false
  taken.splice(place, 0, millis)
  const earlier = times.service < times.caller ? times.service : times.caller
  if (taken.length > remembered) taken.splice(0, placeIn(taken, earlier - 2 * windowMillis))
  return true
}

/**
 * With `nonceWindow` the nonce must be within five seconds of either time and be new; order does
 * not matter.
 */
function takeInWindow(state: KeyState, nonce: string, times: NonceTimes): Answer | null {
  const millis = Number.parseInt(nonce, 10)
  const isNear = (now: number): boolean =>
    millis >= now - windowMillis && millis <= now + windowMillis
  if (!isNear(times.service) && !isNear(times.caller))
    return outside(millis < times.service ? 'lesser' : 'greater')
  if (!remember(state.windowNonces, millis, times)) return stale()
  if (BigInt(nonce) > BigInt(state.lastNonce)) state.lastNonce = nonce
  return null
}

/** Without it, strictly above every nonce this key has used before, with or without the window. */
function takeInOrder(state: KeyState, nonce: string, times: NonceTimes): Answer | null {
  if (BigInt(nonce) <= BigInt(state.lastNonce)) return stale()
  state.lastNonce = nonce
  if (nonce.length <= longestInWindow)
    remember(state.windowNonces, Number.parseInt(nonce, 10), times)
  return null
}

/** Any other text, which only the specification's dialect accepts: once, whatever the time. */
function takeText(state: KeyState, nonce: unknown): Answer | null {
  if (typeof nonce !== 'string' || nonce.length > longestText) return invalid()
  if (hasText(state.textNonces, nonce)) return stale()
  addText(state.textNonces, nonce)
  return null
}

/** Consumes a nonce. Returns the error, or null if it was good. */
export function takeNonce(
  state: KeyState,
  nonce: unknown,
  inWindow: boolean,
  times: NonceTimes,
  dialect: Dialect,
): Answer | null {
  const number = wholeNumber(nonce)
  if (number === null) return dialect === 'spec' ? takeText(state, nonce) : invalid()
  return inWindow ? takeInWindow(state, number, times) : takeInOrder(state, number, times)
}

/**
 * The lifetime of a token is not shown (specification 4.10): here it is an hour, and the newest
 * hundred are kept.
 */
const tokensKept = 100
const tokenMicros = 3_600_000_000

/** The alphabet of a bcrypt hash: the live service was observed to format its tokens that way. */
const bcryptLetters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function newToken({ random }: World, dialect: Dialect): string {
  return dialect === 'live'
    ? `$2y$10$${drawFrom(random, bcryptLetters, 53)}`
    : `$sim$10$${drawHex(random, 52)}`
}

export function issueToken(world: World, keyName: string, dialect: Dialect): string {
  const token = newToken(world, dialect)
  world.streamTokens.push({ token, keyName, issuedMicros: world.nowMicros })
  if (world.streamTokens.length > tokensKept) world.streamTokens.shift()
  return token
}

/**
 * The name of the key a token was issued to; null if it is unknown, expired, or its key is switched
 * off.
 */
export function tokenHolder(world: World, token: string): string | null {
  const found = world.streamTokens.find((one) => one.token === token)
  if (found === undefined || world.nowMicros - found.issuedMicros > tokenMicros) return null
  return world.keys[found.keyName]?.enabled === true ? found.keyName : null
}
