// The packaged program, from its folder and installed, in the build that Playwright can drive.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { loansScreen } from '../screens/loans-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { updatesScreen } from '../screens/updates-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/connected.js'
import { holdLimits, quitByItself } from '../support/held-limits.js'

test('SUP-11 REN-13 opens the packaged app, shows the demo on every screen one click later, lists licences, and quits cleanly', async ({
  installation,
}) => {
  const { app, page, consoleErrors } = await installation.launch()
  const window = windowScreen(page)
  expect(await app.evaluate(({ app: running }) => running.isPackaged)).toBe(true)
  await test.step('shows the demo on every screen', async () => {
    await welcomeScreen(page).demo.click()
    await expect(overviewScreen(page).assets.filter({ hasText: 'USDT' }).first()).toBeVisible()
    await expect(overviewScreen(page).headroom).toContainText('before margin call')
    await window.go('Positions')
    await expect(positionsScreen(page).row('BTC_USDT')).toContainText(/Long|Short/)
    await window.go('Loans')
    await expect(loansScreen(page).gauge).toHaveAttribute('aria-valuetext', /margin call/)
    await window.go('Activity')
  })

  await test.step('SUP-11 lists the licence terms of every component in the file that About names', async () => {
    await updatesScreen(page).open()
    const file = await settingsScreen(page).about('Third-party notices').innerText()
    // The user's home folder is written as `~`.
    const text = readFileSync(file.replace(/^~(?=[\\/])/, homedir()), 'utf8')
    for (const name of ['axios', 'electron', 'svelte', '@fontsource-variable/inter'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  await test.step('does not check for updates without a feed, and says how this installation is updated', async () => {
    await expect(updatesScreen(page).words).toContainText('packaged without an update server')
    await expect(updatesScreen(page).buttons).toHaveCount(0)
  })
  expect(consoleErrors).toEqual([])

  await test.step('REN-13 offers no developer tools in the packaged menu, and the page cannot open them', async () => {
    const found = await app.evaluate(({ BrowserWindow, Menu, webContents }) => {
      const roles = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) =>
        (item.submenu?.items ?? []).map(({ role }) => String(role)),
      )
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
        openDevTools(): void
      }
      const before = webContents.getAllWebContents().length
      contents.openDevTools()
      return {
        roles: roles.map((role) => role.toLowerCase()),
        preferences: contents.getLastWebPreferences(),
        // Developer tools are a separate page, created immediately and shown later.
        opened: webContents.getAllWebContents().length - before,
      }
    })
    expect(found.roles.length).toBeGreaterThan(3)
    for (const role of ['toggledevtools', 'reload', 'forcereload'])
      expect(found.roles).not.toContain(role)
    expect(found.preferences).toMatchObject({ sandbox: true, contextIsolation: true })
    expect(found.opened).toBe(0)
  })
  await holdLimits(app)
  await quitByItself(app)
})

test.describe('the installed app, or the unpacked one where nothing may be installed', () => {
  test.use({
    program: process.env['PLIMSOLL_INSTALLED'] ?? process.env['PLIMSOLL_ELECTRON'] ?? '',
  })

  // Installed files belong to root; native modules still have to load and reach the keychain.
  test('loads both native modules from the package: a key is stored in the real keychain and survives a restart', async ({
    connected,
    installation,
    keyring,
  }) => {
    const found = (await keyring.secretTool(['search', '--all', '--unlock', 'service', 'plimsoll']))
      .out
    expect(found).toContain('attribute.account')
    await connected.close()
    const { page } = await installation.launch({ keyring })
    await expect(overviewScreen(page).assets.filter({ hasText: 'USDT' }).first()).toBeVisible()
    await expect(windowScreen(page).status).toContainText('Key accepted')
  })
})
