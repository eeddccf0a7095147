// How orders are named, so that a button, a system dialog and the history use the same text.
import type { Region } from '../../shared/accounts/account.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { Guard, OrderItem } from '../../shared/orders/order.js'
import type { IntentItem, ItemState } from '../../shared/orders/trading.js'
import {
  type Message,
  type MessageKey,
  messageOf,
  wordsBy,
} from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'

export const regionKeys = {
  global: 'orders.region.global',
  eu: 'orders.region.eu',
  custom: 'orders.region.custom',
  demo: 'orders.region.demo',
} as const satisfies Record<Region, MessageKey>

export const regionNames: Readonly<Record<Region, string>> = wordsBy(regionKeys)

type Act = Pick<OrderItem, 'side' | 'amount' | 'market' | 'price' | 'target' | 'guards'>

/** `guards`: a stop loss or take profit, placed or removed. */
function levelAct({ amount, market, target }: Act, { level, trigger, replaces }: Guard): Message {
  if (target?.kind === 'linked')
    return messageOf('orders.act.remove-linked', {
      market,
      stopLoss: target.stopLoss,
      takeProfit: target.takeProfit,
    })
  if (target !== undefined) return messageOf('orders.act.remove-level', { level, trigger, market })
  return replaces === undefined
    ? messageOf('orders.act.set-level', { level, trigger, amount, market })
    : messageOf('orders.act.move-level', { level, trigger, from: replaces.trigger, market })
}

export function itemAct(act: Act): Message {
  const { side, amount, market, price, target, guards } = act
  const what = { amount, market }
  if (guards !== undefined) return levelAct(act, guards)
  if (target?.kind === 'purses')
    return messageOf('orders.act.transfer', {
      amount,
      asset: market,
      fromWallet: messageOf(`common.wallet.${target.from}`),
      toWallet: messageOf(`common.wallet.${target.to}`),
    })
  if (target?.kind === 'position')
    return messageOf('orders.act.close', { ...what, direction: target.direction })
  if (target?.kind === 'order' && price === null && target.amountIn === 'quote')
    return messageOf('orders.act.cancel-at-market-for', {
      ...what,
      side,
      quote: currenciesOf(market).quote,
    })
  if (target?.kind === 'order')
    return price === null
      ? messageOf('orders.act.cancel-at-market', { ...what, side })
      : messageOf('orders.act.cancel', { ...what, side, price })
  return price === null
    ? messageOf(`orders.act.${side}-at-market`, what)
    : messageOf(`orders.act.${side}`, { ...what, price })
}

/** The last four characters of an investment's id, typed to close it. */
export function tailOf(investmentId: string): string {
  return investmentId.slice(-4)
}

export function marketsOf(items: readonly { market: string }[]): string[] {
  return [...new Set(items.map(({ market }) => market))]
}

/** The label of a button for these. */
export function actOfItems(act: 'place' | 'cancel', items: readonly OrderItem[]): Message {
  const [first, second] = items
  if (first !== undefined && second === undefined) return itemAct(first)
  const orders = items.length
  const [market = '', ...others] = marketsOf(items)
  return others.length === 0
    ? messageOf(`orders.act.${act}-on`, { orders, market })
    : messageOf(`orders.act.${act}-on-markets`, { orders, markets: others.length + 1 })
}

const endings = [
  'done',
  'already-filled',
  'already-cancelled',
  'not-open',
  'not-executed',
] as const satisfies readonly ItemState[]

/** The outcomes of the targets, in sentences; none if nothing is known. */
export function endingsOf(items: readonly Pick<IntentItem, 'state' | 'target'>[]): Message[] {
  const orders = items.filter(({ target }) => target?.kind === 'order' || target?.kind === 'linked')
  const position = items.find(({ target }) => target?.kind === 'position')
  const transfer = items.find(({ target }) => target?.kind === 'purses')
  if (transfer?.state === 'done') return [messageOf('orders.ending.moved')]
  if (transfer?.state === 'not-executed') return [messageOf('orders.ending.not-moved')]
  if (position?.state === 'done') return [messageOf('orders.ending.position-closed')]
  if (position?.state === 'not-open') return [messageOf('orders.ending.position-not-open')]
  if (position?.state === 'not-executed') return [messageOf('orders.ending.position-still-open')]
  return endings.flatMap((state) => {
    const count = orders.filter((item) => item.state === state).length
    if (count === 0) return []
    return [
      orders.length === 1
        ? messageOf(`orders.ending.one.${state}`)
        : messageOf(`orders.ending.of-several.${state}`, { count }),
    ]
  })
}

/**
 * "3 minutes": how long ago something was, roughly and never too short. In languages with cases, in
 * the form used before “ago”.
 */
export function ageText(from: UnixSeconds, now: UnixSeconds): Message {
  const seconds = now > from ? now - from : 0
  const whole = (part: number): number => (seconds - (seconds % part)) / part
  if (seconds < 60) return messageOf('orders.age.seconds', { count: whole(1) })
  if (seconds < 3600) return messageOf('orders.age.minutes', { count: whole(60) })
  return seconds < 86_400
    ? messageOf('orders.age.hours', { count: whole(3600) })
    : messageOf('orders.age.days', { count: whole(86_400) })
}
