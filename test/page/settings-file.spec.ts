import type { Page } from '@playwright/test'
import { messageOf } from '../../src/shared/messages/messages.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openConnectForm } from './screens.js'
import { push, step } from './steps.js'

const panel = (page: Page) => page.getByRole('region', { name: 'Settings file', exact: true })
const changes = (page: Page, name: string) => panel(page).getByRole('table', { name })

async function openFile(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Import a settings file…' }).click()
  await expect(panel(page)).toContainText('Nothing has changed yet.')
}

test('UX-74 offers the import on a computer without accounts', async ({ open }) => {
  const page = await open(scenes.welcome(), tall)
  await openConnectForm(page)
  await page.getByRole('button', { name: 'Import a settings file', exact: true }).click()
  await openFile(page)
  await expectNoSeriousFinding(page, 'settings file')
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await asked(page, 'settings-file/discard')).toEqual([{ id: 'file-1' }])
  await expect(
    page.getByRole('button', { name: 'Connect your account', exact: true }),
  ).toBeFocused()
})

test('UX-46 UX-66 UX-74 leads from the palette to the settings file, lists what an import would change, checks it again, masks limits with amounts, and imports only when confirmed', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the palette', async () => {
    await goTo(page, 'Overview')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('import settings')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
  })
  await step(page, 'something changed meanwhile', async () => {
    await openFile(page)
    await page.evaluate(
      (message) =>
        window.fake.answer('settings-file/import', {
          ok: false,
          error: { code: 'gone', reason: 'CHANGED_MEANWHILE', message },
        }),
      messageOf('accounts.settings-file.changed'),
    )
    await panel(page).getByRole('button', { name: 'Import', exact: true }).click()
    await panel(page).getByRole('button', { name: 'Check again' }).click()
    expect(await asked(page, 'settings-file/review')).toEqual([{ id: 'file-1' }])
    await expect(panel(page).getByRole('button', { name: 'Import', exact: true })).toBeEnabled()
    await panel(page).getByRole('button', { name: 'Cancel' }).click()
    expect(await asked(page, 'settings-file/discard')).toEqual([{ id: 'file-1' }])
    await expect(panel(page).getByRole('button', { name: 'Export settings…' })).toBeVisible()
  })
  await step(page, 'limits while amounts are hidden', async () => {
    await page.evaluate(() => window.fake.answer('settings-file/import', null))
    await push(page, 'settings', { ...defaultSettings, hideAmounts: true })
    await openFile(page)
    await expect(changes(page, 'Main account')).toContainText('••••• for one order')
    await expect(panel(page)).not.toContainText('2500')
    await panel(page).getByRole('button', { name: 'Cancel' }).click()
    await push(page, 'settings', scenes.ordinary().settings)
  })
  await step(page, 'an import in either mode', async () => {
    await openFile(page)
    await expect(panel(page)).toContainText('settings.sparkles')
    await expect(changes(page, 'Settings')).toContainText('50 %, 60 %, 72 %')
    await expect(panel(page)).toContainText('1 change protects or warns less than now')
    const limit = changes(page, 'Main account').getByRole('row').nth(1)
    await expect(limit).toContainText('1000 for one order, 5000 for a day')
    await expect(limit).toContainText('2500 for one order, 9000 for a day')
    await expect(limit).toContainText('weaker')
    await expect(limit).toContainText('asked in a system dialog')
    await expect(panel(page).getByRole('region', { name: 'Third' })).toContainText('stays as it is')

    await panel(page).getByRole('radio', { name: 'Replace' }).click()
    await expect(panel(page)).toContainText('2 changes protect or warn less than now')
    expect(await asked(page, 'settings-file/import')).toEqual([])
    await panel(page).getByRole('button', { name: 'Import', exact: true }).click()
    await expect(panel(page)).toContainText('1 account is new and needs its key.')
    expect(await asked(page, 'settings-file/import')).toEqual([
      { id: expect.any(String), mode: 'replace' },
    ])
    await panel(page).getByRole('button', { name: 'Show accounts' }).click()
    await expect(page.getByRole('region', { name: 'Your accounts' })).toBeVisible()
  })
})
