// The stores that only the later parts of the window use (shell/later-parts.ts).
import type { Profile } from '../shared/accounts/account.js'
import type { Bridge } from '../shared/contract.js'
import { ConnectDraft } from './accounts/connect-draft.svelte.js'
import type { AppStateStore } from './accounts/app-state-store.svelte.js'
import { AwayStore } from './away/away-store.svelte.js'
import { CallDetailStore, CallListStore } from './calls/calls-store.svelte.js'
import { ConsoleStore } from './calls/console-store.svelte.js'
import {
  AlertHistoryStore,
  GapHistoryStore,
  OrderJournalStore,
} from './components/history-store.svelte.js'
import { GapsStore } from './alerts/gaps-store.svelte.js'
import { FlexRowsStore } from './investments/flex-rows-store.svelte.js'
import {
  FlexEarningsStore,
  FlexSearchStore,
  FlexStore,
  InvestmentDetailStore,
} from './investments/flex-store.svelte.js'
import { LevelStore } from './orders/level-store.svelte.js'
import { createPositionActs } from './orders/position-acts.js'
import { TradeForms } from './orders/trade-forms.svelte.js'
import { SampleHistoryStore } from './portfolio/sample-history-store.svelte.js'
import { AutostartStore } from './settings/autostart-store.svelte.js'
import { SettingsFileStore } from './settings/settings-file-store.svelte.js'
import { StreamTokenStore } from './settings/stream-token-store.svelte.js'
import { UpdatesStore } from './settings/updates-store.svelte.js'
import { AskedListStore } from './shell/asked-list-store.svelte.js'
import { AccountMirror } from './shell/mirror.svelte.js'
import { PaletteStore } from './shell/palette-store.svelte.js'
import type { StartStores } from './start-stores.js'
import { LogStore } from './support/log-store.svelte.js'
import { SupportStore } from './support/support-store.svelte.js'

/** `shown`: the bridge for requests about the account on screen. */
type Bridges = { bridge: Bridge; shown: Bridge }

function createOfAccount({ bridge, shown }: Bridges, appState: AppStateStore) {
  return {
    alertHistory: new AlertHistoryStore(shown),
    gaps: new GapsStore(shown, appState),
    gapHistory: new GapHistoryStore(shown),
    marginHistory: new SampleHistoryStore(shown, 'portfolio/margin-history'),
    flex: new FlexStore(shown, appState),
    flexRows: new FlexRowsStore(shown),
    flexSearch: new FlexSearchStore(shown),
    flexEarnings: new FlexEarningsStore(shown),
    investmentDetail: new InvestmentDetailStore(shown),
    poolAccounts: new AskedListStore(shown, 'mining/pool-accounts'),
    fixedInvestments: new AskedListStore(shown, 'investments/active-fixed'),
    openFlex: new AskedListStore(shown, 'investments/open-flex'),
    tradeForms: new TradeForms(shown),
    orderJournal: new OrderJournalStore(shown),
    calls: new AccountMirror(appState, bridge, 'calls', () => bridge.ask('calls/read', null)),
    livePositions: new AccountMirror(appState, bridge, 'live-positions', () =>
      bridge.ask('live-positions/read', null),
    ),
    callList: new CallListStore(shown),
    callDetail: new CallDetailStore(shown),
    console: new ConsoleStore(shown),
    streamToken: new StreamTokenStore(shown),
    palette: new PaletteStore(),
    levels: new LevelStore(),
  }
}

export function createLaterStores(bridges: Bridges, start: StartStores) {
  const { bridge } = bridges
  const { appState, navigation, enabling, markets, portfolio, trading } = start
  const ofAccount = createOfAccount(bridges, appState)
  const away = new AwayStore(bridge)
  return {
    /** What was fetched, typed or failed for one account is invalid for the next. */
    ofAccount: Object.values(ofAccount),
    /** Those that follow main from now on. */
    living: [ofAccount.calls, ofAccount.gaps, ofAccount.livePositions, ofAccount.flex, away],
    stores: {
      ...ofAccount,
      away,
      autostart: new AutostartStore(bridge),
      log: new LogStore(bridge),
      support: new SupportStore(bridge),
      settingsFile: new SettingsFileStore(bridge),
      /** Opened and closed by the panel that shows it. */
      updates: new UpdatesStore(bridge),
      positionActs: createPositionActs({
        navigation,
        tradeForms: ofAccount.tradeForms,
        enabling,
        markets: () => markets.view?.markets.value ?? null,
        positions: () => portfolio.view?.positions.value ?? null,
        trading: () => trading.view,
      }),
      /** A fresh connect form; the caller opens and closes it. */
      newDraft: (profile: Profile | null) => new ConnectDraft(bridge, profile),
    },
  }
}

export type LaterStores = ReturnType<typeof createLaterStores>['stores']
