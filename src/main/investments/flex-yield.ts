// What was earned against what was invested, each amount for as long as it was in. Investments whose records do not begin with their
// opening, show more taken out than went in, or leave something when they close are left out, and the note says so.
import { add, compare, divide, isNegative, isZero, multiply, sum, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { actions, balanceChangesOf, isKnownAction, cashFlowsOf, sameActionSeconds, type CashFlow } from './cash-flows.js'

/** All that counts of one investment in one currency. */
export type InvestmentSums = {
  /** Everything but earnings, before the end of the time asked for. */
  cashFlows: CashFlow[]
  /** The first record of any kind. */
  firstAt: UnixSeconds
  /** The last record of any kind within the time asked for. */
  lastAt: UnixSeconds
  /** Within the time asked for. */
  earned: Decimal
}

/** Gives the event loop a turn. */
export type NextTurn = () => Promise<void>

export type Yield = { apy: Decimal | null; apyNote: string }

const secondsPerYear = '31536000'
const day = 86_400
const places = 4

/** Changes added up in one turn of the event loop. */
const changesPerTurn = 300

/** Why an investment is left out: `unknown` what was in it is not shown · `rest` something was still in after its closing. */
type LeftOut = 'unknown' | 'rest'

/** What an investment held, times the seconds it held it, between `from` and `to`. */
const balanceOverTime = async (
  { cashFlows, firstAt }: InvestmentSums,
  { from, to, nextTurn }: { from: UnixSeconds; to: UnixSeconds; nextTurn: NextTurn },
): Promise<{ held: Decimal } | LeftOut> => {
  const opened = cashFlows.some(({ at, actionType }) => (actionType === actions.open || actionType === actions.invest) && at === firstAt)
  if (!opened) return 'unknown'
  const flows = cashFlowsOf(cashFlows)
  const closings = flows.closures.map(({ at }) => ({ at, change: '0' }))
  const changes = [...balanceChangesOf(flows), ...closings].sort((a, b) => a.at - b.at)
  let held: Decimal = '0'
  let total: Decimal = '0'
  let since = from
  /** The first closing after which something was still in. */
  let closing: UnixSeconds | null = null
  let closed = 0
  const until = (at: UnixSeconds): void => {
    if (at <= since) return
    total = add(total, multiply(held, String(at - since)))
    since = at
  }
  let index = 0
  let turnEnd = changesPerTurn
  while (index < changes.length) {
    if (index >= turnEnd) {
      await nextTurn()
      turnEnd = index + changesPerTurn
    }
    const at = changes[index]?.at ?? to
    // What belongs to a closing may come up to a minute after it.
    if (closing !== null && at > closing + sameActionSeconds) return 'rest'
    until(at < to ? at : to)
    // Everything of one second at once: its order is not known.
    for (; changes[index]?.at === at; index += 1) held = add(held, changes[index]?.change ?? '0')
    if (isNegative(held)) return 'unknown'
    for (; closings[closed]?.at === at; closed += 1) closing ??= at
    if (isZero(held)) closing = null
  }
  if (closing !== null) return 'rest'
  until(to)
  return { held: total }
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const allUnknownText =
  'What was invested is not known: for every investment, the opening is not in these records, or more came out than went in.'

const leftOutText = ({ unknown, rest }: Record<LeftOut, number>): string => {
  const one = (count: number, why: string): string =>
    count === 0 ? '' : ` ${plural(count, 'investment is', 'investments are')} left out, because ${why}.`
  return (
    one(unknown, `the records do not show what was in ${unknown === 1 ? 'it' : 'them'}`) +
    one(rest, `${rest === 1 ? 'its closing' : 'their closings'} paid back less than the records show was in ${rest === 1 ? 'it' : 'them'}`)
  )
}

const unknownText = (count: number): string =>
  count === 0
    ? ''
    : ` ${plural(count, 'record is', 'records are')} of a kind this version does not know, and ${count === 1 ? 'is' : 'are'} taken to have moved nothing.`

/** `from` null begins with the first record. Times in Unix seconds. The yield is in percent a year, cut after four decimals. */
export const yieldOf = async (investments: readonly InvestmentSums[], from: UnixSeconds | null, nextTurn: NextTurn): Promise<Yield> => {
  const none = (apyNote: string): Yield => ({ apy: null, apyNote })
  if (investments.length === 0) return none('There are no records to estimate from.')
  const begin = from ?? investments.reduce((least, { firstAt }) => (firstAt < least ? firstAt : least), Number.MAX_SAFE_INTEGER)
  const end = investments.reduce((most, { lastAt }) => (lastAt > most ? lastAt : most), 0)
  if (end - begin < day) return none('The records cover less than a day, which is too little for an APY.')
  const estimated: { held: Decimal; earned: Decimal }[] = []
  const leftOut: Record<LeftOut, number> = { unknown: 0, rest: 0 }
  let unknownActions = 0
  let done = 0
  for (const investment of investments) {
    const one = await balanceOverTime(investment, { from: begin, to: end, nextTurn })
    if (typeof one === 'string') leftOut[one] += 1
    else {
      estimated.push({ held: one.held, earned: investment.earned })
      unknownActions += investment.cashFlows.filter(({ actionType }) => !isKnownAction(actionType)).length
    }
    done += investment.cashFlows.length + 1
    if (done < changesPerTurn) continue
    await nextTurn()
    done = 0
  }
  const without = leftOutText(leftOut)
  if (estimated.length === 0) {
    return none(leftOut.rest === 0 ? allUnknownText : `What was invested is not known.${without}`)
  }
  const held = sum(estimated.map((one) => one.held))
  if (isZero(held) || compare(held, '0') < 0) return none('Nothing was invested in the time covered.')
  const earned = sum(estimated.map((one) => one.earned))
  const assumed = 'A yearly rate, not compounded: earned against what was invested, day by day. Reinvested earnings count as invested.'
  return {
    apy: divide(multiply(multiply(earned, secondsPerYear), '100'), held, places),
    apyNote: `${assumed}${without}${unknownText(unknownActions)}`,
  }
}
