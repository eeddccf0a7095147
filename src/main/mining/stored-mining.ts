// Payout destinations as they lie in the database: JSON text, trusted only after a look.
import type { PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (json: string): unknown => {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return null
  }
}

const destinationIn = (value: unknown): PayoutDestination | null => {
  if (!isObject(value)) return null
  const { accountName, destination, externalAddress } = value
  if (typeof accountName !== 'string' || typeof destination !== 'string') return null
  if (externalAddress !== null && typeof externalAddress !== 'string') return null
  return { accountName, destination, externalAddress }
}

/** Null where it cannot be read: then the next look counts as the first. */
export const destinationOf = (json: string): PayoutDestination | null => destinationIn(parsed(json))

/** The key it was seen with stands beside it; null where that was not recorded. */
export const keyHintOf = (json: string): string | null => {
  const value = parsed(json)
  const keyHint = isObject(value) ? value['keyHint'] : null
  return typeof keyHint === 'string' ? keyHint : null
}

/** Null where it cannot be read. */
export const changeOf = (json: string): PayoutChange | null => {
  const value = parsed(json)
  if (!isObject(value)) return null
  const from = destinationIn(value['from'])
  const to = destinationIn(value['to'])
  const { at, acknowledgedAt } = value
  if (from === null || to === null || typeof at !== 'number') return null
  return { at, from, to, acknowledgedAt: typeof acknowledgedAt === 'number' ? acknowledgedAt : null, otherKey: value['otherKey'] === true }
}
