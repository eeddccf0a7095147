// The lock over the real client and the simulator: what reaches the exchange while Plimsoll is
// locked.
import { expect, it, onTestFinished, vi } from 'vitest'
import { keyHint, Secret } from '../../../src/main/keychain/secret.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import type { ReceivedCall } from '../../../src/simulator/call-record.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createConnectedAccounts, createDisk } from '../../support/connected-accounts.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { aTicket, ourPage } from '../../support/order-harness.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000, interval: 20 })
}

async function setup() {
  const time = createFakeClock()
  const simulator = await startSimulator({ port: 0, clock: time.clock, seed: 11, scene: 'calm' })
  onTestFinished(simulator.stop)
  const disk = createDisk()
  onTestFinished(disk.close)
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('no key')
  const credentials = { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) }
  const profile = aProfile({
    region: 'custom',
    baseUrl: simulator.url,
    dialect: 'spec',
    keyHint: keyHint(credentials.apiKey),
  })
  valueOf(disk.storage.profiles.add(profile))
  const limits = { ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } }
  valueOf(disk.storage.trading.write(profile.id, { readOnly: false, limits, favourites: [] }))
  valueOf(
    await createKeychain({ adapter: disk.keychain, platform: 'linux' }).store(
      profile.id,
      credentials,
    ),
  )
  const house = createConnectedAccounts(disk, time)
  onTestFinished(house.close)
  await house.accounts.start({ demo: false })
  await until(
    () =>
      house.shown().monitor.portfolio().balance.source === 'live' &&
      house.shown().key.state === 'accepted',
  )
  const signed = (): string[] =>
    (simulator.control('GET', 'calls').body as ReceivedCall[]).flatMap(({ keyName, path }) =>
      keyName === null ? [] : [path],
    )
  /** What was sent before has arrived. */
  const arrived = (): Promise<void> => oneMoreRequest(`${simulator.url}${endpoints.ping.path}`)
  return { time, house, signed, arrived }
}

it('SEC-16 sends no signed request after a lock that drops the keys, and resumes after it', async () => {
  const { time, house, signed, arrived } = await setup()
  house.settings.lock = { ...house.settings.lock, dropsKeys: true }
  house.lock.lock('by-hand')
  await arrived()
  const before = signed().length
  house.accounts.refreshAll()
  expect(
    await house.shown().ask((client) => client.mainBalance(), 'nothing can be asked'),
  ).toMatchObject({ ok: false })
  await time.pass(600)
  await arrived()
  expect(signed().length).toBe(before)
  expect(await house.lock.unlock(null)).toEqual({ ok: true, value: null })
  await until(() => house.shown().key.state === 'accepted')
  expect(signed().length).toBeGreaterThan(before)
})

it('ALR-1 SEC-16 ORD-15 continues reads while locked, and refuses an order prepared before', async () => {
  const { time, house, signed } = await setup()
  const { orders } = house.shown()
  valueOf(await orders.arm())
  await until(() => orders.read().obstacles.length === 0)
  const ticket = aTicket({ market: 'BTC_PERP' })
  const { token } = valueOf(orders.prepare(ticket, ourPage))
  house.lock.lock('by-hand')
  const before = signed().length
  expect(orders.read().armedUntil).toBe(null)
  expect(await orders.confirm(token, ourPage)).toMatchObject({ ok: false })
  expect(orders.prepare(ticket, ourPage)).toMatchObject({ ok: false })
  await time.pass(30)
  await until(() => signed().length > before)
  expect(signed().slice(before)).not.toContain(endpoints.collateralMarketOrder.path)
})
