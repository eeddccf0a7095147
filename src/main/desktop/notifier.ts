// Hands notices to the operating system and notices when it does not show them. Decides nothing about them.
import type { Notification, NotificationConstructorOptions } from 'electron'
import type { AlertNotice, NoticeTarget } from '../../shared/domain/alert.js'

export type NoticeHandle = Pick<Notification, 'show' | 'close'> & {
  on(event: 'show' | 'click' | 'close' | 'failed', listener: () => void): unknown
}

export type NotifierParts = {
  supported: () => boolean
  create: (options: NotificationConstructorOptions) => NoticeHandle
  /** Only Linux takes an urgency. */
  platform: NodeJS.Platform
  onClick: (target: NoticeTarget) => void
  /** What became of the newest notice. */
  onSaid: (said: 'shown' | 'refused') => void
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after: (ms: number, act: () => void) => () => void
  log: (what: string) => void
}

export type Notifier = {
  notify(notice: AlertNotice): void
  /** One that is not on the screen any more is passed over. */
  withdraw(id: string): void
  /** Takes everything off the screen. */
  clear(): void
}

/** A desktop without anybody to show notices says nothing at all; after so long that is an answer too. */
const patienceMs = 5000
/** Of one account. The operating system keeps its own list; this is only what can still be withdrawn. */
const mostHeld = 100

export const noticeOptions = (notice: AlertNotice, platform: NodeJS.Platform): NotificationConstructorOptions => ({
  title: notice.title,
  body: notice.body,
  silent: notice.silent,
  timeoutType: notice.timeoutType,
  ...(platform === 'linux' && { urgency: notice.urgency }),
})

export const createNotifier = (parts: NotifierParts): Notifier => {
  const held = new Map<string, { profileId: string; handle: NoticeHandle; cancel: () => void }>()

  const withdraw = (id: string): void => {
    const one = held.get(id)
    held.delete(id)
    one?.cancel()
    one?.handle.close()
  }

  const refuse = (why: string): void => {
    parts.log(why)
    parts.onSaid('refused')
  }

  return {
    notify(notice) {
      if (!parts.supported()) return refuse('this desktop has no notifications')
      withdraw(notice.id)
      const handle = parts.create(noticeOptions(notice, parts.platform))
      const forget = (): void => {
        cancel()
        if (held.get(notice.id)?.handle === handle) held.delete(notice.id)
      }
      const cancel = parts.after(patienceMs, () => refuse('nobody showed a notification'))
      handle.on('show', () => {
        cancel()
        parts.onSaid('shown')
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
    withdraw,
    clear: () => [...held.keys()].forEach(withdraw),
  }
}
