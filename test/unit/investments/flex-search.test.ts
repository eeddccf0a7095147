import { describe, expect, it } from 'vitest'
import { type FlexClient, searchExchange } from '../../../src/main/investments/flex-search.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import type { FlexHistoryQuery } from '../../../src/shared/investments/investment.js'
import { fail } from '../../../src/shared/result.js'
import { aFlexRecord } from '../../support/flex-records.js'
import { createFlexServer } from '../../support/flex-server.js'
import { problem } from '../../support/fake-exchange-client.js'

describe('a search at the exchange', () => {
  it('uses the exchange’s own filters and nothing unwanted', async () => {
    const server = createFlexServer([aFlexRecord()])
    await searchExchange(server.client, { filter: everything, offset: 0 })
    const filter = {
      planId: 'p',
      investmentId: 'i',
      transactionId: 't',
      currency: 'USDT',
      from: 5.9,
      to: 9.2,
      actionTypes: [4, 9],
    }
    await searchExchange(server.client, { filter, offset: 100 })
    expect(server.asked).toEqual<FlexHistoryQuery[]>([
      { limit: 100, offset: 0 },
      {
        limit: 100,
        offset: 100,
        planId: 'p',
        investmentId: 'i',
        transactionId: 't',
        from: 5,
        to: 9,
        actionTypes: [4, 9],
      },
    ])
  })

  it('filters by currency itself and knows whether there is more', async () => {
    const records = Array.from({ length: 150 }, (_, index) =>
      aFlexRecord({ transactionId: `tx_${index}`, currency: index % 2 === 0 ? 'BTC' : 'USDT' }),
    )
    const { client } = createFlexServer(records)
    const first = await searchExchange(client, {
      filter: { ...everything, currency: 'BTC' },
      offset: 0,
    })
    const second = await searchExchange(client, {
      filter: { ...everything, currency: 'BTC' },
      offset: 100,
    })
    expect(first).toMatchObject({ ok: true, value: { more: true } })
    expect([
      first.ok && first.value.records.length,
      second.ok && second.value.records.length,
      second.ok && second.value.more,
    ]).toEqual([50, 25, false])
  })

  it('says what could not be read on a page, and counts it as read', async () => {
    const server = createFlexServer(
      Array.from({ length: 150 }, (_, index) => aFlexRecord({ transactionId: `tx_${index}` })),
    )
    server.spoil(['tx_99', 'tx_120'])
    const first = await searchExchange(server.client, { filter: everything, offset: 0 })
    const second = await searchExchange(server.client, { filter: everything, offset: 100 })
    expect(first).toMatchObject({
      ok: true,
      value: { more: true, unreadable: [{ id: 'tx_99', place: 100 }] },
    })
    expect(second).toMatchObject({
      ok: true,
      value: { more: false, unreadable: [{ id: 'tx_120', place: 121 }] },
    })
  })

  it('retries with the documented default if a page of a hundred is refused, and continues from what it got', async () => {
    const server = createFlexServer(
      Array.from({ length: 70 }, (_, index) => aFlexRecord({ transactionId: `tx_${index}` })),
    )
    const limits: (number | undefined)[] = []
    const client: FlexClient = {
      flexHistory: (query) => {
        limits.push(query.limit)
        return (query.limit ?? 0) > 50
          ? Promise.resolve(fail(problem('refused', { fields: { limit: ['Too large.'] } })))
          : server.client.flexHistory(query)
      },
    }
    const first = await searchExchange(client, { filter: everything, offset: 0 })
    const second = await searchExchange(client, { filter: everything, offset: 50 })
    expect([first.ok && first.value.records.length, first.ok && first.value.more]).toEqual([
      50,
      true,
    ])
    expect([second.ok && second.value.records.length, second.ok && second.value.more]).toEqual([
      20,
      false,
    ])
    expect(limits).toEqual([100, 50, 100, 50])
    const never: FlexClient = {
      flexHistory: () =>
        Promise.resolve(fail(problem('refused', { fields: { limit: ['No.'], dateTo: ['d'] } }))),
    }
    expect(await searchExchange(never, { filter: everything, offset: 0 })).toMatchObject({
      error: { fields: { limit: ['No.'], to: ['d'] } },
    })
  })

  it('returns every refusal under our own name of the field', async () => {
    const fields = {
      plan: ['The selected plan is invalid.'],
      investment: ['a'],
      transaction: ['b'],
      dateFrom: ['c'],
      dateTo: ['d'],
      actionTypes: ['e'],
      'actionTypes.1': ['f'],
      something: ['g'],
    }
    const client: FlexClient = {
      flexHistory: () => Promise.resolve(fail(problem('refused', { fields }))),
    }
    expect(await searchExchange(client, { filter: everything, offset: 0 })).toMatchObject({
      ok: false,
      error: {
        code: 'refused',
        fields: {
          planId: ['The selected plan is invalid.'],
          investmentId: ['a'],
          transactionId: ['b'],
          from: ['c'],
          to: ['d'],
          actionTypes: ['e'],
          'actionTypes.1': ['f'],
          something: ['g'],
        },
      },
    })
  })
})
