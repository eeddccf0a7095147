import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStreamedPosition } from '../../../src/main/exchange/stream/stream-mapping.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import {
  type StreamedPosition,
  type StreamedPositions,
  withStreamedFigures,
} from '../../../src/shared/portfolio/streamed-positions.js'
import { streamChannels } from '../../../src/v4/stream/channels.js'
import { aStreamPosition, positionsUpdate } from '../../support/fake-stream.js'

/** The documented example of the channel, as a response would have it a moment earlier. */
const read: Position = {
  ...{ id: '2', market: 'BTC_USDT', openedAt: '1755500000.1', modifiedAt: '1755500000.1' },
  ...{ amount: '0.01', entryPrice: '60000', liquidationPrice: '64990', liquidationState: null },
  ...{ realizedPnl: '0', unrealizedPnl: '-0.1', pnlPercent: '-0.42', usedMargin: '23.7' },
  ...{ freeMargin: '999900', funding: '0', unrealizedFunding: '0', positionSide: 'SHORT' },
  protectiveOrders: {
    ...{ takeProfitId: '7', takeProfit: '50000', stopLossId: null, stopLoss: null },
  },
}

function feedOf(more: Partial<Feed<Position[]>> = {}): Feed<Position[]> {
  return { value: [read], asOf: 100, source: 'live', problem: null, every: 5, ...more }
}

/** As it arrives, through the schema of the channel. */
function streamed(at: number, ...records: Record<string, unknown>[]): StreamedPositions {
  const update = streamChannels.positionsMargin.update.parse(
    positionsUpdate(...records.map((record) => aStreamPosition(record))),
  )
  return { profileId: 'a', at, list: (update.positions ?? []).map(toStreamedPosition) }
}

function moved(more: Record<string, unknown> = {}, feed: Feed<Position[]> = feedOf()) {
  const { value, asOf } = withStreamedFigures(feed, streamed(103, more))
  return { position: value?.[0], asOf }
}

describe('figures of positions from the stream', () => {
  it('replace what was read, and nothing else', () => {
    const { pnlPercent: _percent, ...kept } = read
    expect(moved()).toEqual({
      position: {
        ...kept,
        ...{ liquidationPrice: '65000', unrealizedPnl: '-0.47', usedMargin: '23.8' },
        freeMargin: '999932.92',
      },
      asOf: 103,
    })
  })

  it.each<[string, Record<string, unknown>]>([
    ['its amount changed', { amount: '-0.02' }],
    ['it is in another state', { liq_stage: 'margin_call' }],
    ['the message is older', { mtime: 1_755_499_999.9 }],
    ['it is another position', { id: 3 }],
  ])('leave a position as it was read if %s', (_why, more) => {
    expect(moved(more)).toEqual({ position: read, asOf: 100 })
  })

  it('leave what they do not contain, and what no response had', () => {
    const { position } = moved({ liq_price: null, margin: undefined })
    expect(position).toMatchObject({ liquidationPrice: '64990', usedMargin: '23.7' })
    const { unrealizedPnl: _pnl, ...older } = read
    expect(moved({}, feedOf({ value: [older] })).position).not.toHaveProperty('unrealizedPnl')
  })

  it('make a list younger only if they describe exactly what was read', () => {
    const other = { ...read, id: '3' }
    const two = feedOf({ value: [read, other] })
    expect(withStreamedFigures(two, streamed(103, {})).asOf).toBe(100)
    expect(withStreamedFigures(two, streamed(103, {}, { id: 3 })).asOf).toBe(103)
    expect(withStreamedFigures(feedOf(), streamed(103, {}, { id: 3 })).asOf).toBe(100)
    const unreadable = [{ id: '9', name: null, member: null, reason: 'x' }] as never
    expect(withStreamedFigures(feedOf({ unreadable }), streamed(103, {})).asOf).toBe(100)
  })

  it.each<[string, Partial<Feed<Position[]>>]>([
    ['was requested after they arrived', { asOf: 103 }],
    ['is of an earlier run', { source: 'cache' }],
    ['is missing', { value: null }],
  ])('do not apply to a response that %s', (_why, more) => {
    const feed = feedOf(more)
    expect(withStreamedFigures(feed, streamed(103, {}))).toBe(feed)
  })

  it('never add, remove, resize or rename a position, nor change its state', () => {
    const amount = fc.constantFrom('1', '-1', '2', null)
    const state = fc.constantFrom(null, 'margin_call')
    const price = fc.constantFrom('5', '-7', null)
    const streamedPosition: fc.Arbitrary<StreamedPosition> = fc.record({
      ...{ id: fc.constantFrom('1', '2', '3'), amount, liquidationState: state },
      ...{ liquidationPrice: price, unrealizedPnl: price, usedMargin: price },
    })
    const position: fc.Arbitrary<Position> = fc.record({
      ...{ id: fc.constantFrom('1', '2', '3'), market: fc.constant('X_Y'), amount },
      ...{ liquidationState: state, liquidationPrice: price, unrealizedPnl: price },
    })
    const same = ({ id, market, amount, liquidationState }: Position) => [
      ...[id, market, amount, liquidationState],
    ]
    fc.assert(
      fc.property(
        fc.uniqueArray(position, { selector: ({ id }) => id }),
        fc.array(streamedPosition),
        fc.integer({ min: 90, max: 110 }),
        (value, list, at) => {
          const result = withStreamedFigures(feedOf({ value }), { profileId: 'a', at, list })
          expect(result.value?.map(same)).toEqual(value.map(same))
          expect(result.asOf).toBeGreaterThanOrEqual(100)
        },
      ),
    )
  })
})
