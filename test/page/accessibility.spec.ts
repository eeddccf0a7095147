import type { Page } from '@playwright/test'
import { aProblem, scenes, type SceneName } from '../fixtures/portfolio/scenes.js'
import { everyLook, expectNoSeriousFinding, tall, themes, type LookName } from './axe.js'
import { expect, test } from './page-fixture.js'
import {
  advance,
  fillConnectForm,
  goTo,
  openConnectForm,
  openTab,
  pushAlerts,
  screenNames,
  settingsTabNames,
  twoFrames,
  type ScreenName,
} from './screens.js'

// One after the other, the widest first, so that what looks the same elsewhere is not analysed
// twice.
test.describe.configure({ mode: 'default' })

test('REN-17, UX-65 axe finds nothing serious in any tab of any screen, in every look', async ({
  open,
}) => {
  test.slow()
  const page = await open(scenes.twoProfiles(), tall)
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  const seen: string[] = []
  for (const link of await links.all()) {
    await link.click()
    const tabs = await page.getByRole('main').getByRole('tab').all()
    for (const tab of tabs.length === 0 ? [null] : tabs) {
      await tab?.click()
      const where = `${await link.innerText()} ${(await tab?.innerText()) ?? ''}`.trim()
      await expectNoSeriousFinding(page, where)
      seen.push(where)
    }
  }
  expect(seen.length).toBeGreaterThanOrEqual(screenNames.length + settingsTabNames.length)
})

type Walk = {
  /** Where the state differs from two ordinary accounts, of which every tab is analysed. */
  screens: readonly ScreenName[]
  /**
   * Themes and forced colours change the same things in every state; these screens show every tone.
   */
  toned?: readonly ScreenName[]
}

const walks = {
  demo: { screens: ['Overview', 'Trade', 'Activity', 'Settings'], toned: ['Overview', 'Trade'] },
  empty: { screens: screenNames },
  waiting: { screens: screenNames },
  heavy: { screens: ['Overview', 'Positions', 'Trade', 'Investments'] },
  marginCall: {
    screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity'],
    toned: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity'],
  },
  refused: { screens: ['Overview', 'Loans'], toned: ['Overview', 'Loans'] },
  longPast: { screens: ['Loans', 'Activity'] },
  notEnabled: { screens: ['Overview', 'Investments', 'Loans', 'Mining'] },
  stale: {
    screens: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining', 'Activity'],
    toned: ['Overview', 'Positions', 'Loans'],
  },
  keyRejected: { screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Settings'] },
  notices: { screens: ['Overview'] },
  hostile: { screens: screenNames },
} as const satisfies { [state in SceneName]?: Walk }

/** The classes of what moves on the screen. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
        const moves = (spans: string): boolean =>
          spans.split(', ').some((span) => Number.parseFloat(span) > 0.001)
        return moves(transitionDuration) || (animationName !== 'none' && moves(animationDuration))
      })
      .map((element) => element.getAttribute('class') ?? ''),
  )
}

test.describe('axe finds nothing serious on any screen, and nothing moves there if the system asks for reduced motion (REN-17, UX-65, UX-69)', () => {
  for (const [state, walk] of Object.entries(walks) as [keyof typeof walks, Walk][])
    test(state, async ({ open }) => {
      const { screens, toned = [] } = walk
      const page = await open(scenes[state](), tall)
      for (const screen of screens) {
        await goTo(page, screen)
        await expectNoSeriousFinding(page, screen, toned.includes(screen) ? everyLook : ['plain'])
        // Every page of these tests asks for reduced motion.
        expect(await moving(page), `${screen}: what moves`).toEqual([])
      }
    })
})

test('REN-17, UX-65 axe finds nothing serious in settings, dialogs, definitions and details', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles(), tall)
  await openTab(page, 'Connection')
  await page.getByRole('button', { name: 'Fetch token' }).click()
  await expectNoSeriousFinding(page, 'token', themes)
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Rename “Main”' }).click()
  await expectNoSeriousFinding(page, 'rename', themes)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete “Savings”' }).click()
  await expectNoSeriousFinding(page, 'delete', themes)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoSeriousFinding(page, 'shortcuts', themes)
  await page.keyboard.press('Escape')
  await goTo(page, 'Loans')
  await page.getByRole('button', { name: 'Margin call' }).click()
  await expectNoSeriousFinding(page, 'definition', themes)
  await page.keyboard.press('Escape')
  await goTo(page, 'Positions')
  await page.getByRole('button', { name: 'BTC_PERP', exact: true }).click()
  await expectNoSeriousFinding(page, 'details', themes)
})

test('REN-17, UX-65 axe finds nothing serious in alerts, activity, their settings and what if', async ({
  open,
}) => {
  const page = await open(scenes.refused(), tall)
  await page
    .getByRole('region', { name: 'Active alerts' })
    .getByRole('button', { name: /^Snooze/ })
    .click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await expectNoSeriousFinding(page, 'snooze', themes)
  await page.keyboard.press('Escape')
  await goTo(page, 'Activity')
  await page.getByText('Details').first().click()
  await expectNoSeriousFinding(page, 'details of an alert', themes)
  await openTab(page, 'Alerts')
  await page.getByLabel('LTV in percent').fill('1,5')
  await page.keyboard.press('Enter')
  await page.getByLabel('Mute notifications during quiet hours').check()
  await page.getByLabel('Also silence margin call and liquidation').check()
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expectNoSeriousFinding(page, 'faults and warnings', themes)
  await goTo(page, 'Loans')
  await page.getByText('Repay an amount').click()
  await page.getByLabel('Amount in USDT').fill('1,5')
  await expectNoSeriousFinding(page, 'what if refused', themes)
  await page.getByLabel('Amount in USDT').fill('2500')
  await page.getByRole('button', { name: '30 d' }).first().click()
  await expectNoSeriousFinding(page, 'what if', themes)
})

test('REN-17, UX-65 axe finds nothing serious in investments and mining with details open', async ({
  open,
}) => {
  const page = await open(scenes.marginCall(), tall)
  await goTo(page, 'Mining')
  await expectNoSeriousFinding(page, 'changed destination', themes)
  await page.getByRole('button', { name: 'Remove “my_miner_01”' }).click()
  await expectNoSeriousFinding(page, 'removing an account', themes)
  await page.keyboard.press('Escape')
  await goTo(page, 'Investments')
  await page.locator('[data-row="2"]').click()
  await expect(page.getByRole('complementary').getByRole('img')).toBeVisible()
  await expectNoSeriousFinding(page, 'story')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: /^Withdraw/ }).check()
  await page.getByRole('button', { name: 'Save this filter…' }).click()
  const fields = {
    plan: ['The selected plan is invalid.'],
    'actionTypes.0': ['The selected action type is invalid.'],
  }
  await page.evaluate(
    (error) => window.fake.answer('flex/search', { ok: false, error }),
    aProblem('refused', { fields }),
  )
  await page.getByRole('button', { name: 'Search at the exchange' }).click()
  await expectNoSeriousFinding(page, 'filters refused', themes)
  await page.evaluate(() => window.fake.answer('flex/search', null))
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Search at the exchange' }).click()
  await expectNoSeriousFinding(page, 'found at the exchange', themes)
  await page.getByRole('button', { name: 'Back to this computer’s history' }).click()
  await page.getByRole('tab', { name: 'Earnings' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await expectNoSeriousFinding(page, 'earnings', themes)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectNoSeriousFinding(page, 'export', themes)
  await page.getByRole('button', { name: 'Choose a file and export' }).click()
  await expectNoSeriousFinding(page, 'exporting', themes)
})

test('REN-17, UX-65 axe finds nothing serious on the welcome screen and in the connect form', async ({
  open,
}) => {
  const page = await open(scenes.welcome(), tall)
  await expectNoSeriousFinding(page, 'welcome')
  await openConnectForm(page)
  await page.getByText('Custom address', { exact: true }).click()
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expectNoSeriousFinding(page, 'faults', themes)
  await page.getByText('Global', { exact: true }).click()
  await fillConnectForm(page, { apiKey: 'public-key-0001', apiSecret: 'secret-secret-0001' })
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('button', { name: 'Save account' }).waitFor()
  await expectNoSeriousFinding(page, 'passed', themes)
})

test('REN-17, UX-65 axe reports unreadable text in each look and in dark alone, a field without a name, and an area that only scrolls in a normal window and not by keyboard', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await expectNoSeriousFinding(page, 'Overview')
  const put = (style: Partial<CSSStyleDeclaration>): Promise<void> =>
    page.evaluate((given) => {
      const text = document.createElement('p')
      text.className = 'put'
      text.textContent = 'Hardly to be read'
      Object.assign(text.style, given)
      document.querySelector('main')?.append(text)
    }, style)
  const expectOnly = async (rule: string, looks?: readonly LookName[]): Promise<void> => {
    await expect(expectNoSeriousFinding(page, 'Overview', looks)).rejects.toThrow(rule)
    await page.evaluate(() => document.querySelector('.put')?.remove())
    await page.setViewportSize(tall.viewport)
    await expectNoSeriousFinding(page, 'Overview', looks)
  }
  for (const look of everyLook) {
    await put({ color: '#777', backgroundColor: '#707070', forcedColorAdjust: 'none' } as object)
    await expectOnly('color-contrast', [look])
  }
  await put({
    colorScheme: 'light dark',
    color: 'light-dark(#000, #333)',
    background: 'light-dark(#fff, #222)',
  })
  await expectOnly('color-contrast')
  // Around the sections, in one beside others that are sound, and around everything.
  for (const place of ['main', 'main section', '#app']) {
    await page.evaluate((selector) => {
      const field = document.createElement('input')
      field.className = 'put'
      document.querySelector(selector)?.append(field)
    }, place)
    await expectOnly('label')
  }
  await page.evaluate(() => {
    const region = document.createElement('div')
    region.className = 'put'
    Object.assign(region.style, { position: 'fixed', inset: '0', overflow: 'auto' })
    const text = document.createElement('p')
    text.style.paddingTop = '2000px'
    text.textContent = 'Far below'
    region.append(text)
    document.querySelector('main')?.append(region)
  })
  await expectOnly('scrollable-region-focusable', [])
})

/** How much wider the page and its screen are than their viewport. */
function widthBeyond(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  )
}

/** The size of a normal window at 200 % zoom, and of a normal window. */
const sizes = [
  { width: 512, height: 350 },
  { width: 1024, height: 700 },
]

/** In each size, starting with the current one. */
async function expectFitting(page: Page, where: string): Promise<void> {
  const now = page.viewportSize()?.width
  for (const viewport of now === sizes[0]?.width ? sizes : sizes.toReversed()) {
    await page.setViewportSize(viewport)
    await twoFrames(page)
    expect(await widthBeyond(page), `${where}, ${viewport.width} pixels wide`).toEqual([0, 0])
  }
}

test('UX-69 fits every screen and every settings tab into a normal window and at 200 % zoom', async ({
  open,
}) => {
  const page = await open(scenes.heavy())
  for (const screen of screenNames) {
    await goTo(page, screen)
    await expectFitting(page, screen)
  }
  const { appState } = scenes.twoProfiles()
  await open({ ...scenes.refused(), appState }, { instead: page })
  for (const screen of ['Overview', 'Loans'] as const) {
    await goTo(page, screen)
    await expectFitting(page, `${screen}, refused`)
  }
  for (const tab of settingsTabNames) {
    await openTab(page, tab)
    await expectFitting(page, tab)
  }
})

test('UX-68 announces refreshes politely and at most once in ten seconds, and dangers immediately; exposes the gauge as a meter with value, range and description', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await test.step('the gauge', async () => {
    await goTo(page, 'Loans')
    const meter = page.getByRole('meter', { name: 'Loan-to-value on the load line' })
    await expect(meter).toHaveAttribute('aria-valuenow', '25.04')
    await expect(meter).toHaveAttribute('aria-valuemin', '0')
    await expect(meter).toHaveAttribute('aria-valuemax', '100')
    await expect(meter).toHaveAttribute(
      'aria-valuetext',
      /LTV 25\.04\. Initial 60, Margin call 75, Liquidation 85\..*66\.6.*before margin call/,
    )
  })
  await test.step('refreshes and dangers', async () => {
    const status = page.locator('[role="status"]').first()
    await page.keyboard.press('Control+r')
    await expect(status).toHaveText('Figures refreshed.')
    await page.keyboard.press('Control+r')
    await advance(page, 3_000)
    await expect(status.locator('p')).toHaveCount(1)
    await advance(page, 8_000)
    await expect(status).toHaveText('Figures refreshed.')
    await expect(page.getByRole('alert')).toHaveText('')
    await page.evaluate(() =>
      window.fake.answer('portfolio/refresh', {
        ok: false,
        error: { code: 'busy', message: 'Too many questions.' },
      }),
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toHaveText('Too much at once. Too many questions.')
    await pushAlerts(page, scenes.marginCall().alerts)
    await expect(page.getByRole('alert')).toContainText('ETH_USDT short is being liquidated')
  })
})
