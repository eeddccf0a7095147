import type { CopyMove } from './account-copy.js'

/**
 * What the user may do to the demo's exchange, to see how Plimsoll reacts. Meaningless outside the
 * demo.
 */
export type DemoAct =
  | { act: 'jump'; hours: 1 | 24 }
  | { act: 'price'; market: DemoMarket; percent: -10 | -2 | 2 | 10 }
  /** Only in a practice copy. `asset` null: all except fiat currencies and stablecoins. */
  | { act: 'prices'; asset: string | null; percent: CopyMove }
  | { act: 'loan'; to: 'calm' | 'margin-call' | 'liquidation' | 'none' }
  | { act: 'fail'; how: 'unreachable' | 'trouble' | 'maintenance' | 'nonsense' | 'not' }

/** Markets that every demo has. */
export const demoMarkets = ['BTC_USDT', 'ETH_USDT', 'BTC_PERP'] as const
export type DemoMarket = (typeof demoMarkets)[number]
