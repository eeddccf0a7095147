import { describe, expect, it } from 'vitest'
import { type BlindnessState, evaluateBlindness, seeing } from '../../../src/main/alerts/monitoring-loss.js'
import type { Finding, Resolution } from '../../../src/main/alerts/alert-candidate.js'
import { bytesOf } from '../../../src/main/alerts/plain-text.js'
import { noSight, noteSight } from '../../../src/main/alerts/freshness.js'
import { emptyPortfolio, landed, missed, missedAll, outdated, paced, remembered } from '../../../src/main/portfolio/portfolio-view.js'
import type { KeyState } from '../../../src/shared/domain/account.js'
import type { LoanAnswer } from '../../../src/shared/domain/loan.js'
import type { PortfolioView } from '../../../src/shared/domain/portfolio.js'
import type { Position } from '../../../src/shared/domain/position.js'
import type { Problem, ProblemCode } from '../../../src/shared/domain/problem.js'
import type { Unreadable } from '../../../src/shared/domain/unreadable.js'
import { aLoan, anUnreadable, aPosition, problem } from '../../support/scripted-client.js'

const clock = 1_760_000_000
type Feed = 'loan' | 'positions' | 'balance'

/** A watch in which every second passes by hand: what the portfolio shows is what the test says. */
const setup = (first: PortfolioView = { ...emptyPortfolio, profileId: 'a' }) => {
  let now = 0
  let view = paced(first, { loan: 15, positions: 5, balance: 15 })
  let sight = noSight(0)
  let state: BlindnessState = seeing
  let key: { state: KeyState; problem: Problem | null } = { state: 'accepted', problem: null }
  let awokeAt: number | null = null
  let loanKnown = false
  const alarms: (Finding & { after: number })[] = []
  const over: (Resolution & { after: number })[] = []

  const look = () => {
    sight = noteSight(sight, view, now, loanKnown)
    const result = evaluateBlindness({ now, awokeAt, sight, view, key, loanKnown }, state)
    state = result.state
    alarms.push(...result.alerts.map((alert) => ({ ...alert, after: now })))
    over.push(...result.resolved.map((resolution) => ({ ...resolution, after: now })))
  }
  const values: { loan: LoanAnswer; positions: Position[]; balance: [] } = { loan: aLoan(), positions: [aPosition()], balance: [] }

  return {
    alarms,
    over,
    values,
    state: () => state,
    now: () => now,
    /** Good answers to these. */
    see: (...feeds: Feed[]) => {
      for (const feed of feeds) view = landed(view, feed, values[feed], clock + now)
      look()
    },
    /** A list of positions of which this one could not be read. */
    seePart: (...unreadable: Unreadable[]) => {
      view = landed(view, 'positions', values.positions, clock + now, unreadable)
      look()
    },
    fail: (code: ProblemCode, ...feeds: Feed[]) => {
      view =
        feeds.length === 0 ? missedAll(view, problem(code)) : feeds.reduce((changed, feed) => missed(changed, feed, problem(code)), view)
      look()
    },
    pass: (seconds: number, each: (second: number) => void = () => undefined) => {
      for (let second = 1; second <= seconds; second += 1) {
        now += 1
        each(now)
        look()
      }
    },
    wake: () => {
      awokeAt = now
      view = outdated(view)
    },
    pace: (every: number | null) => {
      view = paced(view, { loan: every, positions: every, balance: every })
    },
    setKey: (to: KeyState, why: Problem | null) => {
      key = { state: to, problem: why }
      look()
    },
    knowLoan: () => {
      loanKnown = true
    },
    restart: () => {
      view = outdated(view)
      sight = noSight(0)
      now = 0
      state = { open: state.open.map((one) => ({ ...one, raisedAt: 0 })) }
    },
  }
}

const all = ['loan', 'positions', 'balance'] as const

describe('30 loss of monitoring', () => {
  it('is told after two minutes without a good answer, once', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(119)
    expect(watch.alarms).toEqual([])
    watch.pass(3600)
    expect(watch.alarms).toMatchObject([
      { after: 120, kind: 'monitoring-lost', level: 'danger', cause: { since: clock, feeds: ['loan', 'positions'] } },
    ])
  })

  it('or after three intervals where these are longer', () => {
    const watch = setup()
    watch.pace(50)
    watch.see(...all)
    watch.pass(200)
    expect(watch.alarms).toMatchObject([{ after: 150 }])
  })

  it('also where nothing was ever seen', () => {
    const watch = setup()
    watch.pass(200)
    expect(watch.alarms).toMatchObject([{ after: 120, cause: { since: null } }])
    const cached = setup(remembered('a', { loan: { value: aLoan(), asOf: clock - 900 } }))
    cached.pass(200)
    expect(cached.alarms).toMatchObject([{ after: 120, cause: { since: clock - 900 } }])
  })

  it.each([
    // Margin call at 75: headroom of 66 %, 20 %, 19 %, 5 %, 4.9 %, and none.
    ['25', 120],
    ['60', 120],
    ['60.1', 60],
    ['71.25', 60],
    ['71.26', 30],
    ['80', 30],
  ])('comes sooner the nearer the LTV was to margin call: at %s after %i s', (currentLtv, seconds) => {
    const watch = setup()
    watch.values.loan = aLoan({ currentLtv })
    watch.see(...all)
    watch.pass(200)
    expect(watch.alarms[0]?.after).toBe(seconds)
    expect(watch.alarms).toHaveLength(1)
  })

  it('comes soon for positions that are in a margin call or nearly there', () => {
    for (const more of [
      { liquidationState: 'margin_call' },
      { amount: '1', entryPrice: '1000', unrealizedPnl: '0', liquidationPrice: '960' },
    ]) {
      const watch = setup()
      watch.values.positions = [aPosition(more)]
      watch.see(...all)
      watch.pass(200)
      expect(watch.alarms[0]?.after).toBe(30)
    }
  })

  it('13.26 comes sooner, too, where the last list held a position that could not be read: nobody knows how near that one is', () => {
    const watch = setup()
    watch.see(...all)
    watch.seePart(anUnreadable({ id: '528' }))
    watch.pass(200)
    expect(watch.alarms[0]?.after).toBe(60)
  })

  it('13.26 comes soonest where one that could not be read is in a margin call', () => {
    const watch = setup()
    watch.see(...all)
    watch.seePart(anUnreadable({ id: '528', liquidationState: 'margin_call' }))
    watch.pass(200)
    expect(watch.alarms[0]?.after).toBe(30)
    const calm = setup()
    calm.see(...all)
    calm.seePart(anUnreadable({ id: '528', liquidationState: null }))
    calm.pass(200)
    expect(calm.alarms[0]?.after).toBe(60)
  })

  it('comes sooner, too, where the levels of the loan cannot be used', () => {
    const watch = setup()
    watch.values.loan = aLoan({ marginCallLtv: '0', liquidationLtv: '' })
    watch.see(...all)
    watch.pass(200)
    expect(watch.alarms[0]?.after).toBe(60)
  })

  it.each([
    ['unreachable', 'offline', 'cannot be reached'],
    ['timeout', 'offline', 'cannot be reached'],
    ['tls', 'not-safe', 'not safe'],
    ['rate-limited', 'throttled', 'slow down'],
    ['bad-key-or-signature', 'key-rejected', 'rejects the key'],
    ['key-disabled', 'key-rejected', 'rejects the key'],
    ['keychain-locked', 'keychain', 'keychain gives no key'],
    ['not-understood', 'not-understood', 'not understood'],
    ['clock-wrong', 'clock', 'clock is off'],
    ['exchange-trouble', 'exchange-trouble', 'has trouble'],
    ['no-permission', 'not-allowed', 'may not ask any more'],
    ['nonce-conflict', 'other-program', 'another program'],
  ] as const)('says why: %s', (code, why, words) => {
    const watch = setup()
    watch.see(...all)
    watch.fail(code)
    watch.pass(200)
    expect(watch.alarms).toHaveLength(1)
    expect(watch.alarms[0]).toMatchObject({ title: expect.stringContaining(words), cause: { why, code } })
    expect(bytesOf(`${watch.alarms[0]?.title}${watch.alarms[0]?.text}`)).toBeLessThanOrEqual(190)
  })

  it.each([
    ['rejected', 'key-rejected'],
    ['locked-or-missing', 'keychain'],
    ['keychain-trouble', 'keychain'],
    ['session-ended', 'session-ended'],
  ] as const)('says why when the key is %s, though nobody asks any more', (state, why) => {
    const watch = setup()
    watch.pace(null)
    watch.setKey(state, problem('keychain-locked'))
    watch.pass(200)
    expect(watch.alarms).toMatchObject([{ after: 120, cause: { why } }])
  })

  it('a caution only where it is known that there is nothing to lose', () => {
    const watch = setup()
    watch.values.loan = { kind: 'no-loan' }
    watch.values.positions = []
    watch.see(...all)
    watch.pass(130)
    expect(watch.alarms).toMatchObject([{ level: 'caution' }])
  })
})

describe('what does not count as lost', () => {
  it('good heartbeats are silent for a day', () => {
    const watch = setup()
    watch.values.loan = aLoan({ currentLtv: '74' })
    watch.pass(86_400, (second) => {
      if (second % 5 === 0) watch.see('positions')
      if (second % 15 === 0) watch.see('loan', 'balance')
    })
    expect(watch.alarms).toEqual([])
    expect(watch.state()).toBe(seeing)
  }, 30_000)

  it('a slow but living server, however near the margin call is', () => {
    for (const currentLtv of ['25', '65', '74']) {
      const watch = setup()
      watch.values.loan = aLoan({ currentLtv })
      watch.see(...all)
      // Nearly ten seconds for each call, with three tries each: one answer every thirty seconds, by turns.
      watch.pass(7200, (second) => {
        const turn = all[(second / 30) % 3]
        if (second % 30 === 0 && turn !== undefined) watch.see(turn)
      })
      expect(watch.alarms).toEqual([])
    }
  })

  it('but one that fails while others are answered is lost on time', () => {
    const watch = setup()
    watch.values.loan = aLoan({ currentLtv: '74' })
    watch.see(...all)
    watch.pass(200, (second) => {
      if (second % 5 === 0) watch.see('positions')
      if (second === 15) watch.fail('not-understood', 'loan')
    })
    expect(watch.alarms).toMatchObject([
      { after: 30, title: 'Loan not monitored: the answers are not understood', cause: { feeds: ['loan'] } },
    ])
  })

  it('a credit line that this key never had, and positions it may not see', () => {
    const watch = setup()
    watch.values.loan = { kind: 'not-enabled' }
    watch.see(...all)
    watch.pass(3600, (second) => {
      if (second % 5 === 0) watch.see('positions')
    })
    expect(watch.alarms).toEqual([])
    const denied = setup()
    denied.fail('credit-line-off', 'loan')
    denied.fail('no-permission', 'positions')
    denied.pass(600)
    expect(denied.alarms).toEqual([])
  })

  it('but a loan that the key may suddenly not see any more is lost', () => {
    const watch = setup()
    watch.see(...all)
    watch.knowLoan()
    watch.values.loan = { kind: 'not-enabled' }
    watch.pass(300, (second) => {
      if (second % 5 === 0) watch.see(...all)
    })
    expect(watch.alarms).toMatchObject([
      { after: 120, title: 'Loan not monitored: this key may not ask any more', cause: { feeds: ['loan'] } },
    ])
  })
})

describe('after waking up', () => {
  it('30 one full refresh is waited for', () => {
    const watch = setup()
    watch.values.loan = aLoan({ currentLtv: '74' })
    watch.see(...all)
    watch.pass(29)
    watch.wake()
    watch.pass(20)
    expect(watch.alarms).toEqual([])
    watch.see(...all)
    watch.pass(29)
    expect(watch.alarms).toEqual([])
  })

  it('30 the alarm comes when that refresh brings nothing', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(110)
    watch.wake()
    watch.pass(300)
    expect(watch.alarms).toMatchObject([{ after: 140 }])
  })

  it('30 no number of awakenings puts it off for ever', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(3600, (second) => {
      if (second % 20 === 0) watch.wake()
    })
    expect(watch.alarms).toMatchObject([{ after: 600 }])
  })
})

describe('when sight returns', () => {
  it('it is told, once everything named is seen again', () => {
    const watch = setup()
    watch.see(...all)
    watch.fail('unreachable')
    watch.pass(200)
    watch.see('positions')
    watch.pass(5)
    expect(watch.over).toEqual([])
    watch.see('loan')
    expect(watch.over).toEqual([{ key: 'sight/loan+positions', end: 'over', after: 205 }])
    expect(watch.alarms[0]?.endTitle).toBe('Loan and positions are monitored again')
  })

  it('and a second loss is a second alarm', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(200)
    watch.see(...all)
    watch.pass(200)
    expect(watch.alarms.map(({ after }) => after)).toEqual([120, 320])
    expect(watch.over).toHaveLength(1)
  })

  it('what is lost later on is told on its own, and never twice', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(400, (second) => {
      if (second % 5 === 0 && second < 200) watch.see('positions')
    })
    expect(watch.alarms.map(({ after, cause }) => [after, cause['feeds']])).toEqual([
      [120, ['loan']],
      [315, ['positions']],
    ])
  })

  it('after a restart an open alarm is neither repeated nor taken back before something is seen', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(200)
    watch.restart()
    watch.pass(300)
    expect(watch.alarms).toHaveLength(1)
    expect(watch.over).toEqual([])
    watch.see(...all)
    expect(watch.over).toHaveLength(1)
  })

  it('flapping every few seconds is no loss', () => {
    const watch = setup()
    watch.see(...all)
    watch.pass(3600, (second) => {
      if (second % 10 === 0) watch.see(...all)
      else if (second % 10 === 5) watch.fail('unreachable')
    })
    expect(watch.alarms).toEqual([])
  })
})
