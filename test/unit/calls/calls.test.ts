import { describe, expect, it } from 'vitest'
import { openCalls } from '../../../src/main/calls/calls.js'
import { consoleForms, privateHeaders } from '../../../src/main/exchange/read-console.js'
import type { CallQuery, CallsView } from '../../../src/shared/calls/call.js'
import { aRecord } from '../../support/call-records.js'

const all: CallQuery = {
  search: null,
  path: null,
  failedOnly: false,
  olderThan: null,
  newerThan: null,
  limit: 100,
}

function setup() {
  const views: CallsView[] = []
  const calls = openCalls({
    profileId: 'main',
    client: () => null,
    forms: consoleForms,
    headers: privateHeaders,
    changed: (view) => views.push(view),
  })
  return { calls, views }
}

const refused = aRecord({
  path: '/api/v4/orders',
  status: 400,
  problem: {
    code: 'refused',
    message: 'The exchange refused the open orders.',
    server: { status: 400, code: 1, message: 'Market is wrong' },
  },
})

describe('the calls of an account', () => {
  it('are listed newest first, a page at a time, in brief, and from then on only new ones', () => {
    const { calls, views } = setup()
    for (let sent = 0; sent < 250; sent += 1) calls.add(aRecord())
    expect(views.at(-1)).toEqual({ profileId: 'main', newest: 250, kept: 250 })
    const first = calls.page(all)
    expect([first.calls[0]?.id, first.calls.at(-1)?.id, first.more]).toEqual([250, 151, true])
    expect(JSON.stringify(first).length).toBeLessThan(100 * 400)
    const third = calls.page({ ...all, olderThan: 51 })
    expect([third.calls[0]?.id, third.calls.at(-1)?.id, third.more]).toEqual([50, 1, false])
    calls.add(refused)
    const fresh = calls.page({ ...all, newerThan: 250 })
    expect(fresh.calls.map(({ id }) => id)).toEqual([251])
    expect(fresh).toMatchObject({
      newest: 251,
      oldest: 1,
      more: false,
      paths: ['/api/v4/main-account/balance', '/api/v4/orders'],
    })
  })

  it('are filtered by endpoint, by failure and by content', () => {
    const { calls } = setup()
    calls.add(aRecord())
    calls.add(refused)
    calls.add(
      aRecord({
        path: '/api/v4/orders',
        answer: { text: '[{"market":"DOGE_USDT"}]', bytes: 24, cut: false },
      }),
    )
    const idsOf = (part: Partial<CallQuery>): number[] =>
      calls.page({ ...all, ...part }).calls.map(({ id }) => id)
    expect(idsOf({ path: '/api/v4/orders' })).toEqual([3, 2])
    expect(idsOf({ failedOnly: true })).toEqual([2])
    expect(idsOf({ search: 'doge' })).toEqual([3])
    expect(idsOf({ search: 'market is WRONG' })).toEqual([2])
    expect(idsOf({ search: '1763000000000', failedOnly: true })).toEqual([2])
    expect(idsOf({ search: 'nothing of the kind' })).toEqual([])
  })

  it('have details with payload, headers with the shortened key, and every attempt of the same call', () => {
    const { calls } = setup()
    const call = Symbol('call')
    calls.add(aRecord({ call, attempt: 1 }))
    calls.add(aRecord())
    calls.add(aRecord({ call, attempt: 2 }))
    const detail = calls.detail(3)
    if (!detail.ok) throw new Error('it is not kept')
    const { body, payload, headers, tries } = detail.value
    expect(Buffer.from(payload ?? '', 'base64').toString()).toBe(body)
    expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toEqual({
      'Content-Type': 'application/json',
      'X-TXC-APIKEY': 'key-…89ab',
      'X-TXC-PAYLOAD': payload,
      'X-TXC-SIGNATURE': 'ab'.repeat(64),
    })
    expect(tries.map(({ id, attempt }) => [id, attempt])).toEqual([
      [1, 1],
      [3, 2],
    ])
  })

  it('say if one is no longer kept', () => {
    const { calls } = setup()
    for (let sent = 0; sent < 501; sent += 1) calls.add(aRecord())
    expect(calls.detail(1)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(calls.detail(2)).toMatchObject({ ok: true })
  })

  it('send nothing from the console without a key', async () => {
    const { calls } = setup()
    const ask = { endpoint: 'ping', values: {} }
    expect(calls.prepare(ask)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await calls.send(ask)).toMatchObject({ ok: false, error: { code: 'gone' } })
  })
})
