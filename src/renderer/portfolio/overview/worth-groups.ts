// The parts of an account's value in the few lines the Overview shows; all of them are in the
// details.
import type { NotCounted, PartOfWorth, WorthPart } from '../../../shared/portfolio/net-worth.js'
import { type Decimal, isZero, sum } from '../../../shared/money.js'

export const worthGroups = ['balances', 'pnl', 'investments', 'loan-collateral', 'debt'] as const
export type WorthGroup = (typeof worthGroups)[number]

const groupOf: Record<WorthPart, WorthGroup> = {
  main: 'balances',
  trade: 'balances',
  collateral: 'balances',
  unrealized: 'pnl',
  flexible: 'investments',
  fixed: 'investments',
  'loan-collateral': 'loan-collateral',
  borrowed: 'debt',
  loan: 'debt',
}

export type GroupOfWorth = {
  group: WorthGroup
  /** Of its parts that are counted; null if none is. */
  worth: Decimal | null
  /** Why none of it is counted. */
  why: NotCounted | null
  /** Some of it is not counted although this key may read it. */
  isPartial: boolean
  parts: PartOfWorth[]
}

/**
 * The exchange does not offer it to this key: the total never contains it, as the notes below it
 * say.
 */
export function isOutOfReach({ why }: Pick<PartOfWorth, 'why'>): boolean {
  return why === 'not-available' || why === 'not-offered'
}

/** Without empty groups: those out of reach, or a loan or debt that does not exist. */
export function groupsOfWorth(parts: readonly PartOfWorth[]): GroupOfWorth[] {
  return worthGroups.flatMap((group): GroupOfWorth[] => {
    const reachable = parts.filter((one) => groupOf[one.part] === group && !isOutOfReach(one))
    const counted = reachable.flatMap(({ worth }) => worth ?? [])
    const isNothing =
      (group === 'loan-collateral' || group === 'debt') &&
      counted.length === reachable.length &&
      counted.every(isZero)
    if (reachable.length === 0 || isNothing) return []
    const worth = counted.length === 0 ? null : sum(counted)
    const why = worth === null ? (reachable[0]?.why ?? null) : null
    return [
      {
        group,
        worth,
        why,
        isPartial: worth !== null && counted.length < reachable.length,
        parts: reachable,
      },
    ]
  })
}
