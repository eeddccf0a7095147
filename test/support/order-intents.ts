import type { Target } from '../../src/shared/orders/order.js'
import type { OrderIntent } from '../../src/shared/orders/trading.js'
import { startOfTest } from './test-storage.js'

let count = 0

/** What is to go: orders that rest, unless it says otherwise. */
export function aCancelIntent(
  some: Partial<OrderIntent> = {},
  targets: Target[] = [aTarget()],
): OrderIntent {
  const intent = anIntent(
    { kind: 'cancel', act: 'Cancel buy 0.01 BTC_USDT at 40000', ...some },
    targets.map(() => ''),
  )
  return {
    ...intent,
    items: intent.items.map((item, index) => ({
      ...item,
      price: '40000',
      target: targets[index] ?? aTarget(),
    })),
    ...some,
  }
}

export function aTarget(some: Partial<Extract<Target, { kind: 'order' }>> = {}): Target {
  return {
    kind: 'order',
    id: '4180284841',
    clientOrderId: 'mine',
    type: 'limit',
    left: '0.01',
    reduceOnly: false,
    ...some,
  }
}

/**
 * A market order that was recorded and not sent. Every one has an id of its own unless given one.
 */
export function anIntent(some: Partial<OrderIntent> = {}, ids?: string[]): OrderIntent {
  count += 1
  const clientOrderIds = ids ?? [`p-${count}`]
  return {
    id: `intent-${count}`,
    profileId: '0b0e8bb0-5a0f-4b7e-9d8c-0123456789ab',
    profileName: 'Main account',
    region: 'global',
    keyHint: 'abcd…wxyz',
    kind: 'market',
    act: 'Buy 0.01 BTC_USDT at market',
    state: 'intent',
    createdAt: startOfTest,
    items: clientOrderIds.map((clientOrderId, index) => ({
      index,
      clientOrderId,
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.01',
      price: null,
      positionSide: null,
      stopLoss: null,
      takeProfit: null,
      postOnly: false,
      ioc: false,
      rpi: false,
      state: 'pending',
      order: null,
      problem: null,
      mismatch: [],
    })),
    investmentId: null,
    stopOnFail: null,
    retryOf: null,
    body: '{"market":"BTC_USDT"}',
    bodyHash: 'cd'.repeat(32),
    requestHash: null,
    nonce: null,
    httpStatus: null,
    ms: { written: null, sent: null, answered: null },
    problem: null,
    evidence: null,
    blocks: false,
    timeline: [
      { at: startOfTest, what: 'confirmed', text: 'Confirmed.', details: {} },
      {
        at: startOfTest + 0.001,
        what: 'written',
        text: 'Written down.',
        details: { bodyHash: 'cd' },
      },
    ],
    ...some,
  }
}
