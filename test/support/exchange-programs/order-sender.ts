// Sends one order after the other, each to a market of its own, until it is killed. What a person would decide is drawn from the seed.
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../faulty-exchange.js'
import { clearBlocks, openOrderEngine } from '../order-engine.js'

const [folder = '', baseUrl = '', deadline = '60', seed = '1'] = process.argv.slice(2)
const { orders, journal } = await openOrderEngine({ folder, baseUrl, deadline: Number.parseInt(deadline, 10) })
const random = seededRandom(Number.parseInt(seed, 10))
clearBlocks(orders, random)
writeSync(1, 'ready\n')
for (let turn = 0; ; turn += 1) {
  const market = `M${turn % 500}_USDT`
  const row = { market, side: 'buy', amount: '1', price: '2', postOnly: false, ioc: false, rpi: false, clientOrderId: null } as const
  const preview =
    turn % 3 === 0
      ? orders.prepare({ kind: 'bulk', rows: [row, row], stopOnFail: turn % 2 === 0, retryOf: null }, 'page')
      : orders.prepare(
          { kind: 'market', market, side: 'buy', amount: '1', stopLoss: '3', takeProfit: '4', positionSide: null, clientOrderId: null },
          'page',
        )
  if (preview.ok) void orders.confirm(preview.value.token, 'page')
  else clearBlocks(orders, random)
  if (journal.inFlight() > 3) await pause(1)
  else await pause(0)
}
