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
  ...{ freeMargin: '999900', funding: '0', unrealizedFunding: '0', positionSide: 'LONG' },
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
  it('replace what was read, and leave the age of the list', () => {
    expect(moved()).toEqual({
      position: {
        ...read,
        ...{ liquidationPrice: '65000', unrealizedPnl: '-0.47', usedMargin: '23.8' },
        freeMargin: '999932.92',
      },
      asOf: 100,
    })
  })

  it.each<[string, Record<string, unknown>]>([
    ['its amount changed', { amount: '-0.02' }],
    ['it was reduced and increased again', { base_price: '62000' }],
    ['it is on the other side', { position_side: 'SHORT' }],
    ['it is in another state', { liq_stage: 'margin_call' }],
    ['the message is older', { mtime: 1_755_499_999.9 }],
    ['it is another position', { id: 3 }],
    ['a figure is missing', { margin: undefined }],
    ['a figure cannot be read', { pnl: 'x' }],
    ['a figure is none now', { liq_price: null }],
  ])('leave a position as it was read if %s', (_why, more) => {
    expect(moved(more).position).toEqual(read)
  })

  it('leave one as it was read that had no liquidation price, and add nothing that was not sent', () => {
    const none = { ...read, liquidationPrice: null }
    expect(moved({}, feedOf({ value: [none] })).position).toEqual(none)
    const { unrealizedPnl: _pnl, ...older } = read
    const { position } = moved({}, feedOf({ value: [older] }))
    expect(position).not.toHaveProperty('unrealizedPnl')
    expect(position).toMatchObject({ usedMargin: '23.8' })
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
          expect(result.asOf).toBe(100)
        },
      ),
    )
  })
})
