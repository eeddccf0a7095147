// ALR-5: what ended a position, and what is said about it.
import { describe, expect, it } from 'vitest'
import {
  endedByOf,
  endOf,
  lastFiguresIn,
  lastFiguresOf,
} from '../../../src/main/alerts/position-end.js'
import type { EndingOrder } from '../../../src/shared/alerts/position-end.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { textOf } from '../../../src/shared/messages/messages.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { aPosition, anUnreadable } from '../../support/fake-exchange-client.js'

const at = 1_760_000_000

/** A long of 1 at 3000 with a current price of 3425. */
function long(some: Partial<Position> = {}): Position {
  return aPosition({
    amount: '1',
    entryPrice: '3000',
    unrealizedPnl: '425',
    liquidationPrice: '2000',
    liquidationState: null,
    ...some,
  })
}

function levels(stopLoss: string | null, takeProfit: string | null = null): Partial<Position> {
  return {
    protectiveOrders: { stopLossId: '1', stopLoss, takeProfitId: '2', takeProfit },
  }
}

function figuresOf(position: Position, side: 'long' | 'short' = 'long') {
  return lastFiguresOf(
    { id: position.id, market: position.market, side, state: position.liquidationState ?? null },
    position,
    at,
  )
}

describe("ALR-5 the cause of a position's end that no order of ours explains", () => {
  it.each<[string, Position, object]>([
    ['nothing that is known', long(), { by: 'unknown' }],
    [
      'its stop loss, at which the price was',
      long(levels('3400')),
      { by: 'stop-loss', price: '3400' },
    ],
    [
      'its stop loss, which the price had passed',
      long(levels('3500')),
      { by: 'stop-loss', price: '3500' },
    ],
    ['no stop loss that is farther away than a hundredth', long(levels('3390')), { by: 'unknown' }],
    ['its take profit', long(levels(null, '3450')), { by: 'take-profit', price: '3450' }],
    ['the nearer of both', long(levels('3400', '3430')), { by: 'take-profit', price: '3430' }],
    ['a level of zero is none', long(levels('0', '0')), { by: 'unknown' }],
    [
      'liquidation, by its state',
      long({ liquidationState: 'liquidation', ...levels('3400') }),
      { by: 'liquidation', stated: true },
    ],
    [
      'liquidation, by its price',
      long({ liquidationPrice: '3425', unrealizedPnl: '425' }),
      { by: 'liquidation', stated: false },
    ],
    [
      'a margin call is no liquidation',
      long({ liquidationState: 'margin_call' }),
      { by: 'unknown' },
    ],
    ['no price, no guess', long({ unrealizedPnl: null, ...levels('3400') }), { by: 'unknown' }],
  ])('%s', (_name, position, end) => {
    const figures = figuresOf({ ...position, positionSide: 'LONG' })
    expect(endOf(figures, null)).toEqual(end)
    // The alert stores everything needed to ask again.
    expect(lastFiguresIn({ ...figures, endedBy: 'unknown' })).toEqual(figures)
  })

  it('has the levels of a short the other way round', () => {
    const short = (some: Partial<Position>) =>
      figuresOf(
        aPosition({
          amount: '-1',
          entryPrice: '3000',
          unrealizedPnl: '-380',
          liquidationPrice: '9000',
          ...some,
        }),
        'short',
      )
    expect(endOf(short(levels('3400')), null)).toEqual({ by: 'stop-loss', price: '3400' })
    expect(endOf(short(levels('3500', '3370')), null)).toEqual({ by: 'take-profit', price: '3370' })
  })

  it('is outweighed by an order of ours, a stated liquidation only by one carried out', () => {
    const figures = figuresOf(long({ liquidationState: 'liquidation', ...levels('3400') }))
    const order: EndingOrder = { sentAt: at, outcome: 'carried-out' }
    expect(endOf(figures, order)).toEqual({ by: 'own-order', ...order })
    for (const outcome of ['pending', 'unknown', 'possible'] as const) {
      expect(endOf(figures, { ...order, outcome })).toEqual({ by: 'liquidation', stated: true })
      const near = figuresOf(long({ liquidationPrice: '3425', unrealizedPnl: '425' }))
      expect(endedByOf(endOf(near, { ...order, outcome }))).toBe(`own-order-${outcome}`)
    }
  })
})

describe("ALR-5 the report of a position's end", () => {
  const setup = (position: Position) => {
    const harness = createAlertHarness({ figuresInNotifications: true })
    let alerts = harness.open()
    const answer = async (list: Position[], unreadable: Unreadable[] = []): Promise<void> => {
      await harness.time.pass(5)
      const positions = {
        value: list,
        unreadable,
        asOf: harness.time.clock(),
        source: 'live' as const,
        every: 5,
        problem: null,
      }
      alerts.portfolioChanged({ ...noPortfolio, profileId: 'a', positions })
    }
    const gone = () =>
      alerts.page({
        after: null,
        limit: 20,
        kinds: ['position-gone'],
        levels: null,
        unreadOnly: false,
      })
    const last = () => {
      const page = gone()
      const alert = page.ok ? page.value.alerts[0] : undefined
      return alert === undefined ? null : { ...alert, text: textOf(alert.text) }
    }
    const all = () => {
      const page = alerts.page({
        after: null,
        limit: 20,
        kinds: null,
        levels: null,
        unreadOnly: false,
      })
      return page.ok ? page.value.alerts : []
    }
    const reopen = (keyHint: string): void => {
      alerts.close()
      alerts = harness.open('a', harness.repository, { keyHint })
    }
    return {
      ...harness,
      alerts,
      answer,
      last,
      all,
      reopen,
      go: async () => (await answer([position]), await answer([])),
    }
  }

  const called = (id: string) => long({ id, positionSide: 'LONG', liquidationState: 'margin_call' })

  it('treats a new key that lists one of the positions as the same account: the others are reported as gone, and that one keeps its alert', async () => {
    const { answer, reopen, last, all } = setup(long())
    await answer([called('1'), called('2')])
    reopen('cd34')
    await answer([called('2')])
    expect(last()).toMatchObject({ cause: { positionId: '1' }, level: 'caution' })
    await answer([called('2')])
    expect(
      all().map(({ kind, cause, state }) => [
        kind,
        cause['positionId'],
        state.kind === 'resolved' ? state.end : state.kind,
      ]),
    ).toEqual([
      ['position-gone', '1', 'active'],
      ['position-margin-call', '2', 'active'],
      ['position-margin-call', '1', 'dropped'],
    ])
    await answer([])
    expect(last()).toMatchObject({ cause: { positionId: '2' } })
  })

  it('treats a new key under which a position is unreadable but has its id as the same account', async () => {
    const { answer, reopen, last } = setup(long())
    await answer([called('1'), called('2')])
    reopen('cd34')
    await answer([], [anUnreadable({ id: '2' })])
    expect(last()).toMatchObject({ cause: { positionId: '1' } })
  })

  it('reports positions in margin call, of which a new key lists none, as no longer seen instead of gone, once', async () => {
    const { answer, reopen, last, all, alerts, notified } = setup(long())
    await answer([called('1'), { ...called('2'), market: 'ETH_USDT' }, long({ id: '3' })])
    for (const { alert } of alerts.view().attention) alerts.acknowledge(alert.id)
    notified.length = 0
    reopen('cd34')
    for (let look = 0; look < 3; look += 1) await answer([long({ id: '9' })])
    expect(last()).toBeNull()
    const [unseen, ...others] = all()
    expect(unseen).toMatchObject({
      kind: 'position-unseen',
      level: 'caution',
      state: { kind: 'active' },
      cause: { count: 2, positions: [{ id: '1' }, { id: '2' }] },
    })
    expect(textOf(unseen?.title ?? '')).toBe(
      '2 positions are no longer seen with the new key; they were in margin call when last seen',
    )
    expect(textOf(unseen?.text ?? '')).toBe(
      'BTC_USDT long, ETH_USDT long. The new key may belong to another account. If it belongs to ' +
        'the same one, there may have been a liquidation: check on the exchange.',
    )
    expect(others.map(({ kind, state }) => [kind, state])).toEqual(
      ['position-margin-call', 'position-margin-call'].map((kind) => [
        kind,
        expect.objectContaining({ kind: 'resolved', end: 'dropped' }),
      ]),
    )
    expect(notified).toMatchObject([
      { title: expect.stringMatching(/^2 positions are no longer seen/) as string },
    ])
  })

  it('names a single one in the title, also if the new key lists no position at all', async () => {
    const { answer, reopen, all } = setup(long())
    await answer([{ ...called('1'), liquidationState: 'liquidation' }])
    reopen('cd34')
    await answer([])
    await answer([])
    expect(all().map(({ title }) => textOf(title))).toEqual([
      'BTC_USDT long is no longer seen with the new key; it was in margin call when last seen',
      expect.stringContaining('is being liquidated') as string,
    ])
  })

  it('ends the alert for no longer seen once it is seen again', async () => {
    for (const back of ['cd34', 'ab12']) {
      const { answer, reopen, all } = setup(long())
      await answer([called('1')])
      reopen('cd34')
      await answer([long({ id: '9' })])
      if (back === 'ab12') reopen(back)
      await answer(back === 'ab12' ? [called('1')] : [called('1'), long({ id: '9' })])
      expect(
        all()
          .filter(({ state }) => state.kind !== 'resolved')
          .map(({ kind }) => kind),
      ).not.toContain('position-unseen')
      expect(all().map(({ kind }) => kind)).toContain('position-unseen')
      expect(all().find(({ state }) => state.kind === 'active')).toMatchObject({
        kind: 'position-margin-call',
      })
    }
  })

  it('keeps the alert that names the others if only one of several is seen again', async () => {
    const { answer, reopen, all } = setup(long())
    await answer([called('1'), called('2')])
    reopen('cd34')
    await answer([])
    await answer([called('1')])
    const open = () =>
      all()
        .filter(({ state }) => state.kind !== 'resolved')
        .map(({ kind }) => kind)
    expect(open()).toEqual(['position-margin-call', 'position-unseen'])
    await answer([called('1'), called('2')])
    expect(open()).toEqual(['position-margin-call', 'position-margin-call'])
  })

  it('says nothing under another account of positions that were not in margin call', async () => {
    const { answer, reopen, all } = setup(long())
    await answer([long({ id: '1' })])
    reopen('cd34')
    await answer([long({ id: '9' })])
    expect(all()).toEqual([])
  })

  it('ALR-2 keeps the acknowledgement of one missing from a single answer, but not of one that was gone for long', async () => {
    const called = long({ positionSide: 'LONG', liquidationState: 'margin_call' })
    for (const [missing, state, notices] of [
      [1, 'acknowledged', 0],
      [130, 'active', 1],
    ] as const) {
      const { answer, alerts, notified, all } = setup(called)
      await answer([{ ...called, liquidationState: null }])
      await answer([called])
      for (const { alert } of alerts.view().attention) alerts.acknowledge(alert.id)
      for (let look = 0; look < missing; look += 1) await answer([])
      notified.length = 0
      await answer([called])
      const margin = all().filter(
        ({ kind, state: { kind: now } }) => kind === 'position-margin-call' && now !== 'resolved',
      )
      expect(margin.map((alert) => alert.state.kind)).toEqual([state])
      expect(notified.filter(({ title }) => title.includes('margin call'))).toHaveLength(notices)
    }
  })

  it('ALR-2 reports one that returns in liquidation, or in a new margin call', async () => {
    const called = long({ positionSide: 'LONG', liquidationState: 'margin_call' })
    const { answer, alerts, notified } = setup(called)
    await answer([{ ...called, liquidationState: null }])
    await answer([called])
    for (const { alert } of alerts.view().attention) alerts.acknowledge(alert.id)
    await answer([])
    notified.length = 0
    await answer([{ ...called, liquidationState: 'liquidation' }])
    expect(notified).toMatchObject([
      { title: 'BTC_USDT long is being liquidated', urgency: 'critical' },
    ])
  })

  it('ALR-2 reports one that returns nearer to liquidation than last known', async () => {
    const called = long({ positionSide: 'LONG', liquidationState: 'margin_call' })
    const blind: Position = { ...called, unrealizedPnl: null }
    const { answer, alerts, notified } = setup(called)
    await answer([{ ...blind, liquidationState: null }])
    await answer([blind])
    for (const { alert } of alerts.view().attention) alerts.acknowledge(alert.id)
    await answer([])
    await answer([blind])
    notified.length = 0
    await answer([{ ...called, liquidationPrice: '3400' }])
    expect(notified.map(({ urgency }) => urgency)).toContain('critical')
  })

  it('files a position that we closed as history, with the time of the order, without a notification', async () => {
    for (const liquidationState of [null, 'margin_call']) {
      const { go, endedBy, last, notified, alerts } = setup(long())
      endedBy(() => ({ sentAt: 1_759_953_180, outcome: 'carried-out' }))
      await go()
      expect(last()).toMatchObject({
        level: 'info',
        text: 'You closed it with your order of 19:53.',
        cause: { endedBy: 'own-order' },
        state: { kind: 'resolved' },
      })
      expect([liquidationState, notified, alerts.view().attention]).toEqual([
        liquidationState,
        [],
        [],
      ])
    }
  })

  it('waits for the answer of an order in flight, which adds the rest', async () => {
    const { go, endedBy, last, notified, time } = setup(long({ liquidationState: 'margin_call' }))
    endedBy(() => ({ sentAt: 1_759_953_180, outcome: 'pending' }))
    await go()
    expect(last()).toMatchObject({
      level: 'info',
      text: 'Probably closed by your order of 19:53, whose answer has not come yet.',
    })
    endedBy(() => ({ sentAt: 1_759_953_180, outcome: 'carried-out' }))
    await time.pass(5)
    expect(last()).toMatchObject({
      text: 'You closed it with your order of 19:53.',
      state: { kind: 'resolved' },
    })
    expect(notified.map(({ title }) => title)).not.toContain('BTC_USDT long is no longer open')
  })

  it('says what else is known, with a notification, if the order came to nothing', async () => {
    const { go, endedBy, last, notified, time } = setup(
      long({ positionSide: 'LONG', ...levels('3400') }),
    )
    endedBy(() => ({ sentAt: 1_759_953_180, outcome: 'pending' }))
    await go()
    expect(notified).toEqual([])
    endedBy(() => null)
    await time.pass(5)
    expect(last()).toMatchObject({
      text: 'Probably your stop loss at 3400: the price was there at the last check.',
    })
    expect(notified).toMatchObject([
      { title: 'BTC_USDT long is no longer open', body: expect.stringContaining('3400') },
    ])
  })

  it('claims nothing of an order whose outcome is unknown', async () => {
    const { go, endedBy, last } = setup(long())
    endedBy(() => ({ sentAt: 1_759_953_180, outcome: 'unknown' }))
    await go()
    expect(last()?.text).toBe('Possibly closed by your order of 19:53, whose outcome is not known.')
  })

  it('says where to look for a liquidation or an unexplained end', async () => {
    const liquidated = setup(long({ liquidationState: 'liquidation' }))
    await liquidated.go()
    expect(liquidated.last()).toMatchObject({
      level: 'caution',
      text: expect.stringMatching(/^Liquidated: .* Check at the exchange/),
    })
    const unknown = setup(long())
    await unknown.go()
    expect(unknown.last()).toMatchObject({
      level: 'info',
      text: expect.stringContaining('find out on the exchange why'),
    })
  })

  it('omits the level from a notification without figures', async () => {
    const { go, choose, notified } = setup(long({ positionSide: 'LONG', ...levels('3400') }))
    choose({ figuresInNotifications: false })
    await go()
    expect(notified).toMatchObject([{ body: expect.not.stringContaining('3400') }])
    expect(notified[0]?.body).toContain('stop loss')
  })
})
