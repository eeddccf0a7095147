import type { ElectronApplication, Page } from '@playwright/test'
import { regionTags } from '../../../src/shared/formats.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { needs } from '../support/needs.js'
import { expect, test } from '../support/plimsoll.js'

/** Labels of the application menu, and of the latest tray menu. */
function menuText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap((item) => [item.label, ...(item.submenu?.items.map(({ label }) => label) ?? [])])
      .join('\n'),
  )
}

function noteTray(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Tray }) => {
    const { setContextMenu } = Tray.prototype
    Tray.prototype.setContextMenu = function (menu) {
      Reflect.set(
        globalThis,
        'trayLabels',
        (menu?.items ?? []).map(({ label }) => label).join('\n'),
      )
      setContextMenu.call(this, menu)
    }
  })
}

function trayText(app: ElectronApplication): Promise<string> {
  return app.evaluate(() => String(Reflect.get(globalThis, 'trayLabels')))
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'UX-61, UX-64 applies a new number format and language at once to page, menu and tray, keeps them after a restart, and switches back to English',
  needs('the tray and the menu of Electron', '@needs-electron'),
  async ({ installation }) => {
    const { app, page, close } = await installation.launch({ flags: ['--demo'] })
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    await noteTray(app)
    const settings = settingsScreen(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await settings.open('Appearance')
    const unknown = await page.evaluate(
      (tags) =>
        tags.filter((tag) =>
          /^M\d/.test(new Intl.DateTimeFormat(tag, { month: 'long' }).format(0)),
        ),
      regionTags,
    )
    expect(unknown).toEqual([])
    await page.getByLabel('Numbers and dates').selectOption('de-DE')
    await expect(page.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d /)).toBeVisible()
    await expect.poll(() => trayText(app)).toMatch(/LTV \d+,\d/)

    await page.getByRole('group', { name: 'Language' }).getByText('Українська').click()
    await expect(heading(page)).toHaveText('Налаштування')
    await expect.poll(() => menuText(app)).toContain('Приховати суми')
    expect(await menuText(app)).not.toMatch(/[A-Za-z]{4} [a-z]{2,}/)
    await expect.poll(() => trayText(app)).toContain('Приховати суми')
    await close()

    const again = await installation.launch({ flags: ['--demo'] })
    await expect(heading(again.page)).toHaveText('Огляд')
    await expect.poll(() => menuText(again.app)).toContain('Приховати суми')
    await expect(again.page.getByText(/\d,\d\u00a0%/u).first()).toBeVisible()
    await again.page.getByRole('link', { name: 'Налаштування' }).click()
    await again.page.getByRole('tab', { name: 'Вигляд' }).click()
    await again.page.getByRole('group', { name: 'Мова' }).getByText('English').click()
    await expect(heading(again.page)).toHaveText('Settings')
    await expect.poll(() => menuText(again.app)).toContain('Hide amounts')
  },
)
