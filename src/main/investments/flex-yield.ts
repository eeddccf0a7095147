// The yield: what was earned against what was invested, each amount for as long as it was in. Only investments whose records begin
// with their opening, that never take out more than went in and leave nothing behind when they close can be reckoned; the others are left
// out, and that is said.
import { add, compare, divide, isNegative, isZero, multiply, sum, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { acts, changesOf, isKnownAct, moneyMoves, sameDeed, type Movement } from './cash-flows.js'

/** All that counts of one investment in one currency. */
export type InvestmentSums = {
  /** Everything but earnings, before the end of the time asked for. */
  movements: Movement[]
  /** The first record of any kind. */
  firstAt: UnixSeconds
  /** The last record of any kind within the time asked for. */
  lastAt: UnixSeconds
  /** Within the time asked for. */
  earned: Decimal
}

/** Lets the loop go, and comes back. */
export type Breathe = () => Promise<void>

export type Yield = { apy: Decimal | null; apyNote: string }

const secondsPerYear = '31536000'
const day = 86_400
const places = 4

/** Changes reckoned before the loop is let go. */
const atOnce = 300

/** Why an investment is left out: `unknown` what was in it is not shown · `rest` something was still in after its closing. */
type LeftOut = 'unknown' | 'rest'

/** What an investment held, times the seconds it held it, between `from` and `to`. */
const heldOver = async (
  { movements, firstAt }: InvestmentSums,
  { from, to, breathe }: { from: UnixSeconds; to: UnixSeconds; breathe: Breathe },
): Promise<{ held: Decimal } | LeftOut> => {
  const opened = movements.some(({ at, actionType }) => (actionType === acts.open || actionType === acts.invest) && at === firstAt)
  if (!opened) return 'unknown'
  const moves = moneyMoves(movements)
  const closings = moves.closures.map(({ at }) => ({ at, change: '0' }))
  const changes = [...changesOf(moves), ...closings].sort((a, b) => a.at - b.at)
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
  let breath = atOnce
  while (index < changes.length) {
    if (index >= breath) {
      await breathe()
      breath = index + atOnce
    }
    const at = changes[index]?.at ?? to
    // What belongs to a closing may be told up to a minute after it.
    if (closing !== null && at > closing + sameDeed) return 'rest'
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

const unknownAll =
  'What was invested is not known: for every investment, the opening is not in these records, or more came out than went in.'

const withoutText = ({ unknown, rest }: Record<LeftOut, number>): string => {
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
export const yieldOf = async (investments: readonly InvestmentSums[], from: UnixSeconds | null, breathe: Breathe): Promise<Yield> => {
  const none = (apyNote: string): Yield => ({ apy: null, apyNote })
  if (investments.length === 0) return none('There are no records to estimate from.')
  const begin = from ?? investments.reduce((least, { firstAt }) => (firstAt < least ? firstAt : least), Number.MAX_SAFE_INTEGER)
  const end = investments.reduce((most, { lastAt }) => (lastAt > most ? lastAt : most), 0)
  if (end - begin < day) return none('The records cover less than a day, which is too little for an APY.')
  const reckoned: { held: Decimal; earned: Decimal }[] = []
  const leftOut: Record<LeftOut, number> = { unknown: 0, rest: 0 }
  let unknownActs = 0
  let done = 0
  for (const investment of investments) {
    const one = await heldOver(investment, { from: begin, to: end, breathe })
    if (typeof one === 'string') leftOut[one] += 1
    else {
      reckoned.push({ held: one.held, earned: investment.earned })
      unknownActs += investment.movements.filter(({ actionType }) => !isKnownAct(actionType)).length
    }
    done += investment.movements.length + 1
    if (done < atOnce) continue
    await breathe()
    done = 0
  }
  const without = withoutText(leftOut)
  if (reckoned.length === 0) {
    return none(leftOut.rest === 0 ? unknownAll : `What was invested is not known.${without}`)
  }
  const held = sum(reckoned.map((one) => one.held))
  if (isZero(held) || compare(held, '0') < 0) return none('Nothing was invested in the time covered.')
  const earned = sum(reckoned.map((one) => one.earned))
  const assumed = 'A yearly rate, not compounded: earned against what was invested, day by day. Reinvested earnings count as invested.'
  return {
    apy: divide(multiply(multiply(earned, secondsPerYear), '100'), held, places),
    apyNote: `${assumed}${without}${unknownText(unknownActs)}`,
  }
}
