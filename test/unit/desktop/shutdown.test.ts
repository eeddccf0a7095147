import { describe, expect, it, vi } from 'vitest'
import {
  createQuitRequest,
  installShutdown,
  shutdownLimitMs,
  type ShutdownStep,
} from '../../../src/main/desktop/shutdown.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

function setup(
  steps: (done: string[]) => ShutdownStep[],
  first: () => Promise<void> = () => Promise.resolve(),
  mayQuit: () => Promise<boolean> = () => Promise.resolve(true),
) {
  const done: string[] = []
  const logged: string[] = []
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>()
  const exit = vi.fn()
  const time = createFakeClock()
  const onOutside = vi.fn()
  const system = () => {
    const preventDefault = vi.fn()
    listeners.get('before-quit')?.({ preventDefault })
    return preventDefault
  }
  let prevented = vi.fn()
  const request = createQuitRequest({ quit: () => void (prevented = system()) })
  const app = {
    exit,
    on: (event: string, listener: (event: { preventDefault(): void }) => void) =>
      listeners.set(event, listener),
  }
  installShutdown({
    app: app as unknown as Parameters<typeof installShutdown>[0]['app'],
    isRequested: request.isUnderWay,
    onOutside,
    mayQuit,
    first,
    steps: steps(done),
    after: time.after,
    log: (what) => logged.push(what),
  })
  const quit = () => {
    request.quit()
    return prevented
  }
  return { quit, system, onOutside, done, logged, exit, listeners, time }
}

/** Ends when the test says so. */
function endsOnRequest() {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { run: () => ended, end: () => end() }
}

function step(done: string[], name: string): ShutdownStep {
  return {
    name,
    run: () => void done.push(name),
  }
}

const hangs: ShutdownStep = { name: 'hangs', run: () => new Promise(() => undefined) }

describe('quitting', () => {
  it('UX-76 closes nothing unless it may quit, asks once at a time, and again the next time', async () => {
    const first = vi.fn(() => Promise.resolve())
    let answer = (_may: boolean): void => undefined
    const mayQuit = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
    const { quit, done, exit } = setup((list) => [step(list, 'one')], first, mayQuit)
    expect(quit()).toHaveBeenCalled()
    expect(quit()).toHaveBeenCalled()
    expect(mayQuit).toHaveBeenCalledTimes(1)
    answer(false)
    await settled()
    expect([first.mock.calls.length, done, exit.mock.calls.length]).toEqual([0, [], 0])
    quit()
    expect(mayQuit).toHaveBeenCalledTimes(2)
    answer(true)
    await settled()
    expect([first.mock.calls.length, done, exit.mock.calls.length]).toEqual([1, ['one'], 1])
  })

  it('UX-76 says at once that a signal or the end of a session ends it, also while it asks', async () => {
    let answer = (_may: boolean): void => undefined
    const mayQuit = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
    const { quit, system, onOutside, exit } = setup(() => [], undefined, mayQuit)
    quit()
    expect(onOutside).not.toHaveBeenCalled()
    onOutside.mockImplementation(() => answer(true))
    expect(system()).toHaveBeenCalledOnce()
    expect([onOutside.mock.calls.length, mayQuit.mock.calls.length]).toEqual([1, 1])
    await settled()
    expect(exit).toHaveBeenCalledOnce()
    const order: string[] = []
    const next = setup(
      () => [],
      undefined,
      () => (order.push('may'), Promise.resolve(true)),
    )
    next.onOutside.mockImplementation(() => order.push('outside'))
    next.system()
    expect(order).toEqual(['outside', 'may'])
  })

  it('UX-76 quits although the question failed', async () => {
    const { quit, exit, logged } = setup(
      () => [],
      () => Promise.resolve(),
      () => Promise.reject(new Error('no dialog')),
    )
    quit()
    await settled()
    expect([exit.mock.calls.length, logged]).toEqual([1, ['the question before quitting failed']])
  })

  it('runs the steps in order, waits for each, and exits with 0', async () => {
    const slow = endsOnRequest()
    const { quit, done, exit, time } = setup((list) => [
      step(list, 'first'),
      { name: 'slow', run: slow.run },
      step(list, 'last'),
    ])
    expect(quit()).toHaveBeenCalledOnce()
    await time.pass(shutdownLimitMs / 1000 - 0.1)
    expect([done, exit.mock.calls]).toEqual([['first'], []])
    slow.end()
    await settled()
    expect([done, exit.mock.calls]).toEqual([['first', 'last'], [[0]]])
    expect(time.pending()).toBe(0)
  })

  it('ORD-16 closes nothing before an order in flight has ended, however long that takes', async () => {
    const order = endsOnRequest()
    const { quit, done, exit, time } = setup((list) => [step(list, 'accounts')], order.run)
    quit()
    quit()
    await time.pass(3600)
    expect([done, exit.mock.calls]).toEqual([[], []])
    order.end()
    await settled()
    expect([done, exit.mock.calls]).toEqual([['accounts'], [[0]]])
  })

  it('continues after a step that fails', async () => {
    const fails: ShutdownStep[] = [
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
    await settled()
    expect(done).toEqual(['last'])
    expect(logged).toHaveLength(2)
    expect(exit).toHaveBeenCalledOnce()
  })

  it('SEC-12 ends within two seconds although a step hangs, and still begins every other one', async () => {
    const { quit, done, logged, exit, time } = setup((list) => [
      step(list, 'first'),
      hangs,
      step(list, 'last'),
      hangs,
    ])
    quit()
    await time.pass(shutdownLimitMs / 1000)
    expect(shutdownLimitMs).toBeLessThanOrEqual(2000)
    expect(done).toEqual(['first', 'last'])
    expect(logged.join()).toContain('"hangs"')
    expect(exit.mock.calls).toEqual([[0]])
  })

  it('begins once, however often quitting is requested', async () => {
    const { quit, done, exit } = setup((list) => [step(list, 'first')])
    quit()
    expect(quit()).toHaveBeenCalledOnce()
    await settled()
    expect([done, exit.mock.calls.length]).toEqual([['first'], 1])
  })

  it('does not happen because there is no window', () => {
    const { listeners, exit } = setup(() => [])
    expect(listeners.has('window-all-closed')).toBe(true)
    listeners.get('window-all-closed')?.({ preventDefault: vi.fn() })
    expect(exit).not.toHaveBeenCalled()
  })
})
