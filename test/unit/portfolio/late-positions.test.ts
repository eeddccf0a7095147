// Responses with the positions that are older than what is known.
import { describe, expect, it } from 'vitest'
import { createLatePositions } from '../../../src/main/portfolio/late-positions.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { aPosition } from '../../support/fake-exchange-client.js'

function setup() {
  const time = createFakeClock()
  const late = createLatePositions({ clock: time.clock })
  const read = async (
    modifiedAt: string,
    { some = {}, at = time.clock() }: { some?: object; at?: number } = {},
  ) => {
    const is = late.isLate('positions', [aPosition({ id: '1', modifiedAt, ...some })], at)
    await time.pass(1)
    return is
  }
  const pushed = async (modifiedAt: string) => {
    late.streamed([{ id: '1', amount: '0.1', modifiedAt }])
    await time.pass(1)
  }
  return { time, late, read, pushed }
}

describe('ANS-7 a response with the positions', () => {
  it('is late where an earlier one had a position as it was modified later', async () => {
    const { time, late, read } = setup()
    expect(await read('10.5')).toBe(false)
    const at = time.clock()
    expect(await read('10.4')).toBe(true)
    expect(late.counted()).toEqual({ count: 1, at })
    expect(await read('10.5')).toBe(false)
    expect(await read('12')).toBe(false)
  })

  it('is late where the stream had it modified later before it was requested', async () => {
    const { time, read, pushed } = setup()
    expect(await read('10')).toBe(false)
    const requested = time.clock()
    await pushed('11')
    expect(await read('10', { at: requested - 1 })).toBe(false)
    expect(await read('10')).toBe(true)
    // A newer message does not make the earlier one unknown.
    const between = time.clock()
    await pushed('12')
    expect(await read('10', { at: between - 0.5 })).toBe(true)
    expect(await read('12')).toBe(false)
  })

  it('is not late by how both sources round a time', async () => {
    const { read, pushed } = setup()
    await pushed('10.0004')
    expect(await read('10')).toBe(false)
  })

  it('counts after three in a row, because what is known may be wrong', async () => {
    const { read } = setup()
    await read('10')
    expect([await read('9'), await read('9'), await read('9'), await read('9')]).toEqual([
      ...[true, true, true, false],
    ])
    expect(await read('9')).toBe(false)
  })

  it('is held back no more by a stream that contradicts every one, until it connects again', async () => {
    const { late, read, pushed } = setup()
    for (const expected of [true, true, true, false, false, false]) {
      await pushed('1000000')
      expect(await read('10')).toBe(expected)
    }
    late.streamed(null)
    await pushed('1000000')
    expect(await read('10')).toBe(true)
  })

  it('is never held back with a margin call', async () => {
    const { late, read } = setup()
    await read('10')
    expect(await read('9', { some: { liquidationState: 'margin_call' } })).toBe(false)
    expect(late.counted()).toMatchObject({ count: 1 })
  })

  it('is not late where positions have no times, or others are gone or new', async () => {
    const { late, time, read } = setup()
    await read('10')
    const { modifiedAt: _none, ...untimed } = aPosition({ id: '1' })
    expect(late.isLate('positions', [untimed, aPosition({ id: '2' })], time.clock())).toBe(false)
    expect(late.isLate('balance', [], time.clock())).toBe(false)
  })
})
