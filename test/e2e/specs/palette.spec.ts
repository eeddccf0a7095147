import { paletteScreen } from '../screens/palette-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { expect, test } from '../support/plimsoll.js'

test(
  'UX-66 reaches a screen, a tab, the theme and a market by keyboard, which opens but sends nothing',
  { tag: '@stand-in' },
  async ({ demo: { page, consoleErrors } }) => {
    const window = windowScreen(page)
    const palette = paletteScreen(page)
    await expect(window.heading('Overview')).toBeVisible()
    await palette.run('posi')
    await expect(window.heading('Positions')).toBeFocused()
    await palette.run('settings: appear')
    await expect(page.getByRole('tab', { name: 'Appearance', selected: true })).toBeVisible()
    await palette.run('dark theme')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await askMain(page, 'settings/read', null)).toMatchObject({
      ok: true,
      value: { theme: 'dark' },
    })
    // Restore the state for the next test in this app.
    await askMain(page, 'settings/change', { theme: 'system' })

    await page.keyboard.press('ControlOrMeta+k')
    await palette.dialog.waitFor()
    await page.keyboard.type('btc usdt')
    await expect(palette.reached).toContainText('BTC_USDT')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Market', exact: true })).toHaveValue(
      'BTC_USDT',
    )
    expect(await askMain(page, 'trading/read', null)).toMatchObject({
      ok: true,
      value: { open: [], recent: [] },
    })

    await page.getByRole('link', { name: 'Mining' }).focus()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Mining' })).toBeFocused()
    expect(consoleErrors).toEqual([])
  },
)
