// ORD-24: when somebody is notified of an order without an answer.
import { describe, expect, it } from 'vitest'
import { createFirstLookups, longestFirstLookup } from '../../../src/main/orders/first-lookups.js'
import { ok } from '../../../src/shared/result.js'
import {
  aBulkTicket,
  aClose,
  aPosition,
  aTicket,
  createOrderHarness,
  deferred,
  unknownAnswer,
} from '../../support/order-harness.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

/** An account of an exchange that has lists, whose next answer is lost. */
async function losing() {
  const harness = createOrderHarness()
  await harness.ready()
  harness.lists.there = true
  harness.positionsAre(() =>
    Promise.resolve(ok({ value: [aPosition()], at: harness.time.clock() })),
  )
  harness.exchange.answers(() => unknownAnswer())
  return harness
}

describe('ORD-24 an order whose answer was lost', () => {
  it.each([aTicket(), aBulkTicket(), aClose()])(
    '$kind is reported after the first look, with what it found, and not before',
    async (ticket) => {
      const harness = await losing()
      const id = await harness.send(ticket)
      await settled()
      expect(harness.intent(id).state).toBe('unknown')
      expect(harness.view().blocks).not.toEqual([])
      await harness.time.pass(0.5)
      expect(harness.troubled.flat()).toEqual([])
      await harness.time.pass(1)
      const look =
        ticket.kind === 'close-position'
          ? 'none'
          : ticket.kind === 'market'
            ? 'not-listed'
            : expect.any(String)
      expect(harness.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'unknown', look }])
    },
  )

  it('is reported to nobody where the first look settles it', async () => {
    const harness = await losing()
    const id = await harness.send()
    await settled()
    const [item] = harness.intent(id).items
    const { clientOrderId = '', market = '', side = '', amount = '' } = item ?? {}
    harness.lists.ended.push({
      id: '800',
      clientOrderId,
      market,
      side,
      type: 'margin market',
      timestamp: String(harness.time.clock()),
      amount,
      dealMoney: '400',
      dealStock: amount,
      left: '0',
      dealFee: '0',
      status: 'FILLED',
      withoutLevels: true,
    })
    await harness.time.pass(60)
    expect(harness.intent(id).state).toBe('acknowledged')
    expect(harness.troubled.flat()).toEqual([])
  })

  it('is reported at once where the lists cannot be read, saying so', async () => {
    const harness = await losing()
    harness.lists.there = false
    const id = await harness.send()
    await harness.time.pass(1)
    expect(harness.troubled.at(-1)).toMatchObject([{ intentId: id, look: 'failed' }])
  })

  it.each(['do not answer', 'cannot be asked'])(
    'is reported after 15 seconds where the lists %s',
    async (why) => {
      const harness = await losing()
      if (why === 'do not answer') harness.lists.meets = () => deferred<null>().promise
      const id = await harness.send()
      await settled()
      if (why === 'cannot be asked') harness.setClient(null)
      await harness.time.pass(longestFirstLookup / 1000 - 1)
      expect(harness.troubled.flat()).toEqual([])
      await harness.time.pass(1)
      expect(harness.troubled.at(-1)).toMatchObject([{ intentId: id, look: 'none' }])
    },
  )

  it('stays reported while it is looked for, and through a change of its record', async () => {
    const harness = await losing()
    const id = await harness.send()
    await harness.time.pass(2)
    expect(harness.orders.liftBlock(id, 'BTC_USDT')).toEqual(ok(null))
    await harness.time.pass(60)
    const first = harness.troubled.findIndex((list) => list.length > 0)
    expect(
      harness.troubled.slice(first).every((list) => list.some(({ intentId }) => intentId === id)),
    ).toBe(true)
  })

  it('that was left by an earlier run is reported when the account opens', async () => {
    const harness = await losing()
    const id = await harness.send()
    await settled()
    harness.open()
    expect(harness.troubled.at(-1)).toMatchObject([{ intentId: id, because: 'unknown' }])
  })
})

it('ORD-24 an order waits for its look once', async () => {
  const time = createFakeClock()
  let overdue = 0
  const looks = createFirstLookups(time, () => (overdue += 1))
  looks.await('a')
  looks.await('b')
  looks.ended(['a', 'c'])
  looks.await('a')
  looks.await('c')
  expect(['a', 'b', 'c'].map(looks.isAwaited)).toEqual([false, true, false])
  await time.pass(longestFirstLookup / 1000)
  expect([overdue, looks.isAwaited('b')]).toEqual([1, false])
  looks.await('d')
  looks.stop()
  await time.pass(longestFirstLookup / 1000)
  expect(overdue).toBe(1)
})
