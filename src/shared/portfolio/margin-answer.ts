// What the user can do about the margin level: the smallest actions with their own balances and
// positions that bring it to a level. Everything is rounded to the safe side: amounts up, levels
// down. It sends nothing: each action has a review of its own.
import type { Market, PricesView } from '../markets/market.js'
import { isTradable, marketIn } from '../markets/market-rules.js'
import { tickerOf } from '../markets/live-price.js'
import {
  add,
  compare,
  type Decimal,
  divide,
  divideUp,
  multiply,
  subtract,
  sum,
  toStep,
} from '../money.js'
import { currenciesOf } from '../orders/order-rules.js'
import type { Order } from '../orders/order.js'
import { collateralPrice } from '../orders/transfer-changes.js'
import { levelOf, marginBacking } from './margin.js'
import { settlementAsset } from './margin-what-if.js'
import type { CollateralSummary } from './portfolio.js'
import { directionOf, isFutures, type Position } from './position.js'
import { markOf, unitsOf } from './position-measure.js'
import type { UnixSeconds } from '../time.js'
import { mostMovable, type PurseHolding, transferPlaces } from './purses.js'

export type MarginFacts = {
  summary: CollateralSummary
  /** Null if the balance is not offered. */
  main: readonly PurseHolding[] | null
  trade: readonly PurseHolding[] | null
  positions: readonly Position[]
  /** Null if they are not known. */
  openOrders: readonly Order[] | null
  /** Used margin may be bound by more than the positions and orders here, such as borrowings. */
  isMarginShared: boolean
  /** Current ones. */
  prices: PricesView | null
  markets: readonly Market[]
  now: UnixSeconds
}

/** From trade, it takes two transfers, by way of main. */
type Moving = { kind: 'move'; asset: string; amount: Decimal; from: 'main' | 'trade' }
/** `cost`: fee and the worse price allowed for, in USDT, at most. */
type Closing = { kind: 'reduce' | 'close'; position: Position; amount: Decimal; cost: Decimal }

/** `before` and `after`: the margin level in percent; null if no margin is in use then. */
export type MarginAction = (Moving | Closing) & { before: Decimal; after: Decimal | null }

export type MarginAnswer = {
  level: Decimal
  target: Decimal
  /** Each is sufficient alone; the least costly first. */
  single: MarginAction[]
  /** If none is: one after the other, each with the level it leaves. */
  together: MarginAction[]
  /** In USDT: what is missing after all of them; null if they are sufficient. */
  missing: Decimal | null
  /**
   * Open orders on collateral, and the used margin that neither positions nor borrowings explain:
   * cancelling them may release it. The exchange does not say, so nothing here relies on it.
   */
  orders: { list: Order[]; most: Decimal; after: Decimal | null } | null
  /** Positions and assets that could not be counted. */
  leftOut: string[]
}

/** In percent: what a market order may execute worse than the current price. */
export const priceAllowance = '0.5'

/** In percent, where the list of markets has none: the highest that is published. */
export const usualFee = '0.1'

/** In USDT. Less is not worth a transfer, and no margin in use: figures are rounded. */
const leastWorth = '0.01'

/** Of an amount that is missing, rounded up. */
const finest = '0.00000001'

/** Margins are stated with at most this many places, and rounded up to the market's own step. */
const finestMargin = '0.00000001'

/** The level to reach has as many places as a level. */
export const targetStep = '0.0001'

/** In the currency of the collateral account. */
type State = { backing: Decimal; used: Decimal }

/** Exact: a level that was rounded down would hide what is still missing. */
function reaches({ backing, used }: State, target: Decimal): boolean {
  return compare(used, '0') <= 0 || compare(multiply(backing, '100'), multiply(target, used)) >= 0
}

function levelIn({ backing, used }: State): Decimal | null {
  return compare(used, '0') <= 0 ? null : levelOf(backing, used)
}

/** By a whole comparison: levels are truncated. */
function isBetter(after: State, before: State): boolean {
  if (compare(after.used, '0') <= 0) return true
  return compare(multiply(after.backing, before.used), multiply(before.backing, after.used)) > 0
}

/** What is missing of what backs the margin; zero if nothing is. */
function missingIn({ backing, used }: State, target: Decimal): Decimal {
  if (reaches({ backing, used }, target)) return '0'
  return subtract(divideUp(multiply(target, used), '100', 18), backing)
}

type Source = { asset: string; from: 'main' | 'trade'; free: Decimal; price: Decimal }

/** Money that the exchange counts as it is comes first, then what is worth most. */
function sourcesOf({ main, trade, prices }: MarginFacts): { list: Source[]; leftOut: string[] } {
  const tickers = prices?.tickers.value ?? null
  const leftOut: string[] = []
  const listed = (['main', 'trade'] as const).flatMap((from): Source[] =>
    ((from === 'main' ? main : trade) ?? []).flatMap((holding): Source[] => {
      const { asset } = holding
      const free = mostMovable(holding)
      if (fiat.has(asset) || free === null || compare(free, '0') <= 0) return []
      const price = collateralPrice(asset, tickers)
      if (price === null) leftOut.push(asset)
      if (price === null || compare(multiply(free, price), leastWorth) < 0) return []
      return [{ asset, from, free, price }]
    }),
  )
  const rank = ({ asset, from }: Source): number =>
    (asset === settlementAsset ? 0 : 2) + (from === 'main' ? 0 : 1)
  const worth = ({ free, price }: Source): Decimal => multiply(free, price)
  return {
    list: listed.sort((a, b) => rank(a) - rank(b) || compare(worth(b), worth(a))),
    leftOut,
  }
}

/** It is not collateral at the exchange. */
const fiat: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'PLN', 'TRY', 'UAH'])

type Step = { action: Moving | Closing; after: State }

/** As much of it as is needed, or all that is free. */
function moving(state: State, { asset, from, free, price }: Source, target: Decimal): Step {
  const needed = divideUp(missingIn(state, target), price, transferPlaces)
  const amount = compare(needed, free) < 0 ? needed : free
  return {
    action: { kind: 'move', asset, from, amount },
    after: { ...state, backing: add(state.backing, multiply(amount, price)) },
  }
}

/** A position with all that is needed to say what closing a part of it does. */
type Closable = {
  position: Position
  units: Decimal
  margin: Decimal
  /** Of one unit, in USDT. */
  cost: Decimal
  price: Decimal
  market: Market | null
  /** What remains of the margin of a part is rounded up to this. */
  marginStep: Decimal
  /** Of the used margin: what remains once nothing else explains any. */
  leastUsed: Decimal
}

function positiveOr(value: Decimal | null | undefined, otherwise: Decimal): Decimal {
  return value != null && compare(value, '0') > 0 ? value : otherwise
}

function closableOf(
  position: Position,
  { prices, markets, isMarginShared, now }: MarginFacts,
): Closable | null {
  const { usedMargin } = position
  const units = unitsOf(position)
  const price = markOf(position, prices)?.price ?? null
  if (
    currenciesOf(position.market).quote !== settlementAsset ||
    units === null ||
    price === null ||
    usedMargin == null ||
    compare(usedMargin, '0') <= 0 ||
    directionOf(position) === 'unclear'
  )
    return null
  const market = marketIn({ value: [...markets] }, position.market)
  const isFrozen = prices !== null && tickerOf(prices, position.market)?.isFrozen === true
  if (isFrozen || (market !== null && !isTradable(market, now))) return null
  const marginStep = positiveOr(market?.priceStep, finestMargin)
  const percent = add(market?.takerFee ?? usualFee, priceAllowance)
  // A fee that was paid out of a worse price is a little higher: of all of it, a hundredth more.
  const cost = multiply(multiply(price, percent), '0.0101')
  const leastUsed = isMarginShared ? leastWorth : '0'
  return { position, units, margin: usedMargin, cost, price, market, marginStep, leastUsed }
}

function closing(state: State, closable: Closable, amount: Decimal): Step {
  const { position, units, margin, cost, marginStep } = closable
  const isWhole = compare(amount, units) >= 0
  const left = isWhole
    ? '0'
    : toStep(divideUp(multiply(margin, subtract(units, amount)), units, 18), marginStep, 'up')
  const all = multiply(cost, amount)
  const used = subtract(state.used, subtract(margin, left))
  return {
    action: { kind: isWhole ? 'close' : 'reduce', position, amount, cost: all },
    after: {
      backing: subtract(state.backing, all),
      used: compare(used, leastWorth) < 0 ? closable.leastUsed : used,
    },
  }
}

/** The smallest part that the market lets through and that is sufficient, or all of it. */
function leastClosing(state: State, closable: Closable, target: Decimal): Step {
  const { units, margin, cost, price, market, marginStep } = closable
  const whole = closing(state, closable, units)
  const step = market?.amountStep ?? null
  // Each unit releases margin and costs something: only the difference lifts the level.
  const gain = subtract(divide(multiply(target, margin), units, 18), multiply(cost, '100'))
  if (step === null || compare(step, '0') <= 0 || compare(gain, '0') <= 0) return whole
  const lacks = add(
    subtract(multiply(target, state.used), multiply(state.backing, '100')),
    multiply(target, marginStep),
  )
  const bounds = [
    divideUp(lacks, gain, 18),
    market?.minAmount ?? '0',
    divideUp(market?.minNotional ?? '0', price, 18),
  ]
  let amount = toStep(
    bounds.reduce((most, one) => (compare(one, most) > 0 ? one : most), step),
    step,
    'up',
  )
  // The rest of the margin is rounded up, which may cost one step more.
  for (let more = 0; more < 2; more += 1, amount = add(amount, step)) {
    const isPart = compare(add(amount, market?.minAmount ?? step), units) <= 0
    if (!isPart || isAbove(multiply(amount, price), market?.maxNotional ?? null)) return whole
    const part = closing(state, closable, amount)
    if (reaches(part.after, target)) return part
  }
  return whole
}

function isAbove(value: Decimal, most: Decimal | null): boolean {
  return most !== null && compare(most, '0') > 0 && compare(value, most) > 0
}

function costOf(action: Moving | Closing): Decimal {
  return action.kind === 'move' ? '0' : action.cost
}

function said(before: State, { action, after }: Step): MarginAction {
  return { ...action, before: levelIn(before) ?? '0', after: levelIn(after) }
}

/** All that moves first, then what costs least of what is sufficient, or lifts the level most. */
function allTogether(
  begin: State,
  target: Decimal,
  sources: readonly Source[],
  closables: readonly Closable[],
): { actions: MarginAction[]; end: State } {
  let state = begin
  const actions: MarginAction[] = []
  const take = (step: Step): void => {
    if (!isBetter(step.after, state)) return
    actions.push(said(state, step))
    state = step.after
  }
  for (const source of sources) if (!reaches(state, target)) take(moving(state, source, target))
  let left = [...closables]
  while (!reaches(state, target) && left.length > 0) {
    const steps = left.map((closable) => leastClosing(state, closable, target))
    const best = steps.reduce((a, b) => (isRather(b, a, target) ? b : a))
    take(best)
    left = left.filter((_, at) => steps[at] !== best)
  }
  return { actions, end: state }
}

function isRather(one: Step, other: Step, target: Decimal): boolean {
  const [enough, otherEnough] = [reaches(one.after, target), reaches(other.after, target)]
  if (enough !== otherEnough) return enough
  return enough
    ? compare(costOf(one.action), costOf(other.action)) < 0
    : isBetter(one.after, other.after)
}

/** Only what neither positions nor borrowings explain, and only if every position says its part. */
function bindingOrders(
  { openOrders, positions, isMarginShared }: MarginFacts,
  state: State,
): MarginAnswer['orders'] {
  const list = (openOrders ?? []).filter(
    ({ market, type = '', reduceOnly }) =>
      reduceOnly !== true && (isFutures(market) || /^(?:margin|collateral)\b/i.test(type)),
  )
  const margins = positions.map(({ usedMargin, market }) =>
    currenciesOf(market).quote === settlementAsset ? (usedMargin ?? null) : null,
  )
  if (list.length === 0 || isMarginShared || margins.includes(null)) return null
  const most = subtract(state.used, sum(margins.flatMap((margin) => margin ?? [])))
  if (compare(most, leastWorth) < 0) return null
  return { list, most, after: levelIn({ ...state, used: subtract(state.used, most) }) }
}

/**
 * By how much the margins of positions may exceed all of it: they are read a moment apart, and each
 * is rounded.
 */
const exceeds = '1.001'
const roundedBy = '0.01'

/** `target`: in percent, rounded up to `targetStep`. Null if no margin is in use. */
export function marginAnswer(facts: MarginFacts, wanted: Decimal): MarginAnswer | null {
  const { summary, positions } = facts
  const begin: State = { backing: marginBacking(summary), used: summary.usedMargin }
  const level = levelIn(begin)
  if (level === null) return null
  const target = toStep(wanted, targetStep, 'up')
  const { list: sources, leftOut } = sourcesOf(facts)
  const known = positions.map((position) => ({ position, closable: closableOf(position, facts) }))
  const margins = sum(known.flatMap(({ closable }) => closable?.margin ?? []))
  // Of another moment than the summary: what closing one releases is then not known.
  const mostMargins = add(
    multiply(begin.used, exceeds),
    multiply(roundedBy, String(positions.length)),
  )
  const fits = compare(margins, mostMargins) <= 0
  const closables = fits ? known.flatMap(({ closable }) => closable ?? []) : []
  const missed = known.filter(({ closable }) => closable === null || !fits)
  const answer = {
    level,
    target,
    orders: bindingOrders(facts, begin),
    leftOut: [...new Set([...leftOut, ...missed.map(({ position }) => position.market)])],
  }
  if (reaches(begin, target)) return { ...answer, single: [], together: [], missing: null }
  const closings = closables
    .map((closable) => leastClosing(begin, closable, target))
    .sort((a, b) => compare(costOf(a.action), costOf(b.action)))
  const single = [...sources.map((source) => moving(begin, source, target)), ...closings].filter(
    ({ after }) => isBetter(after, begin) && reaches(after, target),
  )
  if (single.length > 0)
    return {
      ...answer,
      single: single.map((step) => said(begin, step)),
      together: [],
      missing: null,
    }
  const { actions, end } = allTogether(begin, target, sources, closables)
  const isEnough = reaches(end, target)
  return {
    ...answer,
    single: [],
    together: actions,
    missing: isEnough ? null : toStep(missingIn(end, target), finest, 'up'),
  }
}
