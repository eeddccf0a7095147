import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  budgetOf,
  createLimiter,
  type Priority,
  type Release,
  type QueueKey,
  type AcquireOptions,
} from '../../../src/main/exchange/limiter.js'
import type { Scope } from '../../../src/v4/limits.js'
import { limits } from '../../../src/v4/limits.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'
import { casesOf } from '../../support/seed.js'

const host = 'https://exchange.example'
const privateLine: QueueKey = { scope: 'private', host, keyId: 'key' }
const publicLine: QueueKey = { scope: 'public', host, keyId: null }
const historyLine: QueueKey = { ...privateLine, scope: 'history' }
const tokenLine: QueueKey = { ...privateLine, scope: 'stream-token' }
const ofOther = (line: QueueKey): QueueKey => ({ ...line, keyId: 'other' })

function setup(known = limits) {
  const time = createFakeClock()
  const stop = new AbortController()
  const limiter = createLimiter({ timing: time.timing, known })
  const options = (priority: Priority, maxWait = 3_600_000): AcquireOptions => ({
    priority,
    maxWait,
    stop: stop.signal,
  })
  const sends: { name: string; at: number }[] = []
  /** Takes a turn, holds it for `ms`, leaves. */
  const call = async (
    line: QueueKey,
    name: string,
    priority: Priority,
    ms = 0,
  ): Promise<string> => {
    const turn = await limiter.queue(line).acquire(options(priority))
    if (!turn.ok) return turn.error.cause
    sends.push({ name, at: time.timing.ticks() })
    if (ms === 0) turn.value()
    else time.after(ms, turn.value)
    return 'sent'
  }
  return { time, stop, limiter, options, sends, call }
}

function mostInWindow(times: readonly number[], windowMs: number): number {
  return times.reduce((most, start, index) => {
    let end = index
    while (end < times.length && (times[end] ?? 0) < start + windowMs) end += 1
    return Math.max(most, end - index)
  }, 0)
}

describe('budgets', () => {
  it('RTL-1 are half of the known limits, and five a second if none is documented', () => {
    expect(budgetOf(limits.public)).toMatchObject({ tokens: 1000, windowMs: 10_000 })
    expect(budgetOf(limits.history)).toMatchObject({ tokens: 500, windowMs: 10_000 })
    expect(budgetOf(limits.private)).toEqual({
      tokens: 5,
      windowMs: 1000,
      overall: { tokens: 50, windowMs: 10_000 },
    })
    expect(budgetOf(limits['stream-token'])).toMatchObject({ tokens: 5, windowMs: 60_000 })
  })

  it.each([
    ['private', 1000, 5],
    ['private', 10_000, 50],
    ['stream-token', 60_000, 5],
  ] as const)(
    'RTL-1 hold in every window over an hour of requests as fast as possible: %s, %i ms',
    async (scope, windowMs, most) => {
      const { time, call, sends } = setup()
      const line: QueueKey = { scope, host, keyId: 'key' }
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
    },
  )

  it.each([
    [publicLine, 1000],
    [historyLine, 500],
  ])('RTL-1 hold for bursts of a documented scope', async (line, most) => {
    const { time, limiter, options, stop } = setup()
    const queue = limiter.queue(line)
    let sent = 0
    for (let call = 0; call < most + 50; call += 1) {
      const turn = queue.acquire(options(0))
      if (turn instanceof Promise) break
      if (turn.ok) turn.value()
      sent += 1
    }
    expect(sent).toBe(most)
    expect(queue.used()).toBe(1)
    await time.pass(10.001)
    // The waiting one has had its turn by now.
    expect(queue.used()).toBeLessThanOrEqual(1 / most)
    stop.abort()
  })

  it('RTL-1 hold under any pattern of calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            priority: fc.constantFrom<Priority>(0, 1, 2, 3),
            wait: fc.integer({ min: 0, max: 700 }),
          }),
          { maxLength: 60 },
        ),
        async (plan) => {
          const { time, call, sends } = setup()
          const calls: Promise<string>[] = []
          for (const { priority, wait } of plan) {
            calls.push(call(privateLine, 'call', priority))
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
      { numRuns: casesOf({ gate: 15, scheduled: 40 }) },
    )
  })

  it('report how much of a budget is used, over the complete window of the limit', () => {
    const { limiter, options } = setup()
    const queue = limiter.queue(privateLine)
    expect(queue.used()).toBe(0)
    const turn = queue.acquire(options(2))
    if (turn instanceof Promise || !turn.ok) throw new Error('no turn')
    expect(queue.used()).toBe(0.02)
  })

  it('say what a waiting call waits for: its turn, its limit, a pause', async () => {
    const { limiter, options, time } = setup()
    const queue = limiter.queue(historyLine)
    const reported: unknown[] = []
    const turn = await limiter.queue(privateLine).acquire(options(2))
    void limiter.queue(privateLine).acquire({ ...options(2), onWait: (why) => reported.push(why) })
    expect(reported.splice(0)).toEqual([{ kind: 'turn' }])
    queue.pause(4000)
    void queue.acquire({ ...options(3), onWait: (why) => reported.push(why) })
    expect(reported.splice(0)).toEqual([{ kind: 'pause', ms: 4000 }])
    if (turn.ok) turn.value()
    await time.pass(10)
    const others = limiter.queue(ofOther(tokenLine))
    for (let used = 0; used < 5; used += 1) {
      const taken = await others.acquire(options(0))
      if (taken.ok) taken.value()
    }
    reported.splice(0)
    void others.acquire({ ...options(2), onWait: (why) => reported.push(why) })
    expect(reported[0]).toEqual({ kind: 'budget', scope: 'stream-token' })
  })

  it('of the stream token is shared by every key of an address, ten in a minute', async () => {
    const { time, call, sends } = setup()
    for (let one = 0; one < 10; one += 1)
      void call({ ...tokenLine, keyId: `key ${one}` }, 'token', 2)
    await settled()
    expect(sends.length).toBeLessThanOrEqual(5)
    void call({ ...tokenLine, host: 'https://other.example' }, 'elsewhere', 2)
    await settled()
    expect(sends.at(-1)?.name).toBe('elsewhere')
    await time.pass(59)
    expect(sends.length).toBeLessThanOrEqual(6)
  })

  it('are separate for each key and each address', async () => {
    const { call, sends } = setup()
    for (const line of [
      privateLine,
      { ...privateLine, keyId: 'other' },
      { ...privateLine, host: 'https://other.example' },
    ]) {
      for (let time = 0; time < 4; time += 1) void call(line, 'call', 2)
    }
    await settled()
    expect(sends).toHaveLength(12)
  })
})

describe('turns', () => {
  it('NET-14 are taken one at a time for a key, across scopes', async () => {
    const { time, limiter, options } = setup()
    let under = 0
    let most = 0
    const run = async (line: QueueKey): Promise<void> => {
      const turn = await limiter.queue(line).acquire(options(2))
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

  it('are shared by all users of the key', async () => {
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

  it('continue when a call leaves twice', async () => {
    const { limiter, options, call, sends } = setup()
    const turn = await limiter.queue(privateLine).acquire(options(2))
    if (!turn.ok) throw new Error('no turn')
    void call(privateLine, 'a', 2, 1000)
    void call(privateLine, 'b', 2, 1000)
    const leave: Release = turn.value
    leave()
    leave()
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['a'])
  })

  it('RTL-2 let an order go after the one call in progress, ahead of any queue', async () => {
    const { time, call, sends } = setup()
    for (let page = 0; page < 100; page += 1) void call(historyLine, `page ${page}`, 3, 100)
    await time.pass(1.05)
    const before = sends.length
    void call(privateLine, 'order', 0, 100)
    await time.pass(0.3)
    expect(sends[before]?.name).toBe('order')
  })

  it('RTL-2 do not delay an order for what other priorities did', async () => {
    const { time, call, sends } = setup()
    void call(privateLine, 'first', 2, 300)
    void call(historyLine, 'page', 3, 10_000)
    for (let read = 0; read < 4; read += 1) void call(privateLine, 'read', 2, 300)
    await time.pass(1.3)
    void call(privateLine, 'order', 0, 100)
    await time.pass(30)
    expect(sends.map(({ name }) => name)).toEqual([
      'first',
      'read',
      'read',
      'read',
      'read',
      'order',
      'page',
    ])
  })

  it('RTL-2 go to five orders in a row before anything that has only just begun to wait', async () => {
    const { time, call, sends } = setup()
    void call(historyLine, 'first', 3, 100)
    void call(historyLine, 'page', 3, 10_000)
    for (let order = 0; order < 5; order += 1) void call(privateLine, 'order', 0, 100)
    await time.pass(30)
    expect(sends.map(({ name }) => name)).toEqual([
      'first',
      'order',
      'order',
      'order',
      'order',
      'order',
      'page',
    ])
  })

  it('RTL-2 are never given up by an order for history, however long that waits; one is for a read that has waited', async () => {
    const { time, call, sends } = setup()
    void call(historyLine, 'first', 3, 1500)
    void call(historyLine, 'page', 3, 1500)
    void call(privateLine, 'read', 2, 1500)
    for (let order = 0; order < 7; order += 1) void call(privateLine, 'order', 0, 1500)
    await time.pass(30)
    const orders = (count: number): string[] => Array<string>(count).fill('order')
    expect(sends.map(({ name }) => name)).toEqual([
      'first',
      ...orders(4),
      'read',
      ...orders(3),
      'page',
    ])
  })

  it('RTL-2 end a row when the longest waiting call has had its turn: earlier turns do not count for a priority', async () => {
    const { time, call, sends } = setup()
    void call(privateLine, 'first', 2, 10)
    void call(historyLine, 'page', 3, 2000)
    for (let read = 0; read < 3; read += 1) void call(privateLine, 'read', 2, 10)
    await time.pass(1)
    expect(sends.map(({ name }) => name)).toEqual(['first', 'read', 'read', 'read', 'page'])
    void call(historyLine, 'page', 3, 10)
    for (let read = 0; read < 3; read += 1) void call(privateLine, 'read', 2, 10)
    await time.pass(2)
    expect(sends.slice(5).map(({ name }) => name)).toEqual(['read', 'read', 'read', 'page'])
  })

  it('RTL-2 count as a row only while somebody waits: a cancelled wait is forgotten', async () => {
    const { time, limiter, options } = setup()
    const [reads, pages] = [limiter.queue(privateLine), limiter.queue(historyLine)]
    const had: string[] = []
    const call = async (name: 'read' | 'page', patience?: number): Promise<void> => {
      const turn = await (name === 'read'
        ? reads.acquire(options(2, patience))
        : pages.acquire(options(3, patience)))
      if (!turn.ok) return
      had.push(name)
      time.after(10, turn.value)
    }
    void call('read')
    void call('page', 35)
    for (let read = 0; read < 3; read += 1) void call('read')
    await time.pass(0.03)
    expect(had).toEqual(['read', 'read', 'read', 'read'])
    reads.pause(1000)
    await time.pass(2)
    expect(had).toHaveLength(4)
    void call('page')
    void call('page')
    for (let read = 0; read < 3; read += 1) void call('read')
    await time.pass(2)
    expect(had.slice(4)).toEqual(['page', 'read', 'read', 'read', 'page'])
  })

  it.each<[QueueKey, Priority]>([
    [historyLine, 3],
    [tokenLine, 2],
  ])(
    'RTL-2 go to the longest waiting read, whoever has turns in between because orders have spent the budget: $scope',
    async (line, priority) => {
      const { time, call, sends } = setup({ ...limits, 'stream-token': limits.public })
      let stopped = false
      const endlessly = async (name: string, to: QueueKey, at: Priority): Promise<void> => {
        while (!stopped) await call(to, name, at, 100)
      }
      for (let order = 0; order < 5; order += 1) {
        void call(privateLine, 'order', 0, 100)
        await time.pass(0.2)
      }
      const orders = [endlessly('order', privateLine, 0), endlessly('order', privateLine, 0)]
      const rest = [endlessly('between', line, priority), endlessly('between', line, priority)]
      await time.pass(2)
      const asked = time.timing.ticks()
      const read = call(privateLine, 'read', 2)
      await time.pass(10)
      expect(sends.slice(-8).map(({ name }) => name)).toContain('between')
      expect((sends.find(({ name }) => name === 'read')?.at ?? Infinity) - asked).toBeLessThan(
        10_000,
      )
      stopped = true
      await time.pass(5)
      await Promise.all([read, ...orders, ...rest])
    },
  )

  it('RTL-2 go to a read before its own deadline, even while orders never stop', async () => {
    const { time, call, sends, limiter, options } = setup()
    let stopped = false
    const trader = async (): Promise<void> => {
      while (!stopped) await call(privateLine, 'order', 0, 20)
    }
    const traders = [trader(), trader(), trader()]
    await time.pass(5)
    const read = limiter.queue(privateLine).acquire(options(2, 10_000))
    await time.pass(11)
    const turn = await read
    expect(turn.ok).toBe(true)
    if (turn.ok) turn.value()
    stopped = true
    await time.pass(5)
    await Promise.all(traders)
    expect(sends.length).toBeGreaterThan(20)
  })

  it('RTL-2 reserve a part of the budget for orders', async () => {
    const { call, sends } = setup()
    for (let read = 0; read < 10; read += 1) void call(privateLine, 'read', 2)
    await settled()
    expect(sends).toHaveLength(4)
    void call(privateLine, 'order', 0)
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['read', 'read', 'read', 'read', 'order'])
  })

  it('follow their priorities', async () => {
    const { time, call, sends } = setup()
    void call(privateLine, 'first', 2, 100)
    for (const priority of [3, 2, 1, 0] as const)
      void call(privateLine, `priority ${priority}`, priority, 100)
    await time.pass(5)
    expect(sends.map(({ name }) => name)).toEqual([
      'first',
      'priority 0',
      'priority 1',
      'priority 2',
      'priority 3',
    ])
  })

  it('RTL-2 go to a read within 30 s even while orders never stop', async () => {
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
    for (let count = 0; count < 6; count += 1) void call(tokenLine, 'token', 1)
    void call(privateLine, 'read', 2)
    await time.pass(0.1)
    expect(sends.filter(({ name }) => name === 'read')).toHaveLength(1)
  })

  it('are cancelled when they do not come in time', async () => {
    const { time, limiter, options } = setup()
    await limiter.queue(privateLine).acquire(options(2))
    const turn = limiter.queue(privateLine).acquire(options(2, 5000))
    await time.pass(5.1)
    expect(await turn).toEqual({ ok: false, error: { cause: 'QUEUE_TIMEOUT' } })
    expect(time.pending()).toBe(0)
  })

  it('are refused when too many wait', async () => {
    const { limiter, options } = setup()
    const queue = limiter.queue(privateLine)
    await queue.acquire(options(2))
    for (let waiting = 0; waiting < 200; waiting += 1) void queue.acquire(options(2))
    expect(await queue.acquire(options(2))).toEqual({ ok: false, error: { cause: 'QUEUE_FULL' } })
  })

  it('end when stopped', async () => {
    const { limiter, options, stop, time } = setup()
    const queue = limiter.queue(privateLine)
    await queue.acquire(options(2))
    const waiting = queue.acquire(options(2))
    stop.abort()
    expect(await waiting).toEqual({ ok: false, error: { cause: 'STOPPED' } })
    expect(await queue.acquire(options(2))).toEqual({ ok: false, error: { cause: 'STOPPED' } })
    expect(time.pending()).toBe(0)
  })
})

describe('a pause requested by the exchange', () => {
  it('RTL-3 holds back everything of its key until it is over, including orders', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(privateLine).pause(3000)
    void call(privateLine, 'order', 0)
    void call(privateLine, 'read', 2)
    void call(tokenLine, 'token', 2)
    void call(historyLine, 'page', 3)
    await time.pass(2.9)
    expect(sends).toEqual([])
    await time.pass(0.2)
    expect(sends.map(({ name }) => name)).toEqual(['order', 'read', 'token', 'page'])
  })

  it('RTL-3 affects no other key, and no public call', async () => {
    const { limiter, call, sends } = setup()
    limiter.queue(privateLine).pause(300_000)
    void call(ofOther(privateLine), 'order', 0)
    void call(ofOther(privateLine), 'read', 2)
    void call(ofOther(tokenLine), 'token', 2)
    void call(ofOther(historyLine), 'page', 3)
    void call(publicLine, 'ping', 2)
    await settled()
    expect(sends.map(({ name }) => name).sort()).toEqual(['order', 'page', 'ping', 'read', 'token'])
  })

  it('RTL-3 after a stream token holds back the tokens of every key, and nothing else', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(tokenLine).pause(3000)
    void call(tokenLine, 'token', 2)
    void call(ofOther(tokenLine), 'token of another', 2)
    void call(privateLine, 'order', 0)
    void call(privateLine, 'read', 2)
    void call(historyLine, 'page', 3)
    await time.pass(2.9)
    expect(sends.map(({ name }) => name)).toEqual(['order', 'read', 'page'])
    await time.pass(0.2)
    expect(
      sends
        .map(({ name }) => name)
        .slice(3)
        .sort(),
    ).toEqual(['token', 'token of another'])
  })

  it('RTL-3 after a public call holds back public calls, and nothing that is signed', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(publicLine).pause(3000)
    void call(publicLine, 'ping', 2)
    void call(privateLine, 'read', 2)
    void call(historyLine, 'page', 3)
    await time.pass(2.9)
    expect(sends.map(({ name }) => name)).toEqual(['read', 'page'])
    await time.pass(0.2)
    expect(sends.map(({ name }) => name)).toEqual(['read', 'page', 'ping'])
  })

  it('RTL-3 after a history call holds back the histories of every key, which share a limit, and nothing else', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(historyLine).pause(3000)
    void call(historyLine, 'page', 3)
    void call(ofOther(historyLine), 'page', 3)
    for (const line of [privateLine, ofOther(privateLine)]) {
      void call(line, 'positions', 2)
      void call(line, 'order', 0)
    }
    void call(publicLine, 'ping', 2)
    await time.pass(2.9)
    expect(sends.map(({ name }) => name).sort()).toEqual([
      'order',
      'order',
      'ping',
      'positions',
      'positions',
    ])
    await time.pass(0.2)
    expect(sends.slice(5).map(({ name }) => name)).toEqual(['page', 'page'])
  })

  it('RTL-3 for the complete address holds back every read and no order, except those of a key that is paused itself', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(privateLine).pause(2000)
    limiter.pauseReads(host, 3000)
    for (const line of [privateLine, ofOther(privateLine)]) {
      void call(line, `order of ${line.keyId}`, 0)
      void call(line, 'read', 1)
    }
    void call(publicLine, 'read', 2)
    await time.pass(1.9)
    expect(sends.map(({ name }) => name)).toEqual(['order of other'])
    await time.pass(1)
    expect(sends.map(({ name }) => name)).toEqual(['order of other', 'order of key'])
    await time.pass(0.2)
    expect(sends.slice(2).map(({ name }) => name)).toEqual(['read', 'read', 'read'])
  })

  it('RTL-3 rejects at once only those that cannot wait that long', async () => {
    const { limiter, options, time } = setup()
    const queue = limiter.queue(privateLine)
    const others = limiter.queue(ofOther(privateLine))
    await queue.acquire(options(2))
    const turn = await others.acquire(options(2))
    const waiting = queue.acquire(options(2, 5000))
    const ofTheOther = others.acquire(options(2, 5000))
    queue.pause(60_000)
    expect(await waiting).toEqual({ ok: false, error: { cause: 'PAUSED', ms: 60_000 } })
    await time.pass(4)
    if (turn.ok) turn.value()
    expect(await ofTheOther).toMatchObject({ ok: true })
    await time.pass(6)
    expect(await queue.acquire(options(0, 5000))).toEqual({
      ok: false,
      error: { cause: 'PAUSED', ms: 50_000 },
    })
  })

  it('RTL-3 rejects nothing that is not paused, even if a stalled process is late to end a wait', async () => {
    const { limiter, options, time } = setup()
    const others = limiter.queue(ofOther(privateLine))
    await others.acquire(options(2))
    const waiting = others.acquire(options(2, 5000))
    time.stall(6)
    limiter.queue(privateLine).pause(60_000)
    await time.pass(0)
    expect(await waiting).toEqual({ ok: false, error: { cause: 'QUEUE_TIMEOUT' } })
  })

  it('RTL-3 for the complete address rejects the reads that cannot wait that long, and leaves the order that waits', async () => {
    const { limiter, options } = setup()
    const queue = limiter.queue(privateLine)
    const turn = await queue.acquire(options(2))
    const [order, read, patient] = [
      queue.acquire(options(0, 5000)),
      queue.acquire(options(1, 5000)),
      queue.acquire(options(1, 70_000)),
    ]
    limiter.pauseReads(host, 60_000)
    expect(await read).toEqual({ ok: false, error: { cause: 'PAUSED', ms: 60_000 } })
    if (turn.ok) turn.value()
    expect(await order).toMatchObject({ ok: true })
    expect(await Promise.race([patient, settled()])).toBeUndefined()
  })

  it('is not shortened by a shorter one, and does not affect another address', async () => {
    const { limiter, options, call, sends } = setup()
    for (const line of [privateLine, historyLine, publicLine]) {
      limiter.queue(line).pause(60_000)
      limiter.queue(line).pause(1000)
      expect(await limiter.queue(line).acquire(options(2, 30_000))).toEqual({
        ok: false,
        error: { cause: 'PAUSED', ms: 60_000 },
      })
    }
    limiter.pauseReads(host, 90_000)
    limiter.pauseReads(host, 1000)
    expect(await limiter.queue(ofOther(privateLine)).acquire(options(2, 30_000))).toEqual({
      ok: false,
      error: { cause: 'PAUSED', ms: 90_000 },
    })
    for (const line of [privateLine, historyLine, publicLine])
      void call({ ...line, host: 'https://other.example' }, 'read', 2)
    await settled()
    expect(sends).toHaveLength(3)
  })

  it('RTL-3 of one key never delays another’s calls, and lets none of its own leave before it is over', async () => {
    const signed = ['private', 'stream-token', 'history'] as const satisfies Scope[]
    const priority = fc.constantFrom<Priority>(0, 1, 2, 3)
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('own' as const),
        scope: fc.constantFrom(...signed),
        priority,
        ms: fc.integer({ min: 0, max: 900 }),
      }),
      // Histories share a limit, and so do tokens: one that waits does not delay another key's
      // calls, but the two are not distinguished here.
      fc.record({
        kind: fc.constant('other' as const),
        scope: fc.constant('private' as const),
        priority,
        ms: fc.integer({ min: 0, max: 900 }),
      }),
      fc.record({
        kind: fc.constant('pause' as const),
        scope: fc.constantFrom(...signed),
        ms: fc.integer({ min: 1, max: 300_000 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.integer({ min: 0, max: 700 })), { maxLength: 50 }),
        async (plan) => {
          const run = async (paused: boolean) => {
            const { time, limiter, call, sends } = setup()
            const began = time.timing.ticks()
            let quiet = 0
            const quietApart = { private: 0, 'stream-token': 0, history: 0 }
            const early: string[] = []
            const calls: Promise<string>[] = []
            for (const [one, wait] of plan) {
              const now = time.timing.ticks() - began
              const line: QueueKey = {
                scope: one.scope,
                host,
                keyId: one.kind === 'other' ? 'other' : 'key',
              }
              if (one.kind !== 'pause') {
                const until = one.kind === 'other' ? 0 : Math.max(quiet, quietApart[one.scope])
                const name = `${one.kind} ${until}`
                calls.push(call(line, name, one.priority, one.ms))
              } else if (paused) {
                limiter.queue(line).pause(one.ms)
                if (one.scope === 'private') quiet = Math.max(quiet, now + one.ms)
                else quietApart[one.scope] = Math.max(quietApart[one.scope], now + one.ms)
              }
              await time.pass(wait / 1000)
            }
            await time.pass(900)
            expect(await Promise.all(calls)).toEqual(calls.map(() => 'sent'))
            for (const { name, at } of sends)
              if (at - began < Number(name.split(' ')[1]) - 0.001) early.push(name)
            expect(early).toEqual([])
            return sends.filter(({ name }) => name.startsWith('other'))
          }
          expect(await run(true)).toEqual(await run(false))
        },
      ),
      { numRuns: casesOf({ gate: 15, scheduled: 40 }) },
    )
  })
})

describe('an unused limiter', () => {
  /** Budgets that were started so far. */
  const counting = () => {
    let begun = 0
    const known = {
      ...limits,
      get private() {
        begun += 1
        return limits.private
      },
    }
    return { ...setup(known), begun: () => begun }
  }
  const newQueue = { ...privateLine, keyId: 'new' }

  it('is released when a new one comes, but not before its budget is full again', async () => {
    const { time, limiter, call, begun } = counting()
    for (let key = 0; key < 50; key += 1)
      await call({ ...privateLine, keyId: `key ${key}` }, 'read', 2)
    expect(begun()).toBe(50)
    await time.pass(9.9)
    limiter.queue(newQueue)
    await call({ ...privateLine, keyId: 'key 0' }, 'read', 2)
    expect(begun()).toBe(50)
    await time.pass(10)
    limiter.queue(newQueue)
    await call({ ...privateLine, keyId: 'key 0' }, 'read', 2)
    expect(begun()).toBe(51)
  })

  it('stays while a call waits for it or is in progress, or it is paused', async () => {
    const { time, limiter, options, call, sends } = setup()
    const queue = limiter.queue(privateLine)
    const turn = await queue.acquire(options(2))
    const waiting = queue.acquire(options(2))
    limiter.queue(ofOther(privateLine)).pause(60_000)
    limiter.queue(ofOther(historyLine)).pause(60_000)
    limiter.pauseReads('https://third.example', 60_000)
    await time.pass(30)
    limiter.queue(newQueue)
    void call(privateLine, 'behind', 2)
    void call(ofOther(privateLine), 'quiet', 0)
    void call({ ...historyLine, keyId: 'new' }, 'quiet', 3)
    void call({ ...privateLine, host: 'https://third.example' }, 'quiet', 2)
    await time.pass(1)
    expect(sends).toEqual([])
    if (turn.ok) turn.value()
    const next = await waiting
    await settled()
    expect(sends).toEqual([])
    if (next.ok) next.value()
    await settled()
    expect(sends.map(({ name }) => name)).toEqual(['behind'])
  })

  it('NET-14 stays while a call waits for the end of a pause, so that it and a later one do not overlap', async () => {
    const { time, limiter, call, sends } = setup()
    limiter.queue(historyLine).pause(10_000)
    void call(historyLine, 'page', 3)
    await time.pass(5)
    limiter.queue(newQueue)
    void call(privateLine, 'read', 2, 30_000)
    await time.pass(20)
    expect(sends.map(({ name }) => name)).toEqual(['read'])
    await time.pass(20)
    expect(sends.map(({ name }) => name)).toEqual(['read', 'page'])
  })

  it('RTL-1 keeps its budget while a call waits for it', async () => {
    const { time, limiter, options, call, sends } = setup()
    const queue = limiter.queue(tokenLine)
    const turn = await limiter.queue(privateLine).acquire(options(2))
    const waiting = queue.acquire(options(0))
    await time.pass(120)
    limiter.queue(newQueue)
    if (turn.ok) turn.value()
    const next = await waiting
    if (next.ok) next.value()
    for (let count = 0; count < 5; count += 1) void call(tokenLine, 'token', 0)
    await time.pass(59)
    expect(sends).toHaveLength(4)
  })

  it('NET-14 gives one turn at a time for a key, whenever its queue was requested', async () => {
    const { time, limiter, options, call, sends } = setup()
    const early = limiter.queue(privateLine)
    await time.pass(60)
    limiter.queue(newQueue)
    const late = await limiter.queue(privateLine).acquire(options(2))
    const waiting = early.acquire(options(2))
    await time.pass(1)
    void call(privateLine, 'last', 2)
    await settled()
    expect(sends).toEqual([])
    if (late.ok) late.value()
    const turn = await waiting
    expect(turn.ok).toBe(true)
    await settled()
    expect(sends).toEqual([])
  })
})
