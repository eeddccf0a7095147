import { describe, expect, it } from 'vitest'
import { toConditionalOrders } from '../../../src/main/exchange/target-mapping.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documented } from '../../support/documented-answers.js'

function read(records: unknown[]) {
  const reply = { limit: 100, offset: 0, total: records.length, records }
  return toConditionalOrders(endpoints.conditionalOrders.reply.parse(reply))
}

type Reply = { records: Record<string, unknown>[] }
const [pair, entry, older] = documented.conditionalOrders
  .replies(true)
  .flatMap((text) => (JSON.parse(text) as Reply).records)

describe('linked orders', () => {
  it('are read in either decoding', () => {
    const [now] = read([pair]).value
    const [before] = read([older]).value
    for (const one of [now, before])
      expect(one).toMatchObject({
        ...{ kind: 'oco', id: '117703764514' },
        stopLoss: { activationPrice: '58000', price: '57900', postOnly: false },
        takeProfit: { price: '72000' },
      })
    expect(read([entry]).value).toMatchObject([
      { kind: 'oto', order: { id: '117703764521' }, stopLoss: '55000', takeProfit: '70000' },
    ])
  })

  it.each<[string, object]>([
    ['half a pair', { takeProfit: undefined }],
    ['a pair whose half cannot be read', { stopLoss: { orderId: 'x' } }],
    ['another kind', { type: 'trailing' }],
    ['no kind', { type: undefined }],
    ['no id', { id: null }],
  ])('of which one is %s are reported, and not guessed', (_name, some) => {
    const { value, unreadable } = read([{ ...pair, ...some }, entry])
    expect(value).toMatchObject([{ kind: 'oto' }])
    expect(unreadable).toHaveLength(1)
  })
})
