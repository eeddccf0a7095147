import { describe, expect, it } from 'vitest'
import {
  effectOf,
  type Levels,
  levelChanges,
  levelFaults,
  type Ordered,
} from '../../../../src/shared/orders/order-effect.js'
import {
  effectSentence,
  levelSentences,
  orderDoubts,
} from '../../../../src/shared/orders/order-sentences.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { aPosition } from '../../../support/fake-exchange-client.js'
import { worded, wordsOf } from '../../../support/worded.js'

type Typed = Ordered & Levels

function order(some: Partial<Typed> = {}): Typed {
  return {
    market: 'ETH_PERP',
    side: 'buy',
    amount: '0.1',
    positionSide: null,
    stopLoss: null,
    takeProfit: null,
    ...some,
  }
}

function held(amount: string, some: Partial<Position> = {}): Position {
  return aPosition({
    market: 'ETH_PERP',
    amount,
    entryPrice: '3000',
    liquidationPrice: null,
    positionSide: 'BOTH',
    ...some,
  })
}

const short = held('-3.5')
const long = held('3.5')

describe('ORD-22 the levels of an order', () => {
  it('protect the remaining short if it reduces one: the stop loss is above the price', () => {
    const right = order({ stopLoss: '3600' })
    const wrong = order({ stopLoss: '2500' })
    const reduces = effectOf(right, [short])
    expect(reduces).toMatchObject({ effect: 'reduces', after: '3.4', remains: 'short' })
    expect(levelFaults(right, reduces, '3000')).toEqual([])
    expect(levelFaults(wrong, reduces, '3000')).toEqual([
      { level: 'stopLoss', fault: 'wrong-side' },
    ])
    expect(worded(levelSentences(right, reduces)[0])).toBe(
      'Stop loss: closes it if the price rises to 3600 USDT.',
    )
    expect(
      worded(orderDoubts(wrong, reduces, { mark: '3000', words: '3000, the mark price' })[0]?.text),
    ).toContain('The stop loss of a short position lies above the price; 2500 is not above 3000')
  })

  const longLeg = held('3.5', { positionSide: 'LONG' })
  const shortLeg = held('3.5', { positionSide: 'SHORT' })
  it.each<[string, Partial<Typed>, Position[], effect: string, remains: string]>([
    ['opens long', {}, [], 'opens', 'long'],
    ['opens short', { side: 'sell' }, [], 'opens', 'short'],
    ['opens beside another market', { side: 'sell' }, [aPosition()], 'opens', 'short'],
    ['increases a long', {}, [long], 'increases', 'long'],
    ['increases a short', { side: 'sell' }, [short], 'increases', 'short'],
    ['reduces', { side: 'sell', amount: '3.49' }, [long], 'reduces', 'long'],
    ['closes', { side: 'sell', amount: '3.50' }, [long], 'closes', 'none'],
    ['closes a short', { amount: '3.5' }, [short], 'closes', 'none'],
    ['flips', { side: 'sell', amount: '3.51' }, [long], 'flips', 'short'],
    ['flips a short', { amount: '4' }, [short], 'flips', 'long'],
    [
      'reduces a leg',
      { side: 'sell', positionSide: 'LONG' },
      [shortLeg, longLeg],
      'reduces',
      'long',
    ],
    ['reduces the other leg', { positionSide: 'SHORT' }, [shortLeg, longLeg], 'reduces', 'short'],
    [
      'asks too much of a leg',
      { side: 'sell', amount: '4', positionSide: 'LONG' },
      [longLeg],
      'not-known',
      'not-known',
    ],
    ['names no leg in hedge mode', {}, [longLeg], 'not-known', 'not-known'],
    [
      'meets an unclear one',
      {},
      [held('3.5', { liquidationPrice: '9000' })],
      'not-known',
      'not-known',
    ],
    [
      'meets one without an amount',
      {},
      [aPosition({ market: 'ETH_PERP', amount: null })],
      'not-known',
      'not-known',
    ],
  ])('are checked against what remains if it %s', (_name, typed, positions, effect, remains) => {
    expect(effectOf(order(typed), positions)).toMatchObject({ effect, remains })
  })

  it('protect nothing if the order closes', () => {
    const closing = order({ side: 'sell', amount: '3.5', stopLoss: '1', takeProfit: '9' })
    const consequence = effectOf(closing, [long])
    expect(levelFaults(closing, consequence, '3000').map(({ fault }) => fault)).toEqual([
      'guards-nothing',
      'guards-nothing',
    ])
    expect(worded(levelSentences(closing, consequence))).toEqual([
      'Stop loss 1 USDT: no position remains for it to guard.',
      'Take profit 9 USDT: no position remains for it to guard.',
    ])
  })

  it('that leave no price between them are wrong at any price, for the position that remains', () => {
    const crossed = (typed: Partial<Typed>, positions: Position[]) =>
      levelFaults(order(typed), effectOf(order(typed), positions), null).map(({ fault }) => fault)
    expect(crossed({ stopLoss: '9', takeProfit: '1' }, [])).toEqual(['crossed'])
    expect(crossed({ stopLoss: '9', takeProfit: '1' }, [short])).toEqual([])
    expect(crossed({ stopLoss: '1', takeProfit: '9' }, [short])).toEqual(['crossed'])
    expect(crossed({ stopLoss: '5', takeProfit: '5.0' }, [])).toEqual(['crossed'])
  })

  it('are not checked for their side without a price', () => {
    expect(levelFaults(order({ stopLoss: '1' }), effectOf(order(), []), null)).toEqual([])
  })
})

describe('ORD-22 replaced protection', () => {
  const guarded = held('0.42', {
    protectiveOrders: {
      takeProfitId: '1',
      takeProfit: '90000',
      stopLossId: '2',
      stopLoss: '58500',
    },
  })

  it('is shown before sending, with the size it then covers', () => {
    const more = order({ amount: '0.05', stopLoss: '55000', takeProfit: '90000.0' })
    const consequence = effectOf(more, [guarded])
    expect(levelChanges(more, consequence)).toEqual([
      { level: 'stopLoss', from: '58500', to: '55000', size: '0.47' },
    ])
    expect(worded(levelSentences(more, consequence))).toEqual([
      'Stop loss: closes it if the price falls to 55000 USDT.',
      'Replaces stop loss 58500 → 55000 for the whole position of 0.47 ETH.',
      'Take profit: closes it if the price rises to 90000.0 USDT.',
    ])
  })

  it('is set for the complete position if there was none', () => {
    const more = order({ stopLoss: '2000' })
    expect(worded(levelSentences(more, effectOf(more, [long])))).toContain(
      'Sets a stop loss at 2000 for the whole position of 3.6 ETH.',
    )
  })

  it('is not mentioned for a new position', () => {
    const fresh = order({ stopLoss: '2000' })
    expect(levelChanges(fresh, effectOf(fresh, []))).toEqual([])
  })
})

describe('an order that hedge mode refuses', () => {
  it('gets a warning if it asks for more than its side holds, or for a side that is not open', () => {
    const legs = [held('3.5', { positionSide: 'LONG' })]
    const doubts = (typed: Partial<Typed>) =>
      orderDoubts(order(typed), effectOf(order(typed), legs), null).map(({ text }) => wordsOf(text))
    expect(doubts({ side: 'sell', amount: '4', positionSide: 'LONG' })[0]).toContain(
      'only 3.5 ETH is open',
    )
    expect(doubts({ side: 'buy', positionSide: 'SHORT' })[0]).toContain('none is open')
    expect(doubts({ side: 'sell', amount: '3', positionSide: 'LONG' })).toEqual([])
    expect(doubts({ side: 'sell', positionSide: 'SHORT' })).toEqual([])
  })
})

describe("an order's effect in a sentence", () => {
  it('names sizes and sides', () => {
    const said = (typed: Partial<Typed>, positions: Position[]) =>
      wordsOf(effectSentence(order(typed), effectOf(order(typed), positions)))
    expect(said({}, [])).toBe('It opens a long position of 0.1 ETH. None is open on ETH_PERP now.')
    expect(said({}, [short])).toBe('It reduces your short position from 3.5 to 3.4 ETH.')
    expect(said({ amount: '3.5' }, [short])).toBe(
      'It closes your short position of 3.5 ETH, as far as is known now.',
    )
    expect(said({ amount: '4' }, [short])).toBe(
      'It closes your short position of 3.5 ETH and opens a long one of 0.5 ETH.',
    )
    expect(wordsOf(effectSentence(order(), null))).toContain('no positions have been read yet')
  })
})
