import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetOf, createLimiter, type Lane, type Leave, type Line, type Ticket } from '../../../src/main/exchange/limiter.js'
import { limits } from '../../../src/v4/limits.js'
import { createVirtualTime, settled } from '../../support/virtual-time.js'

const host = 'https://exchange.example'
const privateLine: Line = { scope: 'private', host, keyId: 'key' }
const publicLine: Line = { scope: 'public', host, keyId: null }

const setup = () => {
  const time = createVirtualTime()
  const stop = new AbortController()
  const limiter = createLimiter({ timing: time.timing })
  const ticket = (lane: Lane, patience = 3_600_000): Ticket => ({ lane, patience, stop: stop.signal })
  const sends: { name: string; at: number }[] = []
  /** Takes a turn, holds it for `ms`, leaves. */
  const call = async (line: Line, name: string, lane: Lane, ms = 0): Promise<string> => {
    const turn = await limiter.queue(line).enter(ticket(lane))
    if (!turn.ok) return turn.error.cause
    sends.push({ name, at: time.timing.ticks() })
    if (ms === 0) turn.value()
    else time.after(ms, turn.value)
    return 'sent'
  }
  return { time, stop, limiter, ticket, sends, call }
}

const mostInWindow = (times: readonly number[], windowMs: number): number =>
  times.reduce((most, start, index) => {
    let end = index
    while (end < times.length && (times[end] ?? 0) < start + windowMs) end += 1
    return Math.max(most, end - index)
  }, 0)

describe('budgets', () => {
  it('RTL-1 are half of the known limits, and five a second where nothing is documented', () => {
    expect(budgetOf(limits.public)).toMatchObject({ tokens: 1000, windowMs: 10_000 })
    expect(budgetOf(limits.history)).toMatchObject({ tokens: 500, windowMs: 10_000 })
    expect(budgetOf(limits.private)).toEqual({ tokens: 5, windowMs: 1000, overall: { tokens: 50, windowMs: 10_000 } })
    expect(budgetOf(limits['stream-token'])).toMatchObject({ tokens: 5, windowMs: 60_000 })
  })

  it.each([
    ['private', 1000, 5],
    ['private', 10_000, 50],
    ['stream-token', 60_000, 5],
  ] as const)('RTL-1 hold in every window over an hour of asking as fast as possible: %s, %i ms', async (scope, windowMs, most) => {
    const { time, call, sends } = setup()
    const line: Line = { scope, host, keyId: 'key' }
    let stopped = false
    const hammer = async (): Promise<void> => {
      while (!stopped) await call(line, 'call', 0, 1)
    }
    const hammers = [hammer(), hammer()]
    await time.pass(3600)
    stopped = true
    await time.pass(61)
    await Promise.all(hammers)
    const times = sends.map(({ at }) => at)
    expect(mostInWindow(times, windowMs)).toBeLessThanOrEqual(most)
    expect(times.length).toBeGreaterThan(most * 3)
  })

  it.each([
    [publicLine, 1000],
    [{ scope: 'history', host, keyId: 'key' } as Line, 500],
  ])('RTL-1 hold for bursts of a documented scope', async (line, most) => {
    const { time, limiter, ticket, stop } = setup()
    const queue = limiter.queue(line)
    let sent = 0
    for (let call = 0; call < most + 50; call += 1) {
      const turn = queue.enter(ticket(0))
      if (turn instanceof Promise) break
      if (turn.ok) turn.value()
      sent += 1
    }
    expect(sent).toBe(most)
    expect(queue.used()).toBe(1)
    await time.pass(10.001)
    // The one that had to wait has had its turn meanwhile.
    expect(queue.used()).toBeLessThanOrEqual(1 / most)
    stop.abort()
  })

  it('RTL-1 hold under any pattern of calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ lane: fc.constantFrom<Lane>(0, 1, 2, 3), wait: fc.integer({ min: 0, max: 700 }) }), { maxLength: 60 }),
        async (plan) => {
          const { time, call, sends } = setup()
          const calls: Promise<string>[] = []
          for (const { lane, wait } of plan) {
            calls.push(call(privateLine, 'call', lane))
            await time.pass(wait / 1000)
          }
          await time.pass(60)
          expect(await Promise.all(calls)).toEqual(plan.map(() => 'sent'))
          expect(
            mostInWindow(
              sends.map(({ at }) => at),
              1000,
            ),
          ).toBeLessThanOrEqual(5)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('tells how much of a budget is in use, over the whole window of the limit', () => {
    const { limiter, ticket } = setup()
    const queue = limiter.queue(privateLine)
    expect(queue.used()).toBe(0)
    const turn = queue.enter(ticket(2))
    if (turn instanceof Promise || !turn.ok) throw new Error('no turn')
    expect(queue.used()).toBe(0.02)
  })

  it('are each key’s own, and each address’s own', async () => {
    const { call, sends } = setup()
    for (const line of [privateLine, { ...privateLine, keyId: 'other' }, { ...privateLine, host: 'https://other.example' }]) {
      for (let time = 0; time < 4; time += 1) void call(line, 'call', 2)
    }
    await settled()
    expect(sends).toHaveLength(12)
  })
})

describe('turns', () => {
  it('NET-14 are one at a time for a key, across scopes', async () => {
    const { time, limiter, ticket } = setup()
    let under = 0
    let most = 0
    const run = async (line: Line): Promise<void> => {
      const turn = await limiter.queue(line).enter(ticket(2))
      if (!turn.ok) return
      under += 1
      most = Math.max(most, under)
      time.after(50, () => {
        under -= 1
        turn.value()
      })
    }
    const scopes = ['private', 'history', 'stream-token', 'private', 'history'] as const
    const all = Promise.all(scopes.map((scope) => run({ scope, host, keyId: 'key' })))
    await time.pass(5)
    await all
    expect(most).toBe(1)
  })

  it('are shared by everybody who uses the key', async () => {
    const { time, call, sends } = setup()
    void call({ ...privateLine }, 'one client', 2, 1000)
    void call({ ...privateLine }, 'another client', 2, 1000)
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['one client'])
    await time.pass(1.1)
    expect(sends.map(({ name }) => name)).toEqual(['one client', 'another client'])
  })

  it('overlap for public calls', async () => {
    const { call, sends } = setup()
    void call(publicLine, 'a', 2, 1000)
    void call(publicLine, 'b', 2, 1000)
    await settled()
    expect(sends).toHaveLength(2)
  })

  it('go on when a call leaves twice', async () => {
    const { limiter, ticket, call, sends } = setup()
    const turn = await limiter.queue(privateLine).enter(ticket(2))
    if (!turn.ok) throw new Error('no turn')
    void call(privateLine, 'a', 2, 1000)
    void call(privateLine, 'b', 2, 1000)
    const leave: Leave = turn.value
    leave()
    leave()
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['a'])
  })

  it('RTL-2 let an order go after the one call under way, past any queue', async () => {
    const { time, call, sends } = setup()
    const history: Line = { scope: 'history', host, keyId: 'key' }
    for (let page = 0; page < 100; page += 1) void call(history, `page ${page}`, 3, 100)
    await time.pass(1.05)
    const before = sends.length
    void call(privateLine, 'order', 0, 100)
    await time.pass(0.3)
    expect(sends[before]?.name).toBe('order')
  })

  it('RTL-2 owe an order’s turn to nobody because of what other lanes did', async () => {
    const { time, call, sends } = setup()
    const history: Line = { scope: 'history', host, keyId: 'key' }
    void call(privateLine, 'first', 2, 300)
    void call(history, 'page', 3, 10_000)
    for (let read = 0; read < 4; read += 1) void call(privateLine, 'read', 2, 300)
    await time.pass(1.3)
    void call(privateLine, 'order', 0, 100)
    await time.pass(30)
    expect(sends.map(({ name }) => name)).toEqual(['first', 'read', 'read', 'read', 'read', 'order', 'page'])
  })

  it('RTL-2 give five orders in a row their turns before anything that has only just begun to wait', async () => {
    const { time, call, sends } = setup()
    const history: Line = { scope: 'history', host, keyId: 'key' }
    void call(history, 'first', 3, 100)
    void call(history, 'page', 3, 10_000)
    for (let order = 0; order < 5; order += 1) void call(privateLine, 'order', 0, 100)
    await time.pass(30)
    expect(sends.map(({ name }) => name)).toEqual(['first', 'order', 'order', 'order', 'order', 'order', 'page'])
  })

  it('RTL-2 are never yielded by an order to history, however long that waits; to a read that has waited, one is', async () => {
    const { time, call, sends } = setup()
    const history: Line = { scope: 'history', host, keyId: 'key' }
    void call(history, 'first', 3, 1500)
    void call(history, 'page', 3, 1500)
    void call(privateLine, 'read', 2, 1500)
    for (let order = 0; order < 7; order += 1) void call(privateLine, 'order', 0, 1500)
    await time.pass(30)
    const orders = (count: number): string[] => Array<string>(count).fill('order')
    expect(sends.map(({ name }) => name)).toEqual(['first', ...orders(4), 'read', ...orders(3), 'page'])
  })

  it('RTL-2 come to a read before its own patience ends, even while orders never stop', async () => {
    const { time, call, sends, limiter, ticket } = setup()
    let stopped = false
    const trader = async (): Promise<void> => {
      while (!stopped) await call(privateLine, 'order', 0, 20)
    }
    const traders = [trader(), trader(), trader()]
    await time.pass(5)
    const read = limiter.queue(privateLine).enter(ticket(2, 10_000))
    await time.pass(11)
    const turn = await read
    expect(turn.ok).toBe(true)
    if (turn.ok) turn.value()
    stopped = true
    await time.pass(5)
    await Promise.all(traders)
    expect(sends.length).toBeGreaterThan(20)
  })

  it('RTL-2 keep a part of the budget for orders', async () => {
    const { call, sends } = setup()
    for (let read = 0; read < 10; read += 1) void call(privateLine, 'read', 2)
    await settled()
    expect(sends).toHaveLength(4)
    void call(privateLine, 'order', 0)
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['read', 'read', 'read', 'read', 'order'])
  })

  it('follow their lanes', async () => {
    const { time, call, sends } = setup()
    void call(privateLine, 'first', 2, 100)
    for (const lane of [3, 2, 1, 0] as const) void call(privateLine, `lane ${lane}`, lane, 100)
    await time.pass(5)
    expect(sends.map(({ name }) => name)).toEqual(['first', 'lane 0', 'lane 1', 'lane 2', 'lane 3'])
  })

  it('RTL-2 come to a read within 30 s even while orders never stop', async () => {
    const { time, call, sends } = setup()
    let stopped = false
    const trader = async (): Promise<void> => {
      while (!stopped) await call(privateLine, 'order', 0, 20)
    }
    const traders = [trader(), trader(), trader()]
    await time.pass(5)
    const asked = time.timing.ticks()
    const read = call(privateLine, 'read', 2, 20)
    await time.pass(30)
    expect(await Promise.race([read, Promise.resolve('still waiting')])).toBe('sent')
    expect((sends.find(({ name }) => name === 'read')?.at ?? Infinity) - asked).toBeLessThan(30_000)
    stopped = true
    await time.pass(5)
    await Promise.all(traders)
  })

  it('do not wait for a scope whose budget is spent', async () => {
    const { time, call, sends } = setup()
    const token: Line = { scope: 'stream-token', host, keyId: 'key' }
    for (let count = 0; count < 6; count += 1) void call(token, 'token', 1)
    void call(privateLine, 'read', 2)
    await time.pass(0.1)
    expect(sends.filter(({ name }) => name === 'read')).toHaveLength(1)
  })

  it('are given up when they do not come in time', async () => {
    const { time, limiter, ticket } = setup()
    await limiter.queue(privateLine).enter(ticket(2))
    const turn = limiter.queue(privateLine).enter(ticket(2, 5000))
    await time.pass(5.1)
    expect(await turn).toEqual({ ok: false, error: { cause: 'QUEUE_TIMEOUT' } })
    expect(time.pending()).toBe(0)
  })

  it('are refused when too many wait', async () => {
    const { limiter, ticket } = setup()
    const queue = limiter.queue(privateLine)
    await queue.enter(ticket(2))
    for (let waiting = 0; waiting < 200; waiting += 1) void queue.enter(ticket(2))
    expect(await queue.enter(ticket(2))).toEqual({ ok: false, error: { cause: 'QUEUE_FULL' } })
  })

  it('end when told to stop', async () => {
    const { limiter, ticket, stop, time } = setup()
    const queue = limiter.queue(privateLine)
    await queue.enter(ticket(2))
    const waiting = queue.enter(ticket(2))
    stop.abort()
    expect(await waiting).toEqual({ ok: false, error: { cause: 'STOPPED' } })
    expect(await queue.enter(ticket(2))).toEqual({ ok: false, error: { cause: 'STOPPED' } })
    expect(time.pending()).toBe(0)
  })
})

describe('the exchange’s wish for quiet', () => {
  it('RTL-3 holds everybody back until it is over', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.pause(host, 3000)
    void call(privateLine, 'read', 2)
    void call(publicLine, 'ping', 2)
    await time.pass(2.9)
    expect(sends).toEqual([])
    await time.pass(0.2)
    expect(sends.map(({ name }) => name).sort()).toEqual(['ping', 'read'])
  })

  it('RTL-3 tells those who cannot wait that long at once', async () => {
    const { limiter, ticket, time } = setup()
    const queue = limiter.queue(privateLine)
    await queue.enter(ticket(2))
    const waiting = queue.enter(ticket(2, 5000))
    limiter.pause(host, 60_000)
    expect(await waiting).toEqual({ ok: false, error: { cause: 'PAUSED', ms: 60_000 } })
    await time.pass(10)
    expect(await queue.enter(ticket(0, 5000))).toEqual({ ok: false, error: { cause: 'PAUSED', ms: 50_000 } })
  })

  it('is not shortened by a shorter one, and is another address’s no concern', async () => {
    const { limiter, ticket, call, sends } = setup()
    limiter.pause(host, 60_000)
    limiter.pause(host, 1000)
    expect(await limiter.queue(privateLine).enter(ticket(2, 30_000))).toMatchObject({ ok: false, error: { cause: 'PAUSED' } })
    void call({ ...privateLine, host: 'https://other.example' }, 'read', 2)
    await settled()
    expect(sends).toHaveLength(1)
  })
})
