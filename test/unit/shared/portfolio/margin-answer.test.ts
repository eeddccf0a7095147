import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPrices } from '../../../../src/shared/markets/market.js'
import { add, compare, divide, multiply, subtract } from '../../../../src/shared/money.js'
import { marginLevel } from '../../../../src/shared/portfolio/margin.js'
import {
  type MarginAction,
  type MarginAnswer,
  marginAnswer,
  type MarginFacts,
} from '../../../../src/shared/portfolio/margin-answer.js'
import type { CollateralSummary } from '../../../../src/shared/portfolio/portfolio.js'
import type { PurseHolding } from '../../../../src/shared/portfolio/purses.js'
import { fund } from '../../../../src/simulator/scenes/setting.js'
import { sumOf, type World } from '../../../../src/simulator/world.js'
import { aFeed, aPosition } from '../../../fixtures/portfolio/figures.js'
import { anOpenOrder } from '../../../fixtures/portfolio/market.js'
import {
  carryOut,
  factsOf,
  levelIn,
  randomAccount,
  worldOf,
} from '../../../support/margin-accounts.js'
import { casesOf, seedOfRun } from '../../../support/seed.js'

/** As captured: a losing account whose equity omits the loss. */
const captured = {
  equity: '130970.8947456254113367',
  usedMargin: '456.58349',
  freeMargin: '129681.3285348840110099',
  unrealizedPnl: '-832.9535',
  unrealizedFunding: '0.0292207414003268',
  leverage: 10,
} satisfies CollateralSummary

/** A level of 150 %. */
const summary: CollateralSummary = {
  equity: '1500',
  usedMargin: '1000',
  freeMargin: '500',
  unrealizedPnl: '0',
  unrealizedFunding: '0',
  leverage: 10,
}

const long = aPosition({
  id: '1',
  market: 'BTC_USDT',
  amount: '0.1',
  entryPrice: '60000',
  unrealizedPnl: '0',
  usedMargin: '600',
  positionSide: 'BOTH',
  liquidationPrice: null,
})

const tickers = {
  BTC_USDT: { last: '60000', change: null, isFrozen: false },
  ETH_USDT: { last: '3000', change: null, isFrozen: false },
}

const btc = {
  name: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  amountStep: '0.001',
  priceStep: null,
  makerFee: '0.1',
  takerFee: '0.1',
  minAmount: '0.001',
  minNotional: '5',
  maxNotional: null,
  isOpen: true,
  isCollateral: true,
  kind: null,
  delistedAt: null,
}

function facts(part: Partial<MarginFacts> = {}): MarginFacts {
  return {
    summary,
    main: [],
    trade: [],
    positions: [],
    openOrders: [],
    isMarginShared: false,
    prices: { ...noPrices, tickers: aFeed(tickers) },
    markets: [btc],
    now: 1_760_000_000,
    ...part,
  }
}

function held(asset: string, free: string | null): PurseHolding {
  return { asset, total: free ?? '1', owed: '0', free }
}

function answered(some: Partial<MarginFacts>, target: string): MarginAnswer {
  const answer = marginAnswer(facts(some), target)
  if (answer === null) throw new Error('an answer expected')
  return answer
}

function brief(actions: readonly MarginAction[]): string[] {
  return actions.map((one) =>
    [
      one.kind,
      one.amount,
      one.kind === 'move' ? `${one.asset} from ${one.from}` : one.position.market,
      `${one.before} to ${one.after ?? 'none'}`,
    ].join(' '),
  )
}

describe('ALR-15 what can be done about the margin level', () => {
  it('moves the smallest amount that is sufficient, what is counted as it is first', () => {
    const { level, single, together, missing } = answered(
      {
        main: [held('ETH', '4'), held('USDT', '700.5'), held('EUR', '9000')],
        trade: [held('USDT', '900')],
      },
      '200',
    )
    expect([level, together, missing]).toEqual(['150', [], null])
    expect(brief(single)).toEqual([
      'move 500 USDT from main 150 to 200',
      'move 500 USDT from trade 150 to 200',
      'move 0.16666667 ETH from main 150 to 200',
    ])
  })

  it('as captured, to the last place of what can be moved, and not one less', () => {
    const level = marginLevel(captured) ?? ''
    const [action] = answered({ summary: captured, main: [held('USDT', '100000')] }, '30000').single
    // 300 times the used margin is 136975.047, less used and free margin.
    expect(action).toMatchObject({ kind: 'move', amount: '6837.13497512' })
    expect([action?.before, action?.after]).toEqual([level, '30000'])
    const after = (amount: string): string => {
      const backing = add(add(captured.usedMargin, captured.freeMargin), amount)
      return divide(multiply(backing, '100'), captured.usedMargin, 12)
    }
    expect(compare(after('6837.13497512'), '30000')).toBeGreaterThanOrEqual(0)
    expect(compare(after('6837.13497511'), '30000')).toBe(-1)
  })

  it('closes as small a part of a position as the market lets through, with its fee and a worse price', () => {
    const { single } = answered({ positions: [long] }, '200')
    // It releases 258 of margin, for 0.606 % of 2580; 0.042 would leave it at 198.4 %.
    expect(brief(single)).toEqual(['reduce 0.043 BTC_USDT 150 to 200.0492'])
    expect(single[0]).toMatchObject({ cost: '15.6348' })
  })

  it.each<[string, Partial<MarginFacts>]>([
    ['a closed market', { markets: [{ ...btc, isOpen: false }] }],
    ['a delisted market', { markets: [{ ...btc, delistedAt: 1 }] }],
    [
      'a frozen market',
      {
        prices: {
          ...noPrices,
          tickers: aFeed({ BTC_USDT: { last: '60000', change: null, isFrozen: true } }),
        },
      },
    ],
  ])('names a position in %s, which nothing closes, and what is missing', (_what, part) => {
    const answer = answered({ positions: [long], ...part }, '200')
    expect(answer).toMatchObject({ single: [], together: [], leftOut: ['BTC_USDT'] })
    expect(answer.missing).toBe('500')
  })

  it('closes all of it if the market lets no order through that is large enough', () => {
    const markets = [{ ...btc, maxNotional: '100' }]
    expect(brief(answered({ positions: [long], markets }, '200').single)).toEqual([
      'close 0.1 BTC_USDT 150 to 365.91',
    ])
  })

  it('counts what remains of the margin as the exchange states it, rounded up to the market', () => {
    // As captured live: a margin of 4.125 is stated as 4.2.
    const [perp] = [{ ...btc, name: 'BTC_PERP', priceStep: '0.1' }]
    const position = {
      ...long,
      ...{ market: 'BTC_PERP', amount: '0.02', entryPrice: '82500', usedMargin: '82.5' },
    }
    const own = { ...summary, usedMargin: '82.5', freeMargin: '7.5' }
    const some = { positions: [position], markets: [perp], summary: own }
    const [action] = answered(some, '290.7').single
    expect(action).toMatchObject({ kind: 'reduce', amount: '0.014' })
  })

  it('closes a small part of a very cheap coin, not all of it', () => {
    const coin = { ...btc, name: 'X_USDT', base: 'X', amountStep: '1', minAmount: '1' }
    const position = {
      ...long,
      ...{ market: 'X_USDT', amount: '1000000000', entryPrice: '0.0000005', usedMargin: '6' },
    }
    const own = { ...summary, usedMargin: '10', freeMargin: '0.1' }
    const some = { positions: [position], markets: [coin], summary: own }
    const [action] = answered(some, '103.8').single
    expect(action?.kind).toBe('reduce')
    expect(compare(action?.amount ?? '0', '200000000')).toBe(-1)
  })

  it('closes all of it if a part would be too small for the market or is not enough', () => {
    expect(brief(answered({ positions: [long] }, '362').single)).toEqual([
      'close 0.1 BTC_USDT 150 to 365.91',
    ])
    const small = { ...long, amount: '0.0015', usedMargin: '600' }
    expect(brief(answered({ positions: [small] }, '151').single)[0]).toMatch(/^close 0.0015 /)
  })

  it('takes a rest by rounding for no margin, but not where something else may be owed', () => {
    const alone = { ...long, usedMargin: '999.999' }
    const some = { summary: { ...summary, freeMargin: '0', unrealizedPnl: '-1490' } }
    expect(brief(answered({ positions: [alone] }, '99000').single)).toEqual([
      'close 0.1 BTC_USDT 150 to none',
    ])
    const owing = answered({ ...some, positions: [alone], isMarginShared: true }, '120')
    expect(owing.single).toEqual([])
    expect(owing.missing).not.toBeNull()
  })

  it('combines what is not enough alone, and says what is still missing', () => {
    const some = { main: [held('USDT', '100')], trade: [held('USDT', '50')], positions: [long] }
    const enough = answered(some, '400')
    expect(enough.single).toEqual([])
    expect(brief(enough.together)).toEqual([
      'move 100 USDT from main 150 to 160',
      'move 50 USDT from trade 160 to 165',
      'close 0.1 BTC_USDT 165 to 403.41',
    ])
    expect(enough.missing).toBeNull()
    const short = answered(some, '500')
    expect(brief(short.together)).toEqual(brief(enough.together))
    // 5 × 400 − 1613.64, rounded up.
    expect(short.missing).toBe('386.36')
  })

  it('needs nothing at or above the level, and has no answer without used margin', () => {
    expect(answered({ main: [held('USDT', '100')] }, '150')).toMatchObject({
      single: [],
      together: [],
      missing: null,
    })
    expect(marginAnswer(facts({ summary: { ...summary, usedMargin: '0' } }), '200')).toBeNull()
  })

  it('leaves out and names what it cannot count', () => {
    const { single, together, leftOut, missing } = answered(
      {
        main: [held('NONE', '5'), held('BTC', null)],
        positions: [
          { ...long, usedMargin: null },
          { ...long, id: '2', market: 'BTC_EUR' },
          { ...long, id: '3', market: 'ETH_USDT', positionSide: 'ODD' },
        ],
      },
      '200',
    )
    expect([single, together, missing]).toEqual([[], [], '500'])
    expect(leftOut).toEqual(['NONE', 'BTC_USDT', 'BTC_EUR', 'ETH_USDT'])
  })

  it('closes nothing by margins that exceed the used margin: they are of another moment', () => {
    const { single, leftOut } = answered(
      { positions: [long, { ...long, id: '2', usedMargin: '500' }] },
      '200',
    )
    expect([single, leftOut]).toEqual([[], ['BTC_USDT']])
  })

  it('without prices moves USDT alone, and closes what has a price of its own', () => {
    const { single, leftOut } = answered(
      { prices: null, main: [held('ETH', '4'), held('USDT', '700')], positions: [long] },
      '200',
    )
    expect(brief(single)).toEqual([
      'move 500 USDT from main 150 to 200',
      'reduce 0.043 BTC_USDT 150 to 200.0492',
    ])
    expect(leftOut).toEqual(['ETH'])
  })

  it('names open orders on collateral with what they may bind at most, and relies on none', () => {
    const orders = [
      anOpenOrder({ id: '5', market: 'BTC_USDT', type: 'margin limit' }),
      anOpenOrder({ id: '6', market: 'BTC_PERP', type: 'limit' }),
      anOpenOrder({ id: '7', market: 'BTC_USDT', type: 'limit' }),
      anOpenOrder({ id: '8', market: 'BTC_PERP', type: 'limit', reduceOnly: true }),
    ]
    const some = { positions: [long], openOrders: orders }
    const { orders: found, missing } = answered(some, '500')
    expect(found?.list.map(({ id }) => id)).toEqual(['5', '6'])
    expect(found).toMatchObject({ most: '400', after: '250' })
    expect(missing).not.toBeNull()
    for (const less of [
      { ...some, isMarginShared: true },
      { ...some, positions: [{ ...long, usedMargin: null }] },
      { ...some, positions: [{ ...long, usedMargin: '1000' }] },
    ])
      expect(answered(less, '500').orders).toBeNull()
  })
})

/** No more than is there, nothing that makes it worse, and no level that is overstated. */
function expectHonest(world: World, action: MarginAction): void {
  const before = levelIn(world)
  if (action.kind === 'move') {
    const free = world.ledger[action.from][action.asset] ?? '0'
    expect(compare(action.amount, free)).toBeLessThanOrEqual(0)
  }
  expect(compare(action.amount, '0')).toBe(1)
  carryOut(world, action)
  const after = levelIn(world)
  if (after === null || before === null) return
  expect(action.after).not.toBeNull()
  expect(compare(after, action.after ?? '0'), `after ${action.kind}`).toBeGreaterThanOrEqual(0)
  expect(compare(after, before)).toBeGreaterThanOrEqual(0)
}

function isAt(level: string | null, target: string): boolean {
  return level === null || compare(level, target) >= 0
}

const cases =
  Number.parseInt(process.env['PLIMSOLL_MARGIN_ACCOUNTS'] ?? '', 10) ||
  casesOf({ gate: 150, scheduled: 5000 })

it(`ALR-15 ${cases} random accounts: the simulator reaches the level, or what was said to be missing brings it there`, () => {
  const seen = { single: 0, together: 0, missing: 0, move: 0, reduce: 0, close: 0, hedged: 0 }
  fc.assert(
    fc.property(randomAccount, (account) => {
      const world = worldOf(account)
      const answer = marginAnswer(factsOf(world), account.target)
      if (answer === null) return void expect(levelIn(world)).toBeNull()
      expect(answer.level).toBe(levelIn(world))
      const assets = [...new Set(Object.values(world.ledger).flatMap((one) => Object.keys(one)))]
      const all = [...answer.single, ...answer.together]
      for (const { kind } of all) seen[kind] += 1
      if (world.positions.some(({ side }) => side !== 'BOTH')) seen.hedged += 1
      for (const action of answer.single) {
        const own = structuredClone(world)
        expectHonest(own, action)
        expect(isAt(levelIn(own), answer.target)).toBe(true)
        for (const asset of assets) expect(sumOf(own.ledger, asset)).toBe('0')
        if (action.kind !== 'move' || action.asset !== 'USDT') continue
        const less = structuredClone(world)
        const amount = subtract(action.amount, '0.00000001')
        if (amount !== '0') carryOut(less, { ...action, amount })
        expect(isAt(levelIn(less), answer.target), 'one place less').toBe(false)
      }
      if (answer.single.length > 0) return void (seen.single += 1)
      for (const action of answer.together) expectHonest(world, action)
      for (const asset of assets) expect(sumOf(world.ledger, asset)).toBe('0')
      if (answer.missing === null) {
        if (answer.together.length > 0) seen.together += 1
        expect(isAt(levelIn(world), answer.target)).toBe(true)
        return
      }
      seen.missing += 1
      expect(compare(answer.missing, '0')).toBe(1)
      fund(world, 'collateral', { USDT: answer.missing })
      expect(isAt(levelIn(world), answer.target)).toBe(true)
    }),
    { numRuns: cases, seed: seedOfRun },
  )
  // A run that met nothing would prove nothing.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
}, 0)
