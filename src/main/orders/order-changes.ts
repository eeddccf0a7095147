// How a position changes, figure by figure: before, as the exchange sent it, and after, as far as
// it can be known.
import { isCurrent } from '../../shared/markets/live-price.js'
import { marketIn } from '../../shared/markets/market-rules.js'
import { type Consequence, lessens } from '../../shared/orders/order-effect.js'
import { marginCurrency } from '../../shared/orders/order-size.js'
import { estimateOf, levelsAfter } from '../../shared/orders/order-estimate.js'
import { closedBy, pnlAt } from '../../shared/portfolio/realized-pnl.js'
import type { CollateralSummary } from '../../shared/portfolio/portfolio.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import type { ChangedFigure, OrderChange } from '../../shared/orders/trading.js'
import { absolute, compare, type Decimal, subtract } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Line } from './order-limits.js'
import type { TradingConditions } from './trading-state.js'

export type KnownAccount = Pick<
  TradingConditions,
  'positions' | 'collateral' | 'markets' | 'prices'
>

function figure(
  value: Decimal | null | undefined,
  some: Partial<ChangedFigure> = {},
): ChangedFigure {
  return {
    known: value !== undefined,
    value: value ?? null,
    about: false,
    side: null,
    ...some,
  }
}

const none = figure(null)
const notKnown = figure(undefined)

/** The exchange writes zero if it has none. */
function priceOf(price: Decimal | null | undefined): Decimal | null | undefined {
  return price != null && compare(price, '0') <= 0 ? null : price
}

function sideOf(position: Position): 'long' | 'short' | null {
  const direction = directionOf(position)
  return direction === 'unclear' ? null : direction
}

/** `undefined` if the position cannot be determined. */
type OfPosition = 'size' | 'entry' | 'stopLoss' | 'takeProfit' | 'liquidation'

/** Unknown if the exchange did not send the levels: that is not the same as none. */
function levelOf({ protectiveOrders }: Position, level: 'stopLoss' | 'takeProfit'): ChangedFigure {
  return protectiveOrders === undefined
    ? notKnown
    : figure(priceOf(protectiveOrders?.[level]) ?? null)
}

function before(met: Position | null | undefined): Record<OfPosition, ChangedFigure> {
  if (met === undefined)
    return {
      size: notKnown,
      entry: notKnown,
      stopLoss: notKnown,
      takeProfit: notKnown,
      liquidation: notKnown,
    }
  if (met === null)
    return { size: none, entry: none, stopLoss: none, takeProfit: none, liquidation: none }
  return {
    size: figure(met.amount === null ? undefined : absolute(met.amount), { side: sideOf(met) }),
    entry: figure(met.entryPrice ?? undefined),
    stopLoss: levelOf(met, 'stopLoss'),
    takeProfit: levelOf(met, 'takeProfit'),
    liquidation: figure(priceOf(met.liquidationPrice)),
  }
}

type Estimate = ReturnType<typeof estimateOf>

function after(
  line: Line,
  consequence: Consequence,
  estimate: Estimate | null,
): Record<OfPosition, ChangedFigure> {
  const { effect, after: size, remains } = consequence
  if (effect === 'closes') return before(null)
  if (effect === 'not-known' || size === null || (remains !== 'long' && remains !== 'short'))
    return before(undefined)
  const { stopLoss, takeProfit } = levelsAfter(line, consequence)
  return {
    size: figure(size, { side: remains }),
    entry: figure(
      estimate?.entry ?? (lessens(effect) ? (consequence.met?.entryPrice ?? undefined) : undefined),
      {
        about: !lessens(effect),
      },
    ),
    stopLoss: figure(stopLoss),
    takeProfit: figure(takeProfit),
    // It depends on the whole account: the exchange reports it after the fill.
    liquidation: notKnown,
  }
}

/** Only if this order is included in it, too. */
function freeMargin(
  line: Line,
  summary: CollateralSummary | null,
  estimate: Estimate | null,
): OrderChange[] {
  if (summary === null || line.quote !== marginCurrency) return []
  const bound = estimate?.margin ?? null
  const left =
    bound === null ? undefined : subtract(subtract(summary.freeMargin, bound), estimate?.fee ?? '0')
  return [
    {
      what: 'freeMargin',
      unit: marginCurrency,
      before: figure(summary.freeMargin),
      after: figure(left, { about: true }),
    },
  ]
}

/**
 * What closing would realize at the current price; none for an order that closes nothing. Before
 * it, nothing is realized.
 */
function pnlRows(line: Line, consequence: Consequence, takerFee: Decimal | null): OrderChange[] {
  const closes = closedBy(line, consequence)
  if (closes === null) return []
  const unit = line.quote
  const estimate = line.live === null ? null : pnlAt(closes, line.live.price, takerFee)
  if (estimate === null) return [{ what: 'pnl', unit, before: none, after: notKnown }]
  return [
    {
      what: estimate.afterFee ? 'pnlAfterFee' : 'pnl',
      unit,
      before: none,
      after: figure(estimate.pnl, { about: true }),
    },
  ]
}

/** Empty if the order is for no position, or what is open there is unknown. */
export function changesOf(
  line: Line,
  consequence: Consequence | null,
  { collateral, markets }: KnownAccount,
  now: UnixSeconds,
): OrderChange[] {
  if (consequence?.met === undefined) return []
  const summary = isCurrent(collateral, now) ? collateral.value : null
  const takerFee = marketIn(markets, line.market)?.takerFee ?? null
  const estimate =
    line.live === null
      ? null
      : estimateOf(line, consequence, {
          price: line.live.price,
          takerFee,
          leverage: summary?.leverage ?? null,
        })
  const [was, is] = [before(consequence.met), after(line, consequence, estimate)]
  const { base, quote } = line
  const rows = (['size', 'entry', 'stopLoss', 'takeProfit', 'liquidation'] as const).map(
    (what): OrderChange => ({
      what,
      unit: what === 'size' ? base : quote,
      before: was[what],
      after: is[what],
    }),
  )
  return [...rows, ...pnlRows(line, consequence, takerFee), ...freeMargin(line, summary, estimate)]
}

/** Of closing a position as a whole. */
export function closeChanges(line: Line, known: KnownAccount, now: UnixSeconds): OrderChange[] {
  const met = known.positions.value?.find(({ id }) => id === line.target?.id)
  if (met === undefined) return []
  return changesOf(
    line,
    { effect: 'closes', met, held: line.amount, after: '0', remains: 'none' },
    known,
    now,
  )
}
