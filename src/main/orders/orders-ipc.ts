import { z } from 'zod'
import { intentStates, noTrading } from '../../shared/orders/trading.js'
import type { orderChannels } from '../../shared/orders/channels.js'
import { orderKinds } from '../../shared/orders/order-ticket.js'
import { ok } from '../../shared/result.js'
import {
  exportFormat,
  forAccountOn,
  type HandlersOf,
  id,
  moment,
  nothing,
  oneId,
  type OnScreen,
  pageOf,
} from '../ipc/router.js'
import { orderTicket } from './kinds/kinds.js'
import type { Orders } from './orders.js'
import { marketName, tradeLimits } from './stored-limits.js'
import { flag, typed } from './tickets-ipc.js'

const token = z.strictObject({ token: id })

export function orderHandlers(
  screen: OnScreen<{ orders: Orders }>,
): HandlersOf<typeof orderChannels> {
  const forAccount = forAccountOn(screen)
  const forOrders = <Answer>(ask: (orders: Orders) => Answer) =>
    forAccount(({ orders }) => ask(orders))
  return {
    'trading/read': { schema: nothing, handle: () => ok(screen()?.orders.read() ?? noTrading) },
    'trading/allow': {
      schema: z.strictObject({ allowed: flag }),
      handle: (ask) => forOrders((orders) => orders.allow(ask.allowed)),
    },
    'trading/arm': {
      schema: z.strictObject({ passphrase: z.string().max(1000).nullable() }),
      handle: (ask) => forOrders((orders) => orders.arm(ask.passphrase)),
    },
    'trading/disarm': { schema: nothing, handle: () => (screen()?.orders.disarm(), ok(null)) },
    'trading/change-limits': {
      schema: tradeLimits,
      handle: (limits) => forOrders((orders) => orders.changeLimits(limits)),
    },
    'trading/favourite': {
      schema: z.strictObject({ market: marketName, on: flag }),
      handle: (ask) => forOrders((orders) => orders.favourite(ask.market, ask.on)),
    },
    // Only the page that prepared an order can confirm it.
    'orders/prepare': {
      schema: orderTicket,
      handle: (ticket, page) => forOrders((orders) => orders.prepare(ticket, page)),
    },
    'orders/confirm': {
      schema: token,
      handle: (ask, page) => forOrders((orders) => orders.confirm(ask.token, page)),
    },
    'orders/discard': {
      schema: token,
      handle: (ask) => (screen()?.orders.discard(ask.token), ok(null)),
    },
    'orders/read': { schema: oneId, handle: (ask) => forOrders((orders) => orders.intent(ask.id)) },
    'orders/page': {
      schema: z.strictObject({
        ...pageOf,
        states: z.array(z.enum(intentStates)).max(intentStates.length).nullable(),
        kinds: z.array(z.enum(orderKinds)).max(orderKinds.length).nullable(),
        search: z.string().min(1).max(100).nullable(),
        market: z.string().min(1).max(100).nullable(),
        from: moment.nullable(),
        before: moment.nullable(),
      }),
      handle: (query) => forOrders((orders) => orders.page(query)),
    },
    'orders/markets': { schema: nothing, handle: () => forOrders((orders) => orders.markets()) },
    'orders/reconcile': {
      schema: oneId,
      handle: (ask) => forOrders((orders) => orders.checkNow(ask.id)),
    },
    'orders/resolve': {
      schema: z.strictObject({
        id,
        item: z.int().min(0).max(99).nullable(),
        as: z.enum(['filled', 'not-filled']),
        typed,
      }),
      handle: (answer) => forOrders((orders) => orders.resolve(answer)),
    },
    'orders/lift-block': {
      schema: z.strictObject({ id, typed }),
      handle: (ask) => forOrders((orders) => orders.liftBlock(ask.id, ask.typed)),
    },
    'orders/export': {
      schema: z.strictObject({ format: exportFormat }),
      handle: (ask) => forOrders((orders) => orders.exportAll(ask.format)),
    },
  }
}
