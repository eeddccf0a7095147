// The demo as the app runs it, without windows: its own simulator, the real client, the monitor and
// the orders, on a clock that only moves when a test says so.
import { randomBytes, randomUUID } from 'node:crypto'
import { startDemo } from '../../src/main/demo/demo-account.js'
import { createExchangeClient } from '../../src/main/exchange/exchange-client.js'
import { createNonceGenerator } from '../../src/main/exchange/signer.js'
import { createOrderJournal } from '../../src/main/orders/order-journal.js'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { noMarkets, noPrices } from '../../src/shared/markets/market.js'
import { openOrders } from '../../src/main/orders/orders.js'
import { createPollScheduler } from '../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../src/main/accounts/storage.js'
import { Secret } from '../../src/main/keychain/secret.js'
import { openMonitor } from '../../src/main/portfolio/portfolio.js'
import { valueOf } from './test-storage.js'
import { createFakeClock } from './fake-clock.js'

/** Opened, monitored and allowed to trade, not armed; the clock is stopped. */
export async function openDemoHarness() {
  const time = createFakeClock()
  const { clock, timing } = time
  const demo = valueOf(
    await startDemo({ clock, after: time.after, newId: randomUUID, seed: () => 7 }),
  )
  const { profile, keys } = demo
  const memory = openMemoryStorage([profile], clock)
  const client = createExchangeClient({
    baseUrl: profile.baseUrl,
    dialect: profile.dialect,
    credentials: { apiKey: Secret.of(keys.apiKey), apiSecret: Secret.of(keys.apiSecret) },
    nonce: createNonceGenerator(clock, memory.nonces),
    clock,
  })
  const scheduler = createPollScheduler({ clock, timing })
  const monitor = openMonitor(profile, memory, {
    clock,
    timing,
    scheduler,
    portfolioChanged: () => undefined,
    connectionChanged: () => undefined,
    keyAccepted: () => undefined,
    keyRefused: () => undefined,
  })
  const journal = createOrderJournal({ timing })
  const orders = openOrders(profile, memory, {
    clock,
    timing,
    random: { randomHex: (bytes) => randomBytes(bytes).toString('hex'), newId: randomUUID },
    journal,
    client: () => client,
    conditions: () => ({
      keyState: 'accepted',
      locked: false,
      positions: monitor.portfolio().positions,
      openOrders: monitor.portfolio().openOrders,
      conditionalOrders: monitor.portfolio().conditionalOrders,
      prices: noPrices,
      markets: noMarkets.markets,
      collateral: nothingYet,
      purses: monitor.portfolio(),
      balance: monitor.portfolio().balance,
      connection: monitor.connection(),
      journal: { problem: null, readOnly: false, restored: false },
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
  })
  monitor.start(client)
  valueOf(await orders.allow(true))
  return {
    time,
    profile,
    levers: demo.levers,
    monitor,
    orders,
    /** Orders whose answer is awaited. */
    underWay: (): number => journal.inFlight(),
    close: async (): Promise<void> => {
      scheduler.close()
      monitor.close()
      orders.close()
      client.close()
      memory.close()
      await demo.stop()
    },
  }
}

export type DemoHarness = Awaited<ReturnType<typeof openDemoHarness>>
