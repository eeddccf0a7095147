import { afterEach, describe, expect, it } from 'vitest'
import { createDemoLevers } from '../../../src/main/demo/demo-levers.js'
import { compare } from '../../../src/shared/money.js'
import { markPrice } from '../../../src/simulator/engine/prices.js'
import { startSimulator, type Simulator } from '../../../src/simulator/simulator.js'
import { signedCaller } from '../../support/signed-call.js'

const running: Simulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})

const setup = async () => {
  const simulator = await startSimulator({ port: 0, clock: () => 1_800_000_000, seed: 7, scene: 'calm', dialect: 'spec' })
  running.push(simulator)
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('no key')
  const call = signedCaller(simulator.url, key, 1_800_000_000_000)
  const loan = async () => (await call('/api/v4/credit-line/loans/info')).json
  return { simulator, levers: createDemoLevers(simulator), loan, call }
}

describe('the demo’s levers', () => {
  it('push the loan past margin call, past liquidation, away, and back', async () => {
    const { levers, loan } = await setup()
    expect(levers.pull({ act: 'loan', to: 'margin-call' }).ok).toBe(true)
    const called = (await loan()) as { currentLtv: string; marginCallLtv: string }
    expect(compare(called.currentLtv, called.marginCallLtv)).toBe(1)
    levers.pull({ act: 'loan', to: 'none' })
    expect(await loan()).toMatchObject({ message: 'No active loan at the moment' })
    levers.pull({ act: 'loan', to: 'calm' })
    expect(compare(((await loan()) as { currentLtv: string }).currentLtv, '30')).toBe(-1)
  })

  it('move a price by exactly what was asked, cut to the market’s places', async () => {
    const { simulator, levers } = await setup()
    const market = simulator.world.markets['BTC_USDT']
    if (market === undefined) throw new Error('no market')
    const before = markPrice(market)
    expect(levers.pull({ act: 'price', market: 'BTC_USDT', percent: -10 }).ok).toBe(true)
    expect(compare(markPrice(simulator.world.markets['BTC_USDT'] ?? market), before)).toBe(-1)
  })

  it('make time jump', async () => {
    const { simulator, levers } = await setup()
    const before = simulator.world.nowMicros
    levers.pull({ act: 'jump', hours: 24 })
    expect(simulator.world.nowMicros - before).toBe(24 * 3600 * 1_000_000)
  })

  it('make the service fail in one way at a time, and mend it', async () => {
    const { levers, call } = await setup()
    const balance = () => call('/api/v4/main-account/balance')
    levers.pull({ act: 'fail', how: 'trouble' })
    expect((await balance()).status).toBe(503)
    levers.pull({ act: 'fail', how: 'unreachable' })
    await expect(balance()).rejects.toThrow()
    levers.pull({ act: 'fail', how: 'not' })
    expect((await balance()).status).toBe(200)
  })
})
