// Everything that can prevent an order: why none may be sent now, which is the reason on the page’s
// button, and what is wrong with this one. Checked when it is prepared and again when it is
// confirmed.
import { type Feed, freshnessOf, isClosedToKey } from '../../shared/portfolio/feed.js'
import { brokenRules } from '../../shared/markets/market-rules.js'
import { type Consequence, lessens } from '../../shared/orders/order-effect.js'
import { orderDoubts } from '../../shared/orders/order-sentences.js'
import { kindsNeeding, type OrderKind, orderKinds } from '../../shared/orders/order-ticket.js'
import type { PositionSide } from '../../shared/orders/order.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { FieldErrors, Problem } from '../../shared/problem.js'
import type { MarketBlock, OrderPreview, TradeObstacle } from '../../shared/orders/trading.js'
import { touches, unreadableText } from '../../shared/unreadable.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { blocksInvestment, hasOutcome, sideOf } from './intent-state.js'
import { type Line, lineOf, mustAskTwice, overLimits } from './order-limits.js'
import { pricesFor } from './order-prices.js'
import { ageText } from './order-text.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'
import type { TradingConditions, TradingState } from './trading-state.js'

/**
 * When the clocks differ by more than this many seconds, times and nonces mean different things
 * here and there.
 */
const mostSkew = 30

function clockMessage(skew: number | null): MessageOrText | null {
  if (skew === null) return messageOf('orders.obstacle.clock-not-compared')
  return skew > mostSkew || skew < -mostSkew ? messageOf('orders.obstacle.clock-off') : null
}

function keyMessage({ keyState }: TradingConditions): MessageOrText | null {
  if (keyState === 'accepted') return null
  if (keyState === 'unknown') return messageOf('orders.obstacle.key-not-accepted')
  return messageOf(
    keyState === 'rejected' ? 'orders.obstacle.key-refused' : 'orders.obstacle.key-missing',
  )
}

function journalMessage({ journal }: TradingConditions): MessageOrText | null {
  if (journal.problem !== null)
    return messageOf('orders.obstacle.journal', { problem: journal.problem.message })
  return journal.readOnly ? messageOf('orders.obstacle.journal-read-only') : null
}

function isClosed({ problem }: TradingConditions['balance']): boolean {
  return problem !== null && isClosedToKey(problem)
}

function staleMessage(
  name: 'positions' | 'balance',
  feed: TradingConditions['balance'],
  now: UnixSeconds,
): MessageOrText | null {
  const freshness = freshnessOf(feed, now)
  if (freshness === 'none') return messageOf(`orders.obstacle.${name}-unread`)
  return freshness === 'stale' ? messageOf(`orders.obstacle.${name}-old`) : null
}

function obstacle(
  code: TradeObstacle['code'],
  message: MessageOrText | null,
  only?: OrderKind[],
): TradeObstacle[] {
  return message === null ? [] : [{ code, message, ...(only === undefined ? {} : { only }) }]
}

const onPositions: OrderKind[] = kindsNeeding('positions')
const onBalance: OrderKind[] = kindsNeeding('balance')
const needFigures: OrderKind[] = orderKinds.filter(
  (kind) => onPositions.includes(kind) || onBalance.includes(kind),
)

/**
 * Nothing is sent based on figures that are too old. If positions are closed to this key, orders
 * that would change them cannot be sent at all; for others, the balance has to be fresh instead.
 */
function staleObstacles(
  { positions, balance }: TradingConditions,
  now: UnixSeconds,
): TradeObstacle[] {
  if (!isClosed(positions))
    return obstacle('stale', staleMessage('positions', positions, now), needFigures)
  const unseen = messageOf('orders.obstacle.nothing-fresh')
  const isOfRegion = positions.problem?.code === 'region-unavailable'
  const closed = messageOf(
    isOfRegion ? 'orders.obstacle.no-collateral-trading' : 'orders.obstacle.no-positions',
  )
  return [
    ...obstacle(
      'stale',
      isClosed(balance) ? unseen : staleMessage('balance', balance, now),
      onBalance,
    ),
    ...obstacle('no-positions', closed, onPositions),
  ]
}

/**
 * All inputs of `obstaclesOf`, except the time. `demo`: its time can be moved ahead on purpose, so
 * its clock says nothing about this computer's.
 */
export type ObstacleInputs = TradingConditions & {
  readOnly: boolean
  armed: boolean
  connected: boolean
  demo: boolean
}

/** All that apply, the worst first; empty if an order may be confirmed. */
export function obstaclesOf(inputs: ObstacleInputs, now: UnixSeconds): TradeObstacle[] {
  const { connection, journal, locked, readOnly, armed, connected, demo } = inputs
  const unless = (isMet: boolean, message: MessageOrText): MessageOrText | null =>
    isMet ? null : message
  return [
    ...obstacle('journal', journalMessage(inputs)),
    ...obstacle(
      'data-restored',
      unless(!journal.restored, messageOf('orders.obstacle.data-restored')),
    ),
    ...obstacle(
      'key',
      keyMessage(inputs) ?? unless(connected, messageOf('orders.obstacle.no-connection')),
    ),
    ...obstacle('locked', unless(!locked, messageOf('orders.obstacle.locked'))),
    ...obstacle('clock', demo ? null : clockMessage(connection.clockSkew)),
    ...obstacle(
      'offline',
      unless(connection.state === 'online', messageOf('orders.obstacle.offline')),
    ),
    ...staleObstacles(inputs, now),
    ...obstacle('read-only', unless(!readOnly, messageOf('orders.obstacle.read-only'))),
    ...obstacle('not-armed', unless(armed, messageOf('orders.obstacle.not-armed'))),
  ]
}

export function fieldProblem(fields: FieldErrors, code: Problem['code'] = 'bad-input'): Problem {
  return {
    code,
    message: Object.values(fields)[0]?.[0] ?? messageOf('orders.check.does-not-fit'),
    fields,
  }
}

/** The problem by market, for each item with an objection from `messageFor`. */
function marketProblem(
  items: DraftItem[],
  reason: string,
  messageFor: (item: DraftItem) => Message | null,
): Problem | null {
  const errors: FieldErrors = {}
  for (const item of items) {
    const text = messageFor(item)
    if (text !== null) errors[`${item.field}market`] = [text]
  }
  return Object.keys(errors).length === 0
    ? null
    : { ...fieldProblem(errors, 'trading-off'), reason }
}

function blockText(
  { because, market, positionSide, since }: MarketBlock,
  now: UnixSeconds,
): Message {
  const where = positionSide === null ? market : `${market} ${positionSide}`
  const age = ageText(since, now)
  return messageOf(
    because === 'unknown' ? 'orders.check.block-unknown' : 'orders.check.block-mismatch',
    {
      where,
      age,
    },
  )
}

type Target = { market: string; positionSide: PositionSide | null }

function meet(one: Target, other: Target): boolean {
  const [side, otherSide] = [sideOf(one.positionSide), sideOf(other.positionSide)]
  return one.market === other.market && (side === null || otherSide === null || side === otherSide)
}

/** What is unknown or differs on its market, or is still being sent there. */
export function blockProblem(
  { intents }: TradingState,
  { items, investmentId }: OrderDraft,
  now: UnixSeconds,
): Problem | null {
  const blocks = intents.blocks()
  const blocked = marketProblem(items, 'MARKET_BLOCKED', (item) => {
    const block = blocks.find((one) => meet(one, item))
    return block === undefined ? null : blockText(block, now)
  })
  if (blocked !== null) return blocked
  const sameInvestment = intents
    .open()
    .filter((intent) => investmentId !== null && intent.investmentId === investmentId)
  if (sameInvestment.some(blocksInvestment)) {
    const words = messageOf('orders.check.investment-blocked')
    return {
      ...fieldProblem({ investmentId: [words] }, 'trading-off'),
      reason: 'INVESTMENT_BLOCKED',
    }
  }
  const awaited = intents
    .open()
    .find(
      (intent) =>
        !hasOutcome(intent) &&
        (sameInvestment.includes(intent) ||
          intent.items.some((one) => items.some((item) => meet(one, item)))),
    )
  if (awaited === undefined) return null
  const message = messageOf('orders.check.in-progress', { act: awaited.act })
  return { code: 'trading-off', message, reason: 'UNDER_WAY' }
}

/** `taken`: which of the items' ids; all of them if omitted. */
export function idsTaken(items: readonly DraftItem[], taken?: readonly string[]): Problem {
  const words = messageOf('orders.check.id-used')
  const theirs = items.filter(({ clientOrderId }) => taken?.includes(clientOrderId) ?? true)
  return fieldProblem(
    Object.fromEntries(theirs.map(({ field }) => [`${field}clientOrderId`, [words]])),
  )
}

/**
 * The effect of a market order depends on the position it meets: unknown if one that is, or may be,
 * of its market cannot be read.
 */
function unreadableProblem(
  items: DraftItem[],
  { unreadable = [] }: Feed<Position[]>,
): Problem | null {
  return marketProblem(items, 'POSITION_UNREAD', ({ market }) => {
    const theirs = unreadable.find((one) => touches([one], [market]))
    if (theirs === undefined) return null
    return messageOf('orders.check.position-unread', { market, position: unreadableText(theirs) })
  })
}

/** Levels that contradict each other at any price, for the position that remains. */
export function levelProblem(lines: Line[]): Problem | null {
  const doubts = lines.flatMap((line) =>
    line.consequence === null ? [] : orderDoubts(line, line.consequence, null),
  )
  const impossible = doubts
    .filter((doubt) => doubt.impossible)
    .map(({ field, text }) => [field, [text]])
  return impossible.length === 0 ? null : fieldProblem(Object.fromEntries(impossible))
}

/** What the exchange's list of markets rules out. */
function ruleProblem(lines: Line[]): Problem | null {
  const errors: FieldErrors = {}
  for (const { field, rules } of lines) {
    for (const rule of rules)
      if (rule.refused) (errors[`${field}${rule.field}`] ??= []).push(rule.text)
  }
  return Object.keys(errors).length === 0
    ? null
    : { ...fieldProblem(errors), reason: 'MARKET_RULE' }
}

export const otherPosition: Problem = {
  code: 'cancelled',
  message: messageOf('orders.check.other-position'),
  reason: 'EFFECT_CHANGED',
}

export const positionChanging: Problem = {
  code: 'trading-off',
  message: messageOf('orders.check.position-changing'),
  reason: 'POSITION_CHANGING',
}

/**
 * Whether its effect on the position it reduces, closes or flips would now differ from the preview.
 */
function doesOtherwise(
  { items, changes }: Pick<OrderPreview, 'items' | 'changes'>,
  lines: readonly Line[],
): boolean {
  return items.some(({ effect }, number) => {
    const line = lines[number]
    if (effect !== 'flips') return lessens(effect) && !lessens(line?.consequence?.effect ?? null)
    const size = changes.find(({ what }) => what === 'size')?.after.value
    return line?.consequence?.effect !== 'flips' || line.consequence.after !== size
  })
}

export type CheckedOrder = { lines: Line[]; asksTwice: boolean }

/**
 * Each order as it counts now. `effect`: what it does to a position; null for spot orders, and of
 * an order that first rests.
 */
export function linesOf(
  trading: TradingState,
  items: readonly DraftItem[],
  effect: ((item: DraftItem) => Consequence | null) | null,
): Line[] {
  const { ports } = trading
  const now = ports.clock()
  const { markets } = ports.conditions()
  return items.map((item) => {
    const prices = pricesFor(trading, item.market)
    const line = lineOf(item, prices, effect?.(item) ?? null)
    const { live, reduces } = line
    return {
      ...line,
      rules: brokenRules({ ...item, onCollateral: effect !== null }, markets, {
        price: live?.price ?? null,
        reduces,
        now,
      }),
    }
  })
}

/**
 * What the state of a market's position rules out. `previewed`: what was shown when the draft was
 * prepared, if it is being rechecked.
 */
export function positionProblem(
  { ports }: TradingState,
  { items }: OrderDraft,
  lines: Line[],
  previewed: Pick<OrderPreview, 'items' | 'changes'> | undefined,
): Problem | null {
  const unread = unreadableProblem(items, ports.conditions().positions)
  if (unread !== null) return unread
  if (previewed !== undefined && doesOtherwise(previewed, lines)) return otherPosition
  return levelProblem(lines)
}

/** What every order that takes a risk has to meet. */
export function checkNewRisk(
  trading: TradingState,
  draft: OrderDraft,
  lines: Line[],
): Result<CheckedOrder, Problem> {
  const { ports, intents, usage, settings } = trading
  const { orders } = trading.repositories
  const { items } = draft
  const problem = ruleProblem(lines) ?? blockProblem(trading, draft, ports.clock())
  if (problem !== null) return fail(problem)
  const taken = orders.taken(items.map(({ clientOrderId }) => clientOrderId))
  if (!taken.ok) return taken
  if (taken.value.length > 0) return fail(idsTaken(items, taken.value))
  const used = usage.today()
  if (!used.ok) return used
  // One of our orders may have changed the position since it was read: an order that closed it once
  // would flip it the second time.
  const { asOf } = ports.conditions().positions
  const isChanging = ({ reduces, consequence, market }: Line): boolean =>
    (reduces || lessens(consequence?.effect ?? null) || consequence?.effect === 'flips') &&
    (asOf === null || intents.mayHaveChanged(market, asOf))
  if (lines.some(isChanging)) return fail(positionChanging)
  const over = overLimits(settings.limits, lines, used.value)
  if (over !== null) return fail({ ...fieldProblem(over.fields, 'over-limit'), limit: over.limit })
  return ok({ lines, asksTwice: mustAskTwice(settings.limits, lines) })
}
