// Accounts as the app opens them, over an exchange the test writes, a keychain in memory, a
// database in memory, and virtual time.
import { onTestFinished } from 'vitest'
import type {
  Account,
  AccountPlatform,
  AccountStorage,
  AccountTopic,
} from '../../src/main/accounts/account.js'
import { openAccount } from '../../src/main/accounts/account-opening.js'
import { createCredentialStore } from '../../src/main/accounts/credential-store.js'
import { createOrderJournal } from '../../src/main/orders/order-journal.js'
import type { ConfirmRequest } from '../../src/main/desktop/dialogs.js'
import { openMemoryStorage } from '../../src/main/accounts/storage.js'
import type { KeyState, Profile } from '../../src/shared/accounts/account.js'
import { type AlertNotification, defaultAlertSettings } from '../../src/shared/alerts/alert.js'
import type { Problem } from '../../src/shared/problem.js'
import type { Notice } from '../../src/shared/accounts/app-state.js'
import type { Pushes } from '../../src/shared/contract.js'
import { ok, type Result } from '../../src/shared/result.js'
import { utcMinutes, utcText } from './alert-harness.js'
import {
  aProfile,
  createFakeKeychain,
  createHalves,
  fakeCredentialStoreParts,
} from './fake-accounts.js'
import { createFakePublicClient, fakeMarketData } from './fake-public-client.js'
import { createFakeTradingClient, type FakeTradingClient } from './fake-trading-client.js'
import { createFakeClock } from './fake-clock.js'

type Changed = {
  [T in AccountTopic]: { account: Account; topic: T; view: Pushes[T] }
}[AccountTopic]

export const demoProfile = aProfile({
  id: 'demo',
  name: 'Demo account',
  region: 'demo',
  baseUrl: 'http://127.0.0.1:1',
  keyStorage: 'demo',
})

/** `known`: profiles of which something may be remembered; their keys are in the keychain. */
export function createAccountHarness(...known: Profile[]) {
  const time = createFakeClock()
  const halves = createHalves()
  const fake = createFakeKeychain(halves)
  const credentials = createCredentialStore(fake.keychain, fakeCredentialStoreParts())
  const memory = openMemoryStorage([...known, demoProfile], time.clock)
  onTestFinished(memory.close)
  for (const { id } of known) fake.stored.set(id, { key: `${id}-key`, secret: `${id}-secret` })
  const journal = createOrderJournal({ timing: time.timing })
  const clients = new Map<string, FakeTradingClient[]>()
  const scripts = new Map<string, (client: FakeTradingClient) => void>()
  const changes: Changed[] = []
  const keys: { id: string; state: KeyState }[] = []
  const notified: AlertNotification[] = []
  const withdrawn: string[] = []
  const shownNotices: Pick<Notice, 'level' | 'title' | 'text'>[] = []
  const logged: { event: string; details: object | undefined }[] = []
  const questions: ConfirmRequest[] = []
  const copied: string[] = []
  const released: string[] = []
  let agrees: () => Promise<Result<null, Problem>> = () => Promise.resolve(ok(null))
  let file: string | null = null
  let onKey: AccountPlatform['keyChanged'] = () => undefined
  let ids = 0
  /** Accounts that connect to the stream. */
  const streamed = new Set<string>()
  const market = createFakePublicClient(time.clock)

  const platform: AccountPlatform = {
    clock: time.clock,
    timing: time.timing,
    random: {
      newId: () => `id-${(ids += 1)}`,
      randomHex: (bytes) => (ids += 1).toString(16).padStart(2 * bytes, '0'),
    },
    journal,
    openMarkets: fakeMarketData(time, market).open,
    currency: () => 'USDT',
    hasLiveUpdates: (profileId) => streamed.has(profileId),
    notices: {
      settings: () => defaultAlertSettings,
      localMinutes: utcMinutes,
      clockText: utcText,
      state: () => 'shown',
      figuresHidden: () => false,
      full: () => [],
      notify: (notice) => notified.push(notice),
      withdraw: (noticeId) => withdrawn.push(noticeId),
      missed: () => [],
      away: { raised: () => undefined, acknowledged: () => undefined },
    },
    nameInNotices: ({ name }) => (known.length > 1 ? name : null),
    desktop: {
      ask: (question) => {
        questions.push(question)
        return agrees()
      },
      choose: () => Promise.resolve(file),
      saveText: () => Promise.resolve(ok(null)),
      copySecret: (text) => {
        copied.push(text)
        return Promise.resolve({ clearsAt: time.clock() + 30 })
      },
      screenLocked: () => false,
      authorize: () => Promise.resolve(ok(null)),
      amountsHidden: () => false,
    },
    notify: (notice) => shownNotices.push(notice),
    log: (_level, event, details) => logged.push({ event, details }),
    changed: (account, topic, view) => changes.push({ account, topic, view } as Changed),
    keyChanged: (account) => {
      keys.push({ id: account.profile.id, state: account.key.state })
      onKey(account)
    },
  }

  const storageOf = (profile: Profile, own: Partial<AccountStorage> = {}): AccountStorage => ({
    ...memory,
    loadKeys: () =>
      profile.keyStorage === 'demo'
        ? Promise.resolve(ok(halves.pair('demo')))
        : credentials.load(profile),
    connect: () => {
      const client = createFakeTradingClient(time.clock)
      scripts.get(profile.id)?.(client)
      clients.set(profile.id, [...(clients.get(profile.id) ?? []), client])
      return client
    },
    record: () => ({ problem: null, readOnly: false, restored: false }),
    release: () => released.push(profile.id),
    ...own,
  })

  return {
    time,
    streamed,
    halves,
    fake,
    credentials,
    memory,
    market,
    journal,
    clients,
    /** What each client that is made for a profile is scripted with. */
    scripts,
    changes,
    /** Every state of a key that was reported, in order. */
    keys,
    notified,
    withdrawn,
    shownNotices,
    logged,
    asked: questions,
    copied,
    /** Profiles of accounts whose storage was given back. */
    released,
    platform,
    open: (profile: Profile, own: Partial<AccountStorage> = {}): Account =>
      openAccount(profile, storageOf(profile, own), platform),
    /** The newest client of a profile. @throws Error where there was none */
    client: (id: string): FakeTradingClient => {
      const newest = clients.get(id)?.at(-1)
      if (newest === undefined) throw new Error(`nothing was asked for ${id}`)
      return newest
    },
    /** How the user answers a system dialog. */
    answersBox: (next: typeof agrees): void => {
      agrees = next
    },
    onKeyChanged: (next: typeof onKey): void => {
      onKey = next
    },
    /** Where the user wants an export. */
    choosesFile: (chosen: string | null): void => {
      file = chosen
    },
  }
}

export type AccountHarness = ReturnType<typeof createAccountHarness>

/** Profiles of clients that are open now. */
export function openClients({ clients }: AccountHarness): string[] {
  return [...clients].flatMap(([id, made]) =>
    made.filter((client) => client.closed() === 0).map(() => id),
  )
}
