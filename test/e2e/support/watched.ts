// Accounts that are watched, each by an app of its own with its own exchange, keychain, bus and notification daemon, so that stories
// which mostly wait can wait side by side.
import { startKeyring, type Keyring } from '../../support/keyring.js'
import { startNotificationDaemon, type NotificationDaemon } from '../../support/notification-daemon.js'
import { connectByHand, startRestartableSimulator, test as base, type RestartableSimulator } from './connected.js'
import { createInstallation, type Installation, type Running } from './plimsoll.js'

export type Watched = {
  simulator: RestartableSimulator
  keyring: Keyring
  daemon: NotificationDaemon
  installation: Installation
  running: Running
}

export const titlesOf = ({ daemon }: Pick<Watched, 'daemon'>): string[] => daemon.heard().map(({ title }) => title)

/** `watched(ltv)`: an account whose loan stands at that LTV when it is first looked at. */
export const test = base.extend<{ daemon: NotificationDaemon; watched: (currentLtv: string) => Promise<Watched> }>({
  daemon: async ({ keyring }, use) => {
    const daemon = await startNotificationDaemon(keyring)
    await use(daemon)
    await daemon.stop()
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
  watched: async ({}, use) => {
    const endings: (() => Promise<unknown>)[] = []
    const owned = <T>(thing: T, end: (thing: T) => Promise<unknown>): T => {
      endings.unshift(() => end(thing))
      return thing
    }
    await use(async (currentLtv) => {
      const keyring = owned(await startKeyring('unlocked'), (one) => one.dispose())
      const daemon = owned(await startNotificationDaemon(keyring), (one) => one.stop())
      const simulator = owned(await startRestartableSimulator(['--seed', '7', '--scene', 'calm']), (one) => one.stop())
      await simulator.control('POST', 'loan', { currentLtv })
      const installation = owned(createInstallation(), (one) => one.dispose())
      const running = await installation.launch({ keyring })
      await connectByHand(running.page, simulator)
      return { simulator, keyring, daemon, installation, running }
    })
    for (const end of endings) await end()
  },
})

export { expect } from '@playwright/test'
