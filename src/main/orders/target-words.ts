// What the user reads before cancelling orders or closing a position: the targets, with the figures
// last read, and what goes along with them.
import type { Profile } from '../../shared/accounts/account.js'
import { itemUnit } from '../../shared/orders/order-amount.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { Levels } from '../../shared/orders/order-effect.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { CancelScope, OrderTotal } from '../../shared/orders/trading.js'
import { inOneLine, type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { closeChanges, type KnownAccount } from './order-changes.js'
import type { Line } from './order-limits.js'
import { actOf, ageText, itemAct, marketsOf } from './order-text.js'
import {
  notionalSentence,
  pnlSentences,
  type ReviewWords,
  sentenceOf,
  totalsOf,
  type Warning,
  whoseSentence,
} from './order-words.js'
import type { CheckedOrder } from './pre-trade-checks.js'
import type { KnownTargets } from './draft-targets.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'

type Seen = { now: UnixSeconds; known: KnownTargets & KnownAccount }

const warning = (text: Message): Warning => ({ field: null, text })

/** How long ago it was read; null if it was not. */
function readAge({ asOf }: Pick<Feed<unknown>, 'asOf'>, now: UnixSeconds): Message | null {
  return asOf === null ? null : ageText(asOf, now)
}

/** What happens to the set levels; null if neither is set. */
function levelsWords(
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

function leftSentence({ amount, market, target, price }: DraftItem): Message[] {
  if (target?.kind !== 'order' || compare(target.left, amount) === 0) return []
  const { left } = target
  const unit = itemUnit({ market, target, price })
  return [
    unit === null
      ? messageOf('orders.preview.left', { left, amount })
      : messageOf('orders.preview.left-of', { left, amount, base: unit }),
  ]
}

/** Trigger orders and reduce-only orders may protect a position. */
function guardWarnings(items: readonly DraftItem[], scope?: CancelScope): Warning[] {
  const guards = items.filter(
    ({ target }) =>
      target?.kind === 'order' &&
      (target.reduceOnly || target.trigger !== undefined || /stop/i.test(target.type)),
  ).length
  if (guards === 0) return []
  if (items.length === 1) return [warning(messageOf('orders.preview.guard-one'))]
  const among = scope === undefined || scope.orders === items.length ? 'all' : 'first'
  return [warning(messageOf('orders.preview.guards', { guards, among, items: items.length }))]
}

/** How much of each side leaves the book. */
function totalsOfOrders(items: readonly DraftItem[]): OrderTotal[] {
  return totalsOf(
    items.map(({ market, side, amount, price, target }) => {
      const left = target?.kind === 'order' ? target.left : amount
      const { quote } = currenciesOf(market)
      // Without a price, what is left may be in quote currency.
      return price === null
        ? { market, side, quote, amount: null, notional: null }
        : { market, side, quote, amount: left, notional: multiply(left, price) }
    }),
  )
}

function cancelSentences({ items }: OrderDraft, { now, known }: Seen): Message[] {
  const [only, another] = items
  const age = readAge(known.openOrders, now)
  if (another === undefined && only !== undefined) {
    const id = only.target?.id ?? ''
    return [
      ...leftSentence(only),
      age === null
        ? messageOf('orders.preview.cancel-id', { id })
        : messageOf('orders.preview.cancel-id-read', { id, age }),
      messageOf('orders.preview.cancel-filled'),
    ]
  }
  const markets = marketsOf(items).join(', ')
  return [
    age === null
      ? messageOf('orders.preview.cancel-on', { markets })
      : messageOf('orders.preview.cancel-on-read', { markets, age }),
    messageOf('orders.preview.cancel-filled'),
  ]
}

function listedSentence(orders: number, market: string | null, age: Message | null): Message {
  if (market === null)
    return age === null
      ? messageOf('orders.preview.listed', { orders })
      : messageOf('orders.preview.listed-read', { orders, age })
  return age === null
    ? messageOf('orders.preview.listed-on', { orders, market })
    : messageOf('orders.preview.listed-on-read', { orders, market, age })
}

function allSentences({ items, scope }: OrderDraft, { now, known }: Seen): Message[] {
  const { orders = 0, market = null } = scope ?? {}
  const unread = (known.openOrders.unreadable ?? []).length
  return [
    listedSentence(orders, market, readAge(known.openOrders, now)),
    messageOf('orders.preview.cancels-later-too'),
    ...(unread === 0 ? [] : [messageOf('orders.preview.unread', { orders: unread })]),
    ...(items.length < orders
      ? [messageOf('orders.preview.first-recorded', { orders: items.length })]
      : []),
    messageOf('orders.preview.cancel-filled'),
  ]
}

/** The first of the warnings, because it can cost money. */
function levelsWarning(scope: CancelScope, { positions }: KnownTargets): Warning {
  if (positions.value === null) return warning(messageOf('orders.preview.levels-unknown'))
  const gone = scope.levels.flatMap(({ market, ...set }) => levelsWords('loses', market, set) ?? [])
  if (gone.length > 0)
    return warning(
      messageOf('orders.preview.levels-gone', {
        positions: gone.reduce((list, next) =>
          messageOf('portfolio.unreadable.and-next', { list, next }),
        ),
      }),
    )
  const { market } = scope
  const isSent = positions.value.every(
    (one) => one.protectiveOrders !== undefined || (market !== null && one.market !== market),
  )
  if (!isSent) return warning(messageOf('orders.preview.levels-not-sent'))
  return warning(
    market === null
      ? messageOf('orders.preview.levels-none')
      : messageOf('orders.preview.levels-none-on', { market }),
  )
}

function entrySentence(entry: Decimal | null, pnl: Decimal | null, quote: string): Message {
  if (entry === null)
    return pnl === null
      ? messageOf('orders.preview.no-entry-no-pnl')
      : messageOf('orders.preview.no-entry', { pnl, quote })
  return pnl === null
    ? messageOf('orders.preview.entry-no-pnl', { entry, quote })
    : messageOf('orders.preview.entry', { entry, pnl, quote })
}

function closeSentences(item: DraftItem, line: Line | undefined, now: UnixSeconds): Message[] {
  const { market, amount, positionSide, target } = item
  if (target?.kind !== 'position') return []
  const { base, quote } = currenciesOf(market)
  const { direction, entryPrice, unrealizedPnl } = target
  const { notional = null, reference = null } = line ?? {}
  const whole = messageOf('orders.preview.whole-position', { direction, amount, base, market })
  return [
    positionSide === null || positionSide === 'BOTH'
      ? whole
      : inOneLine([whole, messageOf('orders.preview.position-side', { positionSide })]),
    entrySentence(entryPrice, unrealizedPnl, quote),
    notionalSentence({ notional, quote, reference }, now),
    messageOf('orders.preview.closes-by-id'),
    messageOf('orders.preview.reduces'),
  ]
}

function goesAlong({ market, target }: DraftItem, { positions }: KnownTargets): Warning[] {
  if (target?.kind !== 'position') return []
  const position = positions.value?.find(({ id }) => id === target.id)
  if (position?.protectiveOrders === undefined)
    return [warning(messageOf('orders.preview.goes-along.not-sent', { market }))]
  const text = levelsWords('goes-along', market, target)
  return text === null ? [] : [warning(text)]
}

export function wordsOfTargets(
  draft: OrderDraft,
  { lines, asksTwice }: CheckedOrder,
  { profile, ...seen }: Seen & { profile: Profile },
): ReviewWords {
  const { id, name, region, baseUrl, keyHint } = profile
  const { kind, items, scope, investmentId, stopOnFail } = draft
  const [first] = items
  const [line] = lines
  const isClose = kind === 'close-position' && first !== undefined
  const sentences = isClose
    ? closeSentences(first, line, seen.now)
    : scope === undefined
      ? cancelSentences(draft, seen)
      : allSentences(draft, seen)
  const changes = isClose && line !== undefined ? closeChanges(line, seen.known, seen.now) : []
  const act = actOf(draft)
  return {
    kind,
    investmentId,
    stopOnFail,
    asksTwice,
    act,
    ...(scope === undefined ? {} : { scope }),
    sentences: [
      sentenceOf(isClose ? itemAct(first) : act),
      ...sentences,
      ...pnlSentences(changes),
      whoseSentence(profile),
    ],
    profile: { id, name, region, baseUrl, keyHint },
    items: items.map(({ field: _field, ...item }) => ({ ...item, effect: null })),
    warnings: isClose
      ? goesAlong(first, seen.known)
      : [
          ...(scope === undefined ? [] : [levelsWarning(scope, seen.known)]),
          ...guardWarnings(items, scope),
        ],
    totals: isClose ? totalsOf(lines) : totalsOfOrders(items),
    changes,
    livePrice: line?.live ?? null,
  }
}
