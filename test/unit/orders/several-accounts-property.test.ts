// Two accounts over one journal, and everything that may happen to them in any order.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import {
  aTicket,
  aTradingProfile,
  createFakeRepositories,
  createOrderPlatform,
  createOrderHarness,
  deferred,
  good,
  notSentAnswer,
  type OrderHarness,
  ourPage,
  rejectedAnswer,
  unknownAnswer,
} from '../../support/order-harness.js'
import { settled } from '../../support/fake-clock.js'

const answers = {
  good,
  unknown: () => unknownAnswer(),
  rejected: () => rejectedAnswer(),
  'not-sent': () => notSentAnswer(),
}
type Answer = keyof typeof answers
const kinds: Answer[] = ['good', 'unknown', 'rejected', 'not-sent']
const otherProfile = aTradingProfile({ id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901', name: 'Other' })

/** One account, and what is known for certain of it. */
async function withFacts(harness: OrderHarness) {
  await harness.ready()
  const tokens: string[] = []
  const asked: { clientOrderId: string; answered: ReturnType<typeof deferred<Answer>> }[] = []
  /** By client order id. */
  const answered = new Map<string, Answer>()
  const turns: ReturnType<typeof deferred<null>>[] = []
  harness.exchange.answers(async (move) => {
    const clientOrderId = move.kind === 'market' ? (move.draft.clientOrderId ?? '') : ''
    const waiting = { clientOrderId, answered: deferred<Answer>() }
    asked.push(waiting)
    const kind = await waiting.answered.promise
    answered.set(clientOrderId, kind)
    return answers[kind](move)
  })
  return {
    harness,
    tokens,
    asked,
    answered,
    confirmed: 0,
    /**
     * How many may have left by now: each confirmation lets one go, and what holds back takes back
     * those that have not left.
     */
    maySend: 0,
    /** Client order ids of those that were held back by something that happened to this account. */
    cancelled: new Set<string>(),
    isOpen: true,
    jam: () => {
      const turn = deferred<null>()
      turns.push(turn)
      harness.exchange.queued(turn.promise)
    },
    unjam: () => {
      for (const turn of turns) turn.open(null)
    },
  }
}

type Account = Awaited<ReturnType<typeof withFacts>>

const intentsOf = ({ harness }: Account): OrderIntent[] => [...harness.database.intents.values()]

function idsOf(intents: OrderIntent[]): string[] {
  return intents.flatMap(({ items }) => items.map(({ clientOrderId }) => clientOrderId))
}

function sentIds({ harness }: Account): string[] {
  return harness.exchange.sent.map(({ request }) =>
    request.kind === 'market' ? (request.draft.clientOrderId ?? '') : '',
  )
}

function cancelUnsent(one: Account): void {
  const sent = sentIds(one)
  one.maySend = sent.length
  for (const id of idsOf(intentsOf(one))) if (!sent.includes(id)) one.cancelled.add(id)
}

type Accounts = { a: Account; b: Account; quitAt: { a: number; b: number } | null }
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
        | 'hidden'
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

function prepare(one: Account, at: number): void {
  const preview = one.harness.orders.prepare(aTicket({ market: `M${at % 5}_USDT` }), ourPage)
  if (preview.ok) one.tokens.push(preview.value.token)
}

/**
 * A token of one account, tried at this one or at the other; old and used ones as well as the
 * newest.
 */
async function confirm(from: Account, to: Account, at: number): Promise<void> {
  const chosen = at < 30 ? from.tokens.at(-1) : from.tokens[at % from.tokens.length]
  if (chosen === undefined) return
  const confirmed = await to.harness.orders.confirm(chosen, ourPage)
  if (from !== to) expect(confirmed.ok).toBe(false)
  if (!confirmed.ok) return
  to.confirmed += 1
  to.maySend += 1
}

async function take(both: Accounts, step: Step): Promise<void> {
  const one = both[step.who]
  const { harness } = one
  switch (step.what) {
    case 'order':
      await harness.orders.arm()
      prepare(one, step.at)
      return confirm(one, one, 0)
    case 'prepare':
      return prepare(one, step.at)
    case 'confirm':
      return confirm(one, both[step.to], step.at)
    case 'answer':
      return one.asked[step.at % one.asked.length]?.answered.open(step.as)
    case 'jam':
      return one.jam()
    case 'unjam':
      return one.unjam()
    case 'close':
      cancelUnsent(one)
      one.isOpen = false
      return harness.orders.close()
    case 'reopen':
      if (one.isOpen) cancelUnsent(one)
      one.isOpen = true
      return harness.open()
    case 'hidden':
      cancelUnsent(one)
      return harness.orders.onHidden()
    case 'disarm':
      cancelUnsent(one)
      return harness.orders.disarm()
    case 'slept':
      cancelUnsent(one)
      return harness.orders.onSleep()
    case 'arm':
      return void (await harness.orders.arm())
    case 'refresh':
      return harness.orders.refresh()
    case 'full':
      return harness.database.failsWhen((what) => what === 'save')
    case 'space':
      return harness.database.failsWhen(() => false)
    case 'resolve': {
      const [unknown] = harness.view().open.filter(({ state }) => state === 'unknown')
      const typed = unknown?.items[0]?.market ?? ''
      if (unknown !== undefined && one.isOpen)
        harness.orders.resolve({ id: unknown.id, item: null, as: 'not-filled', typed })
      return
    }
    case 'wait':
      return harness.time.pass(step.seconds)
    case 'sleep':
      return harness.time.sleep(step.seconds)
    case 'quit':
      for (const each of [both.a, both.b]) {
        cancelUnsent(each)
        each.harness.orders.beginQuit()
      }
      both.quitAt ??= {
        a: both.a.harness.exchange.sent.length,
        b: both.b.harness.exchange.sent.length,
      }
      return void harness.journal.beforeQuit()
  }
}

/** At any moment. */
function holds({ a, b, quitAt }: Accounts): void {
  for (const one of [a, b])
    expect(one.harness.exchange.sent.length).toBeLessThanOrEqual(one.maySend)
  if (quitAt !== null)
    expect([a.harness.exchange.sent.length, b.harness.exchange.sent.length]).toEqual([
      quitAt.a,
      quitAt.b,
    ])
  expect(a.harness.journal.inFlight()).toBe(
    a.harness.journal.inFlight(a.harness.profile.id) +
      a.harness.journal.inFlight(b.harness.profile.id),
  )
}

/** What an order must be called once its answer is there, by what the exchange said of it. */
const truths: Record<Answer, readonly OrderIntent['state'][]> = {
  good: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  unknown: ['unknown', 'resolved-not-filled'],
}

function endsWell(one: Account, other: Account): void {
  const intents = intentsOf(one)
  const sent = sentIds(one)
  expect(intents).toHaveLength(one.confirmed)
  expect(new Set(sent).size, 'each at most once').toBe(sent.length)
  expect(idsOf(intents)).toEqual(expect.arrayContaining(sent))
  expect(sentIds(other).filter((id) => sent.includes(id))).toEqual([])
  for (const intent of intents) {
    expect(intent.profileId).toBe(one.harness.profile.id)
    const [id = ''] = idsOf([intent])
    const said = one.answered.get(id)
    if (said === undefined) {
      expect(intent.state, 'nothing left').toBe('not-sent')
      if (!one.cancelled.has(id))
        expect(['TOO_LATE', 'DISK_FULL']).toContain(intent.problem?.reason)
    } else expect(truths[said], JSON.stringify(intent.timeline)).toContain(intent.state)
  }
}

const who = fc.constantFrom<Who>('a', 'b')
const at = fc.nat(40)

function plain<What extends Step['what']>(...whats: What[]) {
  return fc.record({ who, at, what: fc.constantFrom(...whats) })
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: plain('order') },
  { weight: 12, arbitrary: plain('prepare') },
  { weight: 24, arbitrary: fc.record({ who, at, what: fc.constant('confirm'), to: who }) },
  {
    weight: 15,
    arbitrary: fc.record({ who, at, what: fc.constant('answer'), as: fc.constantFrom(...kinds) }),
  },
  { weight: 9, arbitrary: plain('jam', 'unjam', 'unjam') },
  {
    weight: 10,
    arbitrary: plain('close', 'reopen', 'reopen', 'reopen', 'hidden', 'disarm', 'slept', 'refresh'),
  },
  { weight: 8, arbitrary: plain('arm', 'resolve') },
  { weight: 3, arbitrary: plain('full', 'space', 'space') },
  {
    weight: 6,
    arbitrary: fc.record({
      who,
      at,
      what: fc.constantFrom('wait', 'sleep'),
      seconds: fc.constantFrom(1, 9, 25, 100),
    }),
  },
  { weight: 1, arbitrary: plain('quit') },
)

it('ORD-1 ORD-4 ORD-12 ORD-16 each confirmation sends at most once, over its own account’s connection, into its own record, whatever happens to either', async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
      async (steps) => {
        const platform = createOrderPlatform()
        const a = await withFacts(createOrderHarness({}, platform))
        const b = await withFacts(
          createOrderHarness({}, { ...platform, database: createFakeRepositories() }, otherProfile),
        )
        const both: Accounts = { a, b, quitAt: null }
        for (const one of steps) {
          await take(both, one)
          await settled()
          holds(both)
        }
        for (const { harness, unjam } of [a, b]) {
          harness.database.failsWhen(() => false)
          unjam()
        }
        await settled()
        for (const { asked } of [a, b]) for (const { answered } of asked) answered.open('good')
        await settled()
        holds(both)
        platform.journal.flush()
        expect(platform.journal.inFlight()).toBe(0)
        endsWell(a, b)
        endsWell(b, a)
        for (const { state } of [...intentsOf(a), ...intentsOf(b)])
          met.set(state, (met.get(state) ?? 0) + 1)
      },
    ),
    { numRuns: 300 },
  )
  // A run that met nothing would prove nothing.
  for (const state of ['acknowledged', 'rejected', 'not-sent', 'unknown', 'resolved-not-filled']) {
    expect(met.get(state) ?? 0, state).toBeGreaterThan(10)
  }
})
