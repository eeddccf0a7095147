// The orders of one account: one confirmation is at most one request on the wire, and its outcome
// is known, or reported as unknown.
import type { Profile } from '../../shared/accounts/account.js'
import type { EndedPosition, EndingOrder } from '../../shared/alerts/position-end.js'
import type { OrderIds } from '../../shared/orders/order.js'
import type { Problem } from '../../shared/problem.js'
import {
  type ExportFormat,
  type Exported,
  type IntentPage,
  type IntentQuery,
  isFollowed,
  noTrading,
  type OrderIntent,
  type TradeObstacle,
  type TradingView,
  type OrderPreview,
  type TradeLimits,
} from '../../shared/orders/trading.js'
import { touches } from '../../shared/unreadable.js'
import { sameItems } from '../../shared/json.js'
import { englishOf, messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { endingOrderOf, investmentClosedBy } from './ending-orders.js'
import { createFirstLookups } from './first-lookups.js'
import { createRestingOrders } from './resting-orders.js'
import { rulesOf } from './kinds/kinds.js'
import { liftBlock, resolveOrder, snapshotOf } from './intent-state.js'
import { createOrderReconciler, notInRecord } from './order-reconciler.js'
import { createOrderReview } from './order-review.js'
import { createOrderSubmission } from './order-submission.js'
import { marketsOf } from './order-text.js'
import { exportOrders } from './orders-export.js'
import { obstaclesOf, type ObstacleInputs } from './pre-trade-checks.js'
import { createArmingAndLimits } from './arming-and-limits.js'
import { loadTradingState, type OrderRepositories, type OrdersPorts } from './trading-state.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { OrderTicket } from '../../shared/orders/order-ticket.js'

/** Seconds after a response in which the next read of the positions shows the order's result. */
const positionsAfterWithin = 120

const closedNow: TradeObstacle = { code: 'no-account', message: messageOf('orders.account-closed') }
const quittingNow: TradeObstacle = { code: 'no-account', message: messageOf('orders.quitting') }

/** Ends what an earlier run left unfinished, and publishes the state before it returns. */
export function openOrders(
  profile: Profile,
  repositories: OrderRepositories,
  ports: OrdersPorts,
): Orders {
  const { clock, journal, log } = ports
  const trading = loadTradingState(profile, repositories, ports)
  const { intents, usage } = trading
  let closed = false
  let publishedStatus: readonly unknown[] = []
  let publishedTroubles = ''

  /** A replaced key may belong to another account of the exchange. */
  const withKeyOfNow = (): OrderIntent[] =>
    [...intents.open(), ...intents.recent()].filter(({ keyHint }) => keyHint === profile.keyHint)

  const obstacleInputs = (): ObstacleInputs => {
    const conditions = ports.conditions()
    return {
      ...conditions,
      journal: {
        ...conditions.journal,
        problem: trading.readProblem ?? conditions.journal.problem,
      },
      readOnly: trading.settings.readOnly,
      armed: armedUntil() !== null,
      connected: ports.client() !== null,
      demo: profile.region === 'demo',
    }
  }

  const obstacles = (): TradeObstacle[] => {
    if (closed) return [closedNow]
    return journal.isQuitting() ? [quittingNow] : obstaclesOf(obstacleInputs(), clock())
  }

  const view = (): TradingView => {
    const used = usage.today()
    return {
      ...trading.settings,
      profileId: profile.id,
      armedUntil: armedUntil(),
      obstacles: obstacles(),
      blocks: intents.blocks(),
      usedToday: used.ok ? used.value : noTrading.usedToday,
      open: intents.open(),
      recent: intents.recent(),
    }
  }

  /**
   * What changes without its own event. Checked every second, so it is compared member by member
   * and not as JSON.
   */
  const status = (): unknown[] => [
    armedUntil(),
    usage.day(),
    ...obstacles().flatMap(({ code, message }) => [code, englishOf(message)]),
  ]

  const publish = (): void => {
    if (closed) return
    publishedStatus = status()
    ports.changed(view())
    const troubles = intents
      .troubles()
      .filter(
        ({ intentId, because }) => because === 'mismatch' || !firstLookups.isAwaited(intentId),
      )
    const text = JSON.stringify(troubles)
    if (text === publishedTroubles) return
    publishedTroubles = text
    ports.troublesChanged(troubles)
  }

  const firstLookups = createFirstLookups(ports, publish)
  // Orders left unknown by an earlier run have been so for long enough.
  firstLookups.ended(intents.open().flatMap(({ id, state }) => (state === 'unknown' ? [id] : [])))

  const intentLooked = (intent: OrderIntent): void => {
    usage.update(intent)
    resting.noted(intent)
    publish()
  }

  const intentChanged = (intent: OrderIntent): void => {
    // A response that does not match was not lost: no list settles that.
    if (intent.state === 'unknown' && intent.items.every(({ mismatch }) => mismatch.length === 0))
      firstLookups.await(intent.id)
    if (intent.state === 'unknown' || isFollowed(intent, clock())) reconciler.start(intent.id)
    intentLooked(intent)
  }

  /** The result of a filled order, as first read after the response, for the history. */
  const recordPositionsAfter = (): void => {
    const { value, asOf, unreadable } = ports.conditions().positions
    if (value === null || asOf === null) return
    for (const intent of [...intents.open(), ...intents.recent()]) {
      const { state, evidence, keyHint, items, timeline } = intent
      if (
        !rulesOf(intent).showsInPositions ||
        state !== 'acknowledged' ||
        evidence?.after !== null ||
        keyHint !== profile.keyHint
      )
        continue
      const answeredAt = timeline.findLast(({ what }) => what === 'answered')?.at ?? asOf
      const markets = marketsOf(items)
      if (
        answeredAt >= asOf ||
        asOf - answeredAt >= positionsAfterWithin ||
        touches(unreadable, markets)
      )
        continue
      const text = messageOf('orders.evidence.after-answer')
      intents.saveOrKeep({
        ...intent,
        evidence: { ...evidence, after: snapshotOf(markets, value, asOf), text },
      })
    }
  }

  const reconciler = createOrderReconciler(trading, {
    changed: intentLooked,
    lookedUp: (intentIds) => {
      firstLookups.ended(intentIds)
      publish()
    },
  })
  const resting = createRestingOrders(trading, intentLooked)
  const { owner, submit } = createOrderSubmission(trading, () => !closed, intentChanged)
  const { voidAll, ...review } = createOrderReview(trading, obstacles, submit)

  /** `why` is for the log. */
  const disarm = (why = 'asked for'): void => {
    const wasArmed = endArming()
    voidAll()
    journal.cancelUnsent(owner)
    if (wasArmed) log('trading disarmed', { why })
    publish()
  }

  const { armedUntil, endArming, flush, dropDialogs, ...controls } = createArmingAndLimits(
    trading,
    { obstacles, disarm, changed: publish },
  )

  /** The user's decision counts once it is on disk. */
  const decide = (
    id: string,
    change: (intent: OrderIntent) => Result<OrderIntent, Problem>,
  ): Result<null, Problem> => {
    const intent = intents.open().find((one) => one.id === id)
    if (intent === undefined) return fail(notInRecord)
    const next = change(intent)
    return next.ok ? owner.save(next.value) : next
  }

  journal.takeOver(owner)
  reconciler.start()
  publish()

  return {
    ...controls,
    ...review,
    read: view,
    isArmed: (): boolean => armedUntil() !== null,
    disarm,
    intent: (id: string): Result<OrderIntent, Problem> => {
      const found = intents.find(id)
      if (!found.ok) return found
      return found.value === null ? fail(notInRecord) : ok(found.value)
    },
    page: (query: IntentQuery): Result<IntentPage, Problem> => {
      journal.flush()
      return repositories.orders.page(profile.id, query)
    },
    endingOrder: (ended: EndedPosition): EndingOrder | null => endingOrderOf(withKeyOfNow(), ended),
    closedInvestment: (investmentId: string): UnixSeconds | null =>
      investmentClosedBy(withKeyOfNow(), investmentId),
    markets: (): Result<string[], Problem> => repositories.orders.markets(profile.id),
    checkNow: reconciler.checkNow,
    named: (order: OrderIds): void => {
      reconciler.named(order)
      resting.named(order)
    },
    resolve: ({ id, ...resolution }: Parameters<typeof resolveOrder>[2] & { id: string }) =>
      decide(id, (intent) => resolveOrder(intent, clock(), resolution)),
    liftBlock: (id: string, typed: string) =>
      decide(id, (intent) => liftBlock(intent, clock(), typed)),
    exportAll: (format: ExportFormat): Promise<Result<Exported, Problem>> => {
      journal.flush()
      return exportOrders(trading, format)
    },
    onHidden: (): void => {
      dropDialogs()
      disarm('another account is shown')
    },
    onLocked: (): void => {
      dropDialogs()
      disarm('Plimsoll was locked')
    },
    beginQuit: (): void => {
      journal.beginQuit()
      disarm('quitting')
    },
    onSleep: (): void => {
      disarm('sleep')
      journal.markUnknown(owner, 'slept')
    },
    refresh: (): void => {
      if (closed) return
      journal.flushIfDue()
      flush()
      usage.today()
      recordPositionsAfter()
      resting.refresh()
      if (!sameItems(status(), publishedStatus)) publish()
    },
    close: (): void => {
      if (closed) return
      closed = true
      dropDialogs()
      disarm('account closed')
      reconciler.stop()
      resting.stop()
      firstLookups.stop()
      journal.flush()
    },
  }
}

export type Orders = {
  read: () => TradingView
  isArmed: () => boolean
  disarm: (why?: string) => void
  intent: (id: string) => Result<OrderIntent, Problem>
  page: (query: IntentQuery) => Result<IntentPage, Problem>
  /**
   * The order that may have ended a position, among those sent with the current key; null if none
   * did.
   */
  endingOrder: (ended: EndedPosition) => EndingOrder | null
  /**
   * When the close of a fixed investment was sent that the exchange accepted; null if none was,
   * with the current key.
   */
  closedInvestment: (investmentId: string) => UnixSeconds | null
  markets: () => Result<string[], Problem>
  /** Compares the positions of an unknown order now. */
  checkNow: (id: string) => Promise<Result<null, Problem>>
  /** The stream named an order: if it is ours and may have changed, it is looked up now. */
  named: (order: OrderIds) => void
  resolve: (parts: Parameters<typeof resolveOrder>[2] & { id: string }) => Result<null, Problem>
  liftBlock: (id: string, typed: string) => Result<null, Problem>
  exportAll: (format: ExportFormat) => Promise<Result<Exported, Problem>>
  /** Another account comes on screen. */
  onHidden: () => void
  /** Plimsoll is locked. */
  onLocked: () => void
  /** Nothing more is sent. The journal waits for what is in flight. */
  beginQuit: () => void
  /** The computer slept, or its clock was set. */
  onSleep: () => void
  /** Call when the conditions of trading may have changed, and about every second. */
  refresh: () => void
  /** Nothing is published any more; orders in flight are still recorded. */
  close: () => void
  prepare: (ticket: OrderTicket, page: string) => Result<OrderPreview, Problem>
  confirm: (token: string, page: string) => Promise<Result<{ intentId: string }, Problem>>
  discard: (token: string) => void
  pageGone: (page: string) => void
  allow: (allowed: boolean) => Promise<Result<null, Problem>>
  arm: (passphrase?: string | null) => Promise<Result<{ until: UnixSeconds }, Problem>>
  changeLimits: (limits: TradeLimits) => Promise<Result<null, Problem>>
  favourite: (market: string, on: boolean) => Result<null, Problem>
}
