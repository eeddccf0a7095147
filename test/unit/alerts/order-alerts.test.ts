import { describe, expect, it } from 'vitest'
import { evaluateOrders, isOrderKey } from '../../../src/main/alerts/order-alerts.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import type { OrderTrouble } from '../../../src/shared/orders/trading.js'
import { createAlertHarness, inEnglish } from '../../support/alert-harness.js'
import { worded } from '../../support/worded.js'

function aTrouble(some: Partial<OrderTrouble> = {}): OrderTrouble {
  return {
    intentId: 'i1',
    because: 'unknown',
    kind: 'market',
    markets: ['BTC_USDT'],
    notSet: [],
    look: 'none',
    since: 1_760_000_000,
    ...some,
  }
}

describe('an order that needs the user', () => {
  it('raises an alert that says what it means and opens the place to decide', () => {
    const over = [{ key: 'order:i9/unknown' }, { key: 'loan/margin-call' }]
    const { candidates, resolved } = evaluateOrders(
      [aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })],
      over,
    )
    expect(candidates.map(inEnglish)).toMatchObject([
      {
        kind: 'order-unknown',
        level: 'danger',
        found: 'new',
        title: 'Result unknown: an order on BTC_USDT',
      },
      {
        kind: 'order-mismatch',
        level: 'danger',
        title: expect.stringContaining('does not match what was sent'),
      },
    ])
    expect(resolved).toEqual([{ key: 'order:i9/unknown', end: 'over' }])
    for (const { key } of candidates) expect(isOrderKey(key)).toBe(true)
  })

  it('ORD-21 says in words which protection is not set', () => {
    const titles = (notSet: OrderTrouble['notSet']) =>
      evaluateOrders([aTrouble({ because: 'mismatch', notSet })], []).candidates.map(
        ({ title }) => title,
      )
    expect(worded(titles(['stopLoss']))).toEqual([
      'Your stop loss is not set: an order on BTC_USDT',
    ])
    expect(worded(titles(['stopLoss', 'takeProfit']))).toEqual([
      'Your stop loss and your take profit are not set: an order on BTC_USDT',
    ])
  })

  it('says what the first check of the exchange’s lists found', () => {
    const texts = (['none', 'failed', 'not-listed', 'unclear'] as const).map((look) =>
      evaluateOrders([aTrouble({ look })], []).candidates.map(
        (candidate) => inEnglish(candidate).text,
      ),
    )
    expect(texts).toEqual([
      [expect.not.stringContaining('lists')],
      [expect.stringContaining('lists could not be read')],
      [expect.stringContaining('lists did not have it at the first check')],
      [expect.stringContaining('lists did not settle it at the first check')],
    ])
    for (const text of texts.flat()) expect(text).toMatch(/^Do not send it again\./)
  })

  it('does not mention blocks, which can be lifted while it is open', () => {
    const { candidates } = evaluateOrders(
      [aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })],
      [],
    )
    for (const { title, text } of candidates.map(inEnglish))
      expect(`${title} ${text}`).not.toMatch(/block|no (further|new) order/)
  })

  it('names an investment or a bulk request as such', () => {
    const titles = evaluateOrders(
      [
        aTrouble({ kind: 'close-investment', markets: [] }),
        aTrouble({ kind: 'bulk', markets: ['A_B', 'C_D'] }),
      ],
      [],
    ).candidates.map(({ title }) => title)
    expect(worded(titles)).toEqual([
      'Result unknown: closing an investment',
      'Result unknown: a bulk order',
    ])
  })

  it('ORD-9 is announced once, survives a restart, and ends when the engine says so', () => {
    const harness = createAlertHarness()
    const alerts = harness.open()
    alerts.ordersChanged([aTrouble()])
    alerts.ordersChanged([aTrouble()])
    expect(harness.notified).toHaveLength(1)
    expect(alerts.view()).toMatchObject({
      level: 'danger',
      attention: [{ screen: 'trade', alert: { kind: 'order-unknown' } }],
    })
    alerts.close()
    const again = harness.open()
    expect(again.view().attention).toHaveLength(1)
    again.ordersChanged([aTrouble()])
    expect(again.view().attention).toHaveLength(1)
    expect(harness.notified).toHaveLength(1)
    again.ordersChanged([])
    expect(again.view().attention).toEqual([])
  })
})

describe('an order of an account that is not on screen', () => {
  const troubles = [
    ['unknown', 'Savings: Result unknown: an order on BTC_USDT', 'Do not send it again.'],
    [
      'mismatch',
      'Savings: Mismatch: an order on BTC_USDT does not match what was sent',
      'Resolve it on the Trade screen',
    ],
  ] as const

  it.each(troubles)(
    'notifies for its own account when the result is %s, and opens it',
    (because, title, body) => {
      const { names, open, notified } = createAlertHarness()
      names.set('a', 'Main account').set('b', 'Savings')
      const shown = open('a')
      const behind = open('b')
      behind.ordersChanged([aTrouble({ because })])
      expect(notified).toMatchObject([
        {
          profileId: 'b',
          title,
          body: expect.stringContaining(body),
          urgency: 'normal',
          silent: false,
          screen: 'trade',
        },
      ])
      expect([shown.view().level, behind.view().level]).toEqual(['fine', 'danger'])
    },
  )

  it('ORD-5 is reported once when found so at start', () => {
    const { names, open, notified } = createAlertHarness()
    names.set('b', 'Savings')
    const alerts = open('b')
    alerts.ordersChanged([aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })])
    alerts.ordersChanged([aTrouble(), aTrouble({ intentId: 'i2', because: 'mismatch' })])
    expect(notified).toMatchObject([
      { title: troubles[0][1], body: expect.stringContaining('And 1 more') },
    ])
  })

  const quiet = { quietHours: { on: true, from: 0, to: 1439 } }

  it.each(troubles)(
    '25 is reported once, without a sound, in quiet hours when the result is %s',
    async (because, title) => {
      const { names, open, notified, choose, time } = createAlertHarness(quiet)
      names.set('a', 'Main account').set('b', 'Savings')
      open('a')
      open('b').ordersChanged([aTrouble({ because })])
      expect(notified).toMatchObject([{ profileId: 'b', title, silent: true, screen: 'trade' }])
      choose({ quietHours: { on: false, from: 0, to: 1439 } })
      await time.pass(60)
      expect(notified).toHaveLength(1)
    },
  )

  it('waits for the end of quiet hours that cover everything', async () => {
    const { names, open, notified, choose, time } = createAlertHarness({
      ...quiet,
      quietHoursCoverMarginCalls: true,
    })
    names.set('b', 'Savings')
    const alerts = open('b')
    alerts.ordersChanged([aTrouble()])
    await time.pass(60)
    expect(notified).toEqual([])
    expect(alerts.view()).toMatchObject({ level: 'danger', unread: 1 })
    choose({ quietHours: { on: false, from: 0, to: 1439 } })
    await time.pass(5)
    expect(notified).toMatchObject([{ title: troubles[0][1], silent: false }])
  })

  it("contains no figure, whatever the account's name", () => {
    const wide = '界'.repeat(60)
    for (const name of ['Savings', wide, 'a\u202eb <b>'])
      for (const [because] of troubles) {
        const { names, open, notified } = createAlertHarness()
        names.set('b', name)
        open('b').ordersChanged([aTrouble({ because })])
        const [{ title, body } = { title: '', body: '' }] = notified
        expect(bytesOf(title) + bytesOf(body)).toBeLessThanOrEqual(200)
        expect(title + body).not.toMatch(/\d|[<>\u202e]/)
        const mismatch = 'Mismatch: an order on BTC_USDT'
        expect(title).toContain(
          because === 'unknown' ? 'Result unknown: an order on BTC_USDT' : mismatch,
        )
      }
  })
})
