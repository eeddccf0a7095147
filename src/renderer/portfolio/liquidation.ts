// How near liquidation is, as a picture and in words.
import { type Decimal, positionBetween } from '../../shared/money.js'

/** Shares of the price from which the distance is drawn as near, and as very near. */
export const nearShares = { caution: '0.1', danger: '0.05' } as const

/** More room than this share of the price counts as full. */
const wholeBar = '0.5'

/** How much of a bar is left, between 0 and 1. */
export function roomShown(share: Decimal): number {
  return positionBetween(share, '0', wholeBar) ?? 0
}
