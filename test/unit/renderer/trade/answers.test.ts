import { describe, expect, test } from 'vitest'
import { anItem, blockOf, closedIntent, mismatchIntent, unknownIntent } from '../../../fixtures/portfolio/trading.js'
import { answersFor } from '../../../../src/renderer/views/trade/answers.js'
import { evidenceRows } from '../../../../src/renderer/views/trade/evidence-rows.js'

describe('what can be said of an order nobody knows about', () => {
  test('ORD-5 it is resolved either way, or its block is lifted, each by typing the market', () => {
    const intent = unknownIntent()
    const answers = answersFor(intent, [blockOf(intent)])
    expect(answers.map(({ act, item, type }) => [act, item, type])).toEqual([
      ['filled', null, 'BTC_USDT'],
      ['not-filled', null, 'BTC_USDT'],
      ['lift', null, 'BTC_USDT'],
    ])
  })
  test('of a bulk request, only the unknown rows are answered for, one by one, each block with its own market', () => {
    const intent = unknownIntent({
      kind: 'bulk',
      items: [
        anItem({ index: 0, state: 'placed' }),
        anItem({ index: 1, state: 'unknown', market: 'ETH_USDT' }),
        anItem({ index: 2, state: 'unknown' }),
      ],
    })
    const answers = answersFor(intent, [
      { ...blockOf(intent), market: 'ETH_USDT' },
      blockOf(intent),
      { ...blockOf(intent), intentId: 'other', market: 'X_Y' },
    ])
    expect(answers.map(({ act, item, type }) => [act, item, type])).toEqual([
      ['filled', 1, 'ETH_USDT'],
      ['not-filled', 1, 'ETH_USDT'],
      ['filled', 2, 'BTC_USDT'],
      ['not-filled', 2, 'BTC_USDT'],
      ['lift', null, 'ETH_USDT'],
      ['lift', null, 'BTC_USDT'],
    ])
    expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length)
  })
  test('ORD-17 of a closed investment, by typing how its id ends', () => {
    expect(answersFor(closedIntent({ state: 'unknown' }), []).map(({ act, type, what }) => [act, type, what])).toEqual([
      ['filled', 'afa6', 'tail'],
      ['not-filled', 'afa6', 'tail'],
    ])
    expect(answersFor(closedIntent({ state: 'unknown', blocks: true }), []).at(-1)).toMatchObject({ act: 'lift', type: 'afa6' })
    expect(answersFor(closedIntent(), [])).toEqual([])
  })
  test('ORD-9 what did not fit is not resolved, only its block can be lifted', () => {
    const intent = mismatchIntent()
    expect(answersFor(intent, [blockOf(intent, 'mismatch')]).map(({ act }) => act)).toEqual(['lift'])
  })
})

describe('the evidence, side by side', () => {
  const at = (id: string, amount: string | null, modifiedAt = '1') => ({ id, positionSide: null, amount, modifiedAt })
  const look = (...positions: ReturnType<typeof at>[]) => ({ asOf: 1, positions: { BTC_USDT: positions } })
  test('ORD-7 says what differs in a word: changed, opened, gone, touched, or nothing', () => {
    const rows = evidenceRows({
      before: look(at('1', '0.25'), at('2', '1'), at('3', '1'), at('4', '1'), at('5', null)),
      after: look(at('1', '0.26'), at('3', '1', '2'), at('4', '1'), at('5', '1'), at('6', '2')),
    })
    expect(rows.map(({ id, difference, changed }) => [id, difference, changed])).toEqual([
      ['1', '+0.01', true],
      ['2', 'gone', true],
      ['3', 'changed, same amount', true],
      ['4', 'none', false],
      ['5', 'amount not sent', false],
      ['6', 'opened', true],
    ])
  })
  test('ORD-7 claims no difference where only one look was had', () => {
    expect(evidenceRows({ before: null, after: look(at('1', '1')) })[0]).toMatchObject({ difference: 'not known', changed: false })
    expect(evidenceRows({ before: null, after: null })).toEqual([])
  })
})
