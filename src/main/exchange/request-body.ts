import type { Dialect } from '../../shared/domain/account.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { inDialect } from '../../v4/spellings.js'

const spelt = (members: object, dialect: Dialect): Record<string, unknown> =>
  inDialect(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, speltValue(value, dialect)])), dialect)

const speltValue = (value: unknown, dialect: Dialect): unknown => {
  if (Array.isArray(value)) return value.map((item) => speltValue(item, dialect))
  return typeof value === 'object' && value !== null ? spelt(value, dialect) : value
}

type Target = Pick<Endpoint, 'path' | 'carries'>

const bodyBeforeNonce = (endpoint: Target, ask: object, dialect: Dialect): Record<string, unknown> => {
  const body: Record<string, unknown> = dialect === 'live' ? spelt(ask, dialect) : { ...ask }
  if (endpoint.carries.request) body['request'] = endpoint.path
  return body
}

/**
 * The body of a private call: the endpoint's own members in the profile's spelling, then `request` (always the very path the call
 * goes to) and `nonce` (specification section 5).
 */
export const requestBody = (endpoint: Target, ask: object, dialect: Dialect, nonce: string): Record<string, unknown> => {
  const body = bodyBeforeNonce(endpoint, ask, dialect)
  if (endpoint.carries.nonce) body['nonce'] = nonce
  return body
}

/** The text of the same body up to the nonce, which is drawn at sending: what a person confirms. */
export const confirmedBody = (endpoint: Target, ask: object, dialect: Dialect): string =>
  JSON.stringify(bodyBeforeNonce(endpoint, ask, dialect))

/** The confirmed text, to the last character before its closing brace, and the nonce behind it. */
export const withNonce = (endpoint: Pick<Endpoint, 'carries'>, confirmed: string, nonce: string): string =>
  endpoint.carries.nonce ? `${confirmed.slice(0, -1)},"nonce":${JSON.stringify(nonce)}}` : confirmed
