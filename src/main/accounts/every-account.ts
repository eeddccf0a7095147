// What applies to every open account at once: settings, power, the passing of time, and questions
// about all of them.
import { pricesOfNow } from '../../shared/portfolio/position-measure.js'
import { everyIntent } from '../../shared/orders/trading.js'
import type { Clock } from '../../shared/time.js'
import { lockNoticeId } from '../alerts/lock-notice.js'
import type { NoticeGrouping } from '../alerts/notification-grouping.js'
import { testNotice } from '../alerts/notification-policy.js'
import type { PowerChange } from '../desktop/desktop.js'
import type { LostNotices, NoticeOutcome, Notifier } from '../desktop/notifier.js'
import type { Push } from '../ipc/push.js'
import type { OrderJournal } from '../orders/order-journal.js'
import { type AccountForSupport, mostListed } from '../support/bundle-files.js'
import type { Account } from './account.js'
import type { AccountConnections } from './account-connections.js'
import type { AccountsPublisher } from './accounts-publisher.js'
import type { OpenDemo } from './open-accounts.js'
import { isNearMarginCall, isWatching } from './watching.js'

/** After this many idle seconds, the next person at the computer may be someone else. */
const idleLimitSeconds = 600

export type EveryAccount = {
  isAnyArmed: () => boolean
  refreshAll: () => void
  /** A document will send no more requests: nothing it prepared can be confirmed. */
  pageGone: (page: string) => void
  alertSettingsChanged: () => void
  streamSettingsChanged: () => void
  /** The next call uses the current proxy and address family. */
  connectionSettingsChanged: () => void
  /** Shows again those that still apply. */
  notificationsLost: (lostNotices: LostNotices) => void
  notificationOutcome: (outcome: NoticeOutcome) => void
  sendTestNotice: () => void
  powerChanged: (what: PowerChange) => void
  /** About once a second: updates what changes with time alone. */
  tick: () => void
  /** About once a minute. */
  tend: () => void
  /** Every account, for a support bundle. */
  forSupport: () => AccountForSupport[]
  /** Whether an account is monitored now; the demo is none. */
  isWatching: () => boolean
  /** Whether a loan or position of any account is near its margin call, or past it. */
  isNearMarginCall: () => boolean
}

export function createEveryAccount(parts: {
  clock: Clock
  accounts: {
    all: () => Account[]
    shown: () => Account | null
    demo: () => OpenDemo | null
    tend: () => void
  }
  publisher: AccountsPublisher
  grouping: NoticeGrouping
  marketData: AccountConnections['marketData']
  journal: OrderJournal
  unusedKeys: { check: (account: Account) => void }
  notifier: Pick<Notifier, 'notify'>
  lockNotice: { tellAgain: () => void }
  idleSeconds: () => number
  push: Push['push']
}): EveryAccount {
  const { clock, accounts, publisher, grouping, marketData, journal, unusedKeys, notifier, push } =
    parts
  return {
    sendTestNotice: (): void => {
      const profile = accounts.shown()?.profile
      notifier.notify(testNotice(profile?.id ?? '', profile?.region === 'demo'))
    },
    isAnyArmed: (): boolean => accounts.all().some(({ orders }) => orders.isArmed()),
    refreshAll: (): void => {
      for (const account of accounts.all()) void account.refresh()
    },
    pageGone: (page: string): void => {
      for (const { orders } of accounts.all()) orders.pageGone(page)
    },
    alertSettingsChanged: (): void => {
      for (const { alerts } of accounts.all()) alerts.settingsChanged()
    },
    streamSettingsChanged: (): void => {
      for (const account of accounts.all()) account.streamSettingsChanged()
    },
    connectionSettingsChanged: (): void => {
      for (const account of accounts.all()) account.dropSockets()
      marketData.dropSockets()
    },
    notificationsLost: ({ missed, gone }: LostNotices): void => {
      const lost = { missed: grouping.withParts(missed), gone }
      grouping.forgetMissed(missed)
      for (const { alerts } of accounts.all()) alerts.noticesLost(lost)
      if ([...missed, ...gone].includes(lockNoticeId)) parts.lockNotice.tellAgain()
    },
    notificationOutcome: (outcome: NoticeOutcome): void => {
      if (outcome === publisher.notifications()) return
      publisher.setNotifications(outcome)
      for (const { alerts } of accounts.all()) alerts.notificationsChanged()
      if (accounts.shown() === null) push('alerts', publisher.alertsOf(null))
    },
    powerChanged: (what: PowerChange): void => {
      if (what === 'resume') marketData.resumed()
      for (const account of accounts.all()) {
        if (what === 'resume') account.resumed()
        else if (what === 'unlock') account.orders.refresh()
        else if (what === 'suspend') account.suspended()
        else if (what === 'session-end') account.sessionEnding()
        else account.orders.disarm('the screen was locked')
      }
    },
    tick: (): void => {
      const orders = accounts.shown()?.orders
      if (orders?.isArmed() === true && parts.idleSeconds() >= idleLimitSeconds)
        orders.disarm('nobody was there')
      journal.flushIfDue()
      for (const account of accounts.all()) {
        account.orders.refresh()
        account.gaps.tick()
      }
      publisher.publishIfChanged()
    },
    tend: (): void => {
      accounts.tend()
      for (const account of accounts.all()) unusedKeys.check(account)
      accounts.demo()?.tend()
    },
    forSupport: (): AccountForSupport[] =>
      accounts.all().map(({ profile, key, monitor, alerts, orders, answers }) => {
        const newest = { after: null, limit: mostListed }
        const listed = alerts.page({ ...newest, kinds: null, levels: null, unreadOnly: false })
        const placed = orders.page({ ...everyIntent, ...newest })
        return {
          profile,
          keyState: key.state,
          keyProblem: key.problem,
          portfolio: monitor.portfolio(),
          answers: answers.all(),
          alerts: listed.ok ? listed.value.alerts : [],
          orders: placed.ok ? placed.value.intents : [],
        }
      }),
    isWatching: (): boolean =>
      isWatching(
        accounts
          .all()
          .filter(({ profile }) => profile.region !== 'demo')
          .map(({ key, monitor, alerts: { isAtRisk } }) => ({
            key,
            portfolio: monitor.portfolio(),
            isAtRisk,
          })),
        clock(),
      ),
    isNearMarginCall: (): boolean =>
      accounts
        .all()
        .some(
          ({ profile, alerts, monitor, prices }) =>
            profile.region !== 'demo' &&
            isNearMarginCall(alerts.view(), monitor.portfolio(), pricesOfNow(prices(), clock())),
        ),
  }
}
