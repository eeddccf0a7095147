// One account: what it is given, and what may be asked of it.
import type { Profile } from '../../shared/accounts/account.js'
import type { Circumstances } from '../../shared/circumstances.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds, Clock, Timing } from '../../shared/time.js'
import type { AccountAlerts } from '../alerts/account-alerts.js'
import type { MonitoringGaps } from '../alerts/monitoring-gaps.js'
import type { Calls } from '../calls/calls.js'
import type { Capabilities } from '../capabilities/capabilities.js'
import type { AnswerReports } from '../exchange/answer-reports.js'
import type { AskExchange, TradingClient } from '../exchange/exchange-client.js'
import type { Invested } from '../investments/invested.js'
import type { Investments } from '../investments/investments.js'
import type { Mining } from '../mining/mining.js'
import type { Orders } from '../orders/orders.js'
import type { AccountPrices } from '../markets/streamed-prices.js'
import type { AccountStreamedPositions } from '../portfolio/streamed-positions.js'
import type { Visibility } from '../polling/poll-scheduler.js'
import type { PortfolioExports } from '../portfolio/portfolio-export.js'
import type { Monitor } from '../portfolio/portfolio.js'
import type { KeyStatus } from './account-key.js'
import type { KeyTrouble } from './credential-store.js'
import type { StreamToken } from './stream-token.js'
import type { MarketsView, PricesView } from '../../shared/markets/market.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { WorthSummary } from '../../shared/portfolio/net-worth.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Pushes } from '../../shared/contract.js'
import type { AlertNoticePlatform } from '../alerts/alert-delivery.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { SaveDialog } from '../desktop/dialogs.js'
import type { CallRecorder } from '../exchange/call-record.js'
import type { FlexHistory } from '../investments/history-database.js'
import type { Credentials } from '../keychain/secret.js'
import type { OrderJournal } from '../orders/order-journal.js'
import type { OrdersPorts, TradingConditions } from '../orders/trading-state.js'
import type { MarketData } from '../markets/markets.js'
import type { AccountRepositories } from './storage.js'

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
    events: {
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

export type Account = {
  worthHistory: (from: UnixSeconds) => Result<WorthHistory, Problem>
  worthNow: () => WorthSummary | null
  /** Reads everything once, now, and returns what is known afterwards. */
  refresh: () => Promise<Result<PortfolioView, Problem>>
  alerts: AccountAlerts
  gaps: MonitoringGaps
  investments: Investments
  invested: Invested
  mining: Mining
  calls: Calls
  answers: AnswerReports
  capabilities: Capabilities
  streamToken: StreamToken
  ask: AskExchange
  /**
   * Loads the key and continues with it in place of the previous one. The system may ask for its
   * password.
   */
  unlock: () => Promise<Result<null, Problem>>
  /** The key is unavailable, and why: it was not loaded. */
  keyMissing: (keyTrouble: KeyTrouble) => void
  /**
   * Disarms, voids what was prepared, and wipes the key or keeps it for reading. Responses to
   * requests in flight are still recorded. A key still loading is wiped on arrival.
   */
  lock: (keepsKey: boolean) => void
  rename: (named: Profile) => void
  /** An account that leaves the screen is disarmed, and drops data fetched only for display. */
  setVisibility: (visibility: Visibility) => void
  exportAlerts: () => Promise<Result<Exported, Problem>>
  exports: PortfolioExports
  acknowledgeAlert: (id: string) => Result<null, Problem>
  acknowledgePayout: (name: string) => Result<null, Problem>
  /** The next call uses the current proxy and address family. */
  dropSockets: () => void
  streamSettingsChanged: () => void
  suspended: () => void
  sessionEnding: () => void
  resumed: () => void
  /**
   * Sends no more requests and wipes the key. Responses to requests in flight are still recorded.
   */
  stop: () => void
  /**
   * Same as `stop`, but also withdraws its notices and waits for a cancelled export to clean up.
   */
  close: () => Promise<void>
  markets: () => MarketsView
  prices: () => PricesView
  streamedPrices: Pick<AccountPrices, 'view' | 'watch'>
  streamedPositions: Pick<AccountStreamedPositions, 'view'>
  circumstances: () => Circumstances
  profile: Profile
  key: KeyStatus
  /** Reopened when the account is renamed, because every preview shows the name. */
  orders: Orders
  monitor: Monitor
}
