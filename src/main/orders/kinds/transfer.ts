// Moving an asset between two balances of the account. The response names nothing, and of the
// history of transfers no member is documented, so one without a response is settled by both
// balances, as they were read just before it was sent. It neither borrows nor touches a position.
import { freshnessOf } from '../../../shared/portfolio/feed.js'
import { type MarginFeeds, mayUseMargin } from '../../../shared/portfolio/margin.js'
import { isDirect, type Purse, purses as allPurses } from '../../../shared/portfolio/purse.js'
import {
  holdingIn,
  mostMovable,
  purseFeed,
  type PurseHolding,
  transferPlaces,
} from '../../../shared/portfolio/purses.js'
import type { PurseBefore, Target } from '../../../shared/orders/order.js'
import type { TransferTicket } from '../../../shared/orders/order-ticket.js'
import { overTransferLimits } from '../../../shared/orders/order-limits.js'
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import { collateralPrice, transferChanges } from '../../../shared/orders/transfer-changes.js'
import type {
  AskedRecord,
  IntentItem,
  OrderChange,
  OrderIntent,
} from '../../../shared/orders/trading.js'
import { isCurrent } from '../../../shared/markets/live-price.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { compare, cut, type Decimal, subtract } from '../../../shared/money.js'
import type { Problem } from '../../../shared/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { touches } from '../../../shared/unreadable.js'
import { hasOutcome } from '../intent-state.js'
import type { KnownAccount } from '../order-changes.js'
import { createsNoOrder, type KnownTargets } from '../draft-targets.js'
import { waitFor } from '../conflicting-requests.js'
import { lineOf, mustAskTwice } from '../order-limits.js'
import { verdict } from '../order-outcome.js'
import { type ExchangeRecords, purseOf, type RecordRead } from '../order-records.js'
import { absentAfter, type Finding, sentAt, unknownItems, unread } from '../order-settlement.js'
import { itemAct } from '../order-text.js'
import { unclear } from '../position-evidence.js'
import { type CheckedOrder, fieldProblem } from '../pre-trade-checks.js'
import { reviewOf, sentenceOf, warning, type Warning } from '../review-words.js'
import { emptyDraft, type OrderDraft, readTicket, type TicketReader } from '../ticket-parser.js'
import type { OrdersClient, TradingState } from '../trading-state.js'
import { oneOf, ticketOf, typed } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

/**
 * Seconds after the response to a transfer for which the balances may not show it yet: the public
 * documentation speaks of two.
 */
const shownAfter = 5

/**
 * Seconds after sending within which the balances say what became of a transfer: later, what the
 * user did meanwhile may look the same.
 */
const comparedWithin = 3600

/** Milliseconds. What took longer to read is not of the moment before sending. */
const readWithin = 10_000

type Purses = Extract<Target, { kind: 'purses' }>

type Transfer = { asset: string; amount: Decimal; purses: Purses }

export const transferKind: OrderKindRules<'transfer'> = {
  ticket: ticketOf('transfer', {
    asset: typed,
    from: oneOf(allPurses),
    to: oneOf(allPurses),
    amount: typed,
  }),

  parse: (ticket, known) =>
    readTicket(known.newId, (reader) => ({
      ...emptyDraft,
      kind: 'transfer',
      items: [readTransfer(ticket, known, reader)],
    })),

  check: (trading, draft) => {
    const transfer = transferOf(draft)
    const problem =
      pursesProblem(trading, transfer) ??
      heldBack(trading, transfer) ??
      changedSince(trading, transfer)
    if (problem !== null) return fail(problem)
    return checkLimits(trading, draft, transfer)
  },

  readAhead,

  describe: (draft, checked, { profile, known, now }) => {
    const transfer = transferOf(draft)
    const act = itemAct(draft.items[0] ?? { ...noItem, target: transfer.purses })
    const changes = changesOf(transfer, known, now)
    const margin = marginFeeds(known)
    return reviewOf(draft, checked, profile, {
      act,
      sentences: [
        sentenceOf(act),
        ...changes.flatMap(changeSentence),
        ...(isLevelMissing(transfer, margin, now)
          ? [messageOf('orders.preview.margin-level-unknown')]
          : []),
        messageOf('orders.preview.transfer-own'),
      ],
      warnings: transferWarnings(transfer, margin, now),
      totals: [],
      changes,
    })
  },

  request: (draft) => {
    const { asset, amount, purses } = transferOf(draft)
    return { kind: 'transfer', asset, amount, from: purses.from, to: purses.to }
  },

  readOutcome: ({ items }) => ({
    state: 'acknowledged',
    items: items.map((item) => ({ ...item, state: 'done' })),
    problem: null,
  }),

  isAlreadyDone: () => false,

  recordsWanted: (intent) => ({
    markets: [],
    investments: false,
    targets: [],
    purses: unknownItems(intent).flatMap(({ target }) =>
      target?.kind === 'purses' ? [target.from, target.to] : [],
    ),
  }),

  settle: (intent, { records }) => ({
    orders: new Map(
      unknownItems(intent).map((item) => [item.index, findingOf(item, records, sentAt(intent))]),
    ),
    investment: null,
  }),

  asked: (intent, records) => unknownItems(intent).flatMap((item) => askedFor(item, records)),

  evidence: () => unclear(messageOf('orders.evidence.transfer')),

  endedPart: () => null,

  mayBeRetried: false,

  showsInPositions: false,
}

const nothingHeld: PurseBefore = { total: '0', owed: '0' }

const noPurses: Purses = {
  kind: 'purses',
  id: '',
  from: 'main',
  to: 'trade',
  before: { from: nothingHeld, to: nothingHeld },
}

const noItem = {
  ...createsNoOrder,
  market: '',
  side: 'sell',
  amount: '0',
  price: null,
  positionSide: null,
  postOnly: false,
  ioc: false,
  rpi: false,
} as const

function transferOf({ items: [item] }: OrderDraft): Transfer {
  const { market: asset = '', amount = '', target } = item ?? {}
  return { asset, amount, purses: target?.kind === 'purses' ? target : noPurses }
}

function wallet(purse: Purse): Message {
  return messageOf(`common.wallet.${purse}`)
}

function beforeOf({ total, owed }: PurseHolding): PurseBefore {
  return { total, owed }
}

function holdingOf({ purses }: KnownTargets, purse: Purse, asset: string): PurseHolding | null {
  const { value } = purseFeed(purses, purse)
  return value === null ? null : holdingIn(value, asset)
}

function readTransfer(
  { asset: typed, from, to, amount: typedAmount }: TransferTicket,
  known: KnownTargets,
  { refuse, take }: TicketReader,
): OrderDraft['items'][number] {
  const asset = typed.trim()
  if (!/^[A-Za-z0-9]{1,30}$/.test(asset)) refuse('asset', messageOf('orders.transfer.no-asset'))
  if (from === to) refuse('to', messageOf('orders.transfer.same-wallet'))
  else if (!isDirect(from, to)) refuse('to', messageOf('orders.transfer.by-main'))
  const read = take('amount', readTypedDecimal(messageOf('orders.field.amount'), typedAmount))
  // Without zeros at its end, which would count as decimal places.
  const amount = read === '' ? '' : cut(read, transferPlaces)
  if (read !== '' && compare(amount, read) !== 0)
    refuse('amount', messageOf('orders.transfer.too-fine', { most: transferPlaces }))
  const holdings = { from: holdingOf(known, from, asset), to: holdingOf(known, to, asset) }
  for (const [field, purse] of [['from', from] as const, ['to', to] as const])
    if (holdings[field] === null)
      refuse(field, messageOf('orders.transfer.unread', { wallet: wallet(purse) }))
  const over = holdings.from === null ? null : overFree(holdings.from, from, amount)
  if (over !== null) refuse('amount', over)
  return {
    ...noItem,
    field: '',
    market: asset,
    amount,
    target: {
      kind: 'purses',
      id: '',
      from,
      to,
      before: {
        from: beforeOf(holdings.from ?? holdingIn([], asset)),
        to: beforeOf(holdings.to ?? holdingIn([], asset)),
      },
    },
  }
}

/** Why there is less to move than the amount; null if there is enough. */
function overFree(holding: PurseHolding, from: Purse, amount: Decimal): Message | null {
  const free = mostMovable(holding)
  const { asset } = holding
  if (free === null) return messageOf('orders.transfer.free-unknown', { wallet: wallet(from) })
  return amount !== '' && compare(amount, free) > 0
    ? messageOf('orders.transfer.over-free', { held: free, asset, wallet: wallet(from) })
    : null
}

function refusal(message: Message, reason: string, code: Problem['code'] = 'trading-off'): Problem {
  return { code, message, reason }
}

/** Both balances were read lately, after our last transfer, and with this asset. */
function pursesProblem({ ports, intents }: TradingState, { asset, purses }: Transfer) {
  const now = ports.clock()
  const known = ports.conditions().purses
  const movedAt = intents.lastMoved(asset)
  for (const purse of [purses.from, purses.to]) {
    const feed = purseFeed(known, purse)
    const freshness = freshnessOf(feed, now)
    if (freshness !== 'fresh' && freshness !== 'partly')
      return refusal(messageOf('orders.transfer.old', { wallet: wallet(purse) }), 'PURSE_OLD')
    if (touches(feed.unreadable, [asset]))
      return refusal(messageOf('orders.transfer.unread', { wallet: wallet(purse) }), 'PURSE_UNREAD')
    if (movedAt !== null && (feed.asOf ?? 0) < movedAt + shownAfter)
      return refusal(messageOf('orders.transfer.settling', { asset }), 'PURSE_CHANGING')
  }
  return null
}

function isTransferOf({ kind, items }: OrderIntent, asset: string): boolean {
  return kind === 'transfer' && items.some(({ market }) => market === asset)
}

/**
 * Another transfer of the asset without an outcome: the balances could not tell them apart. Nothing
 * lifts that; the user can only say what happened to it. Or one whose late answer contradicts the
 * balances, until its block is lifted.
 */
function heldBack({ intents }: TradingState, { asset }: Transfer): Problem | null {
  const other = intents
    .open()
    .find(
      (intent) =>
        isTransferOf(intent, asset) &&
        (!hasOutcome(intent) || intent.state === 'unknown' || intent.blocks),
    )
  if (other === undefined) return null
  const { act, state } = other
  const text = !hasOutcome(other)
    ? waitFor(other)
    : messageOf(`orders.transfer.${state === 'unknown' ? 'unknown' : 'mismatch'}-first`, { act })
  return {
    ...fieldProblem({ asset: [text] }, 'trading-off'),
    reason: hasOutcome(other) ? 'TARGET_UNKNOWN' : 'UNDER_WAY',
  }
}

/**
 * What it was prepared with counts until it is sent, because it is settled by comparing with that.
 */
function changedSince({ ports }: TradingState, transfer: Transfer): Problem | null {
  const { asset, purses } = transfer
  const conditions = ports.conditions()
  return differs(
    transfer,
    holdingOf(conditions, purses.from, asset),
    holdingOf(conditions, purses.to, asset),
  )
}

/** Either balance differs from the review, or there is too little to move. */
function differs(
  { amount, purses: { from, before } }: Transfer,
  source: PurseHolding | null,
  target: PurseHolding | null,
): Problem | null {
  if (source === null || target === null || !isAs(before.from, source) || !isAs(before.to, target))
    return refusal(messageOf('orders.transfer.changed'), 'EFFECT_CHANGED', 'cancelled')
  const over = overFree(source, from, amount)
  return over === null ? null : fieldProblem({ amount: [over] })
}

/**
 * Both balances as they are now: compared with older ones, a transfer that was made elsewhere since
 * would be taken for this one, or hide it.
 */
async function readAhead(
  { ports }: TradingState,
  client: OrdersClient,
  draft: OrderDraft,
): Promise<Result<null, Problem>> {
  const { clock, timing } = ports
  const transfer = transferOf(draft)
  const { asset, purses } = transfer
  const began = timing.ticks()
  const [source, target] = await Promise.all([
    purseOf(client, purses.from, clock, true),
    purseOf(client, purses.to, clock, true),
  ])
  const isLate = timing.ticks() - began > readWithin
  if (isLate || !isReadOf(source, asset) || !isReadOf(target, asset))
    return fail(refusal(messageOf('orders.transfer.unread-now'), 'PURSE_UNREAD', 'cancelled'))
  const problem = differs(
    transfer,
    holdingIn(source.members, asset),
    holdingIn(target.members, asset),
  )
  if (problem === null) return ok(null)
  // What is shown is older than this.
  ports.refreshAfterWrite(draft.kind)
  return fail(problem)
}

function isAs(before: PurseBefore, now: PurseBefore): boolean {
  return compare(before.total, now.total) === 0 && compare(before.owed, now.owed) === 0
}

/**
 * A system dialog asks as for an order of as much of the asset, and whenever what is moved out may
 * bring the margin level down.
 */
function checkLimits(
  { ports, settings, usage }: TradingState,
  { items }: OrderDraft,
  { asset, amount, purses }: Transfer,
): Result<CheckedOrder, Problem> {
  const used = usage.today()
  if (!used.ok) return used
  const over = overTransferLimits(settings.limits, { asset, amount, to: purses.to }, used.value)
  if (over !== null) return fail({ ...fieldProblem(over.fields, 'over-limit'), limit: over.limit })
  const lowersMargin = mayLowerMargin(purses, marginFeeds(ports.conditions()), ports.clock())
  return ok({
    // Without a notional of its own: it is counted by its amount, apart from orders.
    lines: items.map((item) => ({
      ...lineOf(item, { live: null, reference: null }, null),
      quote: '',
      reduces: purses.to === 'collateral',
    })),
    asksTwice: lowersMargin || mustAskTwice(settings.limits, [{ quote: asset, notional: amount }]),
  })
}

function marginFeeds({
  collateral,
  positions,
  purses,
}: KnownAccount & Pick<KnownTargets, 'purses'>): MarginFeeds {
  const { collateralBalance } = purses
  return { collateralSummary: collateral, positions, collateralBalance }
}

/** Only fresh and complete figures show that no margin is in use. */
function mayLowerMargin({ from }: Purses, margin: MarginFeeds, now: UnixSeconds): boolean {
  const isKnown = Object.values(margin).every((feed) => freshnessOf(feed, now) === 'fresh')
  return from === 'collateral' && (!isKnown || mayUseMargin(margin))
}

/** The margin level changes, and there is no current one to begin with. */
function isLevelMissing(
  { purses: { from, to } }: Transfer,
  margin: MarginFeeds,
  now: UnixSeconds,
): boolean {
  return (
    (from === 'collateral' || to === 'collateral') &&
    !isCurrent(margin.collateralSummary, now) &&
    mayUseMargin(margin)
  )
}

/** What both balances hold, and the margin level if the collateral changes. */
function changesOf(
  { asset, amount, purses: { from, to, before } }: Transfer,
  { collateral, prices: { tickers } }: KnownAccount,
  now: UnixSeconds,
): OrderChange[] {
  return transferChanges(
    { asset, amount, from, to },
    { from: before.from.total, to: before.to.total },
    {
      summary: isCurrent(collateral, now) ? collateral.value : null,
      price: collateralPrice(asset, isCurrent(tickers, now) ? tickers.value : null),
    },
  )
}

/** The same as a row of the table, for screen readers and the system dialog. */
function changeSentence({ what, unit: asset, before, after }: OrderChange): Message[] {
  if (what === 'marginLevel' && after.value === null)
    return [messageOf('orders.preview.margin-level-unknown')]
  if (before.value === null || after.value === null) return []
  if (what === 'marginLevel')
    return [messageOf('orders.preview.margin-level', { level: before.value, percent: after.value })]
  if (what !== 'main' && what !== 'trade' && what !== 'collateral') return []
  return [
    messageOf('orders.preview.wallet', {
      wallet: wallet(what),
      before: before.value,
      after: after.value,
      asset,
    }),
  ]
}

function transferWarnings(
  { asset, purses }: Transfer,
  margin: MarginFeeds,
  now: UnixSeconds,
): Warning[] {
  const { to, before } = purses
  return [
    ...(mayLowerMargin(purses, margin, now)
      ? [warning(messageOf('orders.preview.margin-falls'))]
      : []),
    ...(to === 'collateral' && compare(before.to.owed, '0') > 0
      ? [warning(messageOf('orders.preview.still-owed', { asset }))]
      : []),
  ]
}

function isReadOf({ problem, unreadable }: RecordRead<PurseHolding>, asset: string): boolean {
  return problem === null && !touches([...unreadable], [asset])
}

/** Null if it was not read, or not with this asset. */
function readOf(
  records: ExchangeRecords,
  purse: Purse,
  asset: string,
): RecordRead<PurseHolding> | null {
  const read = records.purses.get(purse)
  return read !== undefined && isReadOf(read, asset) ? read : null
}

/** What was there without what is owed: money that comes in may pay back what was borrowed. */
function own({ total, owed }: PurseBefore): Decimal {
  return subtract(total, owed)
}

/**
 * Carried out if both balances differ by exactly the amount; not, if neither has changed in any
 * way, which has to last. Anything else could have another reason.
 */
function findingOf(
  { market: asset, amount, target }: IntentItem,
  records: ExchangeRecords,
  sent: UnixSeconds,
): Finding {
  if (target?.kind !== 'purses') return unread(null)
  const [source, destination] = [target.from, target.to].map((purse) =>
    readOf(records, purse, asset),
  )
  if (source == null || destination == null) return unread(null)
  if (source.at > sent + comparedWithin || destination.at > sent + comparedWithin)
    return { kind: 'unclear', why: messageOf('orders.unsettled.balances-late') }
  const { from, to } = target.before
  const [left, arrived] = [holdingIn(source.members, asset), holdingIn(destination.members, asset)]
  const hasLeft = compare(subtract(own(from), own(left)), amount) === 0
  const hasArrived = compare(subtract(own(arrived), own(to)), amount) === 0
  if (hasLeft && hasArrived) {
    const remarks = [messageOf('orders.settled.balances-changed')]
    return { kind: 'found', verdict: verdict('done'), remarks }
  }
  return isAs(from, left) && isAs(to, arrived)
    ? { kind: 'still', verdict: verdict('not-executed'), lasting: absentAfter }
    : { kind: 'unclear', why: messageOf('orders.unsettled.balances') }
}

function askedFor(
  { market: asset, target }: IntentItem,
  { purses }: ExchangeRecords,
): AskedRecord[] {
  if (target?.kind !== 'purses') return []
  return [['from', target.from] as const, ['to', target.to] as const].flatMap(([side, purse]) => {
    const read = purses.get(purse)
    if (read === undefined) return []
    const { what, at, problem, members } = read
    const found = messageOf('orders.asked.holds', {
      held: holdingIn(members, asset).total,
      before: target.before[side].total,
      asset,
    })
    return [{ what, at, found: problem === null ? found : null, problem }]
  })
}
