// Late lists of positions: responses that are older than what is known.
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

describe('ANS-7 a list of positions', () => {
  it('is late if an earlier response had a later modification time', async () => {
    const { time, late, read } = setup()
    expect(await read('10.5')).toBe(false)
    const at = time.clock()
    expect(await read('10.4')).toBe(true)
    expect(late.counted()).toEqual({ count: 1, at })
    expect(await read('10.5')).toBe(false)
    expect(await read('12')).toBe(false)
  })

  it('is late if the stream had a later modification time before the request', async () => {
    const { time, read, pushed } = setup()
    expect(await read('10')).toBe(false)
    const requested = time.clock()
    await pushed('11')
    expect(await read('10', { at: requested - 1 })).toBe(false)
    expect(await read('10')).toBe(true)
    // A newer message does not replace the earlier one.
    const between = time.clock()
    await pushed('12')
    expect(await read('10', { at: between - 0.5 })).toBe(true)
    expect(await read('12')).toBe(false)
  })

  it('is not late if only the rounding of times differs', async () => {
    const { read, pushed } = setup()
    await pushed('10.0004')
    expect(await read('10')).toBe(false)
  })

  it('is accepted after three late ones in a row, because what is known may be wrong', async () => {
    const { read } = setup()
    await read('10')
    expect([await read('9'), await read('9'), await read('9'), await read('9')]).toEqual([
      ...[true, true, true, false],
    ])
    expect(await read('9')).toBe(false)
  })

  it('is no longer discarded if the stream contradicts every list, until it connects again', async () => {
    const { late, read, pushed } = setup()
    for (const expected of [true, true, true, false, false, false]) {
      await pushed('1000000')
      expect(await read('10')).toBe(expected)
    }
    late.streamed(null)
    await pushed('1000000')
    expect(await read('10')).toBe(true)
  })

  it('is never discarded with a margin call', async () => {
    const { late, read } = setup()
    await read('10')
    expect(await read('9', { some: { liquidationState: 'margin_call' } })).toBe(false)
    expect(late.counted()).toMatchObject({ count: 1 })
  })

  it('is not late if positions have no times, or positions came or went', async () => {
    const { late, time, read } = setup()
    await read('10')
    const { modifiedAt: _none, ...untimed } = aPosition({ id: '1' })
    expect(late.isLate('positions', [untimed, aPosition({ id: '2' })], time.clock())).toBe(false)
    expect(late.isLate('balance', [], time.clock())).toBe(false)
  })
})
