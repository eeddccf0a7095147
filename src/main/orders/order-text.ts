// How orders are named, so that a button, a system dialog and the history say the same.
import type { Region } from '../../shared/domain/account.js'
import type { OrderItem } from '../../shared/domain/order.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'

export const regionNames: Record<Region, string> = { global: 'Global', eu: 'EU', custom: 'Own address', demo: 'Demo' }

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

export const itemAct = ({ side, amount, market, price }: Pick<OrderItem, 'side' | 'amount' | 'market' | 'price'>): string =>
  `${side === 'buy' ? 'Buy' : 'Sell'} ${amount} ${market} ${price === null ? 'at market' : `at ${price}`}`

/** The last four characters of an investment's id, typed to close it. */
export const tailOf = (investmentId: string): string => investmentId.slice(-4)

export const marketsOf = (items: readonly { market: string }[]): string[] => [...new Set(items.map(({ market }) => market))]

/** What the button says. */
export const actOf = ({ kind, items, investmentId }: Pick<OrderIntent, 'kind' | 'investmentId'> & { items: OrderItem[] }): string => {
  const [first, second] = items
  if (kind === 'close-investment') return `Close investment …${tailOf(investmentId ?? '')}`
  if (first !== undefined && second === undefined) return itemAct(first)
  const markets = marketsOf(items)
  return `Place ${items.length} limit orders on ${markets.length === 1 ? (markets[0] ?? '') : `${markets.length} markets`}`
}

/** "3 minutes": how long ago something was, roughly and never too short. */
export const ageText = (from: UnixSeconds, now: UnixSeconds): string => {
  const seconds = now > from ? now - from : 0
  const whole = (part: number): number => (seconds - (seconds % part)) / part
  if (seconds < 60) return counted(whole(1), 'second')
  if (seconds < 3600) return counted(whole(60), 'minute')
  return seconds < 86_400 ? counted(whole(3600), 'hour') : counted(whole(86_400), 'day')
}
