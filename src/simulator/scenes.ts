import { startStorm } from './faults.js'
import { heavy } from './scenes/heavy.js'
import {
  addFixedInvestmentsAndMiners,
  bareWorld,
  day,
  fund,
  hold,
  liveFlexPast,
  settleAt,
} from './scenes/setting.js'
import type { World } from './world.js'
import { grantLoan } from './engine/loan.js'
import { randomFor } from './engine/random.js'
import { setPrice } from './engine/prices.js'

/** Builds a world from a seed and its start time, Unix time in microseconds. */
type Scene = (seed: number, nowMicros: number) => World

/**
 * Ten minutes in which Bitcoin falls by a third and recovers: the loan goes from below its initial
 * LTV past margin call to just before liquidation and back again, and the position reaches a margin
 * call on the way.
 */
const marginCall: Scene = (seed, nowMicros) => {
  const world = bareWorld('margin-call', seed, nowMicros)
  const bitcoin = world.markets['BTC_USDT']
  if (bitcoin !== undefined) {
    setPrice(world, bitcoin, '64000')
    bitcoin.script = [
      { afterSeconds: 0, perTenThousand: 10_000 },
      { afterSeconds: 60, perTenThousand: 10_000 },
      { afterSeconds: 300, perTenThousand: 6_516 },
      { afterSeconds: 400, perTenThousand: 6_516 },
      { afterSeconds: 590, perTenThousand: 10_000 },
    ]
  }
  liveFlexPast(world, [
    { currency: 'USDT', opening: '1200', yearlyRate: '0.12', daysAgo: 14, reinvest: true },
  ])
  settleAt(world, 'main', { BTC: '0.21', ETH: '2.4', USDT: '3120.44', SOL: '18.5' })
  fund(world, 'trade', { USDT: '5000', BTC: '0.1' })
  // At the lowest price, 41700, the account is still worth 330.
  fund(world, 'collateral', { USDT: '4686.1' })
  hold(world, {
    market: 'BTC_USDT',
    amount: '0.2',
    basePrice: '63480.5',
    openedSecondsAgo: 3 * day + 4_410,
    funding: '2.41',
    stopLoss: '38000',
  })
  grantLoan(world, 19 * day, {
    amount: '35000',
    totalFunding: '21.7',
    collateral: [{ asset: 'BTC', market: 'BTC_USDT', amount: '1' }],
  })
  addFixedInvestmentsAndMiners(world)
  return world
}

/**
 * The account a user sees first: a few coins, a few positions on both sides, and a loan far from
 * trouble.
 */
function calm(seed: number, nowMicros: number, scene = 'calm'): World {
  const world = bareWorld(scene, seed, nowMicros)
  liveFlexPast(world, [
    {
      currency: 'USDT',
      opening: '4000',
      yearlyRate: '0.12',
      daysAgo: 58,
      reinvest: true,
      deposit: { daysAgo: 30, amount: '1500' },
    },
    {
      currency: 'BTC',
      opening: '0.25',
      yearlyRate: '0.018',
      daysAgo: 33,
      reinvest: false,
      withdrawal: { daysAgo: 9, amount: '0.05' },
    },
    {
      currency: 'ETH',
      opening: '3.2',
      yearlyRate: '0.026',
      daysAgo: 47,
      reinvest: false,
      closed: { daysAgo: 20 },
    },
  ])
  world.flexRoutine = randomFor(world.seed, 'owner')
  settleAt(world, 'main', {
    BTC: '0.48210356',
    ETH: '6.315200471930284117',
    USDT: '18432.57',
    SOL: '84.20371925',
    XRP: '5210.5',
    LTC: '12.40088',
    USDC: '2500.75',
    TRX: '14980.330261',
  })
  fund(world, 'trade', { USDT: '25000', BTC: '0.5', ETH: '8', SOL: '60', XRP: '4000' })
  fund(world, 'collateral', { USDT: '9240.18357214' })
  hold(world, {
    market: 'BTC_USDT',
    amount: '0.42',
    basePrice: '60852.17',
    openedSecondsAgo: 9 * day + 15_730,
    modifiedSecondsAgo: 2 * day + 8_211,
    realizedPnl: '182.44031',
    funding: '12.3308164902',
    unrealizedFunding: '0.6451920318204',
    takeProfit: '72000',
    stopLoss: '58500',
  })
  hold(world, {
    market: 'ETH_USDT',
    amount: '-3.5',
    basePrice: '3155.48',
    openedSecondsAgo: 4 * day + 2_904,
    funding: '1.8820417',
    unrealizedFunding: '0.2597616',
    stopLoss: '3400',
  })
  hold(world, {
    market: 'BTC_PERP',
    amount: '0.05',
    basePrice: '64502.3',
    openedSecondsAgo: 21_615,
  })
  hold(world, {
    market: 'SOL_PERP',
    amount: '-45',
    basePrice: '148.236',
    openedSecondsAgo: day + 40_027,
    modifiedSecondsAgo: 7_344,
    realizedPnl: '-36.0918',
    takeProfit: '131.5',
  })
  hold(world, {
    market: 'LINK_PERP',
    amount: '-220',
    basePrice: '14.3925',
    openedSecondsAgo: 3_402,
  })
  grantLoan(world, 62 * day + 5_403, {
    amount: '20000',
    totalFunding: '318.40729156',
    collateral: [
      { asset: 'BTC', market: 'BTC_USDT', amount: '0.85' },
      { asset: 'ETH', market: 'ETH_USDT', amount: '8.5' },
    ],
  })
  addFixedInvestmentsAndMiners(world)
  return world
}

/** A new account: valid keys, and nothing at all to show. */
const empty: Scene = (seed, nowMicros) => bareWorld('empty', seed, nowMicros)

/**
 * The calm account on the worst of days: every second call fails, each time in another way, and
 * prices jump.
 */
const storm: Scene = (seed, nowMicros) => {
  const world = calm(seed, nowMicros, 'storm')
  startStorm(world)
  for (const market of Object.values(world.markets)) market.restlessness *= 5
  return world
}

const scenes = { calm, 'margin-call': marginCall, storm, empty, heavy } satisfies Record<
  string,
  Scene
>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]

export function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(scenes, name)
}

export function buildScene(name: SceneName, seed: number, nowMicros: number): World {
  return scenes[name](seed, nowMicros)
}
