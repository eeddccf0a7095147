// One account, from its key, loaded on demand and wiped when dropped, to its alerts: everything
// that monitors it and acts for it is opened here and closed with it. The demo is an account like
// any other, with different storage.
import type { Profile } from '../../shared/accounts/account.js'
import type { Circumstances } from '../../shared/circumstances.js'
import { lockedProblem } from '../../shared/lock/lock.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AccountAlerts } from '../alerts/account-alerts.js'
import type { MonitoringGaps } from '../alerts/monitoring-gaps.js'
import type { Calls } from '../calls/calls.js'
import type { Capabilities } from '../capabilities/capabilities.js'
import type { AnswerReports } from '../exchange/answer-reports.js'
import type { AskExchange } from '../exchange/exchange-client.js'
import type { Invested } from '../investments/invested.js'
import type { Investments } from '../investments/investments.js'
import type { Mining } from '../mining/mining.js'
import { exportAlerts } from '../alerts/alerts-export.js'
import type { Orders } from '../orders/orders.js'
import type { AccountPrices } from '../markets/streamed-prices.js'
import type { AccountStreamedPositions } from '../portfolio/streamed-positions.js'
import type { Visibility } from '../polling/poll-scheduler.js'
import type { PortfolioExports } from '../portfolio/portfolio-export.js'
import type { Monitor } from '../portfolio/portfolio.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { KeyStatus } from './account-key.js'
import type { AccountPlatform, AccountStorage } from './account-platform.js'
import type { KeyTrouble } from './credential-store.js'
import type { StreamToken } from './stream-token.js'
import type { MarketsView, PricesView } from '../../shared/markets/market.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { WorthSummary } from '../../shared/portfolio/net-worth.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'
import { AccountParts } from './account-parts.js'

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

/** Plimsoll is locked, and the key is not in memory. */
export const keyLocked: KeyTrouble = { state: 'locked', problem: lockedProblem }

/** Opens an account: shows what is stored, and sends no request before `unlock`. */
export function openAccount(
  profile: Profile,
  storage: AccountStorage,
  platform: AccountPlatform,
): Account {
  return new OpenAccount(profile, storage, platform)
}

/** Its functions are handed out one by one, so they are arrow functions. */
class OpenAccount implements Account {
  readonly calls: Calls
  readonly answers: AnswerReports
  readonly alerts: AccountAlerts
  readonly gaps: MonitoringGaps
  readonly monitor: Monitor
  readonly streamedPrices: AccountPrices
  readonly streamedPositions: AccountStreamedPositions
  readonly invested: Invested
  readonly exports: PortfolioExports
  readonly investments: Investments
  readonly mining: Mining
  readonly capabilities: Capabilities
  readonly streamToken: StreamToken
  readonly #parts: AccountParts
  readonly #storage: AccountStorage
  readonly #platform: AccountPlatform
  #isClosed = false

  constructor(profile: Profile, storage: AccountStorage, platform: AccountPlatform) {
    this.#storage = storage
    this.#platform = platform
    const parts = new AccountParts(this, profile, storage, platform)
    this.#parts = parts
    this.calls = parts.calls
    this.answers = parts.answers
    this.alerts = parts.alerts
    this.gaps = parts.gaps
    this.monitor = parts.monitor
    this.streamedPrices = parts.streamedPrices
    this.streamedPositions = parts.streamedPositions
    this.invested = parts.invested
    this.exports = parts.exports
    this.investments = parts.investments
    this.mining = parts.mining
    this.capabilities = parts.capabilities
    this.streamToken = parts.streamToken
    parts.start()
  }

  get profile(): Profile {
    return this.#parts.profile
  }

  get key(): KeyStatus {
    return this.#parts.key.status()
  }

  get orders(): Orders {
    return this.#parts.orders
  }

  markets = (): MarketsView => this.#parts.market.markets()

  prices = (): PricesView => this.#parts.market.prices()

  circumstances = (): Circumstances => this.#parts.market.circumstances()

  worthHistory = (from: UnixSeconds): Result<WorthHistory, Problem> =>
    this.#parts.worth.history(from)

  worthNow = (): WorthSummary | null => this.#parts.worth.now()

  refresh = (): Promise<Result<PortfolioView, Problem>> => {
    this.#parts.market.refresh()
    this.#parts.invested.refresh()
    return this.#parts.monitor.refreshed()
  }

  ask: AskExchange = (call, cannot) => {
    const exchange = this.#parts.key.client()
    if (exchange !== null) return call(exchange)
    return Promise.resolve(
      fail({ code: 'gone', message: messageOf('exchange.no-key-at-hand', { cannot }) }),
    )
  }

  unlock = (): Promise<Result<null, Problem>> => this.#parts.key.unlock()

  keyMissing = (trouble: KeyTrouble): void => this.#parts.key.missing(trouble)

  lock = (keepsKey: boolean): void => {
    this.#parts.orders.onLocked()
    this.#parts.streamToken.drop()
    this.#parts.investments.onHidden()
    this.#parts.streamedPrices.watch([])
    if (keepsKey) return
    this.#parts.key.stopLoading()
    this.#parts.key.missing(keyLocked)
  }

  rename = (named: Profile): void => this.#parts.rename(named)

  setVisibility = (visibility: Visibility): void => {
    this.#parts.monitor.setVisibility(visibility)
    this.#parts.market.setVisibility(visibility)
    this.#parts.streamedPrices.seen(visibility === 'screen')
    this.#parts.streamedPositions.seen(visibility === 'screen')
    if (visibility !== 'background') return
    this.#parts.orders.onHidden()
    this.#parts.investments.onHidden()
    this.#parts.capabilities.stopCheck()
    this.#parts.streamToken.drop()
  }

  exportAlerts = (): Promise<Result<Exported, Problem>> => {
    const { clock, desktop } = this.#platform
    return exportAlerts(this.#parts.alerts.page, { clock, saveText: desktop.saveText })
  }

  acknowledgeAlert = (id: string): Result<null, Problem> => this.#parts.acknowledgement.ofAlert(id)

  acknowledgePayout = (name: string): Result<null, Problem> =>
    this.#parts.acknowledgement.ofAccount(name)

  dropSockets = (): void => {
    this.#parts.key.client()?.dropSockets()
    this.#parts.stream.replace()
  }

  streamSettingsChanged = (): void => this.#parts.stream.update()

  suspended = (): void => {
    this.#parts.gaps.suspended()
    this.#parts.orders.disarm('sleep')
    this.#parts.stream.suspended()
  }

  resumed = (): void => {
    this.#parts.gaps.resumed()
    this.#parts.scheduler.resumed()
    this.#parts.stream.woken()
    this.#parts.alerts.resumed()
    this.#parts.orders.onSleep()
  }

  stop = (): void => this.#parts.stop()

  close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    this.stop()
    this.#parts.gaps.close()
    this.#parts.alerts.close()
    await this.#parts.investments.close()
    this.#parts.whenIdle(() => this.#storage.release())
  }
}
