// The demo as the app runs it, without windows: its own simulator, the real client, the watch and the orders, on a clock that only moves
// when a test says so.
import { randomBytes, randomUUID } from 'node:crypto'
import { startDemoAccount } from '../../src/main/demo/demo-account.js'
import { createExchangeClient } from '../../src/main/exchange/exchange-client.js'
import { createNonce } from '../../src/main/exchange/nonce.js'
import { createOrders } from '../../src/main/orders/orders.js'
import { openTradingMemory } from '../../src/main/store/trading-memory.js'
import { Secret, wipeCredentials, type Credentials } from '../../src/main/vault/secret.js'
import { createWatch } from '../../src/main/watch/watch.js'
import { valueOf } from './store-room.js'
import { createVirtualTime } from './virtual-time.js'

/** Opened, watched and allowed to trade, not armed; the clock stands. */
export const openDemoHouse = async () => {
  const time = createVirtualTime()
  const { clock, timing } = time
  const demo = valueOf(
    await startDemoAccount({
      clock,
      after: time.after,
      newId: randomUUID,
      seed: () => 7,
      seal: (apiKey, apiSecret): Credentials => ({ apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) }),
      wipe: wipeCredentials,
      connect: ({ baseUrl, dialect, keys, nonces }) =>
        createExchangeClient({ baseUrl, dialect, credentials: keys, nonce: createNonce({ clock, store: nonces }), clock }),
    }),
  )
  const { profile, memory } = demo.account
  const client = demo.account.connect(valueOf(await demo.account.loadKeys()))
  const watch = createWatch({ clock, timing })
  const trading = openTradingMemory(profile)
  const orders = createOrders({
    clock,
    timing,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    newId: randomUUID,
    client: () => client,
    circumstances: () => ({
      keyState: 'accepted',
      locked: false,
      positions: watch.portfolio().positions,
      balance: watch.portfolio().balance,
      connection: watch.connection(),
      journal: { problem: null, readOnly: false, restored: false },
    }),
    ask: () => Promise.resolve({ ok: true, value: null }),
    saveText: () => Promise.resolve({ ok: true, value: null }),
    changed: () => undefined,
    refreshAfterWrite: () => undefined,
    troubles: () => undefined,
    troubleElsewhere: () => undefined,
    log: () => undefined,
  })
  watch.show(profile, memory)
  watch.begin({ client, keyAccepted: () => undefined, keyRefused: () => undefined })
  orders.start(profile, trading)
  valueOf(await orders.allow(true))
  return {
    time,
    profile,
    levers: demo.levers,
    watch,
    orders,
    close: async (): Promise<void> => {
      orders.end()
      trading.close()
      watch.end()
      client.close()
      await demo.stop()
    },
  }
}

export type DemoHouse = Awaited<ReturnType<typeof openDemoHouse>>
