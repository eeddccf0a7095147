// Reads a world back from JSON and believes nothing: every member is checked, and so is what must hold between them. A world that is
// wrong somewhere would answer wrongly everywhere.
import { z } from 'zod'
import { compare, isDecimal, isNegative, isZero } from '../shared/money.js'
import { fail, ok, type Result } from '../shared/result.js'
import { sumOf } from './engine/ledger.js'
import { leverages, isFutures } from './engine/margin.js'
import { areHeaders, type Fault } from './faults.js'
import { deepestKept, isNestedDeeper } from './nesting.js'
import type { TextSet } from './text-set.js'
import { accounts, type World } from './world.js'

/** The checks after this one can only be made of a decimal. */
const decimal = z.string().refine(isDecimal, { abort: true })
const amount = decimal.refine((text) => !isNegative(text))
const above = decimal.refine((text) => compare(text, '0') > 0)
const whole = z.int()
const count = z.int().nonnegative()
const text = z.string()
const random = z.strictObject({ state: z.int().min(1).max(0xffff_ffff) })
const wholeText = z.string().regex(/^\d{1,30}$/)
const side = z.enum(['buy', 'sell'])
const positionSide = z.enum(['LONG', 'SHORT', 'BOTH'])
/** Taken as it stands: a record that Zod puts together again would lose the text `__proto__`. */
const textSet = z.custom<TextSet>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((one) => one === true),
)

const keyState = z.strictObject({
  enabled: z.boolean(),
  trading: z.boolean(),
  collateral: z.boolean(),
  b2b: z.boolean(),
  creditLine: z.boolean(),
  mining: z.boolean(),
  barred: z.array(text),
  lastNonce: wholeText,
  windowNonces: z.array(count),
  // Files of before there were any.
  textNonces: textSet.default({}),
})

const market = z.strictObject({
  name: text,
  stock: text,
  money: text,
  pricePrecision: z.int().min(0).max(12),
  minAmount: above,
  amountStep: above,
  minTotal: amount,
  makerFee: amount,
  takerFee: amount,
  collateral: z.boolean(),
  halted: z.boolean(),
  depth: above,
  ticks: z.int().positive(),
  anchorTicks: whole,
  restlessness: count,
  follows: z.strictObject({ market: text, ticksPerTick: z.int().positive() }).nullable(),
  script: z.array(z.strictObject({ afterSeconds: count, perTenThousand: count })).nullable(),
  random,
  taken: z.strictObject({ buy: amount, sell: amount }),
})

const trigger = z.strictObject({ id: count, price: above, ticks: z.int().positive() }).nullable()

const position = z.strictObject({
  id: count,
  market: text,
  side: positionSide,
  amount: decimal.refine((text) => !isZero(text)),
  basePrice: above,
  openedMicros: count,
  modifiedMicros: count,
  realizedPnl: decimal,
  funding: decimal,
  unrealizedFunding: decimal,
  takeProfit: trigger,
  stopLoss: trigger,
  liquidationState: z.enum(['margin_call', 'liquidation']).nullable(),
  trimmed: z.boolean(),
})

const marginEvent = z.strictObject({
  number: count,
  kind: z.enum(['margin_call', 'liquidation']),
  position,
  mark: above,
  margin: amount,
  freeMargin: decimal,
  liquidationPrice: decimal.nullable(),
})

const order = z.strictObject({
  id: count,
  clientOrderId: text,
  market: text,
  side,
  amount: above,
  left: above,
  price: above,
  priceTicks: z.int().positive(),
  dealMoney: amount,
  dealStock: amount,
  dealFee: amount,
  postOnly: z.boolean(),
  ioc: z.boolean(),
  rpi: z.boolean(),
  status: z.enum(['NEW', 'PARTIALLY_FILLED', 'FILLED']),
  createdMicros: count,
  reserved: amount,
})

const flexRecord = z.strictObject({
  createdAt: count,
  planId: text,
  investmentId: text,
  currency: text,
  amount,
  transactionId: text,
  actionType: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)]),
})

const loan = z.strictObject({
  asset: text,
  amount,
  totalFunding: amount,
  hourlyRate: amount,
  collateral: z.array(z.strictObject({ asset: text, market: text, amount })),
  initialLtv: amount,
  marginCallLtv: amount,
  liquidationLtv: amount,
  push: decimal,
  createdAt: count,
})

const balances = z.record(text, decimal)

const world: z.ZodType<World> = z.strictObject({
  scene: text,
  seed: z.int().min(0).max(0xffff_ffff),
  startedMicros: count,
  nowMicros: count,
  lastStampMicros: count,
  random,
  storm: random.nullable(),
  ids: z.strictObject({ order: count, position: count, oto: count, trigger: count, event: count }),
  keys: z.record(text, keyState),
  markets: z.record(text, market),
  ledger: z.strictObject({
    main: balances,
    trade: balances,
    reserved: balances,
    collateral: balances,
    flex: balances,
    fixed: balances,
    'loan-collateral': balances,
    fees: balances,
    house: balances,
  }),
  hedgeMode: z.boolean(),
  leverage: z.enum(leverages),
  marginNear: z.boolean(),
  positions: z.array(position),
  marginEvents: z.array(marginEvent),
  openOrders: z.array(order),
  clientOrderIds: textSet,
  flexPlans: z.array(z.strictObject({ id: text, currency: text, yearlyRate: amount })),
  flexInvestments: z.array(
    z.strictObject({ id: text, planId: text, currency: text, amount, pending: amount, yearlyRate: amount, reinvest: z.boolean() }),
  ),
  flexRoutine: random.nullable(),
  flexRecords: z.array(flexRecord),
  fixedInvestments: z.array(
    z.strictObject({
      id: text,
      asset: text,
      amount,
      yearlyRate: amount,
      openedAt: count,
      endsAt: count,
      status: z.enum(['active', 'closed']),
    }),
  ),
  loan: loan.nullable(),
  miningAccounts: z.array(
    z.strictObject({ name: text, payoutDestination: z.enum(['main_balance', 'external_address']), externalAddress: text.nullable() }),
  ),
  streamTokens: z.array(z.strictObject({ token: text, keyName: text, issuedMicros: count })),
})

const faults: z.ZodType<Fault[]> = z.array(
  z.strictObject({
    path: text.optional(),
    times: z.int().positive().optional(),
    status: z.int().min(200).max(599).optional(),
    body: z
      .unknown()
      .refine((body) => !isNestedDeeper(body, deepestKept))
      .optional(),
    delayMs: count.optional(),
    drop: z.enum(['before', 'after']).optional(),
    malformed: z.boolean().optional(),
    headers: z.custom<Record<string, string>>(areHeaders).optional(),
  }) as z.ZodType<Fault>,
)

/** What must hold between the members; a sentence about the first that does not. */
const contradiction = (read: World): string | null => {
  const has = (name: string): boolean => Object.hasOwn(read.markets, name)
  for (const { name, follows } of Object.values(read.markets)) {
    if (!has(name) || (follows !== null && !has(follows.market))) return `the market ${name} stands under another name, or follows none`
  }
  const strays = [...read.positions, ...read.openOrders].filter((one) => !has(one.market))
  if (strays.length > 0 || read.loan?.collateral.some((coin) => !has(coin.market)) === true)
    return 'something is held on a market that is not there'
  if (read.positions.some((one) => isFutures(one.market) && !(isZero(one.funding) && isZero(one.unrealizedFunding)))) {
    return 'a futures position has funding'
  }
  for (const account of accounts) {
    const below = Object.entries(read.ledger[account]).find(([, held]) => account !== 'house' && isNegative(held))
    if (below !== undefined) return `${account} holds less than nothing of ${below[0]}`
  }
  const assets = new Set(accounts.flatMap((account) => Object.keys(read.ledger[account])))
  const unbalanced = [...assets].find((asset) => !isZero(sumOf(read.ledger, asset)))
  return unbalanced === undefined ? null : `the accounts of ${unbalanced} do not add up`
}

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues
  return issue === undefined ? 'it has another form' : `${issue.path.length === 0 ? 'the whole' : issue.path.join('.')}: ${issue.message}`
}

/** The error is part of a sentence: what is wrong, and where. */
export const readWorld = (value: unknown): Result<World, string> => {
  const read = world.safeParse(value)
  if (!read.success) return fail(firstIssue(read.error))
  const wrong = contradiction(read.data)
  return wrong === null ? ok(read.data) : fail(wrong)
}

export const readFaults = (value: unknown): Result<Fault[], string> => {
  const read = faults.safeParse(value)
  return read.success ? ok(read.data) : fail(firstIssue(read.error))
}
