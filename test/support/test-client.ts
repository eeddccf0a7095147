// A client of the exchange ready for a test: its own key, an in-memory nonce repository and no
// waiting between tries.
import type { SendHooks } from '../../src/main/exchange/request-pipeline.js'
import {
  type Answer,
  createExchangeClient,
  createPublicClient,
  type ExchangeClientParts,
  type PublicClient,
  type TradingClient,
} from '../../src/main/exchange/exchange-client.js'
import { createLimiter } from '../../src/main/exchange/limiter.js'
import type { OrderRequest, OrderReply } from '../../src/main/exchange/order-gateway.js'
import type { NonceRepository } from '../../src/main/exchange/nonce-repository.js'
import { createNonceGenerator } from '../../src/main/exchange/signer.js'
import { systemTiming } from '../../src/main/exchange/timing.js'
import { Secret } from '../../src/main/keychain/secret.js'
import type {
  BulkDraft,
  CollateralLimitDraft,
  MarketOrderDraft,
} from '../../src/shared/orders/order.js'
import { fail, ok } from '../../src/shared/result.js'

export const testKey = {
  apiKey: 'key-0123456789abcdef0123456789ab',
  apiSecret: 'secret-canary-fedcba9876543210fedc',
}

export function createMemoryNonceRepository(): NonceRepository & { marks: Map<string, string> } {
  const marks = new Map<string, string>()
  return {
    marks,
    highWater: (keyId) => marks.get(keyId) ?? null,
    raise: (keyId, nonce) => void marks.set(keyId, nonce),
  }
}

export function wallClock(): number {
  return Date.now() / 1000
}

const endless = { requests: 2_000_000, perSeconds: 10, documented: true }

/** Budgets that never run out; turns are taken as ever. */
export const endlessLimits = {
  public: endless,
  history: endless,
  private: endless,
  'stream-token': endless,
}

export function createTestClient(
  parts: Pick<ExchangeClientParts, 'baseUrl'> & Partial<ExchangeClientParts>,
): TradingClient {
  return createExchangeClient({
    dialect: 'spec',
    credentials: { apiKey: Secret.of(testKey.apiKey), apiSecret: Secret.of(testKey.apiSecret) },
    nonce: createNonceGenerator(wallClock, createMemoryNonceRepository()),
    clock: wallClock,
    random: () => 0,
    limiter: createLimiter({ timing: systemTiming, known: endlessLimits }),
    // Long enough for a computer that is busy; whoever waits for a deadline names a shorter one.
    deadlines: { read: 10_000, order: 10_000 },
    ...parts,
  })
}

/** For what anybody may ask. */
export function createTestPublicClient(baseUrl: string): PublicClient {
  return createPublicClient({
    baseUrl,
    clock: wallClock,
    random: () => 0,
    deadlines: { read: 10_000, order: 10_000 },
    limiter: createLimiter({ timing: systemTiming, known: endlessLimits }),
  })
}

export function aMarketOrder(more: Partial<MarketOrderDraft> = {}): MarketOrderDraft {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    clientOrderId: 'order1987111',
    stopLoss: '50000',
    takeProfit: '40000',
    ...more,
  }
}

export function aCollateralLimit(more: Partial<CollateralLimitDraft> = {}): CollateralLimitDraft {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.01',
    price: '40000',
    clientOrderId: 'order1987111',
    stopLoss: '30000',
    takeProfit: '50000',
    postOnly: true,
    ioc: false,
    reduceOnly: false,
    positionSide: 'LONG',
    ...more,
  }
}

export function aBulk(more: Partial<BulkDraft> = {}): BulkDraft {
  return {
    orders: [
      {
        market: 'BTC_USDT',
        side: 'buy',
        amount: '0.02',
        price: '40000',
        postOnly: false,
        ioc: false,
        rpi: false,
        clientOrderId: 'bulk-1',
      },
      {
        market: 'BTC_USDT',
        side: 'sell',
        amount: '0.0001',
        price: '41000',
        postOnly: false,
        ioc: false,
        rpi: false,
        clientOrderId: 'bulk-2',
      },
    ],
    stopOnFail: true,
    ...more,
  }
}

export function sendHooks(some: Partial<SendHooks> = {}): SendHooks {
  return {
    onSigned: () => ok(null),
    maySend: () => true,
    onFirstByte: () => undefined,
    onAnswered: () => undefined,
    ...some,
  }
}

export async function sendRequest(
  client: TradingClient,
  request: OrderRequest,
  hooks = sendHooks(),
): Promise<Answer<OrderReply>> {
  const prepared = client.orderGateway.prepare(request)
  if (!prepared.ok) return prepared
  const sent = await client.orderGateway.send(prepared.value, hooks)
  return sent.ok ? ok({ value: sent.value.reply, at: sent.value.at }) : fail(sent.error.problem)
}

function only<T>(
  answer: Answer<OrderReply>,
  take: (reply: OrderReply) => T | undefined,
): Answer<T> {
  if (!answer.ok) return answer
  const value = take(answer.value.value)
  if (value === undefined)
    throw new Error(`the reply is of another kind: ${answer.value.value.kind}`)
  return ok({ value, at: answer.value.at })
}

export async function closeInvestment(
  client: TradingClient,
  investmentId = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
) {
  return only(await sendRequest(client, { kind: 'close-investment', investmentId }), ({ kind }) =>
    kind === 'close-investment' ? null : undefined,
  )
}

export async function sendMarketOrder(
  client: TradingClient,
  draft: MarketOrderDraft = aMarketOrder(),
) {
  return only(await sendRequest(client, { kind: 'market', draft }), (reply) =>
    reply.kind === 'market' ? reply.order : undefined,
  )
}

export async function sendCollateralLimit(
  client: TradingClient,
  draft: CollateralLimitDraft = aCollateralLimit(),
) {
  return only(await sendRequest(client, { kind: 'collateral-limit', draft }), (reply) =>
    reply.kind === 'collateral-limit' ? reply.order : undefined,
  )
}

export async function sendBulk(client: TradingClient, draft: BulkDraft = aBulk()) {
  return only(await sendRequest(client, { kind: 'bulk', draft }), (reply) =>
    reply.kind === 'bulk' ? reply.entries : undefined,
  )
}

async function cancel(client: TradingClient, ...ids: string[]) {
  return only(
    await sendRequest(client, {
      kind: 'cancel',
      orders: ids.map((id) => ({ market: 'BTC_USDT', id })),
    }),
    (reply) => (reply.kind === 'cancel' ? reply.entries : undefined),
  )
}

async function takeAway(client: TradingClient, request: OrderRequest) {
  return only(await sendRequest(client, request), ({ kind }) =>
    kind === request.kind ? null : undefined,
  )
}

/** The calls that move money. */
export const moves = {
  closeInvestment: (client: TradingClient) => closeInvestment(client),
  collateralMarketOrder: (client: TradingClient) => sendMarketOrder(client),
  bulkLimitOrders: (client: TradingClient) => sendBulk(client),
  collateralLimitOrder: (client: TradingClient) => sendCollateralLimit(client),
  cancelOrder: (client: TradingClient) => cancel(client, '4180284841'),
  cancelOrders: (client: TradingClient) => cancel(client, '4180284841', '4180284842', '4180284843'),
  cancelAllOrders: (client: TradingClient) =>
    takeAway(client, { kind: 'cancel-all', market: 'BTC_USDT' }),
  closePosition: (client: TradingClient) =>
    takeAway(client, {
      kind: 'close-position',
      market: 'BTC_USDT',
      id: '479975679',
      positionSide: 'LONG',
    }),
  balanceTransfer: (client: TradingClient) =>
    takeAway(client, {
      kind: 'transfer',
      asset: 'USDT',
      amount: '25.5',
      from: 'main',
      to: 'collateral',
    }),
  triggerMarketOrder: async (client: TradingClient) =>
    only(
      await sendRequest(client, {
        kind: 'set-level',
        draft: {
          market: 'BTC_PERP',
          side: 'sell',
          amount: '0.4',
          clientOrderId: 'p-level',
          positionSide: null,
          trigger: '58000',
        },
      }),
      (reply) => (reply.kind === 'set-level' ? reply.order : undefined),
    ),
  cancelConditional: (client: TradingClient) =>
    takeAway(client, {
      kind: 'remove-level',
      linked: true,
      market: 'BTC_PERP',
      id: '117703764514',
    }),
}
