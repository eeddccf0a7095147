// Accounts: keys, the clients made from them, the demo, and the one account that is open.
import { randomInt, randomUUID } from 'node:crypto'
import type { Dialect, Profile } from '../../shared/domain/account.js'
import type { ConnectStep } from '../../shared/domain/connect.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { createAccountSwitch } from '../accounts/account-switch.js'
import { type Account, createActiveAccount } from '../accounts/active-account.js'
import { createConnectDrafts } from '../accounts/connect-drafts.js'
import { createKeyRing } from '../accounts/key-ring.js'
import { leftBehindNotice } from '../accounts/left-behind.js'
import { createProfiles } from '../accounts/profiles.js'
import type { Session } from '../accounts/session.js'
import { createStreamToken } from '../accounts/stream-token.js'
import { startDemoAccount } from '../demo/demo-account.js'
import type { DemoLevers } from '../demo/demo-levers.js'
import type { DemoMemory } from '../demo/demo-memory.js'
import { createExchangeClient, type TradingClient } from '../exchange/exchange-client.js'
import { createLimiter } from '../exchange/limiter.js'
import { createNonce, type Nonce } from '../exchange/nonce.js'
import { systemTiming as timing } from '../exchange/timing.js'
import type { Redactor } from '../log/redactor.js'
import type { Clipboard } from '../shell/clipboard.js'
import { newAddressQuestion, revealTokenQuestion } from '../shell/question-words.js'
import type { Ask } from '../shell/questions.js'
import type { Store } from '../store/store.js'
import { keyHint, readCredentialPart } from '../vault/credentials-input.js'
import { Secret, wipeCredentials, type Credentials } from '../vault/secret.js'
import type { Vault } from '../vault/vault.js'
import type { PortfolioMemory } from '../watch/portfolio.js'
import type { Watch } from '../watch/watch.js'

type Way = { baseUrl: string; dialect: Dialect; keys: Credentials }

export type AccountsParts = {
  clock: Clock
  store: Store
  vault: Vault
  redactor: Redactor
  session: Session
  watch: Watch
  clipboard: Clipboard
  ask: Ask
  /** The proxy that the person set, or ''. */
  proxy(): string
  /** Orders of one account that need attention. */
  openOrders(profileId: string): Result<OrderIntent[], Problem>
  /** Orders whose answer is awaited. */
  ordersUnderWay(): number
  tellSteps(progress: { draftId: string; steps: ConnectStep[] }): void
}

export type AccountsWiring = ReturnType<typeof wireAccounts>

export const wireAccounts = (parts: AccountsParts) => {
  const { clock, store, vault, redactor, session, watch, clipboard, ask, ordersUnderWay, tellSteps } = parts
  const { after } = timing
  const nonce = createNonce({ clock, store: store.nonces })
  const limiter = createLimiter({ timing })
  const connect = ({ baseUrl, dialect, keys }: Way, sequence: Nonce = nonce): TradingClient =>
    createExchangeClient({ baseUrl, dialect, credentials: keys, nonce: sequence, limiter, clock, timing, trust: { proxy: parts.proxy } })

  /** A connection that carries an order is closed once its answer, or the end of waiting for it, has come. */
  const closeWhenIdle = (client: TradingClient): void => {
    if (ordersUnderWay() === 0) client.close()
    else after(500, () => closeWhenIdle(client))
  }
  const connectToTrade = (way: Way, sequence?: Nonce): TradingClient => {
    const client = connect(way, sequence)
    return { ...client, close: () => closeWhenIdle(client) }
  }

  const keyRing = createKeyRing<Secret>(vault, {
    entries: store.keychainEntries,
    leftBehind: (left) => session.notify(leftBehindNotice(left)),
    isKeyOf: (profile, apiKey) => keyHint(apiKey) === profile.keyHint,
  })
  const active = createActiveAccount<Credentials, TradingClient, PortfolioMemory>({
    session,
    watch,
    closed: () => streamToken.drop(),
  })
  const streamToken = createStreamToken({
    clock,
    after,
    client: active.client,
    copySecret: (text) => clipboard.copySecret(text),
    mayReveal: () => ask(revealTokenQuestion(active.profile()?.name ?? '')),
  })
  const accountOf = (profile: Profile): Account<Credentials, TradingClient, PortfolioMemory> => ({
    profile,
    loadKeys: () => keyRing.load(profile),
    wipe: wipeCredentials,
    connect: (keys) => connectToTrade({ ...profile, keys }),
    memory: store,
  })
  const sealed = (text: string): Secret => {
    const secret = Secret.of(text)
    redactor.watch(secret)
    return secret
  }
  /** What the demo remembers and obeys, while one runs or has run. */
  let demo: { memory: DemoMemory; levers: DemoLevers } | null = null
  const accounts = createAccountSwitch({
    profiles: store.profiles,
    accountOf,
    active,
    session,
    startDemo: async () => {
      const started = await startDemoAccount({
        clock,
        after,
        newId: randomUUID,
        seed: () => randomInt(2 ** 31),
        seal: (apiKey, apiSecret): Credentials => ({ apiKey: sealed(apiKey), apiSecret: sealed(apiSecret) }),
        wipe: wipeCredentials,
        connect: (way) => connectToTrade(way, createNonce({ clock, store: way.nonces })),
      })
      if (started.ok) demo = { memory: started.value.account.memory, levers: started.value.levers }
      return started
    },
  })
  const profiles = createProfiles({
    profiles: store.profiles,
    keys: keyRing,
    session,
    ordersUnderWay,
    openOrders: parts.openOrders,
    listChanged: accounts.listChanged,
  })
  const drafts = createConnectDrafts<Secret>({
    clock,
    after,
    newId: randomUUID,
    readPart: (part, text) => {
      const read = readCredentialPart(part, text)
      if (read.ok) redactor.watch(read.value.secret)
      return read
    },
    keyHint,
    keys: keyRing,
    profiles: store.profiles,
    connect: (way) => connect(way),
    mayReach: (baseUrl) => ask(newAddressQuestion(baseUrl)),
    push: tellSteps,
    saved: (profile) => void accounts.switchTo(profile.id),
  })

  return {
    accounts,
    active,
    profiles,
    drafts,
    streamToken,
    /** Null until a demo has been started. */
    demo: () => demo,
  }
}
