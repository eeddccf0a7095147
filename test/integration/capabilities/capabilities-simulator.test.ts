// What accounts find out about a key over the real client and the simulator.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endpointFacts } from '../../../src/main/exchange/endpoint-access.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import { keyHint, Secret } from '../../../src/main/keychain/secret.js'
import type { CapabilityState } from '../../../src/shared/capabilities/capability.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createConnectedAccounts, createDisk } from '../../support/connected-accounts.js'
import { aTicket, ourPage } from '../../support/order-harness.js'
import { aProfile, valueOf } from '../../support/test-storage.js'

type Rights = Partial<
  Record<'b2b' | 'creditLine' | 'mining' | 'collateral' | 'trading', boolean>
> & { barred?: string[] }

/** An account at its own simulator, whose key has these permissions, once it is accepted. */
async function accountWith(rights: Rights, options: { onlySpecified?: boolean } = {}) {
  const clock = (): number => Date.now() / 1000
  const simulator = await startSimulator({ port: 0, clock, seed: 11, scene: 'calm', ...options })
  onTestFinished(() => simulator.stop())
  const lever = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(
      `${simulator.url}/__sim/${path}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    )
    expect(answer.ok).toBe(true)
    return answer.json()
  }
  await lever('key', { name: 'full', ...rights })
  const disk = createDisk()
  onTestFinished(disk.close)
  const [key] = simulator.keys
  if (key === undefined) throw new Error('no key')
  const credentials = { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) }
  const profile = aProfile({
    region: 'custom',
    baseUrl: simulator.url,
    dialect: 'spec',
    keyHint: keyHint(credentials.apiKey),
  })
  valueOf(disk.storage.profiles.add(profile))
  valueOf(
    await createKeychain({ adapter: disk.keychain, platform: 'linux' }).store(
      profile.id,
      credentials,
    ),
  )
  const start = async () => {
    const harness = createConnectedAccounts(disk)
    await harness.accounts.start({ demo: false })
    await vi.waitFor(() => expect(harness.shown().key.state).toBe('accepted'), {
      timeout: 30_000,
      interval: 20,
    })
    return harness
  }
  return { lever, start, profile }
}

type Harness = Awaited<ReturnType<Awaited<ReturnType<typeof accountWith>>['start']>>

function statesOf(harness: Harness): Partial<Record<string, CapabilityState>> {
  return Object.fromEntries(
    harness
      .shown()
      .capabilities.view()
      .endpoints.map(({ path, state }) => [path, state]),
  )
}

const paths = Object.fromEntries(
  Object.entries(endpoints).map(([name, { path }]) => [name, path]),
) as Record<keyof typeof endpoints, string>
const money = endpointFacts.filter(({ movesMoney }) => movesMoney).map(({ path }) => path)

describe('over the simulator', () => {
  it('UX-5 learns a key without B2B, credit line and mining from polling, then from Check now, without an order', async () => {
    const { lever, start } = await accountWith({ b2b: false, creditLine: false, mining: false })
    const harness = await start()
    onTestFinished(harness.close)
    await vi.waitFor(
      () =>
        expect(statesOf(harness)).toMatchObject({
          [paths.mainBalance]: 'works',
          [paths.creditLine]: 'not-enabled',
        }),
      {
        timeout: 30_000,
        interval: 20,
      },
    )
    expect(await harness.shown().capabilities.check()).toEqual({ ok: true, value: null })
    expect(statesOf(harness)).toMatchObject({
      [paths.ping]: 'works',
      [paths.openPositions]: 'works',
      [paths.flexHistory]: 'not-enabled',
      [paths.closeInvestment]: 'not-tried',
      [paths.fixedInvestments]: 'not-enabled',
      [paths.flexInvestments]: 'not-enabled',
      [paths.miningAccounts]: 'no-permission',
      [paths.payoutDestination]: 'not-tried',
      [paths.streamToken]: 'not-tried',
      [paths.orderHistory]: 'works',
      [paths.futures]: 'works',
    })
    for (const path of money) expect(statesOf(harness)[path]).toBe('not-tried')
    const called = JSON.stringify(await lever('calls'))
    expect(called).toContain(paths.orderHistory)
    for (const path of [...money, paths.streamToken, paths.payoutDestination])
      expect(called).not.toContain(`"${path}"`)
  })

  it('UX-5 learns a key with partial permissions at an exchange with only the specification', async () => {
    const { start } = await accountWith(
      { barred: [paths.mainBalance], collateral: false },
      { onlySpecified: true },
    )
    const harness = await start()
    onTestFinished(harness.close)
    expect(await harness.shown().capabilities.check()).toEqual({ ok: true, value: null })
    expect(statesOf(harness)).toMatchObject({
      [paths.mainBalance]: 'no-permission',
      [paths.openPositions]: 'not-enabled',
      [paths.flexHistory]: 'works',
      [paths.activeOrders]: 'not-offered',
      [paths.markets]: 'not-offered',
      [paths.serverTime]: 'not-offered',
    })
  })

  it('keeps the results over a restart, with their time, and follows later answers', async () => {
    const { lever, start, profile } = await accountWith({ mining: false })
    const before = await start()
    await before.shown().capabilities.check()
    const found = before.shown().capabilities.view()
    await before.close()
    expect(found.keyUsedAt).not.toBeNull()
    await lever('key', { name: 'full', mining: true })
    const after = await start()
    onTestFinished(after.close)
    expect(statesOf(after)).toMatchObject({
      [paths.miningAccounts]: 'no-permission',
      [paths.orderHistory]: 'works',
    })
    await after.shown().capabilities.check()
    expect(statesOf(after)).toMatchObject({ [paths.miningAccounts]: 'works' })
    expect(after.accounts.find(profile.id)?.capabilities).toBe(after.shown().capabilities)
  })

  it.each([
    [true, 'works'],
    [false, 'no-permission'],
  ] as const)(
    "learns an endpoint from the answer to the user's own order: trading %s, %s",
    async (trading, state) => {
      const { start } = await accountWith({ trading })
      const harness = await start()
      onTestFinished(harness.close)
      const { orders } = harness.shown()
      expect(statesOf(harness)[paths.collateralMarketOrder]).toBe('not-tried')
      valueOf(await orders.allow(true))
      valueOf(
        await orders.changeLimits({
          ...defaultTradeLimits,
          on: false,
          askFrom: { USDT: '1000000000' },
        }),
      )
      valueOf(await orders.arm())
      valueOf(await orders.confirm(valueOf(orders.prepare(aTicket(), ourPage)).token, ourPage))
      await vi.waitFor(() => expect(statesOf(harness)[paths.collateralMarketOrder]).toBe(state), {
        timeout: 30_000,
        interval: 20,
      })
      for (const path of money)
        if (path !== paths.collateralMarketOrder) expect(statesOf(harness)[path]).toBe('not-tried')
    },
  )
})
