// Everything that can stand against an order, asked once when it is prepared and again when it is confirmed.
import { effectOf, lessens } from '../../shared/domain/order-effect.js'
import { orderDoubts } from '../../shared/domain/order-sentences.js'
import type { Problem } from '../../shared/domain/problem.js'
import { touches, unreadableText } from '../../shared/domain/unreadable.js'
import type { MarketBlock, OrderPreview, TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Draft, DraftItem } from './draft.js'
import { awaitedWith, blockOn, blocksInvestment } from './market-blocks.js'
import { mustAskTwice, overLimits } from './order-limits.js'
import { type OrderSession, tallyOfToday } from './order-session.js'
import { ageText } from './order-words.js'
import { type Line, lineOf, type Reference, referenceOf, type SeenPositions } from './order-notional.js'
import type { Complaints } from './ticket-reading.js'

/** Seconds a fill of ours still says what a market is worth. */
const fillsCount = 86_400

export type Checked = { lines: Line[]; references: (Reference | null)[]; asksTwice: boolean }

export const refusedBy = ([first]: readonly TradeObstacle[]): Result<null, Problem> =>
  first === undefined ? ok(null) : fail({ code: 'trading-off', message: first.message, reason: first.code })

export const complained = (fields: Complaints, code: Problem['code'] = 'bad-input', message?: string): Problem => ({
  code,
  message: message ?? Object.values(fields)[0]?.[0] ?? 'Something does not fit.',
  fields,
})

const blockedWords = ({ because, market, positionSide, since }: MarketBlock, now: UnixSeconds): string => {
  const where = positionSide === null ? market : `${market} ${positionSide}`
  const age = ageText(since, now)
  return because === 'unknown'
    ? `The result of an order on ${where} from ${age} ago is unknown. Resolve it first, or lift the block on its page.`
    : `Mismatch: the exchange accepted something else than was sent on ${where} ${age} ago. Resolve that order first, or lift the block on its page.`
}

const blocked = (session: OrderSession, draft: Draft, now: UnixSeconds): Problem | null => {
  const open = session.book.open()
  const complaints: Complaints = {}
  const blocks = session.book.blocks()
  for (const item of draft.items) {
    const block = blockOn(item, blocks)
    if (block !== null) complaints[`${item.field}market`] = [blockedWords(block, now)]
  }
  if (Object.keys(complaints).length > 0) return { ...complained(complaints, 'trading-off'), reason: 'MARKET_BLOCKED' }
  if (draft.investmentId !== null && open.some((intent) => intent.investmentId === draft.investmentId && blocksInvestment(intent))) {
    const words = 'It is not known whether this investment was closed already. Resolve that first, or lift the block on its page.'
    return { ...complained({ investmentId: [words] }, 'trading-off'), reason: 'INVESTMENT_BLOCKED' }
  }
  const awaited = awaitedWith(draft, open)
  if (awaited === null) return null
  const message = `“${awaited.act}” is still in progress. Wait for its answer before sending anything more there.`
  return { code: 'trading-off', message, reason: 'UNDER_WAY' }
}

const takenIds = (session: OrderSession, items: readonly DraftItem[]): Result<null, Problem> => {
  const taken = session.memory.orders.taken(items.map(({ clientOrderId }) => clientOrderId))
  if (!taken.ok) return taken
  return taken.value.length === 0 ? ok(null) : fail(idsTaken(items, taken.value))
}

export const idsTaken = (items: readonly DraftItem[], taken: readonly string[]): Problem => {
  const words = 'This client id was used before. Each order needs one that was never used, even by an order that failed.'
  const theirs = items.filter(({ clientOrderId }) => taken.includes(clientOrderId))
  return complained(Object.fromEntries(theirs.map(({ field }) => [`${field}clientOrderId`, [words]])))
}

const valued = (session: OrderSession, draft: Draft, seen: SeenPositions, now: UnixSeconds): Pick<Checked, 'lines' | 'references'> => {
  const references = draft.items.map(({ market }): Reference | null => {
    const fill = session.memory.orders.lastFill(session.profile.id, market, now - fillsCount)
    return referenceOf(market, seen, fill.ok ? fill.value : null)
  })
  const lines = draft.items.map((item, number) => lineOf(item, references[number]?.price ?? null, lessensBy(draft, item, seen)))
  return { lines, references }
}

const lessensBy = (draft: Draft, item: DraftItem, { list }: SeenPositions): boolean =>
  draft.kind === 'market' && lessens(effectOf(item, list).effect)

/** Whether an order of ours may have changed the position since it was seen: what closed it once would turn it round the next time. */
const mayHaveChanged = ({ book }: OrderSession, { reduces, market }: Line, { asOf }: SeenPositions): boolean =>
  reduces && (asOf === null || book.mayHaveChanged(market, asOf))

const seenTooEarly: Problem = {
  code: 'trading-off',
  message:
    'An order of yours may have changed this position, and it has not been seen since. Wait a moment, then preview again. Nothing was sent.',
  reason: 'POSITION_CHANGING',
}

/** A market order is judged by the position it meets: where one of its market cannot be read, or may be of it, there is no judging. */
const unreadablePosition = (draft: Draft, { unreadable = [] }: SeenPositions): Problem | null => {
  if (draft.kind !== 'market') return null
  const complaints: Complaints = {}
  for (const { field, market } of draft.items) {
    const theirs = unreadable.find((one) => touches([one], [market]))
    if (theirs === undefined) continue
    const words = `A position that may be on ${market} could not be read (${unreadableText(theirs)}), so what this order would do to it is not known.`
    complaints[`${field}market`] = [`${words} Look on the exchange.`]
  }
  return Object.keys(complaints).length === 0 ? null : { ...complained(complaints, 'trading-off'), reason: 'POSITION_UNREAD' }
}

/** Levels that contradict each other at any price, for the position that remains. */
const impossible = (draft: Draft, { list }: SeenPositions): Problem | null => {
  if (draft.kind !== 'market') return null
  const complaints: Complaints = {}
  for (const item of draft.items) {
    const doubts = orderDoubts(item, effectOf(item, list), null).filter((doubt) => doubt.impossible)
    for (const { field, text } of doubts) complaints[field] = [text]
  }
  return Object.keys(complaints).length === 0 ? null : complained(complaints)
}

const otherPosition: Problem = {
  code: 'cancelled',
  message: 'The position that this was to reduce or close has changed since. Nothing was sent; preview the order again.',
  reason: 'EFFECT_CHANGED',
}

/** Whether what was previewed as reducing or closing a position would do something else now. */
const changed = (previewed: OrderPreview['items'], { list }: SeenPositions): Problem | null =>
  previewed.some((item) => lessens(item.effect) && !lessens(effectOf(item, list).effect)) ? otherPosition : null

/** `previewed`: what was shown of the draft when it was prepared, where it is asked again. */
export const checkDraft = (
  session: OrderSession,
  draft: Draft,
  seen: SeenPositions,
  clock: Clock,
  previewed: OrderPreview['items'] = [],
): Result<Checked, Problem> => {
  const now = clock()
  const wrong = unreadablePosition(draft, seen) ?? changed(previewed, seen) ?? impossible(draft, seen)
  if (wrong !== null) return fail(wrong)
  const block = blocked(session, draft, now)
  if (block !== null) return fail(block)
  const free = takenIds(session, draft.items)
  if (!free.ok) return free
  const tally = tallyOfToday(session, clock)
  if (!tally.ok) return tally
  const notional = valued(session, draft, seen, now)
  if (notional.lines.some((line) => mayHaveChanged(session, line, seen))) return fail(seenTooEarly)
  const { limits } = session.settings
  const over = overLimits(limits, notional.lines, tally.value.used())
  if (over !== null) return fail({ ...complained(over.fields, 'over-limit'), limit: over.limit })
  return ok({ ...notional, asksTwice: mustAskTwice(limits, notional.lines) })
}
