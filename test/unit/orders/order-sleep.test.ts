// What was confirmed before the computer slept, or before Plimsoll itself was stopped, is not sent
// afterwards: not even where nobody has noticed the gap yet, for the timers of a computer that
// wakes up run in any order.
import { describe, expect, it } from 'vitest'
import {
  aTicket,
  createOrderHarness,
  deferred,
  good,
  type OrderHarness,
  ourPage,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const gaps: [string, (harness: OrderHarness) => void][] = [
  ['sleep', (harness) => harness.time.sleep(60)],
  ['sleep for a moment', (harness) => harness.time.sleep(11)],
  ['a stop of the process', (harness) => harness.time.stall(21)],
  ['a clock that was set back', (harness) => harness.time.setClock(-3600)],
]

describe.each(gaps)('ORD-16 after %s that nobody has noticed yet', (_name, happens) => {
  it('an order that waited for its turn is not sent, for certain', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const turn = deferred<null>()
    harness.exchange.queued(turn.promise)
    const id = await harness.send()
    happens(harness)
    turn.open(null)
    await settled()
    expect(harness.exchange.sent).toEqual([])
    expect(harness.intent(id)).toMatchObject({
      state: 'not-sent',
      blocks: false,
      problem: { reason: 'TOO_LATE' },
    })
    expect(englishOf(harness.intent(id).problem?.message ?? '')).toContain('this was not sent')
  })

  it('an order that is signed and waits for its connection is not sent, for certain', async () => {
    const harness = createOrderHarness()
    await harness.ready()
    const connected = deferred<null>()
    harness.exchange.connects(connected.promise)
    const id = await harness.send()
    await settled()
    happens(harness)
    connected.open(null)
    await settled()
    expect(harness.exchange.sent).toEqual([])
    expect(harness.intent(id)).toMatchObject({
      state: 'not-sent',
      blocks: false,
      problem: { reason: 'TOO_LATE' },
    })
  })
})

it('ORD-16 an order that merely waits its turn goes out', async () => {
  const harness = createOrderHarness()
  await harness.ready()
  const turn = deferred<null>()
  harness.exchange.queued(turn.promise)
  const id = await harness.send()
  await harness.time.pass(15)
  turn.open(null)
  await settled()
  expect(harness.exchange.sent).toHaveLength(1)
  expect(harness.intent(id).state).toBe('acknowledged')
})

it('ORD-16 IPC-11 a confirmation is not taken once its minute is over by either clock, also where the computer slept in between', async () => {
  const harness = createOrderHarness()
  await harness.ready()
  const preview = harness.orders.prepare(aTicket(), ourPage)
  if (!preview.ok) throw new Error(englishOf(preview.error.message))
  harness.time.sleep(61)
  expect(await harness.orders.confirm(preview.value.token, ourPage)).toMatchObject({
    ok: false,
    error: { reason: 'TOKEN_EXPIRED' },
  })
  expect(harness.exchange.sent).toEqual([])
})

it('ORD-16 noticing the sleep twice changes nothing the second time, and the answer that comes late is still the truth', async () => {
  const harness = createOrderHarness()
  await harness.ready()
  const answered = deferred<null>()
  harness.exchange.answers((move) => answered.promise.then(() => good(move)))
  const id = await harness.send()
  await settled()
  harness.time.sleep(3600)
  harness.orders.onSleep()
  harness.orders.onSleep()
  expect(harness.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
  expect(harness.intent(id).timeline.filter(({ what }) => what === 'answered')).toHaveLength(1)
  expect(harness.view().armedUntil).toBeNull()
  answered.open(null)
  await settled()
  expect(harness.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
  expect(harness.exchange.sent).toHaveLength(1)
})
