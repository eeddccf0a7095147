// All accounts as the app builds them, on virtual time: the exchange is scripted by the test,
// keychain and database are in memory.
import { type Accounts, createAccounts } from '../../src/main/accounts/accounts.js'
import { createAppState } from '../../src/main/accounts/app-state.js'
import { openMemoryStorage, type MemoryStorage } from '../../src/main/accounts/storage.js'
import {
  keyHint,
  type Credentials,
  Secret,
  wipeCredentials,
} from '../../src/main/keychain/secret.js'
import type { CallRecorder } from '../../src/main/exchange/call-record.js'
import type { KeychainAdapter } from '../../src/main/keychain/keychain-adapter.js'
import { createLockHarness, type MemoryPassphrase } from './lock-harness.js'
import { createMemoryKeychain } from './memory-keychain.js'
import { createKeychain } from '../../src/main/keychain/keychain.js'
import type { Profile } from '../../src/shared/accounts/account.js'
import type { Alert, AlertNotification } from '../../src/shared/alerts/alert.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import type { Pushes, Topic } from '../../src/shared/contract.js'
import { fail, ok, type Result } from '../../src/shared/result.js'
import type { Problem } from '../../src/shared/problem.js'
import { about, aProfile, createFakeEntries, createFakeProfiles } from './fake-accounts.js'
import { aLoan, aPosition, problem } from './fake-exchange-client.js'
import { createFakePublicClient } from './fake-public-client.js'
import { createFakeTradingClient, type FakeTradingClient } from './fake-trading-client.js'
import { valueOf } from './test-storage.js'
import { createFakeClock, type FakeClock } from './fake-clock.js'

/** How an exchange answers. `held`: not before the test releases it. */
export type Mode = 'fine' | 'down' | 'trouble' | 'limited' | 'held'

/** The exchange of one account. Every figure of it carries its tag. */
export type Exchange = {
  readonly tag: string
  ltv: string
  mode: Mode
  keyRefused: boolean
}

type Pushed = { [T in Topic]: { topic: T; payload: Pushes[T] } }[Topic]

const tagFor = (number: number): string => `X${String(number).padStart(2, '0')}X`

function idOf(number: number): string {
  return `0b0e8bb0-5a0f-4b7e-9d8c-${String(number).padStart(12, '0')}`
}

function keyTextOf(tag: string): { apiKey: string; apiSecret: string } {
  return {
    apiKey: `${tag}-api-key-${tag}`,
    apiSecret: `${tag}-secret-text`,
  }
}

function keysOf(tag: string): Credentials {
  const { apiKey, apiSecret } = keyTextOf(tag)
  return { apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) }
}

/** Tags in a value, of whatever account. */
export function tagsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(/X(?:\d\d|D+)X/g) ?? [])]
}

const failures: Record<Exclude<Mode, 'fine' | 'held'>, Problem> = {
  down: problem('unreachable'),
  trouble: problem('exchange-trouble'),
  limited: problem('rate-limited'),
}

type HarnessOptions = {
  /** Records what was pushed, and clients that have been closed. */
  records?: boolean
  /** What an earlier run left behind: its time goes on. */
  /** A passphrase that an earlier run left behind. */
  passphrase?: MemoryPassphrase
  /** Whether a lock wipes the keys. */
  dropsKeys?: boolean
  after?: { time: FakeClock; memory: MemoryStorage }
}

/** So many accounts, not started yet, their keys in the keychain. */
export async function createAccountsHarness(count: number, options: HarnessOptions = {}) {
  const { records = true, after, passphrase, dropsKeys = false } = options
  const time = after?.time ?? createFakeClock()
  const { clock, timing } = time
  const exchanges = new Map<string, Exchange>()
  const addExchange = (id: string, tag: string): void => {
    exchanges.set(id, { tag, ltv: '25', mode: 'fine', keyRefused: false })
  }
  const profiles = Array.from({ length: count }, (_, n): Profile => {
    const tag = tagFor(n)
    const keys = keysOf(tag)
    addExchange(idOf(n), tag)
    return aProfile({
      id: idOf(n),
      name: `Account ${n}`,
      baseUrl: `https://${tag}.example`,
      keyHint: keyHint(keys.apiKey),
      createdAt: 1_750_000_000 + n,
    })
  })
  const byHost = new Map(profiles.map(({ id, baseUrl }) => [baseUrl, id]))

  const items = createMemoryKeychain()
  let shut = false
  /** What waits for the keychain; null where it answers at once. */
  let prompts: (() => void)[] | null = null
  const asked = async (): Promise<void> => {
    const waiting = prompts
    if (waiting !== null) await new Promise<void>((answer) => waiting.push(answer))
  }
  /** Every secret that was ever handed out. */
  const secrets: Secret[] = []
  const fault = fail({ reason: 'KEYCHAIN_LOCKED', detail: '' } as const)
  const keychain: KeychainAdapter = {
    ...items,
    get: async (account, patience) => {
      await asked()
      return shut ? ok(null) : items.get(account, patience)
    },
    set: (account, item, patience) =>
      shut ? Promise.resolve(fault) : items.set(account, item, patience),
    probe: (patience) => (shut ? Promise.resolve(fault) : items.probe(patience)),
  }
  const keychainService = createKeychain({
    adapter: keychain,
    platform: 'linux',
    redactSecret: (secret) => secrets.push(secret),
  })
  for (const { id } of profiles) {
    const keys = keysOf(exchanges.get(id)?.tag ?? '')
    valueOf(await keychainService.store(id, keys))
    wipeCredentials(keys)
  }

  const held: (() => void)[] = []
  const recorders = new Map<string, CallRecorder>()
  const publicRecorders = new Map<string, CallRecorder>()
  const clients = new Set<{ id: string; client: FakeTradingClient }>()
  const clientFor = (id: string, exchange: Exchange): FakeTradingClient => {
    const client = createFakeTradingClient(clock)
    const answer =
      <T>(signed: boolean, look: () => T) =>
      async (): Promise<Result<{ value: T; at: number }, Problem>> => {
        const [value, at] = [look(), clock()]
        if (exchange.mode === 'held') await new Promise<void>((release) => held.push(release))
        if (exchange.mode !== 'fine' && exchange.mode !== 'held')
          return fail(failures[exchange.mode])
        return signed && exchange.keyRefused ? fail(problem('key-disabled')) : ok({ value, at })
      }
    const { tag } = exchange
    client.answer(
      'ping',
      answer(false, () => ({ ms: 12 })),
    )
    client.answer(
      'positions',
      answer(true, () => [
        aPosition({
          id: tag,
          market: `BTC_${tag}`,
          unrealizedPnl: '50',
          liquidationPrice: '20000',
        }),
      ]),
    )
    client.answer(
      'loan',
      answer(true, () => aLoan({ asset: tag, currentLtv: exchange.ltv })),
    )
    client.answer(
      'balance',
      answer(true, () => [{ asset: tag, amount: '1.5' }]),
    )
    const made = { id, client }
    clients.add(made)
    if (records) return client
    return {
      ...client,
      close: () => {
        client.close()
        clients.delete(made)
      },
    }
  }

  const memory = after?.memory ?? openMemoryStorage(profiles, clock)
  const kept = createFakeProfiles(...profiles)
  const storage: Parameters<typeof createAccounts>[0]['storage'] = {
    ...memory,
    away: { destinationIds: () => ok([]) },
    profiles: kept,
    keychainEntries: createFakeEntries(),
    families: { read: () => [], save: () => undefined },
    incidents: {
      notices: () => ok([]),
      ordersDisabledUntilAcknowledged: () => false,
      acknowledge: () => ok(null),
    },
    readOnly: false,
    problem: () => null,
  }

  const pushed: Pushed[] = []
  const withdrawn: string[] = []
  const missed: string[] = []
  const notified: (AlertNotification & { at: number })[] = []
  let onEachPush: (push: Pushed) => void = () => undefined
  let onEachNotice: (notice: AlertNotification) => void = () => undefined
  const presence = { screenLocked: false, idleSeconds: 0 }
  const settings = { ...defaultSettings, lock: { ...defaultSettings.lock, dropsKeys } }
  let ids = 0
  let demos = 0
  let demosRunning = 0
  const appState = createAppState({
    clock,
    newId: () => `notice-${(ids += 1)}`,
    about,
    acknowledge: () => ok(null),
  })

  const locking = createLockHarness(
    {
      clock,
      timing,
      settings: () => settings,
      idleSeconds: () => presence.idleSeconds,
      stored: passphrase,
    },
    () => accounts,
  )
  const { lock } = locking
  lock.changes.on((view) => {
    if (view.locked === null) accounts.unlocked()
  })

  const accounts: Accounts = createAccounts({
    lock,

    clock,
    timing,
    storage,
    history: { flex: memory.flex },
    keychain: keychainService,
    redactSecret: (secret) => secrets.push(secret),
    appState,
    settings: () => settings,
    amountsHidden: () => settings.hideAmounts,
    away: { raised: () => undefined, acknowledged: () => undefined },
    desktop: {
      ask: () => Promise.resolve(ok(null)),
      files: { choose: () => Promise.resolve(null), saveText: () => Promise.resolve(ok(null)) },
      clipboard: { copySecret: () => Promise.resolve({ clearsAt: clock() + 30 }) },
      notifier: {
        notify: (notice) => {
          if (records) notified.push({ ...notice, at: clock() })
          onEachNotice(notice)
        },
        withdraw: (id) => withdrawn.push(id),
        missed: () => missed,
      },
      presence: {
        screenLocked: () => presence.screenLocked,
        idleSeconds: () => presence.idleSeconds,
      },
    },
    push: (topic, payload) => {
      const one = { topic, payload } as Pushed
      if (records) pushed.push(one)
      onEachPush(one)
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    exchange: {
      createClient: ({ baseUrl, recorder }) => {
        const id = byHost.get(baseUrl)
        const exchange = exchanges.get(id ?? '')
        if (id === undefined || exchange === undefined) throw new Error(`nobody is at ${baseUrl}`)
        if (records && recorder !== undefined) recorders.set(id, recorder)
        return clientFor(id, exchange)
      },
      createPublicClient: ({ baseUrl, recorder }) => {
        if (records && recorder !== undefined) publicRecorders.set(baseUrl, recorder)
        return createFakePublicClient(clock).client
      },
      startDemo: () => {
        demos += 1
        demosRunning += 1
        const id = idOf(900_000 + demos)
        const tag = `X${'D'.repeat(demos)}X`
        const baseUrl = `http://127.0.0.1:${demos}`
        addExchange(id, tag)
        byHost.set(baseUrl, id)
        const keys = keyTextOf(tag)
        const profile = aProfile({
          id,
          name: 'Demo account',
          region: 'demo',
          baseUrl,
          keyStorage: 'demo',
          keyHint: keyHint(Secret.of(keys.apiKey)),
        })
        const stop = (): Promise<void> => {
          demosRunning -= 1
          return Promise.resolve()
        }
        return Promise.resolve(
          ok({ profile, keys, past: [], pastLevels: [], levers: { pull: () => ok(null) }, stop }),
        )
      },
    },
  })

  return {
    time,
    accounts,
    lock,
    appState,
    keychainService,
    profiles,
    /** What outlives the run. */
    memory,
    settings,
    presence,
    /** By profile, those of demos among them. @throws Error where there is none */
    exchange: (id: string): Exchange => {
      const found = exchanges.get(id)
      if (found === undefined) throw new Error(`no exchange for ${id}`)
      return found
    },
    /**
     * Who is told of the calls of the newest client of a profile, and of what is asked of an
     * address without a key.
     */
    recorders,
    publicRecorders,
    /** Every client that was made, with its profile. */
    clients,
    /** Profiles of clients that are open now. */
    openClients: (): string[] =>
      [...clients].filter(({ client }) => client.closed() === 0).map(({ id }) => id),
    pushed,
    /** Everything the person was notified of, and when. */
    notified,
    withdrawn,
    /** Ids of notices that the system did not show, and cannot show now. */
    missed,
    /** What an account calls attention to now. */
    openAlerts: (id: string): Alert[] => {
      const shown = accounts.shown()
      return shown?.profile.id === id
        ? shown.alerts.view().attention.map(({ alert }) => alert)
        : valueOf(memory.alerts.load(id)).open
    },
    onPush: (next: typeof onEachPush): void => {
      onEachPush = next
    },
    onNotice: (next: typeof onEachNotice): void => {
      onEachNotice = next
    },
    /** One more exchange, for an account that is connected while the app runs. */
    exchangeAt: (baseUrl: string): void => {
      const id = idOf(800_000 + exchanges.size)
      addExchange(id, tagFor(99))
      byHost.set(baseUrl, id)
    },
    /** Every secret that was ever handed out, or typed. */
    secrets,
    /** From now on the keychain has a prompt open, until it is answered. */
    holdKeychain: (): void => {
      prompts = []
    },
    /** Prompts that wait for an answer. */
    prompts: (): number => prompts?.length ?? 0,
    answerKeychain: (): void => {
      const waiting = prompts ?? []
      prompts = null
      for (const answer of waiting) answer()
    },
    keychainIs: (now: 'shut' | 'open'): void => {
      shut = now === 'shut'
    },
    /** Answers that were held back come now. */
    release: (): void => {
      for (const one of held.splice(0)) one()
    },
    demosRunning: (): number => demosRunning,
    /** So many seconds, with what the app does every second and every minute. */
    pass: async (seconds: number): Promise<void> => {
      for (let left = seconds; left > 0; left -= 5) {
        await time.pass(left < 5 ? left : 5)
        accounts.tick()
      }
      accounts.tend()
    },
    close: async (): Promise<void> => {
      accounts.drafts.close()
      await accounts.close()
    },
    /** After `close`: the database is gone. */
    closeStore: memory.close,
  }
}

export type AccountsHarness = Awaited<ReturnType<typeof createAccountsHarness>>
