// What the user reads before confirming an order: the same in sentences, in figures and as
// warnings.
import type { Profile } from '../../shared/accounts/account.js'
import type { Consequence } from '../../shared/orders/order-effect.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { effectSentence, levelSentences, orderDoubts } from '../../shared/orders/order-sentences.js'
import type { OrderChange, OrderPreview, OrderTotal } from '../../shared/orders/trading.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { add, asEstimate, type Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { changesOf, type KnownAccount } from './order-changes.js'
import { type Line, notionalAsTyped } from './order-limits.js'
import { type Reference, referenceKeys } from './order-prices.js'
import { actOf, ageText, itemAct, marketsOf, regionKeys } from './order-text.js'
import type { CheckedOrder } from './pre-trade-checks.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'

export type Warning = OrderPreview['warnings'][number]

export function referenceText({ from, at }: Reference, now: UnixSeconds): Message {
  return at === null || from === 'entry'
    ? messageOf(referenceKeys[from])
    : messageOf('orders.price-aged', {
        price: messageOf(referenceKeys[from]),
        age: ageText(at, now),
      })
}

function levelWarnings(line: Line, consequence: Consequence, now: UnixSeconds): Warning[] {
  const { live } = line
  const price = live === null ? null : { mark: live.price, words: referenceText(live, now) }
  return orderDoubts(line, consequence, price).map(({ field, text }) => ({ field, text }))
}

function flagWarnings(item: DraftItem): Warning[] {
  return (['postOnly', 'rpi'] as const)
    .filter((flag) => item.ioc && item[flag])
    .map((flag) => ({
      field: `${item.field}ioc`,
      text: messageOf('orders.preview.flags', { flag }),
    }))
}

function duplicateWarnings(items: readonly DraftItem[]): Warning[] {
  const seen = new Map<string, number>()
  return items.flatMap((item, number) => {
    const key = [item.market, item.side, item.amount, item.price].join(' ')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    if (first === undefined) return []
    return [
      {
        field: `${item.field}amount`,
        text: messageOf('orders.preview.same-row', { row: number + 1, first: first + 1 }),
      },
    ]
  })
}

function ruleWarnings({ field, rules }: Line): Warning[] {
  return rules.map((rule) => ({ field: `${field}${rule.field}`, text: rule.text }))
}

function hedgeWarnings(
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

function sum(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one === null || other === null ? null : add(one, other)
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

function totalSentence({ market, side, orders, amount, notional, quote }: OrderTotal): Message {
  const what = { orders, side, amount: amount ?? '', base: currenciesOf(market).base, market }
  return notional === null
    ? messageOf('orders.preview.total', what)
    : messageOf('orders.preview.total-about', { ...what, notional: asEstimate(notional), quote })
}

function currencySentence(market: string): Message {
  return messageOf('orders.preview.currencies', { market, ...currenciesOf(market) })
}

function closeSentences({ investmentId }: OrderDraft): Message[] {
  return [
    messageOf('orders.preview.investment', { id: investmentId ?? '' }),
    messageOf('orders.preview.investment-returns'),
  ]
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

function marketSentences(
  line: Line,
  consequence: Consequence,
  limited: boolean,
  now: UnixSeconds,
): Message[] {
  const { market, positionSide } = line
  return [
    sentenceOf(itemAct(line)),
    effectSentence(line, consequence),
    ...levelSentences(line, consequence),
    ...(positionSide === null ? [] : [messageOf('orders.preview.position-side', { positionSide })]),
    currencySentence(market),
    messageOf('orders.preview.collateral'),
    notionalSentence(line, now),
    ...(limited && line.reduces ? [messageOf('orders.preview.reduces')] : []),
  ]
}

/** The same as the row of the table, for screen readers and the system dialog. */
export function pnlSentences(changes: readonly OrderChange[]): Message[] {
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

function bulkSentences(draft: OrderDraft, totals: readonly OrderTotal[]): Message[] {
  return [
    ...[
      sentenceOf(actOf(draft)),
      messageOf('orders.bulk-balance'),
      ...marketsOf(draft.items).map(currencySentence),
      ...totals.map(totalSentence),
    ],
    ...(draft.items.length < 2
      ? []
      : [
          draft.stopOnFail === true
            ? messageOf('orders.preview.stops')
            : messageOf('orders.preview.each-tried'),
        ]),
  ]
}

/** All of a preview but what makes it count. */
export type ReviewWords = Omit<
  OrderPreview,
  'token' | 'preparedAt' | 'expiresAt' | 'body' | 'bodyHash'
>

export function whoseSentence({ name, region, keyHint }: Profile): Message {
  return messageOf('orders.preview.profile', {
    name,
    region: messageOf(regionKeys[region]),
    key: keyHint,
  })
}

/** `limited`: limits are on. */
export function wordsOfOrders(
  draft: OrderDraft,
  { lines, asksTwice }: CheckedOrder,
  {
    profile,
    limited,
    known,
    now,
  }: { profile: Profile; limited: boolean; known: KnownAccount; now: UnixSeconds },
): ReviewWords {
  const { id, name, region, baseUrl, keyHint } = profile
  const { kind, items, investmentId, stopOnFail } = draft
  const [line] = lines
  const consequence = line?.consequence ?? null
  const market = line === undefined || consequence === null ? null : { line, consequence }
  const totals = totalsOf(lines.map((each) => ({ ...each, notional: notionalAsTyped(each) })))
  const changes = market === null ? [] : changesOf(market.line, market.consequence, known, now)
  const sentences =
    market !== null
      ? marketSentences(market.line, market.consequence, limited, now)
      : kind === 'close-investment'
        ? closeSentences(draft)
        : bulkSentences(draft, totals)
  return {
    kind,
    investmentId,
    stopOnFail,
    totals,
    asksTwice,
    act: actOf(draft),
    sentences: [...sentences, ...pnlSentences(changes), whoseSentence(profile)],
    profile: { id, name, region, baseUrl, keyHint },
    items: items.map(({ field: _field, ...item }) => ({
      ...item,
      effect: consequence?.effect ?? null,
    })),
    warnings: [
      ...(market === null ? [] : levelWarnings(market.line, market.consequence, now)),
      ...lines.flatMap(ruleWarnings),
      ...items.flatMap(flagWarnings),
      ...duplicateWarnings(items),
      ...(market === null ? [] : hedgeWarnings(market.line, market.consequence)),
    ],
    changes,
    livePrice: market?.line.live ?? null,
  }
}
