// All stores of the page, created once and passed down. Views take what they need from here; none
// of them knows the bridge.
import { createContext } from 'svelte'
import type { Bridge } from '../shared/contract.js'
import type { Clock } from '../shared/time.js'
import { AccountsStore } from './accounts/accounts-store.svelte.js'
import { AlertsStore } from './alerts/alerts-store.svelte.js'
import { Announcer } from './components/announcer.svelte.js'
import { CapabilitiesStore } from './capabilities/capabilities-store.svelte.js'
import { CatchUpStore } from './shell/catch-up-store.svelte.js'
import { ClockStore } from './components/clock.svelte.js'
import { ConnectionStore } from './portfolio/connection-store.svelte.js'
import { EnablingStore } from './orders/enabling.svelte.js'
import type { createLaterStores, LaterStores } from './later-stores.js'
import type { StartStores } from './start-stores.js'
import { SampleHistoryStore } from './portfolio/sample-history-store.svelte.js'
import { LockStore } from './lock/lock-store.svelte.js'
import { MiningStore } from './mining/mining-store.svelte.js'
import { AccountMirror } from './shell/mirror.svelte.js'
import { NavigationStore } from './shell/navigation-store.svelte.js'
import { PortfolioStore } from './portfolio/portfolio-store.svelte.js'
import { LivePricesStore } from './markets/live-prices-store.js'
import { PriceAlertsStore } from './alerts/price-alerts-store.svelte.js'
import { AppStateStore } from './accounts/app-state-store.svelte.js'
import { SettingsStore } from './settings/settings-store.svelte.js'
import { TransferStore } from './orders/transfer-store.svelte.js'
import { TradingStore } from './orders/trading-store.svelte.js'
import { pageSight, type Sight } from './components/ticker.js'

export type Stores = StartStores &
  LaterStores & {
    /**
     * Called once, before any of the later parts is shown. Until then reading one of their stores
     * is an error.
     */
    addLater: (create: typeof createLaterStores) => void
    /** What was fetched, typed or failed for one account is invalid for the next. */
    forgetAccount: () => void
    open: () => void
    close: () => void
  }

type Living = { open: () => void; close: () => void }

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
  const settings = new SettingsStore(bridge)
  const lock = new LockStore(bridge)
  const navigation = new NavigationStore(bridge, () => appState.profile?.id ?? null)
  const accounts = new AccountsStore(bridge, appState, navigation, clock, catchUp)
  const ofAccount = {
    portfolio: new PortfolioStore(shown, appState, announcer, connection),
    livePrices: new LivePricesStore(shown, appState),
    alerts: new AlertsStore(shown, appState),
    priceAlerts: new PriceAlertsStore(shown, appState),
    ltvHistory: new SampleHistoryStore(shown, 'credit-line/history'),
    worthHistory: new SampleHistoryStore(shown, 'portfolio/worth-history'),
    mining: new MiningStore(shown, appState),
    invested: new AccountMirror(appState, bridge, 'invested', () =>
      bridge.ask('investments/invested', null),
    ),
    trading: new TradingStore(shown, appState),
    enabling: new EnablingStore(),
    transfers: new TransferStore(),
  }
  const start: StartStores = {
    appState,
    accounts,
    connection,
    markets,
    prices,
    ...ofAccount,
    settings,
    lock,
    capabilities: new CapabilitiesStore(bridge),
    clock,
    catchUp,
    navigation,
    announcer,
  }
  const toForget: { forget: () => void }[] = Object.values(ofAccount)
  const living: Living[] = [
    appState,
    accounts,
    ofAccount.portfolio,
    connection,
    markets,
    prices,
    ofAccount.livePrices,
    ofAccount.alerts,
    ofAccount.priceAlerts,
    ofAccount.trading,
    ofAccount.invested,
    ofAccount.mining,
    settings,
    lock,
    clock,
    catchUp,
    navigation,
  ]
  let isOpen = false
  const all = {
    ...start,
    addLater: (create: typeof createLaterStores): void => {
      const later = create({ bridge, shown }, start)
      Object.assign(all, later.stores)
      toForget.push(...later.ofAccount)
      living.push(...later.living)
      if (isOpen) for (const store of later.living) store.open()
    },
    forgetAccount: (): void => {
      for (const store of toForget) store.forget()
      announcer.forget()
      navigation.wantedLimit = null
      if (navigation.answerFor !== appState.profile?.id) navigation.answerFor = null
      navigation.investmentTab = 'history'
    },
    open: (): void => {
      isOpen = true
      for (const store of living) store.open()
    },
    close: (): void => {
      isOpen = false
      for (const store of living) store.close()
    },
  }
  return new Proxy(all as Stores, {
    get: (stores, name) => {
      if (!(name in stores)) throw new Error(`the page has no ${String(name)} yet`)
      return stores[name as keyof Stores]
    },
  })
}

export const [useStores, provideStores] = createContext<Stores>()
