// A ticket as main understood it, with every client order id in place.
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { PreviewItem } from '../../shared/domain/trading.js'
import type { OrderRequest } from '../exchange/order-gateway.js'

export type DraftItem = Omit<PreviewItem, 'effect'> & {
  /** The fields of the ticket that it was read from begin with this: "" for a single order, "rows.3." in bulk. */
  field: string
}

export type OrderDraft = {
  kind: OrderKind
  /** Empty for an investment. */
  items: DraftItem[]
  investmentId: string | null
  stopOnFail: boolean | null
  retryOf: string | null
}

export const requestOf = (draft: OrderDraft): OrderRequest => {
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
