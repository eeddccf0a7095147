// From a change at the exchange until a notification is passed to the operating system: real calls
// over HTTP, at the product's intervals, on virtual time. test/unit/alerts/account-alerts.test.ts
// covers every phase of the interval.
import { afterEach, describe, expect, it } from 'vitest'
import { createExchangeClient } from '../../../src/main/exchange/exchange-client.js'
import { createNonceGenerator } from '../../../src/main/exchange/signer.js'
import { createPollScheduler, intervalOf } from '../../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { alertPorts } from '../../support/alert-harness.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { aProfile } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const interval = intervalOf('loan', 'screen')

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** One account, its exchange, and its monitoring as in the app, up to the notifier. */
async function monitoredAccount() {
  const time = createFakeClock()
  const { clock, timing } = time
  const exchange = await startSimulator({ port: 0, clock, seed: 1, scene: 'calm' })
  exchange.control('POST', 'loan', { currentLtv: '50' })
  const key = exchange.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no full key')
  const profile = aProfile({ baseUrl: exchange.url })
  const memory = openMemoryStorage([profile], clock)
  const client = createExchangeClient({
    baseUrl: exchange.url,
    dialect: 'spec',
    credentials: { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) },
    nonce: createNonceGenerator(clock, memory.nonces),
    clock,
    timing,
  })
  const notified: string[] = []
  const alerts = openAccountAlerts(
    { id: profile.id, demo: false, keyHint: profile.keyHint },
    memory,
    alertPorts(time, { notify: ({ title }) => void notified.push(title) }),
  )
  const scheduler = createPollScheduler({ clock, timing })
  const monitor = openMonitor(profile, memory, {
    clock,
    timing,
    scheduler,
    portfolioChanged: alerts.portfolioChanged,
    connectionChanged: () => undefined,
    keyAccepted: () => undefined,
    keyRefused: () => undefined,
  })
  monitor.setVisibility('screen')
  monitor.start(client)
  cleanUps.push(async () => {
    scheduler.close()
    monitor.close()
    alerts.close()
    client.close()
    memory.close()
    await exchange.stop()
  })
  return { exchange, notified, time, loan: () => monitor.portfolio().loan }
}

describe('from the exchange to the notification', () => {
  it('takes one interval between two polls of the loan, and no further poll', async () => {
    const { exchange, notified, time, loan } = await monitoredAccount()
    await expect.poll(() => loan().source).toBe('live')
    const polls = async (): Promise<number> => {
      await oneMoreRequest(`${exchange.url}${endpoints.ping.path}`)
      const { body } = exchange.control('GET', 'calls')
      return (body as { path: string }[]).filter(({ path }) => path === endpoints.creditLine.path)
        .length
    }
    const before = await polls()
    exchange.control('POST', 'loan', { currentLtv: '76' })
    // Other feeds are read meanwhile: their responses must not be late by the virtual clock.
    for (let second = 1; second < interval; second += 1) {
      await time.pass(1)
      expect([await polls(), notified]).toEqual([before, []])
    }
    await time.pass(0.9)
    expect([await polls(), notified]).toEqual([before, []])
    await time.pass(0.1)
    await expect.poll(() => notified.length, { timeout: 60_000 }).toBe(1)
    expect(notified).toEqual(['USDT loan: LTV has reached margin call'])
    expect(await polls()).toBe(before + 1)
  })
})
