// From a change on the exchange's side until a notification is handed to the operating system: real calls over HTTP, at the pace the
// product keeps, on virtual time. That every phase of the interval is alike is proved in test/unit/watch/alerts/watchman.test.ts.
import { afterEach, describe, expect, it } from 'vitest'
import { createExchangeClient } from '../../../src/main/exchange/exchange-client.js'
import { createNonce } from '../../../src/main/exchange/nonce.js'
import { createDemoMemory } from '../../../src/main/demo/demo-memory.js'
import { Secret } from '../../../src/main/vault/secret.js'
import { createAlertMemory } from '../../../src/main/watch/alerts/alert-memory.js'
import { createWatchman } from '../../../src/main/watch/alerts/watchman.js'
import { paceOf } from '../../../src/main/watch/poll-plan.js'
import { createWatch } from '../../../src/main/watch/watch.js'
import { type AlertNotice, defaultAlertSettings } from '../../../src/shared/domain/alert.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { utcMinutes, utcText } from '../../support/alerts.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const interval = paceOf('loan', false)

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** One account, its exchange, and the watch over it as the app puts them together, up to the notifier's door. */
const watchedAccount = async () => {
  const time = createVirtualTime()
  const { clock, timing } = time
  const exchange = await startSimulator({ port: 0, clock, seed: 1, scene: 'calm' })
  exchange.control('POST', 'loan', { currentLtv: '50' })
  const key = exchange.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no full key')
  const memory = createDemoMemory()
  const client = createExchangeClient({
    baseUrl: exchange.url,
    dialect: 'spec',
    credentials: { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) },
    nonce: createNonce({ clock, store: memory.nonces }),
    clock,
    timing,
  })
  const told: string[] = []
  let ids = 0
  const watchman = createWatchman({
    clock,
    timing,
    newId: () => `alert-${(ids += 1)}`,
    settings: () => defaultAlertSettings,
    localMinutes: utcMinutes,
    clockText: utcText,
    notify: ({ title }: AlertNotice) => void told.push(title),
    withdraw: () => undefined,
    changed: () => undefined,
  })
  const watch = createWatch({ clock, timing })
  const id = 'account'
  watch.onPortfolio(watchman.portfolio)
  watch.show({ id, baseUrl: exchange.url }, memory)
  watchman.watch({ id, demo: false }, createAlertMemory())
  watch.begin({ client, keyAccepted: () => undefined, keyRefused: () => undefined })
  cleanUps.push(async () => {
    watch.end()
    watchman.end()
    client.close()
    await exchange.stop()
  })
  return { exchange, told, time, loan: () => watch.portfolio().loan }
}

describe('from the exchange to the notification', () => {
  it('takes one interval between two looks at the loan, and no further look', async () => {
    const { exchange, told, time, loan } = await watchedAccount()
    await expect.poll(() => loan().source).toBe('live')
    const looks = async (): Promise<number> => {
      await oneMoreRequest(`${exchange.url}${endpoints.ping.path}`)
      const { body } = exchange.control('GET', 'calls')
      return (body as { path: string }[]).filter(({ path }) => path === endpoints.creditLine.path).length
    }
    const before = await looks()
    exchange.control('POST', 'loan', { currentLtv: '76' })
    await time.pass(interval - 0.1)
    expect([await looks(), told]).toEqual([before, []])
    await time.pass(0.1)
    await expect.poll(() => told.length).toBe(1)
    expect(told).toEqual(['USDT loan: LTV has reached margin call'])
    expect(await looks()).toBe(before + 1)
  })
})
