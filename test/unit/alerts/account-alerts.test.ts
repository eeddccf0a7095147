import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import { describe, expect, it } from 'vitest'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { createPollScheduler, type Visibility } from '../../../src/main/polling/poll-scheduler.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import type { AlertQuery, AlertSettings } from '../../../src/shared/alerts/alert.js'
import type { LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import type { ProblemCode } from '../../../src/shared/problem.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { fail, ok } from '../../../src/shared/result.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { repositoriesWith } from '../../support/fake-portfolio.js'
import {
  aLoan,
  type Answer,
  anUnreadable,
  aPosition,
  createFakeExchangeClient,
  later,
  problem,
} from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const ignore = () => undefined
const wireLoan = {
  asset: 'BTC',
  amount: '1.5',
  totalFunding: '0.5',
  currentLtv: '76',
  initialLtv: '60',
  marginCallLtv: '75',
  liquidationLtv: '85',
  createdAt: 1_715_339_355,
}

/** What the client makes of an answer about the loan. */
function loanAnswered(body: unknown, at: number): Answer<LoanAnswer> {
  const read = endpoints.creditLine.reply.safeParse(body)
  return read.success
    ? ok({ value: { kind: 'loan', loan: read.data }, at })
    : fail(problem('not-understood'))
}

const everything: AlertQuery = {
  after: null,
  limit: 1000,
  kinds: null,
  levels: null,
  unreadOnly: false,
}

/**
 * Accounts on virtual time: each with the real monitor, an exchange that the test scripts, and the
 * alerts on top.
 */
function setup(settings: Partial<AlertSettings> = {}) {
  const harness = createAlertHarness(settings)
  const { time } = harness
  const { clock, timing } = time

  const open = (id: string) => {
    const alerts = harness.open(id)
    const scheduler = createPollScheduler({ clock, timing })
    const monitor = openMonitor({ id, baseUrl: `https://${id}.example` }, repositoriesWith(), {
      clock,
      timing,
      scheduler,
      portfolioChanged: alerts.portfolioChanged,
      connectionChanged: ignore,
      keyAccepted: () => alerts.keyChanged('accepted', null),
      keyRefused: (why) => alerts.keyChanged('rejected', why),
    })
    alerts.portfolioChanged(monitor.portfolio())
    return {
      alerts,
      monitor,
      resumed: () => {
        scheduler.resumed()
        alerts.resumed()
      },
      close: () => {
        scheduler.close()
        monitor.close()
        alerts.close()
      },
    }
  }

  const account = (id: string) => {
    const client = createFakeExchangeClient(clock)
    let parts: ReturnType<typeof open> | null = null
    const opened = () => {
      if (parts === null) throw new Error(`account ${id} is not open`)
      return parts
    }
    const start = async () => {
      parts = open(id)
      parts.monitor.setVisibility('screen')
      parts.monitor.start(client)
      await time.pass(1)
    }
    const startLocked = () => {
      parts = open(id)
      parts.monitor.suspend(problem('keychain-locked'))
      parts.alerts.keyChanged('locked-or-missing', problem('keychain-locked'))
    }
    return {
      client,
      alerts: () => opened().alerts,
      start,
      startLocked,
      setShown: (shown: Visibility) => opened().monitor.setVisibility(shown),
      resumed: () => opened().resumed(),
      close: () => opened().close(),
      restart: async () => {
        opened().close()
        harness.notified.length = 0
        await start()
      },
      ltv: (currentLtv: string, more = {}) =>
        client.answer('loan', () =>
          Promise.resolve(ok({ value: aLoan({ currentLtv, ...more }), at: clock() })),
        ),
      history: () => {
        const page = opened().alerts.page(everything)
        return page.ok ? page.value.alerts : []
      },
    }
  }

  return {
    ...harness,
    ...account('a'),
    account,
    titles: () => harness.notified.map(({ title }) => title),
  }
}

describe('a loan whose LTV rises and falls', () => {
  it('notifies each step up exactly once, and withdraws the notifications on the way down', async () => {
    const { start, ltv, time, notified, titles, screen, history } = setup({ coolDownMinutes: 0 })
    await start()
    for (const now of ['64', '65', '66', '70', '74', '75', '80', '84', '85', '86']) {
      ltv(now)
      await time.pass(15)
    }
    expect(titles()).toEqual([
      'BTC loan: LTV has reached your step of 65\u00a0%',
      'BTC loan: LTV has reached your step of 70\u00a0%',
      'BTC loan: LTV has reached margin call',
      'BTC loan: LTV has reached 80\u00a0%, 50\u00a0% of the way from margin call to liquidation',
      'BTC loan: LTV has reached 84\u00a0%, 90\u00a0% of the way from margin call to liquidation',
      'BTC loan: LTV has reached liquidation',
    ])
    expect([...screen.values()].map(({ title }) => title)).toEqual([
      'BTC loan: LTV has reached liquidation',
    ])
    notified.length = 0
    for (const now of ['83', '78', '73', '68', '63']) {
      ltv(now)
      await time.pass(15)
    }
    expect(titles()).toEqual([
      'BTC loan: LTV is below liquidation again',
      'BTC loan: LTV is back below 84\u00a0%, 90\u00a0% of the way from margin call to liquidation',
      'BTC loan: LTV is below margin call again',
      'BTC loan: LTV is back below your step of 70\u00a0%',
      'BTC loan: LTV is back below your step of 65\u00a0%',
    ])
    expect(notified.every(({ silent, urgency }) => silent && urgency === 'low')).toBe(true)
    expect([...screen.keys()]).toEqual(['a/over:loan/ltv'])
    expect(history().every(({ state }) => state.kind === 'resolved')).toBe(true)
  })

  it('notifies once for a thousand samples around margin call that is acknowledged, and nothing else', async () => {
    const { start, ltv, time, titles, history, alerts } = setup({
      coolDownMinutes: 0,
      earlySteps: [],
    })
    await start()
    for (let sample = 0; sample < 1000; sample += 1) {
      ltv(sample % 2 === 0 ? '75.4' : '73.6')
      await time.pass(15)
      if (sample === 0) alerts().acknowledge(history()[0]?.id ?? '')
    }
    expect(titles()).toEqual(['BTC loan: LTV has reached margin call'])
    expect(history()).toHaveLength(1)
  })

  it('reports at the next poll: within one poll interval, over fifty crossings at every phase of it', async () => {
    const { start, ltv, time, notified } = setup({ coolDownMinutes: 0, earlySteps: [] })
    await start()
    const delays: number[] = []
    for (let crossing = 0; crossing < 50; crossing += 1) {
      ltv('60')
      await time.pass(20 + crossing * 0.3)
      notified.length = 0
      ltv('76')
      const since = time.clock()
      while (!notified.some(({ urgency }) => urgency === 'critical')) await time.pass(0.1)
      delays.push(time.clock() - since)
    }
    expect(delays).toHaveLength(50)
    expect(Math.max(...delays)).toBeLessThanOrEqual(15.1)
    // The phases differ: some crossings come just before a poll, some just after.
    expect(Math.min(...delays)).toBeLessThan(1)
    expect(Math.max(...delays)).toBeGreaterThan(14)
  })

  it('shows an early step already crossed at the first check without notifying', async () => {
    const { start, ltv, titles, alerts } = setup()
    ltv('70')
    await start()
    expect(titles()).toEqual([])
    expect(alerts().view()).toMatchObject({
      level: 'caution',
      attention: [{ alert: { kind: 'ltv-step', found: 'standing' } }],
    })
  })

  it('ALR-7 24 notifies of a margin call that exists at the first check, and says so', async () => {
    const { start, ltv, notified, alerts } = setup()
    ltv('76')
    await start()
    expect(notified).toMatchObject([
      {
        title: 'BTC loan: LTV has reached margin call',
        urgency: 'critical',
        body: expect.stringContaining('It was already so at the first check.'),
      },
    ])
    expect(alerts().view()).toMatchObject({
      profileId: 'a',
      level: 'danger',
      unread: 1,
      attention: [{ alert: { kind: 'margin-call', found: 'standing' } }],
    })
    expect(
      alerts()
        .view()
        .ltvSteps.map(({ threshold, crossed }) => [threshold, crossed]),
    ).toEqual([
      ['65', true],
      ['70', true],
      ['75', true],
      ['85', false],
    ])
  })

  it('ALR-2 keeps an acknowledgement and a snooze on an improvement, and does not mention a first check', async () => {
    for (const react of ['acknowledge', 'snooze'] as const) {
      const { start, ltv, time, notified, alerts, history } = setup({
        quietHours: { on: true, from: 0, to: 1439 },
      })
      ltv('81')
      await start()
      const raised = history()[0]?.id ?? ''
      if (react === 'acknowledge') alerts().acknowledge(raised)
      else alerts().snooze(raised, time.clock() + 86_400)
      notified.length = 0
      ltv('78')
      await time.pass(3600)
      expect(notified).toEqual([])
      const [left] = alerts().view().attention
      expect(left).toMatchObject({ quiet: true, alert: { key: 'loan/to-liquidation:1/4' } })
      expect(englishOf(left?.alert.text ?? '')).not.toContain('first check')
    }
  })

  it('ALR-2 repeats nothing while the LTV is below the level; repeats give the current LTV, or none when unknown', async () => {
    const { start, ltv, client, time, notified } = setup({ rearm: '0.1' })
    ltv('76')
    await start()
    const bodies = (): string[] =>
      notified.filter(({ urgency }) => urgency === 'critical').map(({ body }) => body)
    expect(bodies()).toHaveLength(1)
    ltv('70')
    await time.pass(600)
    expect(bodies()).toHaveLength(1)
    ltv('77', { liquidationLtv: '80', marginCallLtv: '75' })
    await time.pass(20)
    expect(bodies().at(-1)).toContain('LTV 77, liquidation at 80: 3.7\u00a0% headroom.')
    const before = bodies().length
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'not-enabled' as const }, at: time.clock() })),
    )
    await time.pass(3600)
    expect(bodies().length).toBeGreaterThan(before)
    expect(bodies().at(-1)).not.toContain('LTV 7')
    expect(bodies().at(-1)).toContain('Since ')
  })

  it('ALR-7 notifies of a margin call of another loan that replaces the first', async () => {
    const { start, ltv, time, titles, alerts, history } = setup()
    ltv('76')
    await start()
    alerts().acknowledge(history()[0]?.id ?? '')
    ltv('77', { createdAt: '2026-01-01' })
    await time.pass(15)
    expect(titles()).toEqual([
      'BTC loan: LTV has reached margin call',
      'BTC loan: LTV has reached margin call',
    ])
  })

  it('removes the alerts of a loan that ended, and reports that it is gone', async () => {
    const { start, ltv, client, time, notified, titles, alerts } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    notified.length = 0
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'no-loan' as const }, at: time.clock() })),
    )
    await time.pass(15)
    // A single answer may be the exchange's mistake.
    expect(titles()).toEqual([])
    await time.pass(15)
    expect(titles()).toEqual([
      'BTC loan is no longer listed by the exchange; it was in margin call when last seen',
    ])
    expect(alerts().view()).toMatchObject({
      level: 'danger',
      attention: [{ alert: { kind: 'loan-gone-at-margin-call' } }],
      ltvSteps: [],
    })
  })

  it('applies changed settings from then on', async () => {
    const { start, ltv, choose, alerts } = setup()
    ltv('62')
    await start()
    choose({ earlySteps: [{ part: 1, of: 10 }] })
    alerts().settingsChanged()
    expect(alerts().view()).toMatchObject({
      level: 'caution',
      attention: [{ alert: { found: 'standing' } }],
    })
  })
})

describe('positions', () => {
  it('reports a margin call and an end from complete answers only', async () => {
    const { start, client, time, titles } = setup()
    await start()
    const answer = (...positions: Position[]) =>
      client.answer('positions', () => Promise.resolve(ok({ value: positions, at: time.clock() })))
    answer(aPosition({ liquidationState: 'margin_call' }))
    await time.pass(5)
    client.refuse('positions', problem('not-understood'))
    await time.pass(8)
    answer()
    await time.pass(20)
    expect(titles()).toEqual(['BTC_USDT long is in margin call', 'BTC_USDT long is no longer open'])
  })
})

describe('loss of monitoring, by cause', () => {
  it.each([
    [
      'the server stopped',
      'unreachable',
      'Loan and positions not monitored: the exchange cannot be reached',
    ],
    [
      'it answers nothing in time',
      'timeout',
      'Loan and positions not monitored: the exchange cannot be reached',
    ],
    [
      '401',
      'bad-key-or-signature',
      'Loan and positions not monitored: the exchange rejects the key',
    ],
    [
      'a storm of 429',
      'rate-limited',
      'Loan and positions not monitored: the exchange asks to slow down',
    ],
    [
      'answers without sense',
      'not-understood',
      'Loan and positions not monitored: the answers are not understood',
    ],
    ['a bad certificate', 'tls', 'Loan and positions not monitored: the connection is not safe'],
  ] satisfies [string, ProblemCode, string][])('%s', async (_name, code, title) => {
    const { start, client, time, titles, notified, alerts } = setup()
    await start()
    const since = time.clock()
    client.refuseAll(problem(code))
    await time.pass(115)
    expect(titles()).toEqual([])
    await time.pass(20)
    expect(titles()).toEqual([title])
    expect(notified[0]?.body).toMatch(/^Since \d\d:\d\d\. /)
    expect(alerts().view()).toMatchObject({
      level: 'unmonitored',
      attention: [
        { alert: { kind: 'monitoring-lost', cause: { since: expect.closeTo(since, -1) } } },
      ],
    })
    // What follows does not depend on the cause: six hours of one are enough.
    await time.pass(code === 'unreachable' ? 6 * 3600 : 3600)
    expect(titles()).toHaveLength(1)
  })

  it('counts a pause requested by the exchange once it lasts longer than the silence limit, even if the liveness check is answered', async () => {
    const { start, client, time, titles, alerts } = setup()
    await start()
    client.refuse('positions', { ...problem('rate-limited'), retryAt: time.clock() + 3600 })
    await time.pass(115)
    expect(alerts().view().level).toBe('fine')
    await time.pass(20)
    expect(titles()).toEqual(['Loan and positions not monitored: the exchange asks to slow down'])
    expect(alerts().view().level).toBe('unmonitored')
  })

  it('warns when a key may no longer read a known loan; an acknowledgement ends that warning for good', async () => {
    const { start, client, ltv, time, titles, alerts } = setup()
    await start()
    ltv('66')
    await time.pass(15)
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'not-enabled' as const }, at: time.clock() })),
    )
    await time.pass(150)
    expect(titles()).toEqual([
      'BTC loan: LTV has reached your step of 65\u00a0%',
      'Loan not monitored: this key no longer has access',
    ])
    const { level, attention } = alerts().view()
    expect(level).toBe('unmonitored')
    alerts().acknowledge(attention[0]?.alert.id ?? '')
    expect(alerts().view()).toMatchObject({ level: 'fine', attention: [] })
    await time.pass(3600)
    expect(titles()).toHaveLength(2)
    expect(alerts().view().level).toBe('fine')
  })

  it.each([[{}], [[]], [null], [{ ...wireLoan, marginCallLtv: null }]])(
    "NET-9 keeps a loan's alert open on an answer of %j, and counts the loan as not seen",
    async (body) => {
      const { start, ltv, client, time, titles, alerts } = setup({ earlySteps: [] })
      await start()
      ltv('76')
      await time.pass(15)
      client.answer('loan', () => Promise.resolve(loanAnswered(body, time.clock())))
      await time.pass(25)
      expect(alerts().view().attention).toMatchObject([
        { alert: { kind: 'margin-call', state: { kind: 'active' } } },
      ])
      await time.pass(30)
      expect(titles()).toEqual([
        'BTC loan: LTV has reached margin call',
        'Loan not monitored: the answers are not understood',
      ])
      expect(alerts().view()).toMatchObject({
        level: 'unmonitored',
        attention: [{ alert: { kind: 'margin-call' } }, { alert: { kind: 'monitoring-lost' } }],
      })
    },
  )

  it('a locked keychain: polls nothing at all', async () => {
    const { startLocked, time, titles } = setup()
    startLocked()
    await time.pass(130)
    expect(titles()).toEqual([
      'Loan and positions not monitored: key not available in the keychain',
    ])
  })

  it('a server that accepts a call and never answers', async () => {
    const { start, client, time, titles } = setup()
    await start()
    for (const call of ['positions', 'loan', 'balance'] as const)
      client.answer(call, () => later<never>().promise)
    await time.pass(140)
    expect(titles()).toEqual(['Loan and positions not monitored: no answer comes'])
  })

  it('warns after thirty seconds near a margin call', async () => {
    const { start, ltv, client, time, titles } = setup()
    ltv('74')
    await start()
    client.refuseAll(problem('unreachable'))
    await time.pass(28)
    expect(titles()).toEqual([])
    await time.pass(7)
    expect(titles()).toEqual(['Loan and positions not monitored: the exchange cannot be reached'])
  })

  it.each(['25', '74'])(
    'never warns however often an account enters and leaves the screen, at an LTV of %s',
    async (current) => {
      const { start, ltv, setShown, time, titles } = setup()
      ltv(current)
      await start()
      for (let turn = 0; turn < 60; turn += 1)
        for (const shown of ['background', 'screen', 'hidden', 'background'] as const) {
          setShown(shown)
          await time.pass(7 + turn * 0.7)
        }
      expect(titles()).toEqual([])
    },
  )

  it.each([
    ['25', 119, 30],
    ['74', 28, 7],
  ])(
    'warns in the background as soon as on screen, at an LTV of %s',
    async (current, silent, soon) => {
      const { start, ltv, setShown, client, time, titles } = setup()
      ltv(current)
      await start()
      setShown('background')
      await time.pass(60)
      client.refuseAll(problem('unreachable'))
      await time.pass(silent - 15)
      expect(titles()).toEqual([])
      await time.pass(15 + soon)
      expect(titles()).toEqual(['Loan and positions not monitored: the exchange cannot be reached'])
    },
  )

  it('never warns on a slow but living server, however near', async () => {
    for (const current of ['25', '74']) {
      const { start, ltv, client, time, titles } = setup()
      ltv(current)
      await start()
      const slowly =
        <T>(value: () => T) =>
        async () => {
          const wait = later<null>()
          time.after(9500, () => wait.settle(null))
          await wait.promise
          return ok({ value: value(), at: time.clock() })
        }
      client.answer(
        'positions',
        slowly(() => [aPosition()]),
      )
      client.answer(
        'loan',
        slowly(() => aLoan({ currentLtv: current })),
      )
      client.answer(
        'balance',
        slowly(() => []),
      )
      await time.pass(3600)
      expect(titles()).toEqual([])
    }
  })

  it('FLT-11 warns of neither kind after sleep when the first refresh succeeds', async () => {
    const { start, ltv, time, titles, resumed } = setup()
    ltv('74')
    await start()
    for (let night = 0; night < 5; night += 1) {
      await time.pass(25)
      time.sleep(8 * 3600)
      resumed()
      await time.pass(40)
      time.stall(600)
      await time.pass(40)
    }
    expect(titles()).toEqual([])
  })

  it('FLT-11 warns once after sleep when it fails', async () => {
    const { start, client, time, titles, resumed } = setup()
    await start()
    client.refuseAll(problem('unreachable'))
    time.sleep(8 * 3600)
    resumed()
    await time.pass(100)
    expect(titles()).toEqual([])
    await time.pass(60)
    expect(titles()).toHaveLength(1)
  })

  it('FLT-7 does not warn when the clock jumps, either way', async () => {
    const { start, ltv, time, titles } = setup()
    ltv('74')
    await start()
    for (const jump of [600, -600, 3600, -7200, 86_400, -90_000]) {
      await time.pass(60)
      time.setClock(jump)
      await time.pass(60)
    }
    expect(titles()).toEqual([])
  })

  it('FLT-7 warns on time even if the clock was set back during the silence', async () => {
    const { start, ltv, client, time, titles } = setup()
    ltv('74')
    await start()
    client.refuseAll(problem('unreachable'))
    await time.pass(6)
    time.setClock(-3600)
    await time.pass(29)
    expect(titles()).toEqual(['Loan and positions not monitored: the exchange cannot be reached'])
  })

  it('ends when monitoring is back, and withdraws the notification', async () => {
    const { start, client, time, titles, screen } = setup()
    await start()
    client.refuseAll(problem('unreachable'))
    await time.pass(150)
    client.answer('ping', () => Promise.resolve(ok({ value: { ms: 9 }, at: time.clock() })))
    client.answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition()], at: time.clock() })),
    )
    client.answer('loan', () => Promise.resolve(ok({ value: aLoan(), at: time.clock() })))
    await time.pass(60)
    expect(titles()).toEqual([
      'Loan and positions not monitored: the exchange cannot be reached',
      'Loan and positions are monitored again',
    ])
    expect([...screen.keys()]).toEqual(['a/over:sight/loan+positions'])
  })
})

describe('user actions', () => {
  const inMarginCall = async () => {
    const harness = setup()
    await harness.start()
    harness.ltv('76')
    await harness.time.pass(15)
    const [item] = harness.alerts().view().attention
    return { ...harness, id: item?.alert.id ?? '' }
  }

  it('acknowledging removes the notification from the screen and keeps the danger visible', async () => {
    const { alerts, id, screen, history } = await inMarginCall()
    expect(alerts().acknowledge(id)).toEqual(ok(null))
    expect(screen.size).toBe(0)
    expect(alerts().view()).toMatchObject({ level: 'danger', attention: [{ quiet: true }] })
    expect(history()).toMatchObject([{ id, state: { kind: 'acknowledged' } }])
    expect(alerts().acknowledge(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('a snooze ends, and the alert is reported again', async () => {
    const { alerts, id, time, notified } = await inMarginCall()
    expect(alerts().snooze(id, time.clock() + 600)).toEqual(ok(null))
    notified.length = 0
    await time.pass(595)
    expect(notified).toEqual([])
    await time.pass(10)
    expect(notified).toHaveLength(1)
  })

  it('refuses an unlimited snooze', async () => {
    const { alerts, id, time } = await inMarginCall()
    for (const until of [time.clock(), time.clock() - 1, time.clock() + 8 * 86_400, Number.NaN]) {
      expect(alerts().snooze(id, until)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    }
  })

  it('reading decreases the unread count', async () => {
    const { alerts, id, history } = await inMarginCall()
    expect(alerts().view().unread).toBe(1)
    const { revision } = alerts().view()
    expect(alerts().markRead([id])).toEqual(ok(null))
    expect(alerts().view().unread).toBe(0)
    expect(alerts().view().revision).not.toBe(revision)
    expect(history()[0]?.readAt).not.toBeNull()
  })

  it('shows what the system does with notifications', async () => {
    const { alerts, start, setNotifications, views, time } = setup()
    await start()
    expect(alerts().view().notifications).toBe('untried')
    const before = views.length
    setNotifications('refused')
    alerts().notificationsChanged()
    expect(alerts().view().notifications).toBe('refused')
    expect(views.slice(before)).toEqual([alerts().view()])
    alerts().notificationsChanged()
    await time.pass(20)
    expect(views.slice(before)).toHaveLength(1)
  })

  it('marks notifications of the demo as such', async () => {
    const { account, names, time, titles } = setup()
    const { start, ltv } = account('demo')
    names.set('demo', 'Demo')
    await start()
    ltv('76')
    await time.pass(15)
    expect(titles()).toEqual(['Demo: BTC loan: LTV has reached margin call'])
  })
})

describe('across restarts', () => {
  it('does not repeat an alert, keeps it open, and still reports its end', async () => {
    const { start, ltv, time, restart, titles, alerts } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    await restart()
    expect(alerts().view().attention).toMatchObject([
      { alert: { kind: 'margin-call', found: 'new' } },
    ])
    ltv('60')
    await time.pass(15)
    expect(titles()).toEqual([
      'BTC loan: LTV has reached margin call',
      'BTC loan: LTV is below margin call again',
    ])
  })

  it('shows an unacknowledged margin call again after a restart: once, without a sound', async () => {
    const { start, ltv, time, restart, notified, screen, alerts, history } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    await restart()
    await time.pass(60)
    expect(notified).toMatchObject([
      { title: 'BTC loan: LTV has reached margin call', silent: true, timeoutType: 'never' },
    ])
    expect([...screen.values()]).toHaveLength(1)
    alerts().acknowledge(history()[0]?.id ?? '')
    expect(screen.size).toBe(0)
    await restart()
    await time.pass(600)
    expect(notified).toEqual([])
  })

  it('does not show an early step again', async () => {
    const { start, ltv, time, restart, notified } = setup()
    await start()
    ltv('66')
    await time.pass(15)
    await restart()
    await time.pass(600)
    expect(notified).toEqual([])
  })

  it('reports a step crossed while Plimsoll was not running', async () => {
    const { start, ltv, time, restart, titles } = setup()
    await start()
    await time.pass(60)
    ltv('76')
    await restart()
    expect(titles()).toEqual(['BTC loan: LTV has reached margin call'])
  })

  it('is not disturbed by notifications of an earlier version on screen under other ids', async () => {
    const { start, ltv, time, close, restart, titles, screen, withdrawn, repository } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    close()
    const kept = valueOf(repository.load('a'))
    const [alert] = kept.open
    // As after a kill: nothing was removed from the screen, and no trace of it remains.
    const shown = { [`alert:${alert?.id}`]: [alert?.id ?? ''], 'alert:past': ['past'] }
    const notices = {
      ...noStates.notices,
      told: { [alert?.id ?? '']: time.clock() },
      shown,
      over: { 'loan/ltv': time.clock() - 10 },
    }
    valueOf(repository.save('a', [], { notices }))
    withdrawn.length = 0
    await restart()
    expect(titles()).toEqual(['BTC loan: LTV has reached margin call'])
    ltv('60')
    await time.pass(15)
    expect(withdrawn).toEqual([`a/alert:${alert?.id}`])
    expect([...screen.keys()]).toEqual(['a/over:loan/ltv'])
    await time.pass(3600)
    expect(screen.size).toBe(0)
  })

  it('treats a saved state that cannot be read as none: the next check is the first', async () => {
    const { start, ltv, time, restart, titles, repository, alerts } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    repository.save('a', [], {
      ladder: 'torn',
      positions: 5,
      blindness: null,
      notices: [],
      payouts: { seen: [1] },
    })
    await restart()
    expect(titles()).toEqual(['BTC loan: LTV has reached margin call'])
    expect(alerts().view().attention).toMatchObject([
      { alert: { kind: 'margin-call', found: 'standing' } },
    ])
  })

  it('leaves no notification and no timer once closed', async () => {
    const { start, ltv, client, time, close, screen, views } = setup()
    await start()
    ltv('76')
    await time.pass(15)
    ltv('60')
    client.answer('positions', () =>
      Promise.resolve(
        ok({ value: [aPosition({ liquidationState: 'margin_call' })], at: time.clock() }),
      ),
    )
    await time.pass(15)
    expect([...screen.values()].map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'BTC loan: LTV is below margin call again',
        'BTC_USDT long is in margin call',
      ]),
    )
    close()
    expect(screen.size).toBe(0)
    expect(time.pending()).toBe(0)
    const before = views.length
    close()
    await time.pass(600)
    expect(views).toHaveLength(before)
  })

  it('DAT-8 keeps alerting when the disk refuses, and saves what was reported once possible', async () => {
    const { start, ltv, time, titles, repository, alerts, history } = setup()
    const { save } = repository
    repository.save = () => fail(problem('store-trouble'))
    await start()
    ltv('76')
    await time.pass(15)
    expect(titles()).toEqual(['BTC loan: LTV has reached margin call'])
    expect(alerts().view().attention).toHaveLength(1)
    repository.save = save
    await time.pass(60)
    expect(history()).toHaveLength(1)
  })
})

const calledMargin = 'BTC loan: LTV has reached margin call'

describe('two accounts open at once', () => {
  const both = async (settings: Partial<AlertSettings> = {}) => {
    const { account, ...harness } = setup(settings)
    harness.names.set('a', 'Main account').set('b', 'Savings')
    const [one, other] = [account('a'), account('b')]
    await one.start()
    await other.start()
    const shown = () => [...harness.screen.values()].map(({ title }) => title)
    return { ...harness, account, one, other, shown, titles: harness.titles }
  }

  it('warn independently with the same loan, each notification with its account’s name and its own id', async () => {
    const { one, other, time, titles, notified, screen, shown } = await both()
    one.ltv('76')
    await time.pass(15)
    expect(titles()).toEqual([`Main account: ${calledMargin}`])
    expect(other.alerts().view()).toMatchObject({
      profileId: 'b',
      level: 'fine',
      attention: [],
      unread: 0,
    })
    other.ltv('76')
    await time.pass(15)
    expect(titles()).toEqual([`Main account: ${calledMargin}`, `Savings: ${calledMargin}`])
    expect(notified.map(({ profileId }) => profileId)).toEqual(['a', 'b'])
    expect(screen.size).toBe(2)
    one.ltv('60')
    await time.pass(15)
    expect(shown()).toEqual([
      `Savings: ${calledMargin}`,
      'Main account: BTC loan: LTV is below margin call again',
    ])
    other.ltv('60')
    await time.pass(15)
    expect(shown()).toEqual([
      'Main account: BTC loan: LTV is below margin call again',
      'Savings: BTC loan: LTV is below margin call again',
    ])
    expect(new Set(notified.map(({ id }) => id)).size).toBe(4)
  })

  it("keep one account's notifications when the other closes, whose own are shown again when it reopens", async () => {
    const { one, other, time, shown, notified } = await both()
    one.ltv('76')
    other.ltv('76')
    await time.pass(15)
    one.close()
    expect(shown()).toEqual([`Savings: ${calledMargin}`])
    expect(other.alerts().view()).toMatchObject({ level: 'danger', attention: [{ quiet: false }] })
    notified.length = 0
    await one.start()
    expect(notified).toMatchObject([
      {
        profileId: 'a',
        title: `Main account: ${calledMargin}`,
        silent: true,
        timeoutType: 'never',
      },
    ])
    expect(shown()).toHaveLength(2)
  })

  it('act on an alert of one account without changing the other', async () => {
    const { one, other, time, shown } = await both()
    one.ltv('76')
    other.ltv('76')
    await time.pass(15)
    const id = one.history()[0]?.id ?? ''
    expect(other.alerts().acknowledge(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(one.alerts().acknowledge(id)).toEqual(ok(null))
    expect(one.alerts().markRead(null)).toEqual(ok(null))
    expect(shown()).toEqual([`Savings: ${calledMargin}`])
    expect(other.alerts().view()).toMatchObject({ unread: 1, attention: [{ quiet: false }] })
    expect(other.history()).toMatchObject([
      { profileId: 'b', state: { kind: 'active' }, readAt: null },
    ])
  })

  it("neither hide nor end one account's loss of monitoring by monitoring the other", async () => {
    const { one, other, time, titles } = await both()
    one.client.refuseAll(problem('unreachable'))
    await time.pass(150)
    expect(titles()).toEqual([
      'Main account: Loan and positions not monitored: the exchange cannot be reached',
    ])
    expect([one.alerts().view().level, other.alerts().view().level]).toEqual([
      'unmonitored',
      'fine',
    ])
  })

  it('apply the cool-down and the notification limit per account', async () => {
    const { one, other, time, titles } = await both({ coolDownMinutes: 60 })
    const burst = (account: typeof one, from: number) =>
      account.client.answer('positions', () =>
        Promise.resolve(
          ok({
            value: [aPosition({ id: String(from + time.clock()), liquidationState: null })],
            at: time.clock(),
          }),
        ),
      )
    burst(one, 0)
    await time.pass(290)
    const reported = titles().length
    expect(reported).toBeGreaterThanOrEqual(12)
    other.ltv('66')
    await time.pass(15)
    expect(titles().filter((title) => title.startsWith('Savings'))).toEqual([
      'Savings: BTC loan: LTV has reached your step of 65\u00a0%',
    ])
  })

  it('make a topic wait once all accounts together have shown enough of it, but never a margin call', async () => {
    const { one, other, time, titles, setFull } = await both()
    setFull('monitoring-lost', 'over', 'monitored-again', 'other')
    one.client.refuseAll(problem('unreachable'))
    other.ltv('76')
    await time.pass(115)
    expect(titles()).toEqual([`Savings: ${calledMargin}`])
    await time.pass(35)
    expect(titles()).toEqual([`Savings: ${calledMargin}`, `Savings: ${calledMargin}`])
    expect(one.alerts().view()).toMatchObject({
      level: 'unmonitored',
      attention: [{ alert: { kind: 'monitoring-lost' } }],
    })
    setFull()
    await time.pass(5)
    expect(titles().slice(2)).toEqual([
      'Main account: Loan and positions not monitored: the exchange cannot be reached',
    ])
  })

  it('report a payout change for the account it belongs to', async () => {
    const { one, other, titles, time } = await both()
    const readPayout = (account: typeof one, externalAddress: string) => {
      const destination = { accountName: 'miner', destination: 'external_address', externalAddress }
      account.alerts().payoutRead({ destination, at: time.clock(), keyHint: null }, null)
    }
    readPayout(one, 'bc1qold')
    readPayout(other, 'bc1qother')
    expect(titles()).toEqual([])
    readPayout(one, 'bc1qnew')
    expect(titles()).toEqual(['Main account: Mining payout of miner was changed'])
    one.alerts().payoutRemoved('miner')
    readPayout(other, 'bc1qnew')
    expect(titles().slice(1)).toEqual(['Savings: Mining payout of miner was changed'])
  })

  it('name a lone account from the next notification after another is added', async () => {
    const { start, ltv, time, titles, names } = setup()
    await start()
    ltv('66')
    await time.pass(15)
    names.set('a', 'Main account')
    ltv('76')
    await time.pass(15)
    expect(titles()).toEqual([
      'BTC loan: LTV has reached your step of 65\u00a0%',
      `Main account: ${calledMargin}`,
    ])
  })
})

describe('a list of positions with one that cannot be read', () => {
  it('raises an alert, is not taken for a closed position, and ends with the next complete list', async () => {
    const { start, client, time, titles, alerts, history } = setup()
    const both = [
      aPosition({ liquidationState: null }),
      aPosition({ id: '528', market: 'ETH_USDT', liquidationState: null }),
    ]
    client.answer('positions', () => Promise.resolve(ok({ value: both, at: time.clock() })))
    await start()
    await time.pass(10)
    client.answer('positions', () =>
      Promise.resolve(
        ok({
          value: both.slice(0, 1),
          at: time.clock(),
          unreadable: [anUnreadable({ id: '528', name: 'ETH_USDT' })],
        }),
      ),
    )
    await time.pass(300)
    expect(titles()).toEqual(['1 of 2 positions could not be read and is not monitored'])
    expect(alerts().view()).toMatchObject({
      level: 'danger',
      attention: [{ alert: { kind: 'position-unreadable' }, screen: 'positions' }],
    })
    client.answer('positions', () => Promise.resolve(ok({ value: both, at: time.clock() })))
    await time.pass(10)
    expect(titles().slice(1)).toEqual(['All positions can be read again'])
    expect(alerts().view()).toMatchObject({ level: 'fine', attention: [] })
    expect(history().map(({ kind }) => kind)).toEqual(['position-unreadable'])
  })

  it('does not hide that monitoring is lost entirely, even where its alert was acknowledged', async () => {
    const { start, client, time, titles, alerts } = setup()
    client.answer('positions', () =>
      Promise.resolve(
        ok({ value: [aPosition()], at: time.clock(), unreadable: [anUnreadable({ id: '528' })] }),
      ),
    )
    await start()
    await time.pass(60)
    const [first] = alerts().view().attention
    alerts().acknowledge(first?.alert.id ?? '')
    client.refuseAll(problem('unreachable'))
    await time.pass(300)
    expect(titles()[1]).toMatch(/not monitored/)
  })

  it('alerts again if it was readable in between, even if the alert for both was acknowledged', async () => {
    const { start, client, time, titles, alerts, history } = setup()
    const sol = anUnreadable({ id: '529', name: 'SOL_USDT' })
    const calm = aPosition({ liquidationState: null })
    const answer = (value: Position[], ...unreadable: Unreadable[]) =>
      client.answer('positions', () =>
        Promise.resolve(
          ok({ value, at: time.clock(), ...(unreadable.length === 0 ? {} : { unreadable }) }),
        ),
      )
    const both = '2 of 2 positions could not be read and are not monitored'
    answer([], anUnreadable(), sol)
    await start()
    await time.pass(60)
    alerts().acknowledge(alerts().view().attention[0]?.alert.id ?? '')
    answer([calm], sol)
    await time.pass(60)
    expect(titles()).toEqual([both])
    expect(worded(alerts().view().attention)).toMatchObject([
      {
        alert: {
          title: '1 of 2 positions could not be read and is not monitored',
          state: { kind: 'acknowledged' },
        },
      },
    ])
    expect(worded(history())).toMatchObject([
      { title: '1 of 2 positions could not be read and is not monitored' },
    ])
    answer([], anUnreadable(), sol)
    await time.pass(60)
    expect(titles()).toEqual([both, both])
    expect(worded(alerts().view().attention)).toMatchObject([
      { alert: { title: both, state: { kind: 'active' } } },
    ])
    answer([calm], sol)
    await time.pass(60)
    answer([calm])
    await time.pass(60)
    expect(titles().slice(2)).toEqual(['All positions can be read again'])
  })

  it('notifies of the margin call still readable in it, during quiet hours too', async () => {
    const { start, client, time, notified } = setup({ quietHours: { on: true, from: 0, to: 1439 } })
    client.answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition({ liquidationState: null })], at: time.clock() })),
    )
    await start()
    await time.pass(10)
    client.answer('positions', () =>
      Promise.resolve(
        ok({
          value: [],
          at: time.clock(),
          unreadable: [anUnreadable({ liquidationState: 'margin_call' })],
        }),
      ),
    )
    await time.pass(10)
    expect(notified).toMatchObject([
      { title: 'BTC_USDT long is in margin call', urgency: 'critical' },
    ])
  })
})
