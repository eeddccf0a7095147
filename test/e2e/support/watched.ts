// A monitored account, with the notification daemon of its keyring's bus.
import {
  daemonMissing,
  startNotificationDaemon,
  type NotificationDaemon,
} from '../../support/notification-daemon.js'
import { test as base } from './connected.js'
import { onStandIn } from './stand-in.js'

export function titlesOf(daemon: NotificationDaemon): string[] {
  return daemon.notices().map(({ title }) => title)
}

export const test = base.extend<{ daemon: NotificationDaemon }>({
  daemon: async ({ keyring }, use, info) => {
    info.skip(
      onStandIn || daemonMissing(),
      'needs the notifications of a system, and a daemon for them to itself',
    )
    const daemon = await startNotificationDaemon(keyring)
    await use(daemon)
    await daemon.stop()
  },
})

export { expect } from '@playwright/test'
