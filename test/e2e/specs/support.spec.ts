import type { ElectronApplication } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
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
import { answerSaveBoxes, askedFiles } from '../support/boxes.js'
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

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * As the build recorded it: git only answers the owner. The test may run as another user, whom git
 * answers when asked to.
 */
function commitOfSource(): string {
  const repository = path.join(root, '.git')
  if (!existsSync(repository) || statSync(repository).uid !== statSync(path.join(root, 'out')).uid)
    return 'not known'
  const words = ['-c', 'safe.directory=*', 'rev-parse', '--short=12', 'HEAD']
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
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

test('UX-73 names the commit and runtime in About, and opens the notices', async ({
  installation,
}) => {
  const { page, consoleErrors } = await installation.launch({ flags: ['--demo'] })
  await windowScreen(page).go('Settings')
  const settings = settingsScreen(page)
  await settings.open('About')
  await expect(settings.about('Commit')).toHaveText(
    new RegExp(`^${commitOfSource()}(, with changes)?$`),
  )
  await expect(settings.about('Electron')).toHaveText(/^\d+\.\d+\.\d+/)
  await expect(settings.about('Notifications')).toHaveText(/not known|shown|refused|has none/)
  await expect(settings.about('Data folder')).toContainText(path.basename(installation.folder))
  await settings.showNotices.click()
  await expect(page.getByRole('region', { name: 'Text of the third-party notices' })).toContainText(
    /\d+\.\d+\.\d+/,
  )
  expect(consoleErrors).toEqual([])
})
