// Changes that reads find and the stream does not announce.
import { describe, expect, it } from 'vitest'
import { createStreamDifferences } from '../../../src/main/portfolio/stream-differences.js'
import type { StreamedList } from '../../../src/shared/portfolio/stream.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { aPosition } from '../../support/fake-exchange-client.js'

const every = 10

function setup(subscribed: readonly StreamedList[] = ['positions', 'tradeBalance']) {
  const time = createFakeClock()
  const differences = createStreamDifferences({ clock: time.clock })
  differences.hears(new Set(subscribed))
  return {
    time,
    differences,
    positions: async (part: Parameters<typeof aPosition>[0]): Promise<void> => {
      differences.read('positions', [aPosition(part)], time.clock())
      await time.pass(every)
    },
    balance: async (available: string): Promise<void> => {
      differences.read('tradeBalance', [{ asset: 'USDT', available }], time.clock())
      await time.pass(every)
    },
    counts: () => differences.counted().map(({ list, count }) => [list, count]),
  }
}

describe('a change that a read found', () => {
  it('counts once where the stream said nothing by the next read', async () => {
    const { time, positions, differences, counts } = setup()
    await positions({ amount: '0.1' })
    await positions({ amount: '0.2' })
    expect(counts()).toEqual([])
    const at = time.clock()
    await positions({ amount: '0.2' })
    await positions({ amount: '0.2' })
    expect(differences.counted()).toEqual([{ list: 'positions', count: 1, at }])
  })

  it('counts for figures that move with the price, if no message came at all', async () => {
    const { positions, counts } = setup()
    await positions({ unrealizedPnl: '1' })
    await positions({ unrealizedPnl: '2' })
    await positions({ unrealizedPnl: '2' })
    expect(counts()).toEqual([['positions', 1]])
  })

  it.each(['substance', 'figures'] as const)(
    'of figures is none after a message about %s',
    async (said) => {
      const { positions, differences, counts } = setup()
      await positions({ unrealizedPnl: '1' })
      differences.announced('positions', said)
      await positions({ unrealizedPnl: '2' })
      await positions({ unrealizedPnl: '2' })
      expect(counts()).toEqual([])
    },
  )

  it('of an amount counts although figures were said to have moved', async () => {
    const { positions, differences, counts } = setup()
    await positions({ amount: '0.1' })
    differences.announced('positions', 'figures')
    await positions({ amount: '0.2' })
    differences.announced('positions', 'figures')
    await positions({ amount: '0.2' })
    expect(counts()).toEqual([['positions', 1]])
  })

  it('is none where it was announced, before or soon after the read', async () => {
    const { positions, differences, counts } = setup()
    await positions({ amount: '0.1' })
    differences.announced('positions', 'substance')
    await positions({ amount: '0.2' })
    await positions({ amount: '0.3' })
    differences.announced('positions', 'substance')
    await positions({ amount: '0.3' })
    expect(counts()).toEqual([])
  })

  it('of a balance is none after any message about it', async () => {
    const { balance, differences, counts } = setup()
    await balance('1')
    differences.announced('tradeBalance', 'figures')
    await balance('2')
    await balance('2')
    expect(counts()).toEqual([])
    await balance('3')
    await balance('3')
    expect(counts()).toEqual([['tradeBalance', 1]])
  })

  it('is none while the list is not subscribed to, nor across a gap, and what was counted stays', async () => {
    const { positions, differences, counts } = setup()
    await positions({ amount: '0.1' })
    await positions({ amount: '0.2' })
    await positions({ amount: '0.2' })
    differences.hears(new Set())
    await positions({ amount: '0.3' })
    differences.hears(new Set(['positions']))
    await positions({ amount: '0.4' })
    await positions({ amount: '0.4' })
    expect(counts()).toEqual([['positions', 1]])
  })
})
