// Everything that can stand against an order, checked when it is prepared and again when it is confirmed.
import { effectOf, lessens } from '../../shared/domain/order-effect.js'
import { orderDoubts } from '../../shared/domain/order-sentences.js'
import type { Problem } from '../../shared/domain/problem.js'
import { touches, unreadableText } from '../../shared/domain/unreadable.js'
import type { MarketBlock, OrderPreview, TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { OrderDraft, DraftItem } from './order-draft.js'
import { awaitedWith, blockOn, blocksInvestment } from './market-blocks.js'
import { mustAskTwice, overLimits } from './order-limits.js'
import { type TradingState, usageToday } from './trading-state.js'
import { ageText } from './order-text.js'
import { type Line, lineOf, type Reference, referenceOf, type KnownPositions } from './order-notional.js'
import type { FieldErrors } from './ticket-parser.js'

/** Seconds for which a fill of ours still gives a reference price. */
const fillLifetime = 86_400

export type CheckedOrder = { lines: Line[]; references: (Reference | null)[]; asksTwice: boolean }

export const refusedBy = ([first]: readonly TradeObstacle[]): Result<null, Problem> =>
  first === undefined ? ok(null) : fail({ code: 'trading-off', message: first.message, reason: first.code })

export const fieldProblem = (fields: FieldErrors, code: Problem['code'] = 'bad-input'): Problem => ({
  code,
  message: Object.values(fields)[0]?.[0] ?? 'Something does not fit.',
  fields,
})

const blockText = ({ because, market, positionSide, since }: MarketBlock, now: UnixSeconds): string => {
  const where = positionSide === null ? market : `${market} ${positionSide}`
  const age = ageText(since, now)
  return because === 'unknown'
    ? `The result of an order on ${where} from ${age} ago is unknown. Resolve it first, or lift the block on its page.`
    : `Mismatch: the exchange accepted something else than was sent on ${where} ${age} ago. Resolve that order first, or lift the block on its page.`
}

const blockProblem = (trading: TradingState, draft: OrderDraft, now: UnixSeconds): Problem | null => {
  const open = trading.intents.open()
  const errors: FieldErrors = {}
  const blocks = trading.intents.blocks()
  for (const item of draft.items) {
    const block = blockOn(item, blocks)
    if (block !== null) errors[`${item.field}market`] = [blockText(block, now)]
  }
  if (Object.keys(errors).length > 0) return { ...fieldProblem(errors, 'trading-off'), reason: 'MARKET_BLOCKED' }
  if (draft.investmentId !== null && open.some((intent) => intent.investmentId === draft.investmentId && blocksInvestment(intent))) {
    const words = 'It is not known whether this investment was closed already. Resolve that first, or lift the block on its page.'
    return { ...fieldProblem({ investmentId: [words] }, 'trading-off'), reason: 'INVESTMENT_BLOCKED' }
  }
  const awaited = awaitedWith(draft, open)
  if (awaited === null) return null
  const message = `“${awaited.act}” is still in progress. Wait for its answer before sending anything more there.`
  return { code: 'trading-off', message, reason: 'UNDER_WAY' }
}

const checkIds = (trading: TradingState, items: readonly DraftItem[]): Result<null, Problem> => {
  const taken = trading.repositories.orders.taken(items.map(({ clientOrderId }) => clientOrderId))
  if (!taken.ok) return taken
  return taken.value.length === 0 ? ok(null) : fail(idsTaken(items, taken.value))
}

export const idsTaken = (items: readonly DraftItem[], taken: readonly string[]): Problem => {
  const words = 'This client id was used before. Each order needs one that was never used, even by an order that failed.'
  const theirs = items.filter(({ clientOrderId }) => taken.includes(clientOrderId))
  return fieldProblem(Object.fromEntries(theirs.map(({ field }) => [`${field}clientOrderId`, [words]])))
}

const estimate = (
  trading: TradingState,
  draft: OrderDraft,
  known: KnownPositions,
  now: UnixSeconds,
): Pick<CheckedOrder, 'lines' | 'references'> => {
  const references = draft.items.map(({ market }): Reference | null => {
    const fill = trading.repositories.orders.lastFill(trading.profile.id, market, now - fillLifetime)
    return referenceOf(market, known, fill.ok ? fill.value : null)
  })
  const lines = draft.items.map((item, number) => lineOf(item, references[number]?.price ?? null, reducesRisk(draft, item, known)))
  return { lines, references }
}

const reducesRisk = (draft: OrderDraft, item: DraftItem, { list }: KnownPositions): boolean =>
  draft.kind === 'market' && lessens(effectOf(item, list).effect)

/** Whether an order of ours may have changed the position since it was read: what closed it once would turn it round the next time. */
const mayHaveChanged = ({ intents }: TradingState, { reduces, market }: Line, { asOf }: KnownPositions): boolean =>
  reduces && (asOf === null || intents.mayHaveChanged(market, asOf))

const positionChanging: Problem = {
  code: 'trading-off',
  message:
    'An order of yours may have changed this position, and it has not been seen since. Wait a moment, then preview again. Nothing was sent.',
  reason: 'POSITION_CHANGING',
}

/** The effect of a market order depends on the position it meets: unknown where one that is or may be of its market cannot be read. */
const unreadableProblem = (draft: OrderDraft, { unreadable = [] }: KnownPositions): Problem | null => {
  if (draft.kind !== 'market') return null
  const errors: FieldErrors = {}
  for (const { field, market } of draft.items) {
    const theirs = unreadable.find((one) => touches([one], [market]))
    if (theirs === undefined) continue
    const words = `A position that may be on ${market} could not be read (${unreadableText(theirs)}), so what this order would do to it is not known.`
    errors[`${field}market`] = [`${words} Look on the exchange.`]
  }
  return Object.keys(errors).length === 0 ? null : { ...fieldProblem(errors, 'trading-off'), reason: 'POSITION_UNREAD' }
}

/** Levels that contradict each other at any price, for the position that remains. */
const levelProblem = (draft: OrderDraft, { list }: KnownPositions): Problem | null => {
  if (draft.kind !== 'market') return null
  const errors: FieldErrors = {}
  for (const item of draft.items) {
    const doubts = orderDoubts(item, effectOf(item, list), null).filter((doubt) => doubt.impossible)
    for (const { field, text } of doubts) errors[field] = [text]
  }
  return Object.keys(errors).length === 0 ? null : fieldProblem(errors)
}

const otherPosition: Problem = {
  code: 'cancelled',
  message: 'The position that this was to reduce or close has changed since. Nothing was sent; preview the order again.',
  reason: 'EFFECT_CHANGED',
}

/** What was previewed as reducing or closing a position may not do something else now. */
const effectProblem = (previewed: OrderPreview['items'], { list }: KnownPositions): Problem | null =>
  previewed.some((item) => lessens(item.effect) && !lessens(effectOf(item, list).effect)) ? otherPosition : null

/** `previewed`: what was shown when the draft was prepared, where it is checked again. */
export const checkDraft = (
  trading: TradingState,
  draft: OrderDraft,
  known: KnownPositions,
  clock: Clock,
  previewed: OrderPreview['items'] = [],
): Result<CheckedOrder, Problem> => {
  const now = clock()
  const problem = unreadableProblem(draft, known) ?? effectProblem(previewed, known) ?? levelProblem(draft, known)
  if (problem !== null) return fail(problem)
  const block = blockProblem(trading, draft, now)
  if (block !== null) return fail(block)
  const unused = checkIds(trading, draft.items)
  if (!unused.ok) return unused
  const usage = usageToday(trading, clock)
  if (!usage.ok) return usage
  const estimated = estimate(trading, draft, known, now)
  if (estimated.lines.some((line) => mayHaveChanged(trading, line, known))) return fail(positionChanging)
  const { limits } = trading.settings
  const over = overLimits(limits, estimated.lines, usage.value.used())
  if (over !== null) return fail({ ...fieldProblem(over.fields, 'over-limit'), limit: over.limit })
  return ok({ ...estimated, asksTwice: mustAskTwice(limits, estimated.lines) })
}
