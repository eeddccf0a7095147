// Closing a position as a whole, at market, by its id.
import type { ClosePositionTicket } from '../../../shared/orders/order-ticket.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import type { Problem } from '../../../shared/problem.js'
import { t } from '../../../shared/messages/messages.js'
import { absolute, compare, isZero } from '../../../shared/money.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { createsNoOrder, legOf } from '../draft-targets.js'
import { checkHeldBack, sameTargets } from '../held-back.js'
import { lineOf, mustAskTwice } from '../order-limits.js'
import { pricesFor } from '../order-prices.js'
import { otherPosition, positionChanging } from '../pre-trade-checks.js'
import { type DraftItem, emptyDraft, type FieldErrors, type OrderDraft } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'
import type { OrderKindRules } from './order-kind.js'

export const closePosition: OrderKindRules<'close-position'> = {
  parse: (ticket, { positions }) => readPosition(ticket, positions.value ?? []),

  check: (trading, draft) => {
    const problem =
      checkHeldBack(trading, sameTargets(draft)) ??
      draft.items.map((item) => checkPosition(trading, item)).find((one) => one !== null) ??
      null
    if (problem !== null) return fail(problem)
    const lines = draft.items.map((item) => lineOf(item, pricesFor(trading, item.market), null))
    return ok({ lines, asksTwice: mustAskTwice(trading.settings.limits, lines) })
  },

  request: ({ items: [first] }) => {
    const { market = '', target, positionSide = null } = first ?? {}
    return { kind: 'close-position', market, id: target?.id ?? '', positionSide }
  },
}

function readPosition(
  { market, positionId }: ClosePositionTicket,
  positions: readonly Position[],
): Result<OrderDraft, FieldErrors> {
  const position = positions.find((one) => one.id === positionId && one.market === market)
  if (position === undefined) return fail({ positionId: [t('orders.ticket.position-gone')] })
  const {
    amount,
    modifiedAt = '',
    entryPrice = null,
    unrealizedPnl = null,
    protectiveOrders,
  } = position
  if (amount === null || isZero(amount))
    return fail({ positionId: [t('orders.ticket.position-no-amount')] })
  const direction = directionOf(position)
  const { stopLoss = null, takeProfit = null } = protectiveOrders ?? {}
  const item: DraftItem = {
    ...createsNoOrder,
    field: '',
    market,
    amount: absolute(amount),
    price: null,
    postOnly: false,
    ioc: false,
    rpi: false,
    side: direction === 'short' ? 'buy' : 'sell',
    positionSide: legOf(position.positionSide),
    target: {
      kind: 'position',
      id: positionId,
      direction,
      modifiedAt,
      entryPrice,
      unrealizedPnl,
      stopLoss,
      takeProfit,
    },
  }
  return ok({ ...emptyDraft, kind: 'close-position', items: [item] })
}

function checkPosition(
  { intents, ports }: TradingState,
  { market, amount, target }: DraftItem,
): Problem | null {
  const { value, asOf } = ports.conditions().positions
  const now = value?.find(({ id, market: on }) => id === target?.id && on === market)
  const isSame = now?.amount != null && compare(absolute(now.amount), amount) === 0
  if (target?.kind !== 'position' || !isSame || (now.modifiedAt ?? '') !== target.modifiedAt)
    return otherPosition
  // A position read before one of our orders may have changed it is out of date.
  return asOf === null || intents.mayHaveChanged(market, asOf) ? positionChanging : null
}
