// Everything that can stand against an order, asked once when it is prepared and again when it is confirmed.
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { MarketBlock, TradeObstacle } from '../../shared/domain/trading.js'
import { compare, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Draft, DraftItem } from './draft.js'
import { awaitedWith, blockOn, blocksInvestment } from './market-blocks.js'
import { mustAskTwice, overLimits } from './order-limits.js'
import { type OrderSession, tallyOfToday } from './order-session.js'
import { ageText } from './order-words.js'
import { type Line, lineOf, type Reference, referenceOf } from './order-worth.js'
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
    ? `It is not known what became of an order on ${where} from ${age} ago. Resolve it first, or lift the block on its page.`
    : `The exchange took something else than was sent on ${where} ${age} ago. Look at that order first, or lift the block on its page.`
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
  const message = `“${awaited.act}” is still under way. Wait for its answer before sending anything more there.`
  return { code: 'trading-off', message, reason: 'UNDER_WAY' }
}

const takenIds = (session: OrderSession, items: readonly DraftItem[]): Result<null, Problem> => {
  const taken = session.memory.orders.taken(items.map(({ clientOrderId }) => clientOrderId))
  if (!taken.ok) return taken
  return taken.value.length === 0 ? ok(null) : fail(idsTaken(items, taken.value))
}

export const idsTaken = (items: readonly DraftItem[], taken: readonly string[]): Problem => {
  const words = 'This client order id was used before. Each order needs one that was never used, even by an order that failed.'
  const theirs = items.filter(({ clientOrderId }) => taken.includes(clientOrderId))
  return complained(Object.fromEntries(theirs.map(({ field }) => [`${field}clientOrderId`, [words]])))
}

/** A limit order to sell brings at least its price, and the market's where that is higher. */
const higher = (typed: Decimal | null, known: Decimal | null): Decimal | null => {
  if (typed === null || known === null) return typed ?? known
  return compare(typed, known) < 0 ? known : typed
}

const valued = (
  session: OrderSession,
  draft: Draft,
  positions: readonly Position[],
  now: UnixSeconds,
): Pick<Checked, 'lines' | 'references'> => {
  const references = draft.items.map((item): Reference | null => {
    if (item.price !== null && item.side === 'buy') return null
    const fill = session.memory.orders.lastFill(session.profile.id, item.market, now - fillsCount)
    return referenceOf(item, positions, fill.ok ? fill.value : null)
  })
  const lines = draft.items.map((item, number) => lineOf(item, higher(item.price, references[number]?.price ?? null)))
  return { lines, references }
}

export const checkDraft = (session: OrderSession, draft: Draft, positions: readonly Position[], clock: Clock): Result<Checked, Problem> => {
  const now = clock()
  const block = blocked(session, draft, now)
  if (block !== null) return fail(block)
  const free = takenIds(session, draft.items)
  if (!free.ok) return free
  const tally = tallyOfToday(session, clock)
  if (!tally.ok) return tally
  const worth = valued(session, draft, positions, now)
  const { limits } = session.settings
  const over = overLimits(limits, worth.lines, tally.value.used())
  if (Object.keys(over).length > 0) return fail(complained(over, 'over-limit'))
  return ok({ ...worth, asksTwice: mustAskTwice(limits, worth.lines) })
}
