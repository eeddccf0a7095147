import { readFileSync } from 'node:fs'
import path from 'node:path'
import { copyAccount } from '../../support/more-accounts.js'
import { processesOf, startKeyring, type Keyring } from '../../support/keyring.js'
import { askMain } from '../support/asking.js'
import { connectScreen } from '../screens/connect-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { filesHolding } from '../support/canary.js'
import {
  connectByHand,
  expect,
  startRestartableSimulator,
  test as base,
} from '../support/connected.js'
import { holdLimits, quitByItself } from '../support/held-limits.js'
import { needs } from '../support/needs.js'
import { createInstallation, type Installation } from '../support/plimsoll.js'

type Remembered = { installation: Installation; keyring: Keyring; dispose(): Promise<void> }

/** An account connected in an app that has since quit. */
async function rememberAccount(): Promise<Remembered> {
  const keyring = await startKeyring('unlocked')
  const simulator = await startRestartableSimulator(['--seed', '7'])
  const installation = createInstallation()
  const { page, close } = await installation.launch({ keyring })
  await connectByHand(page, simulator)
  await close()
  return {
    installation,
    keyring,
    dispose: async () => {
      await installation.dispose()
      await simulator.stop()
      await keyring.dispose()
    },
  }
}

/**
 * Made by the first test that uses it. Not a fixture of the worker: Playwright would start another
 * worker for this file, and the apps that the tests share once more.
 */
let made: Promise<Remembered> | null = null

const test = base.extend<{ remembered: Remembered }>({
  /** Each test quits the app again and leaves the keychain unlocked. */
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
  remembered: async ({}, use) => {
    await use(await (made ??= rememberAccount()))
  },
})

test(
  'SEC-7 names what is missing without a keychain, and offers a session-only key that ends with the app',
  needs('a bus without a keychain', '@needs-electron', '@needs-linux'),
  async ({ installation, simulator }) => {
    const absent = await startKeyring('absent')
    const { page, close } = await installation.launch({ keyring: absent })
    const form = connectScreen(page)
    const key = simulator.key('full')
    await welcomeScreen(page).connect.click()
    await form.fill({ address: simulator.url, ...key, name: 'Passing' })
    await form.check()
    await form.save()
    await expect(form.missing).toContainText(/GNOME Keyring|gnome-keyring/)
    await expect(form.missing).toContainText('KEYCHAIN_NO_SERVICE')
    await form.sessionOnly.click()
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    await close()
    expect(filesHolding(key.apiSecret, [installation.folder, absent.home])).toEqual([])

    const again = await installation.launch({ keyring: absent })
    await expect(windowScreen(again.page).status).toContainText('Session key ended')
    await again.close()
    await absent.dispose()
  },
)

test.describe('a remembered account', () => {
  // One at a time in the installation they share. The last one adds accounts.
  test.describe.configure({ mode: 'default' })

  test.afterAll(async () => {
    await (await made)?.dispose()
    made = null
  })

  test(
    'SEC-12 quits without waiting for a keychain that hangs',
    needs('a real keychain that hangs', '@needs-electron', '@needs-linux'),
    async ({ remembered: { installation, keyring } }) => {
      keyring.stopDaemon()
      const before = processesOf(keyring.home)
      const { app, page } = await installation.launch({ keyring })
      await windowScreen(page).go('Settings')
      await expect(settingsScreen(page).tryAgain).toBeVisible()
      await holdLimits(app)
      await settingsScreen(page).tryAgain.click()
      // Answered after main has received the click.
      await askMain(page, 'app-state/read', null)
      await quitByItself(app)
      // Quitting ended the call in progress, and nothing of it remains while the keychain still
      // hangs.
      expect(
        readFileSync(path.join(installation.folder, 'logs', 'plimsoll.log'), 'utf8'),
      ).toContain('KEYCHAIN_CLOSED')
      await expect
        .poll(() => processesOf(keyring.home).filter((pid) => !before.includes(pid)))
        .toEqual([])
      keyring.resumeDaemon()
    },
  )

  test(
    'SEC-8 keeps the account while the keychain is locked, shows remembered figures, and unlocks without a restart',
    needs('a real keychain that can be locked', '@needs-electron', '@needs-linux'),
    async ({ remembered: { installation, keyring } }) => {
      await keyring.lock()

      const { page, close } = await installation.launch({ keyring })
      const window = windowScreen(page)
      await expect(window.status).toContainText('Key locked or missing')
      await expect(overviewScreen(page).assets.first()).toBeVisible()
      await expect(window.status).toContainText('Stale data')

      await keyring.unlock()
      await window.go('Settings')
      await settingsScreen(page).unlock.click()
      await expect(window.status).toContainText('Key accepted')
      await close()
    },
  )

  test(
    'RES-7 keeps every screen usable with fifty accounts while a locked keychain does not answer',
    needs('a real keychain that can be locked and hangs', '@needs-electron', '@needs-linux'),
    async ({ remembered: { installation, keyring } }) => {
      await copyAccount(installation.folder, 50)
      await keyring.lock()
      keyring.stopDaemon()

      const { page } = await installation.launch({ keyring })
      const window = windowScreen(page)
      await expect(overviewScreen(page).assets.first()).toBeVisible()
      for (const name of ['Positions', 'Trade', 'Loans', 'Settings'] as const) await window.go(name)
      await expect(settingsScreen(page).accounts).toHaveCount(50)
      await expect(window.status).not.toContainText('Key locked or missing')

      keyring.resumeDaemon()
      // By now Plimsoll has given up on it if all that took longer than its limit.
      await expect(window.status).toContainText(/Key locked or missing|Keychain trouble/)
    },
  )
})
