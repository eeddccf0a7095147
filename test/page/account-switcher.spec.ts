// The account list in the navigation: its contents, its keyboard use, and the question before an
// unsaved form is lost.
import type { Page } from '@playwright/test'
import type { AccountsView } from '../../src/shared/accounts/account-summary.js'
import type { RiskLevel } from '../../src/shared/alerts/alert.js'
import { aProfile, aSummary, demoProfile } from '../fixtures/portfolio/accounts.js'
import {
  calmAccounts,
  failingAccounts,
  mixedAccounts,
  profilesOf,
  summariesOf,
} from '../fixtures/portfolio/many-accounts.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { everyLook, expectNoSeriousFinding, tall } from './axe.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import {
  advance,
  asked,
  boxOf,
  fillConnectForm,
  forgetAsked,
  goTo,
  openTab,
  screenNames,
  twoFrames,
} from './screens.js'

function switcher(page: Page) {
  return page.getByRole('navigation').getByRole('button', { name: /^Account: / })
}

const list = (page: Page) => page.getByRole('menu', { name: 'Accounts' })
const items = (page: Page) => list(page).getByRole('menuitemradio')
const shownName = (page: Page) => page.getByRole('contentinfo').locator('.profile .name')

function pushAccounts(page: Page, view: AccountsView): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('accounts', JSON.parse(text) as AccountsView),
    JSON.stringify(view),
  )
}

const mainId = aProfile().id

/** The demo with the user's own accounts behind it. */
function demoOver(count: number): Scene {
  const { appState, accounts } = calmAccounts(count)
  return {
    ...scenes.demo(),
    appState: { ...appState, demo: demoProfile },
    accounts: {
      accounts: [...accounts.accounts, aSummary({ profile: demoProfile, headline: 'LTV is calm' })],
    },
  }
}

test('shows the name of a single account in the navigation, an ordinary one in full and a long one on hover, and lists it with the way to add another', async ({
  open,
}) => {
  const { appState, ...scene } = scenes.ordinary()
  const page = await open({ ...scene, appState })
  await expect(switcher(page)).toHaveText('Account: Main')
  await switcher(page).click()
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toHaveAttribute('aria-checked', 'true')
  await expect(list(page).getByRole('menuitem', { name: 'Add an account' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [name, isWhole] of [
    ['Long-term holdings EU', true],
    ['The Ocean-going Trading Company of Rotterdam and Curaçao, Ltd', false],
  ] as const) {
    await page.evaluate(
      (text) => window.fake.push('app-state', JSON.parse(text)),
      JSON.stringify({ ...appState, profiles: [aProfile({ name })] }),
    )
    await expect(switcher(page)).toHaveAttribute('title', `${name} · Global`)
    const cut = await switcher(page)
      .locator('.name')
      .evaluate((shown) => shown.scrollHeight > shown.clientHeight + 1)
    expect(cut, name).toBe(!isWhole)
  }
})

test('REN-17, UX-65 lists each account with name, exchange, state and key problems, marks the current one, and axe finds nothing serious there', async ({
  open,
}) => {
  const page = await open(failingAccounts(5), tall)
  await switcher(page).click()
  await expect(items(page)).toHaveText([
    /^\s*Main\s+Global\s+All clear\.\s*$/,
    /^\s*Savings\s+EU\s+Not monitored: The exchange does not accept this key\s+Key rejected\s*2$/,
    /^\s*Trading desk\s+Custom address, plain http on this computer\s+Not monitored: The keychain is locked\s+Key locked or missing\s*3$/,
    /^\s*Long-term holdings\s+Global\s+Not monitored: Loan and positions not monitored: the exchange cannot be reached\s*4$/,
    /^\s*Family\s+EU\s+Not monitored: The session-only key is gone\s+Session key ended\s*5$/,
  ])
  await expect(list(page).locator('[aria-current="true"]')).toHaveCount(1)
  await expect(list(page).getByRole('menuitemradio', { checked: true })).toHaveAccessibleName(
    /^Main/,
  )
  await expectNoSeriousFinding(page, 'the list of accounts', everyLook)
})

test('keeps the accounts in their own order whatever their state, with the marked demo last, and leaves the demo, with its controls, when another account is selected', async ({
  open,
}) => {
  const page = await open(demoOver(3))
  await expect(switcher(page)).toHaveAccessibleName(/Demo account\s*DEMO/)
  await switcher(page).click()
  const names = items(page).locator('.title')
  await expect(names).toHaveText(['Main', 'Savings', 'Trading desk', 'Demo account'])
  await expect(items(page).last()).toContainText('DEMO')
  const summaries = summariesOf(
    3,
    {},
    { level: 'danger', headline: 'Margin call' },
    { level: 'unmonitored', headline: 'Lost' },
  )
  await pushAccounts(page, { accounts: summaries.toReversed() })
  await expect(items(page).nth(2)).toContainText('Not monitored: Lost')
  await expect(names).toHaveText(['Main', 'Savings', 'Trading desk', 'Demo account'])
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: 'Demo controls' }).click()
  await page.evaluate(() => window.fake.hold('demo/act'))
  await page.getByRole('button', { name: 'Past margin call' }).click()
  await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), aProfile().id)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await listen(page)
  await page.evaluate(() => window.fake.release('demo/act'))
  await advance(page, 2000)
  expect((await announced(page)).filter((text) => text.includes('margin call'))).toEqual([])
  await expect(shownName(page)).toHaveText('Main')
  await expect(page.getByText('DEMO', { exact: true })).toHaveCount(0)
  await switcher(page).click()
  await expect(items(page)).toHaveCount(3)
})

test('UX-67 shows the worst state of the other accounts with text and an icon, if worse than that of the current one, and drops a deleted account and shows a new name immediately, even after older messages from main', async ({
  open,
}) => {
  const page = await open(calmAccounts(3))
  const worse = switcher(page).locator('.worse')
  await expect(worse).toHaveCount(0)
  const tell = (...levels: RiskLevel[]): Promise<void> =>
    pushAccounts(page, {
      accounts: summariesOf(3, ...levels.map((level) => ({ level }))),
    })
  await tell('fine', 'caution', 'danger')
  await expect(worse).toHaveText('Danger: Trading desk')
  await expect(worse.locator('svg')).toBeVisible()
  await expect(switcher(page)).toHaveAccessibleName(/^Account: Main\s+Danger: Trading desk$/)
  await tell('fine', 'danger', 'danger')
  await expect(worse).toHaveText('Danger: 2 accounts')
  await tell('danger', 'danger', 'caution')
  await expect(worse).toHaveCount(0)
  await tell('caution', 'unmonitored', 'caution')
  await expect(worse).toHaveText('Not monitored: Savings')
  await pushAccounts(page, mixedAccounts(3).accounts)
  const [main, savings] = profilesOf(3)
  await page.evaluate(
    (text) => window.fake.push('app-state', JSON.parse(text)),
    JSON.stringify({
      ...mixedAccounts(3).appState,
      profiles: [main, { ...savings, name: 'Reserve' }],
    }),
  )
  await switcher(page).click()
  await expect(items(page).locator('.title')).toHaveText(['Main', 'Reserve'])
  await expect(page.locator('.shell')).not.toContainText('Trading desk')
  await expect(switcher(page)).toContainText('Caution: Reserve')
})

test('UX-48 keeps the screen on a switch, on every screen, in two actions', async ({ open }) => {
  const page = await open(calmAccounts(3))
  for (const [at, screen] of screenNames.entries()) {
    await goTo(page, screen)
    const name = at % 2 === 0 ? 'Savings' : 'Main'
    await switcher(page).click()
    await items(page)
      .filter({ hasText: new RegExp(`^\\s*${name}`) })
      .click()
    await expect(shownName(page)).toHaveText(name)
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
    await expect(list(page)).toBeHidden()
  }
  expect(await asked(page, 'profiles/switch')).toHaveLength(screenNames.length)
})

test('announces once whose figures are shown now, lets the last choice win, selects nobody where there is no account, and reports a switch that main refuses', async ({
  open,
}) => {
  const page = await open(calmAccounts(2))
  await test.step('announces once whose figures are shown now', async () => {
    await listen(page)
    await page.keyboard.press('Control+Shift+Digit2')
    await expect(shownName(page)).toHaveText('Savings')
    await expect.poll(() => announced(page)).toEqual(['“Savings” is shown.'])
  })
  await test.step('can select the current account again: the last choice wins, even before an earlier one is shown', async () => {
    await page.keyboard.press('Control+Shift+Digit1')
    await expect(shownName(page)).toHaveText('Main')
    await switcher(page).click()
    await items(page).first().click()
    await expect(list(page)).toBeHidden()
    await page.evaluate(() => window.fake.hold('profiles/switch'))
    await page.keyboard.press('Control+Shift+Digit2')
    await page.keyboard.press('Control+Shift+Digit1')
    const [main] = calmAccounts(2).appState.profiles
    expect((await asked(page, 'profiles/switch')).at(-1)).toEqual({ id: main?.id })
    await expect(shownName(page)).toHaveText('Main')
  })
  await test.step('selects nobody where there is no account', async () => {
    await page.evaluate(() => window.fake.release('profiles/switch'))
    await expect(shownName(page)).toHaveText('Main')
    await forgetAsked(page)
    await page.keyboard.press('Control+Shift+Digit7')
    expect(await asked(page, 'profiles/switch')).toEqual([])
  })
  await test.step('reports a switch that main refuses, and keeps the account', async () => {
    await page.evaluate(
      (error) => window.fake.answer('profiles/switch', { ok: false, error }),
      aProblem('gone', { message: 'This account no longer exists.' }),
    )
    await page.keyboard.press('Control+Shift+Digit2')
    await expect(page.locator('.failed-requests')).toContainText('This account no longer exists.')
    await expect(shownName(page)).toHaveText('Main')
  })
})

test('UX-66 opens with Tab or by shortcut, moves with arrows, Home, End and typed letters, selects by Enter or by position, and returns the focus', async ({
  open,
}) => {
  const page = await open(calmAccounts(12))
  await test.step('opens with Tab, moves with arrows, Home and End, and Esc returns the focus', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(switcher(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(items(page).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(items(page).nth(2)).toBeFocused()
    await page.keyboard.press('End')
    const add = list(page).getByRole('menuitem', { name: 'Add an account' })
    await expect(add).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items(page).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(add).toBeFocused()
    await page.keyboard.press('Home')
    await expect(items(page).nth(0)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(switcher(page)).toBeFocused()
    await expect(switcher(page)).toHaveAttribute('aria-expanded', 'false')

    await page.keyboard.press('ArrowDown')
    await expect(list(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(list(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Overview' })).toBeFocused()
    expect(await asked(page, 'profiles/switch')).toEqual([])
  })
  await test.step('opens by shortcut, and returns the focus', async () => {
    const link = page.getByRole('link', { name: 'Mining' })
    await link.focus()
    for (const keys of ['Control+Shift+A', 'Meta+Shift+A', 'Alt+Shift+A']) {
      await page.keyboard.press(keys)
      await expect(items(page).nth(0)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(link).toBeFocused()
    }
    await page.keyboard.press('Control+a')
    await expect(list(page)).toBeHidden()
  })
  await test.step('jumps to the account that begins with the typed letters, spaces included, and Enter selects it', async () => {
    await switcher(page).focus()
    await page.keyboard.press('Enter')
    await expect(items(page).nth(0)).toBeFocused()
    await page.keyboard.press('t')
    await expect(items(page).nth(2)).toBeFocused()
    await page.keyboard.press('t')
    await expect(items(page).nth(7), 'again the same letter: the next').toBeFocused()
    await advance(page, 1500)
    await page.keyboard.type('client 11')
    await expect(items(page).nth(10)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(shownName(page)).toHaveText('Client 11')
    await expect(switcher(page)).toBeFocused()
    await advance(page, 1500)
    await page.keyboard.press('Enter')
    await expect(items(page).nth(10), 'it opens at the account on screen').toBeFocused()
    await page.keyboard.press('Space')
    await expect(list(page)).toBeHidden()
  })
  await test.step('selects the account at a position in the list by shortcut, using the physical key', async () => {
    await forgetAsked(page)
    await goTo(page, 'Loans')
    await page.keyboard.press('Control+Shift+Digit3')
    await expect(shownName(page)).toHaveText('Trading desk')
    await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible()
    await page.keyboard.press('Alt+Shift+Digit9')
    await expect(shownName(page)).toHaveText('Client 9')
    await page.keyboard.press('Meta+Shift+Digit1')
    await expect(shownName(page)).toHaveText('Main')
    await page.keyboard.press('Control+Shift+Digit0')
    await page.keyboard.press('Control+Digit2')
    await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeVisible()
    expect(await asked(page, 'profiles/switch')).toHaveLength(3)
  })
})

test('UX-66 ignores both shortcuts while typing and behind a dialog, and includes them in the list of shortcuts', async ({
  open,
}) => {
  const page = await open(calmAccounts(3))
  await goTo(page, 'Loans')
  await page.getByLabel('LTV to reach').focus()
  await page.keyboard.press('Control+Shift+Digit2')
  await page.keyboard.press('Control+Shift+A')
  await expect(list(page)).toBeHidden()
  await page.getByRole('link', { name: 'Loans' }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('CtrlShiftA List of accounts')
  await expect(dialog).toContainText('CtrlShift1…9 Show the account at that place of the list')
  await page.keyboard.press('Control+Shift+Digit2')
  await page.keyboard.press('Control+Shift+A')
  expect(await asked(page, 'profiles/switch')).toEqual([])

  const mac = await open(calmAccounts(2), {
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  })
  await mac.keyboard.press('?')
  await expect(mac.getByRole('dialog')).toContainText('OptionShift1…9 Show the account')
})

test('opens the form for a new account from any screen and any settings tab', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Positions')
  await switcher(page).click()
  await list(page).getByRole('menuitem', { name: 'Add an account' }).click()
  await expect(page.getByLabel('Account name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()
  await openTab(page, 'About')
  await switcher(page).click()
  await list(page).getByRole('menuitem', { name: 'Add an account' }).click()
  await expect(page.getByLabel('Account name')).toBeFocused()

  const demo = await open(demoOver(1), { instead: page })
  await switcher(demo).click()
  await list(demo).getByRole('menuitem', { name: 'Add an account' }).click()
  await expect(demo.getByText(/Leave the demo to add an account or to change one/)).toBeVisible()
})

test('asks before a form for a key is lost: it closes with its account when empty, and stays open when not', async ({
  open,
}) => {
  const page = await open(calmAccounts(2))
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const ways = {
    'the list': async (): Promise<void> => {
      await switcher(page).click()
      await items(page).nth(1).click()
    },
    'the shortcut': async (): Promise<void> => {
      await page.getByRole('link', { name: 'Settings' }).focus()
      await page.keyboard.press('Control+Shift+Digit2')
    },
  }
  for (const [way, act] of Object.entries(ways))
    await test.step(`another account discards what was typed, by ${way}`, async () => {
      await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), mainId)
      await expect(shownName(page)).toHaveText('Main')
      await openTab(page, 'Accounts')
      await forgetAsked(page)
      await page.getByRole('button', { name: 'Add an account' }).click()
      await fillConnectForm(page, { apiKey: 'public-key-0001', apiSecret: 'secret-secret-0001' })
      await act()
      await leave.getByRole('button', { name: 'Stay here' }).click()
      expect(await asked(page, 'profiles/switch')).toEqual([])
      await expect(page.getByLabel('API key')).toHaveValue('public-key-0001')
      await act()
      await leave.getByRole('button', { name: 'Leave', exact: true }).click()
      await expect(shownName(page)).toHaveText('Savings')
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await expect(page.getByLabel('API key')).toHaveCount(0)
    })
  await test.step('main shows another account', async () => {
    await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), mainId)
    await expect(shownName(page)).toHaveText('Main')
    const show = (id: string): Promise<void> =>
      page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), id)
    await openTab(page, 'Accounts')
    await page.getByRole('button', { name: 'Enter a new key for “Main”' }).click()
    await show('account-2')
    await expect(page.getByRole('button', { name: 'Enter a new key for “Main”' })).toBeVisible()
    await page.getByRole('button', { name: 'Enter a new key for “Main”' }).click()
    await page.getByLabel('API key').fill('public-key-0001')
    await show(mainId)
    await expect(shownName(page)).toHaveText('Main')
    await expect(page.getByRole('heading', { name: 'New key for “Main”' })).toBeVisible()
    await expect(page.getByLabel('API key')).toHaveValue('public-key-0001')
  })
})

test('scrolls fifty accounts in a list that fits the window, and keeps the focused one visible', async ({
  open,
}) => {
  const page = await open(mixedAccounts(50))
  for (const viewport of [
    { width: 1024, height: 700 },
    { width: 700, height: 500 },
    { width: 512, height: 350 },
  ]) {
    await page.setViewportSize(viewport)
    await twoFrames(page)
    await switcher(page).click()
    await expect(items(page)).toHaveCount(50)
    const box = await boxOf(list(page))
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    await expect(list(page).getByRole('menuitem', { name: 'Add an account' })).toBeInViewport()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(items(page).nth(49)).toBeFocused()
    await expect(items(page).nth(49)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
  }
})

test('UX-67 gives accounts different colours as far as there are enough, and never identifies one by colour alone', async ({
  open,
}) => {
  const page = await open(calmAccounts(8))
  await switcher(page).click()
  const marks = items(page).locator('.mark')
  const colours = await marks.evaluateAll((found) =>
    found.map((mark) => getComputedStyle(mark).backgroundColor),
  )
  expect(new Set(colours).size).toBe(8)
  const own = await switcher(page)
    .locator('.mark')
    .evaluate((mark) => getComputedStyle(mark).backgroundColor)
  expect(own).toBe(colours[0])
  const inStatus = await page
    .getByRole('contentinfo')
    .locator('.mark')
    .evaluate((mark) => getComputedStyle(mark).backgroundColor)
  expect(inStatus).toBe(colours[0])
  await expect(marks.first()).toHaveAttribute('data-initial', 'M')
})

test("keeps the full name in the status bar, and shortens the exchange's address first", async ({
  open,
}) => {
  const name = 'Strategy account Zürich 2'
  const profile = aProfile({ name, region: 'custom', baseUrl: 'http://127.0.0.1:4700' })
  const scene = scenes.marginCall()
  const page = await open({ ...scene, appState: { ...scene.appState, profiles: [profile] } })
  const bar = page.getByRole('contentinfo')
  for (const width of [1440, 1024, 820, 700, 512]) {
    await page.setViewportSize({ width, height: 700 })
    await twoFrames(page)
    await expect(shownName(page)).toHaveText(name)
    const cut = await bar
      .locator('.profile .name, .link, .data, .key, .alert')
      .evaluateAll((found) =>
        found.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className),
      )
    expect(cut, String(width)).toEqual([])
    const lines = await bar
      .locator('.profile .name')
      .evaluate((shown) => shown.getBoundingClientRect().height)
    expect(lines, String(width)).toBeLessThan(20)
    await expect(bar.getByRole('button', { name: /^Strategy account Zürich 2/ })).toHaveAttribute(
      'title',
      /^Strategy account Zürich 2 · Custom address, plain http/,
    )
    if (width === 1440)
      await expect(bar.locator('.where')).toHaveText('Custom address, plain http on this computer')
  }
})
