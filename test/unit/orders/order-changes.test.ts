// What a review says becomes of a position: what is sent is exact, what is reckoned says so, and
// what nobody can know is not known.
import { describe, expect, it } from 'vitest'
import type { MarketTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { ChangedFigure } from '../../../src/shared/orders/trading.js'
import { aPosition, aTicket, createOrderHarness, ourPage } from '../../support/order-harness.js'
import { aMarket } from '../../support/fake-public-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

function figureText({ known, value, about, side }: ChangedFigure): string {
  return !known
    ? '?'
    : value === null
      ? 'none'
      : [side, about ? 'about' : null, value].filter((part) => part !== null).join(' ')
}

async function reviewed(positions: Position[]) {
  const harness = createOrderHarness()
  await harness.ready()
  const { conditions, time } = harness
  const summary = {
    equity: '3000',
    usedMargin: '200',
    freeMargin: '2800',
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
  }
  conditions.positions = { ...conditions.positions, value: positions }
  conditions.collateral = {
    value: summary,
    asOf: time.clock(),
    source: 'live',
    problem: null,
    every: 15,
  }
  conditions.markets = {
    value: [aMarket('BTC_USDT', { isCollateral: true })],
    asOf: time.clock(),
    source: 'live',
    problem: null,
    every: 86_400,
  }
  conditions.prices = {
    ...conditions.prices,
    tickers: {
      value: { BTC_USDT: { last: '41000', change: '0', isFrozen: false } },
      asOf: time.clock(),
      source: 'live',
      problem: null,
      every: 5,
    },
  }
  return harness
}

async function changes(
  positions: Position[],
  ticket: Partial<MarketTicket> = {},
): Promise<Record<string, string>> {
  const { orders } = await reviewed(positions)
  const preview = orders.prepare(aTicket(ticket), ourPage)
  if (!preview.ok) throw new Error(englishOf(preview.error.message))
  return Object.fromEntries(
    preview.value.changes.map(({ what, before, after }) => [
      what,
      `${figureText(before)} → ${figureText(after)}`,
    ]),
  )
}

const guarded = aPosition({
  protectiveOrders: { stopLossId: '1', stopLoss: '38000', takeProfitId: '2', takeProfit: '50000' },
})

describe('ORD-13 what becomes of a position', () => {
  it('that is opened is at the price of now, its margin bound and its fee paid', async () => {
    expect(await changes([], { amount: '0.01', stopLoss: '40000' })).toEqual({
      size: 'none → long 0.01',
      entry: 'none → about 41000',
      stopLoss: 'none → 40000',
      takeProfit: 'none → none',
      liquidation: 'none → ?',
      freeMargin: '2800 → about 2758.59',
    })
  })

  it('that grows is an average, and keeps what is not replaced', async () => {
    expect(await changes([guarded], { amount: '0.05', stopLoss: '39000' })).toEqual({
      size: 'long 0.05 → long 0.1',
      entry: '40000 → about 40500',
      stopLoss: '38000 → 39000',
      takeProfit: '50000 → 50000',
      liquidation: '20000 → ?',
      freeMargin: '2800 → about 2592.95',
    })
  })

  it('that shrinks keeps its entry price, exactly; one that is closed leaves nothing; one that reverses starts over', async () => {
    expect(await changes([guarded], { side: 'sell', amount: '0.02' })).toMatchObject({
      size: 'long 0.05 → long 0.03',
      entry: '40000 → 40000',
      stopLoss: '38000 → 38000',
      liquidation: '20000 → ?',
    })
    expect(await changes([guarded], { side: 'sell', amount: '0.05' })).toEqual({
      pnlAfterFee: 'none → about 47.95',
      size: 'long 0.05 → none',
      entry: '40000 → none',
      stopLoss: '38000 → none',
      takeProfit: '50000 → none',
      liquidation: '20000 → none',
      freeMargin: '2800 → about 2997.95',
    })
    expect(await changes([guarded], { side: 'sell', amount: '0.06' })).toMatchObject({
      size: 'long 0.05 → short 0.01',
      entry: '40000 → about 41000',
      stopLoss: '38000 → none',
    })
  })

  it('is not known where the exchange does not say which position it meets, and no table pretends to', async () => {
    expect(await changes([aPosition(), aPosition({ id: '2' })])).toEqual({})
    expect(await changes([aPosition({ liquidationPrice: undefined, amount: null })])).toMatchObject(
      { size: '? → ?', liquidation: '? → ?' },
    )
  })

  it('that is closed by its id leaves nothing', async () => {
    const { orders } = await reviewed([guarded])
    const preview = orders.prepare(
      { kind: 'close-position', market: 'BTC_USDT', positionId: guarded.id },
      ourPage,
    )
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    expect(
      preview.value.changes.map(({ what, after }) => [what, figureText(after)]).slice(0, 3),
    ).toEqual([
      ['size', 'none'],
      ['entry', 'none'],
      ['stopLoss', 'none'],
    ])
  })
})
