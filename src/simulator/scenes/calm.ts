// The account a person meets first: a few coins, a few positions on both sides, and a loan far from trouble.
import { grantLoan } from '../engine/loan.js'
import { randomFor } from '../engine/random.js'
import type { World } from '../world.js'
import { addFixedInvestmentsAndMiners, bareWorld, day, fund, hold, liveFlexPast, settleAt } from './setting.js'

export const calm = (seed: number, nowMicros: number, scene = 'calm'): World => {
  const world = bareWorld(scene, seed, nowMicros)
  liveFlexPast(world, [
    { currency: 'USDT', opening: '4000', yearlyRate: '0.12', daysAgo: 58, reinvest: true, deposit: { daysAgo: 30, amount: '1500' } },
    { currency: 'BTC', opening: '0.25', yearlyRate: '0.018', daysAgo: 33, reinvest: false, withdrawal: { daysAgo: 9, amount: '0.05' } },
    { currency: 'ETH', opening: '3.2', yearlyRate: '0.026', daysAgo: 47, reinvest: false, closed: { daysAgo: 20 } },
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
  hold(world, { market: 'BTC_PERP', amount: '0.05', basePrice: '64502.3', openedSecondsAgo: 21_615 })
  hold(world, {
    market: 'SOL_PERP',
    amount: '-45',
    basePrice: '148.236',
    openedSecondsAgo: day + 40_027,
    modifiedSecondsAgo: 7_344,
    realizedPnl: '-36.0918',
    takeProfit: '131.5',
  })
  hold(world, { market: 'LINK_PERP', amount: '-220', basePrice: '14.3925', openedSecondsAgo: 3_402 })
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
