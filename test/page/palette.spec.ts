// The command palette, the shortcuts and their list (UX-66).
import type { Page } from '@playwright/test'
import { keyNames } from '../../src/renderer/components/words.js'
import { keysOf, shortcutRows } from '../../src/renderer/shell/shortcuts.js'
import { calmAccounts } from '../fixtures/portfolio/many-accounts.js'
import { manyMarkets } from '../fixtures/portfolio/market.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { step } from './steps.js'
import { readyScene } from './trade-screen.js'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const field = (page: Page) => page.getByRole('combobox', { name: /^Search for/ })
const options = (page: Page) => palette(page).getByRole('option')
const reached = (page: Page) => palette(page).getByRole('option', { selected: true })

test('UX-66 offers a tab, an account or an action as one command each', async ({ open }) => {
  const page = await open(scenes.twoProfiles())
  const run = async (typed: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  await run('settings: win')
  await expect(page.getByRole('tab', { name: 'Window and tray', selected: true })).toBeVisible()
  await run('dark th')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run('savings')
  expect(await asked(page, 'profiles/switch')).toHaveLength(1)
  await run('refresh')
  expect(await asked(page, 'portfolio/refresh')).toHaveLength(1)
  await run('investments: op')
  await expect(page.getByRole('tab', { name: 'Open', selected: true })).toBeVisible()
  await run('test not')
  expect(await asked(page, 'alerts/test-notification')).toHaveLength(1)
  await run('check for')
  expect(await asked(page, 'updates/check')).toHaveLength(1)
  await expect(page.getByRole('tab', { name: 'About', selected: true })).toBeVisible()
  await run('show keyboard')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('UX-66 opens a market’s ticket, filled and unsent; opens from a field, also with a list of its own, and from the account list, which closes, and not over a dialog', async ({
  open,
}) => {
  const page = await open(readyScene())
  await step(page, 'a ticket, and recent markets', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('btc usdt')
    await expect(reached(page)).toContainText('BTC_USDT')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Market', exact: true })).toHaveValue(
      'BTC_USDT',
    )
    await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('')
    for (const channel of ['orders/prepare', 'orders/confirm'])
      expect(await asked(page, channel)).toHaveLength(0)
    await page.getByRole('combobox', { name: 'Market', exact: true }).fill('ETH_USDT')
    await advance(page, 1100)
    await page.keyboard.press('Control+k')
    const recent = palette(page).getByRole('group', { name: 'Recent markets' }).getByRole('option')
    await expect(recent.first()).toContainText('ETH_USDT')
    await expect(recent.nth(1)).toContainText('BTC_USDT')
  })
  await step(page, 'a field, the account list and a dialog', async () => {
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await goTo(page, 'Trade')
    const market = page.getByRole('combobox', { name: 'Market', exact: true })
    await market.focus()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(market).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(market).toHaveValue(/\?$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Control+Shift+A')
    await expect(page.getByRole('menu', { name: 'Accounts' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('menu', { name: 'Accounts' })).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')

    await goTo(page, 'Positions')
    const filter = page.getByLabel('Find a market')
    await filter.fill('btc')
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(filter).toBeFocused()
    await expect(filter).toHaveValue('btc')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
  })
})

test('UX-66 offers the possible actions on the welcome screen', async ({ open }) => {
  const page = await open(scenes.welcome())
  await page.keyboard.press('Control+k')
  await expect(options(page)).not.toHaveCount(0)
  await expect(palette(page).getByText('Try the demo')).toBeVisible()
  await expect(palette(page).getByText('Positions')).toHaveCount(0)
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  expect(await asked(page, 'demo/enter')).toHaveLength(1)
})

test('UX-66 keeps the list short with fifty accounts and a thousand markets, and shows the full count', async ({
  open,
}) => {
  const scene = calmAccounts(50)
  const listed = manyMarkets(['BTC', 'ETH'], 1000)
  const page = await open({
    ...scene,
    markets: { ...scene.markets, markets: { ...scene.markets.markets, value: listed } },
  })
  await page.keyboard.press('Control+k')
  expect(await options(page).count()).toBeLessThan(50)
  await listen(page)
  await page.keyboard.type('client')
  await expect(options(page)).toHaveCount(20)
  await advance(page, 1100)
  expect(await announced(page)).toContain('20 results')
  await field(page).fill('client 50')
  await expect(reached(page)).toContainText('Client 50')
  await field(page).fill('nothing of this name')
  await expect(palette(page).getByText('Nothing found for “nothing of this name”.')).toBeVisible()
  await advance(page, 1100)
  expect(await announced(page)).toContain('Nothing found.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
})

test('UX-66 opens the list of shortcuts with a question mark, finds a screen in the palette, which Enter opens; arrow keys wrap around, and Esc closes it and returns the focus', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the list of shortcuts, and no screen behind it', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const keys = keyNames('')
    await expect(dialog.locator('dd')).toHaveText(shortcutRows.map(({ what }) => what))
    await expect(dialog.locator('dt')).toHaveText(
      shortcutRows.map((row) => keysOf(row, keys).join('')),
    )
    await page.keyboard.press('Alt+2')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  })
  await step(page, 'a screen in the palette', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('min')
    await expect(reached(page)).toHaveText('Mining')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Mining' })).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(reached(page)).toHaveText('Mining')
    await expect(
      palette(page).getByRole('group', { name: 'Used last' }).getByRole('option'),
    ).toHaveText(['Mining'])
    expect(await page.evaluate(() => window.cspReports)).toEqual([])
    await page.keyboard.press('Escape')

    const link = page.getByRole('link', { name: 'Loans' })
    await link.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('settings')
    const count = await options(page).count()
    expect(count).toBeGreaterThan(6)
    await expect(reached(page)).toHaveText('Settings')
    await page.keyboard.press('ArrowDown')
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options(page).nth(1).getAttribute('id')) ?? '',
    )
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(link).toBeFocused()
    await expect(page.getByRole('heading', { level: 1, name: 'Mining' })).toBeVisible()
  })
})

test('UX-66 axe finds nothing serious in the palette and in the list of shortcuts', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles(), tall)
  await page.keyboard.press('Control+k')
  await expect(options(page)).not.toHaveCount(0)
  await expectNoSeriousFinding(page, 'palette')
  await page.keyboard.type('se')
  await expectNoSeriousFinding(page, 'palette, searched')
  await page.keyboard.type('xyzxyz')
  await expectNoSeriousFinding(page, 'palette, nothing found')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoSeriousFinding(page, 'shortcuts')
  // The tones do not depend on what is listed.
  for (const scene of [scenes.welcome(), scenes.hostile()]) {
    await open(scene, { ...tall, instead: page })
    await page.keyboard.press('Control+k')
    await expect(options(page)).not.toHaveCount(0)
    await expectNoSeriousFinding(page, 'palette', ['plain'])
    await page.keyboard.type('se')
    await expectNoSeriousFinding(page, 'palette, searched', ['plain'])
  }
})
