import { describe, expect, it } from 'vitest'
import { CollateralLimitDraft } from '../../../../src/renderer/orders/kinds/collateral-limit.svelte.js'

function typed(): CollateralLimitDraft {
  const draft = new CollateralLimitDraft()
  draft.market = 'BTC_USDT'
  draft.amount = '0.01'
  draft.price = '39000'
  draft.stopLoss = '30000'
  draft.takeProfit = '50000'
  return draft
}

describe('the form of a limit order on collateral', () => {
  it('applies a price and levels only to the market they were typed for', () => {
    const draft = typed()
    draft.market = 'ETH_USDT'
    expect(draft.ticket(null)).toMatchObject({ price: '', stopLoss: null, takeProfit: null })
    expect([draft.price, draft.priceRead, draft.complete]).toEqual(['', null, false])
    draft.price = '2000'
    expect(draft.ticket(null)).toMatchObject({ market: 'ETH_USDT', price: '2000', stopLoss: null })
    draft.market = ' btc_usdt '
    expect([draft.price, draft.stopLoss, draft.takeProfit]).toEqual(['', '30000', '50000'])
  })

  it('keeps them while the name of the market is corrected', () => {
    const draft = typed()
    draft.market = ''
    expect(draft.complete).toBe(false)
    draft.market = 'BTC_USDT'
    expect([draft.price, draft.stopLoss, draft.complete]).toEqual(['39000', '30000', true])
  })

  it('is cleared with its flags once it is sent, and restores all of it', () => {
    const draft = typed()
    draft.onlyReduce(true)
    draft.fillAtOnce(true)
    const ticket = draft.ticket(null)
    draft.sent('1', ticket)
    expect(draft).toMatchObject({ amount: '', price: '', reduceOnly: false, ioc: false })
    draft.restOnly(true)
    draft.sent('2', draft.ticket(null))
    expect(draft.postOnly).toBe(false)
    draft.sent('3', ticket)
    draft.restore()
    expect(draft.ticket(null)).toEqual(ticket)
  })
})
