import { describe, expect, it } from 'vitest'
import {
  touches,
  unreadableCount,
  unreadableList,
  unreadableText,
  type Unreadable,
} from '../../../src/shared/unreadable.js'
import { worded } from '../../support/worded.js'

function one(more: Partial<Unreadable> = {}): Unreadable {
  return {
    place: 4,
    id: '528',
    name: 'BTC_USDT',
    field: 'amount',
    why: 'is missing',
    ...more,
  }
}

describe('unreadable members of a list', () => {
  it.each([
    [{}, 'BTC_USDT (528): “amount” is missing'],
    [{ id: null }, 'BTC_USDT: “amount” is missing'],
    [{ name: null }, '528: “amount” is missing'],
    [{ name: '', id: '' }, 'no. 4 of the list: “amount” is missing'],
    [
      { name: null, id: null, field: '', why: 'must be an object' },
      'no. 4 of the list: it must be an object',
    ],
  ])('are named by what is known: %j', (more, text) => {
    expect(worded(unreadableText(one(more)))).toEqual(text)
  })

  it('are counted among all of the list', () => {
    expect(worded(unreadableCount([one()], 1, 'position'))).toEqual(
      '1 of 1 position could not be read',
    )
    expect(worded(unreadableCount([one()], 12, 'position'))).toEqual(
      '1 of 12 positions could not be read',
    )
    expect(worded(unreadableCount([one(), one()], 1200, 'open order'))).toEqual(
      '2 of 1200 open orders could not be read',
    )
  })

  it('are named up to three in a sentence, with the number of others', () => {
    const list = ['A', 'B', 'C', 'D', 'E'].map((name) => one({ name, id: null }))
    expect(worded(unreadableList(list))).toEqual(
      'A: “amount” is missing; B: “amount” is missing; C: “amount” is missing, and 2 more',
    )
    expect(worded(unreadableList(list.slice(0, 1)))).toEqual('A: “amount” is missing')
  })

  it('affect their own market, and every market if theirs is unknown', () => {
    expect(touches([one()], ['BTC_USDT'])).toBe(true)
    expect(touches([one()], ['ETH_USDT'])).toBe(false)
    expect(touches([one({ name: null })], ['ETH_USDT'])).toBe(true)
    expect(touches(undefined, ['ETH_USDT'])).toBe(false)
  })
})
