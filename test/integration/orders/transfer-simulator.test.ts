// Transfers against the simulated service: what its ledger holds afterwards, what the record says,
// and what an answer that is lost, late or refused settles as.
import { afterEach, describe, expect, it } from 'vitest'
import { type Feed, nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { PurseFeeds } from '../../../src/shared/portfolio/purses.js'
import { noMarkets, noPrices } from '../../../src/shared/markets/market.js'
import { add, subtract } from '../../../src/shared/money.js'
import type { Dialect } from '../../../src/shared/accounts/account.js'
import type { TransferTicket } from '../../../src/shared/orders/order-ticket.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { held, sumOf } from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openOrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const { path } = endpoints.balanceTransfer

async function setup(dialect: Dialect = 'live') {
  const wall = Date.now() / 1000
  const simulator = await startSimulator({
    port: 0,
    clock: () => wall,
    seed: 7,
    scene: 'calm',
    dialect,
  })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  const feed = <T>(value: T): Feed<T> => {
    return { value, asOf: Date.now() / 1000, source: 'live', problem: null, every: 1_000_000 }
  }
  let purses: PurseFeeds = {
    balance: nothingYet,
    tradeBalance: nothingYet,
    collateralBalance: nothingYet,
  }
  const engine = await openOrderEngine({
    folder: quickFolder(),
    baseUrl: simulator.url,
    deadline: 20_000,
    readDeadline: 20_000,
    credentials: key,
    dialect,
    ports: {
      conditions: () => ({
        keyState: 'accepted',
        locked: false,
        positions: feed([]),
        openOrders: nothingYet,
        conditionalOrders: nothingYet,
        balance: feed([]),
        connection: { state: 'online', clockSkew: 0 },
        prices: noPrices,
        markets: noMarkets.markets,
        collateral: nothingYet,
        purses,
        journal: { problem: null, readOnly: false, restored: false },
      }),
    },
  })
  cleanUps.push(() => engine.close())
  const readPurses = async (): Promise<void> => {
    const { client } = engine
    purses = {
      balance: feed(valueOf(await client.mainBalance()).value),
      tradeBalance: feed(valueOf(await client.tradeBalance()).value),
      collateralBalance: feed(valueOf(await client.collateralBalance()).value),
    }
  }
  await readPurses()
  const ledger = () =>
    (['main', 'trade', 'collateral'] as const).map((where) =>
      held(simulator.world.ledger, where, 'USDT'),
    )
  const ticket = (some: Partial<TransferTicket> = {}): TransferTicket => {
    return { kind: 'transfer', asset: 'USDT', from: 'main', to: 'trade', amount: '12.5', ...some }
  }
  return {
    simulator,
    engine,
    readPurses,
    ledger,
    ticket,
    sent: async (some?: Partial<TransferTicket>) =>
      endedIntent(engine, await sendTicket(engine, ticket(some))),
    read: (id: string) => valueOf(engine.orders.intent(id)),
  }
}

describe.each(['spec', 'live'] as const)('in the %s dialect', (dialect) => {
  it('ORD-1 moves exactly the amount, with one call, and the record says so', async () => {
    const { simulator, ledger, sent } = await setup(dialect)
    const [main = '', trade = '', collateral = ''] = ledger()
    expect(await sent()).toMatchObject({
      kind: 'transfer',
      state: 'acknowledged',
      httpStatus: 201,
      blocks: false,
      items: [{ state: 'done', market: 'USDT', amount: '12.5', problem: null }],
    })
    expect(ledger()).toEqual([subtract(main, '12.5'), add(trade, '12.5'), collateral])
    expect(sumOf(simulator.world.ledger, 'USDT')).toBe('0')
  })

  it('ORD-24 a lost answer settles as what happened', async () => {
    const { simulator, engine, ledger, sent, read } = await setup(dialect)
    const [main = ''] = ledger()
    simulator.control('POST', 'fault', { path, times: 1, drop: 'after' })
    const { id, state } = await sent()
    expect([state, ledger()[0]]).toEqual(['unknown', subtract(main, '12.5')])
    await engine.settle(5000)
    expect(read(id)).toMatchObject({ state: 'acknowledged', items: [{ state: 'done' }] })
    expect(ledger()[0]).toBe(subtract(main, '12.5'))
  })

  it('ORD-24 one that never arrived settles as not carried out, and nothing was moved', async () => {
    const { simulator, engine, ledger, sent, read } = await setup(dialect)
    const before = ledger()
    simulator.control('POST', 'fault', { path, times: 1, drop: 'before' })
    const { id, state } = await sent()
    expect(state).toBe('unknown')
    await engine.settle(5000)
    expect(read(id)).toMatchObject({ state: 'not-executed', items: [{ state: 'not-executed' }] })
    expect(ledger()).toEqual(before)
  })

  it('a refusal names its reason, and moved nothing', async () => {
    const { simulator, engine, ledger, sent } = await setup(dialect)
    const before = ledger()
    simulator.control('POST', 'key', { name: 'full', barred: [path] })
    const intent = await sent()
    expect(intent).toMatchObject({ state: 'rejected', problem: { code: 'no-permission' } })
    expect(ledger()).toEqual(before)
    expect(engine.orders.read().open).toEqual([])
  })
})

it('ORD-24 stays unknown where something else changed a balance meanwhile', async () => {
  const { simulator, engine, sent, read } = await setup()
  simulator.control('POST', 'fault', { path, times: 1, drop: 'after' })
  const { id } = await sent()
  simulator.control('POST', 'borrow', { asset: 'USDT', amount: '1' })
  const { world } = simulator
  world.ledger.main['USDT'] = subtract(world.ledger.main['USDT'] ?? '0', '0.01')
  world.ledger.house['USDT'] = add(world.ledger.house['USDT'] ?? '0', '0.01')
  await engine.settle(750)
  expect(read(id)).toMatchObject({ state: 'unknown' })
})

it('refuses what the exchange would refuse before it is sent', async () => {
  const { simulator, engine, ticket } = await setup()
  const before = simulator.control('GET', 'calls')
  for (const some of [
    { amount: '999999999' },
    { to: 'main' },
    { from: 'trade', to: 'collateral' },
  ] as const)
    expect(engine.orders.prepare(ticket(some), 'page')).toMatchObject({ ok: false })
  expect(simulator.control('GET', 'calls')).toEqual(before)
})
