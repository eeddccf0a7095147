import { afterEach, describe, expect, test } from 'vitest'
import {
  aCancelItem,
  aCloseItem,
  anItem,
  blockOf,
  cancelIntent,
  closedIntent,
  closePositionIntent,
  mismatchIntent,
  unknownIntent,
} from '../../../fixtures/portfolio/trading.js'
import type { OrderIntent } from '../../../../src/shared/orders/trading.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'
import {
  type AnswerQuestion,
  type Answers,
  answersFor,
  evidenceRows,
  meaningOf,
} from '../../../../src/renderer/orders/unknown-orders.js'

/** Every possible question, in the order of the screen. */
function questions({ whole, rows, markets, lifts }: Answers): AnswerQuestion[] {
  return [
    ...[...(whole === null ? [] : [whole]), ...rows.values(), ...markets].flatMap(({ yes, no }) => [
      yes,
      no,
    ]),
    ...lifts,
  ]
}

describe('answers to an order of unknown outcome', () => {
  afterEach(() => readLanguageFrom(() => 'en'))
  test('ORD-5 resolve it either way, or lift its block, each by typing the market', () => {
    const intent = unknownIntent()
    const answers = answersFor(intent, [blockOf(intent)])
    expect(
      questions(answers).map(({ act, item, type, label }) => [act, item, type, label]),
    ).toEqual([
      ['filled', null, 'BTC_USDT', 'It was filled…'],
      ['not-filled', null, 'BTC_USDT', 'It was not filled…'],
      ['lift', null, 'BTC_USDT', 'Lift the block…'],
    ])
  })

  test('cover each unknown row of a bulk request, and all rows of a market if several; a resting order is never filled', () => {
    const limit = (index: number, market: string) =>
      anItem({ index, state: 'unknown', market, price: '40000' })
    const intent = unknownIntent({
      kind: 'bulk',
      items: [
        anItem({ index: 0, state: 'placed', price: '1' }),
        limit(1, 'ETH_USDT'),
        limit(2, 'BTC_USDT'),
        limit(3, 'BTC_USDT'),
      ],
    })
    const answers = answersFor(intent, [
      { ...blockOf(intent), market: 'ETH_USDT' },
      blockOf(intent),
      { ...blockOf(intent), intentId: 'other', market: 'X_Y' },
    ])
    expect(answers.whole).toBeNull()
    expect(
      [...answers.rows].map(([index, { yes, no }]) => [
        index,
        yes.label,
        no.label,
        yes.item,
        yes.type,
      ]),
    ).toEqual([
      [1, 'Placed…', 'Not placed…', 1, 'ETH_USDT'],
      [2, 'Placed…', 'Not placed…', 2, 'BTC_USDT'],
      [3, 'Placed…', 'Not placed…', 3, 'BTC_USDT'],
    ])
    expect(answers.markets.map(({ name, yes }) => [name, yes.item, yes.type])).toEqual([
      ['All 2 on BTC_USDT', null, 'BTC_USDT'],
    ])
    expect(answers.lifts.map(({ label }) => label)).toEqual([
      'Lift the block on ETH_USDT…',
      'Lift the block on BTC_USDT…',
    ])
    expect(
      questions(answers)
        .map(({ title, answer }) => `${title} ${answer}`)
        .join(),
    ).not.toMatch(/filled/)
  })

  test('ORD-17 resolve a closed investment by typing the end of its id', () => {
    expect(
      questions(answersFor(closedIntent({ state: 'unknown' }), [])).map(({ act, type, what }) => [
        act,
        type,
        what,
      ]),
    ).toEqual([
      ['filled', 'afa6', 'tail'],
      ['not-filled', 'afa6', 'tail'],
    ])
    expect(answersFor(closedIntent({ state: 'unknown', blocks: true }), []).lifts).toMatchObject([
      { act: 'lift', type: 'afa6' },
    ])
    expect(questions(answersFor(closedIntent(), []))).toEqual([])
  })

  test('ORD-9 cannot resolve a mismatch, only lift its block', () => {
    const intent = mismatchIntent()
    expect(
      questions(answersFor(intent, [blockOf(intent, 'mismatch')])).map(({ act }) => act),
    ).toEqual(['lift'])
  })

  test('UX-64 follow the language while open, and the text to type stays the market', () => {
    const intent = unknownIntent()
    const { whole, lifts } = answersFor(intent, [blockOf(intent)])
    readLanguageFrom(() => 'uk')
    expect([whole?.no.title, whole?.no.answer, whole?.no.type]).toEqual([
      'Підтвердити, що це не виконано: купівля 0.01 BTC_USDT?',
      'Не було виконано',
      'BTC_USDT',
    ])
    expect(lifts.map(({ title, answer, type }) => [title, answer, type])).toEqual([
      ['Зняти блокування з BTC_USDT?', 'Зняти блокування з BTC_USDT', 'BTC_USDT'],
    ])
  })
})

describe('evidence, side by side', () => {
  const at = (id: string, amount: string | null, modifiedAt = '1') => ({
    id,
    positionSide: null,
    amount,
    modifiedAt,
  })
  const look = (...positions: ReturnType<typeof at>[]) => ({
    asOf: 1,
    positions: { BTC_USDT: positions },
  })
  test('ORD-7 names the difference in a word: changed, opened, gone, touched, or nothing', () => {
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
  test('ORD-7 names no difference if there was only one check', () => {
    expect(evidenceRows({ before: null, after: look(at('1', '1')) })[0]).toMatchObject({
      difference: 'not known',
      changed: false,
    })
    expect(evidenceRows({ before: null, after: null })).toEqual([])
  })
})

describe('the meaning of an answer', () => {
  const meaning = (intent: OrderIntent, act: AnswerQuestion['act']): string => {
    const question = questions(answersFor(intent, [blockOf(intent)])).find((one) => one.act === act)
    return question === undefined ? '' : meaningOf(question).join(' ')
  }
  const unknownCancel = cancelIntent({
    state: 'unknown',
    blocks: true,
    items: [aCancelItem({ state: 'unknown' })],
  })
  const unknownClose = closePositionIntent({
    state: 'unknown',
    blocks: true,
    items: [aCloseItem({ state: 'unknown' })],
  })

  test('ORD-5 for a cancellation: whether the order is still open, and what a mistake costs', () => {
    expect(
      questions(answersFor(unknownCancel, [blockOf(unknownCancel)])).map(
        ({ title, answer }) => `${title} ${answer}`,
      ),
    ).toEqual([
      'Was this cancelled: buy 0.01 BTC_USDT at 81255? It was cancelled',
      'Was this not cancelled: buy 0.01 BTC_USDT at 81255? It was not cancelled',
      'Lift the block on BTC_USDT? Lift the block on BTC_USDT',
    ])
    expect(meaning(unknownCancel, 'filled')).toContain(
      'it is no longer among the open orders, and was cancelled',
    )
    expect(meaning(unknownCancel, 'not-filled')).toContain('both may fill')
    expect(meaning(unknownCancel, 'lift')).toContain(
      'If it was not cancelled after all, it still rests there',
    )
  })

  test('ORD-5 for a close: whether the position is open, and that the other way opens one', () => {
    expect(meaning(unknownClose, 'filled')).toContain('the position is no longer open')
    expect(meaning(unknownClose, 'not-filled')).toContain(
      'opens a position instead of closing this one',
    )
    expect(meaning(unknownClose, 'lift')).toContain('this can be asked for again')
  })

  test('ORD-5 for an order: that it is executed twice', () => {
    expect(meaning(unknownIntent(), 'not-filled')).toContain('it is executed twice')
    expect(meaning(unknownIntent(), 'lift')).not.toContain('asked for again')
  })
})
