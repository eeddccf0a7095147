// Fifty accounts with a history, thirty or all of them locked: the cost of opening them, and of
// having them open.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { keyHint, Secret } from '../../src/main/keychain/secret.js'
import { createKeychain } from '../../src/main/keychain/keychain.js'
import { endpoints } from '../../src/v4/endpoints.js'
import { anAlert } from '../support/alert-harness.js'
import { expectWithinBudget, processorTimeOf } from '../support/budget.js'
import { createConnectedAccounts, createDisk } from '../support/connected-accounts.js'
import { position } from '../support/documented-answers.js'
import { json, type Script, startFakeExchangeServer } from '../support/fake-exchange-server.js'
import { anIntent } from '../support/order-intents.js'
import { aLoan, aPosition } from '../support/fake-exchange-client.js'
import { aProfile, valueOf } from '../support/test-storage.js'
import { settled } from '../support/fake-clock.js'

const accountsInAll = 50
const unlocked = 20
const mostMegabytes = 4

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** For the complete process, after garbage collection. */
function megabytes(): number {
  for (let round = 0; round < 3; round += 1) if (typeof collect === 'function') collect()
  return process.memoryUsage.rss() / 1024 / 1024
}

/**
 * Until it is stopped, the most processor time of this thread in one turn of the event loop, in
 * milliseconds.
 */
function longestTurn(): () => number {
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let before = worked()
  let next: NodeJS.Immediate
  const turn = (): void => {
    const now = worked()
    longest = Math.max(longest, now - before)
    before = now
    next = setImmediate(turn)
  }
  turn()
  return () => {
    clearImmediate(next)
    return longest
  }
}

function idOf(number: number): string {
  return `0b0e8bb0-5a0f-4b7e-9d8c-${String(number).padStart(12, '0')}`
}

const balances = Object.fromEntries(
  Array.from({ length: 300 }, (_, n) => [`A${n}`, { main_balance: n < 40 ? `${n}.5` : '0' }]),
)
const loanAnswer = {
  error: false,
  data: {
    currencyTicker: 'BTC',
    amount: '1.5',
    totalFunding: '0.5',
    currentLtv: '25',
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    createdAt: 1715339355,
  },
}

async function setup(keychain: 'open' | 'shut') {
  const server = await startFakeExchangeServer()
  onTestFinished(server.stop)
  const answers = new Map<string, Script>([
    [endpoints.ping.path, json(['pong'])],
    [
      endpoints.openPositions.path,
      json(Array.from({ length: 30 }, (_, n) => ({ ...position, positionId: n + 1 }))),
    ],
    [endpoints.creditLine.path, json(loanAnswer)],
    [endpoints.mainBalance.path, json(balances)],
  ])
  server.always({
    kind: 'choose',
    choose: ({ path }) =>
      answers.get(path) ?? json({ code: 1, message: 'no', errors: {} }, { status: 403 }),
  })
  const disk = createDisk()
  onTestFinished(disk.close)
  const { storage } = disk
  const now = Date.now() / 1000
  const vault = createKeychain({ adapter: disk.keychain, platform: 'linux' })
  for (let number = 0; number < accountsInAll; number += 1) {
    const id = idOf(number)
    const credentials = {
      apiKey: Secret.of(`key-of-account-${number}`),
      apiSecret: Secret.of(`secret-of-account-${number}`),
    }
    const hint = keyHint(credentials.apiKey)
    const profile = aProfile({
      id,
      name: `Account ${number}`,
      region: 'custom',
      baseUrl: server.url,
      dialect: 'spec',
      keyHint: hint,
    })
    valueOf(storage.profiles.add({ ...profile, createdAt: now + number }))
    if (number < unlocked) valueOf(await vault.store(id, credentials))
    storage.snapshots.remember(
      id,
      'balance',
      Array.from({ length: 300 }, (_, n) => ({ asset: `A${n}`, amount: `${n}.5` })),
      now - 60,
    )
    storage.snapshots.remember(
      id,
      'positions',
      Array.from({ length: 50 }, (_, n) => aPosition({ id: String(n) })),
      now - 60,
    )
    storage.snapshots.remember(id, 'loan', aLoan(), now - 60)
    const alerts = Array.from({ length: 1000 }, (_, n) =>
      anAlert({
        id: `${number}-${n}`,
        profileId: id,
        key: `old/${n}`,
        at: now - 100_000 + n,
        state: { kind: 'resolved', at: now - 90_000, end: 'over' },
      }),
    )
    valueOf(storage.alerts.save(id, alerts, {}))
    for (let n = 0; n < 50; n += 1)
      valueOf(
        storage.orders.add(
          anIntent({ profileId: id, state: 'acknowledged', createdAt: now - 1000 + n }),
          [{ quote: 'USDT', notional: '400' }],
        ),
      )
  }
  valueOf(await storage.tend())
  const shut: typeof disk.keychain = {
    ...disk.keychain,
    get: () => Promise.resolve({ ok: true, value: null }),
    probe: () => Promise.resolve({ ok: false, error: { reason: 'KEYCHAIN_LOCKED', detail: '' } }),
  }
  const harness = createConnectedAccounts(keychain === 'open' ? disk : { ...disk, keychain: shut })
  onTestFinished(harness.close)
  return harness
}

const keysAtHand = { open: unlocked, shut: 0 } as const

it.each(['open', 'shut'] as const)(
  'RES-7 opening fifty accounts with the keychain %s blocks the event loop for less than 100 ms and takes at most 4 MB for each',
  async (keychain) => {
    const { accounts } = await setup(keychain)
    const before = megabytes()
    const held = longestTurn()
    await accounts.start({ demo: false })
    const isThere = (): boolean =>
      accounts.summaries().accounts.filter(({ keyState }) => keyState === 'accepted').length ===
      keysAtHand[keychain]
    while (!isThere()) await settled()
    expectWithinBudget('the longest turn of the loop while fifty accounts are opened', held(), 100)
    expect(accounts.summaries().accounts).toHaveLength(accountsInAll)
    const each = (megabytes() - before) / accountsInAll
    console.info(`an open account: ${each.toFixed(2)} MB, of ${mostMegabytes}`)
    expect(each).toBeLessThanOrEqual(mostMegabytes)
    const second = processorTimeOf(() => accounts.tick())
    expectWithinBudget('what is done every second for fifty accounts', second, 50)
  },
)
