// The rules in the exchange's list of markets: checked by the page while the user types, and by
// main before anything is sent. The exchange decides; what is refused here it would refuse as well,
// but here the rule is named.
import { asEstimateBeside, compare, type Decimal, isZero, multiply, toStep } from '../money.js'
import { inOneLine, type Message, messageOf } from '../messages/messages.js'
import { utcMinute } from '../dates.js'
import type { UnixSeconds } from '../time.js'
import type { Feed } from '../portfolio/feed.js'
import type { Market } from './market.js'
import { levels, type Levels } from '../orders/order-effect.js'
import { touches } from '../unreadable.js'

export const marketRules = [
  'listed',
  'kind',
  'open',
  'delisting',
  'amount-step',
  'price-step',
  'min-amount',
  'min-notional',
  'max-notional',
] as const
export type MarketRule = (typeof marketRules)[number]

/** `refused`: the order is not sent as it is. Otherwise it is a warning. */
export type BrokenRule = {
  rule: MarketRule
  field: 'market' | 'amount' | 'price' | keyof Levels
  text: Message
  refused: boolean
}

/** An order as far as it could be read. `price` null: at market. */
export type RuledOrder = Levels & {
  market: string
  amount: Decimal | null
  price: Decimal | null
  /** A market order on collateral; bulk limit orders are spot orders. */
  onCollateral: boolean
}

type MarketList = Pick<Feed<Market[]>, 'value' | 'asOf' | 'unreadable'>

export function marketIn({ value }: Pick<MarketList, 'value'>, name: string): Market | null {
  return value?.find((market) => market.name === name) ?? null
}

const day = 86_400

/** Something is wrong with an older list, as it is read once a day: its rules only warn. */
const oldAfter = 2 * day

export function isOldList({ asOf }: Pick<MarketList, 'asOf'>, now: UnixSeconds): boolean {
  return asOf === null || now - asOf > oldAfter
}

/**
 * An estimate this many times beyond a bound is not explained by price movement: the amount is
 * wrong, or the price is.
 */
const estimateFactor = '2'

const isAbove = (a: Decimal, b: Decimal): boolean => compare(a, b) > 0

/** The announced delisting; null if there is none. */
export function delistingOf({ delistedAt }: Pick<Market, 'delistedAt'>): UnixSeconds | null {
  return delistedAt !== null && delistedAt > 0 ? delistedAt : null
}

export function isTradable(
  market: Pick<Market, 'isOpen' | 'delistedAt'>,
  now: UnixSeconds,
): boolean {
  const delistedAt = delistingOf(market)
  return market.isOpen !== false && (delistedAt === null || delistedAt > now)
}

/** Kinds that accept no spot orders. Futures on shares and metals are a separate kind. */
const futuresKinds: ReadonlySet<string> = new Set(['futures', 'tradfiFutures'])

/**
 * Whether the market accepts market orders on collateral, or bulk limit orders, which are spot
 * orders.
 */
export function isOfKind(
  { isCollateral, kind }: Pick<Market, 'isCollateral' | 'kind'>,
  onCollateral: boolean,
): boolean {
  return onCollateral ? isCollateral !== false : kind === null || !futuresKinds.has(kind)
}

type SteppedField = Exclude<BrokenRule['field'], 'market'>

function stepText(what: SteppedField, value: Decimal, step: Decimal, unit: string): Message {
  const [below, above] = [toStep(value, step, 'down'), toStep(value, step, 'up')]
  const said = { what, value, step, unit }
  return isZero(below)
    ? messageOf('orders.rule.step', { ...said, next: above })
    : messageOf('orders.rule.step-between', { ...said, below, above })
}

/**
 * The rules an order breaks; empty if none, or nothing is known. `price`: current, to estimate an
 * order without its own; near a bound that only warns. So does everything about an order that only
 * `reduces` a position: whether risk can be taken away, the exchange decides.
 */
export function brokenRules(
  order: RuledOrder,
  list: MarketList,
  { price: priceNow, reduces, now }: { price: Decimal | null; reduces: boolean; now: UnixSeconds },
): BrokenRule[] {
  const { value, asOf, unreadable } = list
  if (value === null || asOf === null) return []
  const isOld = isOldList(list, now)
  const found: BrokenRule[] = []
  const days = (now - asOf - ((now - asOf) % day)) / day
  const add = (rule: MarketRule, field: BrokenRule['field'], text: Message, refused = true): void =>
    void found.push({
      rule,
      field,
      text: isOld ? inOneLine([text, messageOf('orders.rule.old-list', { days })]) : text,
      refused: refused && !isOld && !reduces,
    })

  const { market: name, amount, price, onCollateral } = order
  const market = marketIn(list, name)
  if (market === null) {
    // A newly listed market is not in an old list.
    if (!isOld && !touches(unreadable, [name]))
      add('listed', 'market', messageOf('orders.rule.not-listed', { market: name }), false)
    return found
  }
  const { base, quote, amountStep, priceStep, minAmount, minNotional, maxNotional } = market
  const delistedAt = delistingOf(market)
  if (delistedAt !== null && delistedAt <= now)
    add(
      'delisting',
      'market',
      messageOf('orders.rule.delisted', { market: name, at: utcMinute(delistedAt) }),
    )
  else if (market.isOpen === false)
    add('open', 'market', messageOf('orders.rule.closed', { market: name }))
  else if (delistedAt !== null)
    add(
      'delisting',
      'market',
      messageOf('orders.rule.will-be-delisted', { market: name, at: utcMinute(delistedAt) }),
      false,
    )
  if (!isOfKind(market, onCollateral))
    add(
      'kind',
      'market',
      messageOf(onCollateral ? 'orders.rule.not-on-collateral' : 'orders.rule.future', {
        market: name,
      }),
      false,
    )

  const checkStep = (
    rule: MarketRule,
    field: SteppedField,
    figure: Decimal | null,
    step: Decimal | null,
  ): void => {
    if (
      figure === null ||
      step === null ||
      !isAbove(step, '0') ||
      compare(toStep(figure, step, 'down'), figure) === 0
    )
      return
    add(rule, field, stepText(field, figure, step, field === 'amount' ? base : quote))
  }
  checkStep('price-step', 'price', price, priceStep)
  for (const level of levels) checkStep('price-step', level, order[level], priceStep)
  if (amount === null) return found
  if (minAmount !== null && isAbove(minAmount, amount)) {
    add(
      'min-amount',
      'amount',
      messageOf('orders.rule.min-amount', { amount, least: minAmount, base }),
    )
    return found
  }
  checkStep('amount-step', 'amount', amount, amountStep)
  const unit = price ?? priceNow
  if (unit === null) return found
  const notional = multiply(amount, unit)
  const isExact = price !== null
  const check = (rule: 'min-notional' | 'max-notional', bound: Decimal): void => {
    const [low, high] = rule === 'min-notional' ? [notional, bound] : [bound, notional]
    if (!isAbove(high, low)) return
    const shown = isExact ? notional : asEstimateBeside(notional, bound)
    const isSure = isExact || isAbove(high, multiply(low, estimateFactor))
    const text = messageOf(`orders.rule.${rule}`, {
      exact: isExact ? 'yes' : 'no',
      notional: shown,
      bound,
      quote,
    })
    add(rule, 'amount', text, isSure)
  }
  if (minNotional !== null) check('min-notional', minNotional)
  if (maxNotional !== null && isAbove(maxNotional, '0')) check('max-notional', maxNotional)
  return found
}

/** Rounded down to the market's step; unchanged if the step is unknown. */
export function toAmountStep(amount: Decimal, market: Pick<Market, 'amountStep'> | null): Decimal {
  const step = market?.amountStep ?? null
  return step === null || !isAbove(step, '0') ? amount : toStep(amount, step, 'down')
}
