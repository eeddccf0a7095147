// Two accounts with live updates over random schedules of changes, messages and polls. The lines
// between service and client drop, delay, repeat and swap messages as those of the simulator do.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import { borrowingsOf } from '../../../src/shared/portfolio/borrowing.js'
import { ok } from '../../../src/shared/result.js'
import { randomFor } from '../../../src/simulator/engine/random.js'
import { type Fault, Faults, updateFaults } from '../../../src/simulator/faults.js'
import { FaultyLine } from '../../../src/simulator/stream/faulty-line.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { type Answer, aPosition, problem } from '../../support/fake-exchange-client.js'
import type { FakeClock } from '../../support/fake-clock.js'
import { aStreamPosition, positionsUpdate } from '../../support/fake-stream.js'
import type { FakeTradingClient } from '../../support/fake-trading-client.js'
import { anOpenOrder } from '../../support/order-harness.js'
import { casesOf } from '../../support/seed.js'

type Harness = ReturnType<typeof createAccountHarness>

const lists = ['positions', 'collateral', 'trade', 'orders', 'borrowings'] as const
type List = (typeof lists)[number]

/** Every figure of an account is its latest change; those of two accounts are far apart. */
const apart = 1_000_000

function messagesOf(list: List, figure: number): [string, unknown][] {
  const text = String(figure)
  const order = { id: 7, market: 'BTC_USDT', left: text, client_order_id: 'mine' }
  switch (list) {
    case 'positions':
      return [['positionsMargin', positionsUpdate(aStreamPosition({ amount: text }))]]
    case 'collateral':
      return [['balanceMargin', [{ a: 'USDT', B: text, b: '10', av: '0', ab: '0' }]]]
    case 'trade':
      return [['balanceSpot', [{ USDT: { available: text, freeze: '0' } }]]]
    case 'orders':
      return [
        ['ordersPending', [2, order]],
        ['deals', [figure, 1_760_000_000.5, 'BTC_USDT', 7, '1', '1', '0', 'mine', 1, 1, 'USDT']],
      ]
    case 'borrowings': {
      const record = { asset: 'USDT', ctime: 1, mtime: figure, amount: '-10' }
      const records = [{ ...record, unrealized_funding: text, liq_price: null }]
      return [['borrowsMargin', { total: 1, records }]]
    }
  }
}

/** One account and its service. */
function openModel(harness: Harness, id: string, base: number) {
  const { time } = harness
  const truth: Record<List, number> = {
    ...{ positions: base, collateral: base, trade: base, orders: base, borrowings: base },
  }
  const newest: Partial<Record<List, number>> = {}
  const faults = new Faults()
  const random = randomFor(base, 'schedule')
  const lineOf = (): FaultyLine =>
    new FaultyLine({ fault: () => faults.takeForUpdate(), random: () => random })
  const lines = new Map<unknown, FaultyLine>()
  const client = () => harness.client(id)
  let seconds = 0
  let account: Account | null = null
  const opened = (): Account => {
    if (account === null) throw new Error('not open')
    return account
  }

  const answer = async <T>(valueOf: () => T): Promise<Answer<T>> => {
    // What the service says is of when it was asked, however late it arrives.
    const value = valueOf()
    if (seconds > 0) await new Promise<void>((done) => void time.after(seconds * 1000, done))
    return ok({ value, at: time.clock() })
  }
  const text = (list: List): string => String(truth[list])
  const answers = (service: FakeTradingClient): void => {
    service.answer('positions', () => answer(() => [aPosition({ amount: text('positions') })]))
    service.offer('collateralBalance', () =>
      answer(() => [{ asset: 'USDT', balance: text('collateral'), borrowed: '10' }]),
    )
    service.offer('tradeBalance', () =>
      answer(() => [{ asset: 'USDT', available: text('trade'), inOrders: '0' }]),
    )
    service.offer('activeOrders', () => answer(() => [anOpenOrder({ left: text('orders') })]))
  }
  const fail = (): void => {
    const trouble = () =>
      Promise.resolve({ ok: false as const, error: problem('exchange-trouble') })
    client().answer('positions', trouble)
    for (const name of ['collateralBalance', 'tradeBalance', 'activeOrders'] as const)
      client().offer(name, trouble)
  }

  /** By way of the line of the present connection. */
  const say = (messages: [string, unknown][]): void => {
    const socket = client().stream.sockets.at(-1)
    if (socket === undefined || socket.closed()) return
    const line = lines.get(socket) ?? lineOf()
    lines.set(socket, line)
    const texts = messages.map(([channel, params]) =>
      JSON.stringify({ id: null, method: `${channel}_update`, params }),
    )
    for (const one of line.pass(texts, time.clock() * 1_000_000)) {
      socket.sayText(one)
      check()
    }
  }

  const shown = (): Record<List, number | null> => {
    const view = opened().monitor.portfolio()
    const number = (some: string | null | undefined): number | null =>
      some == null ? null : Number(some)
    return {
      positions: number(view.positions.value?.[0]?.amount),
      collateral: number(view.collateralBalance.value?.[0]?.balance),
      trade: number(view.tradeBalance.value?.[0]?.available),
      orders: number(view.openOrders.value?.[0]?.left),
      borrowings: number(borrowingsOf(view)?.[0]?.accruedCost),
    }
  }

  /** Not older than before, not newer than it is, not of the other account. */
  function check(): void {
    const now = shown()
    for (const list of lists) {
      const figure = now[list]
      if (figure === null) continue
      expect(figure, list).toBeGreaterThanOrEqual(newest[list] ?? base)
      expect(figure, list).toBeLessThanOrEqual(truth[list])
      newest[list] = figure
    }
  }

  return {
    truth,
    recover: () => answers(client()),
    fail,
    say,
    shown,
    open: async (): Promise<void> => {
      harness.streamed.add(id)
      harness.scripts.set(id, answers)
      account = harness.open(aProfile({ id }))
      await account.unlock()
    },
    change: (list: List): void => {
      truth[list] += 1
      say(messagesOf(list, truth[list]))
    },
    fault: (fault: Fault | null): void => {
      faults.clear()
      if (fault !== null) faults.add(fault)
    },
    slow: (next: number): void => {
      seconds = next
    },
    cut: (): void => client().stream.sockets.at(-1)?.end(),
    check,
    close: () => opened().close(),
  }
}

type Who = 0 | 1
type Step =
  | { act: 'change'; who: Who; which: List[]; times: number }
  | { act: 'fault'; who: Who; updates: (typeof updateFaults)[number] | null }
  | { act: 'slow'; who: Who; seconds: number }
  | { act: 'cut' | 'fail' | 'recover'; who: Who }
  | { act: 'pass'; seconds: number }

const who = fc.constantFrom<Who>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('change' as const),
      who,
      which: fc.subarray([...lists], { minLength: 1 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      who,
      updates: fc.constantFrom(...updateFaults, 'any', 'any', 'swap', 'late', null),
    }),
  },
  fc.record({ act: fc.constant('slow' as const), who, seconds: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ act: fc.constantFrom('cut' as const, 'fail' as const, 'recover' as const), who }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      seconds: fc.integer({ min: 1, max: 6 }),
    }),
  },
)

type Model = ReturnType<typeof openModel>

/** Second by second, with what is late said in between. */
async function passing(time: FakeClock, models: readonly Model[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await time.pass(1)
    for (const model of models) {
      model.say([])
      model.check()
    }
  }
}

it('never shows what is older, nor what is of another account, and ends with what the service has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      const harness = createAccountHarness(aProfile({ id: 'a' }), aProfile({ id: 'b' }))
      const { time } = harness
      const models: [Model, Model] = [
        openModel(harness, 'a', apart),
        openModel(harness, 'b', 2 * apart),
      ]
      for (const model of models) await model.open()
      await passing(time, models, 20)
      for (const one of steps) {
        if (one.act === 'pass') await passing(time, models, one.seconds)
        else {
          const model = models[one.who]
          if (one.act === 'change')
            for (let times = 0; times < one.times; times += 1)
              for (const list of one.which) model.change(list)
          else if (one.act === 'fault')
            model.fault(one.updates === null ? null : { updates: one.updates })
          else if (one.act === 'slow') model.slow(one.seconds)
          else model[one.act]()
          model.check()
        }
      }
      for (const model of models) {
        model.fault(null)
        model.slow(0)
        model.recover()
      }
      // A half-open line never says anything again: its connection is replaced.
      for (const model of models) model.cut()
      await passing(time, models, 60)
      for (const model of models) for (const list of lists) model.change(list)
      await passing(time, models, 20)
      for (const model of models) {
        expect(model.shown()).toEqual(model.truth)
        await model.close()
      }
    }),
    { numRuns: casesOf({ gate: 8, scheduled: 40 }) },
  )
})
