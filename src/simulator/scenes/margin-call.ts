// Ten minutes in which Bitcoin falls by a third and comes back: the loan goes from below its initial LTV past margin call to just
// before liquidation and back again, and the position reaches a margin call on the way.
import { grantLoan } from '../engine/loan.js'
import { setPrice } from '../engine/prices.js'
import type { World } from '../world.js'
import { addFixedInvestmentsAndMiners, bareWorld, day, fund, hold, liveFlexPast, settleAt } from './setting.js'

export const marginCall = (seed: number, nowMicros: number): World => {
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
  liveFlexPast(world, [{ currency: 'USDT', opening: '1200', yearlyRate: '0.12', daysAgo: 14, reinvest: true }])
  settleAt(world, 'main', { BTC: '0.21', ETH: '2.4', USDT: '3120.44', SOL: '18.5' })
  fund(world, 'trade', { USDT: '5000', BTC: '0.1' })
  // At the deepest price, 41700, the account is still worth 330.
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
