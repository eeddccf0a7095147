// Closing a position as a whole, at market, by its id.
import type { ClosePositionTicket } from '../../../shared/orders/order-ticket.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import { t } from '../../../shared/messages/messages.js'
import { absolute, isZero } from '../../../shared/money.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { createsNoOrder, legOf } from '../draft-targets.js'
import { type DraftItem, emptyDraft, type FieldErrors, type OrderDraft } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

export const closePosition: OrderKindRules<'close-position'> = {
  parse: (ticket, { positions }) => readPosition(ticket, positions.value ?? []),

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
