// What each kind of record does to the money in an investment (specification 3.1). The specification gives INVEST as "investment
// creation" and OPEN_INVESTMENT as "investment opening", and does not say whether an opening with money in it leaves one record or
// both. So an opening counts as money of its own, unless an INVEST of the same amount stands beside it: then that is the same money
// told twice. The same goes for a closure beside a withdrawal of the same amount, unless as much was still in after the withdrawal.
import { absolute, add, compare, subtract, sum, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

export const acts = { invest: 1, reinvest: 2, withdraw: 3, earn: 4, close: 5, open: 6 } as const

const known: ReadonlySet<number> = new Set(Object.values(acts))

/** A kind this version does not know moves no money, as far as it can tell. */
export const isKnownAct = (actionType: number): boolean => known.has(actionType)

export type Movement = { at: UnixSeconds; actionType: number; amount: Decimal }

/** Records of one deed lie within so many seconds of each other. */
export const sameDeed = 60

const byTime = (a: { at: UnixSeconds }, b: { at: UnixSeconds }): number => a.at - b.at

/** Where in an ascending list the first lies that is not before `at`. */
const firstFrom = (times: readonly UnixSeconds[], at: UnixSeconds): number => {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((times[middle] ?? at) < at) from = middle + 1
    else to = middle
  }
  return from
}

/** Finds a moment within the same deed at which the same amount moved. Quick, also where thousands of records are of one second. */
const besideOf = (others: readonly Movement[]): ((one: Movement) => UnixSeconds | null) => {
  const times = new Map<Decimal, UnixSeconds[]>()
  for (const { at, amount } of [...others].sort(byTime)) {
    const size = absolute(amount)
    const list = times.get(size)
    if (list === undefined) times.set(size, [at])
    else list.push(at)
  }
  return ({ at, amount }) => {
    const list = times.get(absolute(amount)) ?? []
    const found = list[firstFrom(list, at - sameDeed)]
    return found !== undefined && found <= at + sameDeed ? found : null
  }
}

export type Change = { at: UnixSeconds; change: Decimal }

/** Signs are text here: tens of thousands of amounts are turned at once, and none is reckoned with. */
const withoutSign = (amount: Decimal): Decimal => (amount.startsWith('-') ? amount.slice(1) : amount)

const changes = (into: readonly Movement[], outOf: readonly Movement[]): Change[] => [
  ...into.map(({ at, amount }) => ({ at, change: withoutSign(amount) })),
  ...outOf.map(({ at, amount }) => ({ at, change: `-${withoutSign(amount)}` })),
]

/** What was in after all changes up to a moment. */
const heldAfter = (list: readonly Change[]): ((at: UnixSeconds) => Decimal) => {
  const sorted = [...list].sort(byTime)
  const times = sorted.map(({ at }) => at)
  const held: Decimal[] = ['0']
  for (const { change } of sorted) held.push(add(held.at(-1) ?? '0', change))
  return (at) => held[firstFrom(times, at + 1)] ?? '0'
}

export type MoneyMoves = {
  into: Movement[]
  reinvested: Movement[]
  outOf: Movement[]
  /** Every closure, oldest first, also where another record tells of its money. */
  closures: Movement[]
  /** Openings and closures whose money another record tells of. */
  toldTwice: { openings: number; closures: number }
}

/** The movements of one investment, without those that tell of the same money twice. Earnings and unknown kinds move none of it. */
export const moneyMoves = (movements: readonly Movement[]): MoneyMoves => {
  const of = (actionType: number): Movement[] => movements.filter((movement) => movement.actionType === actionType)
  const [invests, reinvested, withdrawals] = [of(acts.invest), of(acts.reinvest), of(acts.withdraw)]
  const openings = of(acts.open)
  const closures = of(acts.close).sort(byTime)
  const besideInvest = besideOf(invests)
  const into = [...invests, ...openings.filter((opening) => besideInvest(opening) === null)]
  const besideWithdrawal = besideOf(withdrawals)
  let held: ((at: UnixSeconds) => Decimal) | null = null
  let paidBack: Decimal = '0'
  const own = closures.filter((closure) => {
    const beside = besideWithdrawal(closure)
    const size = absolute(closure.amount)
    if (beside !== null) {
      held ??= heldAfter(changes([...into, ...reinvested], withdrawals))
      const left = subtract(held(beside > closure.at ? beside : closure.at), paidBack)
      if (compare(left, size) < 0) return false
    }
    paidBack = add(paidBack, size)
    return true
  })
  return {
    into,
    reinvested,
    outOf: [...withdrawals, ...own],
    closures,
    toldTwice: { openings: invests.length + openings.length - into.length, closures: closures.length - own.length },
  }
}

/** The same movements as changes of what is invested: what goes in above zero, what comes out below, however the exchange signs them. */
export const changesOf = ({ into, reinvested, outOf }: MoneyMoves): Change[] => changes([...into, ...reinvested], outOf)

/** Whether money was put in after a closure, beyond what belongs to it: then it is not the end. */
export const putInAfter = ({ into, reinvested }: MoneyMoves, closure: Movement): boolean =>
  [...into, ...reinvested].some(({ at }) => at > closure.at + sameDeed)

/** Whether something was still in after the last closure and everything that belongs to it. */
export const leavesRest = (moves: MoneyMoves): boolean => {
  const last = moves.closures.at(-1)
  if (last === undefined) return false
  const before = changesOf(moves).filter(({ at }) => at <= last.at + sameDeed)
  return compare(sum(before.map(({ change }) => change)), '0') > 0
}
