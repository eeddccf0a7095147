// A changed payout through the whole alarm, from the look to the notice on the screen: it stays until somebody has seen it.
import { describe, expect, it } from 'vitest'
import type { AlertSettings } from '../../../src/shared/domain/alert.js'
import { createWatchedHouse } from '../../support/alerts.js'

const day = 86_400
const told = 'Mining payout of rig was changed'

const setup = (settings: Partial<AlertSettings> = {}) => {
  const house = createWatchedHouse(settings)
  const { time, screen, notified } = house
  let alerts = house.open()
  const look = (externalAddress: string, keyHint: string | null = null, of = alerts): void => {
    const destination = { accountName: 'rig', destination: 'external_address', externalAddress }
    of.payout({ destination, at: time.clock(), keyHint }, null)
  }
  return {
    ...house,
    alerts: () => alerts,
    look,
    /** The destination is changed under Plimsoll's eyes. */
    changed: async () => {
      look('bc1qold')
      await time.pass(600)
      look('bc1qnew')
      await time.pass(1)
    },
    restart: () => {
      alerts.close()
      notified.length = 0
      alerts = house.open()
    },
    // Nothing else is looked at in these stories, so the watch calls itself blind; that is another matter.
    titles: () => notified.filter((notice) => notice.screen === 'mining').map(({ title }) => title),
    onScreen: () => [...screen.values()].filter((notice) => notice.screen === 'mining').map(({ title }) => title),
    calling: () =>
      alerts
        .view()
        .attention.filter(({ alert, quiet }) => alert.kind === 'payout-changed' && !quiet)
        .map(({ alert }) => alert),
  }
}

describe('a payout that was changed and that nobody has seen', () => {
  it('FLT-11 still calls after a long weekend of sleep, on the screen and in the window', async () => {
    const { time, changed, calling, onScreen, withdrawn, alerts } = setup()
    await changed()
    expect(onScreen()).toContain(told)
    time.sleep(4 * day)
    alerts().resumed()
    await time.pass(60)
    expect(calling()).toHaveLength(1)
    expect(onScreen()).toContain(told)
    expect(withdrawn).toEqual([])
    expect(alerts().view().level).toBe('blind')
  })

  it('FLT-7 still calls after the clock was set ahead by a year', async () => {
    const { time, changed, calling, onScreen } = setup()
    await changed()
    time.setClock(366 * day)
    await time.pass(60)
    expect(calling()).toHaveLength(1)
    expect(onScreen()).toContain(told)
  })

  it('still calls after a week in which Plimsoll did not run', async () => {
    const { time, changed, calling, restart } = setup()
    await changed()
    time.sleep(7 * day)
    restart()
    await time.pass(60)
    expect(calling()).toHaveLength(1)
  })

  it('comes back after having been put off for longer than three days', async () => {
    const { time, changed, calling, titles, alerts, notified } = setup()
    await changed()
    const [alert] = calling()
    expect(alerts().snooze(alert?.id ?? '', time.clock() + 5 * day)).toMatchObject({ ok: true })
    expect(calling()).toEqual([])
    notified.length = 0
    time.sleep(5 * day)
    await time.pass(10)
    expect(calling()).toHaveLength(1)
    expect(titles()).toContain(told)
  })

  it('becomes history three days after the change once it was acknowledged, and not before', async () => {
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

  it('is history at once where it is acknowledged later than that', async () => {
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

describe('25 quiet hours and a changed payout', () => {
  const night = { on: true, from: 0, to: 1439 }

  it('it comes through them, and stays on the screen until it is seen', async () => {
    const { changed, notified, calling, alerts, onScreen } = setup({ quietHours: night })
    await changed()
    expect(notified).toMatchObject([{ title: told, urgency: 'critical', timeoutType: 'never', silent: false, screen: 'mining' }])
    alerts().acknowledge(calling()[0]?.id ?? '')
    expect(onScreen()).toEqual([])
  })

  it('where the separate switch holds it back, it is in the window at once and on the screen when they end', async () => {
    const { changed, titles, calling, choose, alerts } = setup({ quietHours: night, quietHoursCoverMarginCalls: true })
    await changed()
    expect(titles()).toEqual([])
    expect(calling()).toHaveLength(1)
    choose({ quietHours: { ...night, on: false } })
    alerts().settingsChanged()
    expect(titles()).toContain(told)
  })
})

describe('accounts that are watched no more', () => {
  it('are forgotten: whoever adds one again starts from what is found then', async () => {
    const { time, look, titles, calling, alerts, memory } = setup()
    look('bc1qold')
    await time.pass(600)
    alerts().payoutForgotten('rig')
    const kept = memory.load('a')
    expect(JSON.stringify(kept.ok ? kept.value.states['payouts'] : null)).toBe('{"seen":[]}')
    await time.pass(600)
    look('bc1qnew')
    expect(titles()).toEqual([])
    expect(calling()).toEqual([])
    look('bc1qold')
    expect(titles()).toEqual([told])
  })

  it('the pool account of the same name of another account stays known', async () => {
    const { time, look, titles, open } = setup()
    look('bc1qold')
    open('b').payoutForgotten('rig')
    await time.pass(600)
    look('bc1qnew')
    expect(titles()).toEqual([told])
  })

  it('an alarm that was raised about it still calls until it is acknowledged', async () => {
    const { changed, calling, alerts } = setup()
    await changed()
    alerts().payoutForgotten('rig')
    expect(calling()).toHaveLength(1)
    expect(alerts().acknowledge(calling()[0]?.id ?? '')).toMatchObject({ ok: true })
  })
})

describe('across runs, accounts and keys', () => {
  it('a change while Plimsoll was not running is told at the first look', async () => {
    const { time, look, titles, restart } = setup()
    look('bc1qold')
    time.sleep(2 * day)
    restart()
    await time.pass(5)
    look('bc1qnew')
    expect(titles()).toContain(told)
  })

  it('two accounts with a pool account of the same name are told apart', () => {
    const { look, titles, open } = setup()
    const other = open('b')
    look('bc1qold')
    look('bc1qother', null, other)
    look('bc1qold')
    expect(titles()).toEqual([])
    look('bc1qnew', null, other)
    expect(titles()).toEqual([told])
  })

  it('another destination under a new key is told as just that, over a restart, too', async () => {
    const { time, look, titles, restart } = setup()
    look('bc1qold', 'aaaa…1111')
    await time.pass(5)
    restart()
    look('bc1qnew', 'bbbb…2222')
    expect(titles()).toEqual(['Mining payout of rig differs under the new key'])
  })
})
