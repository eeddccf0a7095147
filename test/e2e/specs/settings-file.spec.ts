import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { settingsScreen } from '../screens/settings-screen.js'
import { supportScreen } from '../screens/support-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { answerBoxes, answerOpenBoxes, answerSaveBoxes, askedBoxes } from '../support/boxes.js'
import { filesHolding } from '../support/canary.js'
import { expect, test } from '../support/connected.js'

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-settings-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

type SettingsFile = {
  settings: Record<string, unknown>
  accounts: { name: string; limits: { ordersPerDay: number } }[]
}

test('UX-74 SEC-22 exports no key, and imports what the dialogs agree to', async ({
  connected,
  simulator,
}) => {
  const { app, page } = connected
  const { apiKey, apiSecret } = simulator.key('full')
  const file = path.join(folder, 'settings.json')
  await windowScreen(page).go('Settings')
  await supportScreen(page).open()
  const panel = page.getByRole('region', { name: 'Settings file', exact: true })
  await answerSaveBoxes(app, file)
  await panel.getByRole('button', { name: 'Export settings…' }).click()
  await expect(panel).toContainText('The settings file is written.')
  for (const canary of [apiKey, apiSecret, apiKey.slice(-4)])
    expect(filesHolding(canary, [folder])).toEqual([])

  const written = JSON.parse(readFileSync(file, 'utf8')) as SettingsFile
  const [own] = written.accounts
  const looser = { ...own?.limits, ordersPerDay: 9999 }
  const accounts = [...written.accounts, { ...own, name: 'Second', limits: looser }]
  const settings = { ...written.settings, theme: 'dark' }
  writeFileSync(file, JSON.stringify({ ...written, settings, accounts }))
  await answerOpenBoxes(app, file)
  const choose = panel.getByRole('button', { name: 'Import a settings file…' })
  const confirm = panel.getByRole('button', { name: 'Import', exact: true })
  await choose.click()
  await expect(panel.getByRole('region', { name: 'Second' })).toContainText('9999')

  await answerBoxes(app, 'no')
  await confirm.click()
  await expect(panel).toContainText('It was not confirmed in the system dialog.')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  expect(await askedBoxes(app)).toEqual([expect.stringContaining('“Second”')])

  // After a refusal the same question waits a moment.
  await answerBoxes(app, 'yes')
  await expect(async () => {
    await confirm.click()
    await expect(panel).toContainText('1 account is new and needs its key.', { timeout: 1000 })
  }).toPass()
  await panel.getByRole('button', { name: 'Show accounts' }).click()
  const settingsPage = settingsScreen(page)
  await expect(settingsPage.accounts).toHaveCount(2)
  await expect(settingsPage.accounts.nth(1)).toContainText('No key yet')
  await expect(settingsPage.accounts.nth(0)).toContainText('Key accepted')
  expect(connected.consoleErrors).toEqual([])
})
