// One account, from its key, loaded on demand and wiped when dropped, to its alerts: everything
// that monitors it and acts for it is opened here and closed with it. The demo is an account like
// any other, with different storage.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import { explainRefusedKey, type Circumstances } from '../../shared/circumstances.js'
import { lockedProblem } from '../../shared/lock/lock.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import type { Pushes } from '../../shared/contract.js'
import { fail, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { AlertNoticePlatform } from '../alerts/alert-delivery.js'
import { openAccountAlerts, type AccountAlerts } from '../alerts/account-alerts.js'
import { openCalls, type Calls } from '../calls/calls.js'
import type { Clipboard } from '../desktop/clipboard.js'
import { type Capabilities, openCapabilities } from '../capabilities/capabilities.js'
import { revealTokenConfirm, type SaveDialog } from '../desktop/dialogs.js'
import { type AnswerReports, createAnswerReports } from '../exchange/answer-reports.js'
import type { CallRecorder } from '../exchange/call-record.js'
import { endpointFacts, findingOf } from '../exchange/endpoint-access.js'
import type { AskExchange, TradingClient } from '../exchange/exchange-client.js'
import { consoleForms, privateHeaders } from '../exchange/read-console.js'
import type { FlexHistory } from '../investments/history-database.js'
import { openInvested, type Invested } from '../investments/invested.js'
import { openInvestments, type Investments } from '../investments/investments.js'
import type { Credentials } from '../keychain/secret.js'
import { openMining, type Mining } from '../mining/mining.js'
import { openPoolAccountsWatch } from '../mining/pool-accounts-watch.js'
import { exportAlerts } from '../alerts/alerts-export.js'
import { fixedEntry, miningEntry } from '../alerts/holdings-end.js'
import { createPayoutAcknowledgement } from '../alerts/payout-alerts.js'
import type { OrderJournal } from '../orders/order-journal.js'
import { openOrders, type Orders } from '../orders/orders.js'
import type { OrdersPorts, TradingConditions } from '../orders/trading-state.js'
import type { MarketData } from '../markets/markets.js'
import { type AccountPrices, createStreamedPrices } from '../markets/streamed-prices.js'
import {
  type AccountStreamedPositions,
  createStreamedPositions,
} from '../portfolio/streamed-positions.js'
import { createPollScheduler, type Visibility } from '../polling/poll-scheduler.js'
import { createPortfolioExports } from '../portfolio/portfolio-export.js'
import { openMonitor, type Monitor } from '../portfolio/portfolio.js'
import { openWorth } from '../portfolio/worth.js'
import { messageOf } from '../../shared/messages/messages.js'
import { createAccountKey, type KeyStatus } from './account-key.js'
import { openAccountMarket } from './account-market.js'
import type { KeyTrouble } from './credential-store.js'
import type { AccountRepositories } from './storage.js'
import { openAccountStream } from './account-stream.js'
import { createStreamToken } from './stream-token.js'
import type { MarketsView, PricesView } from '../../shared/markets/market.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { WorthSummary } from '../../shared/portfolio/net-worth.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'

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
  | 'price-alarms'
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
  investments: Investments
  invested: Invested
  mining: Mining
  calls: Calls
  answers: AnswerReports
  capabilities: Capabilities
  streamToken: {
    fetch: () => Promise<
      Result<{ fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }, Problem>
    >
    show: () => Promise<Result<{ token: string }, Problem>>
    copy: () => Promise<Result<{ clearsAt: UnixSeconds }, Problem>>
    drop: () => void
  }
  ask: AskExchange
  unlock: () => Promise<Result<null, Problem>>
  keyMissing: (keyTrouble: KeyTrouble) => void
  lock: (keepsKey: boolean) => void
  rename: (named: Profile) => void
  setVisibility: (visibility: Visibility) => void
  exportAlerts: () => Promise<Result<Exported, Problem>>
  exports: {
    balances: () => Promise<Result<Exported, Problem>>
    positions: () => Promise<Result<Exported, Problem>>
    openOrders: () => Promise<Result<Exported, Problem>>
  }
  acknowledgeAlert: (id: string) => Result<null, Problem>
  acknowledgePayout: (name: string) => Result<null, Problem>
  dropSockets: () => void
  streamSettingsChanged: () => void
  suspended: () => void
  resumed: () => void
  stop: () => void
  close: () => Promise<void>
  markets: () => MarketsView
  prices: () => PricesView
  streamedPrices: Pick<AccountPrices, 'view' | 'watch'>
  streamedPositions: Pick<AccountStreamedPositions, 'view'>
  circumstances: () => Circumstances
  profile: Profile
  key: KeyStatus
  orders: Orders
  monitor: Monitor
}

/** Milliseconds between two checks for requests in flight. */
const idleCheckMs = 500

/** Plimsoll is locked, and the key is not in memory. */
export const keyLocked: KeyTrouble = { state: 'locked', problem: lockedProblem }

function readAnew(name: string): Pick<Notice, 'level' | 'title' | 'text'> {
  return {
    level: 'caution',
    title: messageOf('accounts.history-anew.title', { name }),
    text: messageOf('accounts.history-anew.text'),
  }
}

/** Opens an account: shows what is stored, and sends no request before `unlock`. */
export function openAccount(
  opened: Profile,
  storage: AccountStorage,
  platform: AccountPlatform,
): Account {
  const { clock, timing, journal, desktop, log } = platform
  const { id } = opened
  let profile = opened
  /** Reports from parts that are opening stay in their views until all parts are ready. */
  let isOpen = false
  let isClosed = false

  const changed = <T extends AccountTopic>(topic: T, view: Pushes[T]): void => {
    if (isOpen) platform.changed(account, topic, view)
  }

  /** Runs `act` once no order response is pending. */
  const whenIdle = (act: () => void): void => {
    if (journal.inFlight(id) === 0) act()
    else timing.after(idleCheckMs, () => whenIdle(act))
  }

  const key = createAccountKey({
    timing,
    isOpen: () => isOpen,
    load: () => storage.loadKeys(),
    connect: (keys) =>
      storage.connect(keys, {
        ended: capabilities.ended,
        record: calls.add,
        answered: answers.answered,
      }),
    whenIdle,
    statusChanged: ({ state, problem }) => {
      alerts.keyChanged(state, problem)
      orders.refresh()
      stream.update()
      platform.keyChanged(account)
    },
    connected: (client) => monitor.start(client),
    dropping: () => {
      streamToken.drop()
      stream.close()
    },
    missing: (problem) => monitor.suspend(problem),
  })
  const { client, acceptedClient } = key

  const calls = openCalls({
    profileId: id,
    client,
    forms: consoleForms,
    headers: privateHeaders,
    changed: (view) => changed('calls', view),
  })
  const answers = createAnswerReports({
    clock,
    changed: (differences) => monitor.answersDiffer(differences),
  })
  const scheduler = createPollScheduler({
    clock,
    timing,
    slept: () => {
      if (!isOpen) return
      orders.onSleep()
      stream.woken()
    },
  })
  const market = openAccountMarket(opened, {
    openMarkets: platform.openMarkets,
    clock,
    marketsChanged: (view) => {
      if (isOpen) streamedPrices.update()
      changed('markets', view)
    },
    pricesChanged: (view, what) => {
      if (!isOpen) return
      changed('prices', view)
      if (what !== 'tickers') return
      alerts.pricesChanged(view.tickers)
      worth.update()
    },
    recovered: () => invested.recovered(),
  })
  const alerts = openAccountAlerts(
    { id, demo: opened.region === 'demo', keyHint: opened.keyHint },
    storage,
    {
      clock,
      timing,
      newId: platform.random.newId,
      accountName: () => platform.nameInNotices(profile),
      notices: platform.notices,
      circumstances: market.circumstances,
      prices: market.prices,
      // The orders are opened after the alerts, which they report to.
      endingOrder: (ended) => (isOpen ? orders.endingOrder(ended) : undefined),
      closedInvestment: (investmentId) => (isOpen ? orders.closedInvestment(investmentId) : null),
      changed: (view) => changed('alerts', view),
      priceAlarmsChanged: (view) => changed('price-alarms', view),
    },
  )
  const monitor = openMonitor(opened, storage, {
    clock,
    timing,
    scheduler,
    serverTime: market.serverTime,
    prices: market.prices,
    isBorrowingInDoubt: alerts.isBorrowingInDoubt,
    explainRefusal: (problem) => explainRefusedKey(problem, capabilities.keyUsedAt(), clock()),
    portfolioChanged: (view) => {
      if (!isOpen) return
      market.portfolioChanged(view)
      alerts.portfolioChanged(view)
      orders.refresh()
      changed('portfolio', view)
      worth.update()
    },
    connectionChanged: (view) => {
      if (!isOpen) return
      market.connectionChanged(view)
      orders.refresh()
      changed('connection', view)
    },
    keyAccepted: key.accepted,
    keyRefused: key.refused,
  })
  const streamedPrices = createStreamedPrices({
    profileId: id,
    clock,
    timing,
    markets: () => market.markets().markets,
    subscribe: (wanted) => stream.watch(wanted),
    changed: (view) => changed('live-prices', view),
  })
  const streamedPositions = createStreamedPositions({
    profileId: id,
    clock,
    changed: (view) => changed('live-positions', view),
  })
  const stream = openAccountStream({
    clock,
    timing,
    random: () => Number.parseInt(platform.random.randomHex(2), 16) / 0x1_00_00,
    client: acceptedClient,
    isWanted: () => isOpen && platform.hasLiveUpdates(id),
    monitor: monitor.stream,
    positionEvent: alerts.positionEvent,
    positions: streamedPositions.heard,
    borrowingEvent: alerts.borrowingEvent,
    orderNamed: (order) => orders.named(order),
    price: streamedPrices.heard,
    figuresOver: () => {
      streamedPrices.forget()
      streamedPositions.forget()
    },
  })
  const invested = openInvested(id, {
    clock,
    timing,
    scheduler,
    client: acceptedClient,
    changed: (view) => {
      changed('invested', view)
      if (isOpen) worth.update()
    },
    fixedRead: ({ list, ...answer }) =>
      alerts.holdingsRead('fixed', { ...answer, entries: list.map(fixedEntry) }),
  })
  const worth = openWorth(id, storage, {
    clock,
    currency: platform.currency,
    portfolio: monitor.portfolio,
    invested: invested.view,
    prices: market.prices,
  })
  const exports = createPortfolioExports({
    owner: () => profile,
    portfolio: monitor.portfolio,
    prices: market.prices,
    currency: platform.currency,
    clock,
    saveText: desktop.saveText,
  })
  const openOrdersAs = (named: Profile): Orders =>
    openOrders(named, storage, {
      clock,
      timing,
      random: platform.random,
      journal,
      desktop,
      client,
      conditions: () => ({
        keyState: key.status().state,
        locked: desktop.screenLocked(),
        positions: monitor.portfolio().positions,
        openOrders: monitor.portfolio().openOrders,
        collateral: monitor.portfolio().collateralSummary,
        purses: monitor.portfolio(),
        prices: market.prices(),
        markets: market.markets().markets,
        balance: monitor.portfolio().balance,
        connection: monitor.connection(),
        journal: storage.record(),
      }),
      changed: (view) => changed('trading', view),
      refreshAfterWrite: () => {
        monitor.refreshNow()
        invested.refresh()
      },
      troublesChanged: alerts.ordersChanged,
      log: (what, details) => log('info', what, details),
    })
  let orders = openOrdersAs(opened)
  const investments = openInvestments(opened, storage, {
    clock,
    timing,
    newId: platform.random.newId,
    scheduler,
    client: acceptedClient,
    chooseFile: desktop.choose,
    changed: (view) => changed('flex', view),
    exportChanged: (progress) => changed('flex-export', progress),
    forgotten: () => platform.notify(readAnew(profile.name)),
    log: (event, details) => log('warn', event, details),
  })
  const mining = openMining(opened, storage.mining, {
    clock,
    timing,
    scheduler,
    client: acceptedClient,
    payout: alerts.payoutRead,
    forgotten: alerts.payoutRemoved,
    changed: (view) => changed('mining', view),
  })
  openPoolAccountsWatch({
    clock,
    timing,
    scheduler,
    client: acceptedClient,
    miningRead: ({ list, ...answer }) =>
      alerts.holdingsRead('mining', { ...answer, entries: list.map(miningEntry) }),
  })
  const capabilities = openCapabilities(opened, storage.capabilities, {
    clock,
    endpoints: endpointFacts,
    findingOf,
    client: acceptedClient,
    poolAccount: () => mining.read().accounts[0]?.name ?? null,
  })
  const acknowledgement = createPayoutAcknowledgement({ mining, alerts })
  const ask: AskExchange = (call, cannot) => {
    const exchange = client()
    if (exchange !== null) return call(exchange)
    return Promise.resolve(
      fail({ code: 'gone', message: messageOf('exchange.no-key-at-hand', { cannot }) }),
    )
  }
  const streamToken = createStreamToken({
    clock,
    timing,
    fetchToken: () =>
      ask((exchange) => exchange.streamToken(), messageOf('accounts.token.cannot-fetch')),
    copySecret: desktop.copySecret,
    confirmReveal: () => desktop.ask(revealTokenConfirm(profile.name)),
  })
  const stop = (): void => {
    if (!isOpen) return
    isOpen = false
    scheduler.close()
    market.close()
    streamedPrices.close()
    monitor.close()
    orders.close()
    mining.close()
    invested.close()
    capabilities.close()
    key.stopLoading()
    key.drop()
  }

  const account = {
    get profile(): Profile {
      return profile
    },
    get key(): KeyStatus {
      return key.status()
    },
    /** Reopened when the account is renamed, because every preview shows the name. */
    get orders(): Orders {
      return orders
    },
    monitor,
    markets: market.markets,
    prices: market.prices,
    streamedPrices,
    streamedPositions,
    circumstances: market.circumstances,
    worthHistory: worth.history,
    worthNow: worth.now,
    refresh: (): Promise<Result<PortfolioView, Problem>> => {
      market.refresh()
      invested.refresh()
      return monitor.refreshed()
    },
    alerts,
    investments,
    invested,
    mining,
    calls,
    answers,
    capabilities,
    streamToken,
    ask,
    /**
     * Loads the key and continues with it in place of the previous one. The system may ask for its
     * password.
     */
    unlock: key.unlock,
    /** The key is unavailable, and why: it was not loaded. */
    keyMissing: key.missing,
    /**
     * Disarms, voids what was prepared, and wipes the key or keeps it for reading. Responses to
     * requests in flight are still recorded. A key still loading is wiped on arrival.
     */
    lock: (keepsKey: boolean): void => {
      orders.onLocked()
      streamToken.drop()
      investments.onHidden()
      streamedPrices.watch([])
      if (keepsKey) return
      key.stopLoading()
      key.missing(keyLocked)
    },
    rename: (named: Profile): void => {
      profile = named
      orders.close()
      orders = openOrdersAs(named)
    },
    /** An account that leaves the screen is disarmed, and drops data fetched only for display. */
    setVisibility: (visibility: Visibility): void => {
      monitor.setVisibility(visibility)
      market.setVisibility(visibility)
      streamedPrices.seen(visibility === 'screen')
      streamedPositions.seen(visibility === 'screen')
      if (visibility !== 'background') return
      orders.onHidden()
      investments.onHidden()
      capabilities.stopCheck()
      streamToken.drop()
    },
    exportAlerts: () => exportAlerts(alerts.page, { clock, saveText: desktop.saveText }),
    exports,
    acknowledgeAlert: acknowledgement.ofAlert,
    acknowledgePayout: acknowledgement.ofAccount,
    /** The next call uses the current proxy and address family. */
    dropSockets: (): void => {
      client()?.dropSockets()
      stream.replace()
    },
    streamSettingsChanged: stream.update,
    suspended: (): void => {
      orders.disarm('sleep')
      stream.suspended()
    },
    resumed: (): void => {
      scheduler.resumed()
      stream.woken()
      alerts.resumed()
      orders.onSleep()
    },
    /**
     * Sends no more requests and wipes the key. Responses to requests in flight are still recorded.
     */
    stop,
    /**
     * Same as `stop`, but also withdraws its notices and waits for a cancelled export to clean up.
     */
    close: async (): Promise<void> => {
      if (isClosed) return
      isClosed = true
      stop()
      alerts.close()
      await investments.close()
      whenIdle(() => storage.release())
    },
  }
  isOpen = true
  alerts.portfolioChanged(monitor.portfolio())
  orders.refresh()
  return account
}
