import { textOf, type MessageOrText } from '../../../src/shared/messages/messages.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { evaluateLtv } from '../../../src/main/alerts/ltv-alerts.js'
import type { AccountSummary } from '../../../src/shared/accounts/account-summary.js'
import { type AccountFacts, agoText, reportOf } from '../../../src/main/accounts/account-status.js'
import { miniView } from '../../../src/main/desktop/mini-view.js'
import { compareStandings } from '../../../src/main/accounts/account-order.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import { summarizeAlerts } from '../../../src/main/alerts/open-alerts.js'
import {
  type AlertKind,
  type AlertsView,
  defaultAlertSettings,
  noAlerts,
} from '../../../src/shared/alerts/alert.js'
import { noPrices } from '../../../src/shared/markets/market.js'
import {
  type AssetBalance,
  type CollateralSummary,
  noPortfolio,
  type PortfolioView,
} from '../../../src/shared/portfolio/portfolio.js'
import { readFormatsFrom } from '../../../src/shared/formats.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import type { LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { anAlert } from '../../support/alert-harness.js'
import { aLoan, anUnreadable, aPosition, problem } from '../../support/fake-exchange-client.js'
import { worded } from '../../support/worded.js'

const now = 1_760_000_000
afterEach(() => readFormatsFrom(() => ({ numbers: null, dates: null })))

const aProfile: Profile = {
  id: 'a',
  name: 'Main',
  region: 'global',
  baseUrl: 'https://exchange.example',
  dialect: 'live',
  keyHint: 'abcd…wxyz',
  keyStorage: 'keychain',
  createdAt: now,
}

function live<T>(value: T, more: Partial<Feed<T>> = {}): Feed<T> {
  return {
    value,
    asOf: now - 2,
    source: 'live',
    problem: null,
    every: 15,
    ...more,
  }
}

function aPortfolio(more: Partial<PortfolioView> = {}): PortfolioView {
  return {
    ...noPortfolio,
    profileId: 'a',
    balance: live<AssetBalance[]>([{ asset: 'BTC', amount: '0.5' }]),
    positions: live<Position[]>([aPosition()], { every: 5 }),
    loan: live<LoanAnswer>(aLoan()),
    ...more,
  }
}

function someFacts(
  portfolio: Partial<PortfolioView> = {},
  more: Partial<AccountFacts> = {},
): AccountFacts {
  return {
    profile: aProfile,
    key: { state: 'accepted', problem: null },
    portfolio: aPortfolio(portfolio),
    alerts: noAlerts,
    worth: null,
    ...more,
  }
}

function look(portfolio: Partial<PortfolioView> = {}, more: Partial<AccountFacts> = {}) {
  const { headline, balances, ltv, headroom, age, brief, ...status } = reportOf(
    someFacts(portfolio, more),
    now,
  ).status
  const text = (summaryOf: MessageOrText | null): string | null =>
    summaryOf === null ? null : textOf(summaryOf)
  return {
    ...status,
    headline: textOf(headline),
    balances: balances.map(textOf),
    age: text(age),
    ltv: text(ltv),
    headroom: text(headroom),
    brief: text(brief),
  }
}

function loanAt(currentLtv: string, more: object = {}) {
  return live<LoanAnswer>(aLoan({ currentLtv, ...more }))
}

describe('UX-75 the load nearest to its end', () => {
  const summary = (part: Partial<CollateralSummary>): CollateralSummary => ({
    equity: '180',
    usedMargin: '100',
    freeMargin: '80',
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
    ...part,
  })
  const loadOf = (portfolio: Partial<PortfolioView>) => {
    const { load } = reportOf(someFacts(portfolio), now).status
    return load === null
      ? null
      : {
          ...load,
          figure: textOf(load.figure),
          room: load.room === null ? null : textOf(load.room),
        }
  }
  const margin = (part: Partial<CollateralSummary> = {}) => live(summary(part), { every: 10 })

  it('is the loan, as it is shown elsewhere, with the age of its own response', () => {
    const loan = live<LoanAnswer>(aLoan({ currentLtv: '25.001' }), { asOf: now - 7 })
    expect(loadOf({ loan })).toEqual({
      figure: 'LTV 25.01',
      room: 'Headroom 66.6\u00a0% to margin call',
      left: expect.stringMatching(/^0\.666/) as string,
      asOf: now - 7,
      oldFrom: now - 7 + 45,
    })
    expect(loadOf({ loan: loanAt('75') })?.room).toBe('No headroom: margin call is reached')
  })

  it('is the margin level where there is no loan', () => {
    const loan = live<LoanAnswer>({ kind: 'no-loan' })
    expect(loadOf({ loan, collateralSummary: margin() })).toEqual({
      figure: 'Margin level 180\u00a0%',
      room: 'Headroom 44.4\u00a0% to no free margin',
      left: expect.stringMatching(/^0\.444/) as string,
      asOf: now - 2,
      oldFrom: now - 2 + 30,
    })
    const spent = { equity: '100', freeMargin: '0' }
    expect(loadOf({ loan, collateralSummary: margin(spent) })?.room).toBe('No free margin is left')
    const unused = { equity: '80', usedMargin: '0' }
    expect(loadOf({ loan, collateralSummary: margin(unused) })).toBeNull()
    const contradicting = { freeMargin: '900' }
    expect(loadOf({ loan, collateralSummary: margin(contradicting) })).toBeNull()
  })

  it('is whichever has less room, if there are both', () => {
    const figures = (ltv: string) =>
      loadOf({ loan: loanAt(ltv), collateralSummary: margin() })?.figure
    expect([figures('25'), figures('60')]).toEqual(['Margin level 180\u00a0%', 'LTV 60'])
  })

  it('is old at once if it is only remembered, or not polled', () => {
    expect(loadOf({ loan: { ...loanAt('25'), source: 'cache' } })?.oldFrom).toBeNull()
    expect(loadOf({ loan: { ...loanAt('25'), every: null } })?.oldFrom).toBeNull()
    expect(loadOf({ loan: live<LoanAnswer>({ kind: 'no-loan' }) })).toBeNull()
  })

  it('is not needed for what the mini window says to be current until the first list is late', () => {
    const noLoan = { loan: live<LoanAnswer>({ kind: 'no-loan' }) }
    const shown = (portfolio: Partial<PortfolioView>) =>
      miniView([reportOf(someFacts({ ...noLoan, ...portfolio }), now).status], 'shown', 'all')
    const called = [aPosition({ liquidationState: 'margin_call' })]
    const positions = live<Position[]>(called, { every: 5 })
    // Positions are polled most often.
    expect(shown({ positions })).toMatchObject({
      level: 'danger',
      figure: null,
      asOf: now - 2,
      oldFrom: now - 2 + 15,
    })
    expect(shown({}).oldFrom).toBe(now - 2 + 15)
    expect(shown({ balance: live<AssetBalance[]>([], { source: 'cache' }) }).oldFrom).toBeNull()
  })

  it('of two accounts in the same state puts the one with less margin before one with more of its loan', () => {
    const standing = (portfolio: Partial<PortfolioView>) => {
      const { status, summary } = reportOf(someFacts(portfolio), now)
      return { summary, leading: null, left: status.load?.left ?? null }
    }
    const loan = live<LoanAnswer>({ kind: 'no-loan' })
    const onMargin = standing({
      loan,
      collateralSummary: margin({ equity: '130', freeMargin: '30' }),
    })
    const lent = standing({ loan: loanAt('40') })
    const neither = standing({ loan })
    expect(onMargin.summary.level).toBe(lent.summary.level)
    expect([neither, lent, onMargin].sort(compareStandings)).toEqual([onMargin, lent, neither])
  })
})

describe('the level', () => {
  it('follows the loan through its thresholds, in any unit', () => {
    expect(
      ['25', '60', '60.01', '74.9', '75', '85', '99'].map(
        (ltv) => look({ loan: loanAt(ltv) }).level,
      ),
    ).toEqual(['fine', 'fine', 'caution', 'caution', 'danger', 'danger', 'danger'])
    const small = { initialLtv: '0.60', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    expect(look({ loan: loanAt('0.750', small) })).toMatchObject({
      level: 'danger',
      headline: 'LTV has reached margin call',
    })
  })

  it('never names a step that the alerts do not: a percentage beside fractions is unclear, not liquidation', () => {
    const fractions = { initialLtv: '0.60', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    expect(look({ loan: loanAt('25', fractions) })).toMatchObject({
      level: 'caution',
      headline: 'The loan’s LTV levels make no sense',
      ltv: 'LTV 25 · margin call at 0.75',
      headroom: null,
    })
  })

  it('treats the lower as margin call and the higher as liquidation when they are swapped', () => {
    const swapped = { marginCallLtv: '85', liquidationLtv: '75' }
    expect(look({ loan: loanAt('70', swapped) })).toMatchObject({
      level: 'caution',
      headline: 'The loan’s LTV levels make no sense',
    })
    expect(look({ loan: loanAt('80', swapped) })).toMatchObject({
      level: 'danger',
      headline: 'LTV has reached margin call',
      ltv: 'LTV 80 · margin call at 75',
    })
    expect(look({ loan: loanAt('86', swapped) })).toMatchObject({
      level: 'danger',
      headline: 'LTV has reached liquidation',
    })
  })

  it('follows the positions: margin call and liquidation are danger, and a state unknown to this version is shown raw', () => {
    const withState = (liquidationState: string | null) =>
      look({ positions: live([aPosition({ liquidationState })]) })
    expect(withState(null).level).toBe('fine')
    expect(withState('margin_call')).toMatchObject({
      level: 'danger',
      headline: 'Margin call on BTC_USDT',
    })
    expect(withState('liquidation')).toMatchObject({
      level: 'danger',
      headline: 'BTC_USDT is being liquidated',
    })
    expect(withState('frozen')).toMatchObject({ level: 'caution', headline: 'BTC_USDT: frozen' })
  })

  it('is unmonitored if positions or loan are cached or were never seen, before anything else', () => {
    expect(look({ loan: loanAt('99', {}) }).level).toBe('danger')
    expect(look({ loan: { ...loanAt('99'), source: 'cache' } }).level).toBe('unmonitored')
    expect(
      look({ loan: { value: null, asOf: null, source: 'none', problem: null, every: 15 } }).level,
    ).toBe('unmonitored')
    expect(look({ balance: live<AssetBalance[]>([], { asOf: now - 999 }) }).level).toBe('fine')
  })

  it('is unmonitored while the alert for it is open, acknowledged or not', () => {
    for (const state of [{ kind: 'active' }, { kind: 'acknowledged', at: now }] as const) {
      const alert = anAlert({
        kind: 'monitoring-lost',
        key: 'sight/loan',
        title: 'Loan not monitored: no answer comes',
        state,
      })
      const alerts = { ...noAlerts, profileId: 'a', ...summarizeAlerts([alert]) }
      expect(look({}, { alerts })).toMatchObject({ level: 'unmonitored', headline: alert.title })
    }
  })

  it('ALR-4 is not all clear while the margin level of open positions is late', () => {
    const summary = {
      equity: '3000',
      usedMargin: '1000',
      freeMargin: '2000',
      unrealizedPnl: '0',
      unrealizedFunding: '0',
      leverage: 10,
    }
    const late = { asOf: now - 100, every: 10 }
    expect(look({ collateralSummary: live(summary, late) }).headline).toBe(
      'Monitoring. Answers are late.',
    )
    expect(
      look({
        collateralSummary: live({ ...summary, usedMargin: '0' }, late),
        positions: live<Position[]>([]),
      }).headline,
    ).toBe('All clear.')
  })

  it('never treats a slow but living server as unmonitored: late answers change only the text', () => {
    const seen = Array.from({ length: 40 }, (_, age) =>
      look({
        positions: live([aPosition()], { asOf: now - age, every: 5 }),
        loan: live<LoanAnswer>(aLoan(), { asOf: now - age }),
      }),
    )
    expect(new Set(seen.map(({ level }) => level))).toEqual(new Set(['fine']))
    expect(new Set(seen.map(({ headline }) => headline))).toEqual(
      new Set(['All clear.', 'Monitoring. Answers are late.']),
    )
    expect(
      look({ positions: live<Position[]>([], { asOf: now - 100, every: 5 }), loan: loanAt('76') })
        .headline,
    ).toBe('LTV has reached margin call')
  })

  it('treats failed polls as a caution until the alert', () => {
    const failing = { asOf: now - 60, problem: problem('unreachable') }
    expect(
      look({
        positions: live<Position[]>([], { ...failing, every: 5 }),
        loan: live<LoanAnswer>(aLoan(), failing),
      }),
    ).toMatchObject({
      level: 'caution',
      headline: 'Answers are late: The exchange cannot be reached',
    })
    expect(
      look({ loan: live<LoanAnswer>(aLoan(), { problem: problem('timeout') }) }).level,
      'one look',
    ).toBe('fine')
  })

  it('says until when the exchange allows no requests, before the answers are late', () => {
    const until = now + 1800
    const held = live<Position[]>([], {
      every: 5,
      problem: { ...problem('rate-limited'), retryAt: until },
    })
    const time = new Date(until * 1000).toTimeString().slice(0, 5)
    expect(look({ positions: held })).toMatchObject({
      level: 'caution',
      headline: `Rate limited by the exchange; next request at ${time}`,
    })
    expect(
      look({ positions: { ...held, problem: { ...problem('rate-limited'), retryAt: now } } }).level,
      'it is asked now',
    ).toBe('fine')
  })

  it('ignores a loan that is not enabled, however its rare polls end, and says that none can be seen', () => {
    const rare = live<LoanAnswer>(
      { kind: 'not-enabled' },
      { asOf: now - 590, every: 15, problem: problem('timeout') },
    )
    expect(look({ loan: rare })).toMatchObject({
      level: 'fine',
      headline: 'All clear, but no loan can be seen with this key.',
      age: 'Checked 2 s ago',
    })
  })

  it('names why it is unmonitored', () => {
    const rejected = { every: null, problem: problem('key-disabled') }
    const seen = look(
      { positions: live<Position[]>([], rejected), loan: live<LoanAnswer>(aLoan(), rejected) },
      { key: { state: 'rejected', problem: problem('key-disabled') } },
    )
    expect(seen).toMatchObject({
      level: 'unmonitored',
      headline: 'This key is switched off, or this address is not on its list',
    })
  })

  it('is not unmonitored for a feed that this key never had, and not fine for one it lost', () => {
    const never: Feed<Position[]> = {
      value: null,
      asOf: null,
      source: 'none',
      problem: problem('region-unavailable'),
      every: null,
    }
    expect(look({ positions: never })).toMatchObject({
      level: 'fine',
      headline: 'All clear, but no positions can be seen with this key.',
    })
    expect(
      look({ positions: live<Position[]>([], { every: null, problem: problem('no-permission') }) })
        .level,
    ).toBe('caution')
    expect(look({ loan: live<LoanAnswer>({ kind: 'not-enabled' }, { every: 600 }) })).toMatchObject(
      {
        level: 'fine',
        ltv: null,
        headroom: null,
      },
    )
  })

  it.each(['no-permission', 'b2b-only', 'credit-line-off', 'region-unavailable'] as const)(
    'does not call all clear what this key may not see (%s)',
    (code) => {
      const closed = {
        value: null,
        asOf: null,
        source: 'none',
        problem: problem(code),
        every: 600,
      } as const
      expect(look({ loan: closed })).toMatchObject({
        level: 'fine',
        headline: 'All clear, but no loan can be seen with this key.',
      })
      expect(look({ positions: closed })).toMatchObject({
        level: 'fine',
        headline: 'All clear, but no positions can be seen with this key.',
      })
      const neither = 'Nothing is monitored: this key sees neither positions nor a loan.'
      expect(look({ positions: closed, loan: { ...closed } })).toMatchObject({
        level: 'caution',
        headline: neither,
      })
      expect(
        look({ positions: closed, loan: live<LoanAnswer>({ kind: 'not-enabled' }) }),
      ).toMatchObject({
        level: 'caution',
        headline: neither,
      })
      expect(
        look({ positions: closed, loan: loanAt('76') }).headline,
        'what is seen comes first',
      ).toBe('LTV has reached margin call')
      expect(
        look(
          { positions: closed, loan: { ...closed } },
          { key: { state: 'rejected', problem: null } },
        ).level,
      ).toBe('unmonitored')
    },
  )

  it('is unmonitored before anything was seen', () => {
    expect(look(noPortfolio)).toMatchObject({
      level: 'unmonitored',
      account: 'Main',
      balances: [],
      ltv: null,
      age: null,
    })
  })
})

describe('the lines', () => {
  it('names the first assets in the given order, without zeros and without any total', () => {
    const balances = ['0', '1', '0.000', '2', '3', '4', '5', '6'].map((amount, at) => ({
      asset: `A${String(at)}`,
      amount,
    }))
    expect(look({ balance: live(balances) }).balances).toEqual([
      'A1 1',
      'A3 2',
      'A4 3',
      'A5 4',
      'and 2 more',
    ])
  })

  it('UX-61 never rounds up, and marks what is cut', () => {
    const balance = live([
      { asset: 'BTC', amount: '0.123456789999999999' },
      { asset: 'ETH', amount: '0.50' },
      { asset: 'DUST', amount: '0.000000000000000001' },
    ])
    expect(look({ balance }).balances).toEqual(['BTC ≈ 0.12345678', 'ETH 0.5', 'DUST ≈ 0'])
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: null }))
    expect(look({ balance }).balances).toEqual(['BTC ≈ 0,12345678', 'ETH 0,5', 'DUST ≈ 0'])
  })

  it('gives LTV in the exchange’s own unit, and headroom rounded down', () => {
    expect(look()).toMatchObject({
      ltv: 'LTV 25 · margin call at 75',
      headroom: 'Collateral may fall 66.6\u00a0% before margin call',
    })
    expect(look({ loan: loanAt('75') }).headroom).toBe('No headroom: margin call is reached')
    expect(look({ loan: loanAt('25', { marginCallLtv: '0' }) }).headroom).toBeNull()
  })

  it('gives a short LTV for a menu bar: few places, never below its value, and a question mark if not seen now', () => {
    expect(look().brief).toBe('LTV 25')
    expect(look({ loan: loanAt('25.041') }).brief).toBe('LTV 25.05')
    expect(
      look({
        loan: loanAt('0.2504', {
          initialLtv: '0.6',
          marginCallLtv: '0.75',
          liquidationLtv: '0.85',
        }),
      }).brief,
    ).toBe('LTV 0.2504')
    expect(look({ loan: { ...loanAt('25'), source: 'cache' } }).brief).toBe('LTV ?')
    expect(look({ loan: live<LoanAnswer>({ kind: 'no-loan' }) }).brief).toBeNull()
    expect(look({ loan: live<LoanAnswer>({ kind: 'not-enabled' }) }).brief).toBeNull()
  })

  it('gives the age of the oldest monitored figure, and omits a loan that is not enabled', () => {
    expect(look({ loan: live<LoanAnswer>(aLoan(), { asOf: now - 12.7 }) }).age).toBe(
      'Checked 12 s ago',
    )
    expect(
      look({ loan: live<LoanAnswer>({ kind: 'not-enabled' }, { asOf: now - 540, every: 600 }) })
        .age,
    ).toBe('Checked 2 s ago')
    expect([0, 0.9, 1, 59.9, 60, 3599, 3600, 86_399, 86_400, -5].map(agoText)).toEqual([
      'just now',
      'just now',
      '1 s ago',
      '59 s ago',
      '1 min ago',
      '59 min ago',
      '1 h ago',
      '23 h ago',
      '1 d ago',
      'just now',
    ])
  })

  it('marks the demo', () => {
    const demo: Profile = { ...aProfile, id: 'demo', name: 'Demo account', region: 'demo' }
    expect(look({}, { profile: demo })).toMatchObject({
      account: 'Demo account (demo)',
      demo: true,
    })
    expect(look().demo).toBe(false)
  })

  it('accepts any thresholds, and says exactly as much of the loan as the LTV steps', () => {
    const whole = fc
      .tuple(fc.integer({ min: -5, max: 200 }), fc.nat(999))
      .map(([one, part]) => `${String(one)}.${String(part)}`)
    const level = fc.oneof(
      whole,
      fc.constantFrom('0', '-0', '25', '0.25', '0.6', '0.75', '0.85', '60', '75', '85'),
    )
    const claims: Partial<Record<AlertKind, string>> = {
      liquidation: 'LTV has reached liquidation',
      'margin-call': 'LTV has reached margin call',
    }
    fc.assert(
      fc.property(
        level,
        level,
        level,
        level,
        (currentLtv, initialLtv, marginCallLtv, liquidationLtv) => {
          const levels = { initialLtv, marginCallLtv, liquidationLtv }
          const seen = look({ loan: loanAt(currentLtv, levels) })
          const answer = aLoan({ currentLtv, ...levels })
          if (answer.kind !== 'loan') throw new Error('it is a loan')
          const alerts = evaluateLtv(answer.loan, defaultAlertSettings, noStates.ltv).candidates
          const claimed = alerts
            .map(({ kind }) => claims[kind])
            .find((words) => words !== undefined)
          if (claimed !== undefined)
            expect(seen).toMatchObject({ level: 'danger', headline: claimed })
          else if (alerts.some(({ kind }) => kind === 'ltv-unclear'))
            expect(seen.level).toBe('caution')
          else expect(['fine', 'caution']).toContain(seen.level)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the summary in one line', () => {
  const summary = (portfolio: Partial<PortfolioView> = {}, more: Partial<AccountFacts> = {}) =>
    reportOf(someFacts(portfolio, more), now).summary

  const named = (name: string, portfolio: Partial<PortfolioView>) =>
    summary(portfolio, { profile: { ...aProfile, name } })

  it('RES-8 gives headroom, open risk, alerts and age of its own account', () => {
    const positions = live<Position[]>(
      [
        aPosition({
          unrealizedPnl: '1.5',
          amount: '1',
          entryPrice: '100',
          liquidationPrice: '50',
          positionSide: 'LONG',
        }),
        aPosition({
          id: '2',
          unrealizedPnl: '-4',
          amount: '1',
          entryPrice: '100',
          liquidationPrice: '90',
          positionSide: 'LONG',
        }),
      ],
      { every: 15, unreadable: [anUnreadable()], asOf: now - 12 },
    )
    const { attention } = summarizeAlerts([
      anAlert(),
      anAlert({ id: 'a2', key: 'x', state: { kind: 'acknowledged', at: now } }),
    ])
    const alerts: AlertsView = { ...noAlerts, level: 'danger', attention, more: 0 }
    expect(summary({ positions }, { alerts })).toMatchObject({
      profile: aProfile,
      level: 'danger',
      headline: anAlert().title,
      keyState: 'accepted',
      ltv: '25',
      headroom: '0.666666666666666666',
      openRisk: {
        positions: 3,
        unrealized: [{ currency: 'USDT', amount: '-2.5' }],
        nearest: { market: 'BTC_USDT', distance: '0.0625' },
      },
      calling: 1,
      asOf: now - 12,
    })
  })

  it("carries the account's worth as calculated", () => {
    const worth = { currency: 'USDT', total: '12.5', omissions: [], asOf: now - 4, isStale: false }
    expect(summary({}, { worth }).worth).toBe(worth)
    expect(summary().worth).toBeNull()
  })

  it('knows nothing if nothing was seen', () => {
    const key = { state: 'locked-or-missing' as const, problem: problem('keychain-locked') }
    expect(summary(noPortfolio, { key })).toMatchObject({
      level: 'unmonitored',
      keyState: 'locked-or-missing',
      ltv: null,
      headroom: null,
      openRisk: null,
      calling: 0,
      asOf: null,
    })
  })

  const bySummary = (a: AccountSummary, b: AccountSummary): number =>
    compareStandings(
      { summary: a, leading: null, left: a.headroom },
      { summary: b, leading: null, left: b.headroom },
    )

  it('sorts the worst first: danger, unmonitored, caution, alerts, then the least headroom', () => {
    const sorted = [
      named('no loan', { loan: live<LoanAnswer>({ kind: 'no-loan' }) }),
      named('roomy', { loan: loanAt('20') }),
      named('margin call', { loan: loanAt('76') }),
      named('tight', { loan: loanAt('40') }),
      named('locked', noPortfolio),
      named('above', { loan: loanAt('61') }),
    ].sort(bySummary)
    expect(sorted.map(({ profile }) => profile.name)).toEqual([
      'margin call',
      'locked',
      'above',
      'tight',
      'roomy',
      'no loan',
    ])
  })

  it('RES-8 marks an account that is not monitored now as such, whatever its state before, and sorts no other in danger behind it', () => {
    const unseen = named('unseen', { loan: { ...loanAt('99'), source: 'cache' } })
    const call = named('margin call', { loan: loanAt('76') })
    expect(unseen.level).toBe('unmonitored')
    expect([unseen, call].sort(bySummary)).toEqual([call, unseen])
  })

  it('sorts the demo last, whatever happens in it', () => {
    const demo = summary(
      { loan: loanAt('99') },
      { profile: { ...aProfile, name: 'demo', region: 'demo' } },
    )
    const calm = named('calm', { loan: live<LoanAnswer>({ kind: 'no-loan' }) })
    const call = named('margin call', { loan: loanAt('76') })
    expect([demo, calm, call].sort(bySummary)).toEqual([call, calm, demo])
    expect([calm, call, demo].sort(bySummary)).toEqual([call, calm, demo])
  })
})

describe('RES-4 recalculation for an unchanged account', () => {
  /** `reads` counts every access to a member of the list. */
  const counted = <T extends object>(list: T[]): { list: T[]; reads: () => number } => {
    let reads = 0
    const members = list.map(
      (member) => new Proxy(member, { get: (of, name) => ((reads += 1), Reflect.get(of, name)) }),
    )
    return { list: members, reads: () => reads }
  }
  const many = Array.from({ length: 100 }, (_, at) =>
    aPosition({
      id: String(at),
      market: `A${at}_USDT`,
      amount: '1',
      entryPrice: '100',
      unrealizedPnl: '-1',
      positionSide: 'LONG',
      liquidationState: at === 70 ? 'margin_call' : null,
      liquidationPrice: String(at % 90),
    }),
  )

  it('is skipped for its positions and balances: each is read when it arrives, and not again with time or other data', () => {
    const positions = counted(many)
    const balance = counted<AssetBalance>(
      many.map(({ market }) => ({ asset: market, amount: '0' })),
    )
    const facts = someFacts({ positions: live(positions.list), balance: live(balance.list) })
    const first = reportOf(facts, now)
    expect(worded(first.summary)).toMatchObject({
      level: 'danger',
      headline: 'Margin call on A70_USDT',
      openRisk: { positions: 100 },
    })
    const read = [positions.reads(), balance.reads()]
    expect(read.every((times) => times >= 100)).toBe(true)

    for (let second = 1; second <= 10; second += 1) reportOf(facts, now + second)
    const { portfolio } = facts
    const feed = { ...portfolio.positions, asOf: now, unreadable: [anUnreadable()] }
    const later = reportOf(
      { ...facts, portfolio: { ...portfolio, loan: loanAt('30'), positions: feed } },
      now + 10,
    )
    expect(later.summary).toMatchObject({
      ltv: '30',
      openRisk: { ...first.summary.openRisk, positions: 101 },
    })
    expect([positions.reads(), balance.reads()]).toEqual(read)
  })

  it('happens as soon as its positions change', () => {
    const summaryOf = (list: Position[]) =>
      reportOf(someFacts({ positions: live(list) }), now).summary
    expect([summaryOf(many), summaryOf(many.slice(0, 70))]).toMatchObject([
      {
        level: 'danger',
        openRisk: {
          positions: 100,
          unrealized: [{ amount: '-100' }],
          nearest: { market: 'A89_USDT' },
        },
      },
      {
        level: 'fine',
        openRisk: {
          positions: 70,
          unrealized: [{ amount: '-70' }],
          nearest: { market: 'A69_USDT' },
        },
      },
    ])
  })
})

describe('ANS-3 a position sent without its PnL', () => {
  it('is the nearest by the market price, as long as that is less than a minute old', () => {
    const positions = live<Position[]>([
      aPosition({ positionSide: 'LONG', liquidationPrice: '80' }),
    ])
    const at = (asOf: number) => {
      const prices = {
        ...noPrices,
        tickers: { ...live({ BTC_USDT: { last: '100', change: '0', isFrozen: false } }), asOf },
      }
      return reportOf(someFacts({ positions }, { prices }), now).summary.openRisk?.nearest
    }
    expect(at(now)).toEqual({ market: 'BTC_USDT', distance: '0.2' })
    expect(at(now - 61)).toBeNull()
    expect(at(now - 60)).toEqual({ market: 'BTC_USDT', distance: '0.2' })
  })
})

describe('a list that could not be read completely', () => {
  it('is not calm, and is named in the tray', () => {
    const positions = live<Position[]>([aPosition()], {
      every: 5,
      unreadable: [anUnreadable({ id: '528' })],
    })
    expect(look({ positions })).toMatchObject({
      level: 'caution',
      headline: '1 of 2 positions could not be read',
      brief: 'LTV 25',
    })
  })

  it('shows no balances that look complete', () => {
    const balance = live<AssetBalance[]>([{ asset: 'USDT', amount: '5' }], {
      unreadable: [anUnreadable({ id: null, name: 'BTC' })],
    })
    expect(look({ balance }).balances).toEqual(['USDT 5', '1 of 2 assets could not be read'])
  })
})
