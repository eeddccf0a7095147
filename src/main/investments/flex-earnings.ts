// Sums of earnings, exact, however many records there are: they are read in short slices with the loop let go in between, and what was
// summed is kept, so that new records only add to it.
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
import { acts } from './cash-flows.js'
import { yieldOf, type Breathe, type InvestmentSums, type Yield } from './flex-yield.js'
import { nextPeriod, periodFinder, type Calendar } from './periods.js'
import type { FlexHistory, SliceRow } from './ports.js'

/** Records read at once; a few milliseconds, also where this computer is busy. */
const sliceSize = 400
/** Queries whose sums are kept. */
const mostKept = 6
/** Where the first and the last earning lie further apart than this many periods, those without earnings are left out. */
const mostPeriods = 20_000
/** Tries at sums that records changing under them spoil. */
const mostTries = 5

type PlanSums = { earned: Decimal; records: number }
type CurrencySums = {
  records: number
  periods: Map<UnixSeconds, Decimal>
  plans: Map<string, PlanSums>
  investments: Map<string, InvestmentSums>
}
type Sums = { upTo: number; rewrites: number; currencies: Map<string, CurrencySums> }

const of = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const push = <K>(lists: Map<K, Decimal[]>, key: K, amount: Decimal): void => void of(lists, key, () => []).push(amount)

/** Adds rows of one currency. Amounts of a slice are summed together: that is several times faster than one by one. */
const addRows = (sums: CurrencySums, rows: readonly SliceRow[], { filter, per, utc }: EarningsQuery): void => {
  const startOf = periodFinder({ per, utc })
  const periods = new Map<UnixSeconds, Decimal[]>()
  const plans = new Map<string, Decimal[]>()
  const investments = new Map<string, Decimal[]>()
  for (const row of rows) {
    const { at, amount, planId, investmentId, actionType } = row
    const inTime = filter.from === null || at >= filter.from
    const investment = of(sums.investments, investmentId, () => ({ movements: [], firstAt: at, lastAt: at, earned: '0' }))
    if (at < investment.firstAt) investment.firstAt = at
    if (at > investment.lastAt) investment.lastAt = at
    if (actionType !== acts.earn) investment.movements.push({ at, actionType, amount })
    else if (inTime) {
      push(periods, startOf(at), amount)
      push(plans, planId, amount)
      push(investments, investmentId, amount)
    }
  }
  for (const [start, amounts] of periods) sums.periods.set(start, sum([sums.periods.get(start) ?? '0', ...amounts]))
  for (const [planId, amounts] of plans) {
    const plan = of(sums.plans, planId, () => ({ earned: '0', records: 0 }))
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
  const note = (start: UnixSeconds, amount: Decimal): void => {
    total = add(total, amount)
    periods.push({ start, earned: amount, runningTotal: total })
  }
  const [first] = earned.at(0) ?? [0]
  const [last] = earned.at(-1) ?? [0]
  const shortest = calendar.per === 'day' ? 82_800 : 2_419_200
  const fill = (last - first) / shortest <= mostPeriods
  let expected = first
  for (const [start, amount] of earned) {
    for (; fill && expected < start; expected = nextPeriod(expected, calendar)) note(expected, '0')
    note(start, amount)
    expected = nextPeriod(start, calendar)
  }
  return periods
}

const yieldFor = ({ filter }: EarningsQuery, investments: readonly InvestmentSums[], breathe: Breathe): Promise<Yield> => {
  if (filter.transactionId === null) return yieldOf(investments, filter.from, breathe)
  return Promise.resolve({ apy: null, apyNote: 'An APY needs whole investments, not single transactions.' })
}

const currencyOf = async (currency: string, sums: CurrencySums, query: EarningsQuery, breathe: Breathe): Promise<CurrencyEarnings> => ({
  currency,
  total: sum([...sums.plans.values()].map(({ earned }) => earned)),
  records: sums.records,
  periods: periodsOf(sums, query),
  plans: [...sums.plans]
    .map(([planId, plan]) => ({ planId, ...plan }))
    .sort((a, b) => compare(b.earned, a.earned) || (a.planId < b.planId ? -1 : 1)),
  ...(await yieldFor(query, [...sums.investments.values()], breathe)),
})

export type Earnings = {
  ask(query: EarningsQuery): Promise<Result<FlexEarnings, Problem>>
  /** Drops the sums that are kept, also those that are being made: of many records they are large. */
  forget(): void
}

const restless: Problem = { code: 'busy', message: 'The records kept changing while they were added up. Try again in a moment.' }

export const createEarnings = (from: { profileId: string; history: FlexHistory; breathe: Breathe }): Earnings => {
  const { profileId, history, breathe } = from
  let kept = new Map<string, Sums>()
  const asked = new Map<string, Promise<Result<FlexEarnings, Problem>>>()

  const keep = (sumsByName: Map<string, Sums>, name: string, sums: Sums): void => {
    sumsByName.delete(name)
    sumsByName.set(name, sums)
    for (const oldest of sumsByName.keys()) {
      if (sumsByName.size <= mostKept) return
      sumsByName.delete(oldest)
    }
  }

  /** Adds what has arrived since. False where what was summed has changed meanwhile. */
  const bringUpToDate = async (sums: Sums, query: EarningsQuery): Promise<Result<boolean, Problem>> => {
    const last = history.lastNo()
    if (!last.ok) return last
    // What was invested before the time asked for was still invested in it.
    const { filter } = query
    const wanted = { ...everything, planId: filter.planId, investmentId: filter.investmentId, currency: filter.currency }
    const searched = { ...wanted, transactionId: filter.transactionId, to: filter.to }
    while (sums.upTo < last.value) {
      const upTo = sums.upTo + sliceSize < last.value ? sums.upTo + sliceSize : last.value
      const slice = history.slice(profileId, searched, sums.upTo, upTo)
      if (!slice.ok) return slice
      if (history.rewrites(profileId) !== sums.rewrites) return ok(false)
      const byCurrency = new Map<string, SliceRow[]>()
      for (const row of slice.value) of(byCurrency, row.currency, () => []).push(row)
      for (const [currency, rows] of byCurrency) {
        const newSums = (): CurrencySums => ({ records: 0, periods: new Map(), plans: new Map(), investments: new Map() })
        addRows(of(sums.currencies, currency, newSums), rows, query)
      }
      sums.upTo = upTo
      await breathe()
    }
    return ok(history.rewrites(profileId) === sums.rewrites)
  }

  const work = async (name: string, query: EarningsQuery): Promise<Result<FlexEarnings, Problem>> => {
    const { actionTypes } = query.filter
    if (actionTypes.length > 0 && !actionTypes.includes(acts.earn)) return ok({ version: history.version(profileId), currencies: [] })
    // What is forgotten meanwhile stays so.
    const keptNow = kept
    for (let tries = 0; tries < mostTries; tries += 1) {
      const rewrites = history.rewrites(profileId)
      const known = keptNow.get(name)
      const sums: Sums = known?.rewrites === rewrites ? known : { upTo: 0, rewrites, currencies: new Map() }
      const version = history.version(profileId)
      const sound = await bringUpToDate(sums, query)
      if (!sound.ok) return sound
      if (!sound.value) {
        keptNow.delete(name)
        continue
      }
      keep(keptNow, name, sums)
      const currencies: CurrencyEarnings[] = []
      for (const [currency, one] of [...sums.currencies].sort(([, a], [, b]) => b.records - a.records)) {
        if (one.records > 0) currencies.push(await currencyOf(currency, one, query, breathe))
      }
      return ok({ version, currencies })
    }
    return fail(restless)
  }

  return {
    ask: (query) => {
      const name = JSON.stringify([query.filter, query.per, query.utc])
      // Two at once on the same sums would add the same records twice.
      const running = asked.get(name)
      if (running !== undefined) return running
      const answer = work(name, query).finally(() => asked.delete(name))
      asked.set(name, answer)
      return answer
    },
    forget: () => {
      kept = new Map()
    },
  }
}
