// The alarm: what the watch sees, judged, told by the system's own notices, and the screen a click on one of them wants.
import { Notification } from 'electron'
import { randomUUID } from 'node:crypto'
import type { AlertScreen, AlertsView } from '../../shared/domain/alert.js'
import { activeProfile, type SessionView } from '../../shared/domain/session.js'
import type { Settings } from '../../shared/domain/settings.js'
import type { Clock } from '../../shared/time.js'
import { systemTiming as timing } from '../exchange/timing.js'
import { createNotifier } from '../shell/notifier.js'
import type { Store } from '../store/store.js'
import { createAlertMemory } from '../watch/alerts/alert-memory.js'
import { elsewhereNotice } from '../watch/alerts/elsewhere-notice.js'
import { clockText, localMinutes } from '../watch/alerts/local-time.js'
import { isQuietHour } from '../watch/alerts/notice-policy.js'
import { createWatchman } from '../watch/alerts/watchman.js'

export type AlarmParts = {
  clock: Clock
  platform: NodeJS.Platform
  store: Store
  settings(): Settings
  changed(view: AlertsView): void
  /** A notice was clicked: bring the window up, then it asks where to go. */
  goThere(): void
  log(what: string): void
}

export const wireAlarm = ({ clock, platform, store, settings, changed, goThere, log }: AlarmParts) => {
  let wanted: AlertScreen | null = null
  const notifier = createNotifier({
    supported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    platform,
    onClick: (screen) => {
      wanted = screen
      goThere()
    },
    onSaid: (said) => watchman.notifierSaid(said),
    after: timing.after,
    log,
  })
  const watchman = createWatchman({
    clock,
    timing,
    newId: randomUUID,
    settings: () => settings().alerts,
    localMinutes,
    clockText: (at) => clockText(at, clock()),
    notify: notifier.notify,
    withdraw: notifier.withdraw,
    changed,
  })
  let guarded: string | null = null

  return {
    watchman,
    /** Follows the account that is open. */
    guard: (view: SessionView): void => {
      const profile = activeProfile(view)
      if (profile?.id !== guarded) {
        guarded = profile?.id ?? null
        if (profile === null) watchman.end()
        else watchman.watch({ id: profile.id, demo: view.demo !== null }, view.demo === null ? store.alerts : createAlertMemory())
      }
      watchman.key(view.keyState, view.keyProblem)
    },
    /**
     * An order of an account that is not open needs somebody. Shown at any hour, for nothing would bring it up again later; without a
     * sound in quiet ones.
     */
    orderElsewhere: (news: Parameters<typeof elsewhereNotice>[0]): void =>
      notifier.notify({ ...elsewhereNotice(news), silent: isQuietHour(settings().alerts, localMinutes(clock())) }),
    /** Gives the wanted screen once. */
    takePlace: (): AlertScreen | null => {
      const screen = wanted
      wanted = null
      return screen
    },
  }
}
