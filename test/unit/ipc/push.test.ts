import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { createPush, pushGapMs, toLiveWindow } from '../../../src/main/ipc/push.js'
import { defaultSettings } from '../../../src/shared/domain/settings.js'
import type { Pushes, Topic } from '../../../src/shared/ipc/contract.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const setup = () => {
  const sent: { topic: Topic; payload: Pushes[Topic] }[] = []
  const faults: unknown[] = []
  const push = createPush({
    after: systemTiming.after,
    send: (topic, payload) => sent.push({ topic, payload }),
    onFault: (topic, fault) => faults.push([topic, fault]),
  })
  return { push, sent, faults }
}

const steps = (draftId: string): Pushes['connect-steps'] => ({ draftId, steps: [] })

describe('pushing to the page', () => {
  it('sends the first value at once', () => {
    const { push, sent } = setup()
    push.push('connect-steps', steps('1'))
    expect(sent).toEqual([{ topic: 'connect-steps', payload: steps('1') }])
  })

  it('IPC-9 sends at most ten a second and always the last: 1000 updates a second for 10 s make at most 101 messages', () => {
    const { push, sent } = setup()
    for (let at = 0; at < 10_000; at += 1) {
      push.push('connect-steps', steps(String(at)))
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(pushGapMs)
    expect(sent.length).toBeLessThanOrEqual(101)
    expect(sent.length).toBeGreaterThan(95)
    expect(sent.at(-1)?.payload).toEqual(steps('9999'))
  })

  it('IPC-9 the latest wins within the gap', () => {
    const { push, sent } = setup()
    for (const name of ['a', 'b', 'c']) push.push('connect-steps', steps(name))
    vi.advanceTimersByTime(pushGapMs)
    expect(sent.map(({ payload }) => payload)).toEqual([steps('a'), steps('c')])
  })

  it('keeps topics apart', () => {
    const { push, sent } = setup()
    push.push('connect-steps', steps('a'))
    push.push('settings', defaultSettings)
    expect(sent.map(({ topic }) => topic)).toEqual(['connect-steps', 'settings'])
  })

  it('leaves no timer behind once it is quiet', () => {
    const { push } = setup()
    for (const name of ['a', 'b']) push.push('connect-steps', steps(name))
    vi.advanceTimersByTime(3 * pushGapMs)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('IPC-7 sends nothing that is not plain, and goes on', () => {
    const { push, sent, faults } = setup()
    push.push('connect-steps', { draftId: 'x', steps: new Array(2) })
    expect([sent.length, faults.length]).toEqual([0, 1])
    vi.advanceTimersByTime(pushGapMs)
    push.push('connect-steps', steps('next'))
    expect(sent).toHaveLength(1)
  })

  it('a window that breaks while a push is sent does not break the push', () => {
    const faults: unknown[] = []
    const push = createPush({
      after: systemTiming.after,
      send: () => {
        throw new Error('destroyed')
      },
      onFault: (_topic, fault) => faults.push(fault),
    })
    expect(() => push.push('settings', defaultSettings)).not.toThrow()
    expect(faults).toHaveLength(1)
  })

  it('stops for good', () => {
    const { push, sent } = setup()
    push.push('connect-steps', steps('a'))
    push.push('connect-steps', steps('b'))
    push.stop()
    push.push('connect-steps', steps('c'))
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the live window', () => {
  type Window = NonNullable<Parameters<typeof toLiveWindow>[0] extends () => infer W ? W : never>
  const aWindow = (state: { destroyed?: boolean; crashed?: boolean } = {}) => {
    const send = vi.fn()
    const webContents = { send, isCrashed: () => state.crashed ?? false } as unknown as Window['webContents']
    return { send, window: { isDestroyed: () => state.destroyed ?? false, webContents } }
  }

  it('is sent to', () => {
    const { send, window } = aWindow()
    toLiveWindow(() => window)('settings', defaultSettings)
    expect(send).toHaveBeenCalledWith('settings', defaultSettings)
  })

  it.each([{ destroyed: true }, { crashed: true }])('is nobody when %o', (state) => {
    const { send, window } = aWindow(state)
    toLiveWindow(() => window)('settings', defaultSettings)
    toLiveWindow(() => null)('settings', defaultSettings)
    expect(send).not.toHaveBeenCalled()
  })
})
