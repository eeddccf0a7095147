import type { AccountsStore } from './accounts/accounts-store.svelte.js'
import type { AlertsStore } from './alerts/alerts-store.svelte.js'
import type { Announcer } from './components/announcer.svelte.js'
import type { CapabilitiesStore } from './capabilities/capabilities-store.svelte.js'
import type { CatchUpStore } from './shell/catch-up-store.svelte.js'
import type { ClockStore } from './components/clock.svelte.js'
import type { ConnectionStore } from './portfolio/connection-store.svelte.js'
import type { EnablingStore } from './orders/enabling.svelte.js'
import type { SampleHistoryStore } from './portfolio/sample-history-store.svelte.js'
import type { LockStore } from './lock/lock-store.svelte.js'
import type { MiningStore } from './mining/mining-store.svelte.js'
import type { AccountMirror } from './shell/mirror.svelte.js'
import type { NavigationStore } from './shell/navigation-store.svelte.js'
import type { PortfolioStore } from './portfolio/portfolio-store.svelte.js'
import type { LivePricesStore } from './markets/live-prices-store.js'
import type { PriceAlertsStore } from './alerts/price-alerts-store.svelte.js'
import type { AppStateStore } from './accounts/app-state-store.svelte.js'
import type { SettingsStore } from './settings/settings-store.svelte.js'
import type { TransferStore } from './orders/transfer-store.svelte.js'
import type { TradingStore } from './orders/trading-store.svelte.js'

/** What the window has from its first frame on. */
export type StartStores = {
  clock: ClockStore
  catchUp: CatchUpStore
  navigation: NavigationStore
  announcer: Announcer
  settings: SettingsStore
  lock: LockStore
  capabilities: CapabilitiesStore
  portfolio: PortfolioStore
  alerts: AlertsStore
  priceAlerts: PriceAlertsStore
  ltvHistory: SampleHistoryStore<'credit-line/history'>
  worthHistory: SampleHistoryStore<'portfolio/worth-history'>
  mining: MiningStore
  invested: AccountMirror<'invested'>
  trading: TradingStore
  enabling: EnablingStore
  transfers: TransferStore
  connection: ConnectionStore
  markets: AccountMirror<'markets'>
  prices: AccountMirror<'prices'>
  livePrices: LivePricesStore
  appState: AppStateStore
  accounts: AccountsStore
}
