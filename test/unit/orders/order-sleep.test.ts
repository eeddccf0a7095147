// What was confirmed before the computer slept, or before Plimsoll itself was stopped, does not leave afterwards: not even where nobody
// has noticed the gap yet, for the timers of a computer that wakes up run in any order.
import { describe, expect, it } from 'vitest'
import { aTicket, createOrderRoom, gate, good, type OrderRoom, ourPage } from '../../support/order-room.js'
import { settled } from '../../support/virtual-time.js'

const gaps: [string, (room: OrderRoom) => void][] = [
  ['sleep', (room) => room.time.sleep(60)],
  ['sleep for a moment', (room) => room.time.sleep(11)],
  ['a stop of the process', (room) => room.time.stall(21)],
  ['a clock that was set back', (room) => room.time.setClock(-3600)],
]

describe.each(gaps)('ORD-16 after %s that nobody has noticed yet', (_name, happens) => {
  it('an order that waited for its turn is not sent, for certain', async () => {
    const room = createOrderRoom()
    await room.ready()
    const turn = gate<null>()
    room.exchange.queued(turn.promise)
    const id = await room.send()
    happens(room)
    turn.open(null)
    await settled()
    expect(room.exchange.sent).toEqual([])
    expect(room.intent(id)).toMatchObject({ state: 'not-sent', blocks: false, problem: { reason: 'TOO_LATE' } })
    expect(room.intent(id).problem?.message).toContain('It was not sent')
  })

  it('an order that is signed and waits for its connection is not sent, for certain', async () => {
    const room = createOrderRoom()
    await room.ready()
    const connected = gate<null>()
    room.exchange.connects(connected.promise)
    const id = await room.send()
    await settled()
    happens(room)
    connected.open(null)
    await settled()
    expect(room.exchange.sent).toEqual([])
    expect(room.intent(id)).toMatchObject({ state: 'not-sent', blocks: false, problem: { reason: 'TOO_LATE' } })
  })
})

it('ORD-16 an order that merely waits its turn goes out', async () => {
  const room = createOrderRoom()
  await room.ready()
  const turn = gate<null>()
  room.exchange.queued(turn.promise)
  const id = await room.send()
  await room.time.pass(15)
  turn.open(null)
  await settled()
  expect(room.exchange.sent).toHaveLength(1)
  expect(room.intent(id).state).toBe('acknowledged')
})

it('ORD-16 IPC-11 a confirmation is not taken once its minute is over by either clock, also where the computer slept in between', async () => {
  const room = createOrderRoom()
  await room.ready()
  const preview = room.orders.prepare(aTicket(), ourPage)
  if (!preview.ok) throw new Error(preview.error.message)
  room.time.sleep(61)
  expect(await room.orders.confirm(preview.value.token, ourPage)).toMatchObject({ ok: false, error: { reason: 'TOKEN_EXPIRED' } })
  expect(room.exchange.sent).toEqual([])
})

it('ORD-16 noticing the sleep twice changes nothing the second time, and the answer that comes late is still the truth', async () => {
  const room = createOrderRoom()
  await room.ready()
  const answered = gate<null>()
  room.exchange.answers((move) => answered.promise.then(() => good(move)))
  const id = await room.send()
  await settled()
  room.time.sleep(3600)
  room.orders.slept()
  room.orders.slept()
  expect(room.intent(id)).toMatchObject({ state: 'unknown', blocks: true })
  expect(room.intent(id).timeline.filter(({ what }) => what === 'answered')).toHaveLength(1)
  expect(room.view().armedUntil).toBeNull()
  answered.open(null)
  await settled()
  expect(room.intent(id)).toMatchObject({ state: 'acknowledged', blocks: false })
  expect(room.exchange.sent).toHaveLength(1)
})
