// Sends one order after the other, each to a market of its own, until it is killed, and cancels
// some that it placed. What a person would decide is drawn from the seed.
import '../english-catalogue.js'
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Order } from '../../../src/shared/orders/order.js'
import { seededRandom } from '../faulty-exchange.js'
import { clearBlocks, openOrderEngine } from '../order-engine.js'

const [folder = '', baseUrl = '', deadline = '60', seed = '1'] = process.argv.slice(2)
const known: { openOrders: Order[] } = { openOrders: [] }
const { orders, journal } = await openOrderEngine({
  folder,
  baseUrl,
  deadline: Number.parseInt(deadline, 10),
  known: () => known,
})
const random = seededRandom(Number.parseInt(seed, 10))
clearBlocks(orders, random)
writeSync(1, 'ready\n')
/**
 * Every order is cancelled by one confirmation at most, so that one that is cancelled twice was
 * sent twice.
 */
const cancelled = new Set(
  orders
    .read()
    .recent.flatMap(({ items }) =>
      items.flatMap(({ order }) => (order === null ? [] : [order.id])),
    ),
)

function placedBefore(): Order[] {
  const placed = orders
    .read()
    .recent.flatMap(({ kind, items }) =>
      kind === 'bulk' ? items.flatMap(({ order }) => order ?? []) : [],
    )
  return placed.filter(({ id }) => !cancelled.has(id)).slice(0, 2)
}

for (let turn = 0; ; turn += 1) {
  if (turn % 4 === 3) known.openOrders = placedBefore()
  const market = `M${turn % 500}_USDT`
  const row = {
    market,
    side: 'buy',
    amount: '1',
    price: '2',
    postOnly: false,
    ioc: false,
    rpi: false,
    clientOrderId: null,
  } as const
  const toCancel = turn % 4 === 3 ? known.openOrders : []
  for (const { id } of toCancel) cancelled.add(id)
  const preview =
    toCancel.length > 0
      ? orders.prepare(
          {
            kind: 'cancel',
            orders: toCancel.map((order) => ({ market: order.market, id: order.id })),
          },
          'page',
        )
      : turn % 3 === 0
        ? orders.prepare(
            { kind: 'bulk', rows: [row, row], stopOnFail: turn % 2 === 0, retryOf: null },
            'page',
          )
        : orders.prepare(
            {
              kind: 'market',
              market,
              side: 'buy',
              amount: '1',
              stopLoss: '3',
              takeProfit: '4',
              positionSide: null,
              clientOrderId: null,
            },
            'page',
          )
  if (preview.ok) void orders.confirm(preview.value.token, 'page')
  else clearBlocks(orders, random)
  if (journal.inFlight() > 3) await pause(1)
  else await pause(0)
}
