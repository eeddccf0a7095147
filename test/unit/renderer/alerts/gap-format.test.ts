import { describe, expect, it } from 'vitest'
import {
  changeText,
  gapTitle,
  lateText,
  unchangedText,
  unknownText,
} from '../../../../src/renderer/alerts/gap-format.js'
import { gapLists, type MonitoringGap } from '../../../../src/shared/alerts/monitoring-gap.js'

const at = Date.UTC(2026, 2, 2, 23, 4) / 1000
const hour = 3600

function aGap(some: Partial<MonitoringGap> = {}): MonitoringGap {
  const until = at + 6 * hour + 12 * 60
  return { id: 'g', at, until, reasons: ['sleep'], changes: [], more: 0, alerts: [], ...some }
}

describe('ALR-16 a period without monitoring, in words', () => {
  it.each<[string, Partial<MonitoringGap>, number, string]>([
    [
      'in the morning after',
      {},
      at + 9 * hour,
      'Not monitored for 6 h 12 min, from 23:04 to 05:16: the computer was asleep',
    ],
    [
      'days later',
      {},
      at + 99 * hour,
      'Not monitored for 6 h 12 min, from 2026-03-02 23:04 to 2026-03-03 05:16: the computer was asleep',
    ],
    [
      'within another day',
      { until: at + 600 },
      at + 99 * hour,
      'Not monitored for 10 min, from 2026-03-02 23:04 to 23:14: the computer was asleep',
    ],
    [
      'longer than a day, until today',
      { until: at + 49 * hour, reasons: ['offline', 'quit'] },
      at + 50 * hour,
      'Not monitored for 2 d, from 2026-03-02 23:04 to 00:04: there was no connection to the exchange; Plimsoll was not running',
    ],
  ])('%s', (_when, some, now, text) => {
    expect(gapTitle(aGap(some), now, null)).toBe(text)
  })

  it('UX-76 says what changed, also where there was nothing before or is nothing after', () => {
    expect(
      [
        { kind: 'ltv' as const, before: '61.2', after: '76.4' },
        { kind: 'ltv' as const, before: null, after: '76.4' },
        { kind: 'margin-level' as const, before: '312', after: null },
        { kind: 'position-margin-call' as const, market: 'BTC_USDT' },
        { kind: 'position-size' as const, market: 'BTC_USDT', before: '2', after: '1.5' },
        { kind: 'order-left' as const, market: 'BTC_USDT', before: '5', after: '2' },
        { kind: 'balance' as const, market: 'USDT', before: '10', after: '7.5' },
      ].map(changeText),
    ).toEqual([
      'LTV changed from 61.2 to 76.4',
      'There is a loan now, at an LTV of 76.4',
      'No margin is in use any more; the level was 312\u00a0%',
      'BTC_USDT: the position is in margin call or being liquidated',
      'BTC_USDT: the position changed from 2 to 1.5',
      'BTC_USDT: 2 of an open order is left, it was 5',
      'USDT: the main balance changed from 10 to 7.5',
    ])
    expect(lateText({ title: 'Margin call', level: 'danger', lateBy: 7260 })).toBe(
      'Margin call, up to 2 h 1 min late',
    )
  })

  it('UX-76 says of nothing that is not known that it is as before', () => {
    expect([unchangedText(aGap()), unknownText(aGap())]).toEqual([
      'LTV, margin level, positions, open orders and the main balance are as before.',
      null,
    ])
    const some = aGap({ unknown: ['margin-level', 'orders'] })
    expect([unchangedText(some), unknownText(some)]).toEqual([
      'As before: LTV, positions, main balance',
      'Not known, because it was not read completely right before and after: margin level, open orders',
    ])
    expect(unchangedText(aGap({ unknown: [...gapLists] }))).toBeNull()
  })
})
