// The mini window in the real app: above all others, with the figure of the main window.
import type { ElectronApplication, Page } from '@playwright/test'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

const electron = needs('a window of its own', '@needs-electron')

function miniOf(app: ElectronApplication): Page | undefined {
  return app.windows().find((page) => page.url().startsWith('app://mini'))
}

async function openedMini(app: ElectronApplication): Promise<Page> {
  await expect.poll(() => miniOf(app) !== undefined).toBe(true)
  const mini = miniOf(app)
  if (mini === undefined) throw new Error('the mini window is gone again')
  return mini
}

function factsOf(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) => {
    const mini = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith('app://mini'),
    )
    return mini === undefined
      ? null
      : {
          size: mini.getSize(),
          onTop: mini.isAlwaysOnTop(),
          visible: mini.isVisible(),
          preferences: (
            mini.webContents as unknown as {
              getLastWebPreferences(): Record<string, unknown>
            }
          ).getLastWebPreferences(),
          process: mini.webContents.getOSProcessId(),
          address: mini.webContents.getURL(),
        }
  })
}

test(
  'UX-75 IPC-13 SEC-16 REN-6 the mini window opens from Settings, shows the figure of the main window, stays open when that closes, and can request nothing else; it opens again with the next start, and shows only that Plimsoll is locked',
  electron,
  async ({ installation, connected, keyring, simulator }) => {
    const { app, page } = connected
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    expect(await factsOf(app)).toBeNull()
    await windowScreen(page).go('Settings')
    await settingsScreen(page).open('Window and tray')
    await page.getByRole('switch', { name: 'Show the mini window' }).click()
    const mini = await openedMini(app)
    await expect(mini.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect.poll(async () => (await factsOf(app))?.visible).toBe(true)
    const facts = await factsOf(app)
    expect(facts).toMatchObject({
      size: [240, 96],
      onTop: true,
      preferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    const mainProcess = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().startsWith('app://plimsoll'))
        ?.webContents.getOSProcessId(),
    )
    expect(facts?.process).not.toBe(mainProcess)

    // The same figure as the main window, from the same responses.
    const figure = mini.locator('#figure')
    await expect(figure).toHaveText(/^(LTV|Margin level) [\d.]+/)
    const shownNow = async (): Promise<string> =>
      (await figure.innerText()).replace(/^\D+/, '').replace(/\s?%$/, '')
    await windowScreen(page).go('Loans')
    // It moves with prices.
    await expect
      .poll(async () => (await page.getByRole('main').innerText()).includes(await shownNow()))
      .toBe(true)
    const shown = await shownNow()
    await expect(mini.locator('#age')).toHaveText(/ago/)

    for (const [channel, payload] of [
      ['portfolio/read', null],
      ['settings/change', { hideAmounts: false }],
      ['orders/prepare', {}],
      ['orders/confirm', { token: 'x' }],
      ['trading/arm', { passphrase: null }],
    ] as const)
      expect(await askMain(mini, channel, payload)).toMatchObject({
        ok: false,
        error: { code: 'bad-sender' },
      })
    expect(await askMain(mini, 'mini/read', null)).toMatchObject({ ok: true })

    await askMain(page, 'settings/change', { hideAmounts: true, hidePercentages: true })
    await expect(figure).toHaveText(/•/)
    await expect(mini.locator('body')).not.toContainText(shown)
    await askMain(page, 'settings/change', { hideAmounts: false, hidePercentages: false })
    await expect(figure).not.toHaveText(/•/)

    // Nothing is known any more: the figure stays with its age, and both are marked as old.
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().startsWith('app://plimsoll'))
        ?.hide(),
    )
    await simulator.stop()
    await expect(mini.locator('body')).toHaveAttribute('data-old', '', { timeout: 90_000 })
    await expect(mini.locator('#age')).toHaveText(/^Old: /)

    // Enter brings the main window back.
    await mini.locator('#open').press('Enter')
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()
            .find(({ webContents }) => webContents.getURL().startsWith('app://plimsoll'))
            ?.isVisible(),
        ),
      )
      .toBe(true)
    await mini.locator('#close').click()
    await expect.poll(() => factsOf(app)).toBeNull()
    expect(await askMain(page, 'settings/read', null)).toMatchObject({
      value: { miniWindow: false },
    })

    await test.step('UX-75 SEC-16 REN-6 it opens again with the next start, and shows only that Plimsoll is locked', async () => {
      const wanted = { miniWindow: true, miniShortcut: 'CommandOrControl+Alt+P' }
      await askMain(page, 'settings/change', wanted)
      await openedMini(app)
      const isKeyTaken = () =>
        app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Alt+P'))
      await expect.poll(isKeyTaken).toBe(true)
      const passphrase = { before: null, next: 'correct horse battery' }
      expect(await askMain(page, 'lock/change-passphrase', passphrase)).toMatchObject({
        ok: true,
      })
      await askMain(page, 'lock/now', null)
      const mini = await openedMini(app)
      await expect(mini.locator('#headline')).toHaveText('Plimsoll is locked')
      await expect(mini.locator('body')).not.toContainText('Harbour')
      expect(mini.url()).toBe('app://mini-locked/mini.html')
      expect(await isKeyTaken()).toBe(false)
      await connected.close()

      const next = await installation.launch({ keyring })
      const again = await openedMini(next.app)
      await expect(again.locator('#headline')).toHaveText('Plimsoll is locked')

      // Last, because Playwright waits for a navigation that never ends.
      await again
        .evaluate(() => location.assign('app://plimsoll/index.html'))
        .catch(() => undefined)
      expect((await factsOf(next.app))?.address).toBe('app://mini-locked/mini.html')
    })
  },
)
