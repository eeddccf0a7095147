import { describe, expect, test } from 'vitest'
import { createPositionActs } from '../../../../src/renderer/orders/position-acts.js'
import { EnablingStore } from '../../../../src/renderer/orders/enabling.svelte.js'
import { NavigationStore } from '../../../../src/renderer/shell/navigation-store.svelte.js'
import { TradeForms } from '../../../../src/renderer/orders/trade-forms.svelte.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import type { TradingView } from '../../../../src/shared/orders/trading.js'
import { aPosition } from '../../../fixtures/portfolio/figures.js'
import { aMarket } from '../../../fixtures/portfolio/market.js'
import { armed, aTrading, notArmed } from '../../../fixtures/portfolio/trading.js'
import { readyScene } from '../../../page/trade-screen.js'
import { createFakeBridge } from '../../../support/fake-bridge/fake-bridge.js'

function oneWay(amount: string | null, part: Partial<Position> = {}): Position {
  return aPosition({ amount, positionSide: 'BOTH', liquidationPrice: null, ...part })
}

function opened(trading: TradingView = armed(), positions: Position[] | null = null) {
  const fake = createFakeBridge(readyScene())
  const navigation = new NavigationStore(fake.bridge, () => null)
  const forms = new TradeForms(fake.bridge)
  const enabling = new EnablingStore()
  const markets = () => [aMarket('BTC_USDT', { amountStep: '0.001' })]
  const acts = createPositionActs({
    navigation,
    tradeForms: forms,
    enabling,
    markets,
    positions: () => positions,
    trading: () => trading,
  })
  return { fake, navigation, forms, enabling, acts }
}

describe('actions started from a position', () => {
  test.each([
    ['0.1', '-0.25', { side: 'buy', amount: '0.1' }],
    ['0.3', '-0.25', { side: 'buy', amount: '0.25' }],
  ])(
    'ALR-15 a part of %s is reviewed against what is open by then, and never more than that',
    async (amount, open, order) => {
      const { forms, acts } = opened(armed(), [oneWay(open)])
      acts.reviewPart(oneWay('-0.25'), amount)
      await expect.poll(() => forms.preview.phase).toBe('open')
      expect(forms.preview.preview).toMatchObject({ kind: 'market', items: [order] })
    },
  )

  test.each([
    ['gone', []],
    ['on the other side', [oneWay('0.05')]],
    ['of another leg', [oneWay('-0.25', { positionSide: 'SHORT' })]],
  ])(
    'ALR-15 a part of a position that is %s by then is not previewed, and says so',
    async (_how, open) => {
      const { fake, forms, acts } = opened(armed(), open)
      acts.reviewPart(oneWay('-0.25'), '0.1')
      await Promise.resolve()
      expect(forms.preview.phase).toBe('closed')
      expect(forms.preview.refusal).toMatchObject({ kind: 'market', problem: { code: 'gone' } })
      expect(forms.market.amount).toBe('')
      expect(fake.asked.map(({ channel }) => channel)).not.toContain('orders/prepare')
    },
  )

  test('ALR-15 an expired review of a position that is gone by then is not opened again', async () => {
    const open = [oneWay('-0.25')]
    const { forms, acts } = opened(armed(), open)
    acts.reviewPart(oneWay('-0.25'), '0.1')
    await expect.poll(() => forms.preview.phase).toBe('open')
    open.pop()
    await forms.preview.again()
    expect(forms.preview.phase).toBe('closed')
    expect(forms.preview.refusal).toMatchObject({ problem: { code: 'gone' } })
  })

  test('ORD-13 Close opens the review of that position on the Trade screen, and sends nothing', async () => {
    const { fake, navigation, forms, acts } = opened()
    acts.close(aPosition())
    expect(navigation.screen).toBe('trade')
    await expect.poll(() => forms.preview.phase).toBe('open')
    expect(forms.preview.preview).toMatchObject({
      kind: 'close-position',
      items: [{ target: { id: '479975679' } }],
    })
    expect(fake.asked.map(({ channel }) => channel)).not.toContain('orders/confirm')
  })

  test.each<[string, TradingView]>([
    ['not armed', aTrading({ readOnly: false, obstacles: [notArmed] })],
    ['read-only', aTrading({ readOnly: true })],
  ])(
    'ALR-6 while trading is %s, Close keeps the position and requests nothing; the review opens once trading is enabled',
    async (_name, view) => {
      const { fake, navigation, forms, enabling, acts } = opened(view)
      acts.close(aPosition())
      expect([navigation.screen, enabling.wanted?.then?.act, forms.preview.phase]).toEqual([
        'overview',
        'close',
        'closed',
      ])
      expect(enabling.wanted?.then?.position.id).toBe('479975679')
      expect(fake.asked).toEqual([])
      acts.review('close', aPosition())
      await expect.poll(() => forms.preview.phase).toBe('open')
      expect(forms.preview.preview).toMatchObject({
        kind: 'close-position',
        items: [{ target: { id: '479975679' } }],
      })
    },
  )

  test.each<[string, Position, object]>([
    ['a long one', oneWay('0.25'), { side: 'sell', amount: '0.125', hedge: false }],
    ['a short one', oneWay('-1.501'), { side: 'buy', amount: '0.75', hedge: false }],
    ['the long side of a hedge', aPosition(), { side: 'sell', amount: '0.125', hedge: true }],
    [
      'the short side of a hedge',
      aPosition({ amount: '-3', positionSide: 'SHORT' }),
      { side: 'buy', amount: '1.5', hedge: true },
    ],
    [
      'one of which half is less than a step',
      oneWay('0.001'),
      { side: 'sell', amount: '0.001', hedge: false },
    ],
  ])(
    'ALR-6 Reduce… opens the review of a market order for half of it, in whole steps, which stays in the form: %s',
    async (_name, position, filled) => {
      const { fake, navigation, forms, acts } = opened()
      forms.tab = 'bulk'
      forms.market.stopLoss = '1'
      acts.reduce(position)
      expect([navigation.screen, forms.tab]).toEqual(['trade', 'market'])
      expect(forms.market).toMatchObject({
        market: 'BTC_USDT',
        stopLoss: '',
        takeProfit: '',
        clientOrderId: '',
        ...filled,
      })
      await expect.poll(() => forms.preview.phase).toBe('open')
      const { side, amount } = filled as { side: string; amount: string }
      expect(fake.asked).toMatchObject([
        { channel: 'orders/prepare', payload: { kind: 'market', side, amount } },
      ])
    },
  )

  test.each(['reduce', 'reverse'] as const)(
    'ALR-6 while trading is not armed, %s keeps the position and requests nothing until it is',
    async (act) => {
      const view = aTrading({ readOnly: false, obstacles: [notArmed] })
      const { fake, navigation, forms, enabling, acts } = opened(view)
      acts[act](oneWay('0.25'))
      expect(enabling.wanted?.then).toMatchObject({ act, position: { amount: '0.25' } })
      expect([navigation.screen, fake.asked.length]).toEqual(['overview', 0])
      acts.review(act, oneWay('0.25'))
      await expect.poll(() => forms.preview.phase).toBe('open')
      expect(forms.preview.preview?.items).toMatchObject([
        { side: 'sell', amount: act === 'reduce' ? '0.125' : '0.5' },
      ])
    },
  )

  test('an order with new levels starts with those of the position, and leaves its amount to be typed', () => {
    const { forms, acts } = opened()
    acts.setLevels(
      oneWay('0.25', {
        protectiveOrders: {
          stopLossId: '1',
          stopLoss: '84000',
          takeProfitId: null,
          takeProfit: null,
        },
      }),
    )
    expect(forms.market).toMatchObject({
      market: 'BTC_USDT',
      side: 'sell',
      amount: '',
      stopLoss: '84000',
      takeProfit: '',
    })
  })

  test('ALR-6 Reverse opens the review of twice the amount of the other side, and sends nothing', async () => {
    const { fake, forms, acts } = opened()
    acts.reverse(oneWay('-0.25'))
    expect(forms.market).toMatchObject({ side: 'buy', amount: '0.5' })
    await expect.poll(() => forms.preview.phase).toBe('open')
    expect(fake.asked.map(({ channel }) => channel)).toEqual(['orders/prepare'])
  })

  test.each<[string, Position, (string | null)[]]>([
    [
      'whose amount is not sent',
      oneWay(null),
      ['sends no amount', 'sends no amount', 'sends no amount'],
    ],
    ['of nothing', oneWay('0'), ['sends no amount', 'sends no amount', 'sends no amount']],
    [
      'that may be long or short',
      oneWay('1', { positionSide: 'SIDEWAYS' }),
      [null, 'not known', 'not known'],
    ],
    ['of a hedge', aPosition(), [null, null, 'one order cannot reverse']],
    ['in one-way mode', oneWay('1'), [null, null, null]],
  ])('ORD-15 explain when unavailable, and do nothing: one %s', (_name, position, reasons) => {
    const { navigation, forms, acts } = opened()
    for (const [at, act] of (['close', 'reduce', 'reverse'] as const).entries()) {
      const why = acts.whyNot(act, position)
      if (reasons[at] == null) expect(why).toBeNull()
      else expect(why).toContain(reasons[at])
    }
    if (reasons[1] === null) return
    acts.reduce(position)
    acts.reverse(position)
    expect(navigation.screen).toBe('overview')
    expect(forms.market.amount).toBe('')
  })

  test('ask before a form would be lost', () => {
    const { navigation, forms, acts } = opened()
    const held: (() => void)[] = []
    navigation.guard((goOn) => {
      held.push(goOn)
      return true
    })
    acts.reduce(oneWay('1'))
    expect([navigation.screen, forms.market.amount]).toEqual(['overview', ''])
    held[0]?.()
    expect([navigation.screen, forms.market.amount]).toEqual(['trade', '0.5'])
  })
})
