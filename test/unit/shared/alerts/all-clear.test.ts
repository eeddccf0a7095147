import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountSummary } from '../../../../src/shared/accounts/account-summary.js'
import {
  alertKinds,
  type AlertState,
  noAlerts,
  screenOf,
} from '../../../../src/shared/alerts/alert.js'
import {
  type CalmFacts,
  calmOf,
  type Reservation,
} from '../../../../src/shared/alerts/all-clear.js'
import type { Feed } from '../../../../src/shared/portfolio/feed.js'
import type { PortfolioView } from '../../../../src/shared/portfolio/portfolio.js'
import { calmWords } from '../../../../src/renderer/alerts/all-clear-format.js'
import { aProfile, aSummary, now } from '../../../fixtures/portfolio/accounts.js'
import { anAlert } from '../../../fixtures/portfolio/alerts.js'
import {
  aFeed,
  aLoan,
  aPortfolio,
  aPosition,
  noFeed,
  notOffered,
} from '../../../fixtures/portfolio/figures.js'
import { aMining, anAccount } from '../../../fixtures/portfolio/investments.js'
import { aCollateralSummary } from '../../../fixtures/portfolio/market.js'
import { aPriceAlert, aPriceAlertsView } from '../../../fixtures/portfolio/price-alerts.js'
import { aProblem } from '../../../fixtures/portfolio/scenes.js'

const own = aProfile()
const desk = aProfile({ id: 'desk', name: 'Desk' })

function view(more: Partial<PortfolioView> = {}): PortfolioView {
  return aPortfolio({
    positions: aFeed([aPosition(), aPosition({ id: '2' }), aPosition({ id: '3' })], {
      every: 5,
      asOf: now - 2,
    }),
    loan: aFeed({ kind: 'loan', loan: aLoan() }, { every: 15, asOf: now - 4 }),
    collateralSummary: aFeed(aCollateralSummary(), { every: 10, asOf: now - 3 }),
    ...more,
  })
}

function calm(more: Partial<CalmFacts> = {}): CalmFacts {
  return {
    keyState: 'accepted',
    alerts: { ...noAlerts, notifications: 'shown' },
    portfolio: view(),
    mining: aMining([anAccount()]),
    priceAlerts: aPriceAlertsView([
      aPriceAlert(),
      aPriceAlert({ id: 'b' }),
      aPriceAlert({ id: 'c', state: 'ended' }),
    ]),
    accounts: [aSummary({ profile: own })],
    profileId: own.id,
    now,
    ...more,
  }
}

function reasons(facts: CalmFacts): Reservation['why'][] {
  return calmOf(facts).reservations.map(({ why }) => why)
}

const said = (more: Partial<CalmFacts>) => calmWords(calmOf(calm(more)), now)

describe('ALR-4 all clear', () => {
  it('names what is monitored, and when it was checked', () => {
    expect(said({})).toEqual({
      clear: true,
      title: 'All clear',
      reservations: [],
      monitored:
        'Monitored: LTV of the loan, 3 positions, margin level, mining payout destination, 2 price alerts · checked 4 s ago.',
      unmonitored: null,
    })
    const other = said({
      accounts: [aSummary({ profile: own }), aSummary({ profile: desk })],
      mining: aMining([]),
    })
    expect(other.monitored).toBe(
      'Monitored: LTV of the loan, 3 positions, margin level, 2 price alerts, 1 other account · checked 4 s ago.',
    )
  })

  it.each(['margin_call', 'liquidation', 'something_new'])(
    'ALR-4 is not said for a position in %s, even before its alert exists',
    (state) => {
      const positions = aFeed([aPosition(), aPosition({ id: '2', liquidationState: state })], {
        every: 5,
        asOf: now - 2,
      })
      expect(calmOf(calm({ portfolio: view({ positions }) })).reservations).toEqual([
        { why: 'alerts', count: 1 },
      ])
    },
  )

  it('names what is not monitored and why, which alone does not prevent it', () => {
    const closed = noFeed({ problem: aProblem('no-permission') })
    expect(
      said({
        portfolio: view({ loan: aFeed({ kind: 'not-enabled' }), collateralSummary: notOffered() }),
      }),
    ).toMatchObject({
      clear: true,
      unmonitored:
        'Not monitored: loan (credit lines are not enabled for this key), margin level (this exchange does not offer it).',
    })
    expect(
      said({ portfolio: view({ positions: closed, collateralSummary: notOffered() }) }),
    ).toMatchObject({
      clear: true,
      unmonitored: 'Not monitored: positions (this key may not read them).',
    })
    expect(
      said({
        portfolio: view({
          positions: aFeed([]),
          loan: aFeed({ kind: 'no-loan' }),
          collateralSummary: notOffered(),
        }),
      }),
    ).toMatchObject({
      clear: true,
      monitored: expect.stringContaining(
        'credit line (no loan), positions (none open), mining',
      ) as string,
      unmonitored: null,
    })
    expect(
      reasons(
        calm({ portfolio: view({ positions: closed, loan: closed, collateralSummary: closed }) }),
      ),
    ).toEqual(['nothing-monitored'])
  })

  it('names what is borrowed, or that it may not be read, or was not', () => {
    const owing = [
      { asset: 'BTC', balance: '0', borrowed: '0.5' },
      { asset: 'ETH', balance: '0', borrowed: '2' },
    ]
    const fresh = { every: 30, asOf: now - 3 }
    expect(said({ portfolio: view({ collateralBalance: aFeed(owing, fresh) }) })).toMatchObject({
      clear: true,
      monitored: expect.stringContaining('3 positions, 2 borrowings, margin level') as string,
    })
    const closed = noFeed({ problem: aProblem('no-permission') })
    expect(said({ portfolio: view({ collateralBalance: closed }) })).toMatchObject({
      clear: true,
      unmonitored: 'Not monitored: borrowings (this key may not read them).',
    })
    const unreadable = [{ name: 'BTC', because: [] }] as never
    for (const collateralBalance of [
      aFeed(owing, { ...fresh, asOf: now - 3600 }),
      aFeed(owing, { ...fresh, problem: aProblem('timeout') }),
      { ...aFeed([], fresh), unreadable },
      noFeed({ problem: aProblem('exchange-trouble') }),
      aFeed([], { every: 30, asOf: now - 3600 }),
      aFeed([], { ...fresh, source: 'cache' }),
    ])
      expect(said({ portfolio: view({ collateralBalance }) })).toMatchObject({
        clear: false,
        reservations: ['There is no recent and complete answer about borrowings.'],
      })
    const alerts = { ...noAlerts, notifications: 'shown' as const, isBorrowingInDoubt: true }
    expect(calmOf(calm({ alerts })).reservations).toEqual([{ why: 'late', feed: 'borrowings' }])
  })

  const states: AlertState[] = [
    { kind: 'active' },
    { kind: 'acknowledged', at: now - 60 },
    { kind: 'snoozed', at: now - 60, until: now + 60 },
  ]

  it.each(alertKinds)(
    'is not said with an alert of this kind, even if acknowledged or snoozed: %s',
    (kind) => {
      for (const state of states) {
        const attention = [
          {
            alert: anAlert({ kind, state }),
            quiet: state.kind !== 'active',
            screen: screenOf(kind),
          },
        ]
        expect(reasons(calm({ alerts: { ...noAlerts, attention } }))).toEqual(['alerts'])
      }
    },
  )

  const feedFaults: Record<string, (feed: Feed<never>) => Feed<never>> = {
    failed: (feed) => ({ ...feed, problem: aProblem('timeout') }),
    remembered: (feed) => ({ ...feed, source: 'cache' }),
    paused: (feed) => ({ ...feed, every: null }),
    old: (feed) => ({ ...feed, asOf: now - 3600 }),
    'never answered': () => noFeed({ problem: aProblem('exchange-trouble') }),
    'not asked yet': () => noFeed(),
    // A feed that never answered is not monitored, which is said and does not prevent it.
    'lost to the key': (feed) =>
      feed.value === null ? feed : { ...feed, problem: aProblem('no-permission') },
  }
  const faultyFeed =
    (name: 'loan' | 'positions' | 'collateralSummary', fault: keyof typeof feedFaults) =>
    (facts: CalmFacts) => {
      const portfolio = facts.portfolio ?? view()
      return {
        ...facts,
        portfolio: { ...portfolio, [name]: feedFaults[fault]?.(portfolio[name] as Feed<never>) },
      }
    }
  const withAccount = (more: Partial<AccountSummary>) => (facts: CalmFacts) => ({
    ...facts,
    accounts: [...facts.accounts, aSummary({ profile: desk, ...more })],
  })

  /** Everything that prevents it, each with its name. */
  const faults: [why: Reservation['why'], of: string, fault: (facts: CalmFacts) => CalmFacts][] = [
    ...(['loan', 'positions', 'collateralSummary'] as const).flatMap((name) =>
      Object.keys(feedFaults).map((fault): (typeof faults)[number] => [
        'late',
        `${name} ${fault}`,
        faultyFeed(name, fault),
      ]),
    ),
    [
      'late',
      'positions that cannot be read',
      (facts) => ({
        ...facts,
        portfolio: view({
          positions: {
            ...aFeed([aPosition()], { every: 5 }),
            unreadable: [{ name: 'BTC_USDT', because: [] }] as never,
          },
        }),
      }),
    ],
    ['key', 'a refused key', (facts) => ({ ...facts, keyState: 'rejected' })],
    ['key', 'a key that was locked away', (facts) => ({ ...facts, keyState: 'locked' })],
    [
      'notifications-refused',
      'notifications',
      (facts) => ({
        ...facts,
        alerts: { ...(facts.alerts ?? noAlerts), notifications: 'refused' },
      }),
    ],
    [
      'alerts',
      'a level without its alert',
      (facts) => ({ ...facts, alerts: { ...(facts.alerts ?? noAlerts), level: 'danger' } }),
    ],
    [
      'payouts-unread',
      'the list of payouts',
      (facts) => ({ ...facts, mining: { ...aMining([]), problem: aProblem('store-trouble') } }),
    ],
    [
      'payouts-unseen',
      'a payout',
      (facts) => ({ ...facts, mining: aMining([anAccount({ unseen: true })]) }),
    ],
    [
      'price-alerts-unread',
      'price alerts',
      (facts) => ({
        ...facts,
        priceAlerts: { ...aPriceAlertsView([]), problem: aProblem('store-trouble') },
      }),
    ],
    [
      'price-alerts-blind',
      'a price',
      (facts) => ({ ...facts, priceAlerts: aPriceAlertsView([aPriceAlert({ state: 'blind' })]) }),
    ],
    ['account-unmonitored', 'another account', withAccount({ level: 'unmonitored' })],
    [
      'account-unmonitored',
      'this account',
      (facts) => ({ ...facts, accounts: [aSummary({ profile: own, level: 'unmonitored' })] }),
    ],
    ['account-alerts', 'alerts of another account', withAccount({ level: 'danger', calling: 1 })],
    ['account-alerts', 'news of another account', withAccount({ calling: 1 })],
    ...(['alerts', 'portfolio', 'mining', 'priceAlerts'] as const).map(
      (name): (typeof faults)[number] => [
        'not-read',
        name,
        (facts) => ({ ...facts, [name]: null }),
      ],
    ),
  ]

  it.each(faults)('is replaced by the reason: %s, %s', (why, _, fault) => {
    expect(reasons(fault(calm()))).toEqual([why])
    const { clear, title, reservations } = calmWords(calmOf(fault(calm())), now)
    expect([clear, title]).toEqual([false, 'Not all clear'])
    expect(reservations.join(' ')).toMatch(/^\S.*\.$/)
  })

  it('is said exactly when nothing prevents it, in any combination', () => {
    fc.assert(
      fc.property(fc.subarray(faults, { maxLength: 6 }), (some) => {
        const facts = some.reduce((known, [, , fault]) => fault(known), calm())
        expect(calmOf(facts).reservations.length === 0).toBe(some.length === 0)
      }),
    )
  })
})
