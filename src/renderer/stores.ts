// All stores of the page, created once and passed down. Views take what they need from here; none
// of them knows the bridge.
import { createContext } from 'svelte'
import type { Profile } from '../shared/accounts/account.js'
import type { Bridge } from '../shared/contract.js'
import type { Clock } from '../shared/time.js'
import { AccountsStore } from './accounts/accounts-store.svelte.js'
import { AlertsStore } from './alerts/alerts-store.svelte.js'
import { AwayStore } from './away/away-store.svelte.js'
import { Announcer } from './components/announcer.svelte.js'
import { AskedListStore } from './shell/asked-list-store.svelte.js'
import { AutostartStore } from './settings/autostart-store.svelte.js'
import { CapabilitiesStore } from './capabilities/capabilities-store.svelte.js'
import { CallDetailStore, CallListStore } from './calls/calls-store.svelte.js'
import { CatchUpStore } from './shell/catch-up-store.svelte.js'
import { ClockStore } from './components/clock.svelte.js'
import { ConnectionStore } from './portfolio/connection-store.svelte.js'
import { ConsoleStore } from './calls/console-store.svelte.js'
import { ConnectDraft } from './accounts/connect-draft.svelte.js'
import { EnablingStore } from './orders/enabling.svelte.js'
import { FlexRowsStore } from './investments/flex-rows-store.svelte.js'
import {
  FlexEarningsStore,
  FlexSearchStore,
  FlexStore,
  InvestmentDetailStore,
} from './investments/flex-store.svelte.js'
import { AlertHistoryStore, OrderJournalStore } from './components/histories.svelte.js'
import { LogStore } from './support/log-store.svelte.js'
import { SampleHistoryStore } from './portfolio/sample-history-store.svelte.js'
import { LockStore } from './lock/lock-store.svelte.js'
import { MiningStore } from './mining/mining-store.svelte.js'
import { AccountMirror } from './shell/mirror.svelte.js'
import { NavigationStore } from './shell/navigation-store.svelte.js'
import { PaletteStore } from './shell/palette-store.svelte.js'
import { PortfolioStore } from './portfolio/portfolio-store.svelte.js'
import { createPositionActs, type PositionActs } from './orders/position-acts.js'
import { LivePricesStore } from './markets/live-prices-store.js'
import { PriceAlertsStore } from './alerts/price-alerts-store.svelte.js'
import { AppStateStore } from './accounts/app-state-store.svelte.js'
import { SettingsStore } from './settings/settings-store.svelte.js'
import { StreamTokenStore } from './settings/stream-token-store.svelte.js'
import { SupportStore } from './support/support-store.svelte.js'
import { TradeForms } from './orders/trade-forms.svelte.js'
import { TransferStore } from './orders/transfer-store.svelte.js'
import { TradingStore } from './orders/trading-store.svelte.js'
import { pageSight, type Sight } from './components/ticker.js'
import { UpdatesStore } from './settings/updates-store.svelte.js'

export type Stores = {
  clock: ClockStore
  catchUp: CatchUpStore
  navigation: NavigationStore
  positionActs: PositionActs
  announcer: Announcer
  /** What was fetched, typed or failed for one account is invalid for the next. */
  forgetAccount: () => void
  /** A fresh connect form; the caller opens and closes it. */
  newDraft: (profile: Profile | null) => ConnectDraft
  open: () => void
  close: () => void
  log: LogStore
  support: SupportStore
  settings: SettingsStore
  lock: LockStore
  capabilities: CapabilitiesStore
  /** Opened and closed by the panel that shows it. */
  updates: UpdatesStore
  autostart: AutostartStore
  portfolio: PortfolioStore
  alerts: AlertsStore
  away: AwayStore
  priceAlerts: PriceAlertsStore
  alertHistory: AlertHistoryStore
  ltvHistory: SampleHistoryStore<'credit-line/history'>
  marginHistory: SampleHistoryStore<'portfolio/margin-history'>
  worthHistory: SampleHistoryStore<'portfolio/worth-history'>
  flex: FlexStore
  flexRows: FlexRowsStore
  flexSearch: FlexSearchStore
  flexEarnings: FlexEarningsStore
  investmentDetail: InvestmentDetailStore
  mining: MiningStore
  poolAccounts: AskedListStore<'mining/pool-accounts'>
  fixedInvestments: AskedListStore<'investments/active-fixed'>
  openFlex: AskedListStore<'investments/open-flex'>
  invested: AccountMirror<'invested'>
  trading: TradingStore
  tradeForms: TradeForms
  enabling: EnablingStore
  transfers: TransferStore
  orderJournal: OrderJournalStore
  calls: AccountMirror<'calls'>
  callList: CallListStore
  callDetail: CallDetailStore
  console: ConsoleStore
  streamToken: StreamTokenStore
  palette: PaletteStore
  connection: ConnectionStore
  markets: AccountMirror<'markets'>
  prices: AccountMirror<'prices'>
  livePrices: LivePricesStore
  livePositions: AccountMirror<'live-positions'>
  appState: AppStateStore
  accounts: AccountsStore
}

export function createStores(bridge: Bridge, now: Clock, sight: Sight = pageSight): Stores {
  const appState = new AppStateStore(bridge)
  /**
   * A request for the account on this page must not reach another that main has switched to
   * meanwhile.
   */
  const shown: Bridge = {
    ask: (channel, payload) => bridge.ask(channel, payload, appState.profile?.id),
    listen: (topic, receive) => bridge.listen(topic, receive),
  }
  const announcer = new Announcer(now)
  const clock = new ClockStore(now, sight)
  const catchUp = new CatchUpStore(bridge, sight, now)
  const markets = new AccountMirror(appState, bridge, 'markets', () =>
    bridge.ask('markets/read', null),
  )
  const prices = new AccountMirror(appState, bridge, 'prices', () =>
    bridge.ask('prices/read', null),
  )
  const connection = new ConnectionStore(bridge, appState, prices, clock)
  const portfolio = new PortfolioStore(shown, appState, announcer, connection)
  const settings = new SettingsStore(bridge)
  const away = new AwayStore(bridge)
  const lock = new LockStore(bridge)
  const alerts = new AlertsStore(shown, appState)
  const priceAlerts = new PriceAlertsStore(shown, appState)
  const trading = new TradingStore(shown, appState)
  const flex = new FlexStore(shown, appState)
  const mining = new MiningStore(shown, appState)
  const invested = new AccountMirror(appState, bridge, 'invested', () =>
    bridge.ask('investments/invested', null),
  )
  const calls = new AccountMirror(appState, bridge, 'calls', () => bridge.ask('calls/read', null))
  const ofAccount = {
    portfolio,
    livePrices: new LivePricesStore(shown, appState),
    livePositions: new AccountMirror(appState, bridge, 'live-positions', () =>
      bridge.ask('live-positions/read', null),
    ),
    alerts,
    priceAlerts,
    alertHistory: new AlertHistoryStore(shown),
    ltvHistory: new SampleHistoryStore(shown, 'credit-line/history'),
    marginHistory: new SampleHistoryStore(shown, 'portfolio/margin-history'),
    worthHistory: new SampleHistoryStore(shown, 'portfolio/worth-history'),
    flex,
    flexRows: new FlexRowsStore(shown),
    flexSearch: new FlexSearchStore(shown),
    flexEarnings: new FlexEarningsStore(shown),
    investmentDetail: new InvestmentDetailStore(shown),
    mining,
    poolAccounts: new AskedListStore(shown, 'mining/pool-accounts'),
    fixedInvestments: new AskedListStore(shown, 'investments/active-fixed'),
    openFlex: new AskedListStore(shown, 'investments/open-flex'),
    invested,
    trading,
    tradeForms: new TradeForms(shown),
    enabling: new EnablingStore(),
    transfers: new TransferStore(),
    orderJournal: new OrderJournalStore(shown),
    calls,
    callList: new CallListStore(shown),
    callDetail: new CallDetailStore(shown),
    console: new ConsoleStore(shown),
    streamToken: new StreamTokenStore(shown),
    palette: new PaletteStore(),
  }
  const navigation = new NavigationStore(bridge)
  const accounts = new AccountsStore(bridge, appState, navigation, clock, catchUp)
  const living = [
    appState,
    accounts,
    portfolio,
    connection,
    markets,
    prices,
    ofAccount.livePrices,
    ofAccount.livePositions,
    alerts,
    priceAlerts,
    trading,
    calls,
    flex,
    invested,
    mining,
    settings,
    away,
    lock,
    clock,
    catchUp,
    navigation,
  ]
  return {
    appState,
    accounts,
    connection,
    markets,
    prices,
    ...ofAccount,
    settings,
    away,
    lock,
    capabilities: new CapabilitiesStore(bridge),
    updates: new UpdatesStore(bridge),
    autostart: new AutostartStore(bridge),
    log: new LogStore(bridge),
    support: new SupportStore(bridge),
    clock,
    catchUp,
    navigation,
    positionActs: createPositionActs({
      navigation,
      tradeForms: ofAccount.tradeForms,
      enabling: ofAccount.enabling,
      markets: () => markets.view?.markets.value ?? null,
      positions: () => portfolio.view?.positions.value ?? null,
      trading: () => trading.view,
    }),
    announcer,
    forgetAccount: (): void => {
      for (const store of Object.values(ofAccount)) store.forget()
      announcer.forget()
      navigation.wantedLimit = null
      navigation.investmentTab = 'history'
    },
    newDraft: (profile: Profile | null) => new ConnectDraft(bridge, profile),
    open: (): void => {
      for (const store of living) store.open()
    },
    close: (): void => {
      for (const store of living) store.close()
    },
  }
}

export const [useStores, provideStores] = createContext<Stores>()
