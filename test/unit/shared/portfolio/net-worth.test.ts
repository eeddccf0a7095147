import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Feed } from '../../../../src/shared/portfolio/feed.js'
import { noInvested, type InvestedView } from '../../../../src/shared/investments/invested.js'
import type { Loan, LoanAnswer } from '../../../../src/shared/portfolio/loan.js'
import { noPrices, type PricesView } from '../../../../src/shared/markets/market.js'
import {
  collateralEstimate,
  type NetWorth,
  netWorthOf,
  worthParts,
} from '../../../../src/shared/portfolio/net-worth.js'
import { noPortfolio, type PortfolioView } from '../../../../src/shared/portfolio/portfolio.js'
import type { Problem } from '../../../../src/shared/problem.js'
import { priceOf } from '../../../../src/shared/portfolio/valuation.js'
import { add, isZero, multiply, negate, sum } from '../../../../src/shared/money.js'
import { aFeed, aLoan, aPosition, noFeed, notOffered } from '../../../fixtures/portfolio/figures.js'
import {
  aFixedInvestment,
  anOpenFlex,
  notInvested,
} from '../../../fixtures/portfolio/investments.js'

const tickers = {
  BTC_USDT: { last: '50000', change: '0', isFrozen: false },
  ETH_USDT: { last: '2000', change: '0', isFrozen: false },
}
const prices: PricesView = { ...noPrices, tickers: aFeed(tickers, { asOf: 100 }) }

const denied: Problem = { code: 'b2b-only', message: 'B2B only.' }

function loanFeed(part: Partial<Loan>): Feed<LoanAnswer> {
  return aFeed<LoanAnswer>({ kind: 'loan', loan: aLoan(part) })
}

function portfolioOf(part: Partial<PortfolioView> = {}): PortfolioView {
  return {
    ...noPortfolio,
    balance: aFeed([{ asset: 'USDT', amount: '1000' }]),
    tradeBalance: aFeed([]),
    collateralBalance: aFeed([]),
    positions: aFeed([]),
    loan: aFeed<LoanAnswer>({ kind: 'no-loan' }),
    ...part,
  }
}

function investedOf(part: Partial<InvestedView> = {}): InvestedView {
  return {
    profileId: 'a',
    flexible: { ...aFeed([]), more: false },
    fixed: { ...aFeed([]), more: false },
    ...part,
  }
}

function worthOf(portfolio: PortfolioView, invested: InvestedView = investedOf()): NetWorth {
  const found = netWorthOf(portfolio, invested, prices, 'USDT')
  if (found === null) throw new Error('there are prices and a balance')
  return found
}

function partsOf({ parts }: NetWorth) {
  return Object.fromEntries(parts.map(({ part, worth, why }) => [part, worth ?? why]))
}

describe("an account's total worth", () => {
  it('adds investments and the estimated collateral of the loan to the balances, and subtracts debts', () => {
    const found = worthOf(
      portfolioOf({
        tradeBalance: aFeed([{ asset: 'ETH', available: '1', inOrders: '0.5' }]),
        collateralBalance: aFeed([{ asset: 'USDT', balance: '900', borrowed: '300' }]),
        positions: aFeed([aPosition({ unrealizedPnl: '-10', unrealizedFunding: '2' })]),
        loan: loanFeed({ asset: 'USDT', amount: '900', totalFunding: '100', currentLtv: '25' }),
      }),
      investedOf({
        flexible: {
          ...aFeed([
            anOpenFlex({ currency: 'USDT', invested: '5590' }),
            anOpenFlex({ currency: 'BTC', invested: '0.2' }),
          ]),
          more: false,
        },
        fixed: { ...aFeed([aFixedInvestment({ asset: 'USDT', amount: '2500' })]), more: false },
      }),
    )
    expect(partsOf(found)).toEqual({
      main: '1000',
      trade: '3000',
      collateral: '900',
      unrealized: '-12',
      flexible: '15590',
      fixed: '2500',
      'loan-collateral': '4000',
      borrowed: '-300',
      loan: '-1000',
    })
    expect(found).toMatchObject({
      total: '25678',
      omissions: [],
      unpriced: 0,
      counted: worthParts.join(' '),
    })
    expect(found.parts.filter(({ isEstimate }) => isEstimate).map(({ part }) => part)).toEqual([
      'loan-collateral',
    ])
  })

  it('names what the key may not read as unavailable, and never counts it as zero', () => {
    const found = worthOf(
      portfolioOf({ loan: aFeed<LoanAnswer>({ kind: 'not-enabled' }), tradeBalance: notOffered() }),
      notInvested('a', denied),
    )
    expect(partsOf(found)).toMatchObject({
      trade: 'not-offered',
      flexible: 'not-available',
      fixed: 'not-available',
      'loan-collateral': 'not-available',
      loan: 'not-available',
    })
    expect(found.counted).toBe('main collateral unrealized borrowed')
    expect(found.omissions).toEqual(
      (['trade', 'flexible', 'fixed', 'loan-collateral', 'loan'] as const).map((part) => ({
        kind: 'part',
        part,
        why: part === 'trade' ? 'not-offered' : 'not-available',
      })),
    )
  })

  it('distinguishes unread parts, failed parts, and those that only count with the collateral balance', () => {
    const failed = noFeed({ problem: { code: 'unreachable', message: 'No network.' } })
    const found = worthOf(
      portfolioOf({ collateralBalance: failed, positions: aFeed([aPosition()]), loan: failed }),
      noInvested,
    )
    expect(partsOf(found)).toMatchObject({
      main: '1000',
      collateral: 'not-read',
      borrowed: 'not-read',
      unrealized: 'needs-collateral',
      flexible: 'not-read-yet',
      fixed: 'not-read-yet',
      'loan-collateral': 'not-read',
      loan: 'not-read',
    })
  })

  it('names unreadable rows and truncated lists, each once', () => {
    const unreadable = [{ place: 1, id: null, name: 'BTC', field: 'amount', why: 'is missing' }]
    const found = worthOf(
      portfolioOf({ collateralBalance: aFeed([], { unreadable }) }),
      investedOf({ flexible: { ...aFeed([anOpenFlex()], { unreadable }), more: true } }),
    )
    expect(found.omissions).toEqual([
      { kind: 'unreadable', part: 'collateral', count: 1 },
      { kind: 'unreadable', part: 'flexible', count: 1 },
      { kind: 'more', part: 'flexible' },
    ])
  })

  it('names missing funding, and says that the total has other parts', () => {
    const { unrealizedFunding: _, ...older } = aPosition({ unrealizedPnl: '-12' })
    const found = worthOf(portfolioOf({ positions: aFeed([older]) }))
    expect(partsOf(found)).toMatchObject({ unrealized: '-12' })
    expect(found.omissions).toEqual([{ kind: 'funding', count: 1 }])
    expect(found.counted.split(' ')).toContain('unrealized-without-funding')
  })

  it('does not subtract a debt whose asset has no price, and names both', () => {
    const found = worthOf(portfolioOf({ loan: loanFeed({ asset: 'NOPE' }) }))
    expect(found.total).toBe('1000')
    expect(found.omissions).toEqual([
      { kind: 'unpriced', assets: ['NOPE'] },
      { kind: 'part', part: 'loan-collateral', why: 'no-price' },
      { kind: 'part', part: 'loan', why: 'no-price' },
    ])
  })

  it('subtracts the debt and names the collateral if the loan’s figures do not give its worth', () => {
    const found = worthOf(
      portfolioOf({
        loan: loanFeed({ asset: 'USDT', amount: '400', totalFunding: '0', currentLtv: '0' }),
      }),
    )
    expect(partsOf(found)).toMatchObject({ loan: '-400', 'loan-collateral': 'no-estimate' })
    expect(found.total).toBe('600')
    expect(found.counted).not.toContain('loan-collateral')
  })

  it('is missing without prices, or before a balance was read', () => {
    expect(netWorthOf(portfolioOf(), investedOf(), noPrices, 'USDT')).toBeNull()
    expect(netWorthOf(noPortfolio, investedOf(), prices, 'USDT')).toBeNull()
  })

  it('is as old as the oldest part included', () => {
    expect(
      worthOf(portfolioOf(), investedOf({ fixed: { ...aFeed([], { asOf: 40 }), more: false } }))
        .asOf,
    ).toBe(40)
    expect(worthOf(portfolioOf(), notInvested('a', denied)).asOf).toBe(100)
  })
})

describe('the collateral of a loan', () => {
  const levels = { initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' }
  const shares = { initialLtv: '0.6', marginCallLtv: '0.75', liquidationLtv: '0.85' }

  it('is debt ÷ LTV, for percentages and fractions alike', () => {
    expect(collateralEstimate('1000', aLoan({ ...levels, currentLtv: '25' }))).toBe('4000')
    expect(collateralEstimate('1000', aLoan({ ...shares, currentLtv: '0.25' }))).toBe('4000')
    expect(
      collateralEstimate('1000', aLoan({ ...shares, liquidationLtv: '1', currentLtv: '0.25' })),
    ).toBe('4000')
  })

  it.each([
    ['an LTV of zero', { ...levels, currentLtv: '0' }],
    ['levels that contradict each other', { ...levels, currentLtv: '25', initialLtv: '80' }],
    ['levels in another unit than the LTV', { ...shares, currentLtv: '25' }],
    [
      'a level of liquidation that fits neither unit',
      { initialLtv: '1', marginCallLtv: '1.5', liquidationLtv: '2', currentLtv: '0.5' },
    ],
    ['no number', { ...levels, currentLtv: 'n/a' }],
  ])('cannot be estimated from %s', (_what, part) => {
    expect(collateralEstimate('1000', aLoan(part))).toBeNull()
  })
})

describe('any holdings, investments and debts', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 24n }), fc.integer({ min: 1, max: 18 }))
    .map(([digits, places]) => {
      const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
      return `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`
    })
  const asset = fc.constantFrom('BTC', 'ETH', 'USDT', 'NOPE', 'LOST')
  const holdings = fc.array(fc.record({ asset, amount }), { maxLength: 4 })
  const loan = fc.option(
    fc.record({
      asset,
      amount,
      totalFunding: amount,
      currentLtv: fc.constantFrom('0', '12.5', '25', '66.02', '300'),
    }),
  )
  const feedOf = <T>(value: T): fc.Arbitrary<Feed<T>> =>
    fc.constantFrom<Feed<T>>(aFeed(value), noFeed(), noFeed({ problem: denied }), notOffered())
  const account = fc
    .tuple(holdings, holdings, holdings, holdings, holdings, loan)
    .chain(([main, trade, collateral, flexible, fixed, owed]) =>
      fc
        .tuple(
          feedOf(
            trade.map((one) => ({ asset: one.asset, available: one.amount, inOrders: one.amount })),
          ),
          feedOf(
            collateral.map((one) => ({ asset: one.asset, balance: one.amount, borrowed: '1.5' })),
          ),
          feedOf(flexible.map((one) => anOpenFlex({ currency: one.asset, invested: one.amount }))),
          feedOf(fixed.map((one) => aFixedInvestment(one))),
          feedOf<LoanAnswer>(
            owed === null ? { kind: 'no-loan' } : { kind: 'loan', loan: aLoan(owed) },
          ),
        )
        .map(([tradeBalance, collateralBalance, flex, fix, answer]) => ({
          portfolio: portfolioOf({
            balance: aFeed(main),
            tradeBalance,
            collateralBalance,
            loan: answer,
          }),
          invested: investedOf({
            flexible: { ...flex, more: false },
            fixed: { ...fix, more: false },
          }),
        })),
    )

  it('the listed parts add up to the total to the last digit, and every part has a worth or a reason', () => {
    fc.assert(
      fc.property(account, ({ portfolio, invested }) => {
        const found = worthOf(portfolio, invested)
        expect(found.parts.map(({ part }) => part)).toEqual(worthParts)
        expect(sum(found.parts.map(({ worth }) => worth ?? '0'))).toBe(found.total)
        for (const { part, worth, why } of found.parts) {
          expect(worth === null, part).toBe(why !== null)
          expect(
            found.omissions.some(
              (one) => one.kind === 'part' && one.part === part && one.why === why,
            ),
            part,
          ).toBe(worth === null)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('the total equals the amounts at their prices, calculated again here', () => {
    fc.assert(
      fc.property(account, ({ portfolio, invested }) => {
        const at = (name: string, units: string): string =>
          multiply(units, priceOf(tickers, name, 'USDT') ?? '0')
        const { balance, tradeBalance, collateralBalance } = portfolio
        const amounts = [
          ...(balance.value ?? []).map((one) => at(one.asset, one.amount)),
          ...(tradeBalance.value ?? []).map((one) =>
            at(one.asset, add(one.available, one.inOrders)),
          ),
          ...(collateralBalance.value ?? []).map((one) =>
            at(one.asset, add(one.balance, negate(one.borrowed))),
          ),
          ...(invested.flexible.value ?? []).map((one) => at(one.currency, one.invested)),
          ...(invested.fixed.value ?? []).map((one) => at(one.asset, one.amount)),
        ]
        const found = worthOf(portfolio, invested)
        const ofLoan = found.parts
          .filter(({ part }) => part === 'loan' || part === 'loan-collateral')
          .map(({ worth }) => worth ?? '0')
        expect(found.total).toBe(sum([...amounts, ...ofLoan]))
      }),
      { numRuns: 200 },
    )
  })

  it('each asset without a price is named, and no asset with one', () => {
    fc.assert(
      fc.property(account, ({ portfolio, invested }) => {
        const found = worthOf(portfolio, invested)
        const answer = portfolio.loan.value
        const held: [string, string][] = [
          ...(portfolio.balance.value ?? []).map((one): [string, string] => [
            one.asset,
            one.amount,
          ]),
          ...(portfolio.tradeBalance.value ?? []).map((one): [string, string] => [
            one.asset,
            one.available,
          ]),
          ...(portfolio.collateralBalance.value ?? []).map((one): [string, string] => [
            one.asset,
            one.borrowed,
          ]),
          ...(invested.flexible.value ?? []).map((one): [string, string] => [
            one.currency,
            one.invested,
          ]),
          ...(invested.fixed.value ?? []).map((one): [string, string] => [one.asset, one.amount]),
          ...(answer?.kind === 'loan'
            ? [[answer.loan.asset ?? '', '1'] satisfies [string, string]]
            : []),
        ]
        const wanted = new Set(
          held
            .filter(([name, units]) => !isZero(units) && priceOf(tickers, name, 'USDT') === null)
            .map(([name]) => name),
        )
        const named = found.omissions.flatMap((one) => (one.kind === 'unpriced' ? one.assets : []))
        expect([...named].sort()).toEqual([...wanted].sort())
        expect(found.unpriced).toBe(wanted.size)
      }),
      { numRuns: 300 },
    )
  })
})
