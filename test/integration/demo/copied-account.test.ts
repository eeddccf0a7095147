// A practice copy of an account at an exchange, with the real client and database. The exchange and
// the copy are both simulators.
import { Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import { keyHint, Secret } from '../../../src/main/keychain/secret.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import { copyObstacle, copyOf } from '../../../src/shared/demo/account-copy.js'
import { compare } from '../../../src/shared/money.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { marginLevel } from '../../../src/shared/portfolio/margin.js'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createConnectedAccounts, createDisk } from '../../support/connected-accounts.js'
import { figuresOf } from '../../support/copied-accounts.js'
import { aTicket } from '../../support/order-harness.js'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.js'
import { aProfile, valueOf } from '../../support/test-storage.js'

const id = '0b0e8bb0-5a0f-4b7e-9d8c-000000000001'

async function houseAt(exchange: Simulator, time: FakeClock) {
  const disk = createDisk()
  onTestFinished(disk.close)
  const key = exchange.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('no key')
  const credentials = { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) }
  const profile = aProfile({ id, name: 'Main', region: 'custom', baseUrl: exchange.url })
  const hint = keyHint(credentials.apiKey)
  valueOf(disk.storage.profiles.add({ ...profile, dialect: 'spec', keyHint: hint }))
  const keychain = createKeychain({ adapter: disk.keychain, platform: 'linux' })
  valueOf(await keychain.store(id, credentials))
  const house = createConnectedAccounts(disk, time)
  onTestFinished(house.close)
  await house.accounts.start({ demo: false })
  return house
}

function sourcesOf(account: Account) {
  const { monitor, invested } = account
  return {
    portfolio: monitor.portfolio(),
    prices: account.prices(),
    markets: account.markets(),
    invested: invested.view(),
  }
}

/** Waits until everything was read. */
async function untilRead(account: Account, time: FakeClock): Promise<void> {
  await vi.waitFor(
    async () => {
      await time.pass(1)
      expect(copyObstacle(sourcesOf(account), time.clock())).toBe(null)
      expect(account.markets().markets.value).not.toBe(null)
    },
    { timeout: 30_000, interval: 20 },
  )
}

function figuresIn(account: Account, time: FakeClock): object {
  const copied = copyOf(sourcesOf(account), time.clock())
  if (!copied.ok) throw new Error(copied.error)
  return figuresOf(copied.value)
}

/** Refuses connections to other computers, and lists the local ports that were connected to. */
function refuseSockets(): { refused: string[]; reached: Set<string> } {
  const refused: string[] = []
  const reached = new Set<string>()
  const connect = Socket.prototype.connect
  const spy = vi.spyOn(Socket.prototype, 'connect')
  spy.mockImplementation(function (this: Socket, ...target: unknown[]) {
    const [{ host = '', port = '' }] = target.flat() as [{ host?: string; port?: number | string }]
    if (host !== '127.0.0.1') {
      refused.push(`${host}:${port}`)
      throw new Error('refused')
    }
    reached.add(String(port))
    return Reflect.apply(connect, this, target) as Socket
  })
  onTestFinished(() => spy.mockRestore())
  return { refused, reached }
}

async function start() {
  const time = createFakeClock()
  const exchange = await startSimulator({ port: 0, clock: time.clock, seed: 11, scene: 'calm' })
  onTestFinished(exchange.stop)
  exchange.control('POST', 'borrow', { asset: 'ETH', amount: '0.5' })
  for (const position of exchange.world.positions) position.stopLoss = null
  return { time, exchange, house: await houseAt(exchange, time) }
}

it('CPY-1 starts with every figure of the account and changes independently: nothing reaches the exchange', async () => {
  const { time, exchange, house } = await start()
  const { accounts, shown } = house
  const source = shown()
  await untilRead(source, time)
  const before = figuresIn(source, time)
  const noticesBefore = house.notices.slice()
  const { refused, reached } = refuseSockets()
  valueOf(await accounts.copy(id))
  const copy = shown()
  expect(copy.profile).toMatchObject({ name: 'Copy of Main', keyStorage: 'demo' })
  expect(house.appState.view().copyOf).toMatchObject({ profileId: id, name: 'Main' })
  await untilRead(copy, time)
  expect(figuresIn(copy, time)).toEqual(before)

  const recordOf = () => {
    const { openOrders, triggerOrders, ledger, positions } = exchange.world
    const { limits, usedToday, open, recent } = source.orders.read()
    const world = structuredClone({ openOrders, triggerOrders, ledger, positions })
    return { ...world, limits, usedToday, open, recent }
  }
  const untouched = recordOf()
  const { orders } = copy
  const byMarket = { BTC_USDT: { perOrder: '0.01', perDay: '0.1' } }
  valueOf(await orders.allow(true))
  valueOf(await orders.changeLimits({ ...defaultTradeLimits, byMarket }))
  valueOf(await orders.arm())
  const act = async (ticket: Parameters<typeof orders.prepare>[0]): Promise<void> => {
    await vi.waitFor(
      async () => {
        await time.pass(1)
        expect(orders.read().obstacles).toEqual([])
      },
      { timeout: 30_000, interval: 20 },
    )
    const { token } = valueOf(orders.prepare(ticket, 'page'))
    const { intentId } = valueOf(await orders.confirm(token, 'page'))
    await vi.waitFor(
      async () => {
        await time.pass(1)
        expect(valueOf(orders.intent(intentId)).state).toBe('acknowledged')
      },
      { timeout: 30_000, interval: 20 },
    )
  }
  await act(aTicket({ amount: '0.001' }))
  expect(recordOf()).toEqual(untouched)

  const levelOf = (account: Account): string => {
    const { value } = account.monitor.portfolio().collateralSummary
    return (value && marginLevel(value)) ?? ''
  }
  const level = levelOf(source)
  expect(levelOf(copy)).toBe(level)
  const levers = accounts.demo()
  if (levers === null) throw new Error('no demo')
  valueOf(levers.pull({ act: 'prices', asset: 'BTC', percent: -20 }))
  expect(levers.pull({ act: 'loan', to: 'none' }).ok).toBe(false)
  await vi.waitFor(
    async () => {
      await time.pass(1)
      expect(compare(levelOf(copy), level)).toBe(-1)
      expect(accounts.alerts().attention).not.toEqual([])
    },
    { timeout: 30_000, interval: 20 },
  )
  expect(levelOf(source)).toBe(level)
  expect(figuresIn(source, time)).toEqual(before)
  expect(source.alerts.view().attention).toEqual([])
  const shownOf = (account: Account) =>
    house.notices.filter(({ profileId }) => profileId === account.profile.id)
  expect(shownOf(source)).toEqual(noticesBefore)
  expect(shownOf(copy)).not.toEqual([])
  for (const notice of shownOf(copy)) expect(notice.title).toMatch(/^Demo: /)

  valueOf(await accounts.leaveDemo())
  expect(shown()).toBe(source)
  expect(house.appState.view()).toMatchObject({ demo: null, copyOf: null })
  // The account is still monitored, with reads only, at its own exchange.
  expect(refused).toEqual([])
  const ports = [exchange.url, copy.profile.baseUrl].map((url) => new URL(url).port)
  expect([...reached].filter((port) => !ports.includes(port))).toEqual([])
  const asked = exchange.control('GET', 'calls').body as { path: string }[]
  const writes = asked.filter(({ path }) => /order\/|transfer|close|cancel/.test(path))
  expect(writes.filter(({ path }) => path !== endpoints.conditionalOrders.path)).toEqual([])
})

it('CPY-2 opens no copy before the figures are read and no copy of a copy, hides it from other programs, and ends it with its account', async () => {
  const { time, house } = await start()
  const { accounts, shown } = house
  expect(await accounts.copy(id)).toMatchObject({
    ok: false,
    error: { message: { key: 'copy.obstacle.missing' } },
  })
  await untilRead(shown(), time)
  valueOf(await accounts.copy(id))
  const copy = shown()
  expect(copy.profile.region).toBe('demo')
  // Other programs on this computer get nothing without the key, and cannot request it.
  for (const control of ['state', 'health', 'calls']) {
    const answer = await fetch(`${copy.profile.baseUrl}/__sim/${control}`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('seed')])
  }
  expect(await accounts.copy(copy.profile.id)).toMatchObject({ ok: false, error: { code: 'gone' } })
  valueOf(await accounts.remove(id))
  await vi.waitFor(() => expect(accounts.shown()).toBe(null))
  expect(house.appState.view()).toMatchObject({ demo: null, copyOf: null, profiles: [] })
})
