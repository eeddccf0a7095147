import type { ElectronApplication } from '@playwright/test'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

const passphrase = 'correct horse battery'

function processOf(app: ElectronApplication): Promise<number | undefined> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
}

function isRunning(app: ElectronApplication, id: number | undefined): Promise<boolean> {
  return app.evaluate(
    ({ app: electron }, pid) => electron.getAppMetrics().some((one) => one.pid === pid),
    id,
  )
}

/** Opens a link as a second start of Plimsoll does. */
function follow(app: ElectronApplication, link: string): Promise<unknown> {
  return app.evaluate(
    ({ app: electron }, text) =>
      electron.emit('second-instance', {}, ['plimsoll', '--', text], '', null),
    link,
  )
}

test(
  'UX-47 SEC-16 REN-18 hides and refuses everything after locking by shortcut, drops keys, and holds links back; the passphrase unlocks, and arming and the next start ask for it',
  needs('a window that is reloaded, and a keychain', '@needs-electron'),
  async ({ connected, installation, keyring, simulator }) => {
    const { app, page } = connected
    const window = windowScreen(page)
    const lock = lockScreen(page)
    await test.step('REN-18 a link opens a screen and nothing else', async () => {
      await follow(app, 'plimsoll://loans')
      await expect(window.heading('Loans')).toBeVisible()
      await follow(app, 'plimsoll://trade?act=close')
      await follow(app, 'plimsoll://positions')
      await expect(window.heading('Positions')).toBeVisible()
    })
    await window.go('Settings')
    await lock.setPassphrase(passphrase)
    await lock.dropKeys.click()

    // In a text field as well.
    await page.getByRole('button', { name: 'Change the passphrase…' }).click()
    await page.getByLabel('New passphrase', { exact: true }).focus()
    await page.keyboard.press('Control+KeyL')
    await expect(lock.heading).toBeVisible()
    await expect(page).toHaveTitle('Locked · Plimsoll')
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()),
    ).toBe('Locked · Plimsoll')
    expect(await page.content()).not.toContain('Harbour')
    await expect(lock.main).toContainText('1 account is not monitored')
    for (const channel of [
      'app-state/read',
      'portfolio/read',
      'accounts/read',
      'settings/read',
      'orders/markets',
    ] as const)
      expect(await askMain(page, channel, null)).toMatchObject({
        ok: false,
        error: { code: 'key-locked', reason: 'LOCKED' },
      })
    const signed = async (): Promise<number> =>
      (await simulator.calls()).filter(({ path }) => !path.includes('/public/')).length
    const before = await signed()

    // REN-18: a link waits until it is unlocked.
    await follow(app, 'plimsoll://activity')
    await lock.passphrase.fill('another phrase')
    await lock.unlock.click()
    await expect(lock.passphrase).toHaveAccessibleDescription('That is not the passphrase.')
    expect(await signed()).toBe(before)
    await lock.passphrase.fill(passphrase)
    await page.keyboard.press('Enter')
    await expect(window.heading('Activity')).toBeVisible()
    await expect(window.status).toContainText('Key accepted')

    const trade = tradeScreen(page)
    await answerBoxes(app, 'yes')
    await window.go('Trade')
    await trade.allow.click()
    await trade.arm.click()
    await lock.passphrase.fill(passphrase)
    await lock.armDialog.getByRole('button', { name: 'Arm for 15 minutes' }).click()
    await expect(trade.armedBar).toBeVisible()
    await connected.close()

    const again = await installation.launch({ keyring })
    const start = lockScreen(again.page)
    await expect(start.main).toContainText('It starts locked.')
    await expect(start.passphrase).toBeFocused()
    await again.page.keyboard.type(passphrase)
    await again.page.keyboard.press('Enter')
    await expect(overviewScreen(again.page).assets.first()).toBeVisible()
    expect([...connected.consoleErrors, ...again.consoleErrors]).toEqual([])
  },
)

test(
  'UX-47 SEC-16 locks the demo from the menu and unlocks it without a question, in a new page process each time',
  needs('a menu', '@needs-electron'),
  async ({ demo }) => {
    const { app, page } = demo
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    const shown = await processOf(app)
    await app.evaluate(({ Menu }) => {
      const items =
        Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      items.find(({ label }) => label === 'Lock now')?.click()
    })
    const lock = lockScreen(page)
    await expect(lock.heading).toBeVisible()
    const locked = await processOf(app)
    expect(locked).not.toBe(shown)
    await expect
      .poll(() => isRunning(app, shown), 'what was shown is gone with its process')
      .toBe(false)
    await lock.unlock.click()
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    expect(await processOf(app)).not.toBe(locked)
    await expect
      .poll(() => isRunning(app, locked), 'as is what was typed into the lock screen')
      .toBe(false)
    expect(
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.canGoBack(),
      ),
    ).toBe(false)
  },
)

test(
  'UX-47 asks in a system dialog before the page may loosen the lock, and not when it tightens it',
  needs('system dialogs', '@needs-electron'),
  async ({ demo }) => {
    const { app, page } = demo
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    const usual = { idleMinutes: 30, idleMinutesArmed: 10, dropsKeys: false }
    const chosen = (): Promise<unknown> => askMain(page, 'settings/read', null)
    await answerBoxes(app, 'no')
    expect(
      await askMain(page, 'settings/change', { lock: { ...usual, idleMinutes: null } }),
    ).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
    expect(await chosen()).toMatchObject({ value: { lock: usual } })
    expect(await askedBoxes(app)).toEqual([
      'Let Plimsoll lock later, or keep more while it is locked?',
    ])
    const tighter = { ...usual, idleMinutes: 5, dropsKeys: true }
    expect(await askMain(page, 'settings/change', { lock: tighter })).toMatchObject({ ok: true })
    expect(await chosen()).toMatchObject({ value: { lock: tighter } })
    expect(await askedBoxes(app)).toHaveLength(1)
  },
)
