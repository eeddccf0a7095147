// Shows alerts as system notifications, and reports when the system does not show them.
import type { Notification, NotificationConstructorOptions } from 'electron'
import type { AlertNotification, NotificationTarget } from '../../shared/domain/alert.js'
import type { Timing } from '../../shared/time.js'

export type NotificationHandle = Pick<Notification, 'show' | 'close'> & {
  on(event: 'show' | 'click' | 'close' | 'failed', listener: () => void): unknown
}

export type Notifier = ReturnType<typeof createNotifier>

/** Without a notification daemon no event comes at all; this long without one counts as refused. */
const shownTimeoutMs = 5000
/** Notifications of one account that can still be withdrawn; the system keeps its own list. */
const mostHeld = 100

export const notificationOptions = (
  { title, body, silent, timeoutType, urgency }: AlertNotification,
  platform: NodeJS.Platform,
): NotificationConstructorOptions => ({ title, body, silent, timeoutType, ...(platform === 'linux' && { urgency }) })

export const createNotifier = (parts: {
  supported: () => boolean
  create: (options: NotificationConstructorOptions) => NotificationHandle
  /** Only Linux takes an urgency. */
  platform: NodeJS.Platform
  onClick: (target: NotificationTarget) => void
  /** Whether the newest notification was shown. */
  onOutcome: (outcome: 'shown' | 'refused') => void
  after: Timing['after']
  log: (what: string) => void
}) => {
  const held = new Map<string, { profileId: string; handle: NotificationHandle; cancel: () => void }>()

  const withdraw = (id: string): void => {
    const one = held.get(id)
    held.delete(id)
    one?.cancel()
    one?.handle.close()
  }

  const refuse = (why: string): void => {
    parts.log(why)
    parts.onOutcome('refused')
  }

  return {
    notify(notice: AlertNotification): void {
      if (!parts.supported()) return refuse('this desktop has no notifications')
      withdraw(notice.id)
      const handle = parts.create(notificationOptions(notice, parts.platform))
      const forget = (): void => {
        cancel()
        if (held.get(notice.id)?.handle === handle) held.delete(notice.id)
      }
      const cancel = parts.after(shownTimeoutMs, () => refuse('nobody showed a notification'))
      handle.on('show', () => {
        cancel()
        parts.onOutcome('shown')
      })
      handle.on('failed', () => {
        forget()
        refuse('the system refused a notification')
      })
      handle.on('close', forget)
      handle.on('click', () => {
        forget()
        parts.onClick({ profileId: notice.profileId, screen: notice.screen })
      })
      held.set(notice.id, { profileId: notice.profileId, handle, cancel })
      const own = [...held].filter(([, { profileId }]) => profileId === notice.profileId).map(([id]) => id)
      const [oldest] = own
      if (own.length > mostHeld && oldest !== undefined) held.delete(oldest)
      handle.show()
    },
    /** Ignored where it is not shown any more. */
    withdraw,
    clear: (): void => [...held.keys()].forEach(withdraw),
  }
}
