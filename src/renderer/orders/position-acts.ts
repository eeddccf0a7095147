// Actions on a position: each enables trading first if needed, and leads to a review on the Trade
// screen, the only one that sends anything.
import type { Market } from '../../shared/markets/market.js'
import { marketIn } from '../../shared/markets/market-rules.js'
import { partOf } from '../../shared/orders/order-size.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { isEnabled, type TradingView } from '../../shared/orders/trading.js'
import { absolute, add, compare, type Decimal, isZero } from '../../shared/money.js'
import { t } from '../../shared/messages/messages.js'
import type { EnablingStore, PositionAct } from './enabling.svelte.js'
import type { NavigationStore } from '../shell/navigation-store.svelte.js'
import { closePositionTicket } from './kinds/close-position.js'
import type { MarketTicket } from '../../shared/orders/order-ticket.js'
import type { PrefilledOrder } from './ticket-draft.svelte.js'
import { positionChanged, type TradeForms } from './trade-forms.svelte.js'

const legs: readonly PositionSide[] = ['LONG', 'SHORT']

/** The side in hedge mode; null otherwise. */
function legOf({ positionSide }: Position): PositionSide | null {
  return legs.find((leg) => leg === positionSide) ?? null
}

/**
 * A market order in the opposite direction over all of it; null if its amount or its direction is
 * unknown.
 */
function opposite(position: Position): PrefilledOrder | null {
  const direction = directionOf(position)
  if (direction === 'unclear' || position.amount === null || isZero(position.amount)) return null
  const side: OrderSide = direction === 'long' ? 'sell' : 'buy'
  return {
    market: position.market,
    side,
    amount: absolute(position.amount),
    positionSide: legOf(position),
  }
}

/** Why an action is unavailable, as text for its button; null if it is available. */
function whyNot(act: PositionAct, position: Position): string | null {
  const { amount } = position
  if (amount === null || isZero(amount)) return t('shell.act.no-amount')
  if (act === 'close') return null
  if (opposite(position) === null) return t('shell.act.side-unknown')
  return act === 'reverse' && legOf(position) !== null ? t('shell.act.hedge') : null
}

/** A market order over twice as much; null if unavailable. */
function reversing(position: Position): PrefilledOrder | null {
  const order = whyNot('reverse', position) === null ? opposite(position) : null
  return order === null ? null : { ...order, amount: add(order.amount, order.amount) }
}

type Parts = {
  navigation: NavigationStore
  tradeForms: TradeForms
  enabling: EnablingStore
  markets(): Market[] | null
  /** As last read; null until then. */
  positions(): Position[] | null
  trading(): TradingView | null
}

export type PositionActs = {
  whyNot: (act: PositionAct, position: Position) => string | null
  reversing: (position: Position) => PrefilledOrder | null
  review: (act: PositionAct, position: Position) => void
  /** Opens the review; if trading is not enabled, first enables it. */
  close: (position: Position) => void
  /**
   * The same with a market order over half of it, or over all of it if half is less than one step
   * of the market. It stays in the form, to be changed there.
   */
  reduce: (position: Position) => void
  /** Opens the review of a market order over so much of it, at most all; trading is enabled. */
  reviewPart: (position: Position, amount: Decimal) => void
  /**
   * Prefills an order with the current levels and no amount: the exchange accepts new levels only
   * together with an order.
   */
  setLevels: (position: Position) => void
  /** The same with a market order over twice as much. */
  reverse: (position: Position) => void
}

export function createPositionActs({
  navigation,
  tradeForms,
  enabling,
  markets,
  positions,
  trading,
}: Parts): PositionActs {
  /** As it is now; null once it is gone or has turned, because an order would then open another. */
  const current = (position: Position): Position | null => {
    const list = positions()
    if (list === null) return position
    const met = list.find(({ id, market }) => id === position.id && market === position.market)
    return met !== undefined &&
      directionOf(met) === directionOf(position) &&
      legOf(met) === legOf(position)
      ? met
      : null
  }
  const fill = (order: PrefilledOrder | null): void => {
    if (order === null) return
    navigation.enter('trade', () => tradeForms.fillMarket(order))
  }
  const reducing = (position: Position): PrefilledOrder | null => {
    const order = opposite(position)
    if (order === null) return null
    const half = partOf(order.amount, 50, marketIn({ value: markets() }, order.market))
    return isZero(half) ? order : { ...order, amount: half }
  }
  /** `orderOf`: the order against the position as it is when the review opens, or opens again. */
  const reviewOrder = (position: Position, orderOf: typeof reducing): void =>
    navigation.enter('trade', () => {
      const ticketNow = (): MarketTicket | null => {
        const met = current(position)
        const order = met === null ? null : orderOf(met)
        const empty = {
          market: position.market,
          side: 'buy',
          amount: '',
          positionSide: null,
        } as const
        tradeForms.fillMarket(order ?? empty)
        if (order === null) return null
        return tradeForms.market.ticket(order.positionSide, order.amount)
      }
      const ticket = ticketNow()
      if (ticket === null) tradeForms.preview.refuse('market', positionChanged)
      else void tradeForms.preview.prepare(ticket, ticketNow)
    })
  /** The complete position, at market. */
  const reviewClose = (position: Position): void =>
    navigation.enter('trade', () => {
      tradeForms.tab = 'market'
      void tradeForms.preview.prepare(closePositionTicket(position))
    })
  const review = (act: PositionAct, position: Position): void => {
    if (act === 'close') reviewClose(position)
    else reviewOrder(position, act === 'reduce' ? reducing : reversing)
  }
  const start = (act: PositionAct, position: Position): void => {
    if (whyNot(act, position) !== null) return
    const view = trading()
    if (view !== null && !isEnabled(view)) enabling.wanted = { then: { act, position } }
    else review(act, position)
  }
  return {
    whyNot,
    reversing,
    review,
    close: (position: Position): void => start('close', position),
    reduce: (position: Position): void => start('reduce', position),
    reviewPart: (position: Position, amount: Decimal): void =>
      reviewOrder(position, (met) => {
        const order = opposite(met)
        return order === null || compare(amount, order.amount) >= 0 ? order : { ...order, amount }
      }),
    setLevels: (position: Position): void => {
      const order = opposite(position)
      const { stopLoss = null, takeProfit = null } = position.protectiveOrders ?? {}
      fill(order === null ? null : { ...order, amount: '', stopLoss, takeProfit })
    },
    reverse: (position: Position): void => start('reverse', position),
  }
}
