// What the user reads before confirming an order, in sentences, in figures and as warnings: what
// several kinds of orders say.
import type { Profile } from '../../shared/accounts/account.js'
import type { Consequence, Levels, OrderEffect } from '../../shared/orders/order-effect.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { OrderChange, OrderPreview, OrderTotal } from '../../shared/orders/trading.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { add, asEstimate, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { KnownTargets } from './draft-targets.js'
import type { KnownAccount } from './order-changes.js'
import type { Line } from './order-limits.js'
import { type Reference, referenceKeys } from './order-prices.js'
import { ageText, regionKeys } from './order-text.js'
import type { CheckedOrder } from './pre-trade-checks.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'

export type Warning = OrderPreview['warnings'][number]

/** Of no field. */
export function warning(text: Message): Warning {
  return { field: null, text }
}

export function referenceText({ from, at }: Reference, now: UnixSeconds): Message {
  return at === null || from === 'entry'
    ? messageOf(referenceKeys[from])
    : messageOf('orders.price-aged', {
        price: messageOf(referenceKeys[from]),
        age: ageText(at, now),
      })
}

export function ruleWarnings({ field, rules }: Line): Warning[] {
  return rules.map((rule) => ({ field: `${field}${rule.field}`, text: rule.text }))
}

function sum(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one === null || other === null ? null : add(one, other)
}

/** What happens to the set levels; null if neither is set. */
export function levelsWords(
  what: 'loses' | 'goes-along',
  market: string,
  { stopLoss, takeProfit }: Levels,
): Message | null {
  if (stopLoss !== null && takeProfit !== null)
    return messageOf(`orders.preview.${what}.both`, { market, stopLoss, takeProfit })
  if (stopLoss !== null) return messageOf(`orders.preview.${what}.stop-loss`, { market, stopLoss })
  return takeProfit === null
    ? null
    : messageOf(`orders.preview.${what}.take-profit`, { market, takeProfit })
}

/** Of an order that names a position side where it must not, or none where it must. */
export function hedgeWarnings(
  { field, market, positionSide }: DraftItem,
  { met }: Consequence,
): Warning[] {
  if (met !== undefined) return []
  const hasNoSide = positionSide === null || positionSide === 'BOTH'
  const text = messageOf(hasNoSide ? 'orders.preview.needs-side' : 'orders.preview.needs-no-side', {
    market,
  })
  return [{ field: `${field}positionSide`, text }]
}

/** A button's label, as a sentence. */
export function sentenceOf(title: Message): Message {
  return messageOf('exchange.title-alone', { title })
}

export function totalsOf(lines: readonly Omit<OrderTotal, 'orders'>[]): OrderTotal[] {
  const totals = new Map<string, OrderTotal>()
  for (const { market, side, amount, quote, notional } of lines) {
    const key = `${market} ${side}`
    const before = totals.get(key) ?? { orders: 0, amount: '0', notional: '0' }
    totals.set(key, {
      market,
      side,
      quote,
      orders: before.orders + 1,
      amount: sum(before.amount, amount),
      notional: sum(before.notional, notional),
    })
  }
  return [...totals.values()]
}

export function currencySentence(market: string): Message {
  return messageOf('orders.preview.currencies', { market, ...currenciesOf(market) })
}

export function notionalSentence(
  { notional, quote, reference }: Pick<Line, 'notional' | 'quote' | 'reference'>,
  now: UnixSeconds,
): Message {
  return notional === null || reference === null
    ? messageOf('orders.preview.notional-unknown')
    : messageOf('orders.preview.notional', {
        notional: asEstimate(notional),
        quote,
        price: referenceText(reference, now),
      })
}

/** The same as the row of the table, for screen readers and the system dialog. */
function pnlSentences(changes: readonly OrderChange[]): Message[] {
  return changes.flatMap(({ what, unit, after }) => {
    if ((what !== 'pnl' && what !== 'pnlAfterFee') || after.value === null) return []
    const words = { pnl: asEstimate(after.value), quote: unit }
    return [
      what === 'pnl'
        ? messageOf('orders.preview.pnl', words)
        : messageOf('orders.preview.pnl-after-fee', words),
    ]
  })
}

/** All of a preview but what makes it count. */
export type ReviewWords = Omit<
  OrderPreview,
  'act' | 'token' | 'preparedAt' | 'expiresAt' | 'body' | 'bodyHash'
> & { act: Message }

function whoseSentence({ name, region, keyHint }: Profile): Message {
  return messageOf('orders.preview.profile', {
    name,
    region: messageOf(regionKeys[region]),
    key: keyHint,
  })
}

/** What main knows when it describes an order. `limited`: limits are on. */
export type ReviewKnown = {
  profile: Profile
  limited: boolean
  known: KnownAccount & KnownTargets
  now: UnixSeconds
}

/** What a kind says of its orders. */
type ReviewParts = Pick<ReviewWords, 'act' | 'sentences' | 'warnings' | 'totals'> &
  Partial<Pick<ReviewWords, 'changes' | 'livePrice'>> & { effect?: OrderEffect | null }

/** The parts, with what every preview says. */
export function reviewOf(
  draft: OrderDraft,
  { asksTwice }: CheckedOrder,
  profile: Profile,
  { effect = null, changes = [], livePrice = null, ...parts }: ReviewParts,
): ReviewWords {
  const { id, name, region, baseUrl, keyHint } = profile
  const { kind, items, scope, investmentId, stopOnFail } = draft
  return {
    ...parts,
    kind,
    investmentId,
    stopOnFail,
    asksTwice,
    changes,
    livePrice,
    ...(scope === undefined ? {} : { scope }),
    sentences: [...parts.sentences, ...pnlSentences(changes), whoseSentence(profile)],
    profile: { id, name, region, baseUrl, keyHint },
    items: items.map(({ field: _field, ...item }) => ({ ...item, effect })),
  }
}
