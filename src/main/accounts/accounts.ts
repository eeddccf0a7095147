// All accounts: what they share, where their keys are stored, how an account is connected, and what
// applies to every one.
import { randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/accounts/account.js'
import { type AlertScreen, type AlertsView, screenOf } from '../../shared/alerts/alert.js'
import type { Problem } from '../../shared/problem.js'
import { hiddenFigures } from '../../shared/settings/settings.js'
import { isUnfinished, type OrderIntent } from '../../shared/orders/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { AlertNow, RaisedAlert } from '../away/away.js'
import { createNoticeGrouping } from '../alerts/notification-grouping.js'
import { noticeWithoutAmounts } from '../alerts/notification-text.js'
import type { DemoLevers } from '../demo/demo-account.js'
import { newAddressConfirm } from '../desktop/dialogs.js'
import { createNonceGenerator } from '../exchange/signer.js'
import { keyHint, readCredentialPart } from '../keychain/secret.js'
import { createOrderJournal } from '../orders/order-journal.js'
import { isOpenOrder } from '../orders/trading-state.js'
import { t } from '../../shared/messages/messages.js'
import { createOpenAccounts } from './open-accounts.js'
import { createAccountConnections } from './account-connections.js'
import { createAccountsPublisher } from './accounts-publisher.js'
import { createEveryAccount, type EveryAccount } from './every-account.js'
import type { Account, AccountStorage } from './account.js'
import { keyLocked, openAccount } from './account-opening.js'
import { type AccountsParts, createAccountPlatform } from './accounts-platform.js'
import { createAccountReset } from './account-reset.js'
import { createConnectDrafts } from './connect-drafts.js'
import { createCredentialStore, orphanedKeyNotice } from './credential-store.js'
import { enterCopyOf } from './copied-account.js'
import { createDemoOpening } from './demo-opening.js'
import { type Exposure, exposureOf } from './leaving.js'
import { createLockedAccounts } from './locked-accounts.js'
import { createProfiles } from './profiles.js'
import { createUnusedKeys } from './unused-keys.js'
import type { TrayAccount } from '../desktop/tray.js'
import type { Signal } from '../../shared/signal.js'
import type { AccountsView } from '../../shared/accounts/account-summary.js'
import type { ConnectForm, ConnectCheck } from '../../shared/accounts/connect.js'
import type { LockedAccounts } from '../../shared/lock/lock.js'

export type Accounts = EveryAccount & {
  lock: (keepsKeys: boolean) => void
  /** Reloads the keys that the lock wiped. Fails if the keychain does not return them. */
  unlockAll: () => Promise<Result<null, Problem>>
  unlocked: () => void
  lockCounts: () => LockedAccounts
  holdsKey: (apiKey: string, apiSecret: string) => Promise<Result<boolean, Problem>>
  demo: () => DemoLevers | null
  rename: (profileId: string, typed: string) => Result<null, Problem>
  reset: (profileId: string) => Promise<Result<null, Problem>>
  find: (profileId: string) => Account | null
  /** What became of an alert; null while its account is not open. */
  alertNow: (profileId: string, alertId: string) => AlertNow | null
  /** Null if no account has this alert. */
  placeOfAlert: (alertId: string) => { profileId: string; screen: AlertScreen } | null
  /** What still applies of what an alert that is over was about. */
  alertRemaining: (profileId: string, alertId: string) => RaisedAlert | null
  remove: (id: string) => Promise<Result<null, Problem>>
  /** For an import, which writes behind the back of open accounts. */
  importing: {
    /** Limits that only apply, and could not be saved yet. */
    hasUnsavedLimits: () => boolean
    ordersInFlight: (profileId: string) => number
    /** Closes these, and reopens them and opens new ones once `act` has finished. */
    whileClosed: <T>(profileIds: readonly string[], act: () => T) => Promise<T>
  }
  drafts: {
    save: (draftId: string, storage: 'keychain' | 'session') => Promise<Result<Profile, Problem>>
    check: (form: ConnectForm) => Promise<Result<ConnectCheck, Problem>>
    discard: (draftId: string) => Result<null, Problem>
    close: () => void
  }
  summaries: () => AccountsView
  /** Of the account on screen. */
  alerts: () => AlertsView
  statuses: Signal<TrayAccount[]>
  /** After a change of language or format: formats every account's status again. */
  wordsChanged: () => void
  orders: { inFlight: () => number; unfinished: () => number | null }
  /** What every account but the demo leaves on the exchange, in the order of the tray. */
  exposures: () => Exposure[]
  /** Sends nothing more, and waits for orders in flight. */
  beforeQuit: () => Promise<void>
  close: () => Promise<void>
  shown: () => Account | null
  show: (profileId: string) => Result<null, Problem>
  unlock: (profileId: string) => Promise<Result<null, Problem>>
  enterDemo: () => Promise<Result<null, Problem>>
  /** Opens a practice copy: a demo that starts with the account's latest figures. */
  copy: (profileId: string) => Promise<Result<null, Problem>>
  leaveDemo: () => Promise<Result<null, Problem>>
  setHidden: (now: boolean) => void
  stop: () => void
  /**
   * Opens every account. Deletions left over from earlier runs come last, so they do not delay
   * monitoring.
   */
  start: (flags: { demo: boolean }) => Promise<void>
}

export function createAccounts(parts: AccountsParts): Accounts {
  const {
    clock,
    timing,
    storage,
    history,
    appState,
    settings,
    amountsHidden,
    desktop,
    exchange,
    push,
    lock,
    log,
  } = parts
  const { ask, presence, notifier } = desktop
  const nonce = createNonceGenerator(clock, storage.nonces)
  const journal = createOrderJournal({ timing })
  const publisher = createAccountsPublisher({
    clock,
    timing,
    accounts: () => openAccounts.all(),
    lockedSince: lock.since,
    push,
  })

  const { connect, marketData } = createAccountConnections({
    clock,
    timing,
    settings,
    exchange,
    markets: storage.markets,
    families: storage.families,
    locked: lock.locked,
    accounts: () => openAccounts.all(),
  })

  const credentials = createCredentialStore(parts.keychain, {
    entries: storage.keychainEntries,
    onOrphanedKey: (orphan) => appState.notify(orphanedKeyNotice(orphan)),
    isKeyOf: (profile, apiKey) => keyHint(apiKey) === profile.keyHint,
  })

  /** While Plimsoll is locked, no key is loaded into memory for any purpose. */
  const unlessLocked = (load: AccountStorage['loadKeys']): AccountStorage['loadKeys'] => {
    return () => (lock.mayHoldKeys() ? load() : Promise.resolve(fail(keyLocked)))
  }

  // One outage is one alert group, however many accounts it affects.
  const grouping = createNoticeGrouping({
    timing,
    isAlone: () => appState.view().profiles.length + (openAccounts.demo() === null ? 0 : 1) < 2,
    nameOf: (profileId) =>
      openAccounts.all().find(({ profile }) => profile.id === profileId)?.profile.name ??
      t('accounts.an-account'),
    // Masked when shown, as a notice may have waited since before amounts were hidden.
    notify: (notice) =>
      notifier.notify(
        amountsHidden() ? noticeWithoutAmounts(notice, hiddenFigures(settings())) : notice,
      ),
    withdraw: notifier.withdraw,
  })

  const platform = createAccountPlatform(parts, {
    journal,
    openMarkets: marketData.open,
    publisher,
    grouping,
    shown: () => openAccounts.shown(),
  })

  const storageOf = (profile: Profile): AccountStorage => ({
    ...storage,
    flex: history.flex,
    loadKeys: unlessLocked(() => credentials.load(profile)),
    connect: (keys, events) => connect(profile, keys, nonce, events),
    record: () => ({
      problem: storage.problem(),
      readOnly: storage.readOnly,
      restored: storage.incidents.ordersDisabledUntilAcknowledged(),
    }),
    release: () => undefined,
  })

  const unusedKeys = createUnusedKeys({ clock, appState })

  const openAccounts = createOpenAccounts({
    profiles: storage.profiles,
    open: (profile) => {
      const account = openAccount(profile, storageOf(profile), platform)
      unusedKeys.check(account)
      return account
    },
    keychainWorks: credentials.works,
    endKeychainWait: credentials.endWait,
    timing,
    openDemo: createDemoOpening({
      clock,
      timing,
      connect,
      unlessLocked,
      platform,
      startDemo: exchange.startDemo,
      redactSecret: parts.redactSecret,
    }),
    appState,
    shownChanged: publisher.publishAccount,
    listChanged: publisher.statusChanged,
  })

  const { shown, show, unlock, enterDemo, leaveDemo, setHidden, stop, all } = openAccounts

  const find = (profileId: string): Account | null =>
    all().find(({ profile }) => profile.id === profileId) ?? null

  /** Orders of one account that need attention, as known now. */
  const openOrders = (profileId: string): Result<OrderIntent[], Problem> => {
    const saved = storage.orders.open(profileId)
    return saved.ok
      ? ok(saved.value.map((intent) => journal.unsaved(intent.id) ?? intent).filter(isOpenOrder))
      : saved
  }

  const profiles = createProfiles({
    profiles: storage.profiles,
    keys: credentials,
    destinationIds: storage.away.destinationIds,
    appState,
    ordersInFlight: journal.inFlight,
    openOrders,
    listChanged: openAccounts.profilesChanged,
  })

  const resets = createAccountReset({
    resets: storage.resets,
    forgetHistory: history.flex.forget,
    find: (profileId) => appState.view().profiles.find(({ id }) => id === profileId) ?? null,
    ordersInFlight: journal.inFlight,
    ask,
    whileClosed: openAccounts.whileClosed,
    notify: appState.notify,
  })

  const drafts = createConnectDrafts({
    clock,
    timing,
    newId: randomUUID,
    readPart: (part, text) => {
      const read = readCredentialPart(part, text)
      if (read.ok) parts.redactSecret(read.value.secret)
      return read
    },
    keys: credentials,
    profiles: storage.profiles,
    connect: (address, keys) => connect(address, keys, nonce),
    confirmAddress: (baseUrl) => ask(newAddressConfirm(baseUrl)),
    onSteps: (progress) => push('connect-steps', progress),
    onSaved: ({ id }) => openAccounts.saved(id),
  })

  const locked = createLockedAccounts({
    clock,
    accounts: all,
    showsFigures: () => settings().alerts.figuresInNotifications && !settings().hideAmounts,
    appState,
    profiles: storage.profiles,
    keys: credentials,
    redactSecret: parts.redactSecret,
    lockedSince: lock.since,
    notifier,
    closeDrafts: drafts.close,
    statusChanged: publisher.statusChanged,
    log,
  })

  const everyAccount = createEveryAccount({
    clock,
    accounts: openAccounts,
    publisher,
    grouping,
    marketData,
    journal,
    unusedKeys,
    notifier,
    lockNotice: locked,
    idleSeconds: () => presence.idleSeconds(),
    push,
  })

  return {
    ...everyAccount,
    start: async (flags: { demo: boolean }): Promise<void> => {
      resets.finishPending()
      await openAccounts.start(flags)
      locked.tell()
      await profiles.finishDeletions()
    },
    shown,
    show,
    unlock,
    enterDemo,
    copy: (profileId) => enterCopyOf(openAccounts, profileId, clock()),
    leaveDemo,
    setHidden,
    stop,
    lock: locked.lock,
    unlockAll: openAccounts.unlockAll,
    unlocked: locked.unlocked,
    lockCounts: locked.counts,
    holdsKey: (apiKey: string, apiSecret: string): Promise<Result<boolean, Problem>> => {
      const held = locked.holdsKey(apiKey, apiSecret)
      credentials.endWait()
      return held
    },
    demo: () => openAccounts.demo()?.levers ?? null,
    rename: profiles.rename,
    reset: resets.reset,
    find,
    alertNow: (profileId: string, alertId: string): AlertNow | null => {
      const account = find(profileId)
      if (account !== null) return account.alerts.awayNow(alertId)
      const known = storage.profiles.list()
      return known.ok && known.value.every(({ id }) => id !== profileId) ? { kind: 'over' } : null
    },
    placeOfAlert: (alertId: string) => {
      const known = storage.profiles.list()
      for (const { id } of known.ok ? known.value : []) {
        const found = storage.alerts.find(id, alertId)
        if (found.ok && found.value !== null)
          return { profileId: id, screen: screenOf(found.value.kind) }
      }
      return null
    },
    alertRemaining: (profileId: string, alertId: string): RaisedAlert | null =>
      find(profileId)?.alerts.awayRemaining(alertId) ?? null,
    remove: async (id: string): Promise<Result<null, Problem>> => {
      const removed = await profiles.remove(id)
      if (removed.ok) history.flex.forget(id)
      return removed
    },
    importing: {
      hasUnsavedLimits: (): boolean => journal.unsavedSettings.size > 0,
      ordersInFlight: journal.inFlight,
      whileClosed: openAccounts.whileClosed,
    },
    drafts: {
      ...drafts,
      save: async (...draft: Parameters<typeof drafts.save>) => {
        const saved = await drafts.save(...draft)
        // A restored record may have been loaded for another key in the meantime.
        if (!saved.ok) openAccounts.profilesChanged()
        return saved
      },
    },
    summaries: publisher.summaries,
    alerts: (): AlertsView => publisher.alertsOf(shown()),
    statuses: publisher.statuses,
    wordsChanged: publisher.statusChanged,
    orders: {
      inFlight: (): number => journal.inFlight(),
      /** Orders of any account with unknown outcome; null if the record cannot be read. */
      unfinished: (): number | null => {
        const saved = storage.orders.unfinished()
        if (!saved.ok) return null
        const now = saved.value
          .map((id) => journal.unsaved(id))
          .filter((newer) => newer === undefined || isUnfinished(newer))
        // The demo's orders are in a separate record.
        const inDemo = openAccounts.demo()?.account.orders.read().open.filter(isUnfinished) ?? []
        return now.length + inDemo.length
      },
    },
    exposures: () =>
      publisher
        .summaries()
        .accounts.filter(({ profile }) => profile.region !== 'demo')
        .flatMap(({ profile }) => {
          const view = find(profile.id)?.monitor.portfolio()
          const left = view === undefined ? null : exposureOf(profile, view, clock())
          return left ?? []
        }),
    beforeQuit: (): Promise<void> => {
      for (const { orders } of all()) orders.beginQuit()
      return journal.beforeQuit()
    },
    close: async (): Promise<void> => {
      publisher.close()
      await openAccounts.close()
      marketData.close()
    },
  }
}
