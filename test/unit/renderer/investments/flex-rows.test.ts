import { describe, expect, it } from 'vitest'
import { FlexPages, pageSize } from '../../../../src/renderer/investments/flex-rows-store.svelte.js'
import type { FlexRows } from '../../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../../src/shared/investments/investment.js'
import type { Problem } from '../../../../src/shared/problem.js'
import { fail, ok, type Result } from '../../../../src/shared/result.js'

function record(id: number): FlexRecord {
  return {
    transactionId: `tx-${id}`,
    createdAt: '1750000000',
    planId: 'p',
    investmentId: 'i',
    currency: 'USDT',
    amount: '1',
    actionType: 4,
  }
}

/** A main with this many records, newest first, whose answers arrive when the test lets them. */
function createRoom(count: number) {
  let ids = Array.from({ length: count }, (_, at) => at)
  let version = 1
  let fault: Problem | null = null
  let ready: (() => void) | null = null
  const asked: { from: number; count: number; answer(): Promise<void> }[] = []
  const changes: number[] = []
  const pages = new FlexPages(
    {
      ask: (from, many) =>
        new Promise((done) => {
          const reply: Result<FlexRows, Problem> =
            fault === null
              ? ok({
                  version,
                  total: ids.length,
                  from,
                  rows: ids.slice(from, from + many).map(record),
                })
              : fail(fault)
          asked.push({
            from,
            count: many,
            answer: async () => {
              done(reply)
              for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
            },
          })
        }),
      changed: (shift) => changes.push(shift),
      rest: () =>
        new Promise((done) => {
          ready = done
        }),
    },
    version,
  )
  const next = async (): Promise<{ from: number; count: number } | null> => {
    const ask = asked.shift()
    if (ask === undefined) return null
    await ask.answer()
    return { from: ask.from, count: ask.count }
  }
  const drain = async (): Promise<number[]> => {
    const froms: number[] = []
    for (let one = await next(); one !== null; one = await next()) froms.push(one.from)
    return froms
  }
  return {
    pages,
    asked,
    changes,
    next,
    drain,
    rested: async () => {
      ready?.()
      ready = null
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    },
    insert: (many: number) => {
      ids = [...Array.from({ length: many }, (_, at) => 1_000_000 * (version + 1) + at), ...ids]
      version += 1
      pages.newVersion(version)
    },
    break: (problem: Problem | null) => {
      fault = problem
    },
    idAt: (index: number) => pages.row(index)?.transactionId,
  }
}

describe('visible rows', () => {
  it('load first, then their surroundings', async () => {
    const room = createRoom(100_000)
    room.pages.show(0, 20)
    expect(room.pages.total).toBeNull()
    expect(await room.drain()).toEqual([0])
    expect(room.pages.total).toBe(100_000)
    expect(room.idAt(499)).toBe('tx-499')
    expect(room.idAt(500)).toBeUndefined()
  })

  it('are requested before their surroundings, at most two at a time, and never what was scrolled past', async () => {
    const room = createRoom(100_000)
    room.pages.show(0, 20)
    await room.drain()
    for (let at = 1000; at <= 90_000; at += 1000) room.pages.show(at, at + 20)
    expect(room.asked).toHaveLength(2)
    const froms = await room.drain()
    expect(froms.length).toBeLessThanOrEqual(6)
    expect(froms.slice(2, 3)).toEqual([90_000])
    expect(room.idAt(90_010)).toBe('tx-90010')
    expect(room.idAt(50_000)).toBeUndefined()
  })

  it('are never more than requested at once, and never all held', async () => {
    const room = createRoom(100_000)
    room.pages.show(0, 20)
    await room.drain()
    for (let at = 0; at < 100_000; at += 200) {
      room.pages.show(at, at + 20)
      expect(room.asked.every(({ count }) => count <= 2 * pageSize)).toBe(true)
      await room.drain()
      expect(room.idAt(at)).toBe(`tx-${at}`)
    }
    const held = Array.from({ length: 100_000 }, (_, at) => at).filter(
      (at) => room.idAt(at) !== undefined,
    )
    expect(held.length).toBeLessThanOrEqual(61 * pageSize)
  })

  it('are not requested twice', async () => {
    const room = createRoom(1000)
    for (let turn = 0; turn < 50; turn += 1) room.pages.show(0, 20)
    expect(room.asked).toHaveLength(1)
    await room.drain()
    for (let turn = 0; turn < 50; turn += 1) room.pages.show(240, 260)
    expect((await room.drain()).sort()).toEqual([500])
  })
})

describe('changed records', () => {
  it('keep what is being read visible: the list learns how far it moved', async () => {
    const room = createRoom(100_000)
    room.pages.show(0, 20)
    await room.drain()
    await room.rested()
    room.pages.show(5000, 5020)
    await room.drain()
    room.changes.length = 0
    room.insert(7)
    expect(room.idAt(5000)).toBe('tx-5000')
    await room.next()
    expect(room.changes[0]).toBe(7)
    expect(room.idAt(5007)).toBe('tx-5000')
    expect(room.pages.total).toBe(100_007)
  })

  it('show the newest at the top, without a shift', async () => {
    const room = createRoom(1000)
    room.pages.show(0, 20)
    await room.drain()
    await room.rested()
    room.changes.length = 0
    room.insert(3)
    await room.drain()
    expect(room.changes.every((shift) => shift === 0)).toBe(true)
    expect(room.idAt(3)).toBe('tx-0')
  })

  it('keep the old rows until the new ones arrive', async () => {
    const room = createRoom(1000)
    room.pages.show(0, 20)
    await room.drain()
    await room.rested()
    room.insert(3)
    expect(room.idAt(0)).toBe('tx-0')
    await room.drain()
    expect(room.idAt(0)).not.toBe('tx-0')
  })

  it('that change repeatedly cause one read at a time, and the last change is not lost', async () => {
    const room = createRoom(1000)
    room.pages.show(0, 20)
    await room.drain()
    await room.rested()
    for (let turn = 0; turn < 100; turn += 1) room.insert(1)
    expect(room.asked).toHaveLength(1)
    await room.drain()
    expect(room.asked).toHaveLength(0)
    await room.rested()
    await room.drain()
    expect(room.pages.total).toBe(1100)
    expect(room.idAt(100)).toBe('tx-0')
  })

  it('are never mixed with a page made from other records', async () => {
    const room = createRoom(10_000)
    room.pages.show(0, 20)
    await room.drain()
    await room.rested()
    room.insert(10)
    room.pages.show(3000, 3020)
    await room.drain()
    await room.rested()
    await room.drain()
    const first = room.idAt(3000)
    expect(first).toBeDefined()
    const seen = Array.from({ length: 500 }, (_, at) => room.idAt(2900 + at)).filter(
      (id) => id !== undefined,
    )
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('when main cannot answer', () => {
  it('shows why, stops, and continues on request', async () => {
    const room = createRoom(1000)
    room.break({ code: 'busy', message: 'Too much at once.' })
    room.pages.show(0, 20)
    await room.drain()
    expect(room.pages.problem?.code).toBe('busy')
    for (let turn = 0; turn < 10; turn += 1) room.pages.show(turn, turn + 20)
    expect(room.asked).toHaveLength(0)
    room.break(null)
    room.pages.again()
    await room.drain()
    expect(room.pages.problem).toBeNull()
    expect(room.idAt(0)).toBe('tx-0')
  })

  it('keeps rows that are there', async () => {
    const room = createRoom(10_000)
    room.pages.show(0, 20)
    await room.drain()
    room.break({ code: 'store-trouble', message: 'The disk is full.' })
    room.pages.show(5000, 5020)
    await room.drain()
    expect(room.pages.problem?.code).toBe('store-trouble')
    expect(room.idAt(0)).toBe('tx-0')
  })
})

it('requests and reports nothing after its end', async () => {
  const room = createRoom(1000)
  room.pages.show(0, 20)
  room.pages.close()
  await room.drain()
  expect(room.changes).toEqual([])
  room.pages.newVersion(9)
  room.pages.show(500, 520)
  expect(room.asked).toHaveLength(0)
})
