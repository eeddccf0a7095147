import { describe, expect, it } from 'vitest'
import { readOnDemandList } from '../../../src/main/polling/read-list.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import { fail, ok } from '../../../src/shared/result.js'
import { anUnreadable, problem } from '../../support/fake-exchange-client.js'

type Member = { id: string }

function members(count: number): Member[] {
  return Array.from({ length: count }, (_, at) => ({ id: String(at) }))
}

async function reading(
  all: readonly Member[],
  { unreadable = [] as Unreadable[], paged = true, breaksAt = -1 } = {},
) {
  const asked: { limit: number; offset: number }[] = []
  const answer = await readOnDemandList<Member>(
    (page) => {
      asked.push(page)
      if (asked.length - 1 === breaksAt) return Promise.resolve(fail(problem('timeout')))
      const value = paged ? all.slice(page.offset, page.offset + page.limit) : [...all]
      return Promise.resolve(
        ok({ value, at: 7, ...(page.offset === 100 && unreadable.length > 0 && { unreadable }) }),
      )
    },
    ({ id }) => id,
  )
  return {
    answer,
    pages: asked.map(({ offset }) => offset),
    found: answer.ok ? answer.value.list.length : null,
  }
}

describe('a list loaded when shown', () => {
  it('is read to its end, page by page, and says so', async () => {
    expect(await reading(members(0))).toMatchObject({
      pages: [0],
      answer: { value: { list: [], more: false, at: 7 } },
    })
    expect(await reading(members(99))).toMatchObject({ pages: [0], found: 99 })
    expect(await reading(members(230))).toMatchObject({
      pages: [0, 100, 200],
      found: 230,
      answer: { value: { more: false } },
    })
  })

  it('ends after five pages, and says that there are more', async () => {
    expect(await reading(members(900))).toMatchObject({
      pages: [0, 100, 200, 300, 400],
      found: 500,
      answer: { value: { more: true } },
    })
    expect(await reading(members(500))).toMatchObject({
      found: 500,
      answer: { value: { more: true } },
    })
  })

  it('lists nothing twice, and stops if the exchange ignores pages', async () => {
    expect(await reading(members(120), { paged: false })).toMatchObject({
      pages: [0, 100],
      found: 120,
      answer: { value: { more: false } },
    })
  })

  it('counts what was received, not the matching part', async () => {
    const all = members(230)
    // Three of them match, none on the second page.
    const answer = await readOnDemandList<Member>(
      ({ limit, offset }) => {
        const sent = all.slice(offset, offset + limit)
        const value = sent.filter(({ id }) => ['0', '210', '220'].includes(id))
        return Promise.resolve(ok({ value, at: 7, received: sent.map(({ id }) => id) }))
      },
      ({ id }) => id,
    )
    expect(answer).toMatchObject({
      ok: true,
      value: { list: [{ id: '0' }, { id: '210' }, { id: '220' }], more: false },
    })
  })

  it('says that there are more if it ends after five pages without a match', async () => {
    const asked: number[] = []
    const answer = await readOnDemandList<Member>(
      ({ offset }) => {
        asked.push(offset)
        const received = members(100).map(({ id }) => `${offset}/${id}`)
        return Promise.resolve(ok({ value: [], at: 7, received }))
      },
      ({ id }) => id,
    )
    expect(asked).toEqual([0, 100, 200, 300, 400])
    expect(answer).toMatchObject({ ok: true, value: { list: [], more: true } })
  })

  it('stops if the exchange ignores pages and nothing on them matched', async () => {
    const asked: number[] = []
    const answer = await readOnDemandList<Member>(
      ({ offset }) => {
        asked.push(offset)
        return Promise.resolve(ok({ value: [], at: 7, received: members(120).map(({ id }) => id) }))
      },
      ({ id }) => id,
    )
    expect(asked).toEqual([0, 100])
    expect(answer).toMatchObject({ ok: true, value: { list: [], more: false } })
  })

  it('does not take pages without readable ids for the same page', async () => {
    const asked: number[] = []
    await readOnDemandList<Member>(
      ({ offset }) => {
        asked.push(offset)
        return Promise.resolve(ok({ value: [], at: 7, received: members(100).map(() => null) }))
      },
      ({ id }) => id,
    )
    expect(asked).toEqual([0, 100, 200, 300, 400])
  })

  it('names unreadable entries by their place in the complete list', async () => {
    const { answer } = await reading(members(150), { unreadable: [anUnreadable({ place: 3 })] })
    expect(answer).toMatchObject({ ok: true, value: { unreadable: [{ place: 103 }] } })
  })

  it('fails completely if a page fails', async () => {
    expect(await reading(members(150), { breaksAt: 1 })).toMatchObject({
      answer: { ok: false, error: { code: 'timeout' } },
    })
  })
})
