// Several accounts at one exchange, over the real client: who has to wait for whom.
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import { keyHint, Secret } from '../../../src/main/keychain/secret.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  type ConnectedAccounts,
  createConnectedAccounts,
  createDisk,
} from '../../support/connected-accounts.js'
import { json, startFakeExchangeServer } from '../../support/fake-exchange-server.js'
import { oneMoreRequest } from '../../support/one-more-request.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.js'

type Key = { apiKey: string; apiSecret: string }

function idOf(number: number): string {
  return `0b0e8bb0-5a0f-4b7e-9d8c-${String(number).padStart(12, '0')}`
}

/** One account for each of these keys, all of them open. */
async function houseWith(
  baseUrl: string,
  keys: readonly Key[],
  time: FakeClock,
): Promise<ConnectedAccounts> {
  const disk = createDisk()
  onTestFinished(disk.close)
  const keychain = createKeychain({ adapter: disk.keychain, platform: 'linux' })
  for (const [number, { apiKey, apiSecret }] of keys.entries()) {
    const credentials = { apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) }
    const profile = aProfile({
      id: idOf(number),
      name: `Account ${number}`,
      region: 'custom',
      baseUrl,
      dialect: 'spec',
      createdAt: number,
    })
    valueOf(disk.storage.profiles.add({ ...profile, keyHint: keyHint(credentials.apiKey) }))
    valueOf(await keychain.store(profile.id, credentials))
  }
  const harness = createConnectedAccounts(disk, time)
  onTestFinished(harness.close)
  await harness.accounts.start({ demo: false })
  return harness
}

function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000, interval: 20 })
}

const one: Key = { apiKey: 'key-of-one-0123456789', apiSecret: 'secret-of-one-0123456789' }
const other: Key = { apiKey: 'key-of-other-0123456789', apiSecret: 'secret-of-other-0123456789' }

it('NET-14 runs one signed call at a time for two accounts with one key, and does not delay an account with another key', async () => {
  const time = createFakeClock()
  const server = await startFakeExchangeServer()
  onTestFinished(server.stop)
  server.always({
    kind: 'choose',
    choose: ({ path }) => (path.includes('/public/') ? json(['pong']) : { kind: 'hang' }),
  })
  await houseWith(server.url, [one, one, other], time)
  const asked = ({ apiKey }: Key): number =>
    server.seen.filter(({ headers }) => headers['x-txc-apikey'] === apiKey).length
  const callsOf = async (key: Key): Promise<number> => {
    await oneMoreRequest(`${server.url}${endpoints.ping.path}`)
    return asked(key)
  }
  await until(() => asked(one) > 0 && asked(other) > 0)
  expect(await callsOf(one)).toBe(1)
  expect(await callsOf(other)).toBe(1)
  await time.pass(5)
  expect(await callsOf(one)).toBe(1)
  // The next call may leave once the one in progress has ended, however it ends.
  server.dropAll()
  await until(() => asked(one) > 1)
  expect(await callsOf(one)).toBe(2)
})

it('RTL-1 shares the budget for stream tokens between all accounts of one address, whatever their keys', async () => {
  const time = createFakeClock()
  const at = await startSimulator({ port: 0, clock: time.clock, seed: 11, scene: 'calm' })
  onTestFinished(at.stop)
  const keyNamed = (name: string): Key => {
    const key = at.keys.find((known) => known.name === name)
    if (key === undefined) throw new Error(`no key ${name}`)
    return key
  }
  const { accounts } = await houseWith(
    at.url,
    [keyNamed('full'), keyNamed('full'), keyNamed('plain')],
    time,
  )
  await until(() => accounts.summaries().accounts.every(({ keyState }) => keyState === 'accepted'))
  const account = (number: number): Account => {
    valueOf(accounts.show(idOf(number)))
    const shown = accounts.shown()
    if (shown === null) throw new Error('no account is on screen')
    return shown
  }
  const [first, second, third] = [account(0), account(1), account(2)]
  // Half of ten a minute, of which one is reserved for orders.
  for (const { streamToken } of [first, second, third, first])
    expect((await streamToken.fetch()).ok).toBe(true)
  let isThere = false
  const fifth = third.streamToken.fetch().finally(() => {
    isThere = true
  })
  await oneMoreRequest(`${at.url}${endpoints.ping.path}`)
  expect(isThere).toBe(false)
  await time.pass(6)
  expect((await fifth).ok).toBe(true)
})
