// Alerts as a test needs them, and the alerts of accounts with every port recorded.
import { onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../src/main/accounts/storage.js'
import type { AlertNoticePlatform } from '../../src/main/alerts/alert-delivery.js'
import { type AccountAlerts, openAccountAlerts } from '../../src/main/alerts/account-alerts.js'
import type { NoticeTopic, WordOptions } from '../../src/main/alerts/notification-text.js'
import type { RaisedAlert } from '../../src/main/away/away.js'
import type { AlertRepository } from '../../src/main/alerts/alert-repository.js'
import {
  type Alert,
  type AlertNotification,
  type AlertSettings,
  type AlertsView,
  defaultAlertSettings,
} from '../../src/shared/alerts/alert.js'
import type { Circumstances } from '../../src/shared/circumstances.js'
import type { PriceAlertsView } from '../../src/shared/alerts/price-alert.js'
import { englishOf } from '../../src/shared/messages/messages.js'
import { aProfile } from './test-storage.js'
import { createFakeClock, type FakeClock } from './fake-clock.js'

export function anAlert(more: Partial<Alert> = {}): Alert {
  return {
    id: 'a1',
    at: 1_760_000_000,
    profileId: 'a',
    key: 'loan/margin-call',
    kind: 'margin-call',
    level: 'danger',
    subject: { key: 'loan', name: 'BTC loan' },
    found: 'new',
    title: 'BTC loan: LTV has reached margin call',
    text: 'Add collateral or repay before it reaches liquidation.',
    endTitle: 'BTC loan: LTV is below margin call again',
    cause: { currentLtv: '76.5', threshold: '75' },
    state: { kind: 'active' },
    readAt: null,
    ...more,
  }
}

/** As a person reads it. */
export function inEnglish<Words extends Pick<Alert, 'subject' | 'title' | 'text' | 'endTitle'>>(
  alert: Words,
) {
  return {
    ...alert,
    subject: { ...alert.subject, name: englishOf(alert.subject.name) },
    title: englishOf(alert.title),
    text: englishOf(alert.text),
    endTitle: englishOf(alert.endTitle),
  }
}

/** An early step of the same loan. */
export function aStep(more: Partial<Alert> = {}): Alert {
  return anAlert({
    id: 's1',
    key: 'loan/ltv:65',
    kind: 'ltv-step',
    level: 'caution',
    title: 'BTC loan: LTV has reached your step of 65\u00a0%',
    text: 'Your next early step comes before margin call.',
    endTitle: 'BTC loan: LTV is back below your step of 65\u00a0%',
    ...more,
  })
}

/** Minutes of a day in which local time is UTC. */
export function utcMinutes(at: number): number {
  return Math.floor((at % 86_400) / 60)
}

export function utcText(at: number): string {
  return new Date(at * 1000).toISOString().slice(11, 16)
}

/** The default wording of notices: no figures, a single account. */
export const noticeWords: WordOptions = {
  figures: false,
  causeNow: () => ({}),
  isOutdated: () => false,
  demo: false,
  account: null,
  clockText: utcText,
}

const profiles = [
  aProfile({ id: 'a', name: 'Account A' }),
  aProfile({ id: 'b', name: 'Account B' }),
  aProfile({ id: 'demo', name: 'Demo', region: 'demo', keyStorage: 'demo' }),
]

let ids = 0

/** The ports of an account's alerts on this time; nobody is notified. */
export function alertPorts(
  time: Pick<FakeClock, 'clock' | 'timing'>,
  notices: Partial<AlertNoticePlatform> = {},
): Parameters<typeof openAccountAlerts>[2] {
  return {
    clock: time.clock,
    timing: time.timing,
    newId: () => `alert-${String((ids += 1)).padStart(6, '0')}`,
    accountName: () => null,
    notices: {
      settings: () => defaultAlertSettings,
      localMinutes: utcMinutes,
      clockText: utcText,
      state: () => 'shown',
      figuresHidden: () => false,
      full: () => [],
      notify: () => undefined,
      withdraw: () => undefined,
      missed: () => [],
      away: { raised: () => undefined, acknowledged: () => undefined },
      ...notices,
    },
    circumstances: () => ({ maintenance: false, clockSkew: 0 }),
    prices: () => null,
    endingOrder: () => null,
    closedInvestment: () => null,
    changed: () => undefined,
    priceAlertsChanged: () => undefined,
  }
}

export function createAlertHarness(settings: Partial<AlertSettings> = {}, startsAt?: number) {
  const time = createFakeClock(startsAt)
  const notified: AlertNotification[] = []
  const withdrawn: string[] = []
  const raisedAway: RaisedAlert[] = []
  const acknowledgedAway: string[] = []
  const views: AlertsView[] = []
  const priceAlertViews: PriceAlertsView[] = []
  let circumstances: Circumstances = { maintenance: false, clockSkew: 0 }
  const screen = new Map<string, AlertNotification>()
  const names = new Map<string, string>()
  let chosen: AlertSettings = {
    ...defaultAlertSettings,
    earlySteps: [{ ltv: '65' }, { ltv: '70' }],
    ...settings,
  }
  let endingOrder: Parameters<typeof openAccountAlerts>[2]['endingOrder'] = () => null
  let notifications: AlertsView['notifications'] = 'untried'
  let full: readonly NoticeTopic[] = []
  const store = openMemoryStorage(profiles, time.clock)
  onTestFinished(store.close)
  const repository: AlertRepository = { ...store.alerts }

  const ports = alertPorts(time, {
    settings: () => chosen,
    state: () => notifications,
    full: () => full,
    notify: (notice) => {
      notified.push(notice)
      screen.set(notice.id, notice)
    },
    withdraw: (noticeId) => {
      withdrawn.push(noticeId)
      screen.delete(noticeId)
    },
    away: {
      raised: (alert) => raisedAway.push(alert),
      acknowledged: (ids) => acknowledgedAway.push(...ids),
    },
  })

  return {
    time,
    repository,
    notified,
    withdrawn,
    /** What would be sent to those who are away, and what they have seen. */
    raisedAway,
    acknowledgedAway,
    views,
    priceAlertViews,
    priceAlerts: store.priceAlerts,
    /** What is on the screen now. */
    screen,
    /** What each account is called where notices have to say it. */
    names,
    open: (
      id = 'a',
      from: AlertRepository = repository,
      {
        keyHint = 'ab12',
        ...more
      }: Partial<Pick<Parameters<typeof openAccountAlerts>[2], 'prices' | 'closedInvestment'>> & {
        keyHint?: string
      } = {},
    ): AccountAlerts =>
      openAccountAlerts(
        { id, demo: id === 'demo', keyHint },
        { alerts: from, priceAlerts: store.priceAlerts },
        {
          ...ports,
          accountName: () => names.get(id) ?? null,
          circumstances: () => circumstances,
          endingOrder: (ended) => endingOrder(ended),
          changed: (view) => views.push(view),
          priceAlertsChanged: (view) => priceAlertViews.push(view),
          ...more,
        },
      ),
    setCircumstances: (now: Circumstances) => {
      circumstances = now
    },
    /** What the account's orders say of a position that is gone. */
    endedBy: (next: typeof endingOrder) => {
      endingOrder = next
    },
    choose: (more: Partial<AlertSettings>) => {
      chosen = { ...chosen, ...more }
    },
    /** All accounts together have shown enough of these. */
    setFull: (...topics: NoticeTopic[]) => {
      full = topics
    },
    setNotifications: (what: AlertsView['notifications']) => {
      notifications = what
    },
  }
}
