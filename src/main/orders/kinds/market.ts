// One collateral market order (specification 4.5).
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import { t } from '../../../shared/messages/messages.js'
import { emptyDraft, readTicket } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

export const market: OrderKindRules<'market'> = {
  parse: (ticket, { newId }) =>
    readTicket(newId, ({ take, readItem }) => {
      const takeLevel = (field: string, what: string, typed: string | null): string | null =>
        typed === null || typed.trim() === '' ? null : take(field, readTypedDecimal(what, typed))

      const item = readItem('', ticket)
      const stopLoss = takeLevel('stopLoss', t('orders.field.stop-loss'), ticket.stopLoss)
      const takeProfit = takeLevel('takeProfit', t('orders.field.take-profit'), ticket.takeProfit)
      return {
        ...emptyDraft,
        kind: 'market',
        items: [{ ...item, positionSide: ticket.positionSide, stopLoss, takeProfit }],
      }
    }),

  request: ({ items: [first] }) => {
    const {
      market: on = '',
      side = 'buy',
      amount = '',
      clientOrderId,
      stopLoss,
      takeProfit,
      positionSide,
    } = first ?? {}
    return {
      kind: 'market',
      draft: { market: on, side, amount, clientOrderId, stopLoss, takeProfit, positionSide },
    }
  },
}
