import { describe, expect, it } from 'vitest'
import { readFormatsFrom } from '../../../../src/shared/formats.js'
import {
  alertText,
  causeRows,
  kindWords,
  stateText,
} from '../../../../src/renderer/alerts/alert-format.js'
import { type Alert, alertKinds } from '../../../../src/shared/alerts/alert.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { anAlert, lostAlert, positionAlert, stepAlert } from '../../../fixtures/portfolio/alerts.js'

describe('details of an alert', () => {
  it('name every kind differently', () => {
    expect(new Set(alertKinds.map((kind) => kindWords[kind])).size).toBe(alertKinds.length)
  })

  it('name its state', () => {
    const text = (state: Parameters<typeof anAlert>[0]) => stateText(anAlert(state), now, null)
    expect(text({})).toBe('Active')
    expect(text({ state: { kind: 'acknowledged', at: now - 60 } })).toBe('Acknowledged 11:59')
    expect(text({ state: { kind: 'snoozed', at: now - 60, until: now + 3600 } })).toBe(
      'Snoozed until 13:00',
    )
    expect(text({ state: { kind: 'snoozed', at: now - 60, until: now } })).toBe('Active')
    expect(text({ state: { kind: 'resolved', at: now - 60, end: 'over' } })).toBe(
      'Over since 11:59',
    )
    expect(text({ state: { kind: 'resolved', at: now - 86_400, end: 'loan-ended' } })).toBe(
      'The loan ended, 2025-11-19 12:00',
    )
  })

  it('state since when nothing is seen, and do not change other texts', () => {
    const { text } = lostAlert()
    expect(alertText(lostAlert({ cause: { since: now - 3600 } }), now, null)).toBe(
      `Last seen 11:00. ${text}`,
    )
    expect(alertText(lostAlert({ cause: { since: now - 90_000 } }), now, null)).toBe(
      `Last seen 2025-11-19 11:00. ${text}`,
    )
    expect(alertText(lostAlert({ cause: { since: null } }), now, null)).toBe(
      `Nothing was seen yet. ${text}`,
    )
    expect(alertText(anAlert(), now, null)).toBe(anAlert().text)
  })

  const rowsOf = (alert: Alert): Record<string, string> =>
    Object.fromEntries(causeRows(alert, null).map(({ name, text }) => [name, text]))

  it('show cause values exactly as they were', () => {
    const rows = rowsOf(
      stepAlert({
        cause: {
          ...stepAlert().cause,
          step: { part: 1, of: 3 },
          currentLtv: '66.020000000000000001',
          odd_name: ['a', 1, null],
        },
      }),
    )
    expect(rows).toMatchObject({
      'Current LTV': '66.020000000000000001',
      Step: '1/3 of the way to margin call',
      Odd_name: '["a",1,null]',
    })
    expect(rowsOf(lostAlert())).toMatchObject({
      'Last seen': '2025-11-20 10:53:20 UTC',
      'Last headroom to margin call': '66.6\u00a0%',
    })
    expect(rowsOf(lostAlert({ cause: { since: null } }))).toEqual({ 'Last seen': 'none' })
  })

  it('show times as times, with the number on hover', () => {
    const opened = causeRows(anAlert(), null).find(({ name }) => name === 'Loan opened')
    expect(opened).toEqual({
      name: 'Loan opened',
      text: '2024-05-10 11:09:15 UTC',
      exact: 'createdAt: "1715339355"',
    })
    expect(rowsOf(anAlert({ cause: { createdAt: 'soon' } }))).toEqual({ 'Loan opened': 'soon' })
  })

  it('state since when an order has needed attention, not when it was last seen', () => {
    const cause = {
      intent: 'i-7',
      because: 'unknown',
      markets: ['BTC_USDT', 'ETH_USDT'],
      since: now - 3600,
    }
    expect(rowsOf(anAlert({ kind: 'order-unknown', cause }))).toEqual({
      'Order in the journal': 'i-7',
      Because: 'its result is unknown',
      Markets: 'BTC_USDT, ETH_USDT',
      'Needs action since': '2025-11-20 11:00:00 UTC',
    })
    expect(
      rowsOf(anAlert({ kind: 'order-mismatch', cause: { because: 'mismatch', markets: [] } })),
    ).toEqual({
      Because: 'what the exchange reports is not what was sent',
      Markets: 'none',
    })
  })

  it('describe both sides of a changed payout, with the full address', () => {
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const cause = {
      accountName: 'rig',
      old: { destination: 'main_balance', externalAddress: null, seenAt: now - 60, key: 'abcd' },
      new: { destination: 'external_address', externalAddress: address, seenAt: now },
    }
    expect(rowsOf(anAlert({ kind: 'payout-changed', cause }))).toEqual({
      Account: 'rig',
      Before: 'Main balance, under key abcd, seen 2025-11-20 11:59:00 UTC',
      Now: `External address ${address}, seen 2025-11-20 12:00:00 UTC`,
    })
    expect(rowsOf(anAlert({ cause: { old: { destination: 7 }, new: ['?', 1] } }))).toEqual({
      Before: '{"destination":7}',
      Now: '["?",1]',
    })
  })

  it('round calculated values as they are read, the distance never up, and keep every digit on hover', () => {
    const cause = {
      distance: '0.006354959187835593',
      impliedPrice: '42019.329299999999834999',
      step: '0.005',
    }
    expect(causeRows(positionAlert({ kind: 'position-distance', cause }), null)).toEqual([
      {
        name: 'Distance to liquidation',
        text: '0.6354\u00a0% of the price',
        exact: 'distance: "0.006354959187835593"',
      },
      { name: 'Mark price', text: '42019.329', exact: 'impliedPrice: "42019.329299999999834999"' },
      { name: 'Step', text: '0.5\u00a0% of the price', exact: 'step: "0.005"' },
    ])
  })

  it('show shares of a price as percentages', () => {
    const cause = { distance: '0.04490000000000001', step: '0.1', liquidationPrice: '70177.2' }
    expect(causeRows(positionAlert({ kind: 'position-distance', cause }), null)).toEqual([
      {
        name: 'Distance to liquidation',
        text: '4.49\u00a0% of the price',
        exact: 'distance: "0.04490000000000001"',
      },
      { name: 'Step', text: '10\u00a0% of the price', exact: 'step: "0.1"' },
      { name: 'Liquidation price', text: '70177.2', exact: 'liquidationPrice: "70177.2"' },
    ])
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: null }))
    expect(rowsOf(positionAlert({ cause: { ...cause, positionId: '479975679' } }))).toMatchObject({
      'Distance to liquidation': '4,49\u00a0% of the price',
      'Liquidation price': '70\u202f177,2',
      Position: '479975679',
    })
    expect(rowsOf(anAlert({ kind: 'payout-changed', cause: { accountName: '20241' } }))).toEqual({
      Account: '20241',
    })
    readFormatsFrom(() => ({ numbers: null, dates: null }))
    expect(rowsOf(positionAlert({ cause: { distance: null, step: null } }))).toEqual({
      'Distance to liquidation': 'none',
    })
    expect(rowsOf(positionAlert({ cause: { distance: 'odd' } }))).toEqual({
      'Distance to liquidation': 'odd',
    })
  })
})
