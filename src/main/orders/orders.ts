// The orders of one account: one confirmation is at most one request on the wire, and what became of it is known, or said not to be known.
import type { Profile } from '../../shared/domain/account.js'
import { freshnessOf } from '../../shared/domain/feed.js'
import type { Problem } from '../../shared/domain/problem.js'
import {
  type ExportFormat,
  type Exported,
  type IntentPage,
  type IntentQuery,
  noTrading,
  type OrderIntent,
  type TradeObstacle,
  type TradingView,
} from '../../shared/domain/trading.js'
import { touches } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { sameItems } from '../../shared/same-items.js'
import { withPositionsAfter } from './intent-state.js'
import { createOrderReconciler } from './order-reconciler.js'
import { liftBlock, type Resolution, resolveOrder } from './manual-resolution.js'
import { createOrderReview, type OrderReview } from './order-review.js'
import { createOrderSubmission } from './order-submission.js'
import { isoTime, marketsOf } from './order-text.js'
import { allIntents, exportText } from './orders-export.js'
import type { OrderRepositories, OrdersPorts } from './orders-ports.js'
import { obstaclesOf } from './trading-readiness.js'
import { snapshotOf } from './reconcile-by-positions.js'
import { createTradingArm } from './trading-arm.js'
import { createTradingControls, type TradingControls } from './trading-controls.js'
import { loadTradingState, usageToday } from './trading-state.js'

export type Orders = Pick<TradingControls, 'allow' | 'arm' | 'changeLimits' | 'favourite'> &
  Pick<OrderReview, 'prepare' | 'confirm' | 'discard' | 'pageGone'> & {
    read(): TradingView
    isArmed(): boolean
    /** `why` is for the log. */
    disarm(why?: string): void
    intent(id: string): Result<OrderIntent, Problem>
    page(query: IntentQuery): Result<IntentPage, Problem>
    /** Compares the positions of an unknown order now. */
    checkNow(id: string): Promise<Result<null, Problem>>
    resolve(resolution: Resolution & { id: string }): Result<null, Problem>
    liftBlock(id: string, typed: string): Result<null, Problem>
    exportAll(format: ExportFormat): Promise<Result<Exported, Problem>>
    /** Another account comes on screen. */
    onHidden(): void
    /** Nothing more is sent. The journal waits for what is in flight. */
    beginQuit(): void
    /** The computer slept, or its clock was set. */
    onSleep(): void
    /** Call it when the conditions of trading may have changed, and every second or so. */
    refresh(): void
    /** Nothing is published any more; what is in flight is recorded all the same. */
    close(): void
  }

/** Seconds after an answer in which the next read of the positions shows what the order led to. */
const positionsAfterWithin = 120

const notInRecord: Problem = { code: 'gone', message: 'This order is not in the record of this account.' }
const closedNow: TradeObstacle = { code: 'no-account', message: 'This account is closed.' }
const quittingNow: TradeObstacle = { code: 'no-account', message: 'Plimsoll is quitting.' }

/** Ends what an earlier run left unfinished, and publishes the state before it returns. */
export const openOrders = (profile: Profile, repositories: OrderRepositories, ports: OrdersPorts): Orders => {
  const { clock, timing, journal, desktop, log } = ports
  const trading = loadTradingState(profile, repositories, ports)
  const { intents } = trading
  let closed = false
  let publishedStatus = ''
  let checkedSources: readonly unknown[] = []
  let publishedTroubles = ''

  const obstacles = (): TradeObstacle[] => {
    if (closed) return [closedNow]
    if (journal.isQuitting()) return [quittingNow]
    const conditions = ports.conditions()
    const record = { ...conditions.journal, problem: trading.readProblem ?? conditions.journal.problem }
    const { readOnly } = trading.settings
    const permission = { readOnly, armed: arm.isArmed(), client: ports.client() !== null, demo: profile.region === 'demo' }
    return obstaclesOf({ ...conditions, journal: record }, permission, clock())
  }

  /** Everything `status` depends on. */
  const statusSources = (): unknown[] => {
    const { journal: record, positions, balance, ...rest } = ports.conditions()
    const now = clock()
    return [
      ...[...Object.values(rest), record.problem, record.readOnly, record.restored],
      ...[positions, balance, freshnessOf(positions, now), freshnessOf(balance, now)],
      ...[trading.readProblem, trading.settings, trading.usage.day(), arm.armedUntil(), ports.client(), journal.isQuitting()],
    ]
  }

  const view = (): TradingView => {
    const { readOnly, limits, favourites } = trading.settings
    const usage = usageToday(trading, clock)
    return {
      profileId: profile.id,
      readOnly,
      armedUntil: arm.armedUntil(),
      obstacles: obstacles(),
      blocks: intents.blocks(),
      limits,
      usedToday: usage.ok ? usage.value.used() : noTrading.usedToday,
      favourites,
      open: intents.open(),
      recent: intents.recent(),
    }
  }

  /** What changes without an event of its own. */
  const status = (): string => JSON.stringify([obstacles(), arm.armedUntil(), trading.usage.day()])

  const publishTroubles = (): void => {
    const troubles = intents.troubles()
    const text = JSON.stringify(troubles)
    if (text === publishedTroubles) return
    publishedTroubles = text
    ports.troublesChanged(troubles)
  }

  const publish = (): void => {
    if (closed) return
    checkedSources = []
    publishedStatus = status()
    ports.changed(view())
    publishTroubles()
  }

  const intentChanged = (intent: OrderIntent): void => {
    trading.usage.update(intent)
    if (intent.state === 'unknown') reconciler.start()
    publish()
  }

  /** What a filled order led to, for its place in the history. */
  const recordPositionsAfter = (): void => {
    const { value, asOf, unreadable } = ports.conditions().positions
    if (value === null || asOf === null) return
    for (const intent of [...intents.open(), ...intents.recent()]) {
      const answeredAt = intent.timeline.findLast(({ what }) => what === 'answered')?.at ?? asOf
      const isDue = intent.kind === 'market' && intent.state === 'acknowledged' && intent.evidence?.after === null
      const isNext = answeredAt < asOf && asOf - answeredAt < positionsAfterWithin
      const markets = marketsOf(intent.items)
      if (isDue && isNext && intent.keyHint === profile.keyHint && !touches(unreadable, markets))
        intents.saveOrKeep(withPositionsAfter(intent, snapshotOf(markets, value, asOf)))
    }
  }

  const arm = createTradingArm({ clock, timing, ended: publish })
  const reconciler = createOrderReconciler({
    clock,
    timing,
    unknown: () => intents.open().filter(({ state }) => state === 'unknown'),
    readPositions: () => ports.client()?.openPositions(undefined, { urgent: true }) ?? null,
    clockSkew: () => ports.conditions().connection.clockSkew,
    keyHint: profile.keyHint,
    update: (intent) => {
      intents.saveOrKeep(intent)
      publish()
    },
  })
  const { owner, submit } = createOrderSubmission({ ports, trading, isOpen: () => !closed, changed: intentChanged })
  const { voidAll, ...review } = createOrderReview({
    ports,
    trading,
    obstacles,
    positions: () => {
      const { value, asOf, unreadable = [] } = ports.conditions().positions
      return { list: value ?? [], asOf, unreadable }
    },
    submit,
  })

  const disarm = (why = 'asked for'): void => {
    const wasArmed = arm.disarm()
    voidAll()
    journal.cancelUnsent(owner)
    if (wasArmed) log('trading disarmed', { why })
    publish()
  }

  const { flush, dropDialogs, ...controls } = createTradingControls({
    unsaved: journal.unsavedSettings,
    trading,
    obstacles,
    ask: desktop.ask,
    arm,
    disarm: () => disarm('read-only'),
    changed: publish,
  })

  const openIntent = (id: string): OrderIntent | undefined => intents.open().find((intent) => intent.id === id)

  /** The user's decision counts once it is on disk. */
  const decide = (id: string, change: (intent: OrderIntent) => Result<OrderIntent, Problem>): Result<null, Problem> => {
    const intent = openIntent(id)
    if (intent === undefined) return fail(notInRecord)
    const next = change(intent)
    if (!next.ok) return next
    const saved = intents.save(next.value)
    if (saved.ok) intentChanged(next.value)
    return saved
  }

  journal.takeOver(owner)
  reconciler.start()
  publish()

  return {
    ...controls,
    ...review,
    read: view,
    isArmed: arm.isArmed,
    disarm,
    intent: (id) => {
      const found = intents.find(id)
      if (!found.ok) return found
      return found.value === null ? fail(notInRecord) : ok(found.value)
    },
    page: (query) => {
      journal.flush()
      return repositories.orders.page(profile.id, query)
    },
    checkNow: async (id) => (openIntent(id)?.state === 'unknown' ? reconciler.checkNow(id) : fail(notInRecord)),
    resolve: ({ id, ...resolution }) => decide(id, (intent) => resolveOrder(intent, clock(), resolution)),
    liftBlock: (id, typed) => decide(id, (intent) => liftBlock(intent, clock(), typed)),
    exportAll: async (format) => {
      journal.flush()
      const all = await allIntents(repositories.orders, profile.id, timing)
      if (!all.ok) return all
      const { text, rows } = exportText(format, all.value)
      const day = isoTime(clock()).slice(0, 10)
      const saved = await desktop.saveText({ suggestedName: `plimsoll-orders-${day}.${format}`, text })
      if (!saved.ok) return saved
      return ok({ saved: saved.value !== null, rows: saved.value === null ? 0 : rows, file: saved.value?.file ?? null })
    },
    onHidden: () => {
      dropDialogs()
      disarm('another account is shown')
    },
    beginQuit: () => {
      journal.beginQuit()
      disarm('quitting')
    },
    onSleep: () => {
      disarm('sleep')
      journal.markUnknown(owner, 'the computer slept, or its clock was set, while it was under way')
    },
    refresh: () => {
      if (closed) return
      journal.flushIfDue()
      flush()
      usageToday(trading, clock)
      const sources = statusSources()
      if (sameItems(sources, checkedSources)) return
      checkedSources = sources
      recordPositionsAfter()
      if (status() !== publishedStatus) publish()
    },
    close: () => {
      if (closed) return
      closed = true
      dropDialogs()
      disarm('account closed')
      reconciler.stop()
      journal.flush()
    },
  }
}
