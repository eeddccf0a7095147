import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectScreen } from '../screens/connect-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { filesHolding, filesScanned, processesHolding, processTree } from '../support/canary.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'
import { startLoggingProxy } from '../../support/fake-exchange-server.js'

test(
  'SEC-15 checks a typed key step by step, stores it in the real keychain, and finds it after a restart while the server is away',
  needs('a real keychain', '@needs-electron'),
  async ({ installation, keyring, simulator }) => {
    const key = simulator.key('full')
    const temporary = mkdtempSync(path.join(tmpdir(), 'plimsoll-tmp-'))
    const first = await installation.launch({ keyring, env: { TMPDIR: temporary } })
    const { page } = first
    const form = connectScreen(page)
    await welcomeScreen(page).connect.click()

    await test.step('SEC-15 nothing is stored before Save, and no secret remains in the page', async () => {
      await form.fill({ address: simulator.url, ...key, name: 'Harbour' })
      await expect(form.saveButton).toBeDisabled()
      await form.check()
      await expect(form.steps).toHaveText([
        /The exchange answers\s+passed/,
        /main balance\s+passed/,
      ])
      const { out } = await keyring.secretTool(['search', '--all', 'service', 'plimsoll'])
      expect(out).not.toContain('attribute.account')
      await expect(form.apiSecret).toHaveValue('')
      expect(await page.content()).not.toContain(key.apiSecret)
    })

    await test.step('SEC-1, SEC-20 the keychain holds it under a random id; SEC-4 no process reveals it', async () => {
      await form.save()
      await expect(overviewScreen(page).assets.filter({ hasText: 'USDT' }).first()).toBeVisible()
      await expect(windowScreen(page).status).toContainText('Harbour')
      await expect(windowScreen(page).status).toContainText('Key accepted')
      const search = ['search', '--all', '--unlock', 'service', 'plimsoll']
      const { out } = await keyring.secretTool(search)
      expect(out).toContain(key.apiSecret)
      expect(out).toMatch(/attribute\.account = [0-9a-f]{8}-[0-9a-f]{4}-4/)
      const tree = processTree(first.pid)
      expect(tree.length).toBeGreaterThan(2)
      expect(processesHolding(key.apiSecret, tree)).toEqual([])
    })

    await test.step('notices when the server goes away', async () => {
      await expect(overviewScreen(page).headroom).toContainText('before margin call')
      await expect(windowScreen(page).status).toContainText('Online')
      await simulator.stop()
      await expect(windowScreen(page).status).toContainText('Offline')
      await expect(overviewScreen(page).attention).toContainText(/reached|offline|cannot/i)
      await expect(overviewScreen(page).assets.first()).toBeVisible()
      await first.close()
    })
    const places = [installation.folder, temporary, keyring.home]
    expect(filesScanned(places)).toBeGreaterThan(5)
    expect(filesHolding(key.apiSecret, places)).toEqual([])
    expect(filesHolding(key.apiKey, [installation.folder, temporary])).toEqual([])

    await test.step('a restart shows the last figures with their age, and notices when the server returns', async () => {
      const second = await installation.launch({ keyring, env: { TMPDIR: temporary } })
      const { status } = windowScreen(second.page)
      const overview = overviewScreen(second.page)
      await expect(overview.assets.filter({ hasText: 'BTC' }).first()).toBeVisible()
      await expect(overview.balance).toContainText(/ago/)
      await expect(status).toContainText('Stale data')
      await expect(status).toContainText('Offline')

      await simulator.restart()
      await expect(status).toContainText('Online')
      await expect(status).not.toContainText(/Stale|Late/)
      await expect(status).toContainText('Key accepted')
      await second.close()
    })
    expect(filesHolding(key.apiSecret, places)).toEqual([])
    rmSync(temporary, { recursive: true, force: true })
  },
)

test('SEC-15 distinguishes a forbidden address, an unreachable one and a wrong secret; a wrong secret sends nothing else and leaves no trace in the page', async ({
  welcome: { page },
  simulator,
}) => {
  const form = connectScreen(page)
  const key = simulator.key('full')
  const wrong = 'canary-wrong-secret-5c1e7d'
  await welcomeScreen(page).connect.click()
  await form.fill({ address: 'http://exchange.example', ...key, name: 'Harbour' })
  await expect(form.saveButton).toBeDisabled()
  await form.check()
  await expect(form.address).toHaveAttribute('aria-invalid', 'true')
  await form.address.fill('http://127.0.0.1:9')
  await form.check()
  await expect(form.steps.nth(0)).toContainText('cannot be reached')

  await form.fill({ address: simulator.url, ...key, name: 'Harbour', apiSecret: wrong })
  await form.check()
  await expect(form.steps.nth(0)).toContainText('passed')
  await expect(form.steps.nth(1)).toContainText('does not accept this key and secret')
  await expect(form.saveButton).toBeDisabled()
  await expect(form.apiSecret).toHaveValue('')
  expect(await page.content()).not.toContain(wrong)
  const calls = (await simulator.calls()).map(({ path: called }) => called)
  expect(calls.filter((called) => called.includes('balance'))).toHaveLength(1)

  // Correcting the secret is enough: main kept the rest.
  await form.apiSecret.fill(key.apiSecret)
  await form.check()
  await expect(form.steps).toHaveText([/The exchange answers\s+passed/, /main balance\s+passed/])
  await expect(form.apiSecret).toHaveValue('')
  expect(await page.content()).not.toContain(key.apiSecret)
})

test('NET-17 confirms a proxy in a system dialog while connecting, asks it for a tunnel, and reveals only host and port to it', async ({
  installation,
  keyring,
  simulator,
}) => {
  const proxy = await startLoggingProxy(1, true)
  try {
    const { app, page } = await installation.launch({ keyring })
    await answerBoxes(app, 'no')
    const form = connectScreen(page)
    await welcomeScreen(page).connect.click()
    await page.getByText('Do you need a proxy to reach the internet?').click()
    const field = page.getByLabel('Proxy for calls to the exchange')
    await field.fill(proxy.url)
    await field.blur()
    const key = simulator.key('full')
    await form.fill({ address: 'https://exchange.example', ...key })
    await form.check()
    // 12.9: the page can choose neither another proxy nor a new address, and the dialogs name both.
    await expect(page.getByText('It was not confirmed in the system dialog').first()).toBeVisible()
    expect(await askedBoxes(app)).toEqual([
      `Connect to the exchange through ${proxy.url}?`,
      'Send the key you typed to https://exchange.example?',
    ])
    expect(proxy.asked).toEqual([])

    await answerBoxes(app, 'yes')
    // After a no, the same question has to wait.
    await expect
      .poll(async () => {
        await field.fill(proxy.url)
        await field.blur()
        return ((await askMain(page, 'settings/read', null)) as { value: { proxy: string } }).value
          .proxy
      })
      .toBe(proxy.url)
    await expect(async () => {
      await form.fillKey(key)
      await form.check()
      await expect(form.steps.nth(0)).toContainText('cannot be reached', { timeout: 5000 })
    }).toPass()
    const requests = proxy.asked.join('\n')
    expect(requests).toContain('"CONNECT","exchange.example:443"')
    for (const secret of [key.apiKey, key.apiSecret]) expect(requests).not.toContain(secret)
  } finally {
    await proxy.stop()
  }
})

test(
  'SEC-19 masks the stream token, shows it while the button is held, and clears it from the clipboard',
  { tag: '@long' },
  async ({ account: { page, app } }) => {
    const settings = settingsScreen(page)
    const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText())
    await windowScreen(page).go('Settings')
    await settings.open('Connection')
    await settings.fetchToken.click()
    await expect(settings.token).toContainText('•••')

    // 12.9: the page alone does not get it.
    await answerBoxes(app, 'no')
    expect(await askMain(page, 'stream-token/reveal', null)).toMatchObject({
      ok: false,
      error: { reason: 'BOX' },
    })
    expect(await askedBoxes(app)).toEqual(['Show the stream token of “Harbour”?'])
    await answerBoxes(app, 'yes')
    await expect
      .poll(async () => ((await askMain(page, 'stream-token/reveal', null)) as { ok: boolean }).ok)
      .toBe(true)

    await settings.reveal.hover()
    await page.mouse.down()
    await expect(settings.token.locator('.token')).not.toContainText('•')
    const token = await settings.token.locator('.token').innerText()
    await page.mouse.up()
    await expect(settings.token).toContainText('•••')
    expect(await page.content()).not.toContain(token)

    await settings.copyToken.click()
    await expect(settings.token).toContainText('The clipboard clears in')
    expect(await clipboard()).toBe(token)
    await expect.poll(clipboard, { timeout: 120_000 }).toBe('')
  },
)

test(
  'adds, renames, switches and deletes accounts with all their data',
  needs('a real keychain to look into', '@needs-electron'),
  async ({ connected: { page }, simulator, keyring }) => {
    const window = windowScreen(page)
    const settings = settingsScreen(page)
    await window.go('Settings')
    const form = connectScreen(page)
    await settings.open('Accounts')
    await settings.rename('Harbour', 'Main quay')
    await expect(window.status).toContainText('Main quay')

    await settings.addAccount.click()
    await form.fill({ address: simulator.url, ...simulator.key('plain'), name: 'Second' })
    await form.check()
    await form.save()
    await expect(window.status).toContainText('Second')
    await expect(settings.accounts).toHaveCount(2)

    await settings.showAccount.click()
    await expect(window.status).toContainText('Main quay')

    await settings.remove('Second')
    await expect(settings.removal).toContainText('keychain')
    await expect(settings.removal).toContainText(/figures|data/i)
    await expect(settings.removal).toContainText(/journal|recorded/i)
    await settings.removal.getByRole('button', { name: /^Delete/ }).click()
    await expect(settings.accounts).toHaveCount(1)
    // The list updates immediately; the key is deleted after that.
    const kept = async (): Promise<string> =>
      (await keyring.secretTool(['search', '--all', '--unlock', 'service', 'plimsoll'])).out
    await expect.poll(async () => (await kept()).match(/attribute\.account/g)).toHaveLength(1)
    expect(await kept()).not.toContain(simulator.key('plain').apiSecret)
  },
)
