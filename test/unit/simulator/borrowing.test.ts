import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  cut,
  divide,
  isNegative,
  isZero,
  multiply,
  subtract,
} from '../../../src/shared/money.js'
import { toStreamedBorrowing } from '../../../src/main/exchange/stream/stream-mapping.js'
import { priceInUsdt } from '../../../src/simulator/engine/borrowing.js'
import { newPosition, watchMargin } from '../../../src/simulator/engine/margin.js'
import { collateralAmountsEndpoint } from '../../../src/simulator/other-endpoints.js'
import { channels } from '../../../src/simulator/stream/channels.js'
import { accounts, move, sumOf, type World } from '../../../src/simulator/world.js'
import { streamChannels } from '../../../src/v4/stream/channels.js'
import { casesOf } from '../../support/seed.js'
import { simulatedService } from '../../support/simulated-service.js'
import {
  type Body,
  simulatedAccount,
  type SimulatedAccount,
} from '../../support/simulated-account.js'

type Summary = Record<'equity' | 'margin' | 'freeMargin' | 'pnl' | 'unrealizedFunding', string>

function summaryOf({ ask }: SimulatedAccount): Summary {
  return ask('collateralSummary').json as Summary
}

function balanceOf({ ask }: SimulatedAccount, asset: string): Record<string, string> | undefined {
  const all = ask('collateralBalances').json as Record<string, string>[]
  return all.find((one) => one['asset'] === asset)
}

function expectConserved(world: World): void {
  const assets = new Set(accounts.flatMap((account) => Object.keys(world.ledger[account])))
  for (const asset of assets) expect(sumOf(world.ledger, asset), asset).toBe('0')
  for (const account of accounts.filter((one) => one !== 'house'))
    for (const amount of Object.values(world.ledger[account]))
      expect(isNegative(amount)).toBe(false)
}

function pricedAt(account: SimulatedAccount, price: string): void {
  account.lever('price', { market: 'BTC_USDT', price })
}

/** What was borrowed is sold for USDT, so that the account loses when its price rises. */
function sell({ world: { ledger } }: SimulatedAccount, amount: string, money: string): void {
  move(ledger, 'collateral', 'house', 'BTC', amount)
  move(ledger, 'house', 'collateral', 'USDT', money)
}

/** Nothing but this much USDT as collateral, and Bitcoin at 50,000. */
function withUsdt(amount: string): SimulatedAccount {
  const account = simulatedAccount({ scene: 'empty' })
  move(account.world.ledger, 'house', 'collateral', 'USDT', amount)
  pricedAt(account, '50000')
  return account
}

describe('borrowing on the collateral balance', () => {
  it('adds to the balance and to what is owed, and to no one’s wealth', () => {
    const account = withUsdt('6000')
    const before = summaryOf(account)
    expect(account.lever('borrow', { asset: 'BTC', amount: '0.1' })).toEqual({
      status: 200,
      body: { asset: 'BTC', borrow: '0.1' },
    })
    expect(balanceOf(account, 'BTC')).toMatchObject({
      balance: '0.1',
      borrow: '0.1',
      availableWithoutBorrow: '0',
    })
    const after = summaryOf(account)
    expect(after.equity).toBe(before.equity)
    const bound = divide(multiply('0.1', '50000'), account.world.leverage, 8)
    expect(subtract(after.margin, before.margin)).toBe(bound)
    expect(subtract(before.freeMargin, after.freeMargin)).toBe(bound)
    expectConserved(account.world)
  })

  it('costs interest every hour, which is due when the borrowing next changes', () => {
    const account = withUsdt('500')
    account.lever('borrow', { asset: 'USDT', amount: '1000' })
    account.advance(3 * 3600)
    expect(account.world.borrowings).toMatchObject([{ amount: '1000', accrued: '0.073125' }])
    expect(summaryOf(account).unrealizedFunding).toBe('0.073125')
    account.lever('repay', { asset: 'USDT', amount: '400' })
    expect(account.world.borrowings).toMatchObject([{ amount: '600', accrued: '0' }])
    expect(balanceOf(account, 'USDT')?.['balance']).toBe('1099.926875')
    account.lever('repay', { asset: 'USDT', amount: '9000' })
    expect(account.world.borrowings).toEqual([])
    expect(balanceOf(account, 'USDT')?.['balance']).toBe('499.926875')
    expectConserved(account.world)
  })

  it('adds interest that the balance does not cover to what is owed', () => {
    const account = withUsdt('50000')
    account.lever('borrow', { asset: 'BTC', amount: '1' })
    sell(account, '1', '50000')
    account.advance(3600)
    expect(account.lever('repay', { asset: 'BTC', amount: '1' }).status).toBe(400)
    account.lever('borrow', { asset: 'BTC', amount: '1' })
    expect(account.world.borrowings).toMatchObject([{ amount: '2.000024375', accrued: '0' }])
    expectConserved(account.world)
  })

  it('is sent by the stream as documented, with a liquidation price that the level confirms', () => {
    const account = withUsdt('6000')
    account.lever('borrow', { asset: 'BTC', amount: '1' })
    sell(account, '1', '50000')
    const feed = channels['borrowsMargin']?.subscribe(account.world, [])
    const [update] = feed?.ok === true ? feed.value.first : []
    const { borrowings = [] } = streamChannels.borrowsMargin.update.parse(update)
    const [sent] = borrowings.map(toStreamedBorrowing)
    // 56,000 less the price is 2.5 % of the price.
    expect(sent).toMatchObject({ asset: 'BTC', amount: '1', accruedCost: '0' })
    expect(cut(sent?.liquidationPrice ?? '', 6)).toBe(divide('56000', '1.025', 6))
  })

  it('is called for margin, then liquidated: repaid with USDT of the collateral', () => {
    const account = withUsdt('6000')
    const { world } = account
    account.lever('borrow', { asset: 'BTC', amount: '1' })
    sell(account, '1', '50000')
    const feed = channels['borrowsAccountMargin']?.subscribe(world, [])
    const next = (): unknown[] => (feed?.ok === true ? feed.value.next(world) : [])
    pricedAt(account, '53500')
    expect(world.borrowings[0]?.liquidationState).toBe('margin_call')
    expect(next()).toMatchObject([[1, { asset: 'BTC', amount: '-1' }]])
    pricedAt(account, '55000')
    expect(next()).toMatchObject([[2, { asset: 'BTC' }]])
    pricedAt(account, '55100')
    expect(world.borrowings).toEqual([])
    expect(world.ledger.collateral['USDT']).toBe('900')
    expectConserved(world)
  })

  it('is repaid by force with other collateral once USDT is used up', () => {
    const account = withUsdt('0')
    const { world } = account
    account.lever('price', { market: 'ETH_USDT', price: '3000' })
    move(world.ledger, 'house', 'collateral', 'ETH', '20')
    account.lever('borrow', { asset: 'BTC', amount: '1' })
    move(world.ledger, 'collateral', 'house', 'BTC', '1')
    account.lever('price', { market: 'ETH_USDT', price: '2550' })
    expect(world.borrowings[0]?.liquidationState).toBe('liquidation')
    const { equity } = summaryOf(account)
    expect(equity).toBe('1000')
    account.lever('price', { market: 'ETH_USDT', price: '2549' })
    expect(world.borrowings).toEqual([])
    expect(cut(multiply(world.ledger.collateral['ETH'] ?? '0', '2549'), 6)).toBe('980')
    expectConserved(world)
  })

  it('comes after margin positions, of which the one with the smallest opening margin is first', () => {
    const account = withUsdt('1000')
    const { world } = account
    account.lever('borrow', { asset: 'BTC', amount: '0.001' })
    const eth = priceInUsdt(world, 'ETH') ?? ''
    world.positions.push(
      newPosition(world, 'BTC_USDT', 'BOTH', '0.2', '50000', world.nowMicros),
      newPosition(world, 'ETH_USDT', 'BOTH', '0.01', eth, world.nowMicros),
    )
    pricedAt(account, '45800')
    const closed: string[] = []
    for (let turn = 0; turn < 20 && closed.length < 2; turn += 1) {
      const before = new Set(world.positions.map(({ market }) => market))
      watchMargin(world)
      for (const { market } of world.positions) before.delete(market)
      closed.push(...before)
      if (closed.length === 0) expect(world.borrowings).toHaveLength(1)
    }
    expect(closed[0]).toBe('ETH_USDT')
    expectConserved(world)
  })

  it('of USDT has no liquidation price, and none without a market or enough free margin is possible', () => {
    const account = simulatedAccount()
    account.lever('borrow', { asset: 'USDT', amount: '50' })
    const feed = channels['borrowsMargin']?.subscribe(account.world, [])
    expect(feed?.ok === true && feed.value.first).toMatchObject([
      { total: 1, records: [{ asset: 'USDT', amount: '-50', liq_price: 'NaN' }] },
    ])
    expect(account.lever('borrow', { asset: 'NOPE', amount: '1' }).status).toBe(400)
    expect(account.lever('repay', { asset: 'ETH', amount: '1' }).status).toBe(400)
    expect(account.lever('borrow', { asset: 'BTC', amount: '90' }).status).toBe(400)
  })

  it('is in collateral-account/balance as JSON numbers by asset, one if a ticker is given', () => {
    const { call } = simulatedService({ dialect: 'live' })
    const { path, reply } = collateralAmountsEndpoint
    const all = call(path, {}).json
    expect(all).toEqual({ USDT: 9240.18357214 })
    expect(reply.parse(all)).toEqual({ fitting: { USDT: '9240.18357214' }, misfits: [] })
    expect(call(path, { body: { ticker: 'BTC' } }).json).toEqual({})
    expect(call(path, { body: { ticker: 5 } })).toMatchObject({
      status: 422,
      json: { code: 30, errors: { ticker: ['ticker is invalid.'] } },
    })
    const specified = simulatedService({ onlySpecified: true })
    expect(specified.call(path, {}).status).toBe(404)
  })

  it('loses and makes nothing, whatever is borrowed, repaid and liquidated, and is the same each time', () => {
    const amount = fc.constantFrom('0.01', '0.3', '5', '900')
    const asset = fc.constantFrom('BTC', 'ETH', 'USDT', 'NOPE')
    const step = fc.oneof(
      fc.record({ lever: fc.constantFrom('borrow', 'repay'), body: fc.record({ asset, amount }) }),
      fc.record({
        lever: fc.constant('price'),
        body: fc.record({
          market: fc.constantFrom('BTC_USDT', 'ETH_USDT'),
          price: fc.constantFrom('900', '3000', '40000', '90000'),
        }),
      }),
      fc.record({ seconds: fc.constantFrom(1, 60, 3700) }),
    )
    const played = (moves: readonly ({ lever: string; body: Body } | { seconds: number })[]) => {
      const account = simulatedAccount()
      for (const one of moves) {
        if ('seconds' in one) account.advance(one.seconds)
        else account.lever(one.lever, one.body)
        expectConserved(account.world)
        const { equity, margin, freeMargin, pnl, unrealizedFunding } = summaryOf(account)
        const whole = subtract(add(equity, pnl), unrealizedFunding)
        if (!isZero(freeMargin)) expect(add(margin, freeMargin)).toBe(whole)
        else expect(compare(whole, margin)).toBeLessThanOrEqual(0)
        for (const open of account.world.borrowings) expect(compare(open.amount, '0')).toBe(1)
      }
      return account.world
    }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (moves) => {
        expect(played(moves)).toEqual(played(moves))
      }),
      { numRuns: casesOf({ gate: 25, scheduled: 500 }) },
    )
  })
})
