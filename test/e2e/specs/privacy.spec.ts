import type { ElectronApplication, Page } from '@playwright/test'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { needs } from '../support/needs.js'
import { expect, test } from '../support/plimsoll.js'

/** Records every menu and title set on the tray from now on. */
function noteTray(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Tray }) => {
    const trayTexts = { tooltip: '', menu: '' }
    Reflect.set(globalThis, 'trayTexts', trayTexts)
    const { setToolTip, setContextMenu } = Tray.prototype
    Tray.prototype.setToolTip = function (text) {
      trayTexts.tooltip = text
      setToolTip.call(this, text)
    }
    Tray.prototype.setContextMenu = function (menu) {
      trayTexts.menu = (menu?.items ?? []).map(({ label }) => label).join('\n')
      setContextMenu.call(this, menu)
    }
  })
}

function trayText(app: ElectronApplication): Promise<string> {
  return app.evaluate(() =>
    Object.values(Reflect.get(globalThis, 'trayTexts') as Record<string, string>).join('\n'),
  )
}

function amountsItem(app: ElectronApplication): Promise<string> {
  return app.evaluate(
    ({ Menu }) =>
      Menu.getApplicationMenu()
        ?.items.flatMap((item) => item.submenu?.items ?? [])
        .find(({ label }) => label.endsWith(' amounts'))?.label ?? '',
  )
}

function pressAmountsItem(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Menu }) => {
    const items =
      Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
    items.find(({ label }) => label.endsWith(' amounts'))?.click()
  })
}

/** In the demo every balance, price and percentage has a decimal point. */
const figure = /\d\.\d/

function pageText(page: Page): Promise<string> {
  return page.evaluate(
    () => `${document.title}\n${document.querySelector('main')?.innerText ?? ''}`,
  )
}

test(
  'UX-46 hides amounts by shortcut in page, window title, tray and menu, also after a restart, until they are shown again',
  needs('the tray and the menu of Electron', '@needs-electron'),
  async ({ installation }) => {
    const { app, page, close } = await installation.launch({ flags: ['--demo'] })
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    await noteTray(app)
    await expect.poll(() => pageText(page)).toMatch(figure)
    expect(await amountsItem(app)).toBe('Hide amounts')

    // Percentages and LTV stay visible when only amounts are hidden, so that the risk can be read.
    await page.keyboard.press('ControlOrMeta+Shift+H')
    await expect.poll(() => trayText(app)).toContain('Show amounts')
    expect(await trayText(app)).toMatch(/LTV \d/)
    expect(await askMain(page, 'settings/change', { hidePercentages: true })).toMatchObject({
      ok: true,
    })
    await expect(
      windowScreen(page).status.getByRole('button', { name: 'Show amounts' }),
    ).toBeVisible()
    await expect.poll(() => pageText(page)).not.toMatch(figure)
    await expect.poll(() => amountsItem(app)).toBe('Show amounts')
    await expect.poll(() => trayText(app)).toContain('LTV •••••')
    expect(await trayText(app)).not.toMatch(figure)
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()),
    ).not.toMatch(figure)
    // Bypasses the page's button: main itself refuses.
    expect(await askMain(page, 'orders/confirm', { token: 'any' })).toMatchObject({
      ok: false,
      error: { code: 'amounts-hidden' },
    })
    await close()

    const again = await installation.launch({ flags: ['--demo'] })
    await expect(overviewScreen(again.page).assets.first()).toBeVisible()
    await noteTray(again.app)
    expect(await pageText(again.page)).not.toMatch(figure)
    expect(await amountsItem(again.app)).toBe('Show amounts')
    await pressAmountsItem(again.app)
    await expect.poll(() => pageText(again.page)).toMatch(figure)
    await expect.poll(() => trayText(again.app)).toMatch(figure)
    expect(await amountsItem(again.app)).toBe('Hide amounts')
  },
)
