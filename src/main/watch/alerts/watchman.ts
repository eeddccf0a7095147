// Stands at one profile's post at a time. What is fed for another profile than that goes nowhere.
import type { KeyState } from '../../../shared/domain/account.js'
import { type AlertPage, type AlertQuery, type AlertsView, noAlerts } from '../../../shared/domain/alert.js'
import type { SeenPayout } from '../../../shared/domain/payout.js'
import type { PortfolioView } from '../../../shared/domain/portfolio.js'
import type { Problem } from '../../../shared/domain/problem.js'
import type { OrderTrouble } from '../../../shared/domain/trading.js'
import { fail, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { AlertMemory } from './alert-memory.js'
import { testNotice } from './notice-policy.js'
import { evaluatePayout, forgetPayout } from './payout-tripwire.js'
import { type GuardedProfile, type Post, type PostPorts, startPost } from './post.js'

export type WatchmanPorts = PostPorts

export type Watchman = {
  view(): AlertsView
  /** Begins to guard a profile, with what is remembered of it. Ends whatever was guarded before. */
  watch(profile: GuardedProfile, memory: AlertMemory): void
  /** Nothing is guarded any more; its notices are taken off the screen. */
  end(): void
  /** Every change of what is seen. */
  portfolio(view: PortfolioView): void
  key(state: KeyState, problem: Problem | null): void
  /** A good answer on where a pool account of the profile pays out; `known` is the one before it, as its list remembers it. */
  payout(profileId: string, look: SeenPayout, known: SeenPayout | null): void
  /** The account is not on the list any more, or only now. */
  payoutForgotten(profileId: string, accountName: string): void
  /** Every order of the profile that needs a person now; empty once none does. */
  orders(profileId: string, list: readonly OrderTrouble[]): void
  /** The system says that the computer woke up. It is noticed without it, too. */
  resumed(): void
  settingsChanged(): void
  /** What the operating system did with the newest notice. */
  notifierSaid(said: 'shown' | 'refused'): void
  /** The alert and the milder ones of its matter. `gone` where it is over. */
  acknowledge(id: string): Result<null, Problem>
  /** Until a moment within seven days, in Unix seconds. */
  snooze(id: string, until: UnixSeconds): Result<null, Problem>
  /** `ids` null marks everything. */
  markRead(ids: readonly string[] | null): Result<null, Problem>
  /** The history, newest first. */
  page(query: AlertQuery): Result<AlertPage, Problem>
  /** Shows a notification now, whatever the settings say. */
  sendTest(): void
}

const nobody: Problem = { code: 'gone', message: 'No account is monitored.' }

export const createWatchman = (ports: WatchmanPorts): Watchman => {
  let post: Post | null = null
  let isDemo = false
  /** Told by the order engine, perhaps before its profile is guarded. */
  let troubles: { profileId: string; list: readonly OrderTrouble[] } | null = null
  let notifications: AlertsView['notifications'] = 'untried'
  let shown: AlertsView = noAlerts

  const show = (view: AlertsView): void => {
    shown = { ...view, notifications }
    ports.changed(shown)
  }

  const end = (): void => {
    post?.end()
    post = null
  }

  return {
    view: () => shown,
    watch: (profile, memory) => {
      end()
      isDemo = profile.demo
      post = startPost(profile, memory, { ...ports, changed: show })
      if (troubles?.profileId === profile.id) post.orders(troubles.list)
    },
    end: () => {
      end()
      if (shown.profileId !== null) show(noAlerts)
    },
    portfolio: (view) => post?.portfolio(view),
    key: (state, problem) => post?.key(state, problem),
    payout: (profileId, look, known) => {
      if (post?.profileId === profileId) post.payouts((before) => evaluatePayout(look, before, known))
    },
    payoutForgotten: (profileId, accountName) => {
      if (post?.profileId === profileId) post.payouts((before) => forgetPayout(accountName, before))
    },
    orders: (profileId, list) => {
      troubles = { profileId, list }
      if (post?.profileId === profileId) post.orders(list)
    },
    resumed: () => post?.woke(),
    settingsChanged: () => post?.settingsChanged(),
    notifierSaid: (said) => {
      if (said === notifications) return
      notifications = said
      show(shown)
    },
    acknowledge: (id) => post?.acknowledge(id) ?? fail(nobody),
    snooze: (id, until) => post?.snooze(id, until) ?? fail(nobody),
    markRead: (ids) => post?.markRead(ids) ?? fail(nobody),
    page: (query) => post?.page(query) ?? fail(nobody),
    sendTest: () => ports.notify(testNotice(isDemo)),
  }
}
