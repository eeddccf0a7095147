// How orders are named, so that a button, a system dialog and the history say the same.
import type { Region } from '../../shared/domain/account.js'
import type { OrderItem } from '../../shared/domain/order.js'
import type { IntentItem, ItemState, OrderIntent } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'

export const regionNames: Record<Region, string> = { global: 'Global', eu: 'EU', custom: 'Own address', demo: 'Demo' }

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

type Act = Pick<OrderItem, 'side' | 'amount' | 'market' | 'price' | 'target'>

const priceText = (price: string | null): string => (price === null ? 'at market' : `at ${price}`)

export const itemAct = ({ side, amount, market, price, target }: Act): string => {
  if (target?.kind === 'order') return `Cancel ${side} ${amount} ${market} ${priceText(price)}`
  if (target?.kind === 'position') return `Close ${target.direction === 'unclear' ? 'position' : target.direction} ${amount} ${market}`
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${amount} ${market} ${priceText(price)}`
}

/** The last four characters of an investment's id, typed to close it. */
export const tailOf = (investmentId: string): string => investmentId.slice(-4)

export const marketsOf = (items: readonly { market: string }[]): string[] => [...new Set(items.map(({ market }) => market))]

/** "BTC_USDT", "3 markets". */
const marketsText = (items: readonly { market: string }[]): string => {
  const [market = '', ...others] = marketsOf(items)
  return others.length === 0 ? market : `${others.length + 1} markets`
}

/** What the button says. */
export const actOf = ({
  kind,
  items,
  investmentId,
  scope,
}: Pick<OrderIntent, 'kind' | 'investmentId' | 'scope'> & { items: OrderItem[] }): string => {
  const [first, second] = items
  if (kind === 'close-investment') return `Close investment …${tailOf(investmentId ?? '')}`
  if (kind === 'cancel-all') return `Cancel all orders on ${scope?.market ?? 'all markets'}`
  if (first !== undefined && second === undefined) return itemAct(first)
  const orders = kind === 'cancel' ? counted(items.length, 'order') : counted(items.length, 'limit order')
  return `${kind === 'cancel' ? 'Cancel' : 'Place'} ${orders} on ${marketsText(items)}`
}

const endings: readonly (readonly [ItemState, string, string])[] = [
  ['done', 'was', 'cancelled'],
  ['already-filled', 'had been', 'filled before'],
  ['already-cancelled', 'had been', 'cancelled before'],
  ['not-open', 'is', 'not open any more'],
  ['not-executed', 'is', 'still open: it was not cancelled'],
]
const plural: { readonly [verb: string]: string } = { was: 'were', is: 'are' }

/** What became of what was to go, in sentences; empty where nothing is known of any. */
export const endingsText = (items: readonly Pick<IntentItem, 'state' | 'target'>[]): string => {
  const orders = items.filter(({ target }) => target?.kind === 'order')
  const position = items.find(({ target }) => target?.kind === 'position')
  if (position?.state === 'done') return 'The position is closed.'
  if (position?.state === 'not-open') return 'The exchange says that the position is not open any more.'
  if (position?.state === 'not-executed') return 'The position is as it was: it was not closed.'
  return endings
    .flatMap(([state, verb, what]) => {
      const count = orders.filter((item) => item.state === state).length
      if (count === 0) return []
      const text = count === 1 ? what : what.replace('it was', 'they were')
      return [
        orders.length === 1
          ? `The order ${verb} ${what}.`
          : `${counted(count, 'order')} ${count === 1 ? verb : (plural[verb] ?? verb)} ${text}.`,
      ]
    })
    .join(' ')
}

/** "3 minutes": how long ago something was, roughly and never too short. */
export const ageText = (from: UnixSeconds, now: UnixSeconds): string => {
  const seconds = now > from ? now - from : 0
  const whole = (part: number): number => (seconds - (seconds % part)) / part
  if (seconds < 60) return counted(whole(1), 'second')
  if (seconds < 3600) return counted(whole(60), 'minute')
  return seconds < 86_400 ? counted(whole(3600), 'hour') : counted(whole(86_400), 'day')
}
