// What all accounts share, and what they are made of.
import { randomUUID, randomBytes } from 'node:crypto'
import type { Settings } from '../../shared/settings/settings.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Away } from '../away/away.js'
import type { startDemo } from '../demo/demo-account.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { Confirm, SaveDialog } from '../desktop/dialogs.js'
import type { Notifier } from '../desktop/notifier.js'
import type { createExchangeClient, createPublicClient } from '../exchange/exchange-client.js'
import type { HistoryDatabase } from '../investments/history-database.js'
import type { Push } from '../ipc/push.js'
import type { Secret } from '../keychain/secret.js'
import type { Keychain } from '../keychain/keychain.js'
import type { Lock } from '../lock/lock.js'
import type { Log } from '../logging/log-writer.js'
import type { Account, AccountPlatform } from './account.js'
import type { AppState } from './app-state.js'
import type { AppStorage } from './storage.js'
import { clockText, localMinutes } from '../alerts/notification-text.js'
import type { NoticeGrouping } from '../alerts/notification-grouping.js'
import type { AccountsPublisher } from './accounts-publisher.js'

export type AccountsParts = {
  clock: Clock
  timing: Timing
  storage: Omit<AppStorage, 'away' | 'imports'> & {
    away: Pick<AppStorage['away'], 'destinationIds'>
  }
  history: Pick<HistoryDatabase, 'flex'>
  keychain: Keychain
  /** Masks a secret in every log line from now on. */
  redactSecret(secret: Secret): void
  appState: AppState
  settings(): Settings
  amountsHidden(): boolean
  away: Pick<Away, 'raised' | 'acknowledged'>
  desktop: {
    ask: Confirm
    files: Pick<SaveDialog, 'choose' | 'saveText'>
    clipboard: Pick<Clipboard, 'copySecret'>
    notifier: Pick<Notifier, 'notify' | 'withdraw' | 'missed'>
    /** Whether the user may be at the computer: trading must not be left open to others. */
    presence: { screenLocked(): boolean; idleSeconds(): number }
  }
  exchange: {
    createClient: typeof createExchangeClient
    createPublicClient: typeof createPublicClient
    startDemo: typeof startDemo
  }
  push: Push['push']
  lock: Pick<Lock, 'locked' | 'since' | 'mayHoldKeys' | 'authorize'>
  log: Log
}

/** The platform of all accounts that are stored on this computer, and of the demo. */
export function createAccountPlatform(
  parts: AccountsParts,
  shared: Pick<AccountPlatform, 'journal' | 'openMarkets'> & {
    publisher: AccountsPublisher
    grouping: NoticeGrouping
    shown: () => Account | null
  },
): AccountPlatform {
  const { clock, timing, appState, settings, amountsHidden, desktop, push, lock, log } = parts
  const { ask, presence, notifier } = desktop
  const { journal, openMarkets, publisher, grouping, shown } = shared

  const safeguards = {
    screenLocked: (): boolean => presence.screenLocked() || lock.locked(),
    authorize: lock.authorize,
    amountsHidden,
  }

  return {
    clock,
    timing,
    random: { newId: randomUUID, randomHex: (bytes) => randomBytes(bytes).toString('hex') },
    journal,
    openMarkets,
    currency: () => settings().currency,
    hasLiveUpdates: (profileId) => {
      const { liveUpdates, liveUpdatesOff } = settings()
      return liveUpdates && !liveUpdatesOff.includes(profileId)
    },
    notices: {
      settings: () => settings().alerts,
      localMinutes,
      clockText: (at) => clockText(at, clock()),
      state: publisher.notifications,
      figuresHidden: () => amountsHidden() && settings().hidePercentages,
      ...grouping,
      missed: () => grouping.withParts(notifier.missed()),
      away: parts.away,
    },
    nameInNotices: ({ name }) => (appState.view().profiles.length > 1 ? name : null),
    desktop: { ask, ...desktop.files, copySecret: desktop.clipboard.copySecret, ...safeguards },
    notify: appState.notify,
    log: (level, event, details) => log[level](event, details),
    changed: (account, topic, view) => {
      if (account === shown()) push(topic, view)
      if (topic === 'portfolio' || topic === 'alerts') publisher.statusChanged()
    },
    keyChanged: (account) => {
      if (account === shown())
        appState.setAccounts({ keyState: account.key.state, keyProblem: account.key.problem })
      publisher.statusChanged()
    },
  }
}
