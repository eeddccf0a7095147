// A changed payout from the poll to the notification: it stays until somebody has seen it.
import { describe, expect, it } from 'vitest'
import type { AlertSettings } from '../../../src/shared/alerts/alert.js'
import { createAlertHarness } from '../../support/alert-harness.js'

const day = 86_400
const changedTitle = 'Mining payout of rig was changed'

function setup(settings: Partial<AlertSettings> = {}) {
  const harness = createAlertHarness(settings)
  const { time, screen, notified } = harness
  let alerts = harness.open()
  const answer = (externalAddress: string, keyHint: string | null = null, of = alerts): void => {
    const destination = { accountName: 'rig', destination: 'external_address', externalAddress }
    of.payoutRead({ destination, at: time.clock(), keyHint }, null)
  }
  return {
    ...harness,
    alerts: () => alerts,
    answer,
    /** Changes the destination while Plimsoll is running. */
    changed: async () => {
      answer('bc1qold')
      await time.pass(600)
      answer('bc1qnew')
      await time.pass(1)
    },
    restart: () => {
      alerts.close()
      notified.length = 0
      alerts = harness.open()
    },
    // Nothing else is polled here, so a loss of monitoring is reported as well, which is not tested
    // here.
    titles: () => notified.filter((notice) => notice.screen === 'mining').map(({ title }) => title),
    onScreen: () =>
      [...screen.values()].filter((notice) => notice.screen === 'mining').map(({ title }) => title),
    calling: () =>
      alerts
        .view()
        .attention.filter(({ alert, quiet }) => alert.kind === 'payout-changed' && !quiet)
        .map(({ alert }) => alert),
  }
}

describe('a changed payout that nobody has seen', () => {
  it('FLT-11 still alerts after a long weekend of sleep, on the screen and in the window', async () => {
    const { time, changed, calling, onScreen, withdrawn, alerts } = setup()
    await changed()
    expect(onScreen()).toContain(changedTitle)
    time.sleep(4 * day)
    alerts().resumed()
    await time.pass(60)
    expect(calling()).toHaveLength(1)
    expect(onScreen()).toContain(changedTitle)
    expect(withdrawn).toEqual([])
    expect(alerts().view().level).toBe('unmonitored')
  })

  it('FLT-7 still alerts after the clock was set ahead by a year', async () => {
    const { time, changed, calling, onScreen } = setup()
    await changed()
    time.setClock(366 * day)
    await time.pass(60)
    expect(calling()).toHaveLength(1)
    expect(onScreen()).toContain(changedTitle)
  })

  it('still alerts after a week in which Plimsoll did not run', async () => {
    const { time, changed, calling, restart } = setup()
    await changed()
    time.sleep(7 * day)
    restart()
    await time.pass(60)
    expect(calling()).toHaveLength(1)
  })

  it('returns after being snoozed for longer than three days', async () => {
    const { time, changed, calling, titles, alerts, notified } = setup()
    await changed()
    const [alert] = calling()
    expect(alerts().snooze(alert?.id ?? '', time.clock() + 5 * day)).toMatchObject({ ok: true })
    expect(calling()).toEqual([])
    notified.length = 0
    time.sleep(5 * day)
    await time.pass(10)
    expect(calling()).toHaveLength(1)
    expect(titles()).toContain(changedTitle)
  })

  it('becomes history three days after the change if acknowledged, and not before', async () => {
    const { time, changed, calling, alerts } = setup()
    const shown = () =>
      alerts()
        .view()
        .attention.some(({ alert: { kind } }) => kind === 'payout-changed')
    await changed()
    expect(alerts().acknowledge(calling()[0]?.id ?? '')).toMatchObject({ ok: true })
    time.sleep(3 * day - 60)
    await time.pass(10)
    expect(shown()).toBe(true)
    await time.pass(60)
    expect(shown()).toBe(false)
  })

  it('becomes history at once if acknowledged later than that', async () => {
    const { time, changed, calling, alerts } = setup()
    await changed()
    time.sleep(4 * day)
    await time.pass(10)
    expect(alerts().acknowledge(calling()[0]?.id ?? '')).toMatchObject({ ok: true })
    expect(
      alerts()
        .view()
        .attention.filter(({ alert }) => alert.kind === 'payout-changed'),
    ).toEqual([])
  })
})

describe('quiet hours and a changed payout', () => {
  const night = { on: true, from: 0, to: 1439 }

  it('it passes them, and stays on the screen until it is seen', async () => {
    const { changed, notified, calling, alerts, onScreen } = setup({ quietHours: night })
    await changed()
    expect(notified).toMatchObject([
      {
        title: changedTitle,
        urgency: 'critical',
        timeoutType: 'never',
        silent: false,
        screen: 'mining',
      },
    ])
    alerts().acknowledge(calling()[0]?.id ?? '')
    expect(onScreen()).toEqual([])
  })

  it('when the separate switch holds it back, it is in the window at once and on the screen at their end', async () => {
    const { changed, titles, calling, choose, alerts } = setup({
      quietHours: night,
      quietHoursCoverMarginCalls: true,
    })
    await changed()
    expect(titles()).toEqual([])
    expect(calling()).toHaveLength(1)
    choose({ quietHours: { ...night, on: false } })
    alerts().settingsChanged()
    expect(titles()).toContain(changedTitle)
  })
})

describe('mining accounts that are no longer monitored', () => {
  it('are forgotten: adding one again starts from what is found then', async () => {
    const { time, answer, titles, calling, alerts, repository } = setup()
    answer('bc1qold')
    await time.pass(600)
    alerts().payoutRemoved('rig')
    const kept = repository.load('a')
    expect(JSON.stringify(kept.ok ? kept.value.states['payouts'] : null)).toBe('{"seen":[]}')
    await time.pass(600)
    answer('bc1qnew')
    expect(titles()).toEqual([])
    expect(calling()).toEqual([])
    answer('bc1qold')
    expect(titles()).toEqual([changedTitle])
  })

  it('leave the mining account of the same name in another account known', async () => {
    const { time, answer, titles, open } = setup()
    answer('bc1qold')
    open('b').payoutRemoved('rig')
    await time.pass(600)
    answer('bc1qnew')
    expect(titles()).toEqual([changedTitle])
  })

  it('keep an alert about them until it is acknowledged', async () => {
    const { changed, calling, alerts } = setup()
    await changed()
    alerts().payoutRemoved('rig')
    expect(calling()).toHaveLength(1)
    expect(alerts().acknowledge(calling()[0]?.id ?? '')).toMatchObject({ ok: true })
  })
})

describe('across runs, accounts and keys', () => {
  it('reports a change while Plimsoll was not running at the first check', async () => {
    const { time, answer, titles, restart } = setup()
    answer('bc1qold')
    time.sleep(2 * day)
    restart()
    await time.pass(5)
    answer('bc1qnew')
    expect(titles()).toContain(changedTitle)
  })

  it('separates mining accounts of the same name in two accounts', () => {
    const { answer, titles, open } = setup()
    const other = open('b')
    answer('bc1qold')
    answer('bc1qother', null, other)
    answer('bc1qold')
    expect(titles()).toEqual([])
    answer('bc1qnew', null, other)
    expect(titles()).toEqual([changedTitle])
  })

  it('reports another destination under a new key as exactly that, also after a restart', async () => {
    const { time, answer, titles, restart } = setup()
    answer('bc1qold', 'aaaa…1111')
    await time.pass(5)
    restart()
    answer('bc1qnew', 'bbbb…2222')
    expect(titles()).toEqual(['Mining payout of rig differs under the new key'])
  })
})
