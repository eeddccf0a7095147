// A margin call that the stream reports, before and while positions are read over HTTP.
import { describe, expect, it } from 'vitest'
import {
  evaluatePositionEvent,
  evaluatePositions,
  positionKeys,
} from '../../../src/main/alerts/position-alerts.js'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import type { PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { aPosition, problem } from '../../support/fake-exchange-client.js'
import { createAlertHarness, inEnglish } from '../../support/alert-harness.js'

function setup(keyHint = 'ab12', harness = createAlertHarness()) {
  const alerts = harness.open('a', undefined, { keyHint })
  const positions = (part: Partial<PortfolioView['positions']>): void =>
    alerts.portfolioChanged({
      ...noPortfolio,
      profileId: 'a',
      positions: {
        value: null,
        asOf: harness.time.clock(),
        source: 'live',
        problem: null,
        every: 5,
        ...part,
      },
    })
  const answer = (...value: Position[]): void => positions({ value })
  const titles = (): string[] =>
    alerts
      .view()
      .attention.map(({ alert }) => inEnglish(alert).title)
      .filter((title) => !title.includes('not monitored'))
  return { ...harness, alerts, positions, answer, titles }
}

const called = aPosition({ liquidationState: 'margin_call' })

describe('a margin call reported by the stream', () => {
  it('notifies at once, with the title that the response would have had', () => {
    const { alerts, answer, notified, titles } = setup()
    answer(aPosition())
    alerts.positionEvent(called)
    expect(notified).toHaveLength(1)
    expect(titles()).toEqual(['BTC_USDT long is in margin call'])
  })

  it('notifies while positions cannot be read', async () => {
    const { alerts, answer, positions, notified, time } = setup()
    answer(aPosition())
    await time.pass(5)
    positions({ value: [aPosition()], problem: problem('exchange-trouble') })
    alerts.positionEvent(called)
    expect(notified).toHaveLength(1)
  })

  it('notifies before positions were ever read, and of a position opened since', () => {
    const first = setup()
    first.alerts.positionEvent(called)
    expect(first.notified).toHaveLength(1)
    const later = setup()
    later.answer(aPosition())
    later.alerts.positionEvent(aPosition({ id: '999', liquidationState: 'margin_call' }))
    expect(later.notified).toHaveLength(1)
  })

  it('is not reported again by the response that follows, or by a repeated event', async () => {
    const { alerts, answer, notified, titles, time } = setup()
    answer(aPosition())
    alerts.positionEvent(called)
    alerts.positionEvent(called)
    await time.pass(1)
    answer(called)
    await time.pass(5)
    answer(called)
    expect([notified.length, titles()]).toEqual([1, ['BTC_USDT long is in margin call']])
  })

  it('raises nothing that a response has already raised', async () => {
    const { alerts, answer, notified, time } = setup()
    answer(aPosition())
    await time.pass(5)
    answer(called)
    alerts.positionEvent(called)
    expect(notified).toHaveLength(1)
  })

  it('survives a response that was on its way, and ends as usual', async () => {
    const { alerts, answer, titles, time } = setup()
    answer(aPosition())
    alerts.positionEvent(called)
    await time.pass(1)
    answer(aPosition())
    expect(titles()).toHaveLength(1)
    for (let past = 0; past < 130; past += 5) {
      await time.pass(5)
      answer(aPosition())
    }
    expect(titles().filter((title) => title.includes('margin call'))).toEqual([])
  })

  it('says nothing of other positions: none ends, none is unknown', async () => {
    const { alerts, answer, titles, time } = setup()
    const other = aPosition({ id: '528', market: 'ETH_USDT', liquidationState: 'margin_call' })
    answer(aPosition(), other)
    const before = titles()
    alerts.positionEvent(called)
    expect(titles()).toEqual(expect.arrayContaining(before))
    await time.pass(600)
    expect(titles().some((title) => title.includes('no longer open'))).toBe(false)
  })

  it('goes on to liquidation', () => {
    const { alerts, answer, notified, titles } = setup()
    answer(aPosition())
    alerts.positionEvent(called)
    alerts.positionEvent(aPosition({ liquidationState: 'liquidation' }))
    expect(notified.length).toBeGreaterThanOrEqual(2)
    expect(titles()[0]).toBe('BTC_USDT long is being liquidated')
  })

  it('keeps what the last response said of its figures where the event has none', () => {
    const { alerts, answer } = setup()
    answer(aPosition({ liquidationPrice: '40000' }))
    const { liquidationPrice: _price, entryPrice: _entry, ...bare } = called
    alerts.positionEvent(bare)
    expect(alerts.view().attention[0]?.alert.cause).toMatchObject({
      liquidationPrice: '40000',
      entryPrice: '45658.349',
    })
  })
})

describe('what only a response may end', () => {
  it('is not ended by an event: a liquidation, or a state that is not known', async () => {
    const measured = { entryPrice: '100', unrealizedPnl: '0', amount: '1' }
    const far = aPosition({ ...measured, liquidationPrice: '1' })
    for (const before of [
      aPosition({ liquidationState: 'liquidation' }),
      aPosition({ liquidationState: 'something_new' }),
    ]) {
      const { alerts, answer, titles, time } = setup()
      answer(aPosition())
      await time.pass(5)
      answer(before)
      const open = titles()
      expect(open.length).toBeGreaterThan(0)
      await time.pass(600)
      alerts.positionEvent({ ...called, liquidationPrice: '1' })
      expect(titles()).toEqual(expect.arrayContaining(open))
      for (let past = 0; past < 130; past += 5) {
        await time.pass(5)
        answer(far)
      }
      expect(titles()).toEqual([])
    }
  })

  it('stays held, whatever the event says of the figures', () => {
    const settings = defaultAlertSettings
    const near = aPosition({
      entryPrice: '100',
      unrealizedPnl: '0',
      amount: '1',
      liquidationPrice: '99',
    })
    const outside = { ...near, liquidationPrice: '1' }
    for (const liquidationState of ['margin_call', 'liquidation', 'something_new', null]) {
      const first = evaluatePositions([outside], settings, noStates.positions, 0)
      const before = evaluatePositions([{ ...near, liquidationState }], settings, first.state, 5)
      expect(before.candidates.length).toBeGreaterThan(0)
      for (const event of ['margin_call', 'liquidation']) {
        const { resolved, state } = evaluatePositionEvent(
          { ...outside, liquidationState: event },
          settings,
          before.state,
          1000,
          null,
        )
        expect(resolved).toEqual([])
        expect([...positionKeys(state)]).toEqual(
          expect.arrayContaining([...positionKeys(before.state)]),
        )
      }
    }
  })

  it('of a position that is gone, an event neither raises nor brings back anything', async () => {
    const { alerts, answer, notified, titles, time } = setup()
    answer(called)
    await time.pass(5)
    answer()
    const gone = titles()
    const before = notified.length
    alerts.positionEvent(aPosition({ liquidationState: 'liquidation' }))
    expect([titles(), notified.length]).toEqual([gone, before])
    await time.pass(5)
    answer()
    expect([titles(), notified.length]).toEqual([gone, before])
  })
})

describe('before positions were read with another key', () => {
  function replacedKey(...known: Position[]) {
    const harness = setup()
    harness.answer(...known)
    harness.alerts.close()
    const again = setup('cd34', harness)
    return { ...again, notifiedBefore: harness.notified.length }
  }

  it('notifies, and ends once responses say that it is over', async () => {
    const other = aPosition({ id: '1', market: 'ETH_USDT' })
    const { alerts, answer, notified, notifiedBefore, titles, time } = replacedKey(other)
    alerts.positionEvent(called)
    alerts.positionEvent(called)
    expect(notified).toHaveLength(notifiedBefore + 1)
    expect(titles()).toEqual(['BTC_USDT long is in margin call'])
    await time.pass(5)
    answer(called)
    await time.pass(5)
    answer(called)
    expect(notified).toHaveLength(notifiedBefore + 1)
    expect(titles()).toEqual(['BTC_USDT long is in margin call'])
    for (let past = 0; past < 130; past += 5) {
      await time.pass(5)
      answer(aPosition())
    }
    expect(titles()).toEqual([])
  })

  it.each([
    ['was never known', aPosition({ id: '1', market: 'ETH_USDT' })],
    ['the earlier key had', aPosition()],
  ])('ends with a position that %s and is not in the response', async (_what, known) => {
    const { alerts, answer, titles, time } = replacedKey(known)
    alerts.positionEvent(called)
    expect(titles()).toContain('BTC_USDT long is in margin call')
    await time.pass(5)
    answer(aPosition({ id: '2', market: 'SOL_USDT' }))
    expect(titles()).not.toContain('BTC_USDT long is in margin call')
  })

  it('says of no position of the earlier key that it is gone', async () => {
    const { alerts, answer, titles, time } = replacedKey(aPosition({ id: '1', market: 'ETH_USDT' }))
    alerts.positionEvent(called)
    await time.pass(5)
    answer(called)
    expect(titles()).toEqual(['BTC_USDT long is in margin call'])
  })
})
