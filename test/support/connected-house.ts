// Accounts, watch and demo put together as the app does it, over the real client; the keychain is in memory, and the rest too where no
// folder is given.
import { randomUUID } from 'node:crypto'
import { createAccountSwitch } from '../../src/main/accounts/account-switch.js'
import { type Account, createActiveAccount } from '../../src/main/accounts/active-account.js'
import { createConnectDrafts } from '../../src/main/accounts/connect-drafts.js'
import { createKeyRing } from '../../src/main/accounts/key-ring.js'
import { createProfiles } from '../../src/main/accounts/profiles.js'
import { createSession } from '../../src/main/accounts/session.js'
import { createStreamToken } from '../../src/main/accounts/stream-token.js'
import { startDemoAccount } from '../../src/main/demo/demo-account.js'
import { createDemoMemory } from '../../src/main/demo/demo-memory.js'
import { createExchangeClient, type ExchangeClient } from '../../src/main/exchange/exchange-client.js'
import { createNonce, type NonceStore } from '../../src/main/exchange/nonce.js'
import { systemTiming, type Timing } from '../../src/main/exchange/timing.js'
import { keyHint, readCredentialPart } from '../../src/main/vault/credentials-input.js'
import { openStore } from '../../src/main/store/store.js'
import { createMemoryKeychain } from '../../src/main/vault/memory-keychain.js'
import { type Credentials, Secret, wipeCredentials } from '../../src/main/vault/secret.js'
import { createVault } from '../../src/main/vault/vault.js'
import type { PortfolioMemory } from '../../src/main/watch/portfolio.js'
import { createWatch } from '../../src/main/watch/watch.js'
import type { Dialect, Profile } from '../../src/shared/domain/account.js'
import type { ConnectStep } from '../../src/shared/domain/connect.js'
import { ok } from '../../src/shared/result.js'
import { about, createFakeProfiles, fakeRingPorts } from './fake-accounts.js'

type Way = { baseUrl: string; dialect: Dialect; keys: Credentials; nonces: NonceStore }

const wallClock = (): number => Date.now() / 1000

/** What outlives a restart: the keychain, the profiles and the figures. */
export const createDisk = () => {
  const memory = createDemoMemory()
  return { keychain: createMemoryKeychain(), profiles: createFakeProfiles(), memory, nonces: memory.nonces }
}

/** The same with the real store in a folder. */
export const createStoreDisk = (folder: string, keychain = createMemoryKeychain()) => {
  const opened = openStore({ folder, clock: wallClock })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  return { keychain, profiles: store.profiles, memory: store, nonces: store.nonces, close: () => store.close() }
}

type Disk = Pick<ReturnType<typeof createDisk> | ReturnType<typeof createStoreDisk>, 'keychain' | 'profiles' | 'memory' | 'nonces'>

/** On the computer's own time where no other is handed in. */
export const createConnectedHouse = (
  disk: Disk = createDisk(),
  { clock, timing }: { clock: () => number; timing: Timing } = { clock: wallClock, timing: systemTiming },
) => {
  const { keychain, profiles, memory, nonces } = disk
  const vault = createVault({ keychain, platform: 'linux' })
  const keys = createKeyRing(vault, fakeRingPorts())
  const session = createSession({ clock, newId: randomUUID, about, acknowledge: () => ok(null) })
  const watch = createWatch({ clock, timing })
  const hosts: string[] = []
  const copied: string[] = []
  const steps: ConnectStep[][] = []

  const connect = ({ baseUrl, dialect, keys: credentials, nonces }: Way): ExchangeClient => {
    hosts.push(new URL(baseUrl).host)
    return createExchangeClient({ baseUrl, dialect, credentials, nonce: createNonce({ clock, store: nonces }), clock, timing })
  }

  const active = createActiveAccount<Credentials, ExchangeClient, PortfolioMemory>({ session, watch, closed: () => streamToken.drop() })
  const streamToken = createStreamToken({
    clock,
    after: timing.after,
    client: active.client,
    copySecret: async (text) => {
      copied.push(text)
      return { clearsAt: clock() + 30 }
    },
    mayReveal: () => Promise.resolve(ok(null)),
  })
  const accountOf = (profile: Profile): Account<Credentials, ExchangeClient, PortfolioMemory> => ({
    profile,
    loadKeys: () => keys.load(profile),
    wipe: wipeCredentials,
    connect: (pair) => connect({ ...profile, keys: pair, nonces }),
    memory,
  })
  const accounts = createAccountSwitch({
    profiles,
    accountOf,
    startDemo: () =>
      startDemoAccount({
        clock,
        after: timing.after,
        newId: randomUUID,
        seed: () => 7,
        seal: (apiKey, apiSecret): Credentials => ({ apiKey: Secret.of(apiKey), apiSecret: Secret.of(apiSecret) }),
        wipe: wipeCredentials,
        connect,
      }),
    active,
    session,
  })
  const book = createProfiles({
    profiles,
    keys,
    ordersUnderWay: () => 0,
    openOrders: () => ok([]),
    listChanged: accounts.listChanged,
    session,
  })
  const drafts = createConnectDrafts<Secret>({
    clock,
    after: timing.after,
    newId: randomUUID,
    readPart: readCredentialPart,
    keyHint,
    keys,
    profiles,
    connect: (way) => connect({ ...way, nonces }),
    mayReach: () => Promise.resolve(ok(null)),
    push: (progress) => steps.push(progress.steps),
    saved: (profile) => void accounts.switchTo(profile.id),
  })
  return {
    session,
    watch,
    active,
    accounts,
    profiles: book,
    drafts,
    streamToken,
    vault,
    /** Host and port of every way that was opened. */
    hosts,
    copied,
    steps,
    close: async () => {
      drafts.close()
      await accounts.close()
    },
  }
}

export type ConnectedHouse = ReturnType<typeof createConnectedHouse>
