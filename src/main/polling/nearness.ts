// How near the last known figures are to a margin call or liquidation: the nearer, the sooner lost monitoring is reported, and the more
// often the account is polled in the background.
import { levelsOf } from '../../shared/domain/loan-levels.js'
import { isWithin, roomLeft } from '../../shared/domain/mark-price.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import { compare, headroom } from '../../shared/money.js'

/** By headroom: less than 5 %, less than 20 %, or more. */
export type Nearness = 'near' | 'nearing' | 'far'

const nearShare = '0.05'
const nearingShare = '0.2'

export const loanNearness = ({ loan: { value } }: Pick<PortfolioView, 'loan'>): Nearness => {
  if (value?.kind !== 'loan') return 'far'
  const { current, marginCall, liquidation } = levelsOf(value.loan)
  const first = marginCall ?? liquidation
  const room = current === null || first === null ? null : headroom(current, first)
  // An unknown distance is not taken to be far.
  if (room === null) return 'nearing'
  if (compare(room, nearShare) < 0) return 'near'
  return compare(room, nearingShare) < 0 ? 'nearing' : 'far'
}

export const positionsNearness = ({ positions: { value, unreadable } }: Pick<PortfolioView, 'positions'>): Nearness => {
  const isNear = (value ?? []).some((position) => {
    const left = roomLeft(position)
    return (position.liquidationState ?? null) !== null || (left !== null && isWithin(left, nearShare))
  })
  if (isNear || (unreadable ?? []).some(({ liquidationState }) => (liquidationState ?? null) !== null)) return 'near'
  return unreadable === undefined ? 'far' : 'nearing'
}
