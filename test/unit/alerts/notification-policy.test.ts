import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvaluatorStates, noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { type NoticeTopic, noticeTopics } from '../../../src/main/alerts/notification-text.js'
import {
  decideNotices,
  shownNoticeIds,
  testNotice,
} from '../../../src/main/alerts/notification-policy.js'
import {
  type Alert,
  type AlertSettings,
  defaultAlertSettings,
  isCritical,
  type AlertEnd,
} from '../../../src/shared/alerts/alert.js'
import { isWithinQuietHours } from '../../../src/shared/alerts/quiet-hours.js'
import { aStep, anAlert, inEnglish, noticeWords } from '../../support/alert-harness.js'

const start = 1_760_000_000
const noon = 12 * 60
const night: Partial<AlertSettings> = { quietHours: { on: true, from: 22 * 60, to: 7 * 60 } }

function over(alert: Alert, end: AlertEnd = 'over'): Alert {
  return {
    ...alert,
    state: { kind: 'resolved', at: start, end },
  }
}

const inState = (alert: Alert, state: Alert['state']): Alert => ({ ...alert, state })
const second = aStep({
  id: 's2',
  key: 'loan/early:2/3',
  at: start + 1,
  title: 'BTC loan: LTV has reached your step of 70\u00a0%',
  endTitle: 'BTC loan: LTV is back below your step of 70\u00a0%',
})
const called = anAlert({ at: start + 2 })
const ending = anAlert({
  id: 'l1',
  at: start + 3,
  key: 'loan/liquidation',
  kind: 'liquidation',
  title: 'BTC loan: LTV has reached liquidation',
  endTitle: 'BTC loan: LTV is below liquidation again',
})
const unmonitored = anAlert({
  id: 'b1',
  key: 'sight/loan',
  kind: 'monitoring-lost',
  subject: { key: 'monitoring-lost', name: 'Monitoring' },
  title: 'Loan not monitored',
  endTitle: 'The loan is monitored again',
  cause: { nearness: 'far' },
})
const unmonitoredNear = { ...unmonitored, cause: { nearness: 'near' } }

/** One pass of the policy after another, each with the alerts open at that time. */
function setup(settings: Partial<AlertSettings> = {}) {
  let ledger: EvaluatorStates['notices'] = noStates.notices
  let again: readonly string[] = []
  let chosen: AlertSettings = { ...defaultAlertSettings, ...settings }
  let full: readonly NoticeTopic[] = []
  return {
    /** All accounts together have shown enough of these. */
    nowFull: (...abouts: NoticeTopic[]) => {
      full = abouts
    },
    ledger: () => ledger,
    choose: (more: Partial<AlertSettings>) => {
      chosen = { ...chosen, ...more }
    },
    /** As when Plimsoll starts again, or this account is opened again: nothing is on the screen. */
    begin: (open: Alert[]) => {
      ledger = { ...ledger, shown: {} }
      again = open.map(({ id }) => id)
    },
    pass: (after: number, open: Alert[], ended: Alert[] = [], localMinutes = noon) => {
      const words = noticeWords
      const decision = decideNotices(open, ended, ledger, {
        profileId: 'a',
        at: start + after,
        localMinutes,
        settings: chosen,
        words,
        again,
        full,
      })
      ledger = decision.ledger
      again = decision.again
      return {
        show: decision.show,
        titles: decision.show.map(({ title }) => title),
        withdraw: decision.withdraw,
      }
    },
  }
}

describe('what is notified', () => {
  it('a new alert, once', () => {
    const { pass } = setup()
    expect(pass(0, [called]).titles).toEqual([called.title])
    expect(pass(5, [called]).titles).toEqual([])
    expect(pass(119, [called]).titles).toEqual([])
    const milder = setup()
    milder.pass(0, [aStep()])
    expect(milder.pass(50_000, [aStep()]).titles).toEqual([])
  })

  it('no early step that was already reached at the first check', () => {
    expect(setup().pass(0, [aStep({ found: 'standing' })]).show).toEqual([])
  })

  it.each(['margin-call', 'liquidation', 'position-margin-call', 'position-liquidation'] as const)(
    'ALR-7 a %s that existed at the first check, once and with a sound',
    (kind) => {
      const { pass } = setup()
      const found = anAlert({ kind, found: 'standing' })
      expect(pass(0, [found]).show).toMatchObject([
        { title: found.title, urgency: 'critical', silent: false },
      ])
      expect(pass(5, [found]).show).toEqual([])
    },
  )

  it('urgency: only margin call, liquidation and a changed payout are critical and stay', () => {
    const noticeFor = (alert: Alert) => setup().pass(0, [alert]).show[0]
    expect(noticeFor(called)).toMatchObject({
      urgency: 'critical',
      timeoutType: 'never',
      silent: false,
      screen: 'loans',
    })
    expect(noticeFor(unmonitored)).toMatchObject({
      urgency: 'normal',
      timeoutType: 'default',
      screen: 'overview',
    })
    expect(noticeFor(anAlert({ kind: 'payout-changed', key: 'payout:x@1' }))).toMatchObject({
      urgency: 'critical',
      timeoutType: 'never',
      screen: 'mining',
    })
    expect(noticeFor(anAlert({ kind: 'position-gone', level: 'info', key: 'g' }))).toMatchObject({
      urgency: 'low',
      silent: true,
      screen: 'positions',
    })
  })

  it('several at once as one notification that names the worst', () => {
    const { show } = setup().pass(0, [
      unmonitored,
      called,
      anAlert({ id: 'g', key: 'g', kind: 'position-gone', level: 'info', title: 'X is gone' }),
    ])
    expect(show).toHaveLength(1)
    expect(show[0]).toMatchObject({
      title: called.title,
      urgency: 'critical',
      body: expect.stringContaining('And 2 more'),
    })
  })

  it('a more severe step replaces the milder one', () => {
    const { pass } = setup()
    pass(0, [aStep()])
    const next = pass(5, [aStep(), second])
    expect(next).toMatchObject({ titles: [second.title], withdraw: ['a/alert:s1'] })
    expect(pass(10, [aStep(), second, called])).toMatchObject({
      titles: [called.title],
      withdraw: ['a/alert:s2'],
    })
  })

  it('no milder step on the way down that was never reported', () => {
    const { pass } = setup()
    pass(0, [aStep(), second, called])
    expect(pass(5, [aStep(), second], [over(called)]).titles).toEqual([
      'BTC loan: LTV is below margin call again',
    ])
    expect(pass(10, [aStep(), second]).titles).toEqual([])
  })
})

describe('ALR-2 a critical alert without a reaction', () => {
  const minutesOf = (
    passes: (pass: ReturnType<typeof setup>['pass'], after: number) => unknown[],
    settings: Partial<AlertSettings> = {},
  ) => {
    const { pass } = setup(settings)
    return Array.from({ length: 12 * 62 }, (_, at) => at * 5).flatMap((after) =>
      passes(pass, after).length > 0 ? [after / 60] : [],
    )
  }

  it('is notified again after 2, 5 and 15 minutes, then every 15, with a sound', () => {
    expect(
      minutesOf((pass, after) => pass(after, [called]).show.filter(({ silent }) => !silent)),
    ).toEqual([0, 2, 5, 15, 30, 45, 60])
  })

  it.each([
    ['acknowledged', { kind: 'acknowledged', at: start + 200 }],
    ['snoozed', { kind: 'snoozed', at: start + 200, until: start + 90_000 }],
  ] as const)('is not notified again once it is %s', (_name, state) => {
    expect(
      minutesOf((pass, after) => pass(after, [after < 200 ? called : inState(called, state)]).show),
    ).toEqual([0, 2])
  })

  it('starts over with two minutes after a snooze', () => {
    const rests = (after: number): Alert =>
      inState(called, { kind: 'snoozed', at: start + 10, until: start + 600 + after })
    const states = (after: number): Alert => (after >= 10 && after < 600 ? rests(after) : called)
    expect(minutesOf((pass, after) => pass(after, [states(after)]).show).slice(0, 4)).toEqual([
      0, 10, 12, 15,
    ])
  })

  it('waits for the end of quiet hours that cover it', () => {
    const minutes = (after: number): number => (after < 1800 ? 0 : 480)
    const settings = { ...night, quietHoursCoverMarginCalls: true }
    expect(
      minutesOf((pass, after) => pass(after, [called], [], minutes(after)).show, settings).slice(
        0,
        3,
      ),
    ).toEqual([30, 32, 35])
  })

  it('continues after a restart, and after the clock was set back', () => {
    const { pass, begin } = setup()
    pass(0, [called])
    begin([called])
    expect(pass(60, [called]).show).toMatchObject([{ silent: true }])
    expect(pass(120, [called]).show).toMatchObject([{ silent: false }])
    expect(pass(-9000, [called]).show).toMatchObject([{ silent: false }])
    expect(pass(-9000 + 599, [called]).show).toEqual([])
    expect(pass(-9000 + 600, [called]).show).toMatchObject([{ silent: false }])
  })

  it('replaces itself on the screen, and no other', () => {
    const { pass } = setup()
    pass(0, [called])
    expect(pass(120, [called])).toMatchObject({ withdraw: [], show: [{ id: 'a/alert:a1' }] })
    expect(pass(125, [inState(called, { kind: 'acknowledged', at: start })]).withdraw).toEqual([
      'a/alert:a1',
    ])
  })

  it('covered by a more severe one is named when that ends, and repeats from then on', () => {
    const { pass } = setup()
    pass(0, [called])
    pass(5, [called, ending])
    expect(pass(600, [called], [over(ending)]).show).toMatchObject([
      { title: ending.endTitle, body: expect.stringContaining('Still: ') },
    ])
    expect(pass(719, [called]).show).toEqual([])
    expect(pass(720, [called]).titles).toEqual([called.title])
    expect(pass(725, [called, ending]).titles).toEqual([ending.title])
    pass(2000, [called], [over(ending)])
    expect(pass(2119, [called]).show).toEqual([])
    expect(pass(2120, [called]).titles).toEqual([called.title])
  })

  it('is not new where a more severe one ended and the notification of that is held back', () => {
    const { pass } = setup(night)
    pass(0, [ending], [], 0)
    const left = { ...called, found: 'standing' as const }
    expect(pass(10, [left], [over(ending)], 0).show).toEqual([])
    expect(pass(15, [left], [], 0).show).toEqual([])
  })

  it('that waited for the end of a snooze says since when it applies', () => {
    const { pass } = setup()
    pass(0, [called])
    pass(5, [inState(called, { kind: 'snoozed', at: start, until: start + 7200 })])
    expect(pass(7200, [called]).show).toMatchObject([
      { title: called.title, body: expect.stringContaining('Since ') },
    ])
  })

  it.each([
    ['all', false, false],
    ['critical', false, true],
    ['none', true, true],
  ] as const)('sounds “%s”: a margin call is silent %s, an early step %s', (sounds, call, step) => {
    expect(setup({ sounds }).pass(0, [called]).show).toMatchObject([{ silent: call }])
    expect(setup({ sounds }).pass(0, [aStep()]).show).toMatchObject([{ silent: step }])
  })
})

describe('notifications of several accounts', () => {
  const look = {
    at: start,
    localMinutes: noon,
    settings: defaultAlertSettings,
    again: [],
    full: [],
  }
  const words = noticeWords
  const decide = (
    profileId: string,
    open: Alert[],
    ended: Alert[],
    ledger: EvaluatorStates['notices'],
  ) => decideNotices(open, ended, ledger, { ...look, profileId, words })

  it('have their own ids, and each account withdraws only its own', () => {
    const reported = new Map(
      ['a', 'b'].map((id) => [
        id,
        decide(id, [{ ...called, profileId: id }], [], noStates.notices),
      ]),
    )
    const shown = [...reported.values()].flatMap(({ show }) => show)
    expect(shown.map(({ id, profileId }) => [id, profileId])).toEqual([
      ['a/alert:a1', 'a'],
      ['b/alert:a1', 'b'],
    ])
    const before = reported.get('b')?.ledger ?? noStates.notices
    expect(shownNoticeIds('b', before)).toEqual(['b/alert:a1'])
    const { show, withdraw, ledger } = decide(
      'b',
      [],
      [over({ ...called, profileId: 'b' })],
      before,
    )
    expect(withdraw).toEqual(['b/alert:a1'])
    expect(show).toMatchObject([{ id: 'b/over:loan/ltv', profileId: 'b' }])
    expect(shownNoticeIds('b', ledger)).toEqual(['b/over:loan/ltv'])
  })

  it('a test notification belongs to the account on screen, and opens Settings', () => {
    expect([testNotice('a', false), testNotice('b', false)]).toMatchObject([
      { id: 'a/test', profileId: 'a', screen: 'settings', silent: false },
      { id: 'b/test', profileId: 'b', screen: 'settings', silent: false },
    ])
  })
})

describe('quiet hours', () => {
  it('span midnight, end on the minute, and equal ends mean none', () => {
    const quiet = (from: number, to: number, minutes: number, on = true) =>
      isWithinQuietHours({ on, from, to }, minutes)
    expect([
      quiet(1320, 420, 1319),
      quiet(1320, 420, 1320),
      quiet(1320, 420, 0),
      quiet(1320, 420, 419),
      quiet(1320, 420, 420),
    ]).toEqual([false, true, true, true, false])
    expect([quiet(60, 120, 59), quiet(60, 120, 60), quiet(60, 120, 120)]).toEqual([
      false,
      true,
      false,
    ])
    expect([quiet(60, 60, 60), quiet(60, 120, 90, false)]).toEqual([false, false])
  })

  it('hold back everything but margin call, liquidation and a changed payout', () => {
    for (const alert of [aStep(), unmonitored])
      expect(setup(night).pass(0, [alert], [], 0).show).toEqual([])
    const position = { subject: { key: 'position:1', name: 'X' }, key: 'position:1/x' }
    for (const alert of [
      called,
      ending,
      anAlert({ kind: 'payout-changed', key: 'p' }),
      anAlert({ ...position, kind: 'position-margin-call' }),
      anAlert({ ...position, kind: 'position-liquidation' }),
    ]) {
      expect(setup(night).pass(0, [alert], [], 0).show).toHaveLength(1)
    }
  })

  it('let the loss of monitoring of a loan or position near margin call through', () => {
    for (const nearness of ['near', 'nearing'])
      expect(
        setup(night).pass(0, [{ ...unmonitored, cause: { nearness } }], [], 0).titles,
        nearness,
      ).toEqual([unmonitored.title])
    expect(
      setup({ ...night, quietHoursCoverMarginCalls: true }).pass(0, [unmonitoredNear], [], 0).show,
    ).toEqual([])
  })

  describe('an order that needs attention', () => {
    const order = (kind: 'order-unknown' | 'order-mismatch') =>
      anAlert({
        id: 'o1',
        key: 'order:i1/x',
        kind,
        subject: { key: 'order:i1', name: 'an order' },
        title: 'Result unknown: an order',
      })

    it.each(['order-unknown', 'order-mismatch'] as const)(
      'is reported at any hour, without a sound in quiet hours: %s',
      (kind) => {
        const { pass } = setup(night)
        expect(pass(0, [order(kind)], [], 0).show).toMatchObject([
          { id: 'a/alert:o1', urgency: 'normal', silent: true, screen: 'trade' },
        ])
        expect(pass(100, [order(kind)], [], 480).show, 'once').toEqual([])
        expect(setup(night).pass(0, [order(kind)], [], noon).show).toMatchObject([
          { silent: false },
        ])
      },
    )

    it('waits for the morning when quiet hours cover everything, then is reported with its sound', () => {
      const { pass } = setup({ ...night, quietHoursCoverMarginCalls: true })
      expect(pass(0, [order('order-unknown')], [], 0).show).toEqual([])
      expect(pass(100, [order('order-unknown')], [], 480).show).toMatchObject([{ silent: false }])
    })

    it('does not silence what has a sound at night', () => {
      const { pass } = setup(night)
      const { show } = pass(0, [order('order-unknown'), unmonitoredNear], [], 0)
      expect(show).toMatchObject([
        {
          title: 'Result unknown: an order',
          silent: false,
          body: expect.stringContaining('And 1 more'),
        },
      ])
      expect(setup(night).pass(0, [order('order-unknown'), called], [], 0).show).toMatchObject([
        { title: called.title, silent: false },
      ])
    })

    it('does not bring along what waits for the morning', () => {
      const { pass } = setup(night)
      expect(pass(0, [order('order-unknown'), aStep()], [], 0).show[0]?.body).not.toContain('more')
      expect(pass(100, [order('order-unknown'), aStep()], [], 480).titles).toEqual([aStep().title])
    })
  })

  it('cover these too, only with a separate switch', () => {
    expect(
      setup({ ...night, quietHoursCoverMarginCalls: true }).pass(0, [called], [], 0).show,
    ).toEqual([])
    expect(setup({ quietHoursCoverMarginCalls: true }).pass(0, [called], [], 0).show).toHaveLength(
      1,
    )
  })

  it('report together in the morning what still applies, and not what ended by then', () => {
    const { pass } = setup(night)
    pass(0, [aStep(), unmonitored], [], 0)
    expect(pass(100, [aStep()], [over(unmonitored)], 10).show).toEqual([])
    expect(pass(200, [aStep()], [], 420).titles).toEqual([aStep().title])
  })

  it('hold back resolved alerts as well', () => {
    const { pass } = setup(night)
    pass(0, [called], [], 0)
    expect(pass(5, [], [over(called)], 0)).toMatchObject({ show: [], withdraw: ['a/alert:a1'] })
  })
})

describe('the cool-down', () => {
  const again = aStep({ id: 's1b' })

  it('delays the same step, and reports it afterwards if it still applies', () => {
    const { pass } = setup({ coolDownMinutes: 15 })
    pass(0, [aStep()])
    pass(60, [], [over(aStep())])
    expect(pass(120, [again]).titles).toEqual([])
    expect(pass(899, [again]).titles).toEqual([])
    expect(pass(900, [again]).titles).toEqual([again.title])
  })

  it('never delays a margin call or a more severe step', () => {
    const { pass } = setup({ coolDownMinutes: 1440 })
    pass(0, [called])
    pass(60, [], [over(called)])
    expect(pass(120, [anAlert({ id: 'a2' })]).titles).toEqual([called.title])
    const other = setup({ coolDownMinutes: 1440 })
    other.pass(0, [aStep()])
    expect(other.pass(5, [aStep(), second]).titles).toEqual([second.title])
  })

  it('never delays a loss of monitoring: a user notified of its return is notified of the next loss', () => {
    const { pass } = setup({ coolDownMinutes: 1440 })
    expect(pass(0, [unmonitored]).titles).toEqual([unmonitored.title])
    expect(pass(60, [], [over(unmonitored)]).titles).toEqual(['The loan is monitored again'])
    expect(pass(200, [{ ...unmonitored, id: 'b2' }]).titles).toEqual([unmonitored.title])
  })

  it('reports monitoring that comes and goes three times in a quarter of an hour, then once more if it stays away', () => {
    const { pass } = setup()
    const reported: number[] = []
    let last: Alert | null = null
    for (let at = 0; at <= 3600; at += 45) {
      const lost = { ...unmonitoredNear, id: `b${at}` }
      const { show } = pass(at, [lost], last === null ? [] : [over(last)])
      if (show.some(({ id }) => id.startsWith('a/alert:'))) reported.push(at)
      last = lost
    }
    reported.forEach((at, index) =>
      expect(at - (reported[index - 3] ?? -Infinity)).toBeGreaterThanOrEqual(900),
    )
    expect(reported.length).toBeGreaterThanOrEqual(9)

    const stays = setup()
    for (const [at, id] of ['b1', 'b2', 'b3'].entries()) {
      stays.pass(at * 60, [{ ...unmonitored, id }])
      stays.pass(at * 60 + 30, [], [over({ ...unmonitored, id })])
    }
    const lost = { ...unmonitored, id: 'b4' }
    expect(stays.pass(300, [lost]).titles).toEqual([])
    expect(stays.pass(400, [lost, aStep()]).titles, 'what waits holds nothing else back').toEqual([
      aStep().title,
    ])
    expect(stays.pass(901, [lost, aStep()]).titles).toEqual([unmonitored.title])
  })

  it('does not use up the allowance for a loss of monitoring on positions that become unreadable now and then', () => {
    const { pass } = setup()
    const partly = anAlert({
      ...unmonitoredNear,
      key: 'positions/unreadable',
      kind: 'position-unreadable',
      title: 'One cannot be read',
      endTitle: '',
    })
    const reported: number[] = []
    for (let at = 0; at < 900; at += 60) {
      const { titles } = pass(at, [{ ...partly, id: `u${at}` }])
      if (titles.length > 0) reported.push(at)
      pass(at + 30, [], [over({ ...partly, id: `u${at}` })])
    }
    expect(reported, 'three in a quarter of an hour').toEqual([0, 60, 120])
    expect(pass(890, [unmonitored]).titles).toEqual([unmonitored.title])
  })

  it('does not last forever when the clock is set back', () => {
    const { pass } = setup({ coolDownMinutes: 15 })
    pass(100_000, [aStep()])
    pass(100_005, [], [over(aStep())])
    expect(pass(0, [again]).titles).toEqual([again.title])
  })
})

describe('when an alert ends', () => {
  it('withdraws the notification, and reports the end without a sound if the alert was reported', () => {
    const { pass } = setup()
    pass(0, [called])
    const { show, withdraw } = pass(60, [], [over(called)])
    expect(withdraw).toEqual(['a/alert:a1'])
    expect(show).toMatchObject([
      {
        title: 'BTC loan: LTV is below margin call again',
        urgency: 'low',
        silent: true,
        timeoutType: 'default',
        screen: 'loans',
      },
    ])
  })

  it('reports no end of what was never reported', () => {
    expect(setup().pass(0, [], [over(called)]).show).toEqual([])
    const waiting = setup(night)
    waiting.pass(0, [aStep()], [], 0)
    expect(waiting.pass(500, [], [over(aStep())], 480).show).toEqual([])
  })

  it('combines several steps left at once', () => {
    const { pass } = setup()
    pass(0, [aStep()])
    pass(5, [aStep(), called])
    const { titles } = pass(60, [], [over(aStep()), over(called)])
    expect(titles).toEqual(['BTC loan: LTV is below margin call again'])
  })

  it('names what still applies, and reports its end as well', () => {
    const { pass } = setup()
    pass(0, [called])
    const left = aStep({ found: 'standing' })
    expect(pass(60, [left], [over(called)]).show[0]?.body).toContain(
      'Still: BTC loan: LTV has reached your step of 65\u00a0%',
    )
    expect(pass(120, [], [over(left)]).titles).toEqual([
      'BTC loan: LTV is back below your step of 65\u00a0%',
    ])
  })

  it('withdraws the report of the end on another crossing', () => {
    const { pass } = setup()
    pass(0, [called])
    pass(60, [], [over(called)])
    expect(pass(120, [anAlert({ id: 'a2' })]).withdraw).toEqual(['a/over:loan/ltv'])
  })

  it('RES-3 removes the report of the end after a while', () => {
    const { pass, ledger } = setup()
    pass(0, [called])
    pass(60, [], [over(called)])
    expect(pass(3659, []).withdraw).toEqual([])
    expect(pass(3660, []).withdraw).toEqual(['a/over:loan/ltv'])
    expect(ledger().over).toEqual({})
  })

  it('reports only the new alert when one turns into another', () => {
    const { pass } = setup()
    pass(0, [aStep()])
    expect(pass(5, [called], [over(aStep())]).titles).toEqual([called.title])
  })
})

describe('acknowledged and snoozed', () => {
  it('remove the notification from the screen', () => {
    for (const state of [
      { kind: 'acknowledged', at: start },
      { kind: 'snoozed', at: start, until: start + 600 },
    ] as const) {
      const { pass } = setup()
      pass(0, [called])
      expect(pass(5, [inState(called, state)]).withdraw).toEqual(['a/alert:a1'])
      expect(pass(10, [inState(called, state)])).toMatchObject({ withdraw: [], show: [] })
    }
  })

  it('an alert acknowledged in the window before it could be reported is not reported', () => {
    const { pass } = setup(night)
    pass(0, [aStep()], [], 0)
    pass(5, [inState(aStep(), { kind: 'acknowledged', at: start })], [], 0)
    expect(pass(50, [inState(aStep(), { kind: 'acknowledged', at: start })]).show).toEqual([])
  })

  it('a snoozed alert is reported again at the end, even if it existed at the first check', () => {
    for (const found of ['new', 'standing'] as const) {
      const { pass } = setup()
      pass(0, [aStep({ found })])
      pass(5, [inState(aStep({ found }), { kind: 'snoozed', at: start, until: start + 60 })])
      expect(pass(60, [aStep({ found })]).titles).toEqual([aStep().title])
      expect(pass(65, [aStep({ found })]).titles).toEqual([])
    }
  })
})

describe('what was on the screen when Plimsoll quit', () => {
  it('shows an unacknowledged margin call again, once and without a sound', () => {
    const { pass, begin } = setup()
    pass(0, [aStep(), called, unmonitored])
    begin([aStep(), called, unmonitored])
    expect(pass(60, [aStep(), called, unmonitored]).show).toMatchObject([
      {
        id: 'a/alert:a1',
        title: called.title,
        silent: true,
        urgency: 'critical',
        timeoutType: 'never',
      },
    ])
    expect(pass(65, [aStep(), called, unmonitored]).show).toEqual([])
    expect(pass(70, [aStep(), unmonitored], [over(called)])).toMatchObject({
      titles: ['BTC loan: LTV is below margin call again'],
      withdraw: ['a/alert:a1'],
    })
  })

  it('combines several into one notification', () => {
    const other = anAlert({
      id: 'p1',
      key: 'p',
      kind: 'payout-changed',
      subject: { key: 'payout:m', name: 'm' },
      title: 'Changed',
    })
    const { pass, begin } = setup()
    pass(0, [called])
    pass(5, [called, other])
    begin([called, other])
    expect(pass(60, [called, other]).show).toMatchObject([
      { title: called.title, silent: true, body: expect.stringContaining('And 1 more') },
    ])
    expect(pass(65, [called, other]).show).toEqual([])
  })

  it('reports news of the same moment with its sound, and names it', () => {
    const { pass, begin } = setup()
    pass(0, [called])
    begin([called])
    const bad = anAlert({
      id: 'pl',
      key: 'x',
      kind: 'position-liquidation',
      subject: { key: 'position:1', name: 'X' },
      title: 'X',
    })
    expect(pass(600, [called, bad]).show).toMatchObject([
      {
        title: 'X',
        silent: false,
        body: expect.stringContaining(inEnglish(called).title.slice(0, 8)),
      },
    ])
    expect(pass(605, [called, bad]).show).toEqual([])
  })

  it.each<[string, Alert[], Alert[]]>([
    ['what is not critical', [aStep()], [aStep()]],
    ['what was acknowledged', [called], [inState(called, { kind: 'acknowledged', at: start })]],
    [
      'what rests',
      [called],
      [inState(called, { kind: 'snoozed', at: start, until: start + 9000 })],
    ],
    [
      'an early step that was so at the first look',
      [aStep({ found: 'standing' })],
      [aStep({ found: 'standing' })],
    ],
  ])('%s is not shown again', (_name, before, open) => {
    const { pass, begin } = setup()
    pass(0, before)
    begin(open)
    expect(pass(600, open).show).toEqual([])
  })

  it('reports what was never reported as usual, once', () => {
    const { pass, begin } = setup({ ...night, quietHoursCoverMarginCalls: true })
    pass(0, [called], [], 0)
    begin([called])
    expect(pass(5, [called], [], 0).show).toEqual([])
    expect(pass(500, [called], [], 480).show).toMatchObject([
      { title: called.title, silent: false },
    ])
    expect(pass(505, [called], [], 480).show).toEqual([])
  })

  it('waits for the end of quiet hours that cover margin calls', () => {
    const { pass, begin } = setup({ ...night, quietHoursCoverMarginCalls: true })
    pass(0, [called])
    begin([called])
    expect(pass(600, [called], [], 0).show).toEqual([])
    expect(pass(700, [called], [], 480).show).toMatchObject([
      { title: called.title, silent: false },
    ])
    expect(pass(705, [called], [], 480).show).toEqual([])
  })
})

describe('storms', () => {
  const burst = (n: number) =>
    anAlert({
      id: `p${n}`,
      key: `position:${n}/state:x`,
      kind: 'position-state',
      level: 'info',
      subject: { key: `position:${n}`, name: `P${n}` },
      title: `P${n}`,
    })

  it('are limited to a dozen in five minutes, and the rest is combined', () => {
    const { pass } = setup()
    let open: Alert[] = []
    let shown = 0
    for (let n = 0; n < 55; n += 1) {
      open = [...open, burst(n)]
      shown += pass(n * 5, open).show.length
    }
    expect(shown).toBe(12)
    expect(pass(301, open).show[0]?.body).toContain('And 42 more')
  })

  it('let a margin call pass the notification limit', () => {
    const { pass } = setup()
    for (let n = 0; n < 20; n += 1) pass(n, [burst(n)])
    expect(pass(21, [called]).titles).toEqual([called.title])
  })
})

describe('when all accounts together have shown enough of a kind', () => {
  it('waits with its account, and is reported if it still applies when there is room again', () => {
    const { pass, nowFull } = setup()
    nowFull('monitoring-lost', 'unreadable')
    expect(
      pass(0, [unmonitoredNear, aStep()]).titles,
      'what waits holds nothing else back',
    ).toEqual([aStep().title])
    expect(pass(5, [unmonitoredNear, aStep()]).show).toEqual([])
    nowFull()
    expect(pass(600, [unmonitoredNear, aStep()]).titles).toEqual([unmonitored.title])
  })

  it('reports no end of what nobody was notified of', () => {
    const { pass, nowFull } = setup()
    nowFull('monitoring-lost')
    pass(0, [unmonitored])
    nowFull()
    expect(pass(5, [], [over(unmonitored)])).toMatchObject({ show: [], withdraw: [] })
  })

  it('reports critical alerts anyway', () => {
    const { pass, nowFull } = setup()
    nowFull(...noticeTopics)
    expect(pass(0, [called, unmonitored]).titles).toEqual([called.title])
    expect(pass(60, [], [over(called)]).show).toEqual([])
  })
})

describe('the subject of a notification', () => {
  const topicOf = (alert: Alert) => setup().pass(0, [alert]).show[0]
  const ended = (open: Alert[], ends: Alert[], left: Alert[] = []) => {
    const { pass } = setup({ coolDownMinutes: 0 })
    pass(0, open)
    return pass(
      60,
      left,
      ends.map((one) => over(one)),
    ).show.find(({ id }) => id.startsWith('a/over:'))
  }

  it('comes with a summary for its account, in words that need no account', () => {
    expect(topicOf(called)).toMatchObject({
      topic: 'critical',
      account: null,
      matters: ['loan/ltv'],
    })
    expect(topicOf(aStep())).toMatchObject({ topic: 'other', summary: aStep().title })
    expect(topicOf({ ...unmonitored, cause: { why: 'offline' } })).toMatchObject({
      topic: 'monitoring-lost',
      summary: 'the exchange cannot be reached',
    })
    expect(topicOf({ ...unmonitored, cause: { why: 'of another version' } })).toMatchObject({
      topic: 'monitoring-lost',
      summary: unmonitored.title,
    })
    expect(
      topicOf(anAlert({ kind: 'position-unreadable', key: 'u', title: 'Unreadable' })),
    ).toMatchObject({
      topic: 'unreadable',
      summary: 'Unreadable',
    })
    expect(topicOf(anAlert({ kind: 'order-mismatch', key: 'o' }))).toMatchObject({
      topic: 'order',
      matters: ['o'],
    })
  })

  it('says that all is monitored again only if nothing is unmonitored any more', () => {
    expect(ended([unmonitored], [unmonitored])).toMatchObject({
      topic: 'monitored-again',
      summary: '',
      matters: ['sight/loan'],
    })
    const positions = {
      ...unmonitored,
      id: 'b2',
      key: 'sight/positions',
      title: 'Positions not monitored',
    }
    expect(ended([unmonitored, positions], [unmonitored], [positions])).toMatchObject({
      topic: 'over',
      summary: 'The loan is monitored again',
    })
    expect(ended([called], [called])).toMatchObject({ topic: 'over', summary: called.endTitle })
  })
})

describe('over any sequence', () => {
  const alerts = [aStep(), second, called, ending, unmonitored]
  const step = fc.record({
    open: fc.subarray(alerts),
    pause: fc.integer({ min: 1, max: 2000 }),
    minutes: fc.integer({ min: 0, max: 1439 }),
    states: fc.array(fc.constantFrom('active', 'active', 'acknowledged', 'snoozed'), {
      minLength: 5,
      maxLength: 5,
    }),
  })

  it('shows one notification of each kind at most, repeats only critical alerts, and keeps the ledger as small as the open alerts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (sequence, quiet) => {
        const { pass, ledger } = setup(quiet ? night : {})
        const tellings = new Map<string, number>()
        let at = 0
        let before: Alert[] = []
        for (const { open: chosen, pause, minutes, states } of sequence) {
          at += pause
          const open = chosen.map((alert, index): Alert => {
            const kind = states[index]
            if (kind === 'acknowledged') return inState(alert, { kind, at: start + at })
            if (kind === 'snoozed')
              return inState(alert, { kind, at: start + at, until: start + at + 5 })
            return alert
          })
          const ended = before
            .filter(({ id }) => !open.some((alert) => alert.id === id))
            .map((alert) => over(alert))
          const { show } = pass(at, open, ended, minutes)
          expect(show.filter(({ id }) => id.startsWith('a/alert:')).length).toBeLessThanOrEqual(1)
          expect(show.filter(({ id }) => id.startsWith('a/over:')).length).toBeLessThanOrEqual(1)
          for (const { id, title, timeoutType } of show.filter((notice) =>
            notice.id.startsWith('a/alert:'),
          )) {
            const alert = open.find((one) => `a/alert:${one.id}` === id)
            expect(alert?.state.kind).toBe('active')
            expect(title).toBe(alert?.title)
            expect(timeoutType === 'never').toBe(alert !== undefined && isCritical(alert.kind))
            const last = tellings.get(id)
            if (last !== undefined)
              expect(alert !== undefined && isCritical(alert.kind) && at - last >= 120).toBe(true)
            tellings.set(id, at)
          }
          for (const one of [...ended, ...open.filter(({ state }) => state.kind === 'snoozed')])
            tellings.delete(`a/alert:${one.id}`)
          const { told, repeats, shown, reminders } = ledger()
          expect(Object.keys(repeats).length).toBeLessThanOrEqual(open.length)
          expect(Object.keys(told).length).toBeLessThanOrEqual(open.length)
          expect(Object.keys(shown).length).toBeLessThanOrEqual(alerts.length)
          expect(reminders.length).toBeLessThanOrEqual(open.length)
          before = open
        }
      }),
      { numRuns: 500 },
    )
  })
})
