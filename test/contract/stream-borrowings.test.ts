// The messages are those of the public documentation of the stream (asyncapi/private/borrows.yaml
// and borrows-events), byte for byte.
import { describe, expect, it } from 'vitest'
import {
  isOlderList,
  toBorrowingEvent,
  toStreamedBorrowing,
} from '../../src/main/exchange/stream/stream-mapping.js'
import { readFrame } from '../../src/v4/stream/frames.js'
import { isStreamChannel, streamChannels, type StreamUpdate } from '../../src/v4/stream/channels.js'

const listed =
  '{"method":"borrowsMargin_update","params":{"total":1,"records":[{"asset":"BTC","ctime":1704067200,"mtime":1704067200,"amount":"-0.81","unrealized_funding":"0.00005042","liq_price":"70000"}]},"id":null}'
const event =
  '{"method":"borrowsAccountMargin_update","params":[1,{"asset":"USDT","ctime":1737731478.690442,"mtime":1737731478.690442,"amount":"-3895.7476176","unrealized_funding":"0.00267248","liq_price":"NaN"}],"id":null}'

function read(text: string): StreamUpdate {
  const frame = readFrame(text)
  if (frame?.kind !== 'update' || !isStreamChannel(frame.channel)) throw new Error('no update')
  return streamChannels[frame.channel].update.parse(frame.params)
}

describe('a documented message about borrowings', () => {
  it('gives amount, accrued cost and liquidation price, the amount without its sign', () => {
    const { borrowings = [], unknown } = read(listed)
    expect(borrowings.map(toStreamedBorrowing)).toEqual([
      { asset: 'BTC', amount: '0.81', accruedCost: '0.00005042', liquidationPrice: '70000' },
    ])
    expect(unknown).toEqual([])
  })

  it('is older than another one if one of its borrowings was modified before', () => {
    const at = (mtime: string) => read(listed.replace('"mtime":1704067200', mtime)).borrowings ?? []
    const known = at('"mtime":1704067200.5')
    expect(isOlderList(at('"mtime":1704067200.4'), known)).toBe(true)
    expect(isOlderList(at('"mtime":1704067200.5'), known)).toBe(false)
    expect(isOlderList(at('"mtime":1704067201'), known)).toBe(false)
    // Nothing is concluded from a time that cannot be read, or from two of one asset.
    expect(isOlderList(at('"mtime":"soon"'), known)).toBe(false)
    expect(isOlderList([...at('"mtime":1'), ...at('"mtime":2')], known)).toBe(false)
    expect(isOlderList([], known)).toBe(false)
  })

  it('says margin call, and a price that is no number is none', () => {
    const { borrowingEvent } = read(event)
    expect(borrowingEvent && toBorrowingEvent(borrowingEvent)).toEqual({
      state: 'margin_call',
      asset: 'USDT',
      amount: '3895.7476176',
      accruedCost: '0.00267248',
      liquidationPrice: null,
    })
  })

  it.each(['"0"', '"-1"', '""', 'null', '"NaN"'])('has no liquidation price in %s', (price) => {
    const { borrowings = [] } = read(listed.replace('"70000"', price))
    expect(borrowings.map(toStreamedBorrowing)).toMatchObject([
      { accruedCost: '0.00005042', liquidationPrice: null },
    ])
  })

  it('says margin call without an amount that can be read, and counts members it does not know', () => {
    const { borrowingEvent, unknown } = read(
      event.replace('"amount":"-3895.7476176"', '"amount":"much","more":1'),
    )
    expect(borrowingEvent && toBorrowingEvent(borrowingEvent)).toMatchObject({
      state: 'margin_call',
      asset: 'USDT',
      amount: null,
    })
    expect(unknown).toEqual(['more'])
  })
})
