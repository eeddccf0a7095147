// The engine, the client, the record and the monitor as Plimsoll runs them, for a test that stops
// this process. Sends one order to each market it reads from its input, and says what it believes
// whenever that changes. Its wall clock is ahead by the value in a file.
import '../english-catalogue.js'
import { readFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import type { TradingView } from '../../../src/shared/orders/trading.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { openOrderEngine } from '../order-engine.js'

const [folder = '', baseUrl = '', aheadFile = ''] = process.argv.slice(2)
const clock = (): number => Date.now() / 1000 + Number(readFileSync(aheadFile, 'utf8'))

function print({ armedUntil, open, recent }: TradingView): void {
  const states = [...open, ...recent].map(({ items, state }) => [items[0]?.market ?? '', state])
  writeSync(1, `${JSON.stringify({ armed: armedUntil !== null, ...Object.fromEntries(states) })}\n`)
}

const { orders, client, storage, profile } = await openOrderEngine({
  folder,
  baseUrl,
  deadline: 600_000,
  readDeadline: 600_000,
  ports: { clock, changed: print },
})
const nobody = (): void => undefined
const monitor = openMonitor(profile, storage, {
  clock,
  timing: systemTiming,
  scheduler: createPollScheduler({ clock, timing: systemTiming, slept: orders.onSleep }),
  portfolioChanged: nobody,
  connectionChanged: nobody,
  keyAccepted: nobody,
  keyRefused: nobody,
})
monitor.start(client)

createInterface({ input: process.stdin }).on('line', (market) => {
  const preview = orders.prepare(
    {
      kind: 'market',
      market,
      side: 'buy',
      amount: '1',
      stopLoss: null,
      takeProfit: null,
      positionSide: null,
      clientOrderId: null,
    },
    'page',
  )
  if (preview.ok) void orders.confirm(preview.value.token, 'page')
  else writeSync(1, `${JSON.stringify({ refused: englishOf(preview.error.message) })}\n`)
})
writeSync(1, '{}\n')
