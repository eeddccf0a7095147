// Exact sums of earnings, however many records there are: read in short slices with a turn of the event loop in between, and cached, so
// that new records only add to them.
import {
  everything,
  type CurrencyEarnings,
  type EarningsPeriod,
  type EarningsQuery,
  type FlexEarnings,
} from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import { add, compare, sum, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { actions } from './cash-flows.js'
import { yieldOf, type NextTurn, type InvestmentSums, type Yield } from './flex-yield.js'
import type { FlexSliceRow } from './flex-repository.js'
import type { FlexRepository } from './flex-repository.js'

/** Days and months, as UTC or as the person's own calendar has them. */
type Calendar = { per: 'day' | 'month'; utc: boolean }

const startOf = (at: UnixSeconds, { per, utc }: Calendar, later: number): UnixSeconds => {
  const date = new Date(at * 1000)
  const month = per === 'month'
  const milliseconds = utc
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (month ? later : 0), month ? 1 : date.getUTCDate() + later)
    : new Date(date.getFullYear(), date.getMonth() + (month ? later : 0), month ? 1 : date.getDate() + later).getTime()
  return milliseconds / 1000
}

/** The start of the period that `at` lies in. */
export const periodStart = (at: UnixSeconds, calendar: Calendar): UnixSeconds => startOf(at, calendar, 0)

/** The start of the one after it. */
export const nextPeriod = (at: UnixSeconds, calendar: Calendar): UnixSeconds => startOf(at, calendar, 1)

/** The same as `periodStart`, remembering the last answer: records come in runs of the same day. */
export const periodFinder = (calendar: Calendar): ((at: UnixSeconds) => UnixSeconds) => {
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

/** Records read at once; a few milliseconds, also where this computer is busy. */
const sliceSize = 400
/** Queries whose sums are cached. */
const mostCached = 6
/** Where the first and the last earning lie further apart than this many periods, those without earnings are left out. */
const mostPeriods = 20_000
/** Attempts at sums that records changing meanwhile spoil. */
const mostAttempts = 5

type PlanSums = { earned: Decimal; records: number }
type CurrencySums = {
  records: number
  periods: Map<UnixSeconds, Decimal>
  plans: Map<string, PlanSums>
  investments: Map<string, InvestmentSums>
}
type Sums = { upTo: number; rewrites: number; currencies: Map<string, CurrencySums> }

const getOrCreate = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const push = <K>(lists: Map<K, Decimal[]>, key: K, amount: Decimal): void => void getOrCreate(lists, key, () => []).push(amount)

/** Adds rows of one currency. Amounts of a slice are summed together: that is several times faster than one by one. */
const addSlice = (sums: CurrencySums, rows: readonly FlexSliceRow[], { filter, per, utc }: EarningsQuery): void => {
  const startOf = periodFinder({ per, utc })
  const periods = new Map<UnixSeconds, Decimal[]>()
  const plans = new Map<string, Decimal[]>()
  const investments = new Map<string, Decimal[]>()
  for (const row of rows) {
    const { at, amount, planId, investmentId, actionType } = row
    const inTime = filter.from === null || at >= filter.from
    const investment = getOrCreate(sums.investments, investmentId, () => ({ cashFlows: [], firstAt: at, lastAt: at, earned: '0' }))
    if (at < investment.firstAt) investment.firstAt = at
    if (at > investment.lastAt) investment.lastAt = at
    if (actionType !== actions.earn) investment.cashFlows.push({ at, actionType, amount })
    else if (inTime) {
      push(periods, startOf(at), amount)
      push(plans, planId, amount)
      push(investments, investmentId, amount)
    }
  }
  for (const [start, amounts] of periods) sums.periods.set(start, sum([sums.periods.get(start) ?? '0', ...amounts]))
  for (const [planId, amounts] of plans) {
    const plan = getOrCreate(sums.plans, planId, () => ({ earned: '0', records: 0 }))
    plan.earned = sum([plan.earned, ...amounts])
    plan.records += amounts.length
    sums.records += amounts.length
  }
  for (const [investmentId, amounts] of investments) {
    const investment = sums.investments.get(investmentId)
    if (investment !== undefined) investment.earned = sum([investment.earned, ...amounts])
  }
}

const periodsOf = (sums: CurrencySums, calendar: Calendar): EarningsPeriod[] => {
  const earned = [...sums.periods].sort(([a], [b]) => a - b)
  let total: Decimal = '0'
  const periods: EarningsPeriod[] = []
  const addPeriod = (start: UnixSeconds, amount: Decimal): void => {
    total = add(total, amount)
    periods.push({ start, earned: amount, runningTotal: total })
  }
  const [first] = earned.at(0) ?? [0]
  const [last] = earned.at(-1) ?? [0]
  const shortest = calendar.per === 'day' ? 82_800 : 2_419_200
  const fill = (last - first) / shortest <= mostPeriods
  let expected = first
  for (const [start, amount] of earned) {
    for (; fill && expected < start; expected = nextPeriod(expected, calendar)) addPeriod(expected, '0')
    addPeriod(start, amount)
    expected = nextPeriod(start, calendar)
  }
  return periods
}

const yieldFor = ({ filter }: EarningsQuery, investments: readonly InvestmentSums[], nextTurn: NextTurn): Promise<Yield> => {
  if (filter.transactionId === null) return yieldOf(investments, filter.from, nextTurn)
  return Promise.resolve({ apy: null, apyNote: 'An APY needs whole investments, not single transactions.' })
}

const currencyOf = async (currency: string, sums: CurrencySums, query: EarningsQuery, nextTurn: NextTurn): Promise<CurrencyEarnings> => ({
  currency,
  total: sum([...sums.plans.values()].map(({ earned }) => earned)),
  records: sums.records,
  periods: periodsOf(sums, query),
  plans: [...sums.plans]
    .map(([planId, plan]) => ({ planId, ...plan }))
    .sort((a, b) => compare(b.earned, a.earned) || (a.planId < b.planId ? -1 : 1)),
  ...(await yieldFor(query, [...sums.investments.values()], nextTurn)),
})

export type Earnings = {
  read(query: EarningsQuery): Promise<Result<FlexEarnings, Problem>>
  /** Also of sums that are being made: of many records they are large. */
  dropCache(): void
}

const keptChanging: Problem = { code: 'busy', message: 'The records kept changing while they were added up. Try again in a moment.' }

export const createEarnings = (from: { profileId: string; history: FlexRepository; nextTurn: NextTurn }): Earnings => {
  const { profileId, history, nextTurn } = from
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

  /** Adds what has arrived since. False where what was summed has changed meanwhile. */
  const addNewRecords = async (sums: Sums, query: EarningsQuery): Promise<Result<boolean, Problem>> => {
    const last = history.lastNo()
    if (!last.ok) return last
    // What was invested before the time asked for was still invested in it.
    const { filter } = query
    const base = { ...everything, planId: filter.planId, investmentId: filter.investmentId, currency: filter.currency }
    const searched = { ...base, transactionId: filter.transactionId, to: filter.to }
    while (sums.upTo < last.value) {
      const upTo = sums.upTo + sliceSize < last.value ? sums.upTo + sliceSize : last.value
      const slice = history.slice(profileId, searched, sums.upTo, upTo)
      if (!slice.ok) return slice
      if (history.rewrites(profileId) !== sums.rewrites) return ok(false)
      const byCurrency = new Map<string, FlexSliceRow[]>()
      for (const row of slice.value) getOrCreate(byCurrency, row.currency, () => []).push(row)
      for (const [currency, rows] of byCurrency) {
        const newSums = (): CurrencySums => ({ records: 0, periods: new Map(), plans: new Map(), investments: new Map() })
        addSlice(getOrCreate(sums.currencies, currency, newSums), rows, query)
      }
      sums.upTo = upTo
      await nextTurn()
    }
    return ok(history.rewrites(profileId) === sums.rewrites)
  }

  const compute = async (name: string, query: EarningsQuery): Promise<Result<FlexEarnings, Problem>> => {
    const { actionTypes } = query.filter
    if (actionTypes.length > 0 && !actionTypes.includes(actions.earn)) return ok({ version: history.version(profileId), currencies: [] })
    // What is dropped meanwhile stays so.
    const cached = cache
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const rewrites = history.rewrites(profileId)
      const known = cached.get(name)
      const sums: Sums = known?.rewrites === rewrites ? known : { upTo: 0, rewrites, currencies: new Map() }
      const version = history.version(profileId)
      const isConsistent = await addNewRecords(sums, query)
      if (!isConsistent.ok) return isConsistent
      if (!isConsistent.value) {
        cached.delete(name)
        continue
      }
      addToCache(cached, name, sums)
      const currencies: CurrencyEarnings[] = []
      for (const [currency, one] of [...sums.currencies].sort(([, a], [, b]) => b.records - a.records)) {
        if (one.records > 0) currencies.push(await currencyOf(currency, one, query, nextTurn))
      }
      return ok({ version, currencies })
    }
    return fail(keptChanging)
  }

  return {
    read: (query) => {
      const name = JSON.stringify([query.filter, query.per, query.utc])
      // Two at once on the same sums would add the same records twice.
      const running = inProgress.get(name)
      if (running !== undefined) return running
      const answer = compute(name, query).finally(() => inProgress.delete(name))
      inProgress.set(name, answer)
      return answer
    },
    dropCache: () => {
      cache = new Map()
    },
  }
}
