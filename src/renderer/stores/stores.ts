// Every store of the page, made once and handed down. Views take what they need from here; none of them knows the bridge.
import { createContext } from 'svelte'
import type { Profile } from '../../shared/domain/account.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { Clock } from '../../shared/time.js'
import { AccountsStore } from './accounts.svelte.js'
import { AlertHistoryStore } from './alert-history.svelte.js'
import { AlertsStore } from './alerts.svelte.js'
import { Announcer } from './announcer.svelte.js'
import { ClockStore } from './clock.svelte.js'
import { ConnectDraft } from './connect-draft.svelte.js'
import { ConnectionStore } from './connection.svelte.js'
import { FlexEarningsStore } from './flex-earnings.svelte.js'
import { FlexRowsStore } from './flex-rows.svelte.js'
import { FlexSearchStore } from './flex-search.svelte.js'
import { FlexStoryStore } from './flex-story.svelte.js'
import { FlexStore } from './flex.svelte.js'
import { LtvHistoryStore } from './ltv-history.svelte.js'
import { MiningStore } from './mining.svelte.js'
import { OrderJournalStore } from './order-journal.svelte.js'
import { PlaceStore } from './place.svelte.js'
import { PortfolioStore } from './portfolio.svelte.js'
import { SessionStore } from './session.svelte.js'
import { SettingsStore } from './settings.svelte.js'
import { StreamTokenStore } from './stream-token.svelte.js'
import { TradeDesk } from './trade-desk.svelte.js'
import { TradingStore } from './trading.svelte.js'
import { UpdatesStore } from './updates.svelte.js'

export type Stores = {
  session: SessionStore
  accounts: AccountsStore
  portfolio: PortfolioStore
  connection: ConnectionStore
  alerts: AlertsStore
  alertHistory: AlertHistoryStore
  ltvHistory: LtvHistoryStore
  flex: FlexStore
  flexRows: FlexRowsStore
  flexSearch: FlexSearchStore
  flexEarnings: FlexEarningsStore
  flexStory: FlexStoryStore
  mining: MiningStore
  trading: TradingStore
  tradeDesk: TradeDesk
  orderJournal: OrderJournalStore
  settings: SettingsStore
  streamToken: StreamTokenStore
  /** Opened and closed by the panel that shows it. */
  updates: UpdatesStore
  clock: ClockStore
  place: PlaceStore
  announcer: Announcer
  /** What was fetched, typed or went wrong for one account means nothing for the next. */
  forgetAccount(): void
  /** A fresh connect form; the caller opens it and closes it. */
  newDraft(profile: Profile | null): ConnectDraft
  open(): void
  close(): void
}

export const createStores = (bridge: Bridge, now: Clock): Stores => {
  const session = new SessionStore(bridge)
  /** What is asked for the account on this page is not done to another that has come on screen in main meanwhile. */
  const shown: Bridge = {
    ask: (channel, payload) => bridge.ask(channel, payload, session.profile?.id),
    listen: (topic, hear) => bridge.listen(topic, hear),
  }
  const portfolio = new PortfolioStore(shown, session)
  const connection = new ConnectionStore(bridge, session)
  const settings = new SettingsStore(bridge)
  const alerts = new AlertsStore(shown, session)
  const trading = new TradingStore(shown, session)
  const flex = new FlexStore(shown, session)
  const mining = new MiningStore(shown, session)
  const ofAccount = {
    portfolio,
    alerts,
    alertHistory: new AlertHistoryStore(shown),
    ltvHistory: new LtvHistoryStore(shown),
    flex,
    flexRows: new FlexRowsStore(shown),
    flexSearch: new FlexSearchStore(shown),
    flexEarnings: new FlexEarningsStore(shown),
    flexStory: new FlexStoryStore(shown),
    mining,
    trading,
    tradeDesk: new TradeDesk(shown),
    orderJournal: new OrderJournalStore(shown),
    streamToken: new StreamTokenStore(shown),
  }
  const clock = new ClockStore(now)
  const place = new PlaceStore(bridge)
  const accounts = new AccountsStore(bridge, session, place, clock)
  const announcer = new Announcer(now)
  const living = [session, accounts, portfolio, connection, alerts, trading, flex, mining, settings, clock, place]
  return {
    session,
    accounts,
    connection,
    ...ofAccount,
    settings,
    updates: new UpdatesStore(bridge),
    clock,
    place,
    announcer,
    forgetAccount: () => {
      for (const store of Object.values(ofAccount)) store.forget()
      announcer.forget()
      place.wantedLimit = null
    },
    newDraft: (profile) => new ConnectDraft(bridge, profile),
    open: () => {
      for (const store of living) store.open()
    },
    close: () => {
      for (const store of living) store.close()
    },
  }
}

export const [useStores, provideStores] = createContext<Stores>()
