import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { bandSentence } from '../../../../src/renderer/portfolio/headroom.js'
import {
  hideAmounts,
  shownAmount,
  shownJson,
  shownRatio,
} from '../../../../src/renderer/components/shown-text.svelte.js'
import { loadLine } from '../../../../src/renderer/portfolio/load-line.js'
import { t, textOf } from '../../../../src/shared/messages/messages.js'
import { aLoan } from '../../../fixtures/portfolio/figures.js'

afterEach(() => hideAmounts(null))

const decimal = fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`)

describe('UX-46 displayed text', () => {
  it('is unchanged while amounts are shown', () => {
    fc.assert(
      fc.property(decimal, fc.string(), (figure, text) => {
        expect([shownRatio(figure), shownAmount(figure), shownJson(text)]).toEqual([
          figure,
          figure,
          text,
        ])
      }),
    )
  })

  it('contains no digit of any figure while they and percentages are hidden', () => {
    hideAmounts('all')
    fc.assert(
      fc.property(decimal, (figure) => {
        const order = t('orders.act.buy', { amount: figure, market: 'BTC_USDT', price: figure })
        const loan = t('loan.meter.now', { ltv: figure })
        const json = shownJson(JSON.stringify({ amount: figure }))
        expect(
          [
            shownRatio(figure),
            shownAmount(figure),
            order,
            loan,
            json,
            textOf(`Sold ${figure}`),
          ].join(),
        ).not.toMatch(/\d/)
      }),
    )
  })
})

describe('UX-46 while only amounts are hidden', () => {
  it('shows percentages and LTV, and no digit of an amount', () => {
    hideAmounts('amounts')
    fc.assert(
      fc.property(decimal, decimal, (ratio, amount) => {
        expect([shownRatio(ratio), shownAmount(amount)]).toEqual([ratio, '•••••'])
        expect(t('loan.meter.now', { ltv: ratio })).toBe(`LTV ${ratio}.`)
        expect(t('loan.what-if.repay.hint', { amount, asset: 'USDT' })).toBe(
          'Of the ••••• USDT owed',
        )
        expect(shownJson(JSON.stringify({ amount }))).not.toMatch(/\d/)
      }),
    )
  })
})

describe('UX-46 the LTV band', () => {
  it.each([
    ['30', 'LTV is below the level where the loan began.'],
    ['61', 'LTV is between initial and margin call.'],
    ['76', 'LTV is between margin call and liquidation.'],
    ['85', 'LTV has reached liquidation.'],
  ])('at %s: %s', (currentLtv, sentence) => {
    const loan = aLoan({ currentLtv, initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' })
    expect(bandSentence(loadLine(loan))).toBe(sentence)
  })

  it('contains no digit, whatever the levels', () => {
    fc.assert(
      fc.property(
        fc.tuple(decimal, decimal, decimal, decimal),
        ([currentLtv, initialLtv, marginCallLtv, liquidationLtv]) => {
          expect(
            bandSentence(
              loadLine(aLoan({ currentLtv, initialLtv, marginCallLtv, liquidationLtv })),
            ),
          ).not.toMatch(/\d/)
        },
      ),
    )
  })
})
