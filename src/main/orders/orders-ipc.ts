import { z } from 'zod'
import { intentStates, noTrading } from '../../shared/orders/trading.js'
import type { orderChannels } from '../../shared/orders/channels.js'
import { purses } from '../../shared/portfolio/purse.js'
import { levels } from '../../shared/orders/order-effect.js'
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
import { marketName, tradeLimits } from './stored-limits.js'
import type { Orders } from './orders.js'

/** As typed: bounds only keep main safe; the ticket parser applies the rules of orders. */
const typed = z.string().max(200)
const optionalTyped = typed.nullable()
const side = z.enum(['buy', 'sell'])
const flag = z.boolean()
const order = { market: typed, side, amount: typed, clientOrderId: optionalTyped }
const limitRow = z.strictObject({ ...order, price: typed, postOnly: flag, ioc: flag, rpi: flag })
const onCollateral = {
  ...order,
  stopLoss: optionalTyped,
  takeProfit: optionalTyped,
  positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).nullable(),
}
const levelTarget = { id: typed, by: z.enum(['order', 'linked']) }
const orderTicket = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('market'), ...onCollateral }),
  z.strictObject({
    kind: z.literal('collateral-limit'),
    ...onCollateral,
    price: typed,
    postOnly: flag,
    ioc: flag,
    reduceOnly: flag,
  }),
  z.strictObject({
    kind: z.literal('bulk'),
    rows: z.array(limitRow).max(100),
    stopOnFail: flag,
    retryOf: id.nullable(),
  }),
  z.strictObject({ kind: z.literal('close-investment'), investmentId: typed, typedTail: typed }),
  z.strictObject({
    kind: z.literal('cancel'),
    orders: z.array(z.strictObject({ market: typed, id: typed })).max(200),
  }),
  z.strictObject({ kind: z.literal('cancel-all'), market: optionalTyped }),
  z.strictObject({ kind: z.literal('close-position'), market: typed, positionId: typed }),
  z.strictObject({
    kind: z.literal('transfer'),
    asset: typed,
    from: z.enum(purses),
    to: z.enum(purses),
    amount: typed,
  }),
  z.strictObject({
    kind: z.literal('set-level'),
    market: typed,
    positionId: typed,
    level: z.enum(levels),
    trigger: typed,
    amount: optionalTyped,
    replaces: z.strictObject(levelTarget).nullable(),
  }),
  z.strictObject({
    kind: z.literal('remove-level'),
    market: typed,
    positionId: typed,
    ...levelTarget,
    replacedBy: id.nullable(),
  }),
])
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
