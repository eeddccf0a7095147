// Links that begin with plimsoll, as a second start passes them on.
import type { ElectronApplication } from '@playwright/test'
import { lockScreen } from '../screens/lock-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

const passphrase = 'correct horse battery'

function follow(app: ElectronApplication, link: string): Promise<unknown> {
  return app.evaluate(
    ({ app: electron }, text) =>
      electron.emit('second-instance', {}, ['plimsoll', '--', text], '', null),
    link,
  )
}

test(
  'REN-18 a link opens a screen and nothing else, and waits for a locked Plimsoll to be unlocked',
  needs('a window that is reloaded, and a keychain', '@needs-electron'),
  async ({ connected }) => {
    const { app, page } = connected
    const screen = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect(screen('Overview')).toBeVisible()
    await follow(app, 'plimsoll://loans')
    await expect(screen('Loans')).toBeVisible()
    await follow(app, 'plimsoll://trade?act=close')
    await follow(app, 'plimsoll://positions')
    await expect(screen('Positions')).toBeVisible()

    await windowScreen(page).go('Settings')
    const lock = lockScreen(page)
    await lock.setPassphrase(passphrase)
    await page.keyboard.press('Control+KeyL')
    await expect(lock.heading).toBeVisible()
    await follow(app, 'plimsoll://activity')
    await expect(lock.heading).toBeVisible()
    await lock.passphrase.fill(passphrase)
    await page.keyboard.press('Enter')
    await expect(screen('Activity')).toBeVisible()
  },
)
