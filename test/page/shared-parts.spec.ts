// What several screens share: the same keys, roles and places everywhere.
import type { Page } from '@playwright/test'
import type { PortfolioView } from '../../src/shared/portfolio/portfolio.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { anAccount, aMining } from '../fixtures/portfolio/investments.js'
import { mixedAccounts } from '../fixtures/portfolio/many-accounts.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { openOpenOrders } from './trade-screen.js'
import {
  boxOf,
  fillConnectForm,
  goTo,
  openConnectForm,
  openTab,
  type ScreenName,
} from './screens.js'
import { push, step } from './steps.js'

const withTabs = [
  { screen: 'Settings', label: 'Settings', first: 'Accounts', second: 'Alerts' },
  { screen: 'Trade', label: 'Kinds of orders', first: 'Market', second: 'Limit' },
  { screen: 'Activity', label: 'What to show', first: 'Alerts', second: 'Orders' },
  {
    screen: 'Investments',
    label: 'What to show of the investments',
    first: 'History',
    second: 'Earnings',
  },
] as const

test('UX-66 names the tabs of every screen, keeps what was typed in one, puts headings in one place, and explains under its field why a name was not added', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), mining: aMining([anAccount()]) })
  await step(page, 'headings', async () => {
    const placeOf = async (name: ScreenName): Promise<{ x: number; y: number }> => {
      await goTo(page, name)
      const { x, y } = await boxOf(page.getByRole('heading', { level: 1, name }))
      return { x, y }
    }
    const first = await placeOf('Overview')
    for (const name of ['Trade', 'Mining', 'Activity', 'Settings'] as const)
      expect(await placeOf(name), name).toEqual(first)
  })
  await step(page, 'tabs, arrow keys and the selected panel', async () => {
    for (const { screen, label, first, second } of withTabs) {
      await goTo(page, screen)
      const tabs = page.getByRole('tablist', { name: label })
      const panel = page.getByRole('main').getByRole('tabpanel')
      await expect(tabs.getByRole('tab', { name: first })).toHaveAttribute('aria-selected', 'true')
      await tabs.getByRole('tab', { name: first }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(tabs.getByRole('tab', { name: second })).toBeFocused()
      await expect(tabs.getByRole('tab', { name: second })).toHaveAttribute('aria-selected', 'true')
      await expect(panel).toHaveCount(1)
      await expect(panel).toHaveAccessibleName(second)
    }
  })
  await step(page, 'what was typed in a tab', async () => {
    await openTab(page, 'Alerts')
    await page.getByLabel('LTV in percent').fill('72.5')
    await page.getByRole('tab', { name: 'Connection' }).click()
    await expect(page.getByLabel('LTV in percent')).toBeHidden()
    await page.getByRole('tab', { name: 'Alerts' }).click()
    await expect(page.getByLabel('LTV in percent')).toHaveValue('72.5')
  })
  await step(page, 'a name that was not added', async () => {
    await goTo(page, 'Mining')
    const input = page.getByLabel('Name of the mining account')
    await page.getByRole('button', { name: 'Add account' }).click()
    await expect(input).toBeFocused()
    await expect(input).toHaveAccessibleDescription('Enter the account’s name.')
    await page.keyboard.type('x')
    await expect(input).not.toHaveAttribute('aria-invalid')
  })
})

const questions: {
  [name: string]: { show: (page: Page) => Promise<void>; title: RegExp; focused: string }
} = {
  'deleting an account': {
    show: async (page) => {
      await openTab(page, 'Accounts')
      await page.getByRole('button', { name: 'Delete “Savings”' }).click()
    },
    title: /^Delete “Savings”/,
    focused: 'Keep it',
  },
  'removing a mining account': {
    show: async (page) => {
      await goTo(page, 'Mining')
      await page.getByRole('button', { name: /^Remove “/ }).click()
    },
    title: /^Remove “/,
    focused: 'Close',
  },
  'leaving a form that was begun': {
    show: async (page) => {
      await openTab(page, 'Accounts')
      await page.getByRole('button', { name: 'Add an account' }).click()
      await page.getByLabel('Account name').fill('Third')
      await page.getByRole('button', { name: 'Back' }).click()
    },
    title: /^Leave without saving/,
    focused: 'Stay here',
  },
}

test('asks before something is lost with the focus on the safe button, and Esc cancels', async ({
  open,
}) => {
  const page = await open({ ...mixedAccounts(4), mining: aMining([anAccount()]) })
  for (const [name, { show, title, focused }] of Object.entries(questions)) {
    await show(page)
    const dialog = page.getByRole('alertdialog', { name: title })
    await expect(dialog.getByRole('button', { name: focused }), name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog, name).toHaveCount(0)
  }
})

test('marks the demo the same way everywhere', async ({ open }) => {
  const page = await open(scenes.demo())
  await page.keyboard.press('?')
  const marks = page.getByText('DEMO', { exact: true }).and(page.locator('.demo-mark'))
  const looks = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const { fontSize, fontWeight, borderRadius, color } = getComputedStyle(mark)
      return [fontSize, fontWeight, borderRadius, color].join()
    }),
  )
  expect(looks.length).toBeGreaterThanOrEqual(3)
  expect(new Set(looks).size).toBe(1)
})

test('lays a form on the welcome screen out as in Settings: advice beside it, below it in a small window', async ({
  open,
}) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await fillConnectForm(page, { apiKey: 'public-key-0001', apiSecret: 'secret-secret-0001' })
  const advice = page.getByRole('complementary', { name: 'Before the first call' })
  const form = page.getByLabel('API secret')
  expect((await boxOf(advice)).x).toBeGreaterThan((await boxOf(form)).x + (await boxOf(form)).width)
  await page.setViewportSize({ width: 700, height: 1600 })
  expect((await boxOf(advice)).x).toBe((await boxOf(form)).x)
  expect((await boxOf(advice)).y).toBeGreaterThan((await boxOf(form)).y)
})

test('says that an empty list is old instead of reporting that there is nothing', async ({
  open,
}) => {
  const { portfolio } = scenes.empty()
  const emptyPortfolio = (asOf: number): PortfolioView => ({
    ...portfolio,
    balance: aFeed([], { asOf }),
    positions: aFeed([], { asOf, every: 5 }),
    loan: aFeed({ kind: 'no-loan' }, { asOf }),
    openOrders: aFeed([], { asOf, every: 10 }),
  })
  const warning = 'Last checked 6 min ago. There is no newer answer, so this may have changed.'
  const page = await open(scenes.empty())
  for (const [asOf, said] of [
    [now - 360, 1],
    [now - 1, 0],
  ] as const) {
    await push(page, 'portfolio', emptyPortfolio(asOf))
    await goTo(page, 'Overview')
    for (const title of ['LTV headroom', 'Open risk']) {
      const panel = page.getByRole('region', { name: title, exact: true })
      await expect(panel.getByText(warning)).toHaveCount(said)
    }
    for (const screen of ['Positions', 'Loans'] as const) {
      await goTo(page, screen)
      await expect(
        page.getByRole('main').getByText(/^No (open positions|active loan)$/),
      ).toBeVisible()
      await expect(page.getByRole('main').getByText(warning)).toHaveCount(said)
    }
    await openOpenOrders(page)
    await expect(page.getByText('No open orders')).toBeVisible()
    await expect(page.getByRole('main').getByText(warning)).toHaveCount(said)
  }
})
