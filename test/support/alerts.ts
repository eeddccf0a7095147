// Alerts as a test needs them, and alerts of accounts whose every port can be looked into.
import { onTestFinished } from 'vitest'
import { openMemoryStore } from '../../src/main/accounts/memory-storage.js'
import { type AccountAlerts, openAccountAlerts } from '../../src/main/alerts/account-alerts.js'
import type { NoticeAbout } from '../../src/main/alerts/account-notice.js'
import type { AlertMemory } from '../../src/main/alerts/alert-memory.js'
import { type Alert, type AlertNotice, type AlertSettings, type AlertsView, defaultAlertSettings } from '../../src/shared/domain/alert.js'
import { aProfile } from './store-room.js'
import { createVirtualTime } from './virtual-time.js'

export const anAlert = (more: Partial<Alert> = {}): Alert => ({
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
})

/** An early step of the same loan. */
export const aStep = (more: Partial<Alert> = {}): Alert =>
  anAlert({
    id: 's1',
    key: 'loan/early:1/3',
    kind: 'ltv-step',
    level: 'caution',
    title: 'BTC loan: LTV has passed early step 1 of 2',
    text: 'Your next early step comes before margin call.',
    endTitle: 'BTC loan: LTV is back below early step 1',
    ...more,
  })

/** Minutes of a day in which local time is UTC. */
export const utcMinutes = (at: number): number => Math.floor((at % 86_400) / 60)

export const utcText = (at: number): string => new Date(at * 1000).toISOString().slice(11, 16)

/** Profiles that the house remembers alerts for. */
const profiles = [
  aProfile({ id: 'a', name: 'Account A' }),
  aProfile({ id: 'b', name: 'Account B' }),
  aProfile({ id: 'demo', name: 'Demo', region: 'demo', keyStorage: 'demo' }),
]

export const createWatchedHouse = (settings: Partial<AlertSettings> = {}, startsAt?: number) => {
  const time = createVirtualTime(startsAt)
  const notified: AlertNotice[] = []
  const withdrawn: string[] = []
  const views: AlertsView[] = []
  const screen = new Map<string, AlertNotice>()
  const names = new Map<string, string>()
  let chosen: AlertSettings = { ...defaultAlertSettings, ...settings }
  let said: AlertsView['notifications'] = 'untried'
  let full: readonly NoticeAbout[] = []
  let ids = 0
  const store = openMemoryStore(profiles, time.clock)
  onTestFinished(store.close)
  const memory: AlertMemory = { ...store.alerts }

  return {
    time,
    memory,
    notified,
    withdrawn,
    views,
    /** What stands on the screen now. */
    screen,
    /** What each account is called where notices have to say it. */
    names,
    open: (id = 'a', place: AlertMemory = memory): AccountAlerts =>
      openAccountAlerts({ id, demo: id === 'demo' }, place, {
        clock: time.clock,
        timing: time.timing,
        newId: () => {
          ids += 1
          return `alert-${String(ids).padStart(6, '0')}`
        },
        settings: () => chosen,
        localMinutes: utcMinutes,
        clockText: utcText,
        accountName: () => names.get(id) ?? null,
        notifications: () => said,
        full: () => full,
        notify: (notice) => {
          notified.push(notice)
          screen.set(notice.id, notice)
        },
        withdraw: (noticeId) => {
          withdrawn.push(noticeId)
          screen.delete(noticeId)
        },
        changed: (view) => views.push(view),
      }),
    choose: (more: Partial<AlertSettings>) => {
      chosen = { ...chosen, ...more }
    },
    /** All accounts together have shown enough of these. */
    nowFull: (...abouts: NoticeAbout[]) => {
      full = abouts
    },
    notifierSaid: (what: AlertsView['notifications']) => {
      said = what
    },
  }
}
