import type { Answer } from '../../../src/main/exchange/request-pipeline.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOpenOrders } from '../../../src/main/portfolio/open-orders.js'
import type { Order } from '../../../src/shared/orders/order.js'
import { fail, ok } from '../../../src/shared/result.js'
import { anOpenOrder } from '../../fixtures/portfolio/market.js'
import { anUnreadable, problem } from '../../support/fake-exchange-client.js'

function orders(count: number): Order[] {
  return Array.from({ length: count }, (_, at) => anOpenOrder({ id: String(at) }))
}

/** A server that returns at most `most` members a page, whatever is requested. */
function serverOf(all: readonly Order[], most = 100) {
  const asked: { limit: number; offset: number }[] = []
  return {
    asked,
    client: {
      activeOrders: ({ limit, offset }: { limit: number; offset: number }) => {
        asked.push({ limit, offset })
        return Promise.resolve(
          ok({ value: all.slice(offset, offset + Math.min(limit, most)), at: 7 + asked.length }),
        )
      },
    },
  }
}

function idsOf(answer: Answer<Order[]>): string[] {
  return answer.ok ? answer.value.value.map(({ id }) => id) : []
}

describe('the open orders of every market', () => {
  it('are read with one call if there are few', async () => {
    for (const count of [0, 1, 49]) {
      const { client, asked } = serverOf(orders(count))
      expect(idsOf(await readOpenOrders(client))).toHaveLength(count)
      expect(asked).toEqual([{ limit: 100, offset: 0 }])
    }
  })

  it("are all read, however short the server's pages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 50, max: 100 }),
        async (count, most) => {
          const { client } = serverOf(orders(count), most)
          expect(idsOf(await readOpenOrders(client))).toEqual(orders(count).map(({ id }) => id))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('stop at a thousand, and a server that repeats a page forever is called twice', async () => {
    const { client, asked } = serverOf(orders(3000))
    expect(idsOf(await readOpenOrders(client))).toHaveLength(1000)
    expect(asked).toHaveLength(10)
    let calls = 0
    const stuck = {
      activeOrders: () => {
        calls += 1
        return Promise.resolve(ok({ value: orders(100), at: 1 }))
      },
    }
    expect(idsOf(await readOpenOrders(stuck))).toHaveLength(100)
    expect(calls).toBe(2)
  })

  it('are listed once if one moved to the next page during the read', async () => {
    const pages = [orders(100), [...orders(100).slice(99), anOpenOrder({ id: 'new' })]]
    let page = 0
    const client = {
      activeOrders: () => Promise.resolve(ok({ value: pages[page++] ?? [], at: 1 })),
    }
    const ids = idsOf(await readOpenOrders(client))
    expect(ids).toHaveLength(101)
    expect(new Set(ids).size).toBe(101)
  })

  it('are as old as the first page, and name unreadable ones by their place in the complete list', async () => {
    const pages = [
      { value: orders(99), at: 5, unreadable: [anUnreadable({ place: 3 })] },
      { value: [anOpenOrder({ id: 'last' })], at: 9, unreadable: [anUnreadable({ place: 2 })] },
    ]
    let page = 0
    const client = {
      activeOrders: () => Promise.resolve(ok(pages[page++] ?? { value: [], at: 10 })),
    }
    expect(await readOpenOrders(client)).toMatchObject({
      ok: true,
      value: { at: 5, unreadable: [{ place: 3 }, { place: 102 }] },
    })
  })

  it('are unknown if one page fails', async () => {
    let page = 0
    const client = {
      activeOrders: () =>
        Promise.resolve(
          (page += 1) === 1 ? ok({ value: orders(100), at: 1 }) : fail(problem('timeout')),
        ),
    }
    expect(await readOpenOrders(client)).toMatchObject({ ok: false, error: { code: 'timeout' } })
  })
})
