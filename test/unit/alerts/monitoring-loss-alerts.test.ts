import { noIntervals } from '../../../src/main/portfolio/feed-poller.js'
import { describe, expect, it } from 'vitest'
import { type EvaluatorStates, noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { createAwakeTime } from '../../../src/main/alerts/awake-time.js'
import { initialFreshness, updateFreshness } from '../../../src/main/alerts/feed-freshness.js'
import { lossReasonText } from '../../../src/main/alerts/monitoring-loss-reason.js'
import { evaluateMonitoringLoss } from '../../../src/main/alerts/monitoring-loss-alerts.js'
import type { AlertCandidate, Resolution } from '../../../src/main/alerts/open-alerts.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import type { KeyState } from '../../../src/shared/accounts/account.js'
import type { Circumstances } from '../../../src/shared/circumstances.js'
import type { LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import type { CollateralSummary } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Problem, ProblemCode } from '../../../src/shared/problem.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import { inEnglish } from '../../support/alert-harness.js'
import { aPortfolio, type CachedValues } from '../../support/fake-portfolio.js'
import { aLoan, anUnreadable, aPosition, problem } from '../../support/fake-exchange-client.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const clock = 1_760_000_000
type Feed = 'loan' | 'positions' | 'balance'

/** Every second passes by hand, and the portfolio shows what the test sets. */
function setup(known: CachedValues = {}) {
  let now = 0
  const portfolio = aPortfolio('a', { loan: 15, positions: 5, balance: 15 }, known)
  let fresh = initialFreshness
  let state: EvaluatorStates['monitoringLoss'] = noStates.monitoringLoss
  let key: { state: KeyState; problem: Problem | null } = { state: 'accepted', problem: null }
  let wokeUpAt: number | null = null
  let loanKnown = false
  let circumstances: Circumstances = { maintenance: false, clockSkew: 0 }
  const reworded: AlertCandidate[] = []
  const alerts: (ReturnType<typeof inEnglish<AlertCandidate>> & { after: number })[] = []
  const over: (Resolution & { after: number })[] = []

  const check = () => {
    const view = portfolio.view()
    fresh = updateFreshness(fresh, view, now, loanKnown)
    const result = evaluateMonitoringLoss(
      { now, wokeUpAt: wokeUpAt, freshness: fresh, view, key, loanKnown, circumstances },
      state,
    )
    state = result.state
    reworded.push(...(result.reworded ?? []))
    alerts.push(...result.candidates.map((alert) => ({ ...inEnglish(alert), after: now })))
    over.push(...result.resolved.map((resolution) => ({ ...resolution, after: now })))
  }
  const values: { loan: LoanAnswer; positions: Position[]; balance: [] } = {
    loan: aLoan(),
    positions: [aPosition()],
    balance: [],
  }

  return {
    alerts,
    reworded,
    setCircumstances: (known: Partial<Circumstances>) => {
      circumstances = { ...circumstances, ...known }
      check()
    },
    over,
    values,
    state: () => state,
    now: () => now,
    /** Successful answers to these. */
    see: (...feeds: Feed[]) => {
      for (const feed of feeds) portfolio.answered(feed, { value: values[feed], at: clock + now })
      check()
    },
    /** A list of positions with one that could not be read. */
    seePart: (...unreadable: Unreadable[]) => {
      portfolio.answered('positions', { value: values.positions, at: clock + now, unreadable })
      check()
    },
    seeMargin: (value: CollateralSummary) => {
      portfolio.answered('collateralSummary', { value, at: clock + now })
      check()
    },
    fail: (code: ProblemCode, ...feeds: (Feed | 'collateralSummary')[]) => {
      if (feeds.length === 0) portfolio.failedEverywhere(problem(code))
      for (const feed of feeds) portfolio.failed(feed, problem(code))
      check()
    },
    pass: (seconds: number, each: (second: number) => void = () => undefined) => {
      for (let second = 1; second <= seconds; second += 1) {
        now += 1
        each(now)
        check()
      }
    },
    wake: () => {
      wokeUpAt = now
      portfolio.slept()
    },
    pace: (every: number | null) => {
      portfolio.intervalsChanged({ ...noIntervals, loan: every, positions: every, balance: every })
    },
    failOverFamily: (worksOver: 'ipv4' | 'ipv6') => {
      portfolio.failedEverywhere({ ...problem('unreachable'), worksOver })
      check()
    },
    setKey: (to: KeyState, why: Problem | null) => {
      key = { state: to, problem: why }
      check()
    },
    knowLoan: () => {
      loanKnown = true
    },
    restart: () => {
      portfolio.slept()
      fresh = initialFreshness
      now = 0
      state = { open: state.open.map((one) => ({ ...one, raisedAt: 0 })) }
    },
  }
}

const all = ['loan', 'positions', 'balance'] as const

describe('loss of monitoring', () => {
  it('is reported once, after two minutes without a successful answer', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(119)
    expect(monitored.alerts).toEqual([])
    monitored.pass(3600)
    expect(monitored.alerts).toMatchObject([
      {
        after: 120,
        kind: 'monitoring-lost',
        level: 'danger',
        cause: { since: clock, feeds: ['loan', 'positions'] },
      },
    ])
  })

  it('or after three intervals, if those are longer', () => {
    const monitored = setup()
    monitored.pace(50)
    monitored.see(...all)
    monitored.pass(200)
    expect(monitored.alerts).toMatchObject([{ after: 150 }])
  })

  it('is reported even if nothing was ever seen', () => {
    const monitored = setup()
    monitored.pass(200)
    expect(monitored.alerts).toMatchObject([{ after: 120, cause: { since: null } }])
    const cached = setup({ loan: { value: aLoan(), asOf: clock - 900 } })
    cached.pass(200)
    expect(cached.alerts).toMatchObject([{ after: 120, cause: { since: clock - 900 } }])
  })

  it.each([
    // Margin call at 75: headroom of 66 %, 20 %, 19 %, 5 %, 4.9 %, and none.
    ['25', 120],
    ['60', 120],
    ['60.1', 60],
    ['71.25', 60],
    ['71.26', 30],
    ['80', 30],
  ])(
    'is reported sooner the nearer the LTV was to margin call: at %s after %i s',
    (currentLtv, seconds) => {
      const monitored = setup()
      monitored.values.loan = aLoan({ currentLtv })
      monitored.see(...all)
      monitored.pass(200)
      expect(monitored.alerts[0]?.after).toBe(seconds)
      expect(monitored.alerts).toHaveLength(1)
    },
  )

  it('is reported soon for positions in or close to a margin call', () => {
    for (const more of [
      { liquidationState: 'margin_call' },
      { amount: '1', entryPrice: '1000', unrealizedPnl: '0', liquidationPrice: '960' },
    ]) {
      const monitored = setup()
      monitored.values.positions = [aPosition(more)]
      monitored.see(...all)
      monitored.pass(200)
      expect(monitored.alerts[0]?.after).toBe(30)
    }
  })

  it('is reported sooner if the last list had an unreadable position, because its distance is unknown', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.seePart(anUnreadable({ id: '528' }))
    monitored.pass(200)
    expect(monitored.alerts[0]?.after).toBe(60)
  })

  it('is reported soonest if an unreadable position is in a margin call', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.seePart(anUnreadable({ id: '528', liquidationState: 'margin_call' }))
    monitored.pass(200)
    expect(monitored.alerts[0]?.after).toBe(30)
    const calm = setup()
    calm.see(...all)
    calm.seePart(anUnreadable({ id: '528', liquidationState: null }))
    calm.pass(200)
    expect(calm.alerts[0]?.after).toBe(60)
  })

  it('is reported sooner if the levels of the loan cannot be used', () => {
    const monitored = setup()
    monitored.values.loan = aLoan({ marginCallLtv: '0', liquidationLtv: '' })
    monitored.see(...all)
    monitored.pass(200)
    expect(monitored.alerts[0]?.after).toBe(60)
  })

  it.each([
    ['unreachable', 'offline', 'cannot be reached'],
    ['timeout', 'offline', 'cannot be reached'],
    ['tls', 'not-safe', 'not safe'],
    ['rate-limited', 'throttled', 'slow down'],
    ['bad-key-or-signature', 'key-rejected', 'rejects the key'],
    ['key-disabled', 'key-rejected', 'rejects the key'],
    ['keychain-locked', 'keychain', 'key not available in the keychain'],
    ['not-understood', 'not-understood', 'not understood'],
    ['clock-wrong', 'clock', 'clock is off'],
    ['exchange-trouble', 'exchange-trouble', 'server error at the exchange'],
    ['no-permission', 'not-allowed', 'no longer has access'],
    ['nonce-conflict', 'other-program', 'another program'],
  ] as const)('gives the reason: %s', (code, why, words) => {
    const monitored = setup()
    monitored.see(...all)
    monitored.fail(code)
    monitored.pass(200)
    expect(monitored.alerts).toHaveLength(1)
    expect(monitored.alerts[0]).toMatchObject({
      title: expect.stringContaining(words),
      cause: { why, code },
    })
    expect(
      bytesOf(`${monitored.alerts[0]?.title}${monitored.alerts[0]?.text}`),
    ).toBeLessThanOrEqual(190)
  })

  it('NET-18 gives the remedy as soon as the other address family is known to work, in few words', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.fail('unreachable')
    monitored.pass(200)
    expect(monitored.alerts).toMatchObject([{ cause: { why: 'offline' } }])
    monitored.failOverFamily('ipv4')
    const [reworded] = monitored.reworded.map((alert) => inEnglish(alert))
    expect(reworded).toMatchObject({
      title: expect.stringContaining('cannot be reached'),
      text: 'IPv6 keeps failing; IPv4 works here. If the key allows its address, choose IPv4 in Settings → Connection.',
      cause: { why: 'other-family', code: 'unreachable' },
    })
    expect(bytesOf(`${reworded?.title}${reworded?.text}`)).toBeLessThanOrEqual(190)
    expect(lossReasonText('other-family')).toEqual(lossReasonText('offline'))
  })

  it.each([
    ['rejected', 'key-rejected'],
    ['locked-or-missing', 'keychain'],
    ['keychain-trouble', 'keychain'],
    ['session-ended', 'session-ended'],
  ] as const)(
    'gives the reason when the key is %s, although nothing is requested any more',
    (state, why) => {
      const monitored = setup()
      monitored.pace(null)
      monitored.setKey(state, problem('keychain-locked'))
      monitored.pass(200)
      expect(monitored.alerts).toMatchObject([{ after: 120, cause: { why } }])
    },
  )

  it('is a caution only if there is known to be nothing to lose', () => {
    const monitored = setup()
    monitored.values.loan = { kind: 'no-loan' }
    monitored.values.positions = []
    monitored.see(...all)
    monitored.pass(130)
    expect(monitored.alerts).toMatchObject([{ level: 'caution' }])
  })
})

describe('what does not count as a loss', () => {
  it('an account whose key was never entered on this computer is silent until it is', () => {
    const monitored = setup()
    monitored.pace(null)
    monitored.setKey('not-entered', problem('gone'))
    monitored.pass(86_400)
    expect(monitored.alerts).toEqual([])
    expect(monitored.state().open).toEqual([])
    monitored.setKey('session-ended', problem('gone'))
    monitored.pass(200)
    expect(monitored.alerts).toMatchObject([{ cause: { why: 'session-ended' } }])
  })

  it('heartbeats that succeed are silent for a day', () => {
    const monitored = setup()
    monitored.values.loan = aLoan({ currentLtv: '74' })
    monitored.pass(86_400, (second) => {
      if (second % 5 === 0) monitored.see('positions')
      if (second % 15 === 0) monitored.see('loan', 'balance')
    })
    expect(monitored.alerts).toEqual([])
    expect(monitored.state()).toBe(noStates.monitoringLoss)
  })

  it('a slow but living server is tolerated, however near the margin call', () => {
    for (const currentLtv of ['25', '65', '74']) {
      const monitored = setup()
      monitored.values.loan = aLoan({ currentLtv })
      monitored.see(...all)
      // Nearly ten seconds for each call, with three attempts each: one answer every thirty
      // seconds, in turn.
      monitored.pass(7200, (second) => {
        const turn = all[(second / 30) % 3]
        if (second % 30 === 0 && turn !== undefined) monitored.see(turn)
      })
      expect(monitored.alerts).toEqual([])
    }
  })

  it('a topic that fails while others are answered is still lost on time', () => {
    const monitored = setup()
    monitored.values.loan = aLoan({ currentLtv: '74' })
    monitored.see(...all)
    monitored.pass(200, (second) => {
      if (second % 5 === 0) monitored.see('positions')
      if (second === 15) monitored.fail('not-understood', 'loan')
    })
    expect(monitored.alerts).toMatchObject([
      {
        after: 30,
        title: 'Loan not monitored: the answers are not understood',
        cause: { feeds: ['loan'] },
      },
    ])
  })

  it('ignores a credit line that this key never had, and positions it may not read', () => {
    const monitored = setup()
    monitored.values.loan = { kind: 'not-enabled' }
    monitored.see(...all)
    monitored.pass(3600, (second) => {
      if (second % 5 === 0) monitored.see('positions')
    })
    expect(monitored.alerts).toEqual([])
    const denied = setup()
    denied.fail('credit-line-off', 'loan')
    denied.fail('no-permission', 'positions')
    denied.pass(600)
    expect(denied.alerts).toEqual([])
  })

  it('a loan that the key may suddenly no longer read is lost', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.knowLoan()
    monitored.values.loan = { kind: 'not-enabled' }
    monitored.pass(300, (second) => {
      if (second % 5 === 0) monitored.see(...all)
    })
    expect(monitored.alerts).toMatchObject([
      {
        after: 120,
        title: 'Loan not monitored: this key no longer has access',
        cause: { feeds: ['loan'] },
      },
    ])
  })
})

describe('after waking up', () => {
  it('waits for one full refresh', () => {
    const monitored = setup()
    monitored.values.loan = aLoan({ currentLtv: '74' })
    monitored.see(...all)
    monitored.pass(29)
    monitored.wake()
    monitored.pass(20)
    expect(monitored.alerts).toEqual([])
    monitored.see(...all)
    monitored.pass(29)
    expect(monitored.alerts).toEqual([])
  })

  it('alerts if that refresh brings nothing', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(110)
    monitored.wake()
    monitored.pass(300)
    expect(monitored.alerts).toMatchObject([{ after: 140 }])
  })

  it('cannot be postponed forever by waking up repeatedly', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(3600, (second) => {
      if (second % 20 === 0) monitored.wake()
    })
    expect(monitored.alerts).toMatchObject([{ after: 600 }])
  })
})

describe('when monitoring returns', () => {
  it('reports it once everything named is monitored again', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.fail('unreachable')
    monitored.pass(200)
    monitored.see('positions')
    monitored.pass(5)
    expect(monitored.over).toEqual([])
    monitored.see('loan')
    expect(monitored.over).toEqual([{ key: 'sight/loan+positions', end: 'over', after: 205 }])
    expect(monitored.alerts[0]?.endTitle).toBe('Loan and positions are monitored again')
  })

  it('treats a second loss as a second alert', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(200)
    monitored.see(...all)
    monitored.pass(200)
    expect(monitored.alerts.map(({ after }) => after)).toEqual([120, 320])
    expect(monitored.over).toHaveLength(1)
  })

  it('reports a later loss separately, and never twice', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(400, (second) => {
      if (second % 5 === 0 && second < 200) monitored.see('positions')
    })
    expect(monitored.alerts.map(({ after, cause }) => [after, cause['feeds']])).toEqual([
      [120, ['loan']],
      [315, ['positions']],
    ])
  })

  it('neither repeats an open alert after a restart nor ends it before something is seen', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(200)
    monitored.restart()
    monitored.pass(300)
    expect(monitored.alerts).toHaveLength(1)
    expect(monitored.over).toEqual([])
    monitored.see(...all)
    expect(monitored.over).toHaveLength(1)
  })

  it('does not count flapping every few seconds as a loss', () => {
    const monitored = setup()
    monitored.see(...all)
    monitored.pass(3600, (second) => {
      if (second % 10 === 0) monitored.see(...all)
      else if (second % 10 === 5) monitored.fail('unreachable', ...all)
    })
    expect(monitored.alerts).toEqual([])
  })
})

function setUpAwake() {
  const time = createFakeClock()
  const awake = createAwakeTime(time)
  /** Passes time with a tick every five seconds. */
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      time.stall(5)
      awake.update()
    }
  }
  return { time, awake, pass }
}

describe('awake time', () => {
  it('continues as long as ticks arrive', () => {
    const { awake, pass } = setUpAwake()
    pass(600)
    expect(awake.seconds()).toBe(600)
    expect(awake.wokeUpAt()).toBeNull()
  })

  it('FLT-11 excludes sleep, whether ticks stop in it or continue', () => {
    const { time, awake, pass } = setUpAwake()
    pass(60)
    time.sleep(36_000)
    awake.update()
    expect(awake.seconds()).toBe(60)
    expect(awake.wokeUpAt()).toBe(60)
    pass(60)
    time.stall(36_000)
    awake.update()
    expect(awake.seconds()).toBeLessThanOrEqual(135)
    expect(awake.wokeUpAt()).toBe(awake.seconds())
  })

  it('ignores clock changes, and does not treat a clock set back as waking up', () => {
    const { time, awake, pass } = setUpAwake()
    time.setClock(-600)
    pass(10)
    expect(awake.seconds()).toBe(10)
    expect(awake.wokeUpAt()).toBeNull()
    time.setClock(600)
    pass(10)
    expect(awake.seconds()).toBe(20)
  })

  it("accepts the system's report of waking up as well", () => {
    const { awake, pass } = setUpAwake()
    pass(30)
    awake.onResume()
    expect(awake.wokeUpAt()).toBe(30)
  })
})

describe('an explanation for a loss of monitoring', () => {
  const lost = (code: ProblemCode) => {
    const monitored = setup()
    monitored.see(...all)
    monitored.fail(code)
    return monitored
  }

  it('replaces the apparent reason: maintenance, and what it means', () => {
    const monitored = lost('exchange-trouble')
    monitored.setCircumstances({ maintenance: true })
    monitored.pass(120)
    expect(monitored.alerts).toMatchObject([
      {
        title: 'Loan and positions not monitored: the exchange is under maintenance',
        text: 'Positions and loan continue at the exchange. Plimsoll cannot see them, and keeps trying.',
        cause: { why: 'maintenance', code: 'maintenance' },
      },
    ])
  })

  it('is added to an alert that is already open, and removed when it no longer applies', () => {
    const monitored = lost('unreachable')
    monitored.pass(120)
    expect(monitored.alerts).toHaveLength(1)
    monitored.setCircumstances({ maintenance: true })
    monitored.pass(60)
    monitored.setCircumstances({ maintenance: false })
    monitored.pass(60)
    expect(worded(monitored.reworded.map(({ title }) => title))).toEqual([
      'Loan and positions not monitored: the exchange is under maintenance',
      'Loan and positions not monitored: the exchange cannot be reached',
    ])
    expect(monitored.alerts).toHaveLength(1)
  })

  it('names a wrong clock and its offset, although the key counts as rejected', () => {
    const monitored = lost('bad-key-or-signature')
    monitored.setKey('rejected', problem('bad-key-or-signature'))
    monitored.setCircumstances({ clockSkew: -95 })
    monitored.pass(120)
    expect(monitored.alerts).toMatchObject([
      {
        title: 'Loan and positions not monitored: this computer’s clock is off by 95 s',
        text: 'Switch on automatic time in the system settings.',
        cause: { why: 'clock' },
      },
    ])
    for (const { title, text } of monitored.alerts)
      expect(bytesOf(title) + bytesOf(text)).toBeLessThanOrEqual(200)
  })

  it('keeps the text from before a restart until something fails in this run', () => {
    const monitored = lost('timeout')
    monitored.setCircumstances({ maintenance: true })
    monitored.pass(120)
    monitored.restart()
    monitored.pass(10)
    expect(monitored.reworded).toEqual([])
  })
})

describe('ALR-4 loss of monitoring of the margin level', () => {
  const summary = {
    equity: '3000',
    usedMargin: '1000',
    freeMargin: '2000',
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
  }
  const margin = (freeMargin = '2000') => ({
    collateralSummary: { value: { ...summary, freeMargin }, asOf: clock - 60 },
  })
  const titles = ({ alerts }: ReturnType<typeof setup>) =>
    alerts.map(({ after, title }) => `${String(after)} ${title}`)

  it('is reported where everything else is answered, sooner with less free margin, and ends with an answer', () => {
    for (const [free, seconds] of [
      ['2000', 120],
      ['400', 60],
      ['50', 30],
    ] as const) {
      const monitored = setup(margin(free))
      monitored.see(...all)
      monitored.fail('exchange-trouble', 'collateralSummary')
      monitored.pass(seconds + 5, (second) =>
        second % 5 === 0 ? monitored.see('positions', 'loan') : undefined,
      )
      expect(titles(monitored)).toEqual([
        `${String(seconds)} Margin level not monitored: server error at the exchange`,
      ])
      expect(monitored.alerts).toMatchObject([
        { cause: { feeds: ['collateralSummary'], lastHeadroom: null } },
      ])
      monitored.seeMargin({ ...summary, freeMargin: free })
      expect(monitored.over).toMatchObject([{ key: 'sight/collateralSummary', end: 'over' }])
    }
  })

  it('is not reported beside positions, whose loss includes it, but is once only they are back', () => {
    const monitored = setup(margin())
    monitored.see(...all)
    monitored.pass(130)
    expect(titles(monitored)).toEqual(['120 Loan and positions not monitored: no answer comes'])
    monitored.fail('exchange-trouble', 'collateralSummary')
    monitored.pass(10, () => monitored.see(...all))
    expect(titles(monitored).slice(1)).toEqual([
      '131 Margin level not monitored: server error at the exchange',
    ])
  })

  it('does not apply to an account that uses no margin, or an exchange that does not offer it', () => {
    const unused = setup({
      collateralSummary: { value: { ...summary, usedMargin: '0' }, asOf: clock - 60 },
    })
    unused.values.positions = []
    const notOffered = setup()
    for (const monitored of [unused, notOffered]) {
      monitored.fail('not-found', 'collateralSummary')
      monitored.pass(600, (second) => (second % 5 === 0 ? monitored.see(...all) : undefined))
      expect(titles(monitored)).toEqual([])
    }
  })
})
