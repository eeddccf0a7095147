// All accounts: what they share, where their keys are, how a new one is connected, and what the page and the tray are told of them.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/domain/account.js'
import type { AccountsView } from '../../shared/domain/account-summary.js'
import { type AlertsView, noAlerts } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Settings } from '../../shared/domain/settings.js'
import { isUnfinished, noTrading, type OrderIntent } from '../../shared/domain/trading.js'
import { noConnection } from '../../shared/domain/connection.js'
import { noFlex } from '../../shared/domain/flex-history.js'
import { noMining } from '../../shared/domain/mining.js'
import { noPortfolio } from '../../shared/domain/portfolio.js'
import type { Pushes, Topic } from '../../shared/ipc/contract.js'
import { ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import type { Clock } from '../../shared/time.js'
import { type Demo, demoMiners, startDemo as startSimulatedDemo } from '../demo/demo-account.js'
import { createExchangeClient, type TradingClient } from '../exchange/exchange-client.js'
import { createLimiter } from '../exchange/limiter.js'
import { createNonce, type Nonce } from '../exchange/nonce.js'
import type { Timing } from '../exchange/timing.js'
import type { Log } from '../logging/log-writer.js'
import { needsAttention } from '../orders/order-book.js'
import { createOrderJournal } from '../orders/order-journal.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { FileSaver } from '../desktop/dialogs/save-dialog.js'
import type { Notifier } from '../desktop/notifier.js'
import { newAddressQuestion, revealTokenQuestion } from '../desktop/dialogs/confirm-texts.js'
import type { Ask } from '../desktop/dialogs/confirm-queue.js'
import type { History } from '../investments/history-database.js'
import { openMemoryStore } from './memory-storage.js'
import type { Store } from './storage.js'
import { keyHint, readCredentialPart } from '../keychain/credentials-input.js'
import { type Credentials, Secret } from '../keychain/secret.js'
import type { Vault } from '../keychain/vault.js'
import { type AccountStatus, type Standing, standingOf, worstFirst } from './account-status.js'
import { clockText, localMinutes } from '../alerts/local-time.js'
import { gatherNotices } from '../alerts/notice-gathering.js'
import { testNotice } from '../alerts/notice-policy.js'
import { type Account, type AccountPlatform, type AccountStorage, openAccount } from './account.js'
import { createAccountManager, type OpenDemo } from './account-manager.js'
import { createConnectDrafts } from './connect-drafts.js'
import { createKeyRing } from './credential-store.js'
import { leftBehindNotice } from './orphaned-key.js'
import { createProfiles } from './profiles.js'
import type { Session } from './app-state.js'

export type AccountsParts = {
  clock: Clock
  timing: Timing
  store: Store
  history: Pick<History, 'flex' | 'forget'>
  vault: Vault
  /** Keeps a secret out of every log line from now on. */
  watchSecret(secret: Secret): void
  session: Session
  settings(): Settings
  ask: Ask
  files: FileSaver
  clipboard: Pick<Clipboard, 'copySecret'>
  notifier: Pick<Notifier, 'notify' | 'withdraw'>
  /** Whether somebody may be at the computer: trading is not for whoever finds it. */
  presence: { screenLocked(): boolean; idleSeconds(): number }
  /** Tells the page. */
  push<T extends Topic>(topic: T, payload: Pushes[T]): void
  log: Log
  /** Ways to an exchange; tests hand in others. */
  createClient?: typeof createExchangeClient
  startDemo?: typeof startSimulatedDemo
}

export type Accounts = ReturnType<typeof createAccounts>

/** Away from the computer for so many seconds, whoever sits down next may be somebody else. */
const idleLimit = 600
/** Milliseconds in which changes of how accounts stand are told as one. */
const summaryGap = 100

export const createAccounts = (parts: AccountsParts) => {
  const { clock, timing, store, history, vault, session, settings, ask, files, presence, push, log } = parts
  const { createClient = createExchangeClient, startDemo = startSimulatedDemo } = parts
  const limiter = createLimiter({ timing })
  const nonce = createNonce({ clock, store: store.nonces })
  const journal = createOrderJournal({ timing })
  let noticesAre: AlertsView['notifications'] = 'untried'

  const connect = (way: Pick<Profile, 'baseUrl' | 'dialect'>, credentials: Credentials, sequence: Nonce): TradingClient =>
    createClient({ ...way, credentials, nonce: sequence, limiter, clock, timing, trust: { proxy: () => settings().proxy } })

  const seal = (text: string): Secret => {
    const secret = Secret.of(text)
    parts.watchSecret(secret)
    return secret
  }

  const keys = createKeyRing(vault, {
    entries: store.keychainEntries,
    leftBehind: (left) => session.notify(leftBehindNotice(left)),
    isKeyOf: (profile, apiKey) => keyHint(apiKey) === profile.keyHint,
  })

  /** How every account stands, the worst first. */
  const standings = (): Standing[] => {
    const now = clock()
    return manager
      .all()
      .map(({ profile, key, monitor, alerts }) => standingOf({ profile, key, portfolio: monitor.portfolio(), alerts: alerts.view() }, now))
      .sort((a, b) => worstFirst(a.summary, b.summary))
  }

  const summaries = (): AccountsView => ({ accounts: standings().map(({ summary }) => summary) })

  const standing = createSignal<AccountStatus[]>()
  let toldSummaries = ''
  let cancelTelling: (() => void) | null = null

  const tellStanding = (): void => {
    cancelTelling?.()
    cancelTelling = null
    const now = standings()
    const view: AccountsView = { accounts: now.map(({ summary }) => summary) }
    const text = JSON.stringify(view)
    if (text !== toldSummaries) push('accounts', view)
    toldSummaries = text
    standing.emit(now.map(({ status }) => status))
  }

  const standingChanged = (): void => {
    cancelTelling ??= timing.after(summaryGap, tellStanding)
  }

  const alertsOf = (account: Account | null): AlertsView => account?.alerts.view() ?? { ...noAlerts, notifications: noticesAre }

  /** What the page shows of an account, as a whole. */
  const tellAll = (account: Account | null): void => {
    push('portfolio', account?.monitor.portfolio() ?? noPortfolio)
    push('connection', account?.monitor.connection() ?? noConnection)
    push('alerts', alertsOf(account))
    push('trading', account?.orders.read() ?? noTrading)
    push('flex', account?.investments.read() ?? noFlex)
    push('mining', account?.mining.read() ?? noMining)
    tellStanding()
  }

  /** One outage is one matter, however many accounts it blinds. */
  const notices = gatherNotices({
    timing,
    isAlone: () => session.view().profiles.length + (manager.demo() === null ? 0 : 1) < 2,
    nameOf: (profileId) => manager.all().find(({ profile }) => profile.id === profileId)?.profile.name ?? 'An account',
    notify: parts.notifier.notify,
    withdraw: parts.notifier.withdraw,
  })

  const platform: AccountPlatform = {
    clock,
    timing,
    newId: randomUUID,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    journal,
    notices: {
      settings: () => settings().alerts,
      localMinutes,
      clockText: (at) => clockText(at, clock()),
      nameOf: ({ name }) => (session.view().profiles.length > 1 ? name : null),
      state: () => noticesAre,
      ...notices,
    },
    desktop: {
      ask,
      chooseFile: files.choose,
      saveText: files.saveText,
      copySecret: parts.clipboard.copySecret,
      mayReveal: ({ name }) => ask(revealTokenQuestion(name)),
      screenLocked: presence.screenLocked,
    },
    tell: session.notify,
    log: (level, event, details) => log[level](event, details),
    changed: (account, topic, view) => {
      if (account === manager.shown()) push(topic, view)
      if (topic === 'portfolio' || topic === 'alerts') standingChanged()
    },
    keyChanged: (account) => {
      if (account === manager.shown()) session.setAccounts({ keyState: account.key.state, keyProblem: account.key.problem })
      standingChanged()
    },
  }

  const stored = (profile: Profile): AccountStorage => ({
    ...store,
    flex: history.flex,
    loadKeys: () => keys.load(profile),
    connect: (credentials) => connect(profile, credentials, nonce),
    record: () => ({
      problem: store.problem(),
      readOnly: store.readOnly,
      restored: store.incidents.ordersDisabledUntilAcknowledged(),
    }),
    release: () => undefined,
  })

  /** @throws StoreFault */
  const openDemoAccount = ({ profile, keys: demoKeys }: Pick<Demo, 'profile' | 'keys'>): Pick<OpenDemo, 'account' | 'tend'> => {
    const memory = openMemoryStore([profile], clock)
    const sequence = createNonce({ clock, store: memory.nonces })
    const storage: AccountStorage = {
      ...memory,
      loadKeys: () => Promise.resolve(ok({ apiKey: seal(demoKeys.apiKey), apiSecret: seal(demoKeys.apiSecret) })),
      connect: (credentials) => connect(profile, credentials, sequence),
      record: () => ({ problem: null, readOnly: false, restored: false }),
      release: memory.close,
    }
    // As an earlier run would have left them: what was only now added would be asked for before the balance.
    for (const name of demoMiners)
      memory.mining.save(profile.id, { name, addedAt: clock(), destination: null, asOf: null, keyHint: null, change: null })
    return { account: openAccount(profile, storage, platform), tend: memory.tend }
  }

  const openDemo = async (): Promise<Result<OpenDemo, Problem>> => {
    const started = await startDemo({ clock, after: timing.after, newId: randomUUID, seed: () => randomInt(2 ** 31) })
    if (!started.ok) return started
    const { levers, stop } = started.value
    try {
      return ok({ ...openDemoAccount(started.value), levers, stop })
    } catch (fault) {
      await stop()
      throw fault
    }
  }

  const manager = createAccountManager({
    profiles: store.profiles,
    open: (profile) => openAccount(profile, stored(profile), platform),
    keychainWorks: keys.works,
    openDemo,
    session,
    shownChanged: tellAll,
    listChanged: standingChanged,
  })

  /** Of one account that need attention, by what is known now. */
  const openOrders = (profileId: string): Result<OrderIntent[], Problem> => {
    const written = store.orders.open(profileId)
    return written.ok ? ok(written.value.map((intent) => journal.waiting(intent.id) ?? intent).filter(needsAttention)) : written
  }

  const profiles = createProfiles({
    profiles: store.profiles,
    keys,
    session,
    ordersUnderWay: journal.underWay,
    openOrders,
    listChanged: manager.profilesChanged,
  })

  const drafts = createConnectDrafts({
    clock,
    after: timing.after,
    newId: randomUUID,
    readPart: (part, text) => {
      const read = readCredentialPart(part, text)
      if (read.ok) parts.watchSecret(read.value.secret)
      return read
    },
    keyHint,
    keys,
    profiles: store.profiles,
    connect: ({ keys: typed, ...way }) => connect(way, typed, nonce),
    mayReach: (baseUrl) => ask(newAddressQuestion(baseUrl)),
    push: (progress) => push('connect-steps', progress),
    saved: ({ id }) => manager.saved(id),
  })

  return {
    /** Opens every account. What earlier runs left to be deleted comes last: it must not delay what is monitored. */
    start: async (flags: { demo: boolean }): Promise<void> => {
      await manager.start(flags)
      await profiles.finishDeletions()
    },
    shown: manager.shown,
    show: manager.show,
    unlock: manager.unlock,
    enterDemo: manager.enterDemo,
    leaveDemo: manager.leaveDemo,
    demo: () => manager.demo()?.levers ?? null,
    rename: profiles.rename,
    remove: async (id: string): Promise<Result<null, Problem>> => {
      const removed = await profiles.remove(id)
      if (removed.ok) history.forget(id)
      return removed
    },
    drafts: {
      ...drafts,
      save: async (draftId: string, storage: 'keychain' | 'session') => {
        const saved = await drafts.save(draftId, storage)
        // A record that was put back may have been taken for another key meanwhile.
        if (!saved.ok) manager.profilesChanged()
        return saved
      },
    },
    summaries,
    /** Of the account on screen. */
    alerts: (): AlertsView => alertsOf(manager.shown()),
    /** How every account stands, the worst first, whenever that changes and with every tick. */
    standing,
    refreshAll: (): void => {
      for (const { monitor } of manager.all()) monitor.refreshNow()
    },
    setHidden: manager.setHidden,
    /** A document will not speak again: nothing it prepared can be confirmed. */
    pageGone: (page: string): void => {
      for (const { orders } of manager.all()) orders.pageGone(page)
    },
    alertSettingsChanged: (): void => {
      for (const { alerts } of manager.all()) alerts.settingsChanged()
    },
    proxyChanged: (): void => {
      for (const account of manager.all()) account.dropSockets()
    },
    noticeSaid: (said: 'shown' | 'refused'): void => {
      if (said === noticesAre) return
      noticesAre = said
      for (const { alerts } of manager.all()) alerts.notificationsChanged()
      if (manager.shown() === null) push('alerts', alertsOf(null))
    },
    sendTestNotice: (): void => {
      const shown = manager.shown()
      parts.notifier.notify(testNotice(shown?.profile.id ?? '', shown?.profile.region === 'demo'))
    },
    powerChanged: (what: 'resume' | 'suspend' | 'lock' | 'unlock'): void => {
      for (const account of manager.all()) {
        if (what === 'resume') account.resumed()
        else if (what === 'unlock') account.orders.refresh()
        else account.orders.disarm(what === 'lock' ? 'the screen was locked' : 'sleep')
      }
    },
    /** About once a second: what changes with time alone. */
    tick: (): void => {
      const shown = manager.shown()
      if (shown !== null && shown.orders.read().armedUntil !== null && presence.idleSeconds() >= idleLimit)
        shown.orders.disarm('nobody was there')
      journal.tend()
      for (const { orders } of manager.all()) orders.refresh()
      tellStanding()
    },
    /** About once a minute. */
    tend: (): void => {
      manager.tend()
      manager.demo()?.tend()
    },
    orders: {
      underWay: (): number => journal.underWay(),
      /** Orders of any account whose result is unknown; null where the record cannot be read. */
      unfinished: (): number | null => {
        const written = store.orders.unfinished()
        if (!written.ok) return null
        const now = written.value.map((id) => journal.waiting(id)).filter((newer) => newer === undefined || isUnfinished(newer))
        // Those of the demo are in a record of their own.
        const inDemo = manager.demo()?.account.orders.read().open.filter(isUnfinished) ?? []
        return now.length + inDemo.length
      },
    },
    /** Sends nothing more, and waits for the orders that are on their way. */
    beforeQuit: (): Promise<void> => {
      for (const { orders } of manager.all()) orders.beginQuit()
      return journal.beforeQuit()
    },
    stop: manager.stop,
    close: async (): Promise<void> => {
      cancelTelling?.()
      await manager.close()
    },
  }
}
