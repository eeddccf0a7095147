// What the lock screen receives about dangers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dangerIn,
  groupDangers,
  isMonitored,
  type SeenAccount,
} from '../../../src/main/accounts/locked-danger.js'
import { isNearMarginCall, isWatching } from '../../../src/main/accounts/watching.js'
import { summarizeAlerts } from '../../../src/main/alerts/open-alerts.js'
import type { Alert } from '../../../src/shared/alerts/alert.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import type { LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import { type LockedDanger, lockedDangerKinds } from '../../../src/shared/lock/lock.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { anAlert } from '../../support/alert-harness.js'
import { aLoan, aPosition, problem } from '../../support/fake-exchange-client.js'

const now = 1_760_000_000

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

type Parts = {
  ltv?: string
  position?: Partial<Position>
  alerts?: Alert[]
  key?: SeenAccount['key']['state']
  loan?: Partial<Feed<LoanAnswer>>
}

function seen({
  ltv = '25',
  position = {},
  alerts = [],
  key = 'accepted',
  loan = {},
}: Parts = {}): SeenAccount {
  return {
    key: { state: key },
    portfolio: {
      positions: live([aPosition(position)]),
      loan: live<LoanAnswer>(aLoan({ currentLtv: ltv }), loan),
    },
    alerts: { attention: summarizeAlerts(alerts).attention },
  }
}

const kindOf = (parts: Parts): string | null => dangerIn(seen(parts), now)?.kind ?? null

describe("ALR-1 an account's danger while Plimsoll is locked", () => {
  it.each<[string, Parts, string | null]>([
    ['nothing', {}, null],
    ['a loan at margin call', { ltv: '75' }, 'margin-call'],
    ['a loan at liquidation', { ltv: '85' }, 'liquidation'],
    ['a position in margin call', { position: { liquidationState: 'margin_call' } }, 'margin-call'],
    [
      'a position being liquidated, beside a loan at margin call',
      { ltv: '76', position: { liquidationState: 'liquidation' } },
      'liquidation',
    ],
    ['an early step', { alerts: [anAlert({ kind: 'ltv-step', level: 'caution' })] }, 'caution'],
    [
      'a changed payout',
      { alerts: [anAlert({ kind: 'payout-changed', level: 'danger' })] },
      'danger',
    ],
    ['news of a price', { alerts: [anAlert({ kind: 'price-level', level: 'info' })] }, null],
    [
      'the loss of monitoring alone, which is said of the account',
      { alerts: [anAlert({ kind: 'monitoring-lost', level: 'danger' })] },
      null,
    ],
    [
      'a margin call that was acknowledged',
      {
        alerts: [
          anAlert({
            kind: 'margin-call',
            level: 'danger',
            state: { kind: 'acknowledged', at: now },
          }),
        ],
      },
      'margin-call',
    ],
  ])('%s', (_what, parts, kind) => {
    expect(kindOf(parts)).toBe(kind)
  })

  it('has the LTV only if the loan is in danger, and never below its value', () => {
    expect(dangerIn(seen({ ltv: '76.12000000001' }), now)).toEqual({
      kind: 'margin-call',
      current: true,
      ltv: '76.13',
    })
    expect(dangerIn(seen({ position: { liquidationState: 'margin_call' } }), now)).toMatchObject({
      ltv: null,
    })
  })

  it('is current only while the account is monitored: its key is accepted, and its answers arrive and are fresh', () => {
    const monitored = (parts: Parts): boolean => isMonitored(seen(parts), now)
    expect(monitored({})).toBe(true)
    for (const key of [
      'unknown',
      'rejected',
      'locked',
      'locked-or-missing',
      'keychain-trouble',
      'session-ended',
      'not-entered',
    ] as const)
      expect([key, monitored({ key })]).toEqual([key, false])
    expect(monitored({ loan: { asOf: now - 46 } })).toBe(false)
    expect(monitored({ loan: { source: 'cache' } })).toBe(false)
    expect(monitored({ loan: { value: null, asOf: null, source: 'none' } })).toBe(false)
    expect(monitored({ loan: { problem: problem('unreachable') } })).toBe(true)
    expect(dangerIn(seen({ ltv: '76', loan: { every: null } }), now)).toMatchObject({
      kind: 'margin-call',
      current: false,
    })
  })

  it('is not monitored with a key that may read neither loan nor positions', () => {
    const denied = {
      value: null,
      asOf: null,
      source: 'none',
      problem: problem('no-permission'),
      every: 15,
    } as const
    expect(
      isMonitored(
        { key: { state: 'accepted' }, portfolio: { positions: denied, loan: denied } },
        now,
      ),
    ).toBe(false)
  })
})

it('ALR-1 counts every danger once, the worst first, and shows no LTV if figures are left out', () => {
  const aDanger = fc.record({
    kind: fc.constantFrom(...lockedDangerKinds),
    current: fc.boolean(),
    ltv: fc.option(fc.integer({ min: 1, max: 99 }).map(String)),
  })
  fc.assert(
    fc.property(fc.array(aDanger, { maxLength: 12 }), fc.boolean(), (dangers, showsFigures) => {
      const groups = groupDangers(dangers, showsFigures)
      const rank = ({ kind, current }: Pick<LockedDanger, 'kind' | 'current'>): number =>
        lockedDangerKinds.indexOf(kind) * 2 + (current ? 0 : 1)
      expect(groups.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(dangers.length)
      expect(groups.map(rank)).toEqual([...new Set(dangers.map(rank))].sort((a, b) => a - b))
      for (const group of groups) {
        const ltvs = dangers
          .filter((one) => rank(one) === rank(group))
          .flatMap(({ ltv }) => (ltv === null ? [] : [Number(ltv)]))
        expect(group.ltv).toBe(showsFigures && ltvs.length > 0 ? String(Math.max(...ltvs)) : null)
      }
    }),
  )
})

describe('ALR-11 whether anybody is watching', () => {
  const account = (parts: Parts, isAtRisk = true) => ({ ...seen(parts), isAtRisk: () => isAtRisk })
  const stale: Parts = { loan: { asOf: now - 46 } }

  it.each<[string, ReturnType<typeof account>[], boolean]>([
    ['no account', [], false],
    ['one that is monitored', [account({})], true],
    ['one without fresh answers', [account(stale)], false],
    ['one of two without fresh answers', [account({}), account(stale)], false],
    ['one of two with nothing at risk', [account({}), account(stale, false)], true],
    ['one of two whose key is refused', [account({}), account({ key: 'rejected' })], true],
    ['one whose key is refused', [account({ key: 'rejected' })], false],
  ])('%s', (_name, accounts, watching) => {
    expect(isWatching(accounts, now)).toBe(watching)
  })
})

describe('ALR-11 whether a margin call is near', () => {
  const noAlert = { attention: [] }
  const withLtv = (currentLtv: string): PortfolioView => ({
    ...noPortfolio,
    loan: { ...noPortfolio.loan, source: 'cache', value: aLoan({ currentLtv }) },
  })

  it.each<[string, boolean]>([
    ['60', false],
    ['71', false],
    ['71.3', true],
    ['76', true],
  ])('by the figures of an earlier run, before the first response: LTV %s', (ltv, near) => {
    expect(isNearMarginCall(noAlert, withLtv(ltv), null)).toBe(near)
  })

  it.each<[Alert['kind'], Alert['level'], boolean]>([
    ['margin-call', 'danger', true],
    ['borrowing-margin-call', 'danger', true],
    ['position-margin-call', 'danger', true],
    ['ltv-step', 'caution', false],
    ['payout-changed', 'danger', false],
  ])('by an alert: %s', (kind, level, near) => {
    const { attention } = summarizeAlerts([anAlert({ kind, level })])
    expect(isNearMarginCall({ attention }, noPortfolio, null)).toBe(near)
  })
})
