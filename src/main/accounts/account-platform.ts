// What an account is given: where its key comes from and its data is stored, and what all accounts
// share.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Pushes } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { AlertNoticePlatform } from '../alerts/alert-delivery.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { Capabilities } from '../capabilities/capabilities.js'
import type { SaveDialog } from '../desktop/dialogs.js'
import type { AnswerReports } from '../exchange/answer-reports.js'
import type { CallRecorder } from '../exchange/call-record.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import type { FlexHistory } from '../investments/history-database.js'
import type { Credentials } from '../keychain/secret.js'
import type { OrderJournal } from '../orders/order-journal.js'
import type { OrdersPorts, TradingConditions } from '../orders/trading-state.js'
import type { MarketData } from '../markets/markets.js'
import type { KeyTrouble } from './credential-store.js'
import type { AccountRepositories } from './storage.js'
import { clockText, localMinutes } from '../alerts/notification-text.js'
import type { NoticeGrouping } from '../alerts/notification-grouping.js'
import type { Account } from './account.js'
import type { AccountsParts } from './accounts.js'
import type { AccountsPublisher } from './accounts-publisher.js'

/** Where an account's key comes from and its data is stored. */
export type AccountStorage = Omit<AccountRepositories, 'nonces' | 'resets'> & {
  /** A copy that the account owns and wipes. */
  loadKeys(): Promise<Result<Credentials, KeyTrouble>>
  /**
   * Sends no request yet. Accounts with the same host and key share one call budget. `ended` is
   * called when a call ends, `record` for each try, `answered` with the shape of each response.
   */
  connect(
    keys: Credentials,
    told: {
      ended: Capabilities['ended']
      record: CallRecorder['add']
      answered: AnswerReports['answered']
    },
  ): TradingClient
  flex: FlexHistory
  /** Whether orders can be recorded now. */
  record(): TradingConditions['journal']
  /** The account is closed and none of its requests are in flight. */
  release(): void
}

export type AccountTopic =
  | 'portfolio'
  | 'connection'
  | 'markets'
  | 'prices'
  | 'live-prices'
  | 'live-positions'
  | 'alerts'
  | 'monitoring-gaps'
  | 'price-alerts'
  | 'trading'
  | 'calls'
  | 'flex'
  | 'flex-export'
  | 'invested'
  | 'mining'

/** What all accounts share. */
export type AccountPlatform = {
  clock: Clock
  timing: Timing
  random: OrdersPorts['random']
  journal: OrderJournal
  /** For the exchange at this address, shared by every account there. Must be released. */
  openMarkets(baseUrl: string): MarketData
  /** The currency of totals. */
  currency(): string
  /** Whether the account connects to the exchange's stream. */
  hasLiveUpdates(profileId: string): boolean
  notices: AlertNoticePlatform
  /** The account's name for notices; null if there is only one account. */
  nameInNotices(profile: Profile): string | null
  desktop: OrdersPorts['desktop'] &
    Pick<SaveDialog, 'choose'> &
    Pick<Clipboard, 'copySecret'> & { screenLocked(): boolean }
  /** Tells the user something that is not about the exchange. */
  notify(notice: Pick<Notice, 'level' | 'title' | 'text'>): void
  log(level: 'info' | 'warn', event: string, details?: object): void
  changed<T extends AccountTopic>(account: Account, topic: T, view: Pushes[T]): void
  keyChanged(account: Account): void
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
