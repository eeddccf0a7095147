// Every store of the page, made once and handed down. Views take what they need from here; none of them knows the bridge.
import { createContext } from 'svelte'
import type { Profile } from '../../shared/domain/account.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { Clock } from '../../shared/time.js'
import { AccountsStore } from './accounts.svelte.js'
import { AlertsStore } from './alerts.svelte.js'
import { Announcer } from './announcer.svelte.js'
import { AskedListStore } from './asked-list.svelte.js'
import { AutostartStore } from './autostart.svelte.js'
import { CapabilitiesStore } from './capabilities.svelte.js'
import { CallDetailStore, CallListStore } from './calls.svelte.js'
import { ClockStore } from './clock.svelte.js'
import { ConnectionStore } from './connection.svelte.js'
import { ConsoleStore } from './console.svelte.js'
import { ConnectDraft } from './connect-draft.svelte.js'
import { EnablingStore } from './enabling.svelte.js'
import { FlexRowsStore } from './flex-rows.svelte.js'
import { FlexEarningsStore, FlexSearchStore, FlexStore, InvestmentDetailStore } from './flex.svelte.js'
import { AlertHistoryStore, OrderJournalStore } from './histories.svelte.js'
import { LogStore } from './log.svelte.js'
import { LtvHistoryStore, WorthHistoryStore } from './sample-history.svelte.js'
import { LockStore } from './lock.svelte.js'
import { MiningStore } from './mining.svelte.js'
import { AccountMirror } from './mirror.svelte.js'
import { NavigationStore } from './navigation.svelte.js'
import { PaletteStore } from './palette.svelte.js'
import { PortfolioStore } from './portfolio.svelte.js'
import { createPositionActs, type PositionActs } from './position-acts.js'
import { PriceAlarmsStore } from './price-alarms.svelte.js'
import { AppStateStore } from './app-state.svelte.js'
import { SettingsStore } from './settings.svelte.js'
import { StreamTokenStore } from './stream-token.svelte.js'
import { SupportStore } from './support.svelte.js'
import { TradeForms } from './trade-forms.svelte.js'
import { TradingStore } from './trading.svelte.js'
import { UpdatesStore } from './updates.svelte.js'

export type Stores = {
  clock: ClockStore
  navigation: NavigationStore
  positionActs: PositionActs
  announcer: Announcer
  /** What was fetched, typed or went wrong for one account means nothing for the next. */
  forgetAccount: () => void
  /** A fresh connect form; the caller opens it and closes it. */
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
  priceAlarms: PriceAlarmsStore
  alertHistory: AlertHistoryStore
  ltvHistory: LtvHistoryStore
  worthHistory: WorthHistoryStore
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
  appState: AppStateStore
  accounts: AccountsStore
}

export const createStores = (bridge: Bridge, now: Clock): Stores => {
  const appState = new AppStateStore(bridge)
  /** What is asked for the account on this page is not done to another that has come on screen in main meanwhile. */
  const shown: Bridge = {
    ask: (channel, payload) => bridge.ask(channel, payload, appState.profile?.id),
    listen: (topic, receive) => bridge.listen(topic, receive),
  }
  const announcer = new Announcer(now)
  const clock = new ClockStore(now)
  const markets = new AccountMirror(appState, bridge, 'markets', () => bridge.ask('markets/read', null))
  const prices = new AccountMirror(appState, bridge, 'prices', () => bridge.ask('prices/read', null))
  const connection = new ConnectionStore(bridge, appState, prices, clock)
  const portfolio = new PortfolioStore(shown, appState, announcer, connection)
  const settings = new SettingsStore(bridge)
  const lock = new LockStore(bridge)
  const alerts = new AlertsStore(shown, appState)
  const priceAlarms = new PriceAlarmsStore(shown, appState)
  const trading = new TradingStore(shown, appState)
  const flex = new FlexStore(shown, appState)
  const mining = new MiningStore(shown, appState)
  const invested = new AccountMirror(appState, bridge, 'invested', () => bridge.ask('investments/invested', null))
  const calls = new AccountMirror(appState, bridge, 'calls', () => bridge.ask('calls/read', null))
  const ofAccount = {
    portfolio,
    alerts,
    priceAlarms,
    alertHistory: new AlertHistoryStore(shown),
    ltvHistory: new LtvHistoryStore(shown),
    worthHistory: new WorthHistoryStore(shown),
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
    orderJournal: new OrderJournalStore(shown),
    calls,
    callList: new CallListStore(shown),
    callDetail: new CallDetailStore(shown),
    console: new ConsoleStore(shown),
    streamToken: new StreamTokenStore(shown),
    palette: new PaletteStore(),
  }
  const navigation = new NavigationStore(bridge)
  const accounts = new AccountsStore(bridge, appState, navigation, clock)
  const living = [
    appState,
    accounts,
    portfolio,
    connection,
    markets,
    prices,
    alerts,
    priceAlarms,
    trading,
    calls,
    flex,
    invested,
    mining,
    settings,
    lock,
    clock,
    navigation,
  ]
  return {
    appState,
    accounts,
    ...{ connection, markets, prices },
    ...ofAccount,
    settings,
    lock,
    capabilities: new CapabilitiesStore(bridge),
    updates: new UpdatesStore(bridge),
    autostart: new AutostartStore(bridge),
    ...{ log: new LogStore(bridge), support: new SupportStore(bridge) },
    clock,
    navigation,
    positionActs: createPositionActs({
      navigation,
      tradeForms: ofAccount.tradeForms,
      enabling: ofAccount.enabling,
      markets: () => markets.view?.markets.value ?? null,
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
