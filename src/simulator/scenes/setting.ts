// Building blocks of the scenes: an empty account, and functions that fill it.
import { isNegative, negate, subtract, type Decimal } from '../../shared/money.js'
import { freshKeyStates } from '../auth.js'
import {
  accrueInterest,
  closeFlex,
  creditDay,
  investFlex,
  openFlex,
  withdrawFlex,
} from '../engine/investments.js'
import { ticksOf, wholeSecondsOf } from '../engine/units.js'
import {
  held,
  move,
  accounts,
  type Account,
  type FlexInvestment,
  type Ledger,
  type Position,
  type Trigger,
  type World,
} from '../world.js'
import { newPosition } from '../engine/margin.js'
import { drawUuid, nextId, randomFor } from '../engine/random.js'
import { openMarkets } from '../markets.js'

export const day = 86_400
const micros = 1_000_000

/** A world with markets and keys, and no money, positions, loan, investments or mining accounts. */
export function bareWorld(scene: string, seed: number, nowMicros: number): World {
  return {
    scene,
    seed,
    startedMicros: nowMicros,
    nowMicros,
    lastStampMicros: nowMicros - micros,
    random: randomFor(seed, `events of ${scene}`),
    storm: null,
    ids: {
      order: 4_180_284_000,
      position: 479_975_000,
      oto: 29_457_000,
      trigger: 81_230_000,
      event: 0,
      deal: 0,
    },
    keys: freshKeyStates(),
    markets: openMarkets(seed),
    ledger: Object.fromEntries(accounts.map((account) => [account, {}])) as Ledger,
    hedgeMode: false,
    leverage: '10',
    marginNear: false,
    positions: [],
    marginEvents: [],
    borrowings: [],
    borrowingEvents: [],
    openOrders: [],
    triggerOrders: [],
    finishedOrders: [],
    deals: [],
    ordersHaveConditional: true,
    historyDelay: 0,
    historyHasCancelled: true,
    clientOrderIds: {},
    flexPlans: [],
    flexInvestments: [],
    flexRoutine: null,
    flexRecords: [],
    fixedInvestments: [],
    loan: null,
    miningAccounts: [],
    streamTokens: [],
  }
}

/** Puts money from outside into an account. */
export function fund(world: World, account: Account, amounts: Record<string, Decimal>): void {
  for (const [asset, amount] of Object.entries(amounts))
    move(world.ledger, 'house', account, asset, amount)
}

/** Sets balances to exactly these amounts; the difference goes to or comes from outside. */
export function settleAt(world: World, account: Account, amounts: Record<string, Decimal>): void {
  for (const [asset, amount] of Object.entries(amounts)) {
    const missing = subtract(amount, held(world.ledger, account, asset))
    if (isNegative(missing)) move(world.ledger, account, 'house', asset, negate(missing))
    else move(world.ledger, 'house', account, asset, missing)
  }
}

type PositionPlan = Pick<Position, 'market' | 'amount' | 'basePrice'> &
  Partial<Pick<Position, 'side' | 'realizedPnl' | 'funding' | 'unrealizedFunding'>> & {
    openedSecondsAgo: number
    modifiedSecondsAgo?: number
    takeProfit?: Decimal
    stopLoss?: Decimal
  }

/**
 * A position opened in the past. The fraction of its times derives from its number, so that it
 * looks like a real time.
 */
export function hold(world: World, plan: PositionPlan): void {
  const {
    market,
    side = 'BOTH',
    amount,
    basePrice,
    openedSecondsAgo,
    modifiedSecondsAgo = openedSecondsAgo,
    ...rest
  } = plan
  const position = newPosition(world, market, side, amount, basePrice, 0)
  const at = (secondsAgo: number): number =>
    world.nowMicros - secondsAgo * micros + ((position.id * 7919) % micros) - micros
  const trigger = (price?: Decimal): Trigger | null => {
    const ticks =
      price === undefined ? null : ticksOf(price, world.markets[market]?.pricePrecision ?? 0)
    return price === undefined || ticks === null
      ? null
      : { id: nextId(world, 'trigger'), price, ticks }
  }
  const [takeProfit, stopLoss] = [trigger(rest.takeProfit), trigger(rest.stopLoss)]
  const times = { openedMicros: at(openedSecondsAgo), modifiedMicros: at(modifiedSecondsAgo) }
  world.positions.push({ ...position, ...rest, ...times, takeProfit, stopLoss })
}

type FlexPast = {
  currency: string
  opening: Decimal
  yearlyRate: Decimal
  daysAgo: number
  reinvest: boolean
  deposit?: { daysAgo: number; amount: Decimal }
  withdrawal?: { daysAgo: number; amount: Decimal }
  /** Still open if absent. */
  closed?: { daysAgo: number }
}

type Deed = { at: number; act(): void }

const hour = 3600
/** When on a day it happens, in seconds after midnight. */
const hours = { open: 55_140, deposit: 40_500, withdraw: 52_020, close: 61_200 }

function deedsOf(world: World, past: FlexPast, today: number): Deed[] {
  const { currency, opening, yearlyRate, reinvest, deposit, withdrawal, closed } = past
  const plan = {
    id: drawUuid(randomFor(world.seed, `plan ${currency} of ${world.scene}`)),
    currency,
    yearlyRate,
  }
  world.flexPlans.push(plan)
  let investment: FlexInvestment | null = null
  const open = (): void => {
    fund(world, 'main', { [currency]: opening })
    investment = openFlex(world, plan, opening, reinvest)
  }
  const deeds: Deed[] = [{ at: today - past.daysAgo * day + hours.open, act: open }]
  const later = <T extends { daysAgo: number }>(
    what: T | undefined,
    time: number,
    act: (it: FlexInvestment, what: T) => void,
  ): void => {
    if (what === undefined) return
    deeds.push({
      at: today - what.daysAgo * day + time,
      act: () => investment !== null && act(investment, what),
    })
  }
  later(deposit, hours.deposit, (it, { amount }) => {
    fund(world, 'main', { [currency]: amount })
    investFlex(world, it, amount)
  })
  later(withdrawal, hours.withdraw, (it, { amount }) => withdrawFlex(world, it, amount))
  later(closed, hours.close, (it) => closeFlex(world, it))
  return deeds
}

/**
 * Flexible investments with a past: the engine itself runs from a time in the past up to now, so
 * that every record is of something that happened and what is left matches the records. What is
 * invested comes from outside; what was moved to the main balance stays there.
 */
export function liveFlexPast(world: World, pasts: readonly FlexPast[]): void {
  const present = world.nowMicros
  const now = wholeSecondsOf(present)
  const today = now - (now % day)
  const deeds = pasts.flatMap((past) => deedsOf(world, past, today)).sort((a, b) => a.at - b.at)
  const first = deeds[0]?.at ?? now
  const actUpTo = (second: number): void => {
    for (let deed = deeds[0]; deed !== undefined && deed.at < second; deed = deeds[0]) {
      deeds.shift()
      world.nowMicros = deed.at * micros
      deed.act()
    }
  }
  for (let second = first - (first % hour) + hour; second <= now; second += hour) {
    actUpTo(second)
    world.nowMicros = second * micros
    accrueInterest(world)
    if (second % day === 0) creditDay(world)
  }
  actUpTo(now + 1)
  world.nowMicros = present
}

/**
 * The documented sample's identifier, so that a client written from the documentation finds
 * something to close.
 */
const sampleInvestment = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'

/**
 * What every account except a new one has: the sample's investment and two with identifiers of
 * their own, and two mining accounts.
 */
export function addFixedInvestmentsAndMiners(world: World): void {
  const random = randomFor(world.seed, 'fixed investments')
  const now = wholeSecondsOf(world.nowMicros)
  const plans = [
    {
      id: sampleInvestment,
      asset: 'USDT',
      amount: '2500',
      yearlyRate: '0.14',
      age: 41,
      length: 90,
    },
    {
      id: drawUuid(random),
      asset: 'BTC',
      amount: '0.12',
      yearlyRate: '0.021',
      age: 12,
      length: 30,
    },
    {
      id: drawUuid(random),
      asset: 'ETH',
      amount: '1.75',
      yearlyRate: '0.03',
      age: 118,
      length: 180,
    },
  ]
  for (const { age, length, ...plan } of plans) {
    const openedAt = now - age * day - 11_820
    world.fixedInvestments.push({
      ...plan,
      openedAt,
      endsAt: openedAt + length * day,
      status: 'active',
      interestPaid: '0',
    })
    fund(world, 'fixed', { [plan.asset]: plan.amount })
  }
  world.miningAccounts = [
    { name: 'my_miner_01', payoutDestination: 'main_balance', externalAddress: null },
    {
      name: 'my_miner_02',
      payoutDestination: 'external_address',
      externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    },
  ]
}
