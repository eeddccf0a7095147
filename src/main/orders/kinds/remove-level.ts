// Removing a stop loss or take profit of an open position: an order that waits for its price, or a
// pair of which one cancels the other. Without it the position may lose more, so a blocked market
// holds it back. In the place of another, it is the second step of moving a level.
import { knowsProtection, uncovered } from '../../../shared/portfolio/protection.js'
import { unitsOf } from '../../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import { isInPlace } from '../../../shared/orders/level-replacement.js'
import type { RemoveLevelTicket } from '../../../shared/orders/order-ticket.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import { type IntentItem, openTargets } from '../../../shared/orders/trading.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { isZero } from '../../../shared/money.js'
import type { FieldErrors, Problem } from '../../../shared/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { isNotOpenOrder, mapCancelAnswer } from '../cancel-outcome.js'
import { askedForCancelled, cancelFindings, openOrderIds } from '../cancel-settlement.js'
import { readAge, totalsOfOrders } from '../cancel-words.js'
import { createsNoOrder, itemOf, type KnownTargets, legOf } from '../draft-targets.js'
import { checkHeldBack, sameTargets } from '../conflicting-requests.js'
import { acceptedForAll, outcomeOfItems } from '../intent-outcome.js'
import { verdict } from '../order-outcome.js'
import { isWholeRead } from '../order-records.js'
import {
  absentAfter,
  askedForLinked,
  type Finding,
  type Look,
  unread,
} from '../order-settlement.js'
import { itemAct } from '../order-text.js'
import { unclear } from '../position-evidence.js'
import {
  type KnownOrders,
  pairDoubt,
  positionOf,
  positionProblem,
  protectionsOf,
  removable,
} from '../position-levels.js'
import { blockProblem, fieldProblem } from '../pre-trade-checks.js'
import { type ReviewKnown, reviewOf, sentenceOf, type Warning, warning } from '../review-words.js'
import { type DraftItem, emptyDraft } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'
import { intentId, levelTarget, ofPosition, ticketOf } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

export const removeLevelKind: OrderKindRules<'remove-level'> = {
  ticket: ticketOf('remove-level', {
    ...ofPosition,
    ...levelTarget,
    replacedBy: intentId.nullable(),
  }),

  parse: (ticket, known) => {
    const item = readRemoval(ticket, known)
    return item.ok ? ok({ ...emptyDraft, kind: 'remove-level', items: [item.value] }) : item
  },

  check: (trading, draft) => {
    const problem =
      checkHeldBack(trading, sameTargets(draft)) ??
      blockProblem(trading, draft, trading.ports.clock()) ??
      draft.items
        .map(
          (item) =>
            positionProblem(trading, item) ??
            pairProblem(trading, item) ??
            replacementProblem(trading, item),
        )
        .find((one) => one !== null)
    if (problem !== undefined) return fail(problem)
    const known = trading.ports.conditions()
    const leaves = draft.items.some((item) => {
      const position = positionOf(trading, item)
      return position === null || leavesOpen(position, item, known, trading.ports.clock())
    })
    return ok({ lines: [], asksTwice: leaves })
  },

  describe: (draft, checked, seen) => {
    const [item] = draft.items
    const act = itemAct(item ?? noItem)
    return reviewOf(draft, checked, seen.profile, {
      act,
      sentences: [sentenceOf(act), ...(item === undefined ? [] : removalSentences(item, seen))],
      warnings: item === undefined ? [] : removalWarnings(item, seen),
      totals: item?.target?.kind === 'order' ? totalsOfOrders([item]) : [],
    })
  },

  request: ({ items: [item] }) => ({
    kind: 'remove-level',
    linked: item?.target?.kind === 'linked',
    market: item?.market ?? '',
    id: item?.target?.id ?? '',
  }),

  readOutcome: (intent, { entries }) =>
    entries === null
      ? acceptedForAll(intent)
      : outcomeOfItems(mapCancelAnswer(intent.items, entries)),

  isAlreadyDone: ([only, another], problem) =>
    another === undefined && only?.target !== undefined && isNotOpenOrder(problem),

  recordsWanted: (intent) => ({
    markets: [],
    investments: false,
    targets: openOrderIds(intent),
    linked: openTargets(intent).some(({ target }) => target?.kind === 'linked'),
  }),

  settle: (intent, look) => ({
    orders: new Map([
      ...cancelFindings(intent, look),
      ...openTargets(intent).flatMap((item): [number, Finding][] =>
        item.target?.kind === 'linked' ? [[item.index, linkedFinding(item, look)]] : [],
      ),
    ]),
    investment: null,
  }),

  asked: (intent, records) =>
    intent.items.some(({ target }) => target?.kind === 'linked')
      ? askedForLinked(intent, records)
      : askedForCancelled(intent, records),

  evidence: () => unclear(messageOf('orders.evidence.cancelled')),

  endedPart: () => null,

  mayBeRetried: false,

  showsInPositions: false,
}

const noItem = {
  side: 'sell',
  amount: '0',
  market: '',
  price: null,
} as const

function readRemoval(
  { market, positionId, id, by, replacedBy }: RemoveLevelTicket,
  known: KnownTargets,
): Result<DraftItem, FieldErrors> {
  const position = known.positions.value?.find(
    (one) => one.id === positionId && one.market === market,
  )
  if (position === undefined)
    return fail({ positionId: [messageOf('orders.ticket.position-gone')] })
  if (known.openOrders.value === null)
    return fail({ id: [messageOf('orders.ticket.orders-unread')] })
  const direction = directionOf(position)
  const found = removable(position, { id, by }, known)
  if (found === null || direction === 'unclear')
    return fail({ id: [messageOf('orders.levels.gone')] })
  const guards = {
    level: found.level,
    trigger: found.trigger,
    positionId,
    direction,
    ...(replacedBy === null ? {} : { replacedBy }),
  }
  if (found.by === 'linked') {
    const pair = known.conditionalOrders.value?.find(
      (one) => one.kind === 'oco' && one.id === id && one.stopLoss.market === market,
    )
    if (pair?.kind !== 'oco') return fail({ id: [messageOf('orders.levels.gone')] })
    const { stopLoss, takeProfit } = pair
    return ok({
      ...createsNoOrder,
      field: 'id',
      market,
      side: direction === 'long' ? 'sell' : 'buy',
      amount: stopLoss.amount,
      price: null,
      positionSide: legOf(position.positionSide),
      postOnly: false,
      ioc: false,
      rpi: false,
      target: {
        kind: 'linked',
        id,
        stopLoss: stopLoss.activationPrice ?? found.trigger,
        takeProfit: takeProfit.price ?? found.trigger,
      },
      guards,
    })
  }
  const order = known.openOrders.value.find((one) => one.id === id && one.market === market)
  const item = order === undefined ? null : itemOf(order, 'id')
  return item === null ? fail({ id: [messageOf('orders.levels.gone')] }) : ok({ ...item, guards })
}

function pairProblem(trading: TradingState, { market, target }: DraftItem): Problem | null {
  const by = target?.kind === 'linked' ? 'linked' : 'order'
  const doubt = pairDoubt(trading, market, { id: target?.id ?? '', by })
  return doubt === null ? null : fieldProblem({ id: [doubt] })
}

const notReplaced: Problem = {
  code: 'cancelled',
  message: messageOf('orders.levels.not-replaced'),
  reason: 'EFFECT_CHANGED',
}

/** The old one is removed only once the exchange has the new one, which waits there now. */
function replacementProblem(
  { intents, ports }: TradingState,
  { guards, target }: DraftItem,
): Problem | null {
  if (guards?.replacedBy === undefined) return null
  const found = intents.find(guards.replacedBy)
  if (!found.ok) return found.error
  const placed = found.value?.items[0]?.guards
  const isReplacement =
    placed?.positionId === guards.positionId &&
    placed.level === guards.level &&
    placed.replaces?.id === target?.id &&
    placed.replaces?.linked === (target?.kind === 'linked')
  return found.value !== null &&
    isReplacement &&
    isInPlace(found.value, ports.conditions().openOrders, ports.clock())
    ? null
    : notReplaced
}

/**
 * Whether the position is no longer known to be covered as a whole by a stop loss without it. What
 * may be one counts as one if it is removed, and not if it stays.
 */
function leavesOpen(
  position: Position,
  { target, market }: DraftItem,
  known: KnownOrders,
  now: UnixSeconds,
): boolean {
  const by = target?.kind === 'linked' ? 'linked' : 'order'
  const all = protectionsOf(position, known, now)
  const removed = all.filter((one) => one.by === by && one.id === target?.id)
  if (!removed.some(({ level, guessed }) => level === 'stopLoss' || guessed === true)) return false
  if (!knowsProtection(known, market, now)) return true
  const left = uncovered(
    position,
    all.filter((one) => !removed.includes(one)),
    'stopLoss',
  )
  return left === null || !isZero(left)
}

function removalSentences(item: DraftItem, { known, now }: ReviewKnown): Message[] {
  const { target, guards } = item
  const id = target?.id ?? ''
  const age = readAge(known.openOrders, now)
  return [
    ...(guards?.replacedBy === undefined ? [] : [messageOf('orders.levels.second-step')]),
    age === null
      ? messageOf('orders.preview.cancel-id', { id })
      : messageOf('orders.preview.cancel-id-read', { id, age }),
    ...(target?.kind === 'linked' ? [messageOf('orders.levels.pair')] : []),
  ]
}

function removalWarnings(item: DraftItem, { known, now }: ReviewKnown): Warning[] {
  const position = known.positions.value?.find(({ id }) => id === item.guards?.positionId)
  if (position === undefined || !leavesOpen(position, item, known, now)) return []
  const { market } = item
  const { base } = currenciesOf(market)
  const size = unitsOf(position)
  return [
    warning(
      size === null || !knowsProtection(known, market, now)
        ? messageOf('orders.levels.only-stop-unknown', { market })
        : messageOf('orders.levels.only-stop', { market, size, base }),
    ),
  ]
}

/** A pair that the complete list no longer has was removed, or one of it was executed. */
function linkedFinding({ state, target, mismatch }: IntentItem, { records }: Look): Finding {
  const read = records.linked
  if (read === null || read.problem !== null) return unread(null)
  if (read.members.some(({ id }) => id === target?.id))
    return {
      kind: 'still',
      verdict: verdict('not-executed', { mismatch }),
      lasting: absentAfter,
    }
  if (!isWholeRead(read) || read.unreadable.length > 0)
    return unread(messageOf('orders.unsettled.order-unread', { id: target?.id ?? '' }))
  if (state === 'not-open') return { kind: 'as-said' }
  return state === 'accepted'
    ? { kind: 'found', verdict: verdict('done', { mismatch }), remarks: [] }
    : { kind: 'gone', verdict: verdict('not-open', { mismatch }), lasting: absentAfter }
}
