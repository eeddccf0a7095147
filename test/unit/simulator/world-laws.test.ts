import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallRecord } from '../../../src/simulator/call-record.js'
import { control, type ControlPorts } from '../../../src/simulator/control.js'
import { Faults } from '../../../src/simulator/faults.js'
import type { SceneName } from '../../../src/simulator/scenes.js'
import { StreamSession } from '../../../src/simulator/stream/hub.js'
import { readWorld } from '../../../src/simulator/state-file.js'
import { ocoOrderEndpoint } from '../../../src/simulator/other-endpoints.js'
import { subtract } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { privateError } from '../../../src/v4/errors.js'
import { memberOf } from '../../../src/v4/members.js'
import { misfitsIn } from '../../support/documented-answers.js'
import { casesOf } from '../../support/seed.js'
import { simulatedService } from '../../support/simulated-service.js'
import {
  expectExplained,
  expectLawful,
  remember,
  type Order,
  type Step,
} from '../../support/world-laws.js'

type Body = Record<string, unknown>
type Move = { path: string; body: Body } | { seconds: number } | { lever: string; body: Body }

function onPath(path: string) {
  return (body: Body): Move => ({ path, body })
}

function pulling(lever: string) {
  return (body: Body): Move => ({ lever, body })
}

const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
const side = fc.constantFrom('buy', 'sell')
const clientOrderId = perhaps(fc.constantFrom('a', 'b-1', 'c.2', '', 'no good', 'x'.repeat(65)))

const stp = perhaps(
  fc.constantFrom('no', 'co', 'cn', 'cb', 'cancel_old', 'cancel_new', 'cancel_both', 'x'),
)

const marketOrder = fc
  .record({
    market: fc.constantFrom(
      'BTC_USDT',
      'ETH_USDT',
      'XRP_USDT',
      'BTC_PERP',
      'SOL_PERP',
      'LINK_PERP',
      'DOGE_USDT',
      'NO_SUCH',
    ),
    side,
    amount: fc.constantFrom(
      '0.01',
      '0.4',
      '1',
      '7.5',
      '220',
      '45',
      '1000',
      '0',
      '0.00001',
      '-1',
      'x',
    ),
    stopLoss: perhaps(fc.constantFrom('1', '40000', '58500', '70000', '3000', '0.5', 'x')),
    takeProfit: perhaps(fc.constantFrom('0.1', '90000', '61000', '3300', '40000', 'x')),
    positionSide: perhaps(fc.constantFrom('LONG', 'SHORT', 'BOTH')),
    reduceOnly: perhaps(fc.boolean()),
    stp,
    client_order_id: clientOrderId,
  })
  .map(onPath(endpoints.collateralMarketOrder.path))

const waiting = {
  market: fc.constantFrom('BTC_USDT', 'ETH_USDT', 'BTC_PERP', 'SOL_PERP', 'NO_SUCH'),
  side,
  amount: fc.constantFrom('0.01', '0.4', '1', '45', '0', 'x'),
  activation_price: fc.constantFrom('40000', '58000', '63000', '66000', '90000', '3000', '0', 'x'),
  positionSide: perhaps(fc.constantFrom('LONG', 'SHORT', 'BOTH')),
  reduceOnly: perhaps(fc.boolean()),
  stp,
}
const triggerOrder = fc
  .record({ ...waiting, clientOrderId })
  .map(onPath(endpoints.triggerMarketOrder.path))
const linkedOrders = fc
  .record({
    ...waiting,
    price: fc.constantFrom('61000', '70000', '3300', '0'),
    stop_limit_price: fc.constantFrom('57000', '62000', '2900', 'x'),
  })
  .map(onPath(ocoOrderEndpoint.path))

const limitOrder = fc.record({
  market: fc.constantFrom('BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT', 'BTC_PERP'),
  side,
  amount: fc.constantFrom('0.01', '0.3', '2', '150', '900', '0', 'x'),
  price: fc.constantFrom(
    '40000',
    '63900',
    '64180',
    '64400',
    '90000',
    '3080',
    '3100',
    '151',
    '151.7',
    '0.59',
    '0.6',
    '0',
  ),
  ioc: perhaps(fc.boolean()),
  postOnly: perhaps(fc.boolean()),
  rpi: perhaps(fc.boolean()),
  stp,
  client_order_id: clientOrderId,
})
const bulk = fc
  .record({
    orders: fc.array(limitOrder, { minLength: 1, maxLength: 6 }),
    stopOnFail: perhaps(fc.boolean()),
  })
  .map(onPath(endpoints.bulkLimitOrders.path))

const close = fc
  .constantFrom(
    '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
    '0D7B66FF-1909-4938-AB7A-D16D9A64DCD5',
    '7d1e5b0a-0000-4000-8000-000000000000',
    'x',
  )
  .map((id) => onPath(endpoints.closeInvestment.path)({ id }))
const history = fc
  .record({
    limit: perhaps(fc.constantFrom(1, 50, 0, 'x')),
    offset: perhaps(fc.constantFrom(0, 3, -1)),
    dateFrom: perhaps(fc.constantFrom(1_755_000_000, 'x')),
    actionTypes: perhaps(fc.constantFrom([1, 2], [9], 'x')),
  })
  .map(onPath(endpoints.flexHistory.path))
const looks = fc.constantFrom<Move>(
  onPath(endpoints.mainBalance.path)({}),
  onPath(endpoints.openPositions.path)({}),
  onPath(endpoints.openPositions.path)({ market: 'ETH_USDT' }),
  onPath(endpoints.creditLine.path)({}),
  onPath(endpoints.streamToken.path)({}),
  onPath(endpoints.payoutDestination.path)({ accountName: 'my_miner_02' }),
  onPath(endpoints.payoutDestination.path)({ accountName: 7 }),
  onPath(endpoints.tradeBalance.path)({}),
  onPath(endpoints.collateralBalances.path)({}),
  onPath(endpoints.collateralSummary.path)({}),
  onPath(endpoints.activeOrders.path)({}),
  onPath(endpoints.conditionalOrders.path)({}),
  onPath(endpoints.activeOrders.path)({ market: 'BTC_USDT', clientOrderId: 'a' }),
  onPath(endpoints.orderHistory.path)({ limit: 3 }),
  onPath(endpoints.orderHistory.path)({ clientOrderId: 'b-1' }),
  onPath(endpoints.orderHistory.path)({ clientOrderId: '', status: 'CANCELED' }),
  onPath(endpoints.orderHistory.path)({ orderId: 4_180_284_002 }),
  onPath(endpoints.fixedInvestments.path)({ status: 1 }),
  onPath(endpoints.flexInvestments.path)({}),
  onPath(endpoints.miningAccounts.path)({}),
)
const cancelAll = fc
  .record({
    market: perhaps(fc.constantFrom('BTC_USDT', 'BTC_PERP', 'NO_SUCH')),
    type: perhaps(fc.subarray(['spot', 'margin', 'futures', 'x'])),
  })
  .map(onPath(endpoints.cancelAllOrders.path))
const transfer = fc
  .record({
    ticker: fc.constantFrom('USDT', 'BTC', 'NO_SUCH', '__proto__'),
    amount: fc.constantFrom('0.5', '25', '100000000', '0', '-1', '0.000000001', 'x', 3),
    from: fc.constantFrom('main', 'spot', 'collateral', 'x'),
    to: fc.constantFrom('main', 'spot', 'collateral'),
  })
  .map(onPath(endpoints.balanceTransfer.path))
const nonsense = fc
  .tuple(
    fc.constantFrom(...Object.values(endpoints).map(({ path }) => path as string)),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  )
  .filter(([path]) => !path.startsWith('/api/v4/public/'))
  .map(([path, body]) =>
    onPath(path)(
      Object.fromEntries(
        Object.entries(body).filter(
          ([name]) => !['request', 'nonce', 'nonceWindow'].includes(name),
        ),
      ),
    ),
  )

const time = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(0.3, 1, 1, 3, 17) },
  { weight: 3, arbitrary: fc.constantFrom(60, 600) },
  { weight: 1, arbitrary: fc.constantFrom(4000, 20_000) },
)
const levers = fc.oneof(
  fc
    .record({
      market: fc.constantFrom('BTC_USDT', 'ETH_USDT', 'BTC_PERP', 'XRP_USDT'),
      price: fc.constantFrom(
        '20000',
        '41000',
        '61500',
        '64180',
        '67000',
        '99000',
        '2000',
        '3092',
        '3500',
        '0.59',
        '0.7',
      ),
    })
    .map(pulling('price')),
  fc
    .constantFrom('0', '25', '76.5', '90', null)
    .map((currentLtv) => pulling('loan')({ currentLtv })),
  fc
    .constantFrom<Body>(
      { leverage: '2' },
      { leverage: '10' },
      { leverage: '100' },
      { hedgeMode: true },
      { hedgeMode: false },
    )
    .map(pulling('account')),
  fc
    .constantFrom<Body>(
      { delaySeconds: 5 },
      { delaySeconds: 0, cancelled: true },
      { cancelled: false },
    )
    .map(pulling('history')),
  fc.boolean().map((conditional) => pulling('orders')({ conditional })),
  fc
    .constantFrom<Body>({ market: 'BTC_USDT', halted: true }, { market: 'BTC_USDT', halted: false })
    .map(pulling('market')),
  fc
    .record({
      market: fc.constantFrom('BTC_USDT', 'ETH_USDT', 'BTC_PERP', 'SOL_PERP'),
      depth: fc.constantFrom('0.01', '0.1', '1', '200'),
    })
    .map(pulling('market')),
)
const flexMove = fc.record({
  act: fc.constantFrom('open', 'invest', 'withdraw', 'close'),
  which: fc.nat(5),
  amount: fc.constantFrom('0.01', '1', '250.123456789012', '100000'),
})

const ends = ['order', 'orders', 'position', 'waiting', 'linked'] as const
/**
 * From what the account holds at that time: a resting order, several, one of them twice and one
 * that does not exist; or a position.
 */
const ending = fc.record({ end: fc.constantFrom(...ends), which: fc.nat(7) })

type Doing =
  | Move
  | { end: (typeof ends)[number]; which: number }
  | { flex: { act: string; which: number; amount: string } }
const doing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 30, arbitrary: marketOrder },
  { weight: 30, arbitrary: bulk },
  { weight: 2, arbitrary: close },
  { weight: 16, arbitrary: triggerOrder },
  { weight: 6, arbitrary: linkedOrders },
  { weight: 8, arbitrary: ending },
  { weight: 1, arbitrary: cancelAll },
  { weight: 8, arbitrary: transfer },
  { weight: 4, arbitrary: history },
  { weight: 12, arbitrary: looks },
  { weight: 4, arbitrary: nonsense },
  { weight: 24, arbitrary: time.map((seconds): Doing => ({ seconds })) },
  { weight: 6, arbitrary: levers },
  { weight: 3, arbitrary: flexMove.map((flex): Doing => ({ flex })) },
)

const replyOf = new Map(
  Object.values(endpoints).map((endpoint) => [endpoint.path as string, endpoint.reply]),
)

type Setting = { scene: SceneName; dialect: 'spec' | 'live' }
type Entry = { result?: unknown; error?: unknown }

/** Includes the members that have either spelling in the specification. */
function asOrder(answer: unknown): Order {
  const names = ['order_id', 'client_order_id', 'deal_money', 'deal_stock', 'deal_fee']
  const row = answer as Order
  return { ...row, ...Object.fromEntries(names.map((name) => [name, memberOf(row, name)])) }
}

function setup({ scene, dialect }: Setting) {
  const simulated = simulatedService({ scene, dialect })
  const { world, advance, call } = simulated
  const ports: ControlPorts = {
    world: () => world,
    advance,
    reset: () => undefined,
    faults: new Faults(),
    calls: new CallRecord(),
  }
  const pull = (name: string, body: unknown): void =>
    void control(ports, 'POST', `/__sim/${name}`, body)
  const session = new StreamSession({
    world: () => world,
    clock: () => world.nowMicros / 1_000_000,
  })
  const said: string[] = []
  const { websocket_token: token } = call(endpoints.streamToken.path).json as {
    websocket_token: string
  }
  const ask = (method: string, params: unknown[]): void =>
    void said.push(...session.hear(JSON.stringify({ id: 1, method, params })).say)
  ask('authorize', [token, 'public'])
  for (const name of ['balanceSpot', 'balanceMargin', 'positionsMargin', 'positionsAccountMargin'])
    ask(`${name}_subscribe`, [])
  ask('lastprice_subscribe', ['BTC_USDT'])

  /** As in its history: the answer that closed a position names no order. */
  const lastFinished = (): Order => {
    const order = world.finishedOrders.findLast(({ type }) => type === 'margin market')
    if (order === undefined) throw new Error('an order must have ended')
    const { market, side, amount, dealStock, dealMoney, dealFee, positionSide } = order
    const rest = {
      left: subtract(amount, dealStock),
      status: 'FILLED',
      positionSide: positionSide ?? 'BOTH',
    }
    return {
      market,
      side,
      amount,
      deal_stock: dealStock,
      deal_money: dealMoney,
      deal_fee: dealFee,
      ...rest,
    }
  }

  /** Makes one call, compares its answer with the description, and returns what it says it did. */
  const make = (path: string, given: Body): Step => {
    const body =
      dialect === 'live' && 'client_order_id' in given
        ? { ...given, clientOrderId: given['client_order_id'] }
        : given
    const answer = call(path, { body })
    said.push(answer.text)
    if (answer.status === 429) return { kind: 'quiet' }
    const isGood = answer.status === 200 || answer.status === 201
    const shape = isGood ? replyOf.get(path) : privateError
    const read = shape?.safeParse(answer.json)
    expect(read?.error, answer.text).toBeUndefined()
    expect(misfitsIn(read?.data), answer.text).toEqual([])
    if (!isGood) return { kind: 'quiet' }
    if (path === endpoints.collateralMarketOrder.path)
      return {
        kind: 'collateral',
        order: asOrder(answer.json),
        reduceOnly: body['reduceOnly'] === true,
      }
    if (path === endpoints.closePosition.path)
      return { kind: 'collateral', order: lastFinished(), reduceOnly: true }
    if (path !== endpoints.bulkLimitOrders.path) return { kind: 'quiet' }
    const orders = (answer.json as Entry[]).flatMap(({ result }) =>
      result === undefined || result === null ? [] : [asOrder(result)],
    )
    const deals = orders.map((order) => {
      const { market, side, deal_money: money, deal_fee: fee } = order
      return {
        market,
        side,
        stock: (order as unknown as { deal_stock: string }).deal_stock,
        money,
        fee,
      }
    })
    return { kind: 'bulk', deals }
  }

  const act = (what: Doing): Step => {
    if ('seconds' in what) {
      advance(what.seconds)
      return { kind: 'time' }
    }
    if ('path' in what) return make(what.path, what.body)
    if ('end' in what) {
      const of = <T>(list: readonly T[]): T | undefined =>
        list[what.which % Math.max(1, list.length)]
      const order = of(world.openOrders)
      if (what.end === 'orders') {
        const some = world.openOrders
          .slice(0, what.which)
          .map(({ market, id }) => ({ market, orderId: id }))
        return make(endpoints.cancelOrders.path, {
          orders: [...some, ...some.slice(0, 1), { market: 'BTC_USDT', orderId: 1 }],
        })
      }
      if (what.end === 'order')
        return make(endpoints.cancelOrder.path, {
          market: order?.market ?? 'BTC_USDT',
          orderId: order?.id ?? 1,
        })
      if (what.end === 'waiting') {
        const waits = of(world.triggerOrders)
        return make(endpoints.cancelOrder.path, {
          market: waits?.market ?? 'BTC_USDT',
          orderId: waits?.id ?? 1,
        })
      }
      if (what.end === 'linked') {
        const linked = of(world.triggerOrders.filter(({ pair }) => pair !== null))
        return make(endpoints.cancelConditional.path, {
          market: linked?.market ?? 'BTC_USDT',
          id: linked?.pair?.id ?? 1,
        })
      }
      const position = of(world.positions)
      return make(endpoints.closePosition.path, {
        market: position?.market ?? 'BTC_PERP',
        positionId: position?.id ?? 1,
      })
    }
    if ('lever' in what) pull(what.lever, what.body)
    else {
      const { act, which, amount } = what.flex
      const investment = world.flexInvestments[which]?.id ?? 'none'
      const plan = world.flexPlans[which]?.id ?? 'none'
      pull(
        'flex',
        act === 'open'
          ? { act, plan, amount }
          : act === 'close'
            ? { act, investment }
            : { act, investment, amount },
      )
    }
    return { kind: 'lever' }
  }

  const step = (what: Doing): Step => {
    const done = act(what)
    said.push(...session.updates())
    return done
  }
  const checkedStep = (what: Doing): Step => {
    const before = remember(world)
    const done = step(what)
    expectExplained(world, before, done)
    expectLawful(world)
    return done
  }
  return { world, step, checkedStep, said }
}

/** Of each script, at least. */
const steps = casesOf({ gate: 250, scheduled: 1200 })

const settings: Setting[] = [
  { scene: 'calm', dialect: 'spec' },
  { scene: 'margin-call', dialect: 'live' },
  { scene: 'storm', dialect: 'spec' },
  { scene: 'empty', dialect: 'spec' },
]

/**
 * A failing script of a thousand steps is not printed in full: its seed and path reproduce it, and
 * its end says most.
 */
function briefly(details: fc.RunDetails<[Doing[]]>): void {
  if (!details.failed) return
  const [script = []] = details.counterexample ?? []
  const cause = details.errorInstance instanceof Error ? (details.errorInstance.stack ?? '') : ''
  const last = script.slice(-5).map((what) => JSON.stringify(what))
  throw new Error(
    [
      `seed ${details.seed}, path ${details.counterexamplePath ?? ''}, ${script.length} steps, the last:`,
      ...last,
      cause,
    ].join('\n'),
  )
}

describe('any calls in any order, for hundreds of steps', () => {
  it.each(settings)(
    'create and lose no money, allow nothing impossible, and give readable answers: $scene, $dialect',
    (setting) => {
      fc.assert(
        fc.property(
          fc.array(doing, { minLength: steps, maxLength: steps + steps / 2, size: 'max' }),
          (script) => {
            const { world, checkedStep, said } = setup(setting)
            const kinds = new Set(script.map((what) => checkedStep(what).kind))
            if (setting.scene === 'calm')
              expect([...kinds].sort()).toEqual(['bulk', 'collateral', 'lever', 'quiet', 'time'])
            for (const text of said)
              if (text.startsWith('{') || text.startsWith('[')) JSON.parse(text)
            expect(readWorld(JSON.parse(JSON.stringify(world)))).toEqual({ ok: true, value: world })
          },
        ),
        {
          numRuns: casesOf({ gate: 1, scheduled: 2 }),
          interruptAfterTimeLimit: 30_000,
          markInterruptAsFailure: false,
          reporter: briefly,
        },
      )
    },
    120_000,
  )

  it('hold for short scripts too, which are easier to read when they fail', () => {
    fc.assert(
      fc.property(
        fc.array(doing, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...settings),
        (script, setting) => {
          const { checkedStep } = setup(setting)
          for (const what of script) checkedStep(what)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('give the same bytes for the same seed and script, on the stream too', () => {
    fc.assert(
      fc.property(
        fc.array(doing, { minLength: 100, maxLength: 200, size: 'max' }),
        fc.constantFrom(...settings),
        (script, setting) => {
          const run = (): string => {
            const { step, said } = setup(setting)
            for (const what of script) step(what)
            return said.join('\n')
          }
          expect(run()).toBe(run())
        },
      ),
      { numRuns: 6 },
    )
  })
})
