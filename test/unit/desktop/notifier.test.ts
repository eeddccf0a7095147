import { describe, expect, it } from 'vitest'
import { createNotifier, type NotificationHandle } from '../../../src/main/desktop/notifier.js'
import type { AlertNotification, NotificationTarget } from '../../../src/shared/alerts/alert.js'

function aNotice(over: Partial<AlertNotification> = {}): AlertNotification {
  return {
    id: 'n1',
    profileId: 'a',
    title: 'Margin call on your loan',
    body: 'Add collateral or repay.',
    urgency: 'critical',
    timeoutType: 'never',
    silent: false,
    screen: 'loans',
    ...over,
  }
}

type Event = 'show' | 'click' | 'close' | 'failed'

function setup({ supported = true } = {}) {
  const shown: { options: unknown; closed: boolean; fire: (event: Event) => void }[] = []
  const said: string[] = []
  const clicked: NotificationTarget[] = []
  const timers: (() => void)[] = []
  const notifier = createNotifier({
    supported: () => supported,
    create: (options) => {
      const listeners = new Map<Event, (() => void)[]>()
      const entry = {
        options,
        closed: false,
        fire: (event: Event) => listeners.get(event)?.forEach((hear) => hear()),
      }
      const handle: NotificationHandle = {
        show: () => void shown.push(entry),
        close: () => {
          entry.closed = true
        },
        on: (event, hear) => listeners.set(event, [...(listeners.get(event) ?? []), hear]),
      }
      return handle
    },
    onClick: (target) => clicked.push(target),
    onOutcome: (what) => said.push(what),
    after: (_ms, act) => {
      timers.push(act)
      return () => void timers.splice(timers.indexOf(act), 1)
    },
    log: () => undefined,
  })
  return { notifier, shown, said, clicked, timers }
}

describe('system notifications', () => {
  it('have their text, their sound and their duration', () => {
    const { notifier, shown } = setup()
    notifier.notify(aNotice())
    expect(shown[0]?.options).toEqual({
      title: 'Margin call on your loan',
      body: 'Add collateral or repay.',
      timeoutType: 'never',
      silent: false,
    })
  })

  it('open the screen of their account when clicked', () => {
    const { notifier, shown, clicked } = setup()
    notifier.notify(aNotice())
    notifier.notify(aNotice({ id: 'n2', profileId: 'b', screen: 'trade' }))
    shown[1]?.fire('click')
    shown[0]?.fire('click')
    expect(clicked).toEqual([
      { profileId: 'b', screen: 'trade' },
      { profileId: 'a', screen: 'loans' },
    ])
  })

  it('of one account can still be withdrawn, however many another has shown', () => {
    const { notifier, shown } = setup()
    notifier.notify(aNotice({ id: 'b/alert', profileId: 'b' }))
    for (let n = 0; n < 150; n += 1) notifier.notify(aNotice({ id: `a/${n}` }))
    notifier.withdraw('b/alert')
    notifier.withdraw('a/149')
    notifier.withdraw('a/0')
    expect(shown.filter(({ closed }) => closed)).toEqual([shown[0], shown[150]])
  })

  it('are withdrawn once, and ignored if the user closed them', () => {
    const { notifier, shown } = setup()
    notifier.notify(aNotice())
    notifier.notify(aNotice({ id: 'n2' }))
    shown[1]?.fire('close')
    notifier.withdraw('n1')
    notifier.withdraw('n2')
    expect(shown.map(({ closed }) => closed)).toEqual([true, false])
  })

  it('replace an older one with the same id', () => {
    const { notifier, shown } = setup()
    notifier.notify(aNotice())
    notifier.notify(aNotice({ title: 'Liquidation' }))
    expect(shown.map(({ closed }) => closed)).toEqual([true, false])
  })

  it('report a refusal, a desktop without notifications, and one that never answers', () => {
    const refused = setup()
    refused.notifier.notify(aNotice())
    refused.shown[0]?.fire('failed')
    expect(refused.said).toEqual(['refused'])
    expect(refused.timers).toEqual([])

    const none = setup({ supported: false })
    none.notifier.notify(aNotice())
    expect(none.said).toEqual(['refused'])
    expect(none.shown).toEqual([])

    const silent = setup()
    silent.notifier.notify(aNotice())
    silent.timers[0]?.()
    expect(silent.said).toEqual(['refused'])
  })

  it('are not refused if withdrawn before they were shown', () => {
    const { notifier, said, timers } = setup()
    notifier.notify(aNotice())
    notifier.withdraw('n1')
    expect(timers).toEqual([])
    expect(said).toEqual([])
  })

  it('are reported as shown, and leave nothing waiting', () => {
    const { notifier, shown, said, timers } = setup()
    notifier.notify(aNotice())
    shown[0]?.fire('show')
    expect(said).toEqual(['shown'])
    expect(timers).toEqual([])
  })

  it('are all removed at the end', () => {
    const { notifier, shown } = setup()
    notifier.notify(aNotice())
    notifier.notify(aNotice({ id: 'n2' }))
    notifier.close()
    expect(shown.every(({ closed }) => closed)).toBe(true)
  })
})
