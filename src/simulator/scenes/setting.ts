// What the scenes are built with: an account with nothing in it, and moves that put something there.
import { isNegative, multiply, negate, subtract, type Decimal } from '../../shared/money.js'
import type { PositionSide } from '../../shared/domain/order.js'
import { nextId, wholeSecondsOf } from '../engine/identifiers.js'
import { emptyLedger, held, move } from '../engine/ledger.js'
import { drawUuid, randomFor } from '../engine/random.js'
import { ticksOf } from '../engine/ticks.js'
import { freshKeyStates } from '../keys.js'
import { openMarkets } from '../markets.js'
import type { Account, Position, Trigger, World } from '../world.js'

export const day = 86_400
export const micros = 1_000_000

/** A world with markets and keys, and no money, positions, loan, investments or mining accounts. */
export const bareWorld = (scene: string, seed: number, nowMicros: number): World => ({
  scene,
  seed,
  startedMicros: nowMicros,
  nowMicros,
  lastStampMicros: nowMicros - micros,
  random: randomFor(seed, `events of ${scene}`),
  storm: null,
  ids: { order: 4_180_284_000, position: 479_975_000, oto: 29_457_000, trigger: 81_230_000, event: 0 },
  keys: freshKeyStates(),
  markets: openMarkets(seed),
  ledger: emptyLedger(),
  hedgeMode: false,
  leverage: '10',
  marginNear: false,
  positions: [],
  marginEvents: [],
  openOrders: [],
  clientOrderIds: {},
  flexPlans: [],
  flexInvestments: [],
  flexRoutine: null,
  flexRecords: [],
  fixedInvestments: [],
  loan: null,
  miningAccounts: [],
  streamTokens: [],
})

/** Puts money from outside into an account. */
export const fund = (world: World, account: Account, amounts: Record<string, Decimal>): void => {
  for (const [asset, amount] of Object.entries(amounts)) move(world.ledger, 'house', account, asset, amount)
}

/** Brings balances to exactly these amounts; what differs goes to or comes from outside. */
export const settleAt = (world: World, account: Account, amounts: Record<string, Decimal>): void => {
  for (const [asset, amount] of Object.entries(amounts)) {
    const missing = subtract(amount, held(world.ledger, account, asset))
    if (isNegative(missing)) move(world.ledger, account, 'house', asset, negate(missing))
    else move(world.ledger, 'house', account, asset, missing)
  }
}

export type PositionPlan = {
  market: string
  side?: PositionSide
  amount: Decimal
  basePrice: Decimal
  openedSecondsAgo: number
  modifiedSecondsAgo?: number
  realizedPnl?: Decimal
  funding?: Decimal
  unrealizedFunding?: Decimal
  takeProfit?: Decimal
  stopLoss?: Decimal
}

const trigger = (world: World, plan: PositionPlan, price: Decimal | undefined): Trigger | null => {
  const precision = world.markets[plan.market]?.pricePrecision ?? 0
  const ticks = price === undefined ? null : ticksOf(price, precision)
  return price === undefined || ticks === null ? null : { id: nextId(world, 'trigger'), price, ticks }
}

/** A position that was opened in the past. The fraction of its times follows from its number, so that it looks like a real time. */
export const hold = (world: World, plan: PositionPlan): Position => {
  const id = nextId(world, 'position')
  const at = (secondsAgo: number): number => world.nowMicros - secondsAgo * micros + ((id * 7919) % micros) - micros
  const position: Position = {
    id,
    market: plan.market,
    side: plan.side ?? 'BOTH',
    amount: plan.amount,
    basePrice: plan.basePrice,
    openedMicros: at(plan.openedSecondsAgo),
    modifiedMicros: at(plan.modifiedSecondsAgo ?? plan.openedSecondsAgo),
    realizedPnl: plan.realizedPnl ?? '0',
    funding: plan.funding ?? '0',
    unrealizedFunding: plan.unrealizedFunding ?? '0',
    takeProfit: trigger(world, plan, plan.takeProfit),
    stopLoss: trigger(world, plan, plan.stopLoss),
    liquidationState: null,
    trimmed: false,
  }
  world.positions.push(position)
  return position
}

/** The collateral an account needs for its equity to be `equity` at prices that lose `loss` from the base prices. */
export const collateralFor = (equity: Decimal, amount: Decimal, basePrice: Decimal, price: Decimal): Decimal => {
  const result = multiply(amount, subtract(price, basePrice))
  const needed = subtract(equity, result)
  return isNegative(needed) ? '0' : needed
}

export const miningAccounts: World['miningAccounts'] = [
  { name: 'my_miner_01', payoutDestination: 'main_balance', externalAddress: null },
  { name: 'my_miner_02', payoutDestination: 'external_address', externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' },
]

/** The documented sample's identifier, so that a client written from the documents finds something to close. */
const sampleInvestment = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'

/** The sample's investment, and two with identifiers of their own. */
export const addFixedInvestments = (world: World): void => {
  const random = randomFor(world.seed, 'fixed investments')
  const now = wholeSecondsOf(world.nowMicros)
  const plans = [
    { id: sampleInvestment, asset: 'USDT', amount: '2500', yearlyRate: '0.14', age: 41, length: 90 },
    { id: drawUuid(random), asset: 'BTC', amount: '0.12', yearlyRate: '0.021', age: 12, length: 30 },
    { id: drawUuid(random), asset: 'ETH', amount: '1.75', yearlyRate: '0.03', age: 118, length: 180 },
  ]
  for (const { age, length, ...plan } of plans) {
    const openedAt = now - age * day - 11_820
    world.fixedInvestments.push({ ...plan, openedAt, endsAt: openedAt + length * day, status: 'active' })
    fund(world, 'fixed', { [plan.asset]: plan.amount })
  }
}
