// A ticket as main understood it: what would be sent, in our words, with every client order id in place.
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import type { Decimal } from '../../shared/money.js'
import type { Move } from './orders-ports.js'

export type DraftItem = {
  /** Which field of the ticket a complaint is about begins with this: "" for a single order, "rows.3." in bulk. */
  field: string
  clientOrderId: string
  market: string
  side: OrderSide
  amount: Decimal
  price: Decimal | null
  positionSide: PositionSide | null
  stopLoss: Decimal | null
  takeProfit: Decimal | null
  postOnly: boolean
  ioc: boolean
  rpi: boolean
}

export type Draft = {
  kind: OrderKind
  /** Empty for an investment. */
  items: DraftItem[]
  investmentId: string | null
  stopOnFail: boolean | null
  retryOf: string | null
}

export const moveOf = (draft: Draft): Move => {
  if (draft.kind === 'close-investment') return { kind: draft.kind, investmentId: draft.investmentId ?? '' }
  const [first] = draft.items
  if (draft.kind === 'market' && first !== undefined) {
    const { market, side, amount, clientOrderId, stopLoss, takeProfit, positionSide } = first
    return {
      kind: 'market',
      draft: {
        market,
        side,
        amount,
        clientOrderId,
        ...(stopLoss === null ? {} : { stopLoss }),
        ...(takeProfit === null ? {} : { takeProfit }),
        ...(positionSide === null ? {} : { positionSide }),
      },
    }
  }
  const orders = draft.items.map(({ market, side, amount, price, postOnly, ioc, rpi, clientOrderId }) => ({
    market,
    side,
    amount,
    price: price ?? '0',
    postOnly,
    ioc,
    rpi,
    clientOrderId,
  }))
  return { kind: 'bulk', draft: { orders, stopOnFail: draft.stopOnFail ?? false } }
}
