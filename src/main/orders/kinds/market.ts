// One collateral market order (specification 4.5).
import { effectOf } from '../../../shared/orders/order-effect.js'
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import { t } from '../../../shared/messages/messages.js'
import { fail } from '../../../shared/result.js'
import { checkNewRisk, linesOf, positionProblem } from '../pre-trade-checks.js'
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

  check: (trading, draft, previewed) => {
    const { value } = trading.ports.conditions().positions
    const lines = linesOf(trading, draft.items, (item) => effectOf(item, value ?? []))
    const problem = positionProblem(trading, draft, lines, previewed)
    return problem === null ? checkNewRisk(trading, draft, lines) : fail(problem)
  },

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
