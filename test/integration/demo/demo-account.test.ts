import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createDemoLevers, startDemo } from '../../../src/main/demo/demo-account.js'
import { demoMiners } from '../../../src/main/demo/demo-miners.js'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js'
import { signedCaller } from '../../support/signed-call.js'
import { valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { compare } from '../../../src/shared/money.js'
import { marginLevel } from '../../../src/shared/portfolio/margin.js'
import { markPrice } from '../../../src/simulator/engine/prices.js'

const summaryRow = z.object({
  equity: z.string(),
  margin: z.string(),
  freeMargin: z.string(),
  pnl: z.string(),
  unrealizedFunding: z.string(),
})

async function start() {
  const time = createFakeClock()
  const demo = valueOf(
    await startDemo({ clock: time.clock, after: time.after, newId: randomUUID, seed: () => 7 }),
  )
  onTestFinished(demo.stop)
  return { time, demo, caller: signedCaller(demo.profile.baseUrl, demo.keys, time.clock() * 1000) }
}

it('is an exchange on this computer that accepts its own key, until stopped', async () => {
  const { demo, caller } = await start()
  const { profile, keys } = demo
  expect(profile).toMatchObject({ region: 'demo', keyStorage: 'demo', dialect: 'spec' })
  expect(profile.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(profile.keyHint).toBe(`${keys.apiKey.slice(0, 4)}…${keys.apiKey.slice(-4)}`)
  expect((await caller('/api/v4/main-account/balance')).status).toBe(200)
  await demo.stop()
  await demo.stop()
  await expect(caller('/api/v4/main-account/balance')).rejects.toThrow()
})

it('is a different account each time, with the same past for the same seed', async () => {
  const [one, two] = [await start(), await start()]
  expect(one.demo.profile.id).not.toBe(two.demo.profile.id)
  expect(one.demo.profile.baseUrl).not.toBe(two.demo.profile.baseUrl)
  expect(one.demo.past).toEqual(two.demo.past)
  expect(one.demo.pastLevels).toEqual(two.demo.pastLevels)
})

it('has a past: the LTV and the margin level of each minute of the last day, up to what its exchange answers now', async () => {
  const { time, demo, caller } = await start()
  const { past, pastLevels } = demo
  expect(past).toHaveLength(24 * 60)
  const times = past.map(({ at }) => at)
  expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) === 60)).toBe(true)
  expect(time.clock() - (times.at(-1) ?? 0)).toBeLessThan(60)
  expect(pastLevels.map(({ at }) => at)).toEqual(times)
  expect(new Set(past.map(({ loan }) => loan.currentLtv)).size).toBeGreaterThan(10)
  expect(new Set(pastLevels.map(({ level }) => level)).size).toBeGreaterThan(10)

  const answer = await caller(endpoints.creditLine.path)
  expect(answer.json).toMatchObject({
    currentLtv: past.at(-1)?.loan.currentLtv,
    liquidationLtv: past.at(-1)?.loan.liquidationLtv,
  })
  const { margin, pnl, ...figures } = summaryRow.parse(
    (await caller('/api/v4/collateral-account/summary')).json,
  )
  const level = marginLevel({ ...figures, usedMargin: margin, unrealizedPnl: pnl, leverage: null })
  expect(pastLevels.at(-1)?.level).toBe(level)
})

it('advances by itself with the clock, and sets no timer once stopped', async () => {
  const { time, demo } = await start()
  expect(time.pending()).toBe(1)
  await time.pass(5)
  expect(time.pending()).toBe(1)
  await demo.stop()
  expect(time.pending()).toBe(0)
})

it('reports maintenance and answers nothing else, until it works again', async () => {
  const { demo, caller } = await start()
  const state = async () => {
    const answer = await fetch(`${demo.profile.baseUrl}${endpoints.platformStatus.path}`)
    const { status } = (await answer.json()) as { status: string }
    return status
  }
  expect(await state()).toBe('system operational')
  valueOf(demo.levers.pull({ act: 'fail', how: 'maintenance' }))
  expect([await state(), await state()]).toEqual(['system maintenance', 'system maintenance'])
  expect((await caller('/api/v4/main-account/balance')).status).toBe(503)
  valueOf(demo.levers.pull({ act: 'fail', how: 'not' }))
  expect(await state()).toBe('system operational')
  expect((await caller('/api/v4/main-account/balance')).status).toBe(200)
})

it('knows every mining account it starts with', async () => {
  const simulator = await startSimulator({
    port: 0,
    clock: () => 1_800_000_000,
    seed: 7,
    scene: 'calm',
  })
  onTestFinished(simulator.stop)
  expect(demoMiners).toEqual(simulator.world.miningAccounts.map(({ name }) => name))
})

const running: Simulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})

async function setup() {
  const simulator = await startSimulator({
    port: 0,
    clock: () => 1_800_000_000,
    seed: 7,
    scene: 'calm',
    dialect: 'spec',
  })
  running.push(simulator)
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('no key')
  const call = signedCaller(simulator.url, key, 1_800_000_000_000)
  const loan = async () => (await call('/api/v4/credit-line/loans/info')).json
  return { simulator, levers: createDemoLevers(simulator), loan, call }
}

describe('the demo’s controls', () => {
  it('move the loan past margin call, past liquidation, away, and back', async () => {
    const { levers, loan } = await setup()
    expect(levers.pull({ act: 'loan', to: 'margin-call' }).ok).toBe(true)
    const called = (await loan()) as { currentLtv: string; marginCallLtv: string }
    expect(compare(called.currentLtv, called.marginCallLtv)).toBe(1)
    levers.pull({ act: 'loan', to: 'none' })
    expect(await loan()).toMatchObject({ message: 'No active loan at the moment' })
    levers.pull({ act: 'loan', to: 'calm' })
    expect(compare(((await loan()) as { currentLtv: string }).currentLtv, '30')).toBe(-1)
  })

  it('move a price by exactly the given amount, cut to the market’s decimal places', async () => {
    const { simulator, levers } = await setup()
    const market = simulator.world.markets['BTC_USDT']
    if (market === undefined) throw new Error('no market')
    const before = markPrice(market)
    expect(levers.pull({ act: 'price', market: 'BTC_USDT', percent: -10 }).ok).toBe(true)
    expect(compare(markPrice(simulator.world.markets['BTC_USDT'] ?? market), before)).toBe(-1)
  })

  it('advance time', async () => {
    const { simulator, levers } = await setup()
    const before = simulator.world.nowMicros
    levers.pull({ act: 'jump', hours: 24 })
    expect(simulator.world.nowMicros - before).toBe(24 * 3600 * 1_000_000)
  })

  it('make the service fail in one way at a time, and repair it', async () => {
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
