// The orders of an account over fakes: a stopped clock, an exchange that answers as
// scripted, repositories that can fail.
import { createHash } from 'node:crypto'
import type { ConfirmRequest } from '../../src/main/desktop/dialogs.js'
import { createOrderJournal } from '../../src/main/orders/order-journal.js'
import { openOrders, type Orders } from '../../src/main/orders/orders.js'
import type { Answer, TradingClient } from '../../src/main/exchange/exchange-client.js'
import type {
  OrderReply,
  OrderRequest,
  OrderResult,
  PreparedRequest,
} from '../../src/main/exchange/order-gateway.js'
import type { ClientId, OrderId } from '../../src/main/exchange/target-mapping.js'
import type {
  OrderRepositories,
  OrdersClient,
  OrdersPorts,
  TradingConditions,
} from '../../src/main/orders/trading-state.js'
import type { TradingSettings } from '../../src/main/orders/trading-repository.js'
import type { Profile } from '../../src/shared/accounts/account.js'
import {
  type BulkTicket,
  type CancelTicket,
  type CollateralLimitTicket,
  type ClosePositionTicket,
  type LimitRow,
  type MarketTicket,
  type OrderKind,
  type TicketOf,
  type TransferTicket,
  usesLimits,
  type RemoveLevelTicket,
  type SetLevelTicket,
} from '../../src/shared/orders/order-ticket.js'
import type {
  CancelEntry,
  CollateralLimitDraft,
  LimitOrderDraft,
  MarketOrderDraft,
  Order,
  ConditionalOrder,
  TriggerOrderDraft,
} from '../../src/shared/orders/order.js'
import type { FixedInvestment } from '../../src/shared/investments/investment.js'
import { type Feed, nothingYet } from '../../src/shared/portfolio/feed.js'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import type {
  AssetBalance,
  CollateralBalance,
  TradeBalance,
} from '../../src/shared/portfolio/portfolio.js'
import type { Purse } from '../../src/shared/portfolio/purse.js'
import type { PurseFeeds } from '../../src/shared/portfolio/purses.js'
import { compare, type Decimal } from '../../src/shared/money.js'
import type { Problem } from '../../src/shared/problem.js'
import type { Unreadable } from '../../src/shared/unreadable.js'
import {
  defaultTradeLimits,
  type OrderIntent,
  type OrderTrouble,
  type TradingView,
} from '../../src/shared/orders/trading.js'
import { isFollowable } from '../../src/shared/orders/resting-order.js'
import { fail, ok } from '../../src/shared/result.js'
import { createFakeClock } from './fake-clock.js'
import { englishOf } from '../../src/shared/messages/messages.js'

export const ourPage = '1.1'

export function aTradingProfile(some: Partial<Profile> = {}): Profile {
  return {
    id: '0b0e8bb0-5a0f-4b7e-9d8c-0123456789ab',
    name: 'Main account',
    region: 'global',
    baseUrl: 'https://exchange.example',
    dialect: 'spec',
    keyHint: 'abcd…wxyz',
    keyStorage: 'keychain',
    createdAt: 1_760_000_000,
    ...some,
  }
}

export function aTicket(some: Partial<MarketTicket> = {}): MarketTicket {
  return {
    kind: 'market',
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    stopLoss: null,
    takeProfit: null,
    positionSide: null,
    clientOrderId: null,
    ...some,
  }
}

/** Rests far below the price that `aPosition` implies. */
export function aLimitTicket(some: Partial<CollateralLimitTicket> = {}): CollateralLimitTicket {
  return {
    ...aTicket(),
    kind: 'collateral-limit',
    price: '39000',
    postOnly: false,
    ioc: false,
    reduceOnly: false,
    ...some,
  }
}

export function aRow(some: Partial<LimitRow> = {}): LimitRow {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.001',
    price: '40000',
    postOnly: false,
    ioc: false,
    rpi: false,
    clientOrderId: null,
    ...some,
  }
}

export function aBulkTicket(
  rows: Partial<LimitRow>[] = [{}, { side: 'sell', price: '41000' }],
  some: Partial<BulkTicket> = {},
): BulkTicket {
  return {
    kind: 'bulk',
    rows: rows.map(aRow),
    stopOnFail: false,
    retryOf: null,
    ...some,
  }
}

export function aPosition(some: Partial<Position> = {}): Position {
  return {
    id: '1',
    market: 'BTC_USDT',
    openedAt: '1759990000.5',
    modifiedAt: '1759990000.5',
    amount: '0.05',
    entryPrice: '40000',
    liquidationPrice: '20000',
    unrealizedPnl: '50',
    positionSide: 'BOTH',
    ...some,
  }
}

function collateralEcho({ positionSide, stopLoss, takeProfit }: MarketOrderDraft): Partial<Order> {
  return {
    positionSide: positionSide ?? 'BOTH',
    ...(stopLoss == null && takeProfit == null
      ? {}
      : { oto: { id: '55', stopLoss: stopLoss ?? null, takeProfit: takeProfit ?? null } }),
  }
}

/** As the exchange echoes a draft. */
export function echoOf(
  draft: MarketOrderDraft | CollateralLimitDraft | LimitOrderDraft,
  some: Partial<Order> = {},
): Order {
  return {
    id: '987654321',
    clientOrderId: draft.clientOrderId ?? '',
    market: draft.market,
    side: draft.side,
    type: 'price' in draft ? 'limit' : 'market',
    timestamp: '1760000001.5',
    dealMoney: '0',
    dealStock: '0',
    amount: draft.amount,
    left: draft.amount,
    dealFee: '0',
    status: 'NEW',
    ...('price' in draft ? { price: draft.price, postOnly: draft.postOnly, ioc: draft.ioc } : {}),
    ...('rpi' in draft ? { rpi: draft.rpi } : collateralEcho(draft)),
    ...('reduceOnly' in draft ? { reduceOnly: draft.reduceOnly } : {}),
    ...some,
  }
}

export function aTransfer(some: Partial<TransferTicket> = {}): TransferTicket {
  return { kind: 'transfer', asset: 'USDT', from: 'main', to: 'collateral', amount: '25', ...some }
}

/** An order that rests, as the exchange lists it. */
export function anOpenOrder(some: Partial<Order> = {}): Order {
  return {
    id: '4180284841',
    clientOrderId: 'mine',
    market: 'BTC_USDT',
    side: 'buy',
    type: 'limit',
    timestamp: '1759999000.25',
    dealMoney: '0',
    dealStock: '0',
    amount: '0.01',
    left: '0.01',
    dealFee: '0',
    status: 'NEW',
    price: '40000',
    withoutLevels: true,
    ...some,
  }
}

/** As the exchange says that it ended. */
export function anEndedOrder(some: Partial<Order> = {}): Order {
  return anOpenOrder({ status: 'CANCELED', ...some })
}

/** As the exchange has an order that waits for its price to close a position, now at 41000. */
export function triggerEcho(draft: TriggerOrderDraft, some: Partial<Order> = {}): Order {
  const { market, side, amount, clientOrderId, positionSide, trigger } = draft
  const { price: _none, ...echo } = anOpenOrder({ market, side, amount, left: amount })
  return {
    ...echo,
    clientOrderId,
    type: 'stop market',
    activationPrice: trigger,
    activationCondition: compare(trigger, '41000') < 0 ? 'lte' : 'gte',
    reduceOnly: true,
    activated: 0,
    ...(positionSide === null ? {} : { positionSide }),
    ...some,
  }
}

/** A stop loss of `aPosition`. */
export function aStop(some: Partial<Order> = {}): Order {
  return triggerEcho(
    {
      market: 'BTC_USDT',
      side: 'sell',
      amount: '0.05',
      clientOrderId: '',
      positionSide: null,
      trigger: '35000',
    },
    { id: '701', ...some },
  )
}

export function aLevel(some: Partial<SetLevelTicket> = {}): SetLevelTicket {
  return {
    ...{ kind: 'set-level', market: 'BTC_USDT', positionId: '1', level: 'stopLoss' },
    ...{ trigger: '36000', amount: null, replaces: null },
    ...some,
  }
}

export function aRemoval(some: Partial<RemoveLevelTicket> = {}): RemoveLevelTicket {
  return {
    ...{ kind: 'remove-level', market: 'BTC_USDT', positionId: '1', replacedBy: null },
    ...{ id: '701', by: 'order' },
    ...some,
  }
}

function cancelReply(orders: Extract<OrderRequest, { kind: 'cancel' }>['orders']): CancelEntry[] {
  const [only, another] = orders
  if (only !== undefined && another === undefined)
    return [{ kind: 'cancelled', ...only, order: anEndedOrder(only) }]
  return orders.map((order) => ({ kind: 'cancelled', ...order, order: null }))
}

export function goodReply(move: OrderRequest): OrderReply {
  switch (move.kind) {
    case 'market': {
      const filled = { status: 'FILLED', left: '0', dealStock: move.draft.amount, dealMoney: '400' }
      return { kind: move.kind, order: echoOf(move.draft, filled) }
    }
    case 'collateral-limit':
      return { kind: move.kind, order: echoOf(move.draft) }
    case 'bulk':
      return {
        kind: move.kind,
        entries: move.draft.orders.map((draft) => ({ kind: 'placed', order: echoOf(draft) })),
      }
    case 'cancel':
      return { kind: move.kind, entries: cancelReply(move.orders) }
    case 'close-investment':
    case 'cancel-all':
    case 'close-position':
    case 'transfer':
      return { kind: move.kind }
    case 'set-level':
      return { kind: move.kind, order: triggerEcho(move.draft) }
    case 'remove-level': {
      const { market, id, linked } = move
      return { kind: move.kind, entries: linked ? null : cancelReply([{ market, id }]) }
    }
  }
}

export function good(move: OrderRequest): OrderResult {
  return ok({ reply: goodReply(move), at: 0 })
}

export function unknownAnswer(reason = 'TIMEOUT'): OrderResult {
  return fail({
    outcome: 'unknown',
    problem: { code: 'outcome-unknown', message: 'It is not known.', reason },
  })
}

export function rejectedAnswer(status = 400): OrderResult {
  return fail({
    outcome: 'rejected',
    problem: {
      code: 'refused',
      message: 'Refused.',
      server: { status, code: 30, message: 'Validation failed' },
    },
  })
}

export function notSentAnswer(): OrderResult {
  return fail({ outcome: 'not-sent', problem: { code: 'unreachable', message: 'No way there.' } })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export function aCancel(...ids: string[]): CancelTicket {
  return {
    kind: 'cancel',
    orders: (ids.length === 0 ? ['4180284841'] : ids).map((id) => ({ market: 'BTC_USDT', id })),
  }
}

/** Of `aPosition`. */
export function aClose(some: Partial<ClosePositionTicket> = {}): ClosePositionTicket {
  return {
    ...{ kind: 'close-position', market: 'BTC_USDT', positionId: '1' },
    ...some,
  }
}

export type Sent = { request: OrderRequest; body: string; nonce: string }
type Answering = (request: OrderRequest) => OrderResult | Promise<OrderResult>

/**
 * Keeps the rules of the real one: sends only what it prepared, each at most once, and nothing that
 * a hook holds back.
 */
export function createFakeGateway(events: string[]) {
  const sent: Sent[] = []
  const ready = new Map<PreparedRequest, OrderRequest>()
  let answering: Answering = good
  let beforeSigning: Promise<unknown> = Promise.resolve()
  let beforeFirstByte: Promise<unknown> | null = null
  let nonce = 1000
  const orderGateway: TradingClient['orderGateway'] = {
    prepare: (request) => {
      const body = JSON.stringify(request)
      const prepared = { kind: request.kind, body, bodyHash: sha256(body) }
      ready.set(prepared, request)
      return ok(prepared)
    },
    send: async (prepared, hooks) => {
      const request = ready.get(prepared)
      if (request === undefined) throw new Error('it was not prepared here, or went out before')
      ready.delete(prepared)
      await beforeSigning
      nonce += 1
      const passed = hooks.onSigned({
        bodyHash: prepared.bodyHash,
        requestHash: sha256(`${prepared.body}${nonce}`),
        nonce: String(nonce),
      })
      if (!passed.ok) return fail({ outcome: 'not-sent', problem: passed.error })
      if (beforeFirstByte !== null) await beforeFirstByte
      if (hooks.maySend?.() === false)
        return fail({
          outcome: 'not-sent',
          problem: { code: 'gone', message: 'Closed.', reason: 'HELD_BACK' },
        })
      events.push('first byte')
      hooks.onFirstByte?.()
      sent.push({ request, body: prepared.body, nonce: String(nonce) })
      const answer = await answering(request)
      if (answer.ok) hooks.onAnswered?.(200)
      else if (answer.error.problem.server !== undefined)
        hooks.onAnswered?.(answer.error.problem.server.status)
      return answer
    },
  }
  return {
    orderGateway,
    sent,
    answers: (next: Answering) => {
      answering = next
    },
    /** Keeps the next call waiting for its turn. */
    queued: (until: Promise<unknown>) => {
      beforeSigning = until
    },
    /** Keeps the next call waiting for its connection, signed as it is. */
    connects: (until: Promise<unknown>) => {
      beforeFirstByte = until
    },
  }
}

const diskFull: Problem = {
  code: 'store-trouble',
  message: 'The disk is full.',
  reason: 'DISK_FULL',
}
const openStates = ['intent', 'sending', 'unknown']

/** Repositories in plain maps. `failsWhen` says what they refuse. */
export function createFakeRepositories(events: string[] = []) {
  const intents = new Map<string, OrderIntent>()
  const notionals = new Map<string, { quote: string; notional: string | null }[]>()
  const ids = new Set<string>()
  const settings = new Map<string, TradingSettings>()
  let fails: (what: 'add' | 'save' | 'settings', intent?: OrderIntent) => boolean = () => false
  const of = (profileId: string): OrderIntent[] =>
    [...intents.values()]
      .filter((one) => one.profileId === profileId)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const repositories: OrderRepositories = {
    orders: {
      add: (intent, some) => {
        if (fails('add', intent)) return fail(diskFull)
        if (intent.items.some(({ clientOrderId }) => ids.has(clientOrderId))) return ok('taken')
        for (const { clientOrderId } of intent.items)
          if (clientOrderId !== '') ids.add(clientOrderId)
        intents.set(intent.id, intent)
        notionals.set(intent.id, [...some])
        events.push(`on disk: ${intent.state}`)
        return ok('added')
      },
      save: (intent) => {
        if (fails('save', intent)) return fail(diskFull)
        if (!intents.has(intent.id)) return fail({ code: 'gone', message: 'It is gone.' })
        intents.set(intent.id, intent)
        events.push(`on disk: ${intent.state}`)
        return ok(null)
      },
      find: (profileId, id) => ok(of(profileId).find((intent) => intent.id === id) ?? null),
      page: (profileId, { after, limit, states, kinds }) => {
        const all = of(profileId).filter(
          (one) =>
            (states === null || states.includes(one.state)) &&
            (kinds === null || kinds.includes(one.kind)) &&
            (after === null ||
              one.createdAt < after.at ||
              (one.createdAt === after.at && one.id < after.id)),
        )
        return ok({ intents: all.slice(0, limit), more: all.length > limit })
      },
      unfinished: () =>
        ok(
          [...intents.values()]
            .filter(({ state }) => openStates.includes(state))
            .map(({ id }) => id),
        ),
      open: (profileId) =>
        ok(of(profileId).filter(({ state, blocks }) => blocks || openStates.includes(state))),
      resting: (profileId, from) =>
        ok(
          of(profileId).filter(
            ({ createdAt, items }) => createdAt >= from && items.some(isFollowable),
          ),
        ),
      taken: (some) => ok(some.filter((id) => ids.has(id))),
      used: (profileId, from) =>
        ok(
          of(profileId)
            .filter(({ createdAt, kind }) => createdAt >= from && usesLimits(kind))
            .flatMap(({ id, items }) =>
              items.map(({ index, market, amount, state }) => ({
                intentId: id,
                number: index,
                market,
                amount,
                state,
                ...(notionals.get(id)?.[index] ?? { quote: '', notional: null }),
              })),
            ),
        ),
      markets: () =>
        ok(
          [
            ...new Set(
              [...intents.values()].flatMap(({ items }) => items.map(({ market }) => market)),
            ),
          ].sort(),
        ),
      lastFill: () => ok(null),
    },
    trading: {
      read: (profileId) =>
        ok(
          settings.get(profileId) ?? { readOnly: true, limits: defaultTradeLimits, favourites: [] },
        ),
      write: (profileId, some) => {
        if (fails('settings')) return fail(diskFull)
        settings.set(profileId, some)
        return ok(null)
      },
    },
  }
  return {
    repositories,
    intents,
    ids,
    settings,
    failsWhen: (when: typeof fails) => {
      fails = when
    },
  }
}

/** What open accounts share: time, the database, the journal, and the source of random numbers. */
export function createOrderPlatform() {
  const time = createFakeClock()
  const events: string[] = []
  let drawn = 0
  return {
    time,
    events,
    database: createFakeRepositories(events),
    journal: createOrderJournal({ timing: time.timing }),
    draw: () => (drawn += 1),
  }
}

export type OrderHarness = ReturnType<typeof createOrderHarness>

type List = 'active' | 'ended' | 'investments'

const notThere: Problem = { code: 'not-found', message: 'The exchange has no endpoint for it.' }

/** What the balances hold of USDT, as a test fills them. */
export function createFakePurses(clock: () => number) {
  const purses = {
    holds: { main: '1000', trade: '500', collateral: '300' } as Record<Purse, Decimal>,
    /** Borrowed on the collateral balance, and in it. */
    owed: '0' as Decimal,
    free: '300' as Decimal | null,
    /** Why a balance cannot be read. */
    faults: {} as { [Name in Purse]?: Problem },
    unreadable: {} as { [Name in Purse]?: Unreadable[] },
    asked: [] as Purse[],
    /** No read is answered before. */
    until: Promise.resolve() as Promise<unknown>,
  }
  const values = {
    main: (): AssetBalance[] => [{ asset: 'USDT', amount: purses.holds.main }],
    trade: (): TradeBalance[] => [{ asset: 'USDT', available: purses.holds.trade, inOrders: '0' }],
    collateral: (): CollateralBalance[] => [
      {
        asset: 'USDT',
        balance: purses.holds.collateral,
        borrowed: purses.owed,
        ...(purses.free === null ? {} : { free: purses.free }),
      },
    ],
  }
  const read = async <T>(purse: Purse, value: () => T): Promise<Answer<T>> => {
    purses.asked.push(purse)
    await purses.until
    const fault = purses.faults[purse]
    const unreadable = purses.unreadable[purse]
    return fault === undefined
      ? ok({ value: value(), at: clock(), ...(unreadable === undefined ? {} : { unreadable }) })
      : fail(fault)
  }
  const client: Pick<OrdersClient, 'mainBalance' | 'tradeBalance' | 'collateralBalance'> = {
    mainBalance: () => read('main', values.main),
    tradeBalance: () => read('trade', values.trade),
    collateralBalance: () => read('collateral', values.collateral),
  }
  const feed = <T>(value: T): Feed<T> => ({
    value,
    asOf: clock(),
    source: 'live',
    problem: null,
    every: 1_000_000,
  })
  /** As a poll of now would have it. */
  const known = (): PurseFeeds => ({
    balance: feed(values.main()),
    tradeBalance: feed(values.trade()),
    collateralBalance: feed(values.collateral()),
  })
  return Object.assign(purses, { client, known })
}

/** The exchange's own lists, as a test fills them. An exchange without them, until `there`. */
export function createFakeLists(clock: () => number) {
  const lists = {
    there: false,
    active: [] as Order[],
    ended: [] as Order[],
    investments: [] as FixedInvestment[],
    /** By position: the orders that changed it, the latest first. */
    positionOrders: {} as { [id: string]: string[] },
    /** Why that history cannot be read. */
    positionFault: null as Problem | null,
    positionsAsked: [] as string[],
    linked: [] as ConditionalOrder[],
    /** Why they cannot be read. */
    linkedFault: null as Problem | null,
    /**
     * Seen by every call that reads a list, before it is answered; what it gives back is answered
     * instead.
     */
    meets: (_list: List): Answer<never> | Promise<Answer<never> | null> | null => null,
    /** The service takes no notice of an id it is asked for, and sends all of the list. */
    passesIdsOver: false,
    /** What of each list cannot be read. */
    unreadable: {} as { [list: string]: Unreadable[] },
    /** The service sends no longer pages, whatever it is asked for. */
    longestPage: Infinity,
    asked: [] as {
      list: string
      at: number
      market?: string
      from?: number
      offset: number
      id?: string
    }[],
  }
  const page = async <T>(
    list: List,
    all: () => T[],
    ask: { limit: number; offset: number },
  ): Promise<Answer<T[]>> => {
    lists.asked.push({ list, at: clock(), ...ask })
    const met = await lists.meets(list)
    if (met !== null) return met
    if (!lists.there) return fail(notThere)
    const unread = lists.unreadable[list]
    const value = all().slice(ask.offset, ask.offset + Math.min(ask.limit, lists.longestPage))
    return ok({
      value,
      at: clock(),
      ...(unread === undefined || ask.offset > 0 ? {} : { unreadable: unread }),
    })
  }
  const byId = (list: 'active' | 'ended', asked: OrderId | ClientId): Promise<Answer<Order[]>> => {
    const isAsked = (order: Order): boolean =>
      'id' in asked ? order.id === asked.id : order.clientOrderId === asked.clientOrderId
    return page(
      list,
      () =>
        lists[list].filter(
          (order) => order.market === asked.market && (lists.passesIdsOver || isAsked(order)),
        ),
      {
        ...{
          limit: 100,
          offset: 0,
          market: asked.market,
          id: 'id' in asked ? asked.id : asked.clientOrderId,
        },
      },
    )
  }
  const client: Pick<
    OrdersClient,
    | 'activeOrders'
    | 'conditionalOrders'
    | 'activeOrder'
    | 'orderHistory'
    | 'endedOrder'
    | 'positionOrders'
    | 'fixedInvestments'
  > = {
    activeOrders: (ask) =>
      page('active', () => lists.active.filter(({ market }) => market === ask.market), ask),
    conditionalOrders: (ask) => {
      const fault = lists.there ? lists.linkedFault : notThere
      return Promise.resolve(
        fault === null
          ? ok({ value: lists.linked.slice(ask.offset, ask.offset + ask.limit), at: clock() })
          : fail(fault),
      )
    },
    activeOrder: (order) => byId('active', order),
    endedOrder: (order) => byId('ended', order),
    positionOrders: ({ id }) => {
      lists.positionsAsked.push(id)
      const fault = lists.there ? lists.positionFault : notThere
      return Promise.resolve(
        fault === null ? ok({ value: lists.positionOrders[id] ?? [], at: clock() }) : fail(fault),
      )
    },
    orderHistory: (ask) =>
      page(
        'ended',
        () =>
          lists.ended.filter(
            ({ market, timestamp }) =>
              (ask.market ?? market) === market && Number(timestamp) >= ask.from,
          ),
        ask,
      ),
    fixedInvestments: (ask) => page('investments', () => lists.investments, ask),
  }
  return Object.assign(lists, { client })
}

/** One account. Open, allowed and armed once it is `ready`. */
export function createOrderHarness(
  own: Partial<OrdersPorts> = {},
  platform = createOrderPlatform(),
  profile = aTradingProfile(),
) {
  const { time, events, database, journal, draw } = platform
  const exchange = createFakeGateway(events)
  const views: TradingView[] = []
  const asked: ConfirmRequest[] = []
  const logged: { what: string; details: object }[] = []
  const refreshed: string[] = []
  const troubled: (readonly OrderTrouble[])[] = []
  const saved: { suggestedName: string; text: string }[] = []
  let confirms: (request: ConfirmRequest) => boolean | Promise<boolean> = () => true
  let positions: () => ReturnType<OrdersClient['openPositions']> = () =>
    Promise.resolve(ok({ value: [], at: time.clock() }))
  const readAt: number[] = []
  const lists = createFakeLists(time.clock)
  const purses = createFakePurses(time.clock)
  const client: OrdersClient = {
    ...lists.client,
    ...purses.client,
    orderGateway: exchange.orderGateway,
    openPositions: () => {
      readAt.push(time.clock())
      return positions()
    },
  }
  let connected: OrdersClient | null = client
  const conditions: TradingConditions = {
    keyState: 'accepted',
    locked: false,
    positions: { value: [], asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    openOrders: { value: [], asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    conditionalOrders: {
      ...{ value: [], asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    },
    // As of an exchange that offers neither.
    prices: noPrices,
    markets: noMarkets.markets,
    collateral: nothingYet,
    purses: purses.known(),
    balance: { asOf: time.clock(), source: 'live', problem: null, every: 1_000_000 },
    connection: { state: 'online', clockSkew: 0 },
    journal: { problem: null, readOnly: false, restored: false },
  }
  let authorizes: OrdersPorts['desktop']['authorize'] = () => Promise.resolve(ok(null))
  let amountsHidden = false
  const ports: OrdersPorts = {
    clock: time.clock,
    timing: time.timing,
    random: {
      randomHex: (bytes) =>
        draw()
          .toString(16)
          .padStart(2 * bytes, '0'),
      newId: () => `intent-${draw()}`,
    },
    journal,
    client: () => connected,
    conditions: () => conditions,
    desktop: {
      authorize: (typed) => authorizes(typed),
      amountsHidden: () => amountsHidden,
      ask: async (request) => {
        asked.push(request)
        return (await confirms(request))
          ? ok(null)
          : fail({ code: 'cancelled', message: 'It was not confirmed.', reason: 'BOX' })
      },
      saveText: (file) => {
        saved.push(file)
        return Promise.resolve(ok({ file: `/home/someone/${file.suggestedName}` }))
      },
    },
    changed: (view) => views.push(view),
    refreshAfterWrite: (kind) => refreshed.push(kind),
    troublesChanged: (list) => troubled.push(list),
    log: (what, details) => logged.push({ what, details }),
    ...own,
  }
  let opened: Orders | null = null
  const orders = (): Orders => {
    if (opened === null) throw new Error('the account is not open')
    return opened
  }
  /** Opens the account, again if it is open. */
  const open = (as: Partial<Profile> = {}, repositories = database.repositories): void => {
    opened?.close()
    opened = openOrders({ ...profile, ...as }, repositories, ports)
  }

  const ready = async (): Promise<void> => {
    database.settings.set(profile.id, {
      readOnly: false,
      limits: { ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } },
      favourites: [],
    })
    open()
    // The reference price of BTC_USDT, without which every market order would be asked twice.
    conditions.positions = { ...conditions.positions, value: [aPosition()] }
    conditions.openOrders = { ...conditions.openOrders, value: [anOpenOrder()] }
    const armed = await orders().arm()
    if (!armed.ok) throw new Error(englishOf(armed.error.message))
  }

  return {
    hideAmounts: (hidden: boolean): void => {
      amountsHidden = hidden
    },
    /** How the passphrase is answered for. */
    authorizes: (next: typeof authorizes): void => {
      authorizes = next
    },
    ...platform,
    ...{
      platform,
      exchange,
      lists,
      purses,
      profile,
      views,
      asked,
      logged,
      refreshed,
      troubled,
      saved,
      readAt,
      client,
      conditions,
      ports,
    },
    get orders() {
      return orders()
    },
    open,
    ready,
    dialogAnswers: (next: typeof confirms) => {
      confirms = next
    },
    positionsAre: (next: typeof positions) => {
      positions = next
    },
    setClient: (next: OrdersClient | null) => {
      connected = next
    },
    view: () => orders().read(),
    /** As the application quits; the other accounts have to begin it as well. */
    quit: (patience?: number): Promise<void> => {
      orders().beginQuit()
      return journal.beforeQuit(patience)
    },
    /** Prepares and confirms. The id of the intent. */
    send: async (
      ticket: Parameters<Orders['prepare']>[0] = aTicket(),
      page = ourPage,
    ): Promise<string> => {
      const preview = orders().prepare(ticket, page)
      if (!preview.ok) throw new Error(`not prepared: ${preview.error.message}`)
      const confirmed = await orders().confirm(preview.value.token, page)
      if (!confirmed.ok) throw new Error(`not confirmed: ${confirmed.error.message}`)
      return confirmed.value.intentId
    },
    intent: (id: string): OrderIntent => {
      const found = orders().intent(id)
      if (!found.ok) throw new Error(englishOf(found.error.message))
      return found.value
    },
  }
}

/** Something to wait for that ends when the test says so. */
export function deferred<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

/** One ticket of each kind. */
export const ticketOfKind: { readonly [Kind in OrderKind]: TicketOf<Kind> } = {
  market: aTicket(),
  'collateral-limit': aLimitTicket(),
  bulk: aBulkTicket(),
  'close-investment': {
    kind: 'close-investment',
    investmentId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
    typedTail: 'dcd5',
  },
  cancel: aCancel(),
  'cancel-all': { kind: 'cancel-all', market: 'BTC_USDT' },
  'close-position': aClose(),
  transfer: aTransfer(),
  'set-level': aLevel(),
  'remove-level': aRemoval(),
}
