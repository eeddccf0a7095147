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
import { AccountParts } from './account-parts.js'
import type { KeyStatus } from './account-key.js'
import type { AccountPlatform, AccountStorage, Account } from './account.js'
import type { KeyTrouble } from './credential-store.js'
import type { StreamToken } from './stream-token.js'
import type { MarketsView, PricesView } from '../../shared/markets/market.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { WorthSummary } from '../../shared/portfolio/net-worth.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'

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

  sessionEnding = (): void => this.#parts.gaps.sessionEnding()

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
