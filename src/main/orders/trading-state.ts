// What the orders of an open account work with: the inputs, the current orders and the only way
// they are saved, what they used of today's limits, and how the account may trade. Independent of
// HTTP, SQL, Electron and keys.
import type { KeyState, Profile } from '../../shared/accounts/account.js'
import type { ConnectionView } from '../../shared/portfolio/connection.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { MarketPrices } from '../../shared/markets/live-price.js'
import type { Market } from '../../shared/markets/market.js'
import {
  guardsPosition,
  keepsPositions,
  type OrderKind,
  takesAway,
  usesLimits,
} from '../../shared/orders/order-ticket.js'
import type { ConditionalOrder, Order } from '../../shared/orders/order.js'
import type { CollateralSummary } from '../../shared/portfolio/portfolio.js'
import type { PurseFeeds } from '../../shared/portfolio/purses.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import {
  everyIntent,
  intentStates,
  isUnfinished,
  type ItemState,
  type MarketBlock,
  type OrderIntent,
  type OrderTrouble,
  type TimelineStep,
  type TradingView,
  type UsedToday,
} from '../../shared/orders/trading.js'
import { add, type Decimal, isZero, subtract } from '../../shared/money.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Confirm, SaveDialog } from '../desktop/dialogs.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { blocksOf, foundAtStart, hasOutcome } from './intent-state.js'
import type { OrderJournal } from './order-journal.js'
import { levelsNotSet, some } from './order-outcome.js'
import { marketsOf } from './order-text.js'
import type { IntentRepository, ItemNotional } from './orders-repository.js'
import {
  defaultTradingSettings,
  type TradingRepository,
  type TradingSettings,
} from './trading-repository.js'

export type OrdersClient = Pick<
  TradingClient,
  | 'orderGateway'
  | 'openPositions'
  | 'mainBalance'
  | 'tradeBalance'
  | 'collateralBalance'
  | 'activeOrders'
  | 'conditionalOrders'
  | 'activeOrder'
  | 'orderHistory'
  | 'endedOrder'
  | 'positionOrders'
  | 'fixedInvestments'
>

export type OrderRepositories = { orders: IntentRepository; trading: TradingRepository }

export type TradingConditions = {
  keyState: KeyState
  /** The screen is locked, or Plimsoll is. */
  locked: boolean
  positions: Feed<Position[]>
  collateral: Feed<CollateralSummary>
  purses: PurseFeeds
  /** Of this exchange, as read by main itself. */
  prices: MarketPrices
  markets: Feed<Market[]>
  /** Open orders, on all markets. */
  openOrders: Feed<Order[]>
  conditionalOrders: Feed<ConditionalOrder[]>
  balance: Pick<Feed<unknown>, 'asOf' | 'source' | 'every' | 'problem'>
  connection: Pick<ConnectionView, 'state' | 'clockSkew'>
  journal: {
    /** Why nothing can be recorded. */
    problem: Problem | null
    readOnly: boolean
    /** The data was restored from a backup, which has not been acknowledged yet. */
    restored: boolean
  }
}

export type OrdersPorts = {
  clock: Clock
  timing: Timing
  random: {
    newId(): string
    /** This many random bytes, in hex. */
    randomHex(bytes: number): string
  }
  /** Shared by all accounts. */
  journal: OrderJournal
  desktop: {
    ask: Confirm
    /** Checks the passphrase, if one is set: succeeds if it is correct, or none is set. */
    authorize(passphrase: string | null): Promise<Result<null, Problem>>
    /** Nothing is confirmed that the user cannot read. */
    amountsHidden(): boolean
  } & Pick<SaveDialog, 'saveText'>
  /** Null if there is currently no connection with the account's key. */
  client(): OrdersClient | null
  conditions(): TradingConditions
  changed(view: TradingView): void
  /** An order may have changed what is shown. */
  refreshAfterWrite(kind: OrderKind): void
  /**
   * All orders that currently need the user, when the account is opened and on every change; empty
   * if none does.
   */
  troublesChanged(troubles: readonly OrderTrouble[]): void
  log(what: string, details: object): void
}

const recentKept = 20

/** Whether it changes a position, or may: what waits for a price does once it is executed. */
export function mayChangePositions({ kind, items }: OrderIntent): boolean {
  if (!guardsPosition(kind)) return !keepsPositions(kind)
  return items.some(
    ({ state, order }) => mayBeExecuted.has(state) || (order !== null && some(order.dealStock)),
  )
}

const mayBeExecuted: ReadonlySet<ItemState> = new Set(['unknown', 'partly', 'resolved-filled'])

export function isOpenOrder(intent: OrderIntent): boolean {
  return intent.blocks || isUnfinished(intent)
}

function newestFirst(a: OrderIntent, b: OrderIntent): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
}

/** Certainly not executed in any part. */
const nothingCame: ReadonlySet<OrderIntent['state']> = new Set([
  'rejected',
  'not-sent',
  'not-executed',
])

/** Steps at which it became known what an order did. */
const outcomeSteps: ReadonlySet<TimelineStep['what']> = new Set([
  'answered',
  'late-answer',
  'settled',
  'resolved',
  'found-at-start',
])

/** The result of the latest lookup in the exchange's own lists. */
function lookOf({ kind, items, evidence }: OrderIntent): OrderTrouble['look'] {
  const { asked = [], unsettled = [] } = evidence ?? {}
  if (asked.length === 0) return 'none'
  if (asked.some(({ problem }) => problem !== null)) return 'failed'
  const isOfTarget = takesAway(kind) || items.some(({ target }) => target !== undefined)
  // An order to be cancelled that is still in a list was not cancelled yet; no list has transfers.
  return unsettled.length > 0 || isOfTarget ? 'unclear' : 'not-listed'
}

function troubleOf(intent: OrderIntent): OrderTrouble {
  const { id, state, kind, items, createdAt } = intent
  return {
    intentId: id,
    because: state === 'unknown' ? 'unknown' : 'mismatch',
    kind,
    markets: marketsOf(items),
    notSet: [...new Set(items.flatMap(levelsNotSet))],
    look: lookOf(intent),
    since: createdAt,
  }
}

function createIntentCache(
  profileId: string,
  repository: IntentRepository,
  { clock, journal }: OrdersPorts,
) {
  const open = new Map<string, OrderIntent>()
  let recent: OrderIntent[] = []
  /** By market: the last time one of our orders may have changed its position. */
  const changedAt = new Map<string, UnixSeconds>()
  /** By asset: the last time one of them may have changed a balance. */
  const movedAt = new Map<string, UnixSeconds>()

  const noteChange = (intent: OrderIntent): void => {
    if (!hasOutcome(intent) || nothingCame.has(intent.state)) return
    const at =
      intent.timeline.findLast(({ what }) => outcomeSteps.has(what))?.at ?? intent.createdAt
    for (const { market, target } of intent.items) {
      const times = target?.kind === 'purses' ? movedAt : changedAt
      if (times === changedAt && !mayChangePositions(intent)) continue
      if (at > (times.get(market) ?? 0)) times.set(market, at)
    }
  }

  /**
   * Never later than now: a time recorded while the clock was ahead would otherwise hold back every
   * close or transfer until the clock catches up.
   */
  const lastOf = (times: Map<string, UnixSeconds>, name: string): UnixSeconds => {
    const [at, now] = [times.get(name) ?? 0, clock()]
    if (at > now) times.set(name, now)
    return at > now ? now : at
  }

  /** For an intent that is already saved. */
  const set = (intent: OrderIntent): void => {
    noteChange(intent)
    const others = recent.filter(({ id }) => id !== intent.id)
    if (isOpenOrder(intent)) {
      open.set(intent.id, intent)
      recent = others
      return
    }
    open.delete(intent.id)
    recent = [intent, ...others].sort(newestFirst).slice(0, recentKept)
  }

  return {
    /** In flight, unknown, or blocking a market; newest first. */
    open: (): OrderIntent[] => [...open.values()].sort(newestFirst),
    recent: (): OrderIntent[] => recent,
    blocks: (): MarketBlock[] => [...open.values()].flatMap(blocksOf),
    troubles: (): OrderTrouble[] =>
      [...open.values()]
        .filter(({ state, blocks }) => state === 'unknown' || blocks)
        .map(troubleOf),
    find: (id: string): Result<OrderIntent | null, Problem> => {
      const unsaved = journal.unsaved(id)
      const cached =
        unsaved?.profileId === profileId
          ? unsaved
          : (open.get(id) ?? recent.find((intent) => intent.id === id))
      return cached === undefined ? repository.find(profileId, id) : ok(cached)
    },
    /**
     * Whether one of our orders may have changed the position of a market at or after this moment.
     */
    mayHaveChanged: (market: string, since: UnixSeconds): boolean =>
      lastOf(changedAt, market) >= since ||
      [...open.values()].some(
        (intent) =>
          !hasOutcome(intent) &&
          mayChangePositions(intent) &&
          intent.items.some((item) => item.market === market),
      ),
    /** When one of our transfers of an asset may last have changed a balance; null if none did. */
    lastMoved: (asset: string): UnixSeconds | null =>
      movedAt.has(asset) ? lastOf(movedAt, asset) : null,
    /** Some of a resting order was filled, now or earlier. */
    noteFill: (intent: OrderIntent, market: string): void => {
      if (mayChangePositions(intent)) changedAt.set(market, clock())
    },
    set,
    /** An intent that could not be saved stays as it was. */
    save: (intent: OrderIntent): Result<null, Problem> => {
      const saved = journal.save(repository, intent)
      if (saved.ok) set(intent)
      return saved
    },
    /** Counts even if it could not be saved. */
    saveOrKeep: (intent: OrderIntent): Result<null, Problem> => {
      set(intent)
      return journal.saveOrKeep(repository, intent)
    },
  }
}

/** Orders certainly not executed do not count. */
const uncounted: readonly string[] = [
  'not-sent',
  'rejected',
  'not-processed',
  'cancelled',
  'not-executed',
] satisfies ItemState[]

type UsedItem = ItemNotional & { market: string; amount: Decimal; state: string }

/** What was sent today (UTC), for the daily limits. `usedSince`: every item recorded since then. */
function createDailyUsage(
  usedSince: (day: UnixSeconds) => ReturnType<IntentRepository['used']>,
  clock: Clock,
) {
  let day: UnixSeconds | null = null
  let orders = 0
  const entries = new Map<string, UsedItem>()
  const byQuote = new Map<string, Decimal>()
  const byMarket = new Map<string, Decimal>()

  const count = ({ market, amount, quote, notional, state }: UsedItem, sign: 1 | -1): void => {
    if (uncounted.includes(state)) return
    const change = sign === 1 ? add : subtract
    orders += sign
    if (notional !== null && isZero(notional)) return
    byMarket.set(market, change(byMarket.get(market) ?? '0', amount))
    if (notional !== null) byQuote.set(quote, change(byQuote.get(quote) ?? '0', notional))
  }

  const put = (key: string, entry: UsedItem): void => {
    const before = entries.get(key)
    if (before !== undefined) count(before, -1)
    entries.set(key, entry)
    count(entry, 1)
  }

  const keyOf = (intentId: string, number: number): string => `${intentId} ${number}`

  return {
    /** The current day, by its first second. */
    day: (): UnixSeconds | null => day,
    /**
     * Restarts with each day. Fails if the record cannot be read: then no daily limit can be
     * checked.
     */
    today: (): Result<UsedToday, Problem> => {
      const now = clock()
      const today = now - (now % 86_400)
      if (day !== today) {
        const used = usedSince(today)
        if (!used.ok) return used
        day = today
        orders = 0
        for (const map of [entries, byQuote, byMarket]) map.clear()
        for (const { intentId, number, ...entry } of used.value) put(keyOf(intentId, number), entry)
      }
      return ok({
        orders,
        byQuote: Object.fromEntries(byQuote),
        byMarket: Object.fromEntries(byMarket),
      })
    },
    add: (intent: OrderIntent, notionals: readonly ItemNotional[]): void => {
      if (day === null || intent.createdAt < day || !usesLimits(intent.kind)) return
      for (const { index, market, amount, state } of intent.items) {
        const { quote, notional } = notionals[index] ?? { quote: '', notional: null }
        put(keyOf(intent.id, index), { market, amount, state, quote, notional })
      }
    },
    update: (intent: OrderIntent): void => {
      for (const { index, state } of intent.items) {
        const entry = entries.get(keyOf(intent.id, index))
        if (entry !== undefined && entry.state !== state)
          put(keyOf(intent.id, index), { ...entry, state })
      }
    },
  }
}

const closedStates = intentStates.filter((state) => !isUnfinished({ state }))

/**
 * An unfinished order that is not in flight in this process ended with the process that sent it:
 * certain if nothing had been signed yet, unknown otherwise.
 */
export function loadTradingState(
  profile: Profile,
  repositories: OrderRepositories,
  ports: OrdersPorts,
): TradingState {
  const { clock, journal, log } = ports
  const settings = repositories.trading.read(profile.id)
  const open = repositories.orders.open(profile.id)
  const recent = repositories.orders.page(profile.id, {
    ...everyIntent,
    after: null,
    limit: recentKept,
    states: closedStates,
  })
  const intents = createIntentCache(profile.id, repositories.orders, ports)
  for (const saved of [
    ...(recent.ok ? recent.value.intents : []),
    ...(open.ok ? open.value : []),
  ]) {
    const intent = journal.unsaved(saved.id) ?? saved
    if (hasOutcome(intent) || journal.isInFlight(intent.id)) {
      intents.set(intent)
      continue
    }
    const found = foundAtStart(intent, clock())
    log('an order was found in the middle', {
      intent: intent.id,
      was: intent.state,
      is: found.state,
    })
    intents.saveOrKeep(found)
  }
  const usage = createDailyUsage((day) => repositories.orders.used(profile.id, day), clock)
  usage.today()
  return {
    profile,
    repositories,
    ports,
    intents,
    usage,
    settings:
      journal.unsavedSettings.get(profile.id) ??
      (settings.ok ? settings.value : defaultTradingSettings),
    readProblem: !open.ok ? open.error : !settings.ok ? settings.error : null,
  }
}

export type TradingState = {
  profile: Profile
  repositories: OrderRepositories
  ports: OrdersPorts
  intents: {
    open: () => OrderIntent[]
    recent: () => OrderIntent[]
    blocks: () => MarketBlock[]
    troubles: () => OrderTrouble[]
    find: (id: string) => Result<OrderIntent | null, Problem>
    mayHaveChanged: (market: string, since: UnixSeconds) => boolean
    lastMoved: (asset: string) => UnixSeconds | null
    noteFill: (intent: OrderIntent, market: string) => void
    set: (intent: OrderIntent) => void
    save: (intent: OrderIntent) => Result<null, Problem>
    saveOrKeep: (intent: OrderIntent) => Result<null, Problem>
  }
  usage: {
    day: () => UnixSeconds | null
    today: () => Result<UsedToday, Problem>
    add: (intent: OrderIntent, notionals: readonly ItemNotional[]) => void
    update: (intent: OrderIntent) => void
  }
  settings: TradingSettings
  /** What could not be read at the start: without it, the blocks are unknown. */
  readProblem: Problem | null
}
