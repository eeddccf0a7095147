// Levers for tests, rehearsals and the demo, on paths of their own. Not part of the V4 interface.
import { z } from 'zod'
import { compare, isDecimal } from '../shared/money.js'
import { longestNumber } from '../v4/limits.js'
import { closeFlex, investFlex, openFlex, withdrawFlex } from './engine/flex.js'
import { watchMargin } from './engine/liquidation.js'
import { pushLoan } from './engine/loan.js'
import { leverages } from './engine/margin.js'
import { markPrice, setPrice } from './engine/prices.js'
import { wholePart } from './engine/ticks.js'
import { isMultipleOf } from './order-fields.js'
import type { CallRecord } from './call-record.js'
import { areHeaders, type Fault, type Faults } from './faults.js'
import { deepestKept, isNestedDeeper } from './nesting.js'
import { startStorm } from './random-faults.js'
import type { Market, World } from './world.js'

export const controlPrefix = '/__sim/'
const longestAdvance = 31 * 86_400

/** What the levers move. */
export type ControlPorts = {
  world(): World
  advance(seconds: number): void
  reset(): void
  faults: Faults
  calls: CallRecord
}

export type ControlAnswer = { status: number; body: unknown }

/** The checks after this one can only be made of a decimal. */
const decimalText = z.string().max(longestNumber).refine(isDecimal, { error: 'must be decimal text like "64000.5"', abort: true })
const positiveText = decimalText.refine((text) => compare(text, '0') > 0, 'must be above zero')
const ltvText = decimalText.refine((text) => compare(text, '0') >= 0, 'must not be below zero')
const nothing = z.strictObject({})
const advanceBody = z.strictObject({ seconds: z.number().nonnegative().max(longestAdvance) })
const priceBody = z.strictObject({ market: z.string(), price: decimalText })
const loanBody = z.strictObject({ currentLtv: ltvText.nullable() })
const accountBody = z.strictObject({ hedgeMode: z.boolean().optional(), leverage: z.enum(leverages).optional() })
const marketBody = z.strictObject({ market: z.string(), halted: z.boolean().optional(), depth: positiveText.optional() })
const stormBody = z.strictObject({ on: z.boolean() })
const flexBody = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('open'), plan: z.string(), amount: positiveText, reinvest: z.boolean().optional() }),
  z.strictObject({ act: z.literal('invest'), investment: z.string(), amount: positiveText }),
  z.strictObject({ act: z.literal('withdraw'), investment: z.string(), amount: positiveText }),
  z.strictObject({ act: z.literal('close'), investment: z.string() }),
])
const payoutBody = z.strictObject({
  accountName: z.string(),
  payoutDestination: z.enum(['main_balance', 'external_address']),
  externalAddress: z.string().min(1).nullable().optional(),
})
const keyBody = z.strictObject({
  name: z.string(),
  enabled: z.boolean().optional(),
  trading: z.boolean().optional(),
  collateral: z.boolean().optional(),
  b2b: z.boolean().optional(),
  creditLine: z.boolean().optional(),
  mining: z.boolean().optional(),
  barred: z.array(z.string().startsWith('/')).optional(),
})
const faultBody = z.strictObject({
  path: z.string().startsWith('/').optional(),
  times: z.int().positive().optional(),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  delayMs: z.int().nonnegative().max(600_000).optional(),
  drop: z.enum(['before', 'after']).optional(),
  malformed: z.boolean().optional(),
  // Not a record of Zod's, which would lose a header `__proto__`.
  headers: z.custom<Record<string, string>>(areHeaders, 'must be names and values that HTTP allows').optional(),
})

const done = (body: unknown): ControlAnswer => ({ status: 200, body })
const no = (status: number, error: string): ControlAnswer => ({ status, body: { error } })

/** Every complaint of a schema as one sentence that names the field. */
const sentence = (error: z.ZodError): string =>
  error.issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} here.`
      return `${issue.path.length === 0 ? 'The body' : `"${issue.path.join('.')}"`}: ${issue.message}.`
    })
    .join(' ')

type Lever = (ports: ControlPorts, body: unknown) => ControlAnswer

const lever =
  <T>(schema: z.ZodType<T>, pull: (ports: ControlPorts, body: T) => ControlAnswer): Lever =>
  (ports, body) => {
    const read = schema.safeParse(body)
    return read.success ? pull(ports, read.data) : no(400, sentence(read.error))
  }

/** Seconds, and the same moment as clients write it in a nonce. */
const clockOf = ({ nowMicros }: World) => ({ now: nowMicros / 1_000_000, millis: wholePart(nowMicros, 1000) })

/** The world without what only the service itself may know. */
const visible = ({ streamTokens, ...world }: World) => ({ ...world, streamTokens: streamTokens.length })

const marketNamed = (world: World, name: string): Market | undefined =>
  Object.hasOwn(world.markets, name) ? world.markets[name] : undefined

/** What an owner does with flexible investments elsewhere: the API described here only shows their history. */
const moveFlex = (world: World, order: z.infer<typeof flexBody>): ControlAnswer => {
  const tooLittle = no(400, 'The main balance does not hold that much.')
  if (order.act === 'open') {
    const plan = world.flexPlans.find(({ id }) => id === order.plan)
    if (plan === undefined) return no(400, `There is no plan "${order.plan}". GET /__sim/state lists them under flexPlans.`)
    const opened = openFlex(world, plan, order.amount, order.reinvest ?? false)
    return opened === null ? tooLittle : done(opened)
  }
  const investment = world.flexInvestments.find(({ id }) => id === order.investment)
  if (investment === undefined) return no(400, `There is no open investment "${order.investment}".`)
  if (order.act === 'close') {
    closeFlex(world, investment)
    return done({ closed: investment.id })
  }
  if (order.act === 'invest') return investFlex(world, investment, order.amount) ? done(investment) : tooLittle
  return withdrawFlex(world, investment, order.amount)
    ? done(investment)
    : no(400, 'A withdrawal must leave something in the investment. To take everything, close it.')
}

const levers: Record<string, Lever> = {
  'GET health': lever(nothing, ({ world }) => done({ ok: true, scene: world().scene, seed: world().seed, ...clockOf(world()) })),
  'GET state': lever(nothing, ({ world }) => done(visible(world()))),
  'GET calls': lever(nothing, ({ calls }) => done(calls.all())),
  'GET fault': lever(nothing, ({ faults }) => done(faults.all())),
  'DELETE fault': lever(nothing, ({ faults }) => {
    faults.clear()
    return done({ faults: 0 })
  }),
  'POST reset': lever(nothing, (ports) => {
    ports.reset()
    return done(clockOf(ports.world()))
  }),
  'POST advance': lever(advanceBody, (ports, { seconds }) => {
    ports.advance(seconds)
    return done(clockOf(ports.world()))
  }),
  'POST price': lever(priceBody, ({ world }, { market: name, price }) => {
    const market = marketNamed(world(), name)
    if (market === undefined) return no(400, `There is no market "${name}".`)
    if (!setPrice(world(), market, price)) return no(400, `"price": must be above zero with at most ${market.pricePrecision} decimals.`)
    watchMargin(world())
    return done({ market: name, price: markPrice(market) })
  }),
  'POST loan': lever(loanBody, ({ world }, { currentLtv }) => {
    pushLoan(world(), currentLtv)
    return done({ currentLtv })
  }),
  'POST market': lever(marketBody, ({ world }, { market: name, halted, depth }) => {
    const market = marketNamed(world(), name)
    if (market === undefined) return no(400, `There is no market "${name}".`)
    if (depth !== undefined && !isMultipleOf(depth, market.amountStep))
      return no(400, `"depth": must be a multiple of ${market.amountStep}.`)
    if (halted !== undefined) market.halted = halted
    if (depth !== undefined) market.depth = depth
    return done({ market: name, halted: market.halted, depth: market.depth })
  }),
  'POST account': lever(accountBody, ({ world }, { hedgeMode, leverage }) => {
    if (world().positions.length > 0 && hedgeMode !== undefined && world().hedgeMode !== hedgeMode) {
      return no(400, 'The mode cannot change while positions are open.')
    }
    if (hedgeMode !== undefined) world().hedgeMode = hedgeMode
    if (leverage !== undefined) world().leverage = leverage
    watchMargin(world())
    return done({ hedgeMode: world().hedgeMode, leverage: world().leverage })
  }),
  'POST flex': lever(flexBody, ({ world }, order) => moveFlex(world(), order)),
  'POST payout': lever(payoutBody, ({ world }, { accountName, payoutDestination, externalAddress = null }) => {
    const account = world().miningAccounts.find(({ name }) => name === accountName)
    if (account === undefined) return no(400, `There is no mining account "${accountName}".`)
    if ((payoutDestination === 'external_address') !== (externalAddress !== null)) {
      return no(400, '"externalAddress": goes with the destination external_address, and with no other.')
    }
    Object.assign(account, { payoutDestination, externalAddress })
    return done(account)
  }),
  'POST storm': lever(stormBody, ({ world }, { on }) => {
    if (on) startStorm(world())
    else world().storm = null
    return done({ on })
  }),
  'POST key': lever(keyBody, ({ world }, { name, ...rights }) => {
    const key = Object.hasOwn(world().keys, name) ? world().keys[name] : undefined
    if (key === undefined) return no(400, `There is no key named "${name}".`)
    for (const [right, granted] of Object.entries(rights)) Object.assign(key, { [right]: granted })
    return done({ name, ...rights })
  }),
  'POST fault': lever(faultBody, ({ faults }, fault) => {
    const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined)) as Fault
    faults.add(given)
    return done({ faults: faults.all().length })
  }),
}

const lastNames = new Set(Object.keys(levers).map((name) => name.split(' ')[1] ?? ''))

/** Pulls one lever: `path` begins with `/__sim/`; an absent body is an empty one. */
export const control = (ports: ControlPorts, method: string, path: string, body: unknown): ControlAnswer => {
  if (isNestedDeeper(body, deepestKept)) return no(400, `The body is nested more than ${deepestKept} levels deep.`)
  const name = path.slice(controlPrefix.length)
  const chosen = levers[`${method} ${name}`]
  if (chosen !== undefined) return chosen(ports, body)
  return lastNames.has(name) ? no(405, `${method} is not a method of ${path}.`) : no(404, `There is no control ${path}.`)
}
