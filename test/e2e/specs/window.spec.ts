import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { needs } from '../support/needs.js'
import { expect, test } from '../support/plimsoll.js'

test(
  'UX-50 keeps Plimsoll reachable when the window is closed on a desktop without a tray',
  needs('a desktop without a tray', '@needs-linux'),
  async ({ demo }) => {
    const { app, page } = demo
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    // A page that was told to close would not get another chance to check.
    const risk = await overviewScreen(page).risk.innerText()
    await expect.poll(() => overviewScreen(page).risk.innerText()).not.toBe(risk)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    await expect(windowScreen(page).status).toContainText('Online')
  },
)

test(
  "UX-49 restores the window's place, moves it to an existing screen when its own is gone, and quits when the window is closed with the tray switched off",
  { tag: '@stand-in' },
  async ({ installation }) => {
    const first = await installation.launch()
    await expect(first.page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    await first.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 140, y: 90, width: 1100, height: 720 }),
    )
    await first.close()
    const boundsOf = (running: typeof first) =>
      running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

    const second = await installation.launch()
    await expect(second.page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    expect(await boundsOf(second)).toMatchObject({ width: 1100, height: 720 })
    // As if it had been on a second screen that was then unplugged.
    await second.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 9000, y: 9000, width: 1100, height: 720 }),
    )
    await second.close()

    const third = await installation.launch()
    await expect(third.page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    const bounds = await boundsOf(third)
    expect(bounds?.x).toBeLessThan(1920)
    expect(bounds?.y).toBeLessThan(1200)

    await askMain(third.page, 'settings/change', { tray: false })
    const gone = third.app.waitForEvent('close')
    await third.app
      .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      .catch(() => undefined)
    await gone
  },
)

test(
  'REN-13 has no menu item that opens developer tools, as in a packaged app',
  { tag: '@stand-in' },
  async ({ demo }) => {
    const { app, page } = demo
    await expect(windowScreen(page).status).toBeVisible()
    const found = await app.evaluate(({ app: running, Menu }) => {
      const roles = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) =>
        (item.submenu?.items ?? []).map(({ role }) => String(role ?? '')),
      )
      return { packaged: running.isPackaged, roles }
    })
    expect(found.roles.some((role) => role.toLowerCase() === 'toggledevtools')).toBe(
      !found.packaged,
    )
  },
)
