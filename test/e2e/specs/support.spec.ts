import type { ElectronApplication } from '@playwright/test'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { supportScreen } from '../screens/support-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { filesInZip } from '../../support/zip-reader.js'
import { askMain } from '../support/asking.js'
import {
  answerBoxes,
  answerOpenBoxes,
  answerSaveBoxes,
  askedBoxes,
  askedFiles,
} from '../support/boxes.js'
import { filesHolding } from '../support/canary.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

function noteShownFiles(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ shell }) => {
    const shown: string[] = []
    Reflect.set(globalThis, 'shownFiles', shown)
    shell.showItemInFolder = (file) => void shown.push(file)
  })
}

function shownFiles(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'shownFiles') as string[])
}

type SettingsFile = {
  settings: Record<string, unknown>
  accounts: { name: string; limits: { ordersPerDay: number } }[]
}

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test(
  'UX-72 SEC-3 creates, shows and saves a bundle without canaries, opens its folder, and drops it on lock',
  needs('the system’s file manager, a window that is reloaded, and a keychain', '@needs-electron'),
  async ({ connected, installation, simulator }) => {
    const { app, page } = connected
    const { apiKey, apiSecret } = simulator.key('full')
    const canaries = [apiKey, apiSecret, 'Harbour']
    const log = path.join(installation.folder, 'logs', 'plimsoll.log')
    const at = '2025-08-18T06:53:20.000Z'
    for (const canary of canaries) {
      // A name is never escaped; a secret may be.
      const details = {
        canary,
        ...(canary === 'Harbour' ? {} : { hex: Buffer.from(canary).toString('hex') }),
      }
      appendFileSync(log, `${JSON.stringify({ at, level: 'warn', event: 'planted', details })}\n`)
    }
    for (const canary of canaries) expect(filesHolding(canary, [path.dirname(log)])).toEqual([log])
    const figures =
      (await overviewScreen(page).assets.allInnerTexts()).join(' ').match(/\d+\.\d{2,}/g) ?? []
    expect(figures.length).toBeGreaterThan(2)

    const window = windowScreen(page)
    const support = supportScreen(page)
    await window.go('Settings')
    await support.open()
    await support.search.fill('planted')
    await expect(support.log.getByRole('option')).toHaveCount(canaries.length)
    const shownLines = await support.log.innerText()
    expect(shownLines).toContain('[redacted]')
    for (const secret of [apiKey, apiSecret]) expect(shownLines).not.toContain(secret)

    await support.make.click()
    await expect(support.files).toHaveCount(8)
    const seen = new Map<string, string>()
    for (const name of ['about.txt', 'accounts.json', 'plimsoll.log']) {
      await support.show(name)
      await expect(support.text).not.toHaveText(/^…?$/)
      seen.set(name, ((await support.text.textContent()) ?? '').trim())
      await support.closeText()
    }
    await support.leaveOut('orders.json')
    const file = path.join(folder, 'bundle.zip')
    await answerSaveBoxes(app, null)
    await support.save.click()
    await expect(support.panel).toContainText('Nothing was saved.')
    await answerSaveBoxes(app, file)
    await support.save.click()
    await expect(support.panel).toContainText('The bundle was written to')
    expect((await askedFiles(app)).map(({ defaultPath }) => defaultPath)).toEqual([
      expect.stringMatching(/^plimsoll-support-\d{4}-\d\d-\d\d\.zip$/),
      expect.stringMatching(/^plimsoll-support-\d{4}-\d\d-\d\d\.zip$/),
    ])
    await noteShownFiles(app)
    await support.reveal.click()
    await expect.poll(() => shownFiles(app)).toEqual([file])

    expect(statSync(file).size).toBeLessThan(5_000_000)
    const files = filesInZip(readFileSync(file))
    const saved = [
      'about.txt',
      'settings.json',
      'accounts.json',
      'answers.json',
      'database.json',
      'alerts.json',
      'plimsoll.log',
    ]
    expect([...files.keys()]).toEqual(saved)
    const unpacked = path.join(folder, 'unpacked')
    mkdirSync(unpacked)
    for (const [name, text] of files) writeFileSync(path.join(unpacked, name), text)
    for (const canary of canaries) expect(filesHolding(canary, [unpacked])).toEqual([])
    const all = [...files.values()].join('\n')
    for (const figure of figures) expect(all).not.toContain(figure)
    expect(files.get('plimsoll.log')).toContain('"event":"planted"')
    expect(files.get('database.json')).toContain('"schemaVersion"')
    expect(files.get('answers.json')).toContain('[].unrealizedPnl (text)')
    // Only the visible part of a long file is in the page.
    for (const [name, text] of seen)
      expect(files.get(name)?.replaceAll('\n', '').startsWith(text.slice(0, 400)), name).toBe(true)

    const prepared = (await askMain(page, 'support/prepare', null)) as {
      ok: true
      value: { id: string }
    }
    const ask = { id: prepared.value.id, name: 'about.txt', from: 0, count: 10 }
    expect(await askMain(page, 'support/read-file', ask)).toMatchObject({ ok: true })
    await page.keyboard.press('Control+KeyL')
    await expect(lockScreen(page).heading).toBeVisible()
    expect(await askMain(page, 'support/read-file', ask)).toMatchObject({
      ok: false,
      error: { reason: 'LOCKED' },
    })
    await lockScreen(page).unlock.click()
    await expect(window.status).toBeVisible()
    expect(await askMain(page, 'support/read-file', ask)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    await window.go('Settings')
    await support.open()
    await expect(support.make).toBeVisible()
    expect(connected.consoleErrors).toEqual([])
  },
)

test('UX-74 SEC-22 exports no key, and imports what the dialogs agree to', async ({
  account,
  simulator,
}) => {
  const { app, page } = account
  const { apiKey, apiSecret } = simulator.key('full')
  await windowScreen(page).go('Settings')
  await supportScreen(page).open()
  const settingsFile = path.join(folder, 'settings.json')
  const panel = page.getByRole('region', { name: 'Settings file', exact: true })
  await answerSaveBoxes(app, settingsFile)
  await panel.getByRole('button', { name: 'Export settings…' }).click()
  await expect(panel).toContainText('The settings file is written.')
  for (const canary of [apiKey, apiSecret, apiKey.slice(-4)])
    expect(filesHolding(canary, [folder])).toEqual([])

  const written = JSON.parse(readFileSync(settingsFile, 'utf8')) as SettingsFile
  const [own] = written.accounts
  const looser = { ...own?.limits, ordersPerDay: 9999 }
  const accounts = [...written.accounts, { ...own, name: 'Second', limits: looser }]
  const settings = { ...written.settings, theme: 'dark' }
  writeFileSync(settingsFile, JSON.stringify({ ...written, settings, accounts }))
  await answerOpenBoxes(app, settingsFile)
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
  expect(account.consoleErrors).toEqual([])
  // The next test begins with the usual settings.
  const { theme } = written.settings
  expect(await askMain(page, 'settings/change', { theme })).toMatchObject({ ok: true })
})
