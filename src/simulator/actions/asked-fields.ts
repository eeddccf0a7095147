// Members of a body that several operations on orders have in common.
import { type Answer, refused } from '../answer.js'
import { marketNamed } from '../engine/prices.js'
import { codes } from '../order-fields.js'
import type { World } from '../world.js'

export type Body = Record<string, unknown>

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function complain(field: string, sentence: string, code: number = codes.general): Answer {
  return refused(422, code, 'Validation failed', { [field]: [sentence] })
}

export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/** The requested page, or the error. */
export function readPage(
  body: Body,
  most: number,
): { from: number; to: number } | { refusal: Answer } {
  const [limit, offset] = [body['limit'] ?? 50, body['offset'] ?? 0]
  if (!isWhole(limit)) return { refusal: complain('limit', 'The limit must be an integer.') }
  if (limit < 1) return { refusal: complain('limit', 'The limit must be at least 1.') }
  if (limit > most)
    return { refusal: complain('limit', `The limit may not be greater than ${most}.`) }
  if (!isWhole(offset) || offset < 0)
    return { refusal: complain('offset', 'The offset must be an integer.') }
  return { from: offset, to: offset + limit }
}

/** The given market, null if none, or the error. */
export function readMarket(
  world: World,
  body: Body,
): { name: string | null } | { refusal: Answer } {
  const name = body['market']
  if (!isGiven(name)) return { name: null }
  if (typeof name !== 'string' || name === '')
    return { refusal: complain('market', 'Market field format is invalid.', codes.market) }
  if (marketNamed(world, name) === undefined)
    return { refusal: complain('market', 'Market is not available', codes.market) }
  return { name }
}
