// The parts of one account: opened together, in the order in which they need one another.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import { explainRefusedKey } from '../../shared/circumstances.js'
import type { Pushes } from '../../shared/contract.js'
import { openAccountAlerts, type AccountAlerts } from '../alerts/account-alerts.js'
import { type MonitoringGaps, openMonitoringGaps } from '../alerts/monitoring-gaps.js'
import { openCalls, type Calls } from '../calls/calls.js'
import { type Capabilities, openCapabilities } from '../capabilities/capabilities.js'
import { revealTokenConfirm } from '../desktop/dialogs.js'
import { type AnswerReports, createAnswerReports } from '../exchange/answer-reports.js'
import { endpointFacts, findingOf } from '../exchange/endpoint-access.js'
import { consoleForms, privateHeaders } from '../exchange/read-console.js'
import { openInvested, type Invested } from '../investments/invested.js'
import { openInvestments, type Investments } from '../investments/investments.js'
import { openMining, type Mining } from '../mining/mining.js'
import { openPoolAccountsWatch } from '../mining/pool-accounts-watch.js'
import { fixedEntry, miningEntry } from '../alerts/ended-holdings.js'
import { createPayoutAcknowledgement, type PayoutAcknowledgement } from '../alerts/payout-alerts.js'
import { openOrders, type Orders } from '../orders/orders.js'
import { type AccountPrices, createStreamedPrices } from '../markets/streamed-prices.js'
import {
  type AccountStreamedPositions,
  createStreamedPositions,
} from '../portfolio/streamed-positions.js'
import { createPollScheduler, type PollScheduler } from '../polling/poll-scheduler.js'
import { createPortfolioExports, type PortfolioExports } from '../portfolio/portfolio-export.js'
import { openMonitor, type Monitor } from '../portfolio/portfolio.js'
import { openWorth, type Worth } from '../portfolio/worth.js'
import { messageOf } from '../../shared/messages/messages.js'
import { type AccountKey, createAccountKey } from './account-key.js'
import { type AccountMarket, openAccountMarket } from './account-market.js'
import type { Account, AccountPlatform, AccountStorage, AccountTopic } from './account.js'
import { type AccountStream, openAccountStream } from './account-stream.js'
import { createStreamToken, type StreamToken } from './stream-token.js'

/** Milliseconds between two checks for requests in flight. */
const idleCheckMs = 500

/** Enough for what one look may raise. */
const latestAlerts = { limit: 100, kinds: null, levels: null, unreadOnly: false } as const

function readAnew(name: string): Pick<Notice, 'level' | 'title' | 'text'> {
  return {
    level: 'caution',
    title: messageOf('accounts.history-reload.title', { name }),
    text: messageOf('accounts.history-reload.text'),
  }
}

export class AccountParts {
  readonly key: AccountKey
  readonly calls: Calls
  readonly answers: AnswerReports
  readonly scheduler: PollScheduler
  readonly market: AccountMarket
  readonly alerts: AccountAlerts
  readonly gaps: MonitoringGaps
  readonly monitor: Monitor
  readonly streamedPrices: AccountPrices
  readonly streamedPositions: AccountStreamedPositions
  readonly stream: AccountStream
  readonly invested: Invested
  readonly worth: Worth
  readonly exports: PortfolioExports
  readonly investments: Investments
  readonly mining: Mining
  readonly capabilities: Capabilities
  readonly acknowledgement: PayoutAcknowledgement
  readonly streamToken: StreamToken
  readonly #account: Account
  readonly #storage: AccountStorage
  readonly #platform: AccountPlatform
  #profile: Profile
  #orders: Orders
  /** Reports from parts that are opening stay in their views until all parts are ready. */
  #isOpen = false

  /** Each part may use those opened before it immediately, and the others once all are open. */
  constructor(
    account: Account,
    profile: Profile,
    storage: AccountStorage,
    platform: AccountPlatform,
  ) {
    this.#account = account
    this.#profile = profile
    this.#storage = storage
    this.#platform = platform
    this.key = this.#openKey()
    this.calls = this.#openCalls()
    this.answers = createAnswerReports({
      clock: platform.clock,
      changed: (differences) => this.monitor.answersDiffer(differences),
    })
    this.scheduler = this.#openScheduler()
    this.market = this.#openMarket()
    this.alerts = this.#openAlerts()
    this.gaps = this.#openGaps()
    this.monitor = this.#openMonitor()
    this.streamedPrices = this.#openStreamedPrices()
    this.streamedPositions = this.#openStreamedPositions()
    this.stream = this.#openStream()
    this.invested = this.#openInvested()
    this.worth = this.#openWorth()
    this.exports = this.#openExports()
    this.#orders = this.#openOrders()
    this.investments = this.#openInvestments()
    this.mining = this.#openMining()
    this.#openPoolAccountsWatch()
    this.capabilities = this.#openCapabilities()
    this.acknowledgement = createPayoutAcknowledgement(this)
    this.streamToken = this.#openStreamToken()
  }

  get profile(): Profile {
    return this.#profile
  }

  get orders(): Orders {
    return this.#orders
  }

  /** From now on, the parts report. */
  start(): void {
    this.#isOpen = true
    this.alerts.portfolioChanged(this.monitor.portfolio())
    this.gaps.portfolioChanged(this.monitor.portfolio())
    this.#orders.refresh()
  }

  /** The orders are reopened, because every preview shows the name. */
  rename(named: Profile): void {
    this.#profile = named
    this.#orders.close()
    this.#orders = this.#openOrders()
  }

  stop(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.scheduler.close()
    this.market.close()
    this.streamedPrices.close()
    this.monitor.close()
    this.#orders.close()
    this.mining.close()
    this.invested.close()
    this.capabilities.close()
    this.key.stopLoading()
    this.key.drop()
  }

  /** Runs `act` once no order response is pending. */
  whenIdle(act: () => void): void {
    const { journal, timing } = this.#platform
    if (journal.inFlight(this.#profile.id) === 0) act()
    else timing.after(idleCheckMs, () => this.whenIdle(act))
  }

  #changed<T extends AccountTopic>(topic: T, view: Pushes[T]): void {
    if (this.#isOpen) this.#platform.changed(this.#account, topic, view)
  }

  #openKey(): AccountKey {
    const { timing } = this.#platform
    return createAccountKey({
      timing,
      isOpen: () => this.#isOpen,
      load: () => this.#storage.loadKeys(),
      connect: (keys) =>
        this.#storage.connect(keys, {
          ended: this.capabilities.ended,
          record: this.calls.add,
          answered: this.answers.answered,
        }),
      whenIdle: (act) => this.whenIdle(act),
      statusChanged: ({ state, problem }) => {
        this.alerts.keyChanged(state, problem)
        this.gaps.keyChanged(state, problem)
        this.#orders.refresh()
        this.stream.update()
        this.#platform.keyChanged(this.#account)
      },
      connected: (client) => this.monitor.start(client),
      dropping: () => {
        this.streamToken.drop()
        this.stream.close()
      },
      missing: (problem) => this.monitor.suspend(problem),
    })
  }

  #openCalls(): Calls {
    return openCalls({
      profileId: this.#profile.id,
      client: this.key.client,
      forms: consoleForms,
      headers: privateHeaders,
      changed: (view) => this.#changed('calls', view),
    })
  }

  #openScheduler(): PollScheduler {
    const { clock, timing } = this.#platform
    return createPollScheduler({
      clock,
      timing,
      slept: () => {
        if (!this.#isOpen) return
        this.#orders.onSleep()
        this.stream.woken()
      },
    })
  }

  #openMarket(): AccountMarket {
    const { clock } = this.#platform
    return openAccountMarket(this.#profile, {
      openMarkets: this.#platform.openMarkets,
      clock,
      marketsChanged: (view) => {
        if (this.#isOpen) this.streamedPrices.update()
        this.#changed('markets', view)
      },
      pricesChanged: (view, what) => {
        if (!this.#isOpen) return
        this.#changed('prices', view)
        if (what !== 'tickers') return
        this.alerts.pricesChanged(view.tickers)
        this.worth.update()
      },
      recovered: () => this.invested.recovered(),
    })
  }

  #openAlerts(): AccountAlerts {
    const { clock, timing } = this.#platform
    const { id, region, keyHint } = this.#profile
    return openAccountAlerts({ id, demo: region === 'demo', keyHint }, this.#storage, {
      clock,
      timing,
      newId: this.#platform.random.newId,
      accountName: () => this.#platform.nameInNotices(this.#profile),
      notices: this.#platform.notices,
      circumstances: this.market.circumstances,
      prices: this.market.prices,
      // The orders are opened after the alerts, which they report to.
      endingOrder: (ended) => (this.#isOpen ? this.#orders.endingOrder(ended) : undefined),
      closedInvestment: (investmentId) =>
        this.#isOpen ? this.#orders.closedInvestment(investmentId) : null,
      changed: (view) => this.#changed('alerts', view),
      priceAlertsChanged: (view) => this.#changed('price-alerts', view),
    })
  }

  #openGaps(): MonitoringGaps {
    const { clock, timing } = this.#platform
    return openMonitoringGaps(this.#profile, this.#storage.gaps, {
      clock,
      timing,
      newId: this.#platform.random.newId,
      alerts: () => {
        const newest = this.alerts.page({ ...latestAlerts, after: null })
        return newest.ok ? newest.value.alerts : []
      },
      changed: (view) => this.#changed('monitoring-gaps', view),
    })
  }

  #openMonitor(): Monitor {
    const { clock, timing } = this.#platform
    return openMonitor(this.#profile, this.#storage, {
      clock,
      timing,
      scheduler: this.scheduler,
      serverTime: this.market.serverTime,
      prices: this.market.prices,
      isBorrowingInDoubt: this.alerts.isBorrowingInDoubt,
      explainRefusal: (problem) =>
        explainRefusedKey(problem, this.capabilities.keyUsedAt(), clock()),
      portfolioChanged: (view) => {
        if (!this.#isOpen) return
        this.market.portfolioChanged(view)
        this.alerts.portfolioChanged(view)
        this.gaps.portfolioChanged(view)
        this.#orders.refresh()
        this.streamedPositions.read(view.positions)
        this.#changed('portfolio', view)
        this.worth.update()
      },
      connectionChanged: (view) => {
        if (!this.#isOpen) return
        this.market.connectionChanged(view)
        this.#orders.refresh()
        this.#changed('connection', view)
      },
      keyAccepted: this.key.accepted,
      keyRefused: this.key.refused,
    })
  }

  #openStreamedPrices(): AccountPrices {
    const { clock, timing } = this.#platform
    return createStreamedPrices({
      profileId: this.#profile.id,
      clock,
      timing,
      markets: () => this.market.markets().markets,
      subscribe: (wanted) => this.stream.watch(wanted),
      changed: (view) => this.#changed('live-prices', view),
    })
  }

  #openStreamedPositions(): AccountStreamedPositions {
    return createStreamedPositions({
      profileId: this.#profile.id,
      clock: this.#platform.clock,
      changed: (view) => this.#changed('live-positions', view),
    })
  }

  #openStream(): AccountStream {
    const { clock, timing } = this.#platform
    return openAccountStream({
      clock,
      timing,
      random: () => Number.parseInt(this.#platform.random.randomHex(2), 16) / 0x1_00_00,
      client: this.key.acceptedClient,
      isWanted: () => this.#isOpen && this.#platform.hasLiveUpdates(this.#profile.id),
      monitor: this.monitor.stream,
      positionEvent: this.alerts.positionEvent,
      positions: (list) => {
        if (list === null) this.streamedPositions.forget()
        else this.streamedPositions.received(list)
      },
      borrowingEvent: this.alerts.borrowingEvent,
      orderNamed: (order) => this.#orders.named(order),
      price: this.streamedPrices.received,
      pricesOver: this.streamedPrices.forget,
    })
  }

  #openInvested(): Invested {
    const { clock, timing } = this.#platform
    return openInvested(this.#profile.id, {
      clock,
      timing,
      scheduler: this.scheduler,
      client: this.key.acceptedClient,
      changed: (view) => {
        this.#changed('invested', view)
        if (this.#isOpen) this.worth.update()
      },
      fixedRead: ({ list, ...answer }) =>
        this.alerts.holdingsRead('fixed', { ...answer, entries: list.map(fixedEntry) }),
    })
  }

  #openWorth(): Worth {
    const { clock } = this.#platform
    return openWorth(this.#profile.id, this.#storage, {
      clock,
      currency: this.#platform.currency,
      portfolio: this.monitor.portfolio,
      invested: this.invested.view,
      prices: this.market.prices,
    })
  }

  #openExports(): PortfolioExports {
    const { clock, desktop } = this.#platform
    return createPortfolioExports({
      owner: () => this.#profile,
      portfolio: this.monitor.portfolio,
      prices: this.market.prices,
      currency: this.#platform.currency,
      clock,
      saveText: desktop.saveText,
    })
  }

  #openOrders(): Orders {
    const { clock, timing, journal, desktop, log } = this.#platform
    return openOrders(this.#profile, this.#storage, {
      clock,
      timing,
      random: this.#platform.random,
      journal,
      desktop,
      client: this.key.client,
      conditions: () => ({
        keyState: this.key.status().state,
        locked: desktop.screenLocked(),
        positions: this.monitor.portfolio().positions,
        openOrders: this.monitor.portfolio().openOrders,
        conditionalOrders: this.monitor.portfolio().conditionalOrders,
        collateral: this.monitor.portfolio().collateralSummary,
        purses: this.monitor.portfolio(),
        prices: this.market.prices(),
        markets: this.market.markets().markets,
        balance: this.monitor.portfolio().balance,
        connection: this.monitor.connection(),
        journal: this.#storage.record(),
      }),
      changed: (view) => this.#changed('trading', view),
      refreshAfterWrite: () => {
        this.monitor.refreshNow()
        this.invested.refresh()
      },
      troublesChanged: this.alerts.ordersChanged,
      log: (what, details) => log('info', what, details),
    })
  }

  #openInvestments(): Investments {
    const { clock, timing, desktop, log } = this.#platform
    return openInvestments(this.#profile, this.#storage, {
      clock,
      timing,
      newId: this.#platform.random.newId,
      scheduler: this.scheduler,
      client: this.key.acceptedClient,
      chooseFile: desktop.choose,
      changed: (view) => this.#changed('flex', view),
      exportChanged: (progress) => this.#changed('flex-export', progress),
      forgotten: () => this.#platform.notify(readAnew(this.#profile.name)),
      log: (event, details) => log('warn', event, details),
    })
  }

  #openMining(): Mining {
    const { clock, timing } = this.#platform
    return openMining(this.#profile, this.#storage.mining, {
      clock,
      timing,
      scheduler: this.scheduler,
      client: this.key.acceptedClient,
      payout: this.alerts.payoutRead,
      forgotten: this.alerts.payoutRemoved,
      changed: (view) => this.#changed('mining', view),
    })
  }

  #openPoolAccountsWatch(): void {
    const { clock, timing } = this.#platform
    openPoolAccountsWatch({
      clock,
      timing,
      scheduler: this.scheduler,
      client: this.key.acceptedClient,
      miningRead: ({ list, ...answer }) =>
        this.alerts.holdingsRead('mining', { ...answer, entries: list.map(miningEntry) }),
    })
  }

  #openCapabilities(): Capabilities {
    const { clock } = this.#platform
    return openCapabilities(this.#profile, this.#storage.capabilities, {
      clock,
      endpoints: endpointFacts,
      findingOf,
      client: this.key.acceptedClient,
      poolAccount: () => this.mining.read().accounts[0]?.name ?? null,
    })
  }

  #openStreamToken(): StreamToken {
    const { clock, timing, desktop } = this.#platform
    return createStreamToken({
      clock,
      timing,
      fetchToken: () =>
        this.#account.ask(
          (exchange) => exchange.streamToken(),
          messageOf('accounts.token.cannot-fetch'),
        ),
      copySecret: desktop.copySecret,
      confirmReveal: () => desktop.ask(revealTokenConfirm(this.#profile.name)),
    })
  }
}
