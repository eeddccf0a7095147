import { describe, expect, it } from 'vitest'
import {
  toActiveFixedInvestments,
  toOpenFlexInvestments,
  toPoolAccounts,
} from '../../../src/main/exchange/list-mapping.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documented } from '../../support/documented-answers.js'
import { worded } from '../../support/worded.js'

function recordsOf(
  name: 'fixedInvestments' | 'flexInvestments' | 'miningAccounts',
  list: string,
): object[] {
  const reply = JSON.parse(documented[name].replies(true)[0]) as { [list: string]: object[] }
  return reply[list] ?? []
}

describe('lists to choose from', () => {
  it('contain only active entries, whatever was requested, and name every record sent', () => {
    const [fixed] = recordsOf('fixedInvestments', 'records')
    const reply = {
      records: [
        { ...fixed, id: 'a' },
        { ...fixed, id: 'b', status: 2 },
        { ...fixed, id: 'c', status: 9 },
        { ...fixed, id: null },
      ],
    }
    const active = toActiveFixedInvestments(endpoints.fixedInvestments.reply.parse(reply))
    expect([active.value.map(({ id }) => id), active.received]).toEqual([
      ['a'],
      ['a', 'b', 'c', null],
    ])
    const [flex] = recordsOf('flexInvestments', 'data')
    const open = {
      data: [
        { ...flex, id: 'a' },
        { ...flex, id: 'b', status: 0 },
        { ...flex, id: 'c', invested: null },
      ],
    }
    const opened = toOpenFlexInvestments(endpoints.flexInvestments.reply.parse(open))
    expect([opened.value.map(({ id }) => id), opened.received]).toEqual([['a'], ['a', 'b', 'c']])
  })

  it('name a member that does not fit, and keep the others', () => {
    const [fixed] = recordsOf('fixedInvestments', 'records')
    const reply = { records: [fixed, { ...fixed, id: 'odd', amount: 'five' }] }
    expect(toActiveFixedInvestments(endpoints.fixedInvestments.reply.parse(reply))).toMatchObject({
      value: [{ asset: 'USDT' }],
      unreadable: [{ place: 2, id: 'odd', field: 'amount' }],
    })
    const [flex] = recordsOf('flexInvestments', 'data')
    const open = { data: [{ ...flex, currency: 'BTC', invested: null }, flex] }
    expect(
      toOpenFlexInvestments(endpoints.flexInvestments.reply.parse(open)).unreadable,
    ).toMatchObject([{ place: 1, name: 'BTC' }])
    const [pool] = recordsOf('miningAccounts', 'data')
    const accounts = { data: [{ ...pool, name: '' }, pool] }
    expect(worded(toPoolAccounts(endpoints.miningAccounts.reply.parse(accounts)))).toMatchObject({
      value: [{ name: 'my_miner_01' }],
      unreadable: [{ place: 1, field: 'name', why: 'is empty' }],
    })
  })
})
