// What the user reads before cancelling orders or closing a position: what goes, with the figures it had when it was last read, and what goes
// along with it.
import type { Profile } from '../../shared/domain/account.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { capital, levelNames } from '../../shared/domain/order-sentences.js'
import { levels, type Levels } from '../../shared/domain/order-effect.js'
import type { Feed } from '../../shared/domain/feed.js'
import type { CancelScope, OrderTotal } from '../../shared/domain/trading.js'
import { asEstimate, compare, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { closeChanges, type KnownAccount } from './order-changes.js'
import type { Line } from './order-limits.js'
import { actOf, ageText, counted, itemAct, marketsOf } from './order-text.js'
import { referenceText, type ReviewWords, totalsOf, type Warning, whoseSentence } from './order-words.js'
import type { CheckedOrder } from './pre-trade-checks.js'
import type { KnownTargets } from './target-drafts.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'

type Seen = { now: UnixSeconds; known: KnownTargets & KnownAccount }

const warning = (text: string): Warning => ({ field: null, text })

const readText = ({ asOf }: Pick<Feed<unknown>, 'asOf'>, now: UnixSeconds): string =>
  asOf === null ? '' : `, as read ${ageText(asOf, now)} ago`

/** "stop loss 38000 and take profit 50000"; empty where neither is set. */
const levelsText = (set: Levels): string =>
  levels.flatMap((level) => (set[level] === null ? [] : [`${levelNames[level]} ${set[level]}`])).join(' and ')

const leftSentence = ({ amount, market, target, price }: DraftItem): string[] => {
  if (target?.kind !== 'order' || compare(target.left, amount) === 0) return []
  // Of what waits for its trigger to buy at market the exchange counts the amount in quote currency.
  const unit = price === null ? '' : ` ${currenciesOf(market).base}`
  return [`${target.left} of its ${amount}${unit} is left to fill; what is filled stays.`]
}

/** What waits for its trigger, and what only reduces, may be what guards a position. */
const guardWarnings = (items: readonly DraftItem[], scope?: CancelScope): Warning[] => {
  const guards = items.filter(({ target }) => target?.kind === 'order' && (target.reduceOnly || /\bstop\b/i.test(target.type))).length
  if (guards === 0) return []
  if (items.length === 1) return [warning('It is a stop or reduce-only order: what it guards is not guarded any more.')]
  const them = scope === undefined || scope.orders === items.length ? 'them' : `the first ${items.length}`
  const what = `${guards} of ${them} ${guards === 1 ? 'is a stop or reduce-only order' : 'are stop or reduce-only orders'}`
  return [warning(`${what}: what ${guards === 1 ? 'it guards' : 'they guard'} is not guarded any more.`)]
}

/** How much of each side goes off the book. */
const totalsOfOrders = (items: readonly DraftItem[]): OrderTotal[] =>
  totalsOf(
    items.map(({ market, side, amount, price, target }) => {
      const left = target?.kind === 'order' ? target.left : amount
      const { quote } = currenciesOf(market)
      // Without a price, what is left may be counted in quote currency.
      return price === null
        ? { market, side, quote, amount: null, notional: null }
        : { market, side, quote, amount: left, notional: multiply(left, price) }
    }),
  )

const filledMeanwhile = 'What is filled before the cancel arrives stays filled.'

const cancelSentences = ({ items }: OrderDraft, { now, known }: Seen): string[] => {
  const [only, another] = items
  const whole = `On ${marketsOf(items).join(', ')}${readText(known.openOrders, now)}. Each is tried, even after another fails.`
  return another === undefined && only !== undefined
    ? [
        ...leftSentence(only),
        `The exchange calls it the order ${only.target?.id ?? ''}${readText(known.openOrders, now)}.`,
        filledMeanwhile,
      ]
    : [whole, filledMeanwhile]
}

const allSentences = ({ items, scope }: OrderDraft, { now, known }: Seen): string[] => {
  const { orders = 0, market = null } = scope ?? {}
  const unread = (known.openOrders.unreadable ?? []).length
  return [
    `${capital(counted(orders, 'open order'))} ${orders === 1 ? 'is' : 'are'} listed ${market === null ? 'on all markets' : `on ${market}`}${readText(known.openOrders, now)}.`,
    'The exchange cancels every order that is open when this arrives, even one placed after this preview.',
    ...(unread === 0 ? [] : [`${counted(unread, 'open order')} could not be read; it goes as well if it is there.`]),
    ...(items.length < orders ? [`The first ${items.length} are recorded one by one.`] : []),
    filledMeanwhile,
  ]
}

const takesLevels = 'By the public documentation this also removes the stop loss and take profit of positions.'

/** The first of the warnings: it is what costs money. */
const levelsWarning = (scope: CancelScope, { positions }: KnownTargets): Warning => {
  if (positions.value === null) return warning(`${takesLevels} Which positions have any is not known: they have not been read.`)
  const gone = scope.levels.map(({ market, ...set }) => `the position on ${market} loses its ${levelsText(set)}`)
  if (gone.length > 0) return warning(`${takesLevels} With this ${gone.join('; ')}.`)
  return warning(`${takesLevels} By what is known, no position ${scope.market === null ? '' : `on ${scope.market} `}has one.`)
}

const closeSentences = (item: DraftItem, line: Line | undefined, now: UnixSeconds): string[] => {
  const { market, amount, positionSide, target } = item
  if (target?.kind !== 'position') return []
  const { base, quote } = currenciesOf(market)
  const { direction, entryPrice, unrealizedPnl } = target
  const { notional = null, reference = null } = line ?? {}
  const side = direction === 'unclear' ? 'position (the exchange does not say whether long or short)' : `${direction} position`
  return [
    `The whole ${side} of ${amount} ${base} on ${market}, at market.${positionSide === null || positionSide === 'BOTH' ? '' : ` Position side ${positionSide}.`}`,
    `Entry price ${entryPrice === null ? 'not sent' : `${entryPrice} ${quote}`}, unrealized PnL ${unrealizedPnl === null ? 'not sent' : `${unrealizedPnl} ${quote}`}.`,
    notional === null || reference === null
      ? 'Notional unknown here: the price is the market’s.'
      : `Notional about ${asEstimate(notional)} ${quote}, by ${referenceText(reference, now)}. The price is the market’s.`,
    'The exchange closes it by its id, so it can open nothing on the other side. It names no order for it.',
    'It reduces risk, so no limit holds it back.',
  ]
}

const goesAlong = ({ market, target }: DraftItem): Warning[] => {
  const text = target?.kind === 'position' ? levelsText(target) : ''
  return text === '' ? [] : [warning(`Its ${text} on ${market} ${text.includes(' and ') ? 'go' : 'goes'} with it.`)]
}

export const wordsOfTargets = (
  draft: OrderDraft,
  { lines, asksTwice }: CheckedOrder,
  { profile, ...seen }: Seen & { profile: Profile },
): ReviewWords => {
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
  const act = actOf(draft)
  return {
    ...{ kind, investmentId, stopOnFail, asksTwice, act },
    ...(scope === undefined ? {} : { scope }),
    sentences: [`${isClose ? itemAct(first) : act}.`, ...sentences, whoseSentence(profile)],
    profile: { id, name, region, baseUrl, keyHint },
    items: items.map(({ field: _field, ...item }) => ({ ...item, effect: null })),
    warnings: isClose
      ? goesAlong(first)
      : [...(scope === undefined ? [] : [levelsWarning(scope, seen.known)]), ...guardWarnings(items, scope)],
    totals: isClose ? totalsOf(lines) : totalsOfOrders(items),
    changes: isClose && line !== undefined ? closeChanges(line, seen.known, seen.now) : [],
    livePrice: line?.live ?? null,
  }
}
