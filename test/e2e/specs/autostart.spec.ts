import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { needs } from '../support/needs.js'
import { expect, test } from '../support/plimsoll.js'

test(
  'UX-53 switches autostart on and off through a file in the autostart folder, and reports when another program changed it',
  needs('the autostart folder of Linux', '@needs-electron', '@needs-linux'),
  async ({ installation }) => {
    const config = mkdtempSync(path.join(tmpdir(), 'plimsoll-config-'))
    const folder = path.join(config, 'autostart')
    const file = path.join(folder, 'plimsoll.desktop')
    const { app, page } = await installation.launch({
      flags: ['--demo'],
      env: { XDG_CONFIG_HOME: config },
    })
    const settings = settingsScreen(page)
    await windowScreen(page).go('Settings')
    await settings.open('Window and tray')
    // A run from source offers no autostart, so this one pretends to be installed.
    await expect(settings.panel.getByText('Not offered in a run from source')).toBeVisible()
    expect(
      await app.evaluate(({ app: running }) =>
        Reflect.defineProperty(running, 'isPackaged', { value: true }),
      ),
    ).toBe(true)
    const lookAgain = (): Promise<boolean> =>
      page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
    await lookAgain()

    const toggle = settings.panel.getByRole('switch', { name: 'Start with the system' })
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(toggle).toBeChecked()
    const own = readFileSync(file, 'utf8')
    expect(own.split('\n')).toContain('Type=Application')
    expect(own).toMatch(/^Exec=.*electron"? --hidden .*--user-data-dir=/m)
    expect(readdirSync(folder)).toEqual(['plimsoll.desktop'])

    writeFileSync(file, `${own}Hidden=true\n`)
    await lookAgain()
    await expect(toggle).not.toBeChecked()
    await expect(settings.panel.getByText('Switched off in your desktop’s settings')).toBeVisible()
    await toggle.click()
    await expect(toggle).toBeChecked()

    writeFileSync(file, own.replace('Terminal=false', 'Terminal=true'))
    await lookAgain()
    await expect(settings.panel.getByText('was changed by you or another program')).toBeVisible()
    await expect(toggle).toHaveCount(0)
    expect(readFileSync(file, 'utf8')).toContain('Terminal=true')
    await settings.panel
      .getByRole('button', { name: 'Replace that file with Plimsoll’s own' })
      .click()
    await expect(toggle).toBeChecked()
    expect(readFileSync(file, 'utf8')).toBe(own)

    await toggle.click()
    await expect(toggle).not.toBeChecked()
    expect(readdirSync(folder)).toEqual([])
    rmSync(config, { recursive: true })
  },
)
