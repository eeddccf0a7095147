import { describe, expect, it } from 'vitest'
import { createLinuxNotifier } from '../../../src/main/desktop/linux-notifier.js'
import type { LostNotices, NoticeOutcome } from '../../../src/main/desktop/notifier.js'
import type { AlertNotification, NotificationTarget } from '../../../src/shared/alerts/alert.js'
import {
  createFakeNotificationService,
  type FakeNotificationService,
} from '../../support/fake-notification-service.js'
import { createFakeClock } from '../../support/fake-clock.js'

function aNotice(over: Partial<AlertNotification> = {}): AlertNotification {
  return {
    id: 'a/alert:1',
    profileId: 'a',
    title: 'Margin call',
    body: 'LTV 76, liquidation at 85.',
    urgency: 'critical',
    timeoutType: 'never',
    silent: false,
    screen: 'loans',
    ...over,
  }
}

function setup(begins: Parameters<typeof createFakeNotificationService>[0] = {}) {
  const time = createFakeClock()
  const service = createFakeNotificationService(begins)
  const outcomes: NoticeOutcome[] = []
  const clicked: NotificationTarget[] = []
  const lost: LostNotices[] = []
  const log: string[] = []
  /** What applies now, by the id of its notification: what an account would show again. */
  const holds = new Map<string, AlertNotification>()
  const notifier = createLinuxNotifier({
    open: service.open,
    after: time.after,
    log: (what) => log.push(what),
    onClick: (target) => clicked.push(target),
    onOutcome: (outcome) => outcomes.push(outcome),
    onReturn: (what) => {
      lost.push(what)
      for (const id of [...what.missed, ...what.gone]) {
        const notice = holds.get(id)
        if (notice !== undefined) notifier.notify(notice)
      }
    },
  })
  return {
    time,
    service,
    outcomes,
    clicked,
    lost,
    log,
    notifier,
    holds,
    /** An account notifies of a current alert. */
    notify: (notice: AlertNotification): void => {
      holds.set(notice.id, notice)
      notifier.notify(notice)
    },
    /** It no longer applies, or somebody acknowledged it. */
    withdraw: (id: string): void => {
      holds.delete(id)
      notifier.withdraw(id)
    },
  }
}

describe('ALR-8 a notification on Linux', () => {
  it('says how urgent it is, that it stays, that it can be clicked, and where its icon is', async () => {
    const { time, service, outcomes, notify } = setup()
    notify(aNotice())
    notify(
      aNotice({
        id: 'a/over',
        title: 'Over',
        urgency: 'low',
        timeoutType: 'default',
        silent: true,
      }),
    )
    await time.pass(0)
    expect(service.screen()).toEqual([
      {
        title: 'Margin call',
        body: 'LTV 76, liquidation at 85.',
        actions: ['default', 'Open Plimsoll'],
        hints: new Map<string, unknown>([
          ['urgency', 2],
          ['desktop-entry', 'plimsoll'],
        ]),
        expires: 0,
      },
      {
        title: 'Over',
        body: 'LTV 76, liquidation at 85.',
        actions: ['default', 'Open Plimsoll'],
        hints: new Map<string, unknown>([
          ['urgency', 0],
          ['desktop-entry', 'plimsoll'],
          ['suppress-sound', true],
        ]),
        expires: -1,
      },
    ])
    expect(outcomes).toEqual(['shown', 'shown'])
    expect(time.pending()).toBe(0)
  })

  it("keeps an account's name as typed, whether or not its body is read as markup", async () => {
    const body = 'R&D <main>: LTV 76.'
    const markup = setup()
    markup.notify(aNotice({ body }))
    const plain = setup({ capabilities: ['body'] })
    plain.notify(aNotice({ body }))
    await markup.time.pass(0)
    await plain.time.pass(0)
    expect(markup.service.screen()).toMatchObject([{ body: 'R&amp;D &lt;main&gt;: LTV 76.' }])
    expect(plain.service.screen()).toMatchObject([{ body, actions: [] }])
  })

  it('opens the screen of its account when clicked, once', async () => {
    const { time, service, clicked, notify } = setup()
    notify(aNotice())
    notify(aNotice({ id: 'b/alert:1', profileId: 'b', title: 'An order', screen: 'trade' }))
    await time.pass(0)
    service.click('An order')
    service.click('An order')
    expect(clicked).toEqual([{ profileId: 'b', screen: 'trade' }])
  })

  it('replaces the one with its id, is withdrawn once, and ignores one that the user closed', async () => {
    const { time, service, notify, withdraw } = setup()
    notify(aNotice())
    await time.pass(0)
    notify(aNotice({ title: 'Liquidation' }))
    notify(aNotice({ id: 'a/alert:2', title: 'Closed by hand' }))
    await time.pass(0)
    expect(service.titles()).toEqual(['Liquidation', 'Closed by hand'])
    service.dismiss('Closed by hand')
    withdraw('a/alert:2')
    withdraw('a/alert:1')
    withdraw('a/alert:1')
    await time.pass(0)
    expect(service.titles()).toEqual([])
    expect(service.calls.filter((one) => one === 'CloseNotification')).toHaveLength(1)
  })

  it('is shown in its current state, or removed, if changed or withdrawn before the service has answered', async () => {
    const { time, service, notify, withdraw } = setup()
    notify(aNotice({ id: 'first' }))
    await time.pass(0)
    withdraw('first')
    service.stop()
    notify(aNotice())
    notify(aNotice({ id: 'a/alert:2', title: 'Acknowledged' }))
    await time.pass(1)
    notify(aNotice({ title: 'Liquidation' }))
    withdraw('a/alert:2')
    service.goOn()
    await time.pass(0)
    expect(service.titles()).toEqual(['Liquidation'])
  })

  it('of one account can still be withdrawn, however many another has shown', async () => {
    const { time, service, notify, withdraw } = setup()
    notify(aNotice({ id: 'b', profileId: 'b', title: 'B' }))
    for (let n = 0; n < 150; n += 1) notify(aNotice({ id: `a/${n}`, title: `A ${n}` }))
    await time.pass(0)
    withdraw('b')
    withdraw('a/149')
    withdraw('a/0')
    await time.pass(0)
    expect(service.titles()).toHaveLength(149)
    expect(service.titles()).not.toContain('B')
    expect(service.titles()).not.toContain('A 149')
  })
})

describe('ALR-8 a notification service that was not there', () => {
  it('shows what still applies as soon as it appears, in its current state, once', async () => {
    const { time, service, outcomes, lost, notify, withdraw } = setup({ state: 'absent' })
    notify(aNotice({ body: 'LTV 76.' }))
    notify(aNotice({ id: 'a/alert:2', title: 'Acknowledged meanwhile' }))
    await time.pass(0)
    expect(outcomes).toEqual(['refused', 'refused'])
    await time.pass(150)
    withdraw('a/alert:2')
    notify(aNotice({ body: 'LTV 79.' }))
    await time.pass(100)
    expect(service.shownTitles).toEqual([])

    service.start()
    await time.pass(0)
    expect(lost).toEqual([{ missed: ['a/alert:1'], gone: [] }])
    expect(service.screen()).toMatchObject([{ title: 'Margin call', body: 'LTV 79.' }])
    expect(service.shownTitles).toEqual(['Margin call'])
    expect(outcomes.at(-1)).toBe('shown')
    await time.pass(600)
    expect(service.shownTitles).toEqual(['Margin call'])
    expect(time.pending()).toBe(0)
  })

  it.each([
    [
      'nobody says that it is back',
      { state: 'absent' } as const,
      (service: FakeNotificationService) => service.setState('there'),
    ],
    [
      'not even the bus was there',
      { bus: false } as const,
      (service: FakeNotificationService) => service.giveBus(),
    ],
  ])('is found within 15 seconds when %s', async (_, begins, comesBack) => {
    const { time, service, notify } = setup(begins)
    notify(aNotice())
    await time.pass(333)
    comesBack(service)
    await time.pass(15)
    expect(service.shownTitles).toEqual(['Margin call'])
  })

  it('is asked for every ten seconds at most, with the reason logged once', async () => {
    const { time, service, log, notify } = setup({ state: 'absent' })
    notify(aNotice())
    await time.pass(18)
    expect(service.calls.filter((one) => one === 'GetServerInformation')).toHaveLength(4)
    await time.pass(100)
    expect(service.calls.filter((one) => one === 'GetServerInformation')).toHaveLength(14)
    expect(log).toEqual(['a notification was not shown: org.freedesktop.DBus.Error.ServiceUnknown'])
  })

  it('is not contacted while nothing waits for it', async () => {
    const { time, service, notify, withdraw } = setup({ state: 'absent' })
    notify(aNotice())
    await time.pass(0)
    withdraw('a/alert:1')
    await time.pass(20)
    const asked = service.calls.length
    await time.pass(600)
    expect(service.calls).toHaveLength(asked)
  })
})

describe('ALR-8 a notification service that is killed', () => {
  it('and restarted shows again what was on the screen and still applies', async () => {
    const { time, service, lost, notify, withdraw } = setup()
    notify(aNotice())
    notify(aNotice({ id: 'a/alert:2', title: 'Over by then' }))
    await time.pass(60)
    service.kill()
    withdraw('a/alert:2')
    await time.pass(60)
    service.start()
    await time.pass(0)
    expect(lost).toEqual([{ missed: [], gone: ['a/alert:1'] }])
    expect(service.titles()).toEqual(['Margin call'])
  })

  it('loses its requests, and the next service shows them', async () => {
    const { time, service, notify } = setup()
    notify(aNotice({ id: 'first', title: 'First' }))
    await time.pass(0)
    service.stop()
    notify(aNotice())
    await time.pass(2)
    service.kill()
    await time.pass(2)
    service.start()
    await time.pass(15)
    expect(service.titles().toSorted()).toEqual(['First', 'Margin call'])
  })

  it('takes the bus with it: both are found again', async () => {
    const { time, service, clicked, notify } = setup()
    notify(aNotice())
    await time.pass(0)
    service.loseBus()
    await time.pass(100)
    service.giveBus()
    await time.pass(15)
    expect(service.titles()).toEqual(['Margin call'])
    service.click('Margin call')
    expect(clicked).toEqual([{ profileId: 'a', screen: 'loans' }])
  })
})

describe('ALR-8 a notification service that hangs', () => {
  it('is given up after five seconds, gets no more requests, and shows once, after it resumes, what still applies', async () => {
    const { time, service, outcomes, notify, withdraw } = setup()
    notify(aNotice({ id: 'first', title: 'First' }))
    await time.pass(0)
    service.stop()
    notify(aNotice({ body: 'LTV 76.' }))
    notify(aNotice({ id: 'a/alert:2', title: 'Acknowledged meanwhile' }))
    await time.pass(4.9)
    expect(outcomes).toEqual(['shown'])
    await time.pass(0.2)
    expect(outcomes).toEqual(['shown', 'refused', 'refused'])
    notify(aNotice({ id: 'a/alert:3', title: 'Later' }))
    notify(aNotice({ body: 'LTV 79.' }))
    withdraw('a/alert:2')
    await time.pass(300)
    // Two notifications, and no more than three checks whether it is there.
    expect(service.waiting()).toBe(5)

    service.goOn()
    await time.pass(1)
    expect(service.screen()).toMatchObject([
      { title: 'First' },
      { title: 'Margin call', body: 'LTV 79.' },
      { title: 'Later' },
    ])
    expect(outcomes.at(-1)).toBe('shown')
    const shown = service.shownTitles.length
    await time.pass(600)
    expect(service.shownTitles).toHaveLength(shown)
  })

  it('gets no text from the first request on that may be outdated', async () => {
    const { time, service, holds, notify } = setup({ state: 'stopped' })
    notify(aNotice({ body: 'LTV 76.' }))
    await time.pass(60)
    holds.set('a/alert:1', aNotice({ body: 'LTV 79.' }))
    service.goOn()
    await time.pass(0)
    expect(service.screen()).toMatchObject([{ body: 'LTV 79.' }])
    expect(service.shownTitles).toEqual(['Margin call'])
  })

  it('has what it shows late removed if it no longer applies, though nobody withdrew it', async () => {
    const { time, service, holds, notify, outcomes } = setup()
    notify(aNotice({ id: 'first', title: 'First' }))
    await time.pass(0)
    service.stop()
    notify(aNotice())
    await time.pass(60)
    holds.clear()
    service.goOn()
    await time.pass(0)
    expect(service.titles()).toEqual(['First'])
    expect(outcomes.at(-1)).toBe('untried')
  })
})

describe('ALR-8 a notification service that refuses', () => {
  it('is asked every ten seconds at most, and shows it once it stops refusing', async () => {
    const { time, service, outcomes, log, notify } = setup({ state: 'refuses' })
    notify(aNotice())
    await time.pass(300)
    expect(new Set(outcomes)).toEqual(new Set(['refused']))
    expect(service.calls.filter((one) => one === 'Notify').length).toBeLessThan(40)
    service.setState('there')
    await time.pass(15)
    expect(service.shownTitles).toEqual(['Margin call'])
    expect(log).toEqual([
      'a notification was not shown: org.freedesktop.DBus.Error.AccessDenied',
      'notifications are shown again',
    ])
  })
})

describe('ALR-8 quitting', () => {
  it('removes all notifications, leaves the bus, and leaves nothing waiting', async () => {
    const { time, service, notifier, notify } = setup()
    notify(aNotice())
    notify(aNotice({ id: 'a/alert:2', title: 'Two' }))
    await time.pass(0)
    notifier.close()
    await time.pass(0)
    expect(service.titles()).toEqual([])
    expect(service.calls.at(-1)).toBe('close')
    expect(time.pending()).toBe(0)
  })

  it('does not wait for a service that hangs, and retries nothing', async () => {
    const { time, service, notifier, outcomes, notify } = setup({ state: 'stopped' })
    notify(aNotice())
    await time.pass(60)
    const before = outcomes.length
    notifier.close()
    notify(aNotice())
    await time.pass(0)
    const asked = service.calls.length
    await time.pass(600)
    expect(service.calls.slice(asked)).toEqual([])
    expect(outcomes).toHaveLength(before)
    expect(time.pending()).toBe(0)
  })
})
