import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { createPush, type PushedWindow, pushGapMs } from '../../../src/main/ipc/push.js'
import type { Pushes, Topic } from '../../../src/shared/contract.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import { unlocked } from '../../support/fake-bridge/lock.js'

type Sent = { topic: Topic; payload: Pushes[Topic] }

function aWindow(
  send: (sent: Sent) => unknown,
  state: { destroyed?: boolean; crashed?: boolean } = {},
): PushedWindow {
  return {
    isDestroyed: () => state.destroyed ?? false,
    webContents: {
      send: (topic, payload) => void send({ topic, payload }),
      isCrashed: () => state.crashed ?? false,
    },
  }
}

let locked = false
let windowShown = true
let windowGone = false
afterEach(() => {
  windowGone = false
  locked = false
  windowShown = true
})

function setupPush(windowTo: (send: (sent: Sent) => unknown) => PushedWindow | null = aWindow) {
  const sent: Sent[] = []
  const faults: unknown[] = []
  const window = windowTo((one) => sent.push(one))
  const push = createPush({
    window: () => (windowGone ? null : window),
    after: systemTiming.after,
    windowShown: () => windowShown,
    locked: () => locked,
    onFault: (topic, fault) => faults.push([topic, fault]),
  })
  return { push, sent, faults }
}

const steps = (draftId: string): Pushes['connect-steps'] => ({ draftId, steps: [] })

describe('pushes to the page', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('start with the first value at once', () => {
    const { push, sent } = setupPush()
    push.push('connect-steps', steps('1'))
    expect(sent).toEqual([{ topic: 'connect-steps', payload: steps('1') }])
  })

  it('IPC-9 are at most ten a second, always with the last value: 1000 updates a second for 10 s make at most 101 messages', () => {
    const { push, sent } = setupPush()
    for (let at = 0; at < 10_000; at += 1) {
      push.push('connect-steps', steps(String(at)))
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(pushGapMs)
    expect(sent.length).toBeLessThanOrEqual(101)
    expect(sent.length).toBeGreaterThan(95)
    expect(sent.at(-1)?.payload).toEqual(steps('9999'))
  })

  it('IPC-9 carry the latest value within the interval', () => {
    const { push, sent } = setupPush()
    for (const name of ['a', 'b', 'c']) push.push('connect-steps', steps(name))
    vi.advanceTimersByTime(pushGapMs)
    expect(sent.map(({ payload }) => payload)).toEqual([steps('a'), steps('c')])
  })

  it("SEC-16 carry only the lock's own topics while locked, and nothing that has waited since before", () => {
    const { push, sent, faults } = setupPush()
    for (const name of ['a', 'b']) push.push('connect-steps', steps(name))
    locked = true
    push.push('settings', defaultSettings)
    push.push('lock', unlocked)
    vi.advanceTimersByTime(3 * pushGapMs)
    expect(sent.map(({ topic, payload }) => [topic, payload])).toEqual([
      ['connect-steps', steps('a')],
      ['lock', unlocked],
    ])
    locked = false
    push.push('settings', defaultSettings)
    expect([sent.at(-1)?.topic, faults]).toEqual(['settings', []])
  })

  it('keep topics separate', () => {
    const { push, sent } = setupPush()
    push.push('connect-steps', steps('a'))
    push.push('settings', defaultSettings)
    expect(sent.map(({ topic }) => topic)).toEqual(['connect-steps', 'settings'])
  })

  it('leave no timer behind once quiet', () => {
    const { push } = setupPush()
    for (const name of ['a', 'b']) push.push('connect-steps', steps(name))
    vi.advanceTimersByTime(3 * pushGapMs)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('IPC-7 skip what is not plain, and continue', () => {
    const { push, sent, faults } = setupPush()
    push.push('connect-steps', { draftId: 'x', steps: new Array(2) })
    expect([sent.length, faults.length]).toEqual([0, 1])
    vi.advanceTimersByTime(pushGapMs)
    push.push('connect-steps', steps('next'))
    expect(sent).toHaveLength(1)
  })

  it('survive a window that breaks while one is sent', () => {
    const { push, faults } = setupPush(() =>
      aWindow(() => {
        throw new Error('destroyed')
      }),
    )
    expect(() => push.push('settings', defaultSettings)).not.toThrow()
    expect(faults).toHaveLength(1)
  })

  it('stop permanently', () => {
    const { push, sent } = setupPush()
    push.push('connect-steps', steps('a'))
    push.push('connect-steps', steps('b'))
    push.stop()
    push.push('connect-steps', steps('c'))
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([{ destroyed: true }, { crashed: true }, null])(
    'are not sent if the window is %o',
    (state) => {
      const { push, sent, faults } = setupPush((send) =>
        state === null ? null : aWindow(send, state),
      )
      push.push('settings', defaultSettings)
      expect([sent.length, faults.length]).toEqual([0, 0])
    },
  )

  describe('to a window that nobody sees', () => {
    const hide = (push: ReturnType<typeof setupPush>['push']): void => {
      windowShown = false
      push.seen(false)
    }

    it('sends nothing and sets no timer, however long that lasts', () => {
      const { push, sent } = setupPush()
      hide(push)
      for (let at = 0; at < 3600; at += 1) {
        push.push('connect-steps', steps(String(at)))
        push.push('accounts', { accounts: [] })
        vi.advanceTimersByTime(1000)
      }
      expect([sent.length, vi.getTimerCount()]).toEqual([0, 0])
    })

    it('sends the next window nothing older than what it reads itself', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('before'))
      windowGone = true
      push.push('connect-steps', steps('read by the next window'))
      windowGone = false
      push.seen(true)
      expect(sent).toEqual([])
    })

    it('sends the latest of every topic that changed once it is seen again, and no other', () => {
      const { push, sent } = setupPush()
      push.push('lock', unlocked)
      hide(push)
      sent.length = 0
      for (const name of ['a', 'b', 'c']) push.push('connect-steps', steps(name))
      push.push('accounts', { accounts: [] })
      push.seen(true)
      expect(sent).toEqual([
        { topic: 'connect-steps', payload: steps('c') },
        { topic: 'accounts', payload: { accounts: [] } },
      ])
      push.seen(true)
      vi.advanceTimersByTime(3 * pushGapMs)
      expect(sent).toHaveLength(2)
    })

    it('holds back what was waiting for its turn when the window was hidden', () => {
      const { push, sent } = setupPush()
      for (const name of ['a', 'b']) push.push('connect-steps', steps(name))
      hide(push)
      vi.advanceTimersByTime(3 * pushGapMs)
      expect(sent.map(({ payload }) => payload)).toEqual([steps('a')])
      push.seen(true)
      expect(sent.map(({ payload }) => payload)).toEqual([steps('a'), steps('b')])
    })

    it('never sends an older value after a newer one', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('old'))
      windowShown = true
      push.push('connect-steps', steps('new'))
      vi.advanceTimersByTime(3 * pushGapMs)
      expect(sent.at(-1)?.payload).toEqual(steps('new'))
      push.seen(true)
      vi.advanceTimersByTime(3 * pushGapMs)
      expect(sent.at(-1)?.payload).toEqual(steps('new'))
    })

    it('goes on with the next value where the system shows it, though no event said so', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('a'))
      windowShown = true
      push.push('accounts', { accounts: [] })
      expect(sent.map(({ topic }) => topic)).toEqual(['connect-steps', 'accounts'])
    })

    it('goes on where the page says that it is seen, whatever the system says', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.seen(true)
      push.push('connect-steps', steps('a'))
      expect(sent).toHaveLength(1)
    })

    it('sends the settings all the same: amounts hidden meanwhile must not be seen first', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('settings', defaultSettings)
      expect(sent.map(({ topic }) => topic)).toEqual(['settings'])
    })

    it('SEC-16 forgets what was held back once Plimsoll is locked', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('a'))
      push.push('accounts', { accounts: [] })
      locked = true
      push.push('connect-steps', steps('b'))
      push.seen(true)
      locked = false
      push.seen(true)
      vi.advanceTimersByTime(3 * pushGapMs)
      expect(sent).toEqual([])
    })

    it('SEC-16 forgets every topic with the first push while Plimsoll is locked', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('a'))
      locked = true
      push.push('accounts', { accounts: [] })
      locked = false
      push.seen(true)
      expect(sent).toEqual([])
    })

    it('SEC-16 sends the state of the lock at once', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('lock', unlocked)
      expect(sent).toEqual([{ topic: 'lock', payload: unlocked }])
    })

    it('sends nothing more once it was stopped', () => {
      const { push, sent } = setupPush()
      hide(push)
      push.push('connect-steps', steps('a'))
      push.stop()
      push.seen(true)
      expect(sent).toEqual([])
    })
  })
})
