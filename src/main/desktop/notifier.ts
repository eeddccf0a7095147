// Shows alerts as system notifications, and reports when the system does not show them. On Linux:
// linux-notifier.ts.
import type { Notification, NotificationConstructorOptions } from 'electron'
import type { AlertNotification, NotificationTarget } from '../../shared/alerts/alert.js'
import type { Timing } from '../../shared/time.js'

export type NotificationHandle = Pick<Notification, 'show' | 'close'> & {
  on(event: 'show' | 'click' | 'close' | 'failed', listener: () => void): unknown
}

export type Notifier = {
  /** Replaces the one with the same id. */
  notify(notice: AlertNotification): void
  /** Ignored if it is no longer shown. */
  withdraw(id: string): void
  /** Those waiting until the service responds again. */
  missed(): readonly string[]
  /** Withdraws all of them, and shows no more. */
  close(): void
}

/** `untried`: the service that refused is back, and has shown nothing yet. */
export type NoticeOutcome = 'shown' | 'refused' | 'untried'

/**
 * Notifications that are not on screen, by id. `missed`: they never were · `gone`: they went with
 * the service that showed them.
 */
export type LostNotices = { missed: readonly string[]; gone: readonly string[] }

/** Events of notifications. */
export type NoticeEvents = {
  onClick: (target: NotificationTarget) => void
  /** Whether the latest notification was shown. */
  onOutcome: (outcome: NoticeOutcome) => void
  /**
   * Notifications can be shown again: notify again those that still apply, with current content.
   * Any not sent before this returns count as withdrawn.
   */
  onReturn: (lost: LostNotices) => void
}

/** This long without an event counts as refused. */
export const shownTimeoutMs = 5000
/** Notifications of one account that can still be withdrawn; the system keeps its own list. */
const mostHeld = 100

/** The oldest of an account that exceeds the limit. */
export function oldestBeyondHeld<Held extends { profileId: string }>(
  held: ReadonlyMap<string, Held>,
  profileId: string,
): string | null {
  const own = [...held].filter(([, one]) => one.profileId === profileId).map(([id]) => id)
  return own.length > mostHeld ? (own[0] ?? null) : null
}

export function createNotifier(
  parts: {
    supported: () => boolean
    create: (options: NotificationConstructorOptions) => NotificationHandle
    after: Timing['after']
    log: (what: string) => void
  } & Omit<NoticeEvents, 'onReturn'>,
): Notifier {
  const held = new Map<
    string,
    { profileId: string; handle: NotificationHandle; cancel: () => void }
  >()

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
    notify: ({ id, profileId, screen, title, body, silent, timeoutType }) => {
      if (!parts.supported()) return refuse('this desktop has no notifications')
      withdraw(id)
      const handle = parts.create({ title, body, silent, timeoutType })
      const forget = (): void => {
        cancel()
        if (held.get(id)?.handle === handle) held.delete(id)
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
        parts.onClick({ profileId, screen })
      })
      held.set(id, { profileId, handle, cancel })
      const oldest = oldestBeyondHeld(held, profileId)
      if (oldest !== null) held.delete(oldest)
      handle.show()
    },
    withdraw,
    // A refusal here is the user's choice in the system settings.
    missed: () => [],
    close: () => [...held.keys()].forEach(withdraw),
  }
}
