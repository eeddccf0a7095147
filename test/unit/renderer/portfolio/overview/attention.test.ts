import { describe, expect, it } from 'vitest'
import {
  attentionOf,
  isNew,
  needsAction,
} from '../../../../../src/renderer/portfolio/overview/attention.js'
import { alertKinds } from '../../../../../src/shared/alerts/alert.js'
import {
  alertsOf,
  anAlert,
  anAlertsView,
  lostAlert,
  positionAlert,
  stepAlert,
} from '../../../../fixtures/portfolio/alerts.js'
import type { MiningAccount } from '../../../../../src/shared/mining/mining.js'
import type { Problem } from '../../../../../src/shared/problem.js'
import type { AppStateView } from '../../../../../src/shared/accounts/app-state.js'
import { aConnection, anAppState, now } from '../../../../fixtures/portfolio/accounts.js'
import {
  aFeed,
  aLoan,
  aPortfolio,
  aPosition,
  manyPositions,
  noFeed,
} from '../../../../fixtures/portfolio/figures.js'
import { aMining, anAccount } from '../../../../fixtures/portfolio/investments.js'
import { aProblem, scenes, type Scene } from '../../../../fixtures/portfolio/scenes.js'

function of(scene: Partial<Scene> = {}, at = now) {
  const { appState, portfolio, connection } = { ...scenes.ordinary(), ...scene }
  return attentionOf({
    appState,
    portfolio,
    connection,
    alerts: null,
    mining: null,
    now: at,
    zone: null,
  })
}

const keys = (scene: Partial<Scene> = {}, at = now) => of(scene, at).map(({ key }) => key)

function loanAt(currentLtv: string) {
  return aPortfolio({ loan: aFeed({ kind: 'loan', loan: aLoan({ currentLtv }) }) })
}

describe('what needs attention', () => {
  it('is empty when all is calm', () => {
    expect(of()).toEqual([])
    expect(of({ portfolio: aPortfolio({ loan: aFeed({ kind: 'no-loan' }) }) })).toEqual([])
    expect(of({ portfolio: aPortfolio({ loan: aFeed({ kind: 'not-enabled' }) }) })).toEqual([])
  })

  it('is sorted worst first', () => {
    const scene = scenes.marginCall()
    const appState = anAppState({
      notices: [{ id: 'n', at: now, level: 'info', title: 'News', text: '' }],
    })
    expect(keys({ ...scene, appState, connection: aConnection({ clockSkew: 12 }) })).toEqual([
      'position-liquidation',
      'loan-margin-call',
      'position-margin-call',
      'position-state-unknown',
      'clock',
      'notice-n',
    ])
  })

  it.each([
    ['59.9', []],
    ['60', ['loan-initial']],
    ['75', ['loan-margin-call']],
    ['84.999999999999999999', ['loan-margin-call']],
    ['85.0', ['loan-liquidation']],
  ])('LTV %s: %j', (currentLtv, expected) => {
    expect(keys({ portfolio: loanAt(currentLtv) })).toEqual(expected)
  })

  const levelsAt = (currentLtv: string, levels: object) =>
    of({
      portfolio: aPortfolio({
        loan: aFeed({ kind: 'loan', loan: aLoan({ currentLtv, ...levels }) }),
      }),
    })

  it('does not take zero for a level, nor a percentage beside fractions for liquidation: they are unclear', () => {
    for (const found of [
      levelsAt('25.04', { marginCallLtv: '0', liquidationLtv: '0', initialLtv: '0' }),
      levelsAt('25', { initialLtv: '0.60', marginCallLtv: '0.75', liquidationLtv: '0.85' }),
    ]) {
      expect(found).toMatchObject([
        { key: 'loan-unclear', level: 'caution', go: { screen: 'loans' } },
      ])
      expect(`${found[0]?.title} ${found[0]?.text}`).not.toMatch(/reached|selling/)
    }
  })

  it('treats the lower as margin call and the higher as liquidation when they are swapped', () => {
    const swapped = { marginCallLtv: '85', liquidationLtv: '75' }
    expect(levelsAt('70', swapped).map(({ key }) => key)).toEqual(['loan-unclear'])
    expect(levelsAt('80', swapped)).toMatchObject([
      { key: 'loan-margin-call', title: 'Loan: LTV 80 has reached margin call (75)' },
    ])
    expect(levelsAt('86', swapped)).toMatchObject([
      { key: 'loan-liquidation', title: 'Loan: LTV 86 has reached liquidation (85)' },
    ])
  })

  it('groups positions, however many there are', () => {
    const found = of({
      portfolio: aPortfolio({ positions: aFeed(manyPositions(500), { every: 5 }) }),
    })
    expect(found).toHaveLength(2)
    expect(found[1]?.text).toMatch(/and 3 more/)
  })

  it('names what is unmonitored: late is a caution, stale a danger, with start and reason', () => {
    const portfolio = aPortfolio()
    const unmonitored = { ...portfolio, loan: { ...portfolio.loan, problem: aProblem('timeout') } }
    expect(of({ portfolio: unmonitored })[0]).toMatchObject({
      key: 'unmonitored-loan',
      level: 'caution',
      title: 'Loan: not seen since 11:59',
    })
    expect(of({ portfolio: unmonitored }, now + 60)[0]).toMatchObject({
      key: 'unmonitored-loan',
      level: 'danger',
    })
    expect(of({ portfolio: unmonitored })[0]?.text).toContain('did not answer in time')
    const never = aPortfolio({ positions: noFeed({ problem: aProblem('not-understood') }) })
    expect(of({ portfolio: never })[0]).toMatchObject({
      key: 'unmonitored-positions',
      level: 'danger',
      title: 'Positions: not seen yet',
    })
  })

  it('shows one entry, not four, when the exchange is unreachable or the key is bad', () => {
    expect(keys(scenes.stale())).toEqual(['offline'])
    expect(keys(scenes.keyRejected())).toEqual(['key-rejected'])
    expect(keys(scenes.keychainLocked())).toEqual(['key-locked-or-missing'])
    expect(of(scenes.stale())[0]?.text).toContain('No newer data than 10:53')
  })

  it('still shows a margin call from old figures', () => {
    const scene = scenes.stale()
    expect(
      keys({
        ...scene,
        portfolio: { ...scene.portfolio, loan: { ...loanAt('78').loan, asOf: now - 4000 } },
      }),
    ).toEqual(['loan-margin-call', 'offline'])
  })

  it('ignores a credit line that is not enabled, however its rare checks end', () => {
    const rare = aFeed(
      { kind: 'not-enabled' as const },
      { asOf: now - 590, every: 15, problem: aProblem('timeout') },
    )
    expect(of({ portfolio: aPortfolio({ loan: rare }) })).toEqual([])
  })

  it('ignores a remembered value that is being confirmed', () => {
    expect(keys(scenes.cached())).toEqual([])
  })

  it('keeps its keys while the topic stays the same', () => {
    const before = keys({ portfolio: loanAt('78') })
    expect(keys({ portfolio: loanAt('79') })).toEqual(before)
  })

  it('exists before any figures are there', () => {
    expect(
      attentionOf({
        appState: anAppState(),
        portfolio: null,
        connection: null,
        alerts: null,
        mining: null,
        now,
        zone: null,
      }),
    ).toEqual([])
    expect(
      attentionOf({
        appState: anAppState({ keyState: 'session-ended' }),
        portfolio: null,
        connection: null,
        alerts: null,
        mining: null,
        now,
        zone: null,
      }),
    ).toHaveLength(1)
    expect(
      of({
        portfolio: aPortfolio({ positions: aFeed([aPosition({ liquidationState: 'new_state' })]) }),
      })[0]?.text,
    ).toContain('new_state')
  })
})

describe('what needs attention, given alerts', () => {
  const withAlerts = (scene: Partial<Scene>) => {
    const whole = { ...scenes.ordinary(), ...scene }
    return attentionOf({ ...whole, mining: null, now, zone: null })
  }
  const titles = (scene: Partial<Scene>) => withAlerts(scene).map(({ title }) => title)

  it('shows a topic once: the page does not repeat what an alert covers', () => {
    expect(titles(scenes.marginCall())).toEqual([
      'ETH_USDT short is being liquidated',
      'USDT loan: LTV has reached margin call',
      'BTC_USDT long is in margin call',
    ])
    expect(titles(scenes.stale())).toEqual([
      'Loan and positions not monitored: the exchange cannot be reached',
    ])
    expect(titles(scenes.keyRejected())).toEqual([
      'Loan and positions not monitored: the exchange rejects the key',
    ])
    expect(titles({ ...scenes.pastLiquidation(), alerts: anAlertsView() })).toEqual([])
  })

  it('keeps what alerts do not cover: the key, the clock, notices, balances', () => {
    const appState = anAppState({
      keyState: 'rejected',
      notices: [{ id: 'n', at: now, level: 'caution', title: 'Restored', text: '' }],
    })
    expect(
      titles({ appState, alerts: anAlertsView(), connection: aConnection({ clockSkew: 12 }) }),
    ).toEqual(['The exchange rejects this key', 'This computer’s clock is off', 'Restored'])
    const portfolio = aPortfolio({ balance: noFeed({ problem: aProblem('timeout') }) })
    expect(titles({ portfolio, alerts: alertsOf([lostAlert()]) })).toEqual([
      'Loan and positions not monitored: the exchange cannot be reached',
      'Balances: not seen yet',
    ])
  })

  it('treats a missed check as a caution until its alert is raised', () => {
    const found = withAlerts({ ...scenes.stale(), alerts: anAlertsView() })
    expect(found.map(({ key, level }) => [key, level])).toEqual([['offline', 'caution']])
  })

  it('puts acknowledged and snoozed entries last, uncounted', () => {
    const rests = anAlert({ state: { kind: 'snoozed', at: now, until: now + 3600 } })
    const found = withAlerts({ alerts: alertsOf([rests, stepAlert()]) })
    expect(found.map(({ alert }) => alert?.quiet)).toEqual([false, true])
    expect(found.filter(needsAction)).toHaveLength(1)
  })

  it('announces what is new or critical, but not early steps reached at the first check, nor acknowledged entries', () => {
    const alerts = alertsOf([
      anAlert(),
      positionAlert({ found: 'standing' }),
      positionAlert({ id: 'near', kind: 'position-distance', level: 'caution', found: 'standing' }),
      stepAlert({ state: { kind: 'acknowledged', at: now } }),
      positionAlert({ id: 'gone', kind: 'position-gone', level: 'info' }),
    ])
    expect(
      withAlerts({ alerts })
        .filter(isNew)
        .map(({ title }) => title),
    ).toEqual(['USDT loan: LTV has reached margin call', 'ETH_USDT short is being liquidated'])
  })

  it('links to where a topic can be seen or resolved', () => {
    const way = (alert: Parameters<typeof alertsOf>[0][number]) =>
      withAlerts({ alerts: alertsOf([alert]) })[0]?.go?.screen
    expect(way(anAlert())).toBe('loans')
    expect(way(positionAlert())).toBe('margin-answer')
    expect(way(positionAlert({ kind: 'position-distance' }))).toBe('positions')
    expect(way(lostAlert({ cause: { why: 'keychain' } }))).toBe('settings')
    expect(way(anAlert({ kind: 'payout-changed' }))).toBe('mining')
    expect(way(anAlert({ kind: 'order-unknown' }))).toBe('trade')
    expect(way(anAlert({ kind: 'order-mismatch' }))).toBe('trade')
  })

  it('has a link for every kind', () => {
    for (const kind of alertKinds)
      expect(withAlerts({ alerts: alertsOf([anAlert({ kind })]) })[0]?.go, kind).not.toBeNull()
  })
})

describe('unmonitored mining payouts', () => {
  const withMining = (
    accounts: MiningAccount[],
    problem: Problem | null = null,
    keyState: AppStateView['keyState'] = 'accepted',
  ) => {
    const { appState, portfolio, connection } = scenes.ordinary()
    const mining = aMining(accounts, problem)
    return attentionOf({
      appState: { ...appState, keyState },
      portfolio,
      connection,
      alerts: null,
      mining,
      now,
      zone: null,
    })
  }
  const unseen = (name: string): MiningAccount => anAccount({ name, unseen: true })

  it('are named, with a link to the details', () => {
    expect(withMining([anAccount()])).toEqual([])
    expect(withMining([anAccount(), unseen('farm')])).toMatchObject([
      {
        key: 'mining-unseen',
        level: 'caution',
        title: 'Mining payout not monitored: farm',
        go: { screen: 'mining' },
      },
    ])
    expect(withMining(['a', 'b', 'c', 'd', 'e'].map(unseen))[0]?.title).toBe(
      'Mining payouts not monitored: a, b, c and 2 more',
    )
  })

  it('are shown even if their list cannot be read', () => {
    expect(
      withMining([], aProblem('store-trouble', { message: 'The disk is full.' })),
    ).toMatchObject([
      {
        key: 'mining-unreadable',
        level: 'caution',
        text: 'The disk is full.',
        go: { screen: 'mining' },
      },
    ])
  })

  it('are not listed one by one if the key is refused and nothing is monitored at all', () => {
    expect(withMining([unseen('farm')], null, 'rejected').map(({ key }) => key)).toEqual([
      'key-rejected',
    ])
  })
})

describe('unreadable entries', () => {
  const unreadable = [
    { place: 2, id: '528', name: 'ETH_USDT', field: 'amount', why: 'must be a decimal number' },
  ]
  const scene = {
    portfolio: aPortfolio({
      positions: aFeed([aPosition()], { unreadable }),
      balance: aFeed([{ asset: 'BTC', amount: '1' }], { unreadable }),
    }),
  }

  it('are a caution with name, reason, meaning and place, and not called unseen', () => {
    expect(of(scene)).toMatchObject([
      {
        key: 'unreadable-positions',
        level: 'caution',
        title: '1 of 2 positions could not be read',
        go: { screen: 'positions' },
      },
      { key: 'unreadable-balances', level: 'caution', title: '1 of 2 assets could not be read' },
    ])
    const [positions] = of(scene)
    expect(positions?.text).toContain('ETH_USDT (528): “amount” must be a decimal number.')
    expect(positions?.text).toContain('a margin call there would go unnoticed')
  })

  it('are shown once: their alert covers positions', () => {
    const { appState, connection } = scenes.ordinary()
    const alerts = alertsOf([
      anAlert({ kind: 'position-unreadable', key: 'positions/unreadable@1' }),
    ])
    const found = attentionOf({
      appState,
      connection,
      portfolio: scene.portfolio,
      alerts,
      mining: null,
      now,
      zone: null,
    })
    expect(found.map(({ key }) => key).filter((key) => key.startsWith('unreadable'))).toEqual([
      'unreadable-balances',
    ])
    expect(found[0]?.go).toMatchObject({ screen: 'positions' })
  })
})
