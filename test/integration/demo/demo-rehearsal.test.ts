// The demo exists for rehearsal: whatever its controls did to the exchange, the next order is sent
// and answered.
import { afterEach, describe, expect, it } from 'vitest'
import type { DemoAct } from '../../../src/shared/demo/demo.js'
import { demoMarkets } from '../../../src/shared/demo/demo.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { openDemoHarness, type DemoHarness } from '../../support/demo-harness.js'
import { aTicket } from '../../support/order-harness.js'
import { valueOf } from '../../support/test-storage.js'

const opened: DemoHarness[] = []
afterEach(async () => {
  for (const demo of opened.splice(0)) await demo.close()
})

async function open() {
  const demo = await openDemoHarness()
  opened.push(demo)
  const { time, orders, levers, monitor, underWay } = demo
  // A fall of ten percent closes the position by its stop loss; from then on a limit in money has
  // no price to use, as it says itself.
  valueOf(
    await orders.changeLimits({
      ...defaultTradeLimits,
      byMarket: { BTC_USDT: { perOrder: '0.01', perDay: '0.1' } },
    }),
  )
  const pull = (act: DemoAct): void => expect(levers.pull(act)).toEqual({ ok: true, value: null })
  /** Advances the clock until the monitor says so. */
  const until = (state: 'online' | 'offline'): Promise<void> =>
    expect
      .poll(
        async () => {
          await time.pass(1)
          return monitor.connection().state
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe(state)
  /** Advances the clock until nothing holds orders back, then sends one and returns its outcome. */
  const place = async (): Promise<string> => {
    valueOf(await orders.arm())
    await expect
      .poll(
        async () => {
          await time.pass(1)
          return orders.read().obstacles
        },
        { timeout: 20_000, interval: 5 },
      )
      .toEqual([])
    const preview = valueOf(orders.prepare(aTicket({ amount: '0.001' }), 'page'))
    const { intentId } = valueOf(await orders.confirm(preview.token, 'page'))
    await expect.poll(underWay, { timeout: 20_000, interval: 5 }).toBe(0)
    return valueOf(orders.intent(intentId)).state
  }
  return { pull, place, until }
}

const acts: DemoAct[] = [
  { act: 'jump', hours: 1 },
  { act: 'jump', hours: 24 },
  ...demoMarkets.flatMap((market) =>
    ([-10, -2, 2, 10] as const).map((percent) => ({ act: 'price' as const, market, percent })),
  ),
  ...(['margin-call', 'liquidation', 'none', 'calm'] as const).map((to) => ({
    act: 'loan' as const,
    to,
  })),
]

it('the demo is the calm scene', async () => {
  const demo = await openDemoHarness()
  opened.push(demo)
  const health = await fetch(`${demo.monitor.connection().baseUrl ?? ''}/__sim/health`)
  expect(await health.json()).toMatchObject({ ok: true, scene: 'calm' })
})

describe('an order in the demo is acknowledged', () => {
  it('after each use of its controls, all in a row', async () => {
    const { pull, place } = await open()
    for (const act of acts) {
      pull(act)
      expect(await place(), JSON.stringify(act)).toBe('acknowledged')
    }
  })

  it('after the exchange failed in each way and works again', async () => {
    const { pull, place, until } = await open()
    await until('online')
    for (const how of ['unreachable', 'trouble', 'maintenance', 'nonsense'] as const) {
      pull({ act: 'fail', how })
      await until('offline')
      pull({ act: 'fail', how: 'not' })
      await until('online')
      expect(await place(), how).toBe('acknowledged')
    }
  })
})
