// Exact sums of earnings, however many records there are: read in short slices with a turn of the
// event loop in between, and cached, so that new records are only added.
import {
  type CurrencyEarnings,
  type EarningsPeriod,
  type EarningsQuery,
  everything,
  type FlexEarnings,
} from '../../shared/investments/flex-history.js'
import type { Problem } from '../../shared/problem.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, divide, multiply, sum } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  actions,
  balanceChangesOf,
  type CashFlow,
  cashFlowsOf,
  isKnownAction,
  sameActionSeconds,
} from './cash-flows.js'
import type { FlexSliceRow } from './flex-tables.js'
import type { FlexRepository } from './flex-repository.js'
import { addendOf, HeldOverTime, LongSum } from './long-sums.js'

/** Everything relevant about one investment in one currency. */
type InvestmentSums = {
  /** Everything but earnings, before the end of the requested period. */
  cashFlows: CashFlow[]
  /** The first record of any kind. */
  firstAt: UnixSeconds
  /** The last record of any kind within the requested period. */
  lastAt: UnixSeconds
  /** Within the requested period. */
  earned: LongSum
}

/** Yields a turn of the event loop. */
type NextTurn = () => Promise<void>

export type HistoryReader = { profileId: string; history: FlexRepository; nextTurn: NextTurn }

type Yield = { apy: Decimal | null; apyNote: Message }

const secondsPerYear = '31536000'
const day = 86_400
const places = 4

/** Changes added up in one turn of the event loop. */
const changesPerTurn = 3000

/**
 * Why an investment is left out: `unknown` the records do not show what was in it · `rest`
 * something was still in it after it was closed.
 */
type LeftOut = 'unknown' | 'rest'

/** What an investment held, times the seconds it held it, between `from` and `to`. */
async function balanceOverTime(
  { cashFlows, firstAt }: InvestmentSums,
  { from, to, nextTurn }: { from: UnixSeconds; to: UnixSeconds; nextTurn: NextTurn },
): Promise<{ held: Decimal } | LeftOut> {
  const opened = cashFlows.some(
    ({ at, actionType }) =>
      (actionType === actions.open || actionType === actions.invest) && at === firstAt,
  )
  if (!opened) return 'unknown'
  const flows = cashFlowsOf(cashFlows)
  const closings = flows.closures.map(({ at }) => ({ at, change: '0' }))
  const changes = [...balanceChangesOf(flows), ...closings].sort((a, b) => a.at - b.at)
  const held = new HeldOverTime(changes.map(({ change }) => change))
  let since = from
  /** The first closure after which something was still invested. */
  let closing: UnixSeconds | null = null
  let closed = 0
  const until = (at: UnixSeconds): void => {
    if (at <= since) return
    held.pass(at - since)
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
    // Records belonging to a closure may be up to a minute later.
    if (closing !== null && at > closing + sameActionSeconds) return 'rest'
    until(at < to ? at : to)
    // All records of one second together: their order is unknown.
    for (; changes[index]?.at === at; index += 1) held.add(changes[index]?.change ?? '0')
    if (held.isNegative) return 'unknown'
    for (; closings[closed]?.at === at; closed += 1) closing ??= at
    if (held.isZero) closing = null
  }
  if (closing !== null) return 'rest'
  until(to)
  return { held: held.total }
}

/**
 * Earnings relative to what was invested, each amount for as long as it was in: percent per year,
 * truncated after four decimals. Investments whose records do not begin with their opening, show
 * more withdrawn than invested, or leave something when they close are left out, and the note says
 * so. `from` null starts with the first record.
 */
async function yieldOf(
  investments: readonly InvestmentSums[],
  from: UnixSeconds | null,
  nextTurn: NextTurn,
): Promise<Yield> {
  const none = (apyNote: Message): Yield => ({ apy: null, apyNote })
  if (investments.length === 0) return none(messageOf('investments.apy.no-records'))
  const begin =
    from ??
    investments.reduce(
      (least, { firstAt }) => (firstAt < least ? firstAt : least),
      Number.MAX_SAFE_INTEGER,
    )
  const end = investments.reduce((most, { lastAt }) => (lastAt > most ? lastAt : most), 0)
  if (end - begin < day) return none(messageOf('investments.apy.under-a-day'))
  const estimated: { held: Decimal; earned: Decimal }[] = []
  const leftOut: Record<LeftOut, number> = { unknown: 0, rest: 0 }
  let unknownActions = 0
  let done = 0
  for (const investment of investments) {
    const one = await balanceOverTime(investment, { from: begin, to: end, nextTurn })
    if (typeof one === 'string') leftOut[one] += 1
    else {
      estimated.push({ held: one.held, earned: investment.earned.text })
      unknownActions += investment.cashFlows.filter(
        ({ actionType }) => !isKnownAction(actionType),
      ).length
    }
    done += investment.cashFlows.length + 1
    if (done < changesPerTurn) continue
    await nextTurn()
    done = 0
  }
  if (estimated.length === 0) {
    return none(
      leftOut.rest === 0
        ? messageOf('investments.apy.all-unknown')
        : messageOf('investments.apy.not-known', leftOut),
    )
  }
  const held = sum(estimated.map((one) => one.held))
  if (compare(held, '0') <= 0) return none(messageOf('investments.apy.nothing-invested'))
  const earned = sum(estimated.map((one) => one.earned))
  return {
    apy: divide(multiply(multiply(earned, secondsPerYear), '100'), held, places),
    apyNote: messageOf('investments.apy.assumed', { ...leftOut, strange: unknownActions }),
  }
}

/** Days and months, in UTC or in the user's local calendar. */
type Calendar = { per: 'day' | 'month'; utc: boolean }

function startOf(at: UnixSeconds, { per, utc }: Calendar, later: number): UnixSeconds {
  const date = new Date(at * 1000)
  const month = per === 'month'
  const milliseconds = utc
    ? Date.UTC(
        date.getUTCFullYear(),
        date.getUTCMonth() + (month ? later : 0),
        month ? 1 : date.getUTCDate() + later,
      )
    : new Date(
        date.getFullYear(),
        date.getMonth() + (month ? later : 0),
        month ? 1 : date.getDate() + later,
      ).getTime()
  return milliseconds / 1000
}

/** The start of the period containing `at`. */
export function periodStart(at: UnixSeconds, calendar: Calendar): UnixSeconds {
  return startOf(at, calendar, 0)
}

/** The start of the next period. */
export function nextPeriod(at: UnixSeconds, calendar: Calendar): UnixSeconds {
  return startOf(at, calendar, 1)
}

/** Like `periodStart`, but caches the last result: records come in runs of the same day. */
export function periodFinder(calendar: Calendar): (at: UnixSeconds) => UnixSeconds {
  let from = 0
  let to = 0
  return (at) => {
    if (at < from || at >= to) {
      from = periodStart(at, calendar)
      to = nextPeriod(at, calendar)
    }
    return from
  }
}

/** Records read at once; takes a few milliseconds, even on a busy computer. */
const sliceSize = 1000
/** Queries whose sums are cached. */
const mostCached = 6
/**
 * If the first and the last earning are further apart than this many periods, those without
 * earnings are omitted.
 */
const mostPeriods = 20_000
/** Attempts at sums invalidated by records changing meanwhile. */
const mostAttempts = 5

type PlanSums = { earned: LongSum; records: number }

type CurrencySums = {
  records: number
  periods: Map<UnixSeconds, LongSum>
  plans: Map<string, PlanSums>
  investments: Map<string, InvestmentSums>
}

function noSums(): CurrencySums {
  return {
    records: 0,
    periods: new Map<UnixSeconds, LongSum>(),
    plans: new Map<string, PlanSums>(),
    investments: new Map<string, InvestmentSums>(),
  }
}

/** `answer` is the cached result; null after new records. */
type Sums = {
  upTo: number
  rewrites: number
  currencies: Map<string, CurrencySums>
  answer: CurrencyEarnings[] | null
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function addSlice(
  sums: CurrencySums,
  rows: readonly FlexSliceRow[],
  { filter, per, utc }: EarningsQuery,
): void {
  const startOf = periodFinder({ per, utc })
  for (const { at, amount, planId, investmentId, actionType } of rows) {
    const investment = getOrCreate(sums.investments, investmentId, () => ({
      cashFlows: [],
      firstAt: at,
      lastAt: at,
      earned: new LongSum(),
    }))
    if (at < investment.firstAt) investment.firstAt = at
    if (at > investment.lastAt) investment.lastAt = at
    if (actionType !== actions.earn) {
      investment.cashFlows.push({ at, actionType, amount })
      continue
    }
    if (filter.from !== null && at < filter.from) continue
    const addend = addendOf(amount)
    sums.records += 1
    investment.earned.add(addend)
    getOrCreate(sums.periods, startOf(at), () => new LongSum()).add(addend)
    const plan = getOrCreate(sums.plans, planId, () => ({ earned: new LongSum(), records: 0 }))
    plan.earned.add(addend)
    plan.records += 1
  }
}

function periodsOf(sums: CurrencySums, calendar: Calendar): EarningsPeriod[] {
  const earned = [...sums.periods].sort(([a], [b]) => a - b)
  const total = new LongSum()
  const periods: EarningsPeriod[] = []
  const addPeriod = (start: UnixSeconds, amount: Decimal): void => {
    total.add(addendOf(amount))
    periods.push({ start, earned: amount, runningTotal: total.text })
  }
  const [first] = earned.at(0) ?? [0]
  const [last] = earned.at(-1) ?? [0]
  const shortest = calendar.per === 'day' ? 82_800 : 2_419_200
  const fill = (last - first) / shortest <= mostPeriods
  let expected = first
  for (const [start, amount] of earned) {
    for (; fill && expected < start; expected = nextPeriod(expected, calendar))
      addPeriod(expected, '0')
    addPeriod(start, amount.text)
    expected = nextPeriod(start, calendar)
  }
  return periods
}

const keptChanging: Problem = {
  code: 'busy',
  message: messageOf('investments.earnings.kept-changing'),
}

export function createEarnings({ profileId, history, nextTurn }: HistoryReader) {
  let cache = new Map<string, Sums>()
  const inProgress = new Map<string, Promise<Result<FlexEarnings, Problem>>>()

  const addToCache = (cached: Map<string, Sums>, name: string, sums: Sums): void => {
    cached.delete(name)
    cached.set(name, sums)
    for (const oldest of cached.keys()) {
      if (cached.size <= mostCached) return
      cached.delete(oldest)
    }
  }

  /** Adds what has arrived since. False if records already summed have changed. */
  const addNewRecords = async (
    sums: Sums,
    query: EarningsQuery,
  ): Promise<Result<boolean, Problem>> => {
    const last = history.lastNo()
    if (!last.ok) return last
    // What was invested before the requested period was still invested in it.
    const { filter } = query
    const base = {
      ...everything,
      planId: filter.planId,
      investmentId: filter.investmentId,
      currency: filter.currency,
    }
    const searched = { ...base, transactionId: filter.transactionId, to: filter.to }
    while (sums.upTo < last.value) {
      const upTo = sums.upTo + sliceSize < last.value ? sums.upTo + sliceSize : last.value
      const slice = history.slice(profileId, searched, sums.upTo, upTo)
      if (!slice.ok) return slice
      if (history.rewrites(profileId) !== sums.rewrites) return ok(false)
      for (const [currency, rows] of Map.groupBy(slice.value, (row) => row.currency)) {
        addSlice(getOrCreate(sums.currencies, currency, noSums), rows, query)
      }
      sums.upTo = upTo
      sums.answer = null
      await nextTurn()
    }
    return ok(history.rewrites(profileId) === sums.rewrites)
  }

  const yieldFor = async (
    { filter }: EarningsQuery,
    investments: readonly InvestmentSums[],
  ): Promise<Yield> =>
    filter.transactionId === null
      ? yieldOf(investments, filter.from, nextTurn)
      : { apy: null, apyNote: messageOf('investments.apy.one-transaction') }

  const currencyOf = async (
    currency: string,
    sums: CurrencySums,
    query: EarningsQuery,
  ): Promise<CurrencyEarnings> => ({
    currency,
    total: sum([...sums.plans.values()].map(({ earned }) => earned.text)),
    records: sums.records,
    periods: periodsOf(sums, query),
    plans: [...sums.plans]
      .map(([planId, { earned, records }]) => ({ planId, earned: earned.text, records }))
      .sort((a, b) => compare(b.earned, a.earned) || (a.planId < b.planId ? -1 : 1)),
    ...(await yieldFor(query, [...sums.investments.values()])),
  })

  const answerOf = async (
    { currencies }: Sums,
    query: EarningsQuery,
  ): Promise<CurrencyEarnings[]> => {
    const earned: CurrencyEarnings[] = []
    for (const [currency, sums] of [...currencies].sort(([, a], [, b]) => b.records - a.records)) {
      if (sums.records > 0) earned.push(await currencyOf(currency, sums, query))
    }
    return earned
  }

  const compute = async (
    name: string,
    query: EarningsQuery,
  ): Promise<Result<FlexEarnings, Problem>> => {
    const { actionTypes } = query.filter
    if (actionTypes.length > 0 && !actionTypes.includes(actions.earn))
      return ok({ version: history.version(profileId), currencies: [] })
    // A cache dropped meanwhile stays dropped.
    const cached = cache
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const rewrites = history.rewrites(profileId)
      const known = cached.get(name)
      const sums: Sums =
        known?.rewrites === rewrites
          ? known
          : { upTo: 0, rewrites, currencies: new Map(), answer: null }
      const version = history.version(profileId)
      const isConsistent = await addNewRecords(sums, query)
      if (!isConsistent.ok) return isConsistent
      if (!isConsistent.value) {
        cached.delete(name)
        continue
      }
      addToCache(cached, name, sums)
      sums.answer ??= await answerOf(sums, query)
      return ok({ version, currencies: sums.answer })
    }
    return fail(keptChanging)
  }

  return {
    read: (query: EarningsQuery): Promise<Result<FlexEarnings, Problem>> => {
      const name = JSON.stringify([query.filter, query.per, query.utc])
      // Two concurrent runs on the same sums would add the same records twice.
      const running = inProgress.get(name)
      if (running !== undefined) return running
      const answer = compute(name, query).finally(() => inProgress.delete(name))
      inProgress.set(name, answer)
      return answer
    },
    /** Also drops sums in progress: with many records they are large. */
    dropCache: (): void => {
      cache = new Map()
    },
  }
}
