// The service's side of specification 5. The signing here is written for the simulator alone: were it shared with the client, both
// could be wrong in the same way and still agree.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Dialect } from '../shared/domain/account.js'
import type { Clock } from '../shared/time.js'
import type { Endpoint } from '../v4/endpoint.js'
import { refused, type Answer } from './answer.js'
import { isCanonical } from './canonical.js'
import type { SimulatorKey } from './keys.js'
import { takeNonce } from './nonces.js'
import type { KeyState, World } from './world.js'

/** Header names in lower case, as Node hands them out. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

const nothing = Buffer.alloc(0)

const macOf = (payload: string, apiSecret: string): Buffer => createHmac('sha512', apiSecret).update(payload).digest()

/**
 * Hex HMAC-SHA512 over the Base64 text of the payload header.
 * @internal for the known-answer tests
 */
export const signatureOf = (payload: string, apiSecret: string): string => macOf(payload, apiSecret).toString('hex')

/** Standard, padded Base64 of the body. */
export const payloadOf = (body: Buffer): string => body.toString('base64')

const unauthorized = (): Answer => refused(401, 10, 'Unauthorized request.')
const invalidPayload = (): Answer => refused(400, 9, 'Invalid payload.')

const header = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}

const isJsonType = (contentType: string): boolean =>
  contentType === 'application/json' || contentType.split(';')[0]?.trim().toLowerCase() === 'application/json'

/** Compares as bytes, so that capitals do not matter; what is not hex is shorter as bytes, and another length is another signature. */
const isSignature = (given: string, wanted: Buffer): boolean => {
  const bytes = given.length === 2 * wanted.length ? Buffer.from(given, 'hex') : nothing
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

const readObject = (raw: Buffer): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The live service reads the body, writes it again its own way and compares. Bytes that are no UTF-8 do not come back as they were. */
const isAsWrittenAgain = (raw: Buffer): boolean => {
  const text = raw.toString('utf8')
  return isCanonical(text) && Buffer.from(text, 'utf8').equals(raw)
}

export type Opened =
  | { ok: true; key: SimulatorKey; state: KeyState; body: Record<string, unknown> }
  /** `key` is known where the signature was good and something else was not. */
  | { ok: false; key: SimulatorKey | null; answer: Answer }

export type Door = { world: World; keys: readonly SimulatorKey[]; dialect: Dialect; callerClock: Clock }

/** Checks headers, payload against body, key and signature. Nothing of the body is believed before the signature is good. */
export const openEnvelope = ({ world, keys, dialect }: Door, headers: Headers, raw: Buffer): Opened => {
  const no = (answer: Answer, key: SimulatorKey | null = null): Opened => ({ ok: false, key, answer })
  const payload = header(headers, 'x-txc-payload')
  const publicKey = header(headers, 'x-txc-apikey')
  if (publicKey === '') return no(unauthorized())
  if (payload === '') return no(refused(401, 0, 'Payload not provided.'))
  const body = readObject(raw)
  if (!isJsonType(header(headers, 'content-type')) || payload !== payloadOf(raw) || body === null) return no(invalidPayload())
  if (dialect === 'live' && !isAsWrittenAgain(raw)) return no(invalidPayload())
  const key = keys.find((one) => one.apiKey === publicKey)
  const state = key === undefined ? undefined : world.keys[key.name]
  if (key === undefined || state === undefined) return no(unauthorized())
  if (!isSignature(header(headers, 'x-txc-signature'), macOf(payload, key.apiSecret))) return no(unauthorized())
  if (!state.enabled) return no(refused(403, 2, 'This action is unauthorized. Enable your key in API settings'), key)
  return { ok: true, key, state, body }
}

const missing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Specification 4.6 marks `request` and `nonce` of the bulk endpoint as not required; the live service wants them everywhere. */
const mayOmit = (endpoint: Endpoint, dialect: Dialect): boolean => dialect === 'spec' && endpoint.section === '4.6'

/** Checks `request` against the path and takes the nonce. Gives the refusal, or null when both are good. */
export const checkMembers = (door: Door, endpoint: Endpoint, state: KeyState, body: Record<string, unknown>): Answer | null => {
  const optional = mayOmit(endpoint, door.dialect)
  const { request, nonce, nonceWindow } = body
  if (missing(request)) {
    if (!optional) return refused(422, 0, 'Request not provided.')
  } else if (request !== endpoint.path) return unauthorized()
  if (nonceWindow !== undefined && nonceWindow !== null && typeof nonceWindow !== 'boolean') return refused(422, 0, 'Invalid nonceWindow.')
  if (missing(nonce)) return optional ? null : refused(422, 0, 'Nonce not provided.')
  const times = { service: door.world.nowMicros / 1000, caller: door.callerClock() * 1000 }
  return takeNonce(state, nonce, nonceWindow === true, times, door.dialect)
}

const orderSections: ReadonlySet<string> = new Set(['4.5', '4.6'])
const collateralSections: ReadonlySet<string> = new Set(['4.5', '4.7'])

/** What a key or its account is not entitled to, in the words the live service uses for each. Null where it is. */
export const checkRights = (endpoint: Endpoint, state: KeyState, dialect: Dialect): Answer | null => {
  if (endpoint.access === 'b2b' && !state.b2b) {
    const message = "You don't have permission to use this endpoint. Please contact support for more details"
    return dialect === 'spec' ? refused(403, 0, message) : { kind: 'json', status: 403, body: { success: false, code: 0, message } }
  }
  if (endpoint.access === 'credit-line' && !state.creditLine) return refused(404, 0, '')
  if (collateralSections.has(endpoint.section) && !state.collateral) return refused(403, 0, 'This action is unauthorized.', {})
  const barred =
    (endpoint.access === 'mining' && !state.mining) ||
    (orderSections.has(endpoint.section) && !state.trading) ||
    state.barred.includes(endpoint.path)
  return barred ? refused(403, 4, 'This API Key is not authorized to perform this action.') : null
}
