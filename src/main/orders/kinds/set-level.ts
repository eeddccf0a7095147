// A stop loss or take profit of an open position: a market order that waits for its price and only
// reduces. It rests in the exchange's list of open orders, so it is settled like any order.
import { levelFaults, levels, type Level } from '../../../shared/orders/order-effect.js'
import { currenciesOf, readTypedDecimal } from '../../../shared/orders/order-rules.js'
import type { SetLevelTicket } from '../../../shared/orders/order-ticket.js'
import type { Guard } from '../../../shared/orders/order.js'
import { brokenRules } from '../../../shared/markets/market-rules.js'
import { resultAt } from '../../../shared/portfolio/position-figures.js'
import { unitsOf, usablePrice } from '../../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import type { Protection } from '../../../shared/portfolio/protection.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { asEstimate, asEstimateBeside, compare, type Decimal } from '../../../shared/money.js'
import type { Problem } from '../../../shared/problem.js'
import { fail, ok } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { legOf, type KnownTargets } from '../draft-targets.js'
import { checkHeldBack, waitFor } from '../conflicting-requests.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { type Line, lineOf, mustAskTwice } from '../order-limits.js'
import { verdictOf } from '../order-outcome.js'
import { currentPrices, pricesFor } from '../order-prices.js'
import { askedForOrders, findingsOf, ordersWanted, unseenPart } from '../order-settlement.js'
import { itemAct } from '../order-text.js'
import { unclear } from '../position-evidence.js'
import { pairDoubt, positionProblem, protectionsOf, removable } from '../position-levels.js'
import { fieldProblem, idsTaken } from '../pre-trade-checks.js'
import {
  notionalSentence,
  referenceText,
  reviewOf,
  ruleWarnings,
  sentenceOf,
  totalsOf,
  type Warning,
  warning,
} from '../review-words.js'
import { type DraftItem, emptyDraft, readTicket, type TicketReader } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'
import {
  levelTarget,
  ofPosition,
  oneOf,
  optional,
  optionalTyped,
  ticketOf,
  typed,
} from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

export const setLevelKind: OrderKindRules<'set-level'> = {
  ticket: ticketOf('set-level', {
    ...ofPosition,
    level: oneOf(levels),
    trigger: typed,
    amount: optionalTyped,
    replaces: optional(levelTarget),
  }),

  parse: (ticket, known) =>
    readTicket(known.newId, (reader) => ({
      ...emptyDraft,
      kind: 'set-level',
      items: readLevel(ticket, known, reader),
    })),

  check: (trading, draft) => {
    const problem = draft.items
      .map(
        (item) =>
          heldBack(trading, item) ?? positionProblem(trading, item) ?? pairProblem(trading, item),
      )
      .find((one) => one !== null)
    if (problem !== undefined) return fail(problem)
    const taken = trading.repositories.orders.taken(
      draft.items.map(({ clientOrderId }) => clientOrderId),
    )
    if (!taken.ok) return taken
    if (taken.value.length > 0) return fail(idsTaken(draft.items, taken.value))
    const lines = draft.items.map((item) => levelLine(trading, item))
    const wrong = lines.map((line) => triggerProblem(trading, line)).find((one) => one !== null)
    if (wrong !== undefined) return fail(wrong)
    // It takes risk away, so no limit holds it back. What may be executed at once is asked twice.
    const mayFill = lines.some(
      ({ live, guards }) => live === null || guards?.level === 'takeProfit',
    )
    return ok({ lines, asksTwice: mayFill || mustAskTwice(trading.settings.limits, lines) })
  },

  describe: (draft, checked, { profile, known, now }) => {
    const [line] = checked.lines
    const [item] = draft.items
    const position = known.positions.value?.find(({ id }) => id === item?.guards?.positionId)
    const guards = item?.guards
    if (line === undefined || guards === undefined || position === undefined)
      return reviewOf(draft, checked, profile, {
        act: itemAct(item ?? noItem),
        sentences: [],
        warnings: [],
        totals: [],
      })
    const act = itemAct(line)
    return reviewOf(draft, checked, profile, {
      act,
      sentences: [sentenceOf(act), ...levelSentences(line, guards, position, now)],
      warnings: levelWarnings(line, guards, position, known),
      totals: totalsOf([line]),
      livePrice: line.live,
    })
  },

  request: ({ items: [item = noItem] }) => ({
    kind: 'set-level',
    draft: {
      market: item.market,
      side: item.side,
      amount: item.amount,
      clientOrderId: item.clientOrderId,
      positionSide: item.positionSide,
      trigger: item.guards?.trigger ?? '',
    },
  }),

  readOutcome: ({ items }, { order }) =>
    outcomeOfItems(items.map((item) => ({ ...item, ...verdictOf(item, order) }))),

  isAlreadyDone: () => false,

  recordsWanted: ordersWanted,

  settle: (intent, look) => ({
    orders: findingsOf(intent, look, unseenPart(look)),
    investment: null,
  }),

  asked: askedForOrders,

  // It rests until its price is reached.
  evidence: () => unclear(messageOf('orders.evidence.level')),

  endedPart: () => null,

  mayBeRetried: false,

  showsInPositions: false,
}

const noItem: DraftItem = {
  field: '',
  clientOrderId: '',
  market: '',
  side: 'sell',
  amount: '0',
  price: null,
  positionSide: null,
  stopLoss: null,
  takeProfit: null,
  postOnly: false,
  ioc: false,
  rpi: false,
}

function readLevel(
  { market, positionId, level, trigger: typedTrigger, amount, replaces }: SetLevelTicket,
  known: KnownTargets & { newId: () => string },
  { refuse, take }: TicketReader,
): DraftItem[] {
  const position = (known.positions.value ?? []).find(
    (one) => one.id === positionId && one.market === market,
  )
  if (position === undefined) {
    refuse('positionId', messageOf('orders.ticket.position-gone'))
    return []
  }
  // Nobody could see which others there are.
  if (known.openOrders.value === null) {
    refuse('positionId', messageOf('orders.ticket.orders-unread'))
    return []
  }
  const [direction, size] = [directionOf(position), unitsOf(position)]
  if (direction === 'unclear' || size === null) {
    refuse('positionId', messageOf('orders.levels.no-direction'))
    return []
  }
  const trigger = take(
    'trigger',
    readTypedDecimal(
      messageOf(level === 'stopLoss' ? 'orders.field.stop-loss' : 'orders.field.take-profit'),
      typedTrigger,
    ),
  )
  const part =
    amount === null || amount.trim() === ''
      ? size
      : take('amount', readTypedDecimal(messageOf('orders.field.amount'), amount))
  if (part !== '' && compare(part, size) > 0)
    refuse(
      'amount',
      messageOf('orders.levels.over-size', { held: size, base: currenciesOf(market).base }),
    )
  const old = replaces === null ? null : removable(position, replaces, known, level)
  if (replaces !== null && old === null) refuse('replaces', messageOf('orders.levels.old-gone'))
  if (old?.by === 'linked' && level === 'takeProfit')
    refuse('replaces', messageOf('orders.levels.pair-moved'))
  return [
    {
      ...noItem,
      clientOrderId: known.newId(),
      market,
      side: direction === 'long' ? 'sell' : 'buy',
      amount: part,
      positionSide: inHedge(position),
      guards: {
        level,
        trigger,
        positionId,
        direction,
        ...(old === null
          ? {}
          : { replaces: { id: old.id, trigger: old.trigger, linked: old.by === 'linked' } }),
      },
    },
  ]
}

/** In one-way mode no side is sent. */
function inHedge({ positionSide }: Position): DraftItem['positionSide'] {
  const leg = legOf(positionSide)
  return leg === 'BOTH' ? null : leg
}

function pairProblem(trading: TradingState, { market, guards }: DraftItem): Problem | null {
  const { replaces } = guards ?? {}
  if (replaces === undefined) return null
  const by = replaces.linked ? 'linked' : 'order'
  const doubt = pairDoubt(trading, market, { id: replaces.id, by })
  return doubt === null ? null : fieldProblem({ replaces: [doubt] })
}

/** Another for the same level of the position without an outcome: two may exist. */
function heldBack(trading: TradingState, { market, guards }: DraftItem): Problem | null {
  return checkHeldBack(trading, (intent, isOpen) => {
    const isSame = intent.items.some(
      (item) =>
        item.target === undefined &&
        item.guards?.positionId === guards?.positionId &&
        item.guards?.level === guards?.level &&
        ['pending', 'unknown'].includes(item.state) &&
        isOpen(market),
    )
    return guards !== undefined && isSame ? { trigger: [waitFor(intent)] } : null
  })
}

/** With the rules of its market that it breaks. Whether risk is reduced, the exchange decides. */
function levelLine(trading: TradingState, item: DraftItem): Line {
  const { markets } = trading.ports.conditions()
  const line = lineOf(item, pricesFor(trading, item.market), null)
  const { guards } = item
  const asLevels = {
    stopLoss: null,
    takeProfit: null,
    [guards?.level ?? 'stopLoss']: guards?.trigger ?? null,
  }
  const rules = brokenRules({ ...item, ...asLevels, onCollateral: true }, markets, {
    price: line.live?.price ?? null,
    reduces: true,
    now: trading.ports.clock(),
  })
  return { ...line, rules, reduces: true }
}

/** What would execute it at once, or what the exchange would not take. */
function triggerProblem({ ports }: TradingState, { guards, live, market }: Line): Problem | null {
  if (guards === undefined) return null
  const { level, direction, trigger } = guards
  const [step] = brokenRules(
    { ...noItem, market, [level]: trigger, amount: null, onCollateral: true },
    ports.conditions().markets,
    { price: null, reduces: false, now: ports.clock() },
  ).filter(({ rule, refused }) => rule === 'price-step' && refused)
  if (step !== undefined)
    return { ...fieldProblem({ trigger: [step.text] }), reason: 'MARKET_RULE' }
  const order = { stopLoss: null, takeProfit: null, [level]: trigger }
  // Which price triggers it is not documented, so it has to be on the right side of each.
  const known = live === null ? [] : currentPrices(market, ports.conditions(), ports.clock())
  const passed = known.find(
    ({ price }) => levelFaults(order, { remains: direction }, price).length > 0,
  )
  if (passed === undefined) return null
  const text = messageOf('orders.levels.wrong-side', {
    level,
    remains: direction,
    place: (level === 'stopLoss') === (direction === 'long') ? 'below' : 'above',
    figure: trigger,
    mark: asEstimateBeside(passed.price, trigger),
    price: referenceText(passed, ports.clock()),
  })
  return fieldProblem({ trigger: [text] })
}

function levelSentences(
  line: Line,
  { level, trigger, direction, replaces }: Guard,
  position: Position,
  now: UnixSeconds,
): Message[] {
  const { market, amount, positionSide } = line
  const { base, quote } = currenciesOf(market)
  const way = (level === 'stopLoss') === (direction === 'long') ? 'falls' : 'rises'
  const size = unitsOf(position)
  const result = resultAt({ ...position, amount: partOf(position, amount) }, trigger)
  return [
    ...(replaces === undefined ? [] : [messageOf('orders.levels.step-one')]),
    messageOf('orders.levels.waits', {
      side: line.side,
      amount,
      base,
      market,
      way,
      trigger,
      quote,
    }),
    messageOf(
      size !== null && compare(amount, size) < 0 ? 'orders.levels.part' : 'orders.levels.whole',
      { size: size ?? amount, base },
    ),
    ...(positionSide === null ? [] : [messageOf('orders.preview.position-side', { positionSide })]),
    ...(result === null
      ? []
      : [messageOf('orders.levels.result', { pnl: asEstimate(result), quote })]),
    notionalSentence(line, now),
    messageOf('orders.levels.reduce-only'),
    messageOf('orders.levels.which-price'),
    ...(replaces === undefined
      ? []
      : [messageOf('orders.levels.step-two', { level, from: replaces.trigger, id: replaces.id })]),
  ]
}

/** Signed like the position's own amount. */
function partOf({ amount }: Position, part: Decimal): Decimal {
  return amount?.startsWith('-') === true ? `-${part}` : part
}

function levelWarnings(
  line: Line,
  guards: Guard,
  position: Position,
  known: KnownTargets,
): Warning[] {
  const { level, trigger, direction, replaces } = guards
  const { quote } = currenciesOf(line.market)
  const end = level === 'stopLoss' ? usablePrice(position.liquidationPrice) : null
  const isBeyond = end !== null && compare(trigger, end) * (direction === 'long' ? 1 : -1) <= 0
  const others = protectionsOf(position, known).filter(
    (one) => one.level === level && one.id !== replaces?.id,
  )
  return [
    ...(line.live === null ? [warning(messageOf('orders.levels.no-price'))] : []),
    ...(level === 'takeProfit' ? [warning(messageOf('orders.levels.which-way'))] : []),
    ...(end !== null && isBeyond
      ? [
          {
            field: 'trigger',
            text: messageOf('orders.levels.beyond-liquidation', { figure: end, quote }),
          },
        ]
      : []),
    ...others.map((other) => warning(staysText(other, level))),
    ...(replaces?.linked === true ? [warning(messageOf('orders.levels.pair-goes'))] : []),
    ...ruleWarnings({ ...line, rules: line.rules.filter(({ rule }) => rule !== 'price-step') }),
  ]
}

function staysText({ by, trigger }: Protection, level: Level): Message {
  return messageOf(
    by === 'position' ? 'orders.levels.attached-stays' : 'orders.levels.other-stays',
    {
      level,
      trigger,
    },
  )
}
