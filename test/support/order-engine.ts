// The orders of an account over the real client, the real nonce and the real database on disk,
// without windows.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createExchangeClient,
  type TradingClient,
} from '../../src/main/exchange/exchange-client.js'
import { createLimiter } from '../../src/main/exchange/limiter.js'
import { createNonceGenerator } from '../../src/main/exchange/signer.js'
import { systemTiming } from '../../src/main/exchange/timing.js'
import { createOrderJournal, type OrderJournal } from '../../src/main/orders/order-journal.js'
import { openOrders, type Orders } from '../../src/main/orders/orders.js'
import type { OrderRepositories, OrdersPorts } from '../../src/main/orders/trading-state.js'
import { openStorage, type AppStorage } from '../../src/main/accounts/storage.js'
import { Secret } from '../../src/main/keychain/secret.js'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import type { Dialect, Profile } from '../../src/shared/accounts/account.js'
import type { Order } from '../../src/shared/orders/order.js'
import type { Position } from '../../src/shared/portfolio/position.js'
import { isFollowed, type OrderIntent, type TradeLimits } from '../../src/shared/orders/trading.js'
import { englishOf } from '../../src/shared/messages/messages.js'
import { createFakeClock } from './fake-clock.js'

export function engineProfile(baseUrl: string): Profile {
  return {
    id: '0b0e8bb0-5a0f-4b7e-9d8c-0123456789ab',
    name: 'Main account',
    region: 'custom',
    baseUrl,
    dialect: 'spec',
    keyHint: 'key-…89ab',
    keyStorage: 'session',
    createdAt: 1_760_000_000,
  }
}

const wallClock = (): number => Date.now() / 1000
const endless = { requests: 20_000_000, perSeconds: 10, documented: true }

/**
 * The client's rest after failures, and its budgets, pass a hundred times faster than the clock;
 * its deadlines do not.
 */
const hurried = { ticks: () => performance.now() * 100, after: systemTiming.after }

/** Seconds of checks between two turns of the real answers. */
const stride = 2.5

export type OrderEngine = {
  readonly orders: Orders
  /**
   * Reopens the account with a clock that advances by itself, until no order is unknown or being
   * checked or `most` seconds have passed on it, and arms it again.
   */
  settle(most: number): Promise<void>
  journal: OrderJournal
  storage: AppStorage
  client: TradingClient
  profile: Profile
  close(): void
}

export type EngineParts = {
  folder: string
  /** Another account over the storage and the journal of this one. */
  otherEngine?: OrderEngine
  baseUrl: string
  /** Milliseconds for a call that moves money. */
  deadline: number
  readDeadline?: number
  credentials?: { apiKey: string; apiSecret: string }
  /** What the profile keeps of its key; another one is another key. */
  keyHint?: string
  dialect?: Dialect
  /** What it has read of the account. */
  known?: () => Partial<{ openOrders: Order[]; positions: Position[] }>
  /** Sits between the engine and the record. */
  between?: (repositories: OrderRepositories) => OrderRepositories
  ports?: Partial<OrdersPorts>
}

const wide = { perOrder: '1000000000', perDay: '1000000000000' }

/**
 * Limits are on, and wide: by notional, and by amount for the markets of a storm, whose notional is
 * not known.
 */
const wideLimits: TradeLimits = {
  on: true,
  byQuote: { USDT: wide },
  byMarket: Object.fromEntries(
    [
      'BTC_USDT',
      'ETH_USDT',
      'BTC_PERP',
      'XRP_USDT',
      ...Array.from({ length: 100 }, (_, number) => `M${number}_USDT`),
    ].map((market) => [market, wide]),
  ),
  ordersPerDay: 1_000_000,
  askFrom: { USDT: '1000000000' },
}

function openEngineStore(folder: string): AppStorage {
  const opened = openStorage({ folder, clock: wallClock })
  if (!opened.ok) throw new Error(`the storage did not open: ${opened.error.reason ?? ''}`)
  return opened.value.storage
}

const otherAccount = { id: '1c1f9cc1-6b1a-4c8f-ae9d-112345678901', name: 'Other account' }

/**
 * After so many seconds of checks, an order that is in no list although another list may have it
 * stays unknown.
 */
const mostDoubted = 500

function isDoubted({ evidence }: OrderIntent, passed: number): boolean {
  const doubts = evidence?.unsettled ?? []
  return passed >= mostDoubted && doubts.some((doubt) => englishOf(doubt).includes('linked orders'))
}

/** Opened, allowed to trade and armed. Throws what prevents that. */
export async function openOrderEngine(parts: EngineParts): Promise<OrderEngine> {
  const { folder, otherEngine, baseUrl, deadline, dialect = 'spec' } = parts
  const storage = otherEngine?.storage ?? openEngineStore(folder)
  const known = engineProfile(baseUrl)
  const profile = {
    ...known,
    ...(otherEngine === undefined ? {} : otherAccount),
    dialect,
    keyHint: parts.keyHint ?? known.keyHint,
  }
  storage.profiles.add(profile)
  storage.profiles.update(profile)
  const written = storage.trading.write(profile.id, {
    readOnly: false,
    limits: wideLimits,
    favourites: [],
  })
  if (!written.ok) throw new Error(englishOf(written.error.message))
  const { apiKey, apiSecret } = parts.credentials ?? {
    apiKey: 'key-0123456789ab',
    apiSecret: 'secret-canary-fedcba9876543210',
  }
  const client = createExchangeClient({
    baseUrl,
    dialect,
    credentials: { apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) },
    nonce: createNonceGenerator(wallClock, storage.nonces),
    clock: wallClock,
    timing: hurried,
    random: () => 0,
    limiter: createLimiter({
      timing: hurried,
      known: { public: endless, history: endless, private: endless, 'stream-token': endless },
    }),
    deadlines: { read: parts.readDeadline ?? 1000, order: deadline },
  })
  const journal = otherEngine?.journal ?? createOrderJournal({ timing: systemTiming })
  const repositories: OrderRepositories = parts.between?.(storage) ?? storage
  const ports: OrdersPorts = {
    clock: wallClock,
    timing: systemTiming,
    random: { randomHex: (bytes) => randomBytes(bytes).toString('hex'), newId: randomUUID },
    journal,
    client: () => client,
    conditions: () => ({
      keyState: 'accepted',
      locked: false,
      positions: {
        value: parts.known?.().positions ?? [],
        asOf: wallClock(),
        source: 'live',
        problem: null,
        every: 5,
      },
      openOrders: {
        value: parts.known?.().openOrders ?? null,
        asOf: wallClock(),
        source: 'live',
        problem: null,
        every: 5,
      },
      conditionalOrders: nothingYet,
      balance: { asOf: wallClock(), source: 'live', problem: null, every: 15 },
      prices: noPrices,
      markets: noMarkets.markets,
      collateral: nothingYet,
      purses: noPortfolio,
      connection: { state: 'online', clockSkew: 0 },
      journal: {
        problem: storage.problem(),
        readOnly: storage.readOnly,
        restored: storage.incidents.ordersDisabledUntilAcknowledged(),
      },
    }),
    desktop: {
      ask: () => Promise.resolve({ ok: true, value: null }),
      authorize: () => Promise.resolve({ ok: true, value: null }),
      amountsHidden: () => false,
      saveText: () => Promise.resolve({ ok: true, value: null }),
    },
    changed: () => undefined,
    refreshAfterWrite: () => undefined,
    troublesChanged: () => undefined,
    log: () => undefined,
    ...parts.ports,
  }
  let orders = openOrders(profile, repositories, ports)
  const arm = async (): Promise<void> => {
    const armed = await orders.arm()
    if (!armed.ok) throw new Error(englishOf(armed.error.message))
  }
  await arm()
  const settle = async (most: number): Promise<void> => {
    const { clock, timing, pass } = createFakeClock(wallClock())
    orders.close()
    orders = openOrders(profile, storage, { ...ports, clock, timing })
    const isLeft = (passed: number): boolean => {
      const { open, recent } = orders.read()
      return (
        open.some((intent) => intent.state === 'unknown' && !isDoubted(intent, passed)) ||
        recent.some((intent) => isFollowed(intent, clock()))
      )
    }
    for (let passed = 0; isLeft(passed) && passed < most; passed += stride) {
      await pass(stride)
      await pause(5)
    }
    orders.close()
    orders = openOrders(profile, repositories, ports)
    await arm()
  }
  return {
    get orders() {
      return orders
    },
    settle,
    journal,
    storage,
    client,
    profile,
    close: () => {
      orders.close()
      client.close()
      if (otherEngine === undefined) storage.close()
    },
  }
}

/**
 * Lifts the block of each unknown order, or decides what became of it so often, so that the next
 * one can be sent.
 */
export function clearBlocks(orders: Orders, random: () => number, decides = 0.9): void {
  for (const { id, state, blocks, investmentId, items } of orders.read().open) {
    const typed =
      investmentId === null
        ? [...new Set(items.map((item) => item.market))]
        : [investmentId.slice(-4)]
    for (const one of typed) {
      if (state === 'unknown' && random() < decides)
        orders.resolve({ id, item: null, as: random() < 0.5 ? 'filled' : 'not-filled', typed: one })
      else if (blocks) orders.liftBlock(id, one)
    }
  }
}
