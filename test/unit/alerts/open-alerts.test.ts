import { describe, expect, it } from 'vitest'
import {
  acknowledge,
  dropUnheld,
  endSnoozes,
  lapse,
  raise,
  markAsRead,
  resolve,
  reword,
  snooze,
  summarizeAlerts,
  type OpenAlertsChange,
} from '../../../src/main/alerts/open-alerts.js'
import { anAlert, aStep } from '../../support/alert-harness.js'

const now = 1_760_000_100
const stamp = { at: now, profileId: 'a', newId: () => 'fresh' }
const position = anAlert({
  id: 'p1',
  key: 'position:527/margin_call',
  kind: 'position-margin-call',
  subject: { key: 'position:527', name: 'BTC_USDT long' },
})
const lost = anAlert({
  id: 'b1',
  key: 'sight/loan',
  kind: 'monitoring-lost',
  subject: { key: 'sight', name: 'Monitoring' },
})
const gone = anAlert({
  id: 'g1',
  key: 'position:1/gone',
  kind: 'position-gone',
  level: 'info',
  subject: { key: 'position:1', name: 'X' },
})

describe('open alerts', () => {
  it('accept a candidate once for as long as its key is open', () => {
    const {
      id: _id,
      at: _at,
      profileId: _of,
      state: _state,
      readAt: _read,
      ...candidate
    } = anAlert()
    const { open: open, changed } = raise([], [candidate, candidate], stamp)
    expect(changed).toEqual([anAlert({ id: 'fresh', at: now })])
    expect(raise(open, [candidate], stamp)).toEqual({ open, changed: [] })
  })

  it('accept new text for an unchanged alert, which stays acknowledged and read', () => {
    const known = anAlert({ state: { kind: 'acknowledged', at: now }, readAt: now })
    const {
      id: _id,
      at: _at,
      profileId: _of,
      state: _state,
      readAt: _read,
      ...candidate
    } = anAlert({ title: 'Fewer', text: 'One.', cause: {} })
    expect(reword([known, position], [candidate, { ...candidate, key: 'unknown' }])).toEqual({
      open: [{ ...known, title: 'Fewer', text: 'One.', cause: {} }, position],
      changed: [{ ...known, title: 'Fewer', text: 'One.', cause: {} }],
    })
  })

  it('return what ended, and how', () => {
    const { open: open, changed } = resolve(
      [anAlert(), aStep()],
      [
        { key: 'loan/margin-call', end: 'over' },
        { key: 'unknown', end: 'over' },
      ],
      now,
    )
    expect(open).toEqual([aStep()])
    expect(changed).toMatchObject([{ id: 'a1', state: { kind: 'resolved', at: now, end: 'over' } }])
  })

  it('acknowledge milder ones of the same topic with the most severe, and not the other way round', () => {
    const states = (of: OpenAlertsChange) => of.open.map(({ state }) => state.kind)
    expect(states(acknowledge([anAlert(), aStep(), position], 'a1', now))).toEqual([
      'acknowledged',
      'acknowledged',
      'active',
    ])
    expect(states(acknowledge([anAlert(), aStep()], 's1', now))).toEqual(['active', 'acknowledged'])
    expect(acknowledge([anAlert()], 'nobody', now).changed).toEqual([])
    const once = acknowledge([anAlert()], 'a1', now)
    expect(acknowledge(once.open, 'a1', now + 9).changed).toEqual([])
  })

  it('end a snooze at its time, and when the clock is set to before it', () => {
    const { open: open } = snooze([anAlert()], 'a1', now + 600, now)
    expect(open[0]?.state).toEqual({ kind: 'snoozed', at: now, until: now + 600 })
    expect(endSnoozes(open, now + 599).changed).toEqual([])
    expect(endSnoozes(open, now + 600).open[0]?.state).toEqual({ kind: 'active' })
    expect(endSnoozes(open, now - 1).open[0]?.state).toEqual({ kind: 'active' })
  })

  it('move news to the history after a day, an acknowledged payout change after three, a state never', () => {
    const payout = anAlert({
      id: 'y',
      key: 'payout:m@1',
      kind: 'payout-changed',
      state: { kind: 'acknowledged', at: now },
    })
    const after = (seconds: number) =>
      lapse([anAlert(), gone, payout], anAlert().at + seconds).open.map(({ id }) => id)
    expect(after(86_399)).toEqual(['a1', 'g1', 'y'])
    expect(after(86_400)).toEqual(['a1', 'y'])
    expect(after(3 * 86_400)).toEqual(['a1'])
  })

  it('keep an unacknowledged or snoozed payout change at any age', () => {
    const payout = anAlert({ id: 'y', key: 'payout:m@1', kind: 'payout-changed' })
    for (const state of [
      { kind: 'active' },
      { kind: 'snoozed', at: now, until: now + 600 },
    ] as const) {
      for (const later of [3 * 86_400, 366 * 86_400])
        expect(lapse([{ ...payout, state }], payout.at + later).changed).toEqual([])
    }
  })

  it('RES-1 keep at most a hundred items of news open', () => {
    const news = Array.from({ length: 150 }, (_, n) => ({
      ...gone,
      id: String(n),
      key: `position:${n}/gone`,
      at: now + n,
    }))
    const { open: open, changed } = lapse(news, now + 200)
    expect(open).toHaveLength(100)
    expect(changed[0]).toMatchObject({ id: '0', state: { end: 'lapsed' } })
  })

  it('RES-1 drop an unacknowledged payout change last among them, but eventually', () => {
    const news = Array.from({ length: 120 }, (_, n) => ({
      ...gone,
      id: `g${n}`,
      key: `position:${n}/gone`,
      at: now + n,
    }))
    const payouts = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        anAlert({ id: `y${n}`, key: `payout:m@${n}`, kind: 'payout-changed', at: now - 500 + n }),
      )
    const kept = lapse([...payouts(3), ...news], now + 200).open.map(({ id }) => id)
    expect(kept).toHaveLength(100)
    expect(kept.slice(0, 4)).toEqual(['y0', 'y1', 'y2', 'g23'])
    expect(lapse(payouts(120), now).open.map(({ id }) => id)[0]).toBe('y20')
  })

  it('drop states that no longer have a source, but not news', () => {
    expect(dropUnheld([anAlert(), lost, gone], (key) => key === 'sight/loan', now).open).toEqual([
      lost,
      gone,
    ])
  })

  it('mark some or all as read', () => {
    expect(markAsRead([anAlert(), aStep()], ['s1'], now).map(({ readAt }) => readAt)).toEqual([
      null,
      now,
    ])
    expect(markAsRead([anAlert(), aStep()], null, now).map(({ readAt }) => readAt)).toEqual([
      now,
      now,
    ])
    const open = [anAlert({ readAt: 5 })]
    expect(markAsRead(open, null, now)).toBe(open)
  })
})

describe('what needs attention', () => {
  const ids = (...open: Parameters<typeof summarizeAlerts>[0]) =>
    summarizeAlerts(open).attention.map(({ alert }) => alert.id)

  it('has one entry per topic, worst first', () => {
    expect(ids(gone, aStep(), lost, position, anAlert())).toEqual(['p1', 'a1', 'b1', 'g1'])
  })

  it('puts acknowledged or snoozed ones last, marked as such', () => {
    const acknowledged = anAlert({ state: { kind: 'acknowledged', at: now } })
    const { attention } = summarizeAlerts([acknowledged, gone])
    expect(attention.map(({ alert, quiet, screen }) => [alert.id, quiet, screen])).toEqual([
      ['g1', false, 'positions'],
      ['a1', true, 'loans'],
    ])
  })

  it('has the level of what applies, whatever was acknowledged; a loss of monitoring outranks the rest', () => {
    const level = (...open: Parameters<typeof summarizeAlerts>[0]) => summarizeAlerts(open).level
    expect([
      level(),
      level(gone),
      level(aStep()),
      level(aStep(), position),
      level(position, lost),
    ]).toEqual(['fine', 'fine', 'caution', 'danger', 'unmonitored'])
    expect(level(anAlert({ state: { kind: 'acknowledged', at: now } }))).toBe('danger')
  })

  it('is bounded, and counts the rest', () => {
    const many = Array.from({ length: 80 }, (_, n) => ({
      ...gone,
      id: String(n),
      key: `position:${n}/gone`,
    }))
    const { attention, more } = summarizeAlerts(many)
    expect([attention.length, more]).toEqual([50, 30])
  })
})
