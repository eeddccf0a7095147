import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installQuitOrder, quitLimitMs, type QuitStep } from '../../../src/main/app/quit-order.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const after = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

const setup = (steps: (done: string[]) => QuitStep[], first: () => Promise<void> = () => Promise.resolve()) => {
  const done: string[] = []
  const logged: string[] = []
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>()
  const exit = vi.fn()
  const app = { exit, on: (event: string, listener: (event: { preventDefault(): void }) => void) => listeners.set(event, listener) }
  const order = installQuitOrder({
    app: app as unknown as Parameters<typeof installQuitOrder>[0]['app'],
    first,
    steps: steps(done),
    after,
    log: (what) => logged.push(what),
  })
  const quit = () => {
    const preventDefault = vi.fn()
    listeners.get('before-quit')?.({ preventDefault })
    return preventDefault
  }
  return { order, quit, done, logged, exit, listeners }
}

const step = (done: string[], name: string): QuitStep => ({ name, run: () => void done.push(name) })
const hangs: QuitStep = { name: 'hangs', run: () => new Promise(() => undefined) }

describe('quitting', () => {
  it('runs the steps in order, waits for each, and ends with 0', async () => {
    const slow = (done: string[]): QuitStep => ({
      name: 'slow',
      run: () => new Promise((over) => void after(300, () => over(void done.push('slow')))),
    })
    const { quit, done, exit } = setup((list) => [step(list, 'first'), slow(list), step(list, 'last')])
    expect(quit()).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(299)
    expect([done, exit.mock.calls]).toEqual([['first'], []])
    await vi.advanceTimersByTimeAsync(1)
    expect([done, exit.mock.calls]).toEqual([['first', 'slow', 'last'], [[0]]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ORD-16 closes nothing before an order on its way has ended, however long that takes', async () => {
    const order = (): Promise<void> => new Promise((over) => void after(30_000, over))
    const { quit, done, exit } = setup((list) => [step(list, 'accounts')], order)
    quit()
    quit()
    await vi.advanceTimersByTimeAsync(29_999)
    expect([done, exit.mock.calls]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1)
    expect([done, exit.mock.calls]).toEqual([['accounts'], [[0]]])
  })

  it('goes on after a step that fails', async () => {
    const fails: QuitStep[] = [
      {
        name: 'throws',
        run: () => {
          throw new Error('x')
        },
      },
      { name: 'rejects', run: () => Promise.reject(new Error('x')) },
    ]
    const { quit, done, logged, exit } = setup((list) => [...fails, step(list, 'last')])
    quit()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['last'])
    expect(logged).toHaveLength(2)
    expect(exit).toHaveBeenCalledOnce()
  })

  it('SEC-12 ends within two seconds though a step hangs, and still begins every other one', async () => {
    const { quit, done, logged, exit } = setup((list) => [step(list, 'first'), hangs, step(list, 'last'), hangs])
    quit()
    await vi.advanceTimersByTimeAsync(quitLimitMs)
    expect(quitLimitMs).toBeLessThanOrEqual(2000)
    expect(done).toEqual(['first', 'last'])
    expect(logged.join()).toContain('"hangs"')
    expect(exit.mock.calls).toEqual([[0]])
  })

  it('begins once, however often quitting is asked for', async () => {
    const { quit, done, exit, order } = setup((list) => [step(list, 'first')])
    expect(order.quitting()).toBe(false)
    quit()
    expect(order.quitting()).toBe(true)
    expect(quit()).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(0)
    expect([done, exit.mock.calls.length]).toEqual([['first'], 1])
  })

  it('having no window is no reason to end', () => {
    const { listeners, exit } = setup(() => [])
    expect(listeners.has('window-all-closed')).toBe(true)
    listeners.get('window-all-closed')?.({ preventDefault: vi.fn() })
    expect(exit).not.toHaveBeenCalled()
  })
})
