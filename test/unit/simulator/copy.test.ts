import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountCopy } from '../../../src/shared/demo/account-copy.js'
import type { Loan } from '../../../src/shared/portfolio/loan.js'
import { buildScene } from '../../../src/simulator/scenes.js'
import { copiedWorld } from '../../../src/simulator/copy.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { execute, strengthOf } from '../../../src/simulator/engine/margin.js'
import { marketOf, setPrice } from '../../../src/simulator/engine/prices.js'
import { advanceTo } from '../../../src/simulator/engine/time.js'
import { channels } from '../../../src/simulator/stream/channels.js'
import { movePrices } from '../../../src/simulator/move-prices.js'
import { sumOf, type World } from '../../../src/simulator/world.js'
import {
  accountAnswers,
  copiedAt,
  linkedFigures,
  orderFigures,
  positionFigures,
  readCopy,
  withoutIds,
} from '../../support/copied-accounts.js'

const begins = copiedAt * 1_000_000

function expectSameFigures(sent: AccountCopy, world: ReturnType<typeof copiedWorld>): void {
  const read = readCopy(world)
  expect(read.balance).toEqual({ value: sent.balance ?? [] })
  expect(read.trade).toEqual({ value: sent.trade ?? [] })
  expect(read.collateral).toEqual({ value: sent.collateral ?? [] })
  expect(read.positions.value.map(positionFigures)).toEqual(
    (sent.positions ?? []).map(positionFigures),
  )
  if (sent.summary !== null) expect(read.summary).toEqual(sent.summary)
  if (sent.loan?.kind === 'loan') expect(read.loan).toMatchObject(sent.loan.loan)
  else expect(read.loan).toMatchObject({ message: 'No active loan at the moment' })
  expect(read.openOrders.value.map(orderFigures)).toEqual((sent.openOrders ?? []).map(orderFigures))
  expect(read.conditionalOrders.value.map(linkedFigures).sort()).toEqual(
    (sent.conditionalOrders ?? []).map(linkedFigures).sort(),
  )
  expect(withoutIds(read.fixed.value)).toEqual(withoutIds(sent.fixed ?? []))
  expect(read.flexible.value.map(({ currency, invested }) => [currency, invested])).toEqual(
    (sent.flexible ?? []).map(({ currency, invested }) => [currency, invested]),
  )
  expect(read.tickers.value).toEqual(sent.tickers ?? {})
  expect(read.futures.value).toEqual(sent.futures ?? {})
}

function answersOf(source: World): AccountCopy {
  const { loan, summary, balance, positions, collateral, trade, ...more } = readCopy(source)
  const { openOrders, conditionalOrders, flexible, fixed, tickers, futures } = more
  const { createdAt: _opened, ...figures } = loan
  return {
    at: copiedAt,
    balance: balance.value,
    positions: positions.value,
    loan: source.loan === null ? { kind: 'no-loan' } : { kind: 'loan', loan: figures as Loan },
    summary,
    collateral: collateral.value,
    trade: trade.value,
    openOrders: openOrders.value,
    conditionalOrders: conditionalOrders.value,
    borrowings: null,
    flexible: flexible.value,
    fixed: fixed.value,
    tickers: tickers.value,
    futures: futures.value,
    markets: [],
  }
}

describe('a practice copy', () => {
  it('CPY-1 starts with every figure as the exchange sent it, for any account', () => {
    fc.assert(
      fc.property(accountAnswers, (sent) => {
        expectSameFigures(sent, copiedWorld(sent, 7, begins))
      }),
      { numRuns: 100 },
    )
  })

  it.each(['calm', 'margin-call', 'empty', 'heavy'] as const)(
    'CPY-1 of the %s scene has its figures, and keeps them until prices move',
    (scene) => {
      const sent = answersOf(buildScene(scene, 7, begins))
      const world = copiedWorld(sent, 8, begins)
      expectSameFigures(sent, world)
      advanceTo(world, begins + (scene === 'heavy' ? 61_000_000 : 3_601_000_000))
      expectSameFigures(sent, world)
    },
    60_000,
  )
})

const position: Position = {
  id: '7766554',
  market: 'BTC_USDT',
  amount: '1',
  entryPrice: '100000',
  liquidationPrice: '70000',
  liquidationState: null,
  unrealizedPnl: '-10000.5',
  usedMargin: '12000',
  freeMargin: '18000',
  positionSide: 'BOTH',
}

/** Long one bitcoin at 100 000 with a mark of 90 000, and figures no formula here gives. */
const heldLong: AccountCopy = {
  at: copiedAt,
  balance: [{ asset: 'USDT', amount: '500.00' }],
  positions: [position],
  loan: {
    kind: 'loan',
    loan: { currentLtv: '0.5', marginCallLtv: '0.75', liquidationLtv: '0.85', amount: '100' },
  },
  summary: {
    equity: '40000.00',
    usedMargin: '12000',
    freeMargin: '18000',
    unrealizedPnl: '-10000.5',
    unrealizedFunding: '0',
    leverage: 10,
  },
  collateral: [{ asset: 'USDT', balance: '30000', borrowed: '0', free: '18000' }],
  trade: [{ asset: 'USDT', available: '0', inOrders: '100' }],
  openOrders: [
    {
      id: '3322114',
      clientOrderId: 'mine',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'limit',
      timestamp: '1790000000',
      dealMoney: '0',
      dealStock: '0',
      amount: '0.001',
      left: '0.001',
      price: '80000',
    },
    {
      id: '4',
      clientOrderId: '',
      market: 'BTC_USDT',
      side: 'sell',
      type: 'trailing',
      timestamp: '1790000000',
      dealMoney: '0',
      dealStock: '0',
      amount: '0.001',
      left: '0.001',
    },
  ],
  conditionalOrders: [],
  borrowings: null,
  flexible: [],
  fixed: [],
  tickers: { BTC_USDT: { last: '90000', change: '1.5', isFrozen: false } },
  futures: {},
  markets: [],
}

function begun(sent: AccountCopy = heldLong) {
  const world = copiedWorld(sent, 7, begins)
  const pass = (seconds: number): void => advanceTo(world, world.nowMicros + seconds * 1_000_000)
  return { world, pass, now: () => readCopy(world) }
}

/** `stateAt`: of its first position, once the price has been this one for so long. */
function begunWith(sent: AccountCopy) {
  const { world, pass, now } = begun(sent)
  const stateAt = (price: string, seconds: number): string | null => {
    setPrice(world, marketOf(world, { market: 'BTC_USDT' }), price)
    pass(seconds)
    return now().positions.value[0]?.liquidationState ?? null
  }
  return { world, pass, now, stateAt }
}

describe('the figures of a copy', () => {
  it('stay as sent while only time passes, and return with the price', () => {
    const { world, pass, now } = begun()
    pass(3601)
    expectSameFigures(heldLong, world)
    movePrices(world, { asset: 'BTC', percent: -5 })
    expect(now().positions.value[0]?.unrealizedPnl).toBe('-14500.5')
    setPrice(world, marketOf(world, { market: 'BTC_USDT' }), '90000')
    expectSameFigures(heldLong, world)
  })

  it('move by exactly as much as the price, from the exchange’s own', () => {
    const { world, now } = begun()
    movePrices(world, { asset: 'BTC', percent: -10 })
    const { positions, summary, tickers } = now()
    expect(tickers.value['BTC_USDT']?.last).toBe('81000')
    expect(positions.value[0]).toMatchObject({
      unrealizedPnl: '-19000.5',
      usedMargin: '12000',
      freeMargin: '9000',
    })
    expect(summary).toMatchObject({
      equity: '40000.00',
      unrealizedPnl: '-19000.5',
      usedMargin: '12000',
      freeMargin: '9000',
    })
  })

  it('reach liquidation at the price that the exchange named', () => {
    const { pass, now, stateAt } = begunWith(heldLong)
    expect(stateAt('70100', 60)).toBe('margin_call')
    expect(now().positions.value[0]?.liquidationPrice).toBe('70000')
    expect(stateAt('69900', 10)).toBe('liquidation')
    pass(60)
    expect(now().positions.value[0]?.amount ?? '0').not.toBe('1')
  })

  it('reach liquidation at that price even if it is near, and are not called before', () => {
    const near = { ...position, liquidationPrice: '85000' }
    const { world, stateAt } = begunWith({ ...heldLong, positions: [near] })
    expect(stateAt('90000', 60)).toBe(null)
    expect(stateAt('85010', 60)).toBe('margin_call')
    expect(stateAt('85000', 10)).toBe('liquidation')
    expect(world.positions[0]?.amount).toBe('1')
  })

  it('count what else moves with the asset: coins, what is borrowed, and the opposite position', () => {
    const opposite = {
      ...position,
      id: '2',
      amount: '-0.4',
      liquidationPrice: null,
      positionSide: 'SHORT',
    }
    const { stateAt } = begunWith({
      ...heldLong,
      positions: [{ ...position, positionSide: 'LONG' }, opposite],
      collateral: [
        { asset: 'USDT', balance: '30000', borrowed: '0', free: '18000' },
        { asset: 'BTC', balance: '0.3', borrowed: '0.1', free: '0' },
      ],
    })
    expect(stateAt('70001', 60)).toBe('margin_call')
    expect(stateAt('70000', 10)).toBe('liquidation')
  })

  it('reach liquidation at the price that was sent for what is borrowed', () => {
    const { world, pass } = begun({
      ...heldLong,
      positions: [],
      collateral: [
        { asset: 'USDT', balance: '30000', borrowed: '0', free: '18000' },
        { asset: 'BTC', balance: '0.1', borrowed: '0.2', free: '0' },
      ],
      borrowings: [{ asset: 'BTC', amount: '0.2', accruedCost: '0', liquidationPrice: '150000' }],
    })
    const stateAt = (price: string, seconds: number) => {
      setPrice(world, marketOf(world, { market: 'BTC_USDT' }), price)
      pass(seconds)
      return world.borrowings[0]?.liquidationState
    }
    expect(stateAt('149990', 60)).toBe('margin_call')
    expect(stateAt('150000', 10)).toBe('liquidation')
  })

  it.each(['margin_call', 'liquidation'] as const)(
    'keep a sent %s, with every position as it was, until a price moves',
    (liquidationState) => {
      const gains = { ...position, entryPrice: '80000', liquidationState }
      const loses = { ...position, id: '2', amount: '0.5', market: 'ETH_USDT', entryPrice: '3000' }
      const sent: AccountCopy = {
        ...heldLong,
        positions: [gains, { ...loses, liquidationPrice: null, unrealizedPnl: '-500' }],
      }
      const { world, pass, now } = begun(sent)
      const states = () => now().positions.value.map((one) => one.liquidationState)
      pass(3601)
      expectSameFigures(sent, world)
      expect(states()).toEqual([liquidationState, null])
      expect(world.marginEvents).toEqual([])
      movePrices(world, { asset: 'BTC', percent: -5 })
      pass(60)
      expect(states()).toEqual(['margin_call', 'margin_call'])
      expect(now().positions.value[0]?.amount === '1').toBe(liquidationState === 'margin_call')
      expect(now().positions.value[1]?.liquidationPrice).toBe(null)
    },
  )

  it('leave a price that is not known, or zero, as it was sent', () => {
    const { world, now } = begun({
      ...heldLong,
      collateral: [
        { asset: 'USDT', balance: '30000', borrowed: '0', free: '18000' },
        { asset: 'NEW', balance: '1000', borrowed: '0', free: '1000' },
      ],
      tickers: {
        ...heldLong.tickers,
        NEW_USDT: { last: '0', change: null, isFrozen: false },
      },
    })
    const { equity } = strengthOf(world)
    for (const percent of [30, -30])
      expect(movePrices(world, { asset: 'NEW', percent })).toBe(false)
    expect(now().tickers.value['NEW_USDT']?.last).toBe('0')
    expect(strengthOf(world).equity).toBe(equity)
  })

  it('do not add to one position what closes another on its market', () => {
    const { positionSide: _both, ...unsided } = position
    const short = { ...unsided, id: '2', amount: '-0.5' }
    const { world } = begun({ ...heldLong, positions: [unsided, short] })
    expect(world.hedgeMode).toBe(true)
    execute(world, marketOf(world, { market: 'BTC_USDT' }), 'SHORT', '0.5')
    expect(world.positions.map(({ side, amount }) => [side, amount])).toEqual([['LONG', '1']])
  })

  it('count the margin that a new order binds as soon as it rests', () => {
    const { world, now } = begun()
    const free = () => now().positions.value[0]?.freeMargin
    expect(free()).toBe('18000')
    const [order] = world.openOrders
    if (order === undefined) throw new Error('no order')
    const collateral = { positionSide: 'BOTH', reduceOnly: false, otoId: null } as const
    const levels = { stopLoss: null, takeProfit: null }
    const resting = { ...order, id: 99, side: 'buy' as const, left: '1', price: '50000' }
    world.openOrders.push({ ...resting, collateral: { ...collateral, ...levels } })
    expect(free()).toBe('13000')
  })

  it('reach the stream as well: its prices, and a margin call with the price of the exchange', () => {
    const { world, pass } = begun({
      ...heldLong,
      tickers: { BTC_USDT: { last: '90000.10', change: '1.5', isFrozen: false } },
    })
    const subscribed = (channel: string, params: string[]) => {
      const feed = channels[channel]?.subscribe(world, params)
      if (feed?.ok !== true) throw new Error(channel)
      return feed.value
    }
    const price = subscribed('lastprice', ['BTC_USDT'])
    expect(price.first).toEqual([['BTC_USDT', '90000.10']])
    const events = subscribed('positionsAccountMargin', [])
    setPrice(world, marketOf(world, { market: 'BTC_USDT' }), '70100')
    pass(60)
    expect(price.next(world)).toEqual([['BTC_USDT', '70100']])
    expect(events.next(world)).toEqual([
      [1, expect.objectContaining({ liq_price: '70000', pnl: '-29900.6', margin: '12000' })],
    ])
  })

  it('are not reported as moved if the price cannot be expressed', () => {
    const { world } = begun()
    marketOf(world, { market: 'BTC_USDT' }).ticks = 1
    expect(movePrices(world, { asset: 'BTC', percent: -50 })).toBe(false)
    expect(movePrices(world, { asset: 'BTC', percent: 5 })).toBe(false)
    expect(marketOf(world, { market: 'BTC_USDT' }).ticks).toBe(1)
  })

  it('fill a limit order at its price, and leave alone what is not simulated', () => {
    const { world, pass, now } = begun()
    movePrices(world, { asset: 'BTC', percent: -20 })
    pass(5)
    expect(now().openOrders.value.map(({ type }) => type)).toEqual(['trailing'])
    const reserved = (asset: string) => now().trade.value.find((one) => one.asset === asset)
    expect(reserved('BTC')?.available).toBe('0.001')
    for (const asset of ['USDT', 'BTC']) expect(sumOf(world.ledger, asset)).toBe('0')
  })

  it('change the LTV of a credit line in its own unit, with all prices but not with one', () => {
    const { world, now } = begun()
    movePrices(world, { asset: 'BTC', percent: -10 })
    expect(now().loan).toMatchObject({ currentLtv: '0.5' })
    movePrices(world, { asset: null, percent: -50 })
    expect(now().loan).toMatchObject({ currentLtv: '1' })
    expect(movePrices(world, { asset: 'NONE', percent: 10 })).toBe(false)
  })

  it('end with the last position: no unexplained margin is left', () => {
    const { world, now } = begun()
    const [position] = world.positions
    if (position === undefined) throw new Error('no position')
    world.openOrders = []
    execute(world, marketOf(world, position), 'BOTH', '-1')
    expect(now().summary).toMatchObject({ usedMargin: '0', unrealizedPnl: '0' })
    expect(now().positions.value).toEqual([])
  })

  it('CPY-2 contain nothing that identifies the account, its orders or its positions', () => {
    const { world } = begun()
    const text = JSON.stringify(world, (_name, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
    )
    expect(text).toContain('-10000.5')
    for (const name of ['mine', '7766554', '3322114']) expect(text).not.toContain(name)
  })
})
