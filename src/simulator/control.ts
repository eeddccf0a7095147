// Levers for tests, rehearsals and the demo, on separate paths. Not part of the V4 interface.
import { watchPositions } from './engine/trigger-orders.js'
import { z } from 'zod'
import { compare, isDecimal, multiply } from '../shared/money.js'
import { longestNumber } from '../v4/limits.js'
import { deepestKept, isNestedDeeper, type CallRecord } from './call-record.js'
import { borrow, borrowed, priceInUsdt, repay } from './engine/borrowing.js'
import { closeFlex, investFlex, openFlex, withdrawFlex } from './engine/investments.js'
import { accountFigures, isFutures } from './engine/margin.js'
import { pushLoan } from './engine/loan.js'
import { marketNamed, markPrice, setPrice } from './engine/prices.js'
import { secondsOf, wholePart } from './engine/units.js'
import { faultSchema, startStorm, type Faults } from './faults.js'
import { isMultipleOf } from './order-fields.js'
import { keyRights, leverages, type World } from './world.js'

export const controlPrefix = '/__sim/'
const longestAdvance = 31 * 86_400

export type ControlPorts = {
  world(): World
  advance(seconds: number): void
  reset(): void
  faults: Faults
  calls: CallRecord
}

export type ControlAnswer = { status: number; body: unknown }

/** The checks after this one require a decimal. */
const decimalText = z
  .string()
  .max(longestNumber)
  .refine(isDecimal, { error: 'must be decimal text like "64000.5"', abort: true })
const positiveText = decimalText.refine((text) => compare(text, '0') > 0, 'must be above zero')
const ltvText = decimalText.refine((text) => compare(text, '0') >= 0, 'must not be below zero')

const no = (status: number, error: string): ControlAnswer => ({ status, body: { error } })

/** All errors of a schema as one sentence that names the fields. */
function sentence(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys')
        return `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} here.`
      return `${issue.path.length === 0 ? 'The body' : `"${issue.path.join('.')}"`}: ${issue.message}.`
    })
    .join(' ')
}

/** `act` returns the response body, or the error text. */
function lever<T>(
  schema: z.ZodType<T>,
  act: (world: World, body: T, ports: ControlPorts) => string | object,
) {
  return (ports: ControlPorts, body: unknown): ControlAnswer => {
    const read = schema.safeParse(body)
    const answer = read.success ? act(ports.world(), read.data, ports) : sentence(read.error)
    return typeof answer === 'string' ? no(400, answer) : { status: 200, body: answer }
  }
}

const fields = z.strictObject
const nothing = fields({})

/** Seconds, and the same time in the form clients use in a nonce. */
function clockOf({ nowMicros }: World) {
  return {
    now: secondsOf(nowMicros),
    millis: wholePart(nowMicros, 1000),
  }
}

const noMarket = (name: string): string => `There is no market "${name}".`
const tooLittle = 'The main balance does not hold that much.'

/**
 * What the owner does with flexible investments elsewhere: the API described here only shows their
 * history.
 */
const flex = lever(
  z.discriminatedUnion('act', [
    fields({
      act: z.literal('open'),
      plan: z.string(),
      amount: positiveText,
      reinvest: z.boolean().optional(),
    }),
    fields({ act: z.enum(['invest', 'withdraw']), investment: z.string(), amount: positiveText }),
    fields({ act: z.literal('close'), investment: z.string() }),
  ]),
  (world, order) => {
    if (order.act === 'open') {
      const plan = world.flexPlans.find(({ id }) => id === order.plan)
      if (plan === undefined)
        return `There is no plan "${order.plan}". GET /__sim/state lists them under flexPlans.`
      return openFlex(world, plan, order.amount, order.reinvest ?? false) ?? tooLittle
    }
    const investment = world.flexInvestments.find(({ id }) => id === order.investment)
    if (investment === undefined) return `There is no open investment "${order.investment}".`
    if (order.act === 'invest')
      return investFlex(world, investment, order.amount) ? investment : tooLittle
    if (order.act === 'withdraw') {
      const left =
        'A withdrawal must leave something in the investment. To take everything, close it.'
      return withdrawFlex(world, investment, order.amount) ? investment : left
    }
    closeFlex(world, investment)
    return { closed: investment.id }
  },
)

const levers: Record<string, ReturnType<typeof lever>> = {
  'GET health': lever(nothing, (world) => ({
    ok: true,
    scene: world.scene,
    seed: world.seed,
    ...clockOf(world),
  })),
  // Without the stream tokens, which only the service itself may know.
  'GET state': lever(nothing, ({ streamTokens, ...world }) => ({
    ...world,
    streamTokens: streamTokens.length,
  })),
  'GET calls': lever(nothing, (_world, _body, { calls }) => calls.all()),
  'GET fault': lever(nothing, (_world, _body, { faults }) => faults.all()),
  'DELETE fault': lever(nothing, (_world, _body, { faults }) => {
    faults.clear()
    return { faults: 0 }
  }),
  'POST fault': lever(faultSchema, (_world, fault, { faults }) => {
    faults.add(fault)
    return { faults: faults.all().length }
  }),
  'POST reset': lever(nothing, (_world, _body, { reset, world }) => {
    reset()
    return clockOf(world())
  }),
  'POST advance': lever(
    fields({ seconds: z.number().nonnegative().max(longestAdvance) }),
    (world, { seconds }, { advance }) => {
      advance(seconds)
      return clockOf(world)
    },
  ),
  'POST price': lever(
    fields({ market: z.string(), price: decimalText }),
    (world, { market: name, price }) => {
      const market = marketNamed(world, name)
      if (market === undefined) return noMarket(name)
      if (!setPrice(world, market, price))
        return `"price": must be above zero with at most ${market.pricePrecision} decimals.`
      watchPositions(world)
      return { market: name, price: markPrice(market) }
    },
  ),
  'POST loan': lever(fields({ currentLtv: ltvText.nullable() }), (world, { currentLtv }) => {
    pushLoan(world, currentLtv)
    return { currentLtv }
  }),
  'POST borrow': lever(
    fields({ asset: z.string(), amount: positiveText }),
    (world, { asset, amount }) => {
      const price = priceInUsdt(world, asset)
      if (price === null) return `"asset": there is no market of "${asset}" with USDT.`
      const backed = multiply(accountFigures(world).freeMargin, world.leverage)
      if (compare(multiply(amount, price), backed) > 0)
        return '"amount": is more than free margin times leverage.'
      borrow(world, asset, amount)
      watchPositions(world)
      return { asset, borrow: borrowed(world, asset) }
    },
  ),
  'POST repay': lever(
    fields({ asset: z.string(), amount: positiveText }),
    (world, { asset, amount }) => {
      const open = world.borrowings.find((one) => one.asset === asset)
      if (open === undefined) return `Nothing of "${asset}" is borrowed.`
      if (!repay(world, open, amount)) return 'The collateral balance does not hold that much.'
      watchPositions(world)
      return { asset, borrow: borrowed(world, asset) }
    },
  ),
  'POST market': lever(
    fields({
      market: z.string(),
      halted: z.boolean().optional(),
      depth: positiveText.optional(),
      snapshot: z.boolean().optional(),
    }),
    (world, { market: name, halted, depth, snapshot }) => {
      const market = marketNamed(world, name)
      if (market === undefined) return noMarket(name)
      if (depth !== undefined && !isMultipleOf(depth, market.amountStep))
        return `"depth": must be a multiple of ${market.amountStep}.`
      const isFuture = isFutures(name)
      if (snapshot !== undefined && !isFuture) return '"snapshot": only a futures market has one.'
      market.halted = halted ?? market.halted
      market.depth = depth ?? market.depth
      market.snapshot = snapshot ?? market.snapshot
      const { snapshot: fresh } = market
      return {
        market: name,
        halted: market.halted,
        depth: market.depth,
        ...(isFuture ? { snapshot: fresh } : {}),
      }
    },
  ),
  'POST account': lever(
    fields({ hedgeMode: z.boolean().optional(), leverage: z.enum(leverages).optional() }),
    (world, { hedgeMode = world.hedgeMode, leverage = world.leverage }) => {
      if (world.positions.length > 0 && world.hedgeMode !== hedgeMode)
        return 'The mode cannot change while positions are open.'
      Object.assign(world, { hedgeMode, leverage })
      watchPositions(world)
      return { hedgeMode, leverage }
    },
  ),
  'POST flex': flex,
  'POST history': lever(
    fields({
      delaySeconds: z.int().min(0).max(86_400).optional(),
      cancelled: z.boolean().optional(),
    }),
    (world, { delaySeconds = world.historyDelay, cancelled = world.historyHasCancelled }) => {
      Object.assign(world, { historyDelay: delaySeconds, historyHasCancelled: cancelled })
      return { delaySeconds, cancelled }
    },
  ),
  'POST orders': lever(fields({ conditional: z.boolean() }), (world, { conditional }) => {
    world.ordersHaveConditional = conditional
    return { conditional }
  }),
  'POST payout': lever(
    fields({
      accountName: z.string(),
      payoutDestination: z.enum(['main_balance', 'external_address']),
      externalAddress: z.string().min(1).nullable().optional(),
    }),
    (world, { accountName, payoutDestination, externalAddress = null }) => {
      const account = world.miningAccounts.find(({ name }) => name === accountName)
      if (account === undefined) return `There is no mining account "${accountName}".`
      if ((payoutDestination === 'external_address') !== (externalAddress !== null)) {
        return '"externalAddress": goes with the destination external_address, and with no other.'
      }
      return Object.assign(account, { payoutDestination, externalAddress })
    },
  ),
  'POST storm': lever(fields({ on: z.boolean() }), (world, { on }) => {
    if (on) startStorm(world)
    else world.storm = null
    return { on }
  }),
  'POST key': lever(
    fields({ name: z.string(), ...keyRights.partial().shape }),
    (world, { name, ...rights }) => {
      const key = Object.hasOwn(world.keys, name) ? world.keys[name] : undefined
      if (key === undefined) return `There is no key named "${name}".`
      Object.assign(key, rights)
      return { name, ...rights }
    },
  ),
}

const lastNames = new Set(Object.keys(levers).map((name) => name.split(' ')[1]))

/** Pulls one lever: `path` begins with `/__sim/`; an absent body counts as an empty one. */
export function control(
  ports: ControlPorts,
  method: string,
  path: string,
  body: unknown,
): ControlAnswer {
  if (isNestedDeeper(body))
    return no(400, `The body is nested more than ${deepestKept} levels deep.`)
  const name = path.slice(controlPrefix.length)
  const chosen = levers[`${method} ${name}`]
  if (chosen !== undefined) return chosen(ports, body)
  return lastNames.has(name)
    ? no(405, `${method} is not a method of ${path}.`)
    : no(404, `There is no control ${path}.`)
}
