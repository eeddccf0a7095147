// Two accounts over one journal, and everything that may happen to them in any order.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderIntent } from '../../../src/shared/domain/trading.js'
import {
  aTicket,
  aTradingProfile,
  createFakeMemory,
  createOrderFloor,
  createOrderRoom,
  gate,
  good,
  notSentAnswer,
  type OrderRoom,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-room.js'
import { settled } from '../../support/virtual-time.js'

const answers = { good, unknown: () => unknownAnswer(), rejected: () => rejectedAnswer(), 'not-sent': () => notSentAnswer() }
type Answer = keyof typeof answers
const kinds: Answer[] = ['good', 'unknown', 'rejected', 'not-sent']
const otherProfile = aTradingProfile({ id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901', name: 'Other' })

/** One account, and what a witness beside it knows for certain. */
const witnessed = async (room: OrderRoom) => {
  await room.ready()
  const tokens: string[] = []
  const asked: { clientOrderId: string; answered: ReturnType<typeof gate<Answer>> }[] = []
  /** By client order id. */
  const answered = new Map<string, Answer>()
  const turns: ReturnType<typeof gate<null>>[] = []
  room.exchange.answers(async (move) => {
    const clientOrderId = move.kind === 'market' ? (move.draft.clientOrderId ?? '') : ''
    const waiting = { clientOrderId, answered: gate<Answer>() }
    asked.push(waiting)
    const kind = await waiting.answered.promise
    answered.set(clientOrderId, kind)
    return answers[kind](move)
  })
  return {
    room,
    tokens,
    asked,
    answered,
    confirmed: 0,
    /** How many may have left by now: each confirmation lets one go, and what holds back takes back those that have not left. */
    mayLeave: 0,
    /** Client order ids of those that were held back by something that happened to this account. */
    heldBack: new Set<string>(),
    isOpen: true,
    jam: () => {
      const turn = gate<null>()
      turns.push(turn)
      room.exchange.queued(turn.promise)
    },
    unjam: () => {
      for (const turn of turns) turn.open(null)
    },
  }
}
type Witnessed = Awaited<ReturnType<typeof witnessed>>

const intentsOf = ({ room }: Witnessed): OrderIntent[] => [...room.record.intents.values()]
const idsOf = (intents: OrderIntent[]): string[] => intents.flatMap(({ items }) => items.map(({ clientOrderId }) => clientOrderId))
const sentIds = ({ room }: Witnessed): string[] =>
  room.exchange.sent.map(({ move }) => (move.kind === 'market' ? (move.draft.clientOrderId ?? '') : ''))

const holdBack = (one: Witnessed): void => {
  const sent = sentIds(one)
  one.mayLeave = sent.length
  for (const id of idsOf(intentsOf(one))) if (!sent.includes(id)) one.heldBack.add(id)
}

type World = { a: Witnessed; b: Witnessed; quitAt: { a: number; b: number } | null }
type Who = 'a' | 'b'
type Step = { who: Who; at: number } & (
  | {
      what:
        | 'order'
        | 'prepare'
        | 'jam'
        | 'unjam'
        | 'close'
        | 'reopen'
        | 'leave'
        | 'arm'
        | 'disarm'
        | 'slept'
        | 'quit'
        | 'resolve'
        | 'refresh'
        | 'full'
        | 'space'
    }
  | { what: 'confirm'; to: Who }
  | { what: 'answer'; as: Answer }
  | { what: 'wait' | 'sleep'; seconds: number }
)

const prepare = (one: Witnessed, at: number): void => {
  const preview = one.room.orders.prepare(aTicket({ market: `M${at % 5}_USDT` }), ourPage)
  if (preview.ok) one.tokens.push(preview.value.token)
}

/** A token of one account, tried at this one or at the other; old and used ones as well as the newest. */
const confirm = async (from: Witnessed, to: Witnessed, at: number): Promise<void> => {
  const chosen = at < 30 ? from.tokens.at(-1) : from.tokens[at % from.tokens.length]
  if (chosen === undefined) return
  const said = await to.room.orders.confirm(chosen, ourPage)
  if (from !== to) expect(said.ok).toBe(false)
  if (!said.ok) return
  to.confirmed += 1
  to.mayLeave += 1
}

const take = async (world: World, step: Step): Promise<void> => {
  const one = world[step.who]
  const { room } = one
  switch (step.what) {
    case 'order':
      await room.orders.arm()
      prepare(one, step.at)
      return confirm(one, one, 0)
    case 'prepare':
      return prepare(one, step.at)
    case 'confirm':
      return confirm(one, world[step.to], step.at)
    case 'answer':
      return one.asked[step.at % one.asked.length]?.answered.open(step.as)
    case 'jam':
      return one.jam()
    case 'unjam':
      return one.unjam()
    case 'close':
      holdBack(one)
      one.isOpen = false
      return room.orders.close()
    case 'reopen':
      if (one.isOpen) holdBack(one)
      one.isOpen = true
      return room.open()
    case 'leave':
      holdBack(one)
      return room.orders.leave()
    case 'disarm':
      holdBack(one)
      return room.orders.disarm()
    case 'slept':
      holdBack(one)
      return room.orders.slept()
    case 'arm':
      return void (await room.orders.arm())
    case 'refresh':
      return room.orders.refresh()
    case 'full':
      return room.record.failsWhen((what) => what === 'save')
    case 'space':
      return room.record.failsWhen(() => false)
    case 'resolve': {
      const [unknown] = room.view().open.filter(({ state }) => state === 'unknown')
      const typed = unknown?.items[0]?.market ?? ''
      if (unknown !== undefined && one.isOpen) room.orders.resolve({ id: unknown.id, item: null, as: 'not-filled', typed })
      return
    }
    case 'wait':
      return room.time.pass(step.seconds)
    case 'sleep':
      return room.time.sleep(step.seconds)
    case 'quit':
      for (const each of [world.a, world.b]) {
        holdBack(each)
        each.room.orders.beginQuit()
      }
      world.quitAt ??= { a: world.a.room.exchange.sent.length, b: world.b.room.exchange.sent.length }
      return void room.journal.beforeQuit()
  }
}

/** At any moment. */
const holds = ({ a, b, quitAt }: World): void => {
  for (const one of [a, b]) expect(one.room.exchange.sent.length).toBeLessThanOrEqual(one.mayLeave)
  if (quitAt !== null) expect([a.room.exchange.sent.length, b.room.exchange.sent.length]).toEqual([quitAt.a, quitAt.b])
  expect(a.room.journal.underWay()).toBe(a.room.journal.underWay(a.room.profile.id) + a.room.journal.underWay(b.room.profile.id))
}

/** What an order must be called once its answer is there, by what the exchange said of it. */
const truths: Record<Answer, readonly OrderIntent['state'][]> = {
  good: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  unknown: ['unknown', 'resolved-not-filled'],
}

const endsWell = (one: Witnessed, other: Witnessed): void => {
  const intents = intentsOf(one)
  const sent = sentIds(one)
  expect(intents).toHaveLength(one.confirmed)
  expect(new Set(sent).size, 'each at most once').toBe(sent.length)
  expect(idsOf(intents)).toEqual(expect.arrayContaining(sent))
  expect(sentIds(other).filter((id) => sent.includes(id))).toEqual([])
  for (const intent of intents) {
    expect(intent.profileId).toBe(one.room.profile.id)
    const [id = ''] = idsOf([intent])
    const said = one.answered.get(id)
    if (said === undefined) {
      expect(intent.state, 'nothing left').toBe('not-sent')
      if (!one.heldBack.has(id)) expect(['TOO_LATE', 'DISK_FULL']).toContain(intent.problem?.reason)
    } else expect(truths[said], JSON.stringify(intent.timeline)).toContain(intent.state)
  }
}

const who = fc.constantFrom<Who>('a', 'b')
const at = fc.nat(40)
const plain = <What extends Step['what']>(...whats: What[]) => fc.record({ who, at, what: fc.constantFrom(...whats) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: plain('order') },
  { weight: 12, arbitrary: plain('prepare') },
  { weight: 24, arbitrary: fc.record({ who, at, what: fc.constant('confirm'), to: who }) },
  { weight: 15, arbitrary: fc.record({ who, at, what: fc.constant('answer'), as: fc.constantFrom(...kinds) }) },
  { weight: 9, arbitrary: plain('jam', 'unjam', 'unjam') },
  { weight: 10, arbitrary: plain('close', 'reopen', 'reopen', 'reopen', 'leave', 'disarm', 'slept', 'refresh') },
  { weight: 8, arbitrary: plain('arm', 'resolve') },
  { weight: 3, arbitrary: plain('full', 'space', 'space') },
  { weight: 6, arbitrary: fc.record({ who, at, what: fc.constantFrom('wait', 'sleep'), seconds: fc.constantFrom(1, 9, 25, 100) }) },
  { weight: 1, arbitrary: plain('quit') },
)

it('ORD-1 ORD-4 ORD-12 ORD-16 each confirmation sends at most once, over its own account’s connection, into its own record, whatever happens to either', async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }), async (steps) => {
      const floor = createOrderFloor()
      const a = await witnessed(createOrderRoom({}, floor))
      const b = await witnessed(createOrderRoom({}, { ...floor, record: createFakeMemory() }, otherProfile))
      const world: World = { a, b, quitAt: null }
      for (const one of steps) {
        await take(world, one)
        await settled()
        holds(world)
      }
      for (const { room, unjam } of [a, b]) {
        room.record.failsWhen(() => false)
        unjam()
      }
      await settled()
      for (const { asked } of [a, b]) for (const { answered } of asked) answered.open('good')
      await settled()
      holds(world)
      floor.journal.flush()
      expect(floor.journal.underWay()).toBe(0)
      endsWell(a, b)
      endsWell(b, a)
      for (const { state } of [...intentsOf(a), ...intentsOf(b)]) met.set(state, (met.get(state) ?? 0) + 1)
    }),
    { numRuns: 300 },
  )
  // A run that met nothing would prove nothing.
  for (const state of ['acknowledged', 'rejected', 'not-sent', 'unknown', 'resolved-not-filled']) {
    expect(met.get(state) ?? 0, state).toBeGreaterThan(10)
  }
}, 30_000)
