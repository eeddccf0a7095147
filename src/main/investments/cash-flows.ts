// What each kind of record does to the money in an investment (specification 3.1, which does not
// say whether opening an investment with money leaves an OPEN_INVESTMENT record, an INVEST record,
// or both).
import { absolute, add, compare, subtract, sum, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

export const actions = { invest: 1, reinvest: 2, withdraw: 3, earn: 4, close: 5, open: 6 } as const

const known: ReadonlySet<number> = new Set(Object.values(actions))

/** An unknown kind is assumed to move no money. */
export function isKnownAction(actionType: number): boolean {
  return known.has(actionType)
}

export type CashFlow = { at: UnixSeconds; actionType: number; amount: Decimal }

/** Records of one action are within this many seconds of each other. */
export const sameActionSeconds = 60

const byTime = (a: { at: UnixSeconds }, b: { at: UnixSeconds }): number => a.at - b.at

/** Index of the first in an ascending list that is not before `at`. */
function firstFrom(times: readonly UnixSeconds[], at: UnixSeconds): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((times[middle] ?? at) < at) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * When the same amount moved within the same action. Fast even if thousands of records share one
 * second.
 */
function counterpartIn(others: readonly CashFlow[]): (one: CashFlow) => UnixSeconds | null {
  const bySize = Map.groupBy([...others].sort(byTime), ({ amount }) => absolute(amount))
  const times = new Map([...bySize].map(([size, flows]) => [size, flows.map(({ at }) => at)]))
  return ({ at, amount }) => {
    const list = times.get(absolute(amount)) ?? []
    const found = list[firstFrom(list, at - sameActionSeconds)]
    return found !== undefined && found <= at + sameActionSeconds ? found : null
  }
}

type BalanceChange = { at: UnixSeconds; change: Decimal }

/** As text: it runs on tens of thousands of amounts and calculates with none. */
function withoutSign(amount: Decimal): Decimal {
  return amount.startsWith('-') ? amount.slice(1) : amount
}

function signedChanges(paidIn: readonly CashFlow[], paidOut: readonly CashFlow[]): BalanceChange[] {
  return [
    ...paidIn.map(({ at, amount }) => ({ at, change: withoutSign(amount) })),
    ...paidOut.map(({ at, amount }) => ({ at, change: `-${withoutSign(amount)}` })),
  ]
}

/** The balance after all changes up to a moment. */
function balanceAfter(list: readonly BalanceChange[]): (at: UnixSeconds) => Decimal {
  const sorted = [...list].sort(byTime)
  const times = sorted.map(({ at }) => at)
  const held: Decimal[] = ['0']
  for (const { change } of sorted) held.push(add(held.at(-1) ?? '0', change))
  return (at) => held[firstFrom(times, at + 1)] ?? '0'
}

export type CashFlows = {
  paidIn: CashFlow[]
  reinvested: CashFlow[]
  paidOut: CashFlow[]
  /** Every closure, oldest first, even if another record covers its money. */
  closures: CashFlow[]
  /** Openings and closures whose money another record covers. */
  duplicates: { openings: number; closures: number }
}

/**
 * For one investment. An opening with an INVEST of the same amount next to it is the same money,
 * and so is a closure with a withdrawal of the same amount next to it, unless at least as much was
 * still invested after the withdrawal. Earnings and unknown kinds move no money.
 */
export function cashFlowsOf(records: readonly CashFlow[]): CashFlows {
  const of = (actionType: number): CashFlow[] =>
    records.filter((record) => record.actionType === actionType)
  const [invests, reinvested, withdrawals] = [
    of(actions.invest),
    of(actions.reinvest),
    of(actions.withdraw),
  ]
  const openings = of(actions.open)
  const closures = of(actions.close).sort(byTime)
  const investBeside = counterpartIn(invests)
  const paidIn = [...invests, ...openings.filter((opening) => investBeside(opening) === null)]
  const withdrawalBeside = counterpartIn(withdrawals)
  let held: ((at: UnixSeconds) => Decimal) | null = null
  let paidBack: Decimal = '0'
  const own = closures.filter((closure) => {
    const beside = withdrawalBeside(closure)
    const size = absolute(closure.amount)
    if (beside !== null) {
      held ??= balanceAfter(signedChanges([...paidIn, ...reinvested], withdrawals))
      const left = subtract(held(beside > closure.at ? beside : closure.at), paidBack)
      if (compare(left, size) < 0) return false
    }
    paidBack = add(paidBack, size)
    return true
  })
  return {
    paidIn,
    reinvested,
    paidOut: [...withdrawals, ...own],
    closures,
    duplicates: {
      openings: invests.length + openings.length - paidIn.length,
      closures: closures.length - own.length,
    },
  }
}

/**
 * As changes of the invested amount: deposits above zero, withdrawals below, whatever sign the
 * exchange uses.
 */
export function balanceChangesOf({ paidIn, reinvested, paidOut }: CashFlows): BalanceChange[] {
  return signedChanges([...paidIn, ...reinvested], paidOut)
}

/** Whether money was added after a closure and its related records: then the investment is open. */
export function isPaidInAfter({ paidIn, reinvested }: CashFlows, closure: CashFlow): boolean {
  return [...paidIn, ...reinvested].some(({ at }) => at > closure.at + sameActionSeconds)
}

/** Whether something was still invested after the last closure and its related records. */
export function leavesRemainder(flows: CashFlows): boolean {
  const last = flows.closures.at(-1)
  if (last === undefined) return false
  const before = balanceChangesOf(flows).filter(({ at }) => at <= last.at + sameActionSeconds)
  return compare(sum(before.map(({ change }) => change)), '0') > 0
}
