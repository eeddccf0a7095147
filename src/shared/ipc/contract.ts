// The one list of what crosses the wall. Preload, router, validators and handlers are derived from it or checked against it.
import type { Json } from '../json.js'
import type { Result } from '../result.js'
import type { Profile } from '../domain/account.js'
import type { AccountsView } from '../domain/account-summary.js'
import type { AlertPage, AlertQuery, AlertScreen, AlertsView } from '../domain/alert.js'
import type { ConnectCheck, ConnectForm, ConnectStep } from '../domain/connect.js'
import type { ConnectionView } from '../domain/connection.js'
import type { DemoAct } from '../domain/demo.js'
import type {
  EarningsQuery,
  FlexEarnings,
  FlexExport,
  FlexFacets,
  FlexFilter,
  FlexFound,
  FlexRows,
  FlexStory,
  FlexView,
  SavedFilter,
} from '../domain/flex-history.js'
import type { LtvHistory } from '../domain/ltv-history.js'
import type { MiningView } from '../domain/mining.js'
import type { OrderTicket } from '../domain/order-ticket.js'
import type { PortfolioView } from '../domain/portfolio.js'
import type { Problem } from '../domain/problem.js'
import type { SessionView } from '../domain/session.js'
import type { Settings } from '../domain/settings.js'
import type {
  ExportFormat,
  Exported,
  IntentPage,
  IntentQuery,
  OrderIntent,
  OrderPreview,
  TradeLimits,
  TradingView,
} from '../domain/trading.js'
import type { UpdateView } from '../domain/update.js'
import type { UnixSeconds } from '../time.js'

/** What the page may ask of main. */
export type Requests = {
  'session/read': { ask: null; reply: SessionView }
  'session/enter-demo': { ask: null; reply: null }
  'session/leave-demo': { ask: null; reply: null }
  /** Does something to the demo's exchange; refused outside the demo. */
  'demo/act': { ask: DemoAct; reply: null }
  'notices/dismiss': { ask: { id: string }; reply: null }

  /** Calls ping, then balance, with the key in the form. Stores nothing. Steps arrive on `connect-steps` as they end. */
  'connect/check': { ask: ConnectForm; reply: ConnectCheck }
  'connect/save': { ask: { draftId: string; storage: 'keychain' | 'session' }; reply: Profile }
  'connect/discard': { ask: { draftId: string }; reply: null }

  /** Every account in a line each, the worst first. */
  'accounts/read': { ask: null; reply: AccountsView }

  'profiles/rename': { ask: { id: string; name: string }; reply: null }
  'profiles/switch': { ask: { id: string }; reply: null }
  /** Removes the keychain entry, verifies that it is gone, then everything stored for the profile. */
  'profiles/delete': { ask: { id: string }; reply: null }
  /** Asks the keychain again for the profile's key; may bring up the system's unlock prompt. */
  'profiles/unlock': { ask: { id: string }; reply: null }

  'portfolio/read': { ask: null; reply: PortfolioView }
  /** Looks at everything once, now, within the rate budget. */
  'portfolio/refresh': { ask: null; reply: null }

  'alerts/read': { ask: null; reply: AlertsView }
  /** The history of the alerts of the account on screen, newest first. */
  'alerts/page': { ask: AlertQuery; reply: AlertPage }
  'alerts/acknowledge': { ask: { id: string }; reply: null }
  /** Until a moment within seven days. */
  'alerts/snooze': { ask: { id: string; until: UnixSeconds }; reply: null }
  /** `ids` null marks everything. */
  'alerts/mark-read': { ask: { ids: string[] | null }; reply: null }
  'alerts/test-notification': { ask: null; reply: null }
  /** LTV over time, from what this computer remembers. */
  'credit-line/history': { ask: { from: UnixSeconds }; reply: LtvHistory }
  /** The screen a click outside the window asked for; null when nobody did, and after it was taken once. */
  'place/take': { ask: null; reply: { screen: AlertScreen | null } }

  'trading/read': { ask: null; reply: TradingView }
  /** Lifts or sets the profile's read-only mark. Lifting asks in a system dialog. */
  'trading/allow': { ask: { allowed: boolean }; reply: null }
  /** For 15 minutes, after a system dialog. */
  'trading/arm': { ask: null; reply: { until: UnixSeconds } }
  'trading/disarm': { ask: null; reply: null }
  /** Anything that loosens a limit asks in a system dialog. */
  'trading/change-limits': { ask: TradeLimits; reply: null }
  'trading/favourite': { ask: { market: string; on: boolean }; reply: null }
  /** Checks the ticket and gives what would be sent, with the token that sends exactly that, once, within 60 s. Sends nothing. */
  'orders/prepare': { ask: OrderTicket; reply: OrderPreview }
  /** The only way to the exchange. Replies once the intent is on disk; what became of it comes on `trading`. */
  'orders/confirm': { ask: { token: string }; reply: { intentId: string } }
  'orders/discard': { ask: { token: string }; reply: null }
  'orders/read': { ask: { id: string }; reply: OrderIntent }
  'orders/page': { ask: IntentQuery; reply: IntentPage }
  /** Looks at the positions again for an unknown intent. */
  'orders/look': { ask: { id: string }; reply: null }
  /** A person says what became of an unknown intent, or of one item of it; `typed` is the market (or the investment's last four). */
  'orders/resolve': { ask: { id: string; item: number | null; as: 'filled' | 'not-filled'; typed: string }; reply: null }
  /** Lets orders through again although the intent stays unknown; `typed` is the market. */
  'orders/lift-block': { ask: { id: string; typed: string }; reply: null }
  /** To a file chosen in the system's dialog. */
  'orders/export': { ask: { format: ExportFormat }; reply: Exported }

  'flex/read': { ask: null; reply: FlexView }
  'flex/rows': { ask: { filter: FlexFilter; from: number; count: number }; reply: FlexRows }
  'flex/facets': { ask: null; reply: FlexFacets }
  'flex/earnings': { ask: EarningsQuery; reply: FlexEarnings }
  'flex/story': { ask: { investmentId: string }; reply: FlexStory }
  'flex/sync': { ask: { act: 'now' | 'pause' | 'resume' }; reply: null }
  /** Asks the exchange itself, with its own filters; a refusal comes back by field. */
  'flex/search': { ask: { filter: FlexFilter; offset: number }; reply: FlexFound }
  /** All matching rows to a file chosen in the system's dialog; null where none was chosen. Progress comes on `flex-export`. */
  'flex/export': { ask: { filter: FlexFilter; format: ExportFormat; bom: boolean }; reply: { id: string } | null }
  'flex/cancel-export': { ask: { id: string }; reply: null }
  'flex/saved-filters': { ask: null; reply: SavedFilter[] }
  'flex/save-filter': { ask: { name: string; filter: FlexFilter }; reply: SavedFilter[] }
  'flex/delete-filter': { ask: { id: string }; reply: SavedFilter[] }

  'mining/read': { ask: null; reply: MiningView }
  'mining/add': { ask: { name: string }; reply: null }
  'mining/remove': { ask: { name: string }; reply: null }
  /** Looks now; `name` null looks at all. */
  'mining/check': { ask: { name: string | null }; reply: null }
  'mining/acknowledge': { ask: { name: string }; reply: null }

  'connection/read': { ask: null; reply: ConnectionView }
  /** Fetches a stream token (specification 4.10) and keeps it in main for a while; the page gets its length only. */
  'stream-token/fetch': { ask: null; reply: { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number } }
  'stream-token/reveal': { ask: null; reply: { token: string } }
  /** To the clipboard, cleared after 30 s if it still holds the token. */
  'stream-token/copy': { ask: null; reply: { clearsAt: UnixSeconds } }

  'updates/read': { ask: null; reply: UpdateView }
  /** Asks the maker's feed once; nothing is downloaded. Where it stands arrives on `updates`, as for the three below. */
  'updates/look': { ask: null; reply: null }
  'updates/download': { ask: null; reply: null }
  /** Puts it aside, or gives up what is under way. */
  'updates/later': { ask: null; reply: null }
  /** A restart is refused, with the reason in the view, while a question is open or an order in doubt. */
  'updates/install': { ask: null; reply: null }

  'settings/read': { ask: null; reply: Settings }
  'settings/change': { ask: Partial<Settings>; reply: Settings }
  'clipboard/copy': { ask: { text: string }; reply: null }
}

/** What main tells the page, whole values only: the newest replaces all before it. */
export type Pushes = {
  session: SessionView
  accounts: AccountsView
  portfolio: PortfolioView
  connection: ConnectionView
  settings: Settings
  updates: UpdateView
  alerts: AlertsView
  trading: TradingView
  flex: FlexView
  'flex-export': FlexExport
  mining: MiningView
  /** A screen was asked for from outside the window; `place/take` says which. */
  place: { wanted: true }
  'connect-steps': { draftId: string; steps: ConnectStep[] }
}

export type Channel = keyof Requests
export type Topic = keyof Pushes

export const channels = {
  'session/read': true,
  'session/enter-demo': true,
  'session/leave-demo': true,
  'demo/act': true,
  'notices/dismiss': true,
  'connect/check': true,
  'connect/save': true,
  'connect/discard': true,
  'accounts/read': true,
  'profiles/rename': true,
  'profiles/switch': true,
  'profiles/delete': true,
  'profiles/unlock': true,
  'portfolio/read': true,
  'portfolio/refresh': true,
  'alerts/read': true,
  'alerts/page': true,
  'alerts/acknowledge': true,
  'alerts/snooze': true,
  'alerts/mark-read': true,
  'alerts/test-notification': true,
  'credit-line/history': true,
  'place/take': true,
  'trading/read': true,
  'trading/allow': true,
  'trading/arm': true,
  'trading/disarm': true,
  'trading/change-limits': true,
  'trading/favourite': true,
  'orders/prepare': true,
  'orders/confirm': true,
  'orders/discard': true,
  'orders/read': true,
  'orders/page': true,
  'orders/look': true,
  'orders/resolve': true,
  'orders/lift-block': true,
  'orders/export': true,
  'flex/read': true,
  'flex/rows': true,
  'flex/facets': true,
  'flex/earnings': true,
  'flex/story': true,
  'flex/sync': true,
  'flex/search': true,
  'flex/export': true,
  'flex/cancel-export': true,
  'flex/saved-filters': true,
  'flex/save-filter': true,
  'flex/delete-filter': true,
  'mining/read': true,
  'mining/add': true,
  'mining/remove': true,
  'mining/check': true,
  'mining/acknowledge': true,
  'connection/read': true,
  'stream-token/fetch': true,
  'stream-token/reveal': true,
  'stream-token/copy': true,
  'updates/read': true,
  'updates/look': true,
  'updates/download': true,
  'updates/later': true,
  'updates/install': true,
  'settings/read': true,
  'settings/change': true,
  'clipboard/copy': true,
} satisfies Record<Channel, true>

export const topics = {
  session: true,
  accounts: true,
  portfolio: true,
  connection: true,
  settings: true,
  updates: true,
  alerts: true,
  trading: true,
  flex: true,
  'flex-export': true,
  mining: true,
  place: true,
  'connect-steps': true,
} satisfies Record<Topic, true>

export type Reply<C extends Channel> = Result<Requests[C]['reply'], Problem>

/** The whole of `window.plimsoll`. */
export type Bridge = {
  /**
   * `account`: whose page asks, by the profile's id. Where another account is on screen by then, nothing is done, and `gone` says so. Left
   * out where it means whichever is on screen, or none.
   */
  ask<C extends Channel>(channel: C, payload: Requests[C]['ask'], account?: string): Promise<Reply<C>>
  /** Returns the function that stops listening. */
  listen<T extends Topic>(topic: T, hear: (payload: Pushes[T]) => void): () => void
}

type MustBeJson<T extends Json> = T
/**
 * Does not compile when a payload holds something JSON cannot carry.
 * @public
 */
export type EverythingThatCrosses = MustBeJson<Requests[Channel]['ask'] | Requests[Channel]['reply'] | Pushes[Topic] | Problem>
