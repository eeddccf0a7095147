import type { Locator, Page } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import { anAlertsView, ltvPoints, marginPoints } from '../fixtures/portfolio/alerts.js'
import { aFeed, aLoan, aPortfolio } from '../fixtures/portfolio/figures.js'
import { aCollateralSummary } from '../fixtures/portfolio/market.js'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, pageErrors, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { push, step } from './steps.js'

const levels = (page: Page) => page.getByRole('list', { name: 'Levels, highest first' })

async function showLoan(page: Page, scene: Pick<Scene, 'portfolio' | 'alerts'>): Promise<void> {
  await push(page, 'portfolio', scene.portfolio)
  await push(page, 'alerts', scene.alerts)
}

function ltvPanel(page: Page) {
  return page.getByRole('region', { name: 'LTV over time' })
}

function marginHistoryPanel(page: Page) {
  return page.getByRole('region', { name: 'Margin level over time' })
}

/** How many pixels of a part of the chart, in shares of its width, differ from its background. */
function inkBetween(page: Page | Locator, from: number, to: number): Promise<number> {
  return page.locator('.uplot canvas').evaluate(
    (canvas, [from, to]) => {
      const picture = canvas as HTMLCanvasElement
      const [left, right] = [
        Math.round(picture.width * (from ?? 0)),
        Math.round(picture.width * (to ?? 1)),
      ]
      const top = Math.round(picture.height * 0.1)
      const data =
        picture
          .getContext('2d')
          ?.getImageData(left, top, right - left, Math.round(picture.height * 0.7)).data ?? []
      let ink = 0
      // The grid is nearly grey; curves are not.
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue, alpha] = [
          data[at] ?? 0,
          data[at + 1] ?? 0,
          data[at + 2] ?? 0,
          data[at + 3] ?? 0,
        ]
        if (alpha > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) ink += 1
      }
      return ink
    },
    [from, to],
  )
}

test('loads the history of the chosen range when it changes or the loan is read again, describes the chart, and shows a gap as a gap', async ({
  open,
}) => {
  // Twenty minutes with data, twenty without, twenty with.
  const points = ltvPoints(160, 15, { gapAt: [80], gap: 1200 })
  const page = await open({ ...scenes.ordinary(), ltvHistory: points })
  await step(page, 'the history, at most every 15 s, and every minute otherwise', async () => {
    await goTo(page, 'Loans')
    const froms = async (): Promise<number[]> =>
      ((await asked(page, 'credit-line/history')) as { from: number }[]).map(({ from }) =>
        Math.round((now - from) / 3600),
      )
    await expect.poll(froms).toEqual([24])
    await ltvPanel(page).getByRole('button', { name: '7 d' }).click()
    await expect.poll(froms).toEqual([24, 168])
    await expect(ltvPanel(page).getByRole('button', { name: '7 d' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const see = (asOf: number) =>
      page.evaluate(
        (portfolio) => window.fake.push('portfolio', portfolio),
        aPortfolio({ loan: aFeed({ kind: 'loan', loan: aLoan() }, { asOf }) }),
      )
    await see(now + 2)
    await advance(page, 5_000)
    expect(await froms()).toHaveLength(2)
    await advance(page, 12_000)
    await expect.poll(froms).toHaveLength(3)
    await advance(page, 50_000)
    expect(await froms()).toHaveLength(3)
    await advance(page, 15_000)
    await expect.poll(froms).toHaveLength(4)
  })
  await step(page, 'the chart in text', async () => {
    await ltvPanel(page).getByRole('button', { name: '24 h', exact: true }).click()
    const sorted = points.map(({ currentLtv }) => currentLtv).sort()
    const last = points.at(-1)?.currentLtv ?? ''
    await expect(
      page.getByRole('img', {
        name: `LTV over the last 24 hours: lowest ${sorted[0]}, highest ${sorted.at(-1)}, last seen at ${last}.`,
      }),
    ).toBeVisible()
    await expect(
      ltvPanel(page).getByRole('list', { name: 'Levels in the picture' }).getByRole('listitem'),
    ).toHaveText(['Initial 60', 'Margin call 75', 'Liquidation 85'])
  })
  await step(page, 'a gap', async () => {
    await ltvPanel(page).getByRole('button', { name: '1 h', exact: true }).click()
    await expect(page.getByText(/1 stretch\s+without data\s+is left open/)).toBeVisible()
    await expect.poll(() => inkBetween(page, 0.75, 0.9)).toBeGreaterThan(100)
    expect(await inkBetween(page, 0.45, 0.6)).toBe(0)
    expect(await inkBetween(page, 0.15, 0.3)).toBeGreaterThan(100)
  })
})

test('leaves the chart open up to its edge without new data, and shows the age in every loan panel', async ({
  open,
}) => {
  const halfAnHour = 1800
  const points = ltvPoints(120, 15).map((one) => ({ ...one, at: one.at - halfAnHour }))
  const stale = scenes.stale()
  const page = await open({ ...stale, ltvHistory: points })
  await goTo(page, 'Loans')
  await ltvPanel(page).getByRole('button', { name: '1 h', exact: true }).click()
  await expect(page.getByText(/1 stretch\s+without data\s+is left open/)).toBeVisible()
  await expect.poll(() => inkBetween(page, 0.15, 0.4)).toBeGreaterThan(100)
  expect(await inkBetween(page, 0.65, 0.9)).toBe(0)
  for (const name of ['Credit line', 'LTV over time', 'What if', 'The loan'])
    await expect(page.getByRole('region', { name }), name).toHaveAttribute(
      'data-freshness',
      'stale',
    )
  for (const name of ['LTV over time', 'What if'])
    await expect(page.getByRole('region', { name }), name).toContainText('Stale')
})

test('says that there is too little data for a line, keeps calm states calm, and says once that there is no collateral account', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), ltvHistory: ltvPoints(1, 15) })
  await goTo(page, 'Loans')
  await expect(ltvPanel(page).getByText('Not enough data for a chart')).toBeVisible()
  await expect(marginHistoryPanel(page).getByText('Not enough data for a chart')).toBeVisible()
  for (const [scene, title] of [
    [scenes.empty(), 'No active loan'],
    [scenes.notEnabled(), 'Credit line is not enabled for this key'],
  ] as const) {
    await open(scene, { instead: page })
    await goTo(page, 'Loans')
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText('LTV over time')).toHaveCount(0)
    expect(await asked(page, 'credit-line/history')).toEqual([])
  }
  await open(scenes.onlySpecified(), { instead: page })
  await goTo(page, 'Loans')
  await expect(page.getByText('No collateral account here')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Collateral account: margin level' })).toHaveCount(
    0,
  )
})

test('REN-3 redraws the chart for theme, width and time zone without a policy violation', async ({
  open,
}) => {
  const page = await open(scenes.longPast(), { colorScheme: 'light' })
  await goTo(page, 'Loans')
  await ltvPanel(page).getByRole('button', { name: '30 d' }).click()
  const colour = (): Promise<string> =>
    page.locator('.uplot canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  await expect(page.locator('.uplot')).toHaveCount(1)
  const light = await colour()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  await page.setViewportSize({ width: 700, height: 700 })
  await expect(page.locator('.uplot')).toHaveCount(1)
  await page.locator('.u-over').hover()
  await expect(page.getByText(/: LTV \d+\.\d+$/)).toBeAttached()
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
})

test('shows the load line with the steps of the user, says nothing that contradictory levels do not, and answers what if', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Loans')
  await step(page, 'what if, in reverse', async () => {
    const panel = page.getByRole('region', { name: 'What if' })
    const field = panel.getByLabel('LTV to reach')
    await expect(field).toHaveAccessibleDescription('Now 25.04, margin call at 75')
    await field.fill('20')
    await expect(panel.getByText(/Repay 2515\.9744409\s*USDT or add 25\.2\s%/)).toBeVisible()
    await expect(
      panel.getByText(
        'Either brings LTV to about 20, based on the current LTV and if only the amount counts as debt.',
      ),
    ).toBeVisible()
    await expect(panel.getByText(/more has to be repaid/)).toBeVisible()
    // Applied, it gives that LTV or less.
    await panel.getByText('Add collateral', { exact: true }).click()
    await panel.getByLabel(/Collateral to add/).fill('25.2')
    await expect(panel.getByText(/LTV would be 20 instead of 25\.04/)).toBeVisible()
    await panel.getByText('Reach an LTV').click()
    await field.fill('0')
    await expect(panel.getByText(/Repay 12500\s*USDT/)).toBeVisible()
    await field.fill('30')
    await expect(panel.getByText('“30”: LTV is 25.04 now. Enter a lower one.')).toBeVisible()
  })
  await step(page, 'what if', async () => {
    const panel = page.getByRole('region', { name: 'What if' })
    await panel.getByText('Repay an amount').click()
    await panel.getByLabel('Amount in USDT').fill('2500')
    await expect(panel.getByText(/LTV would be 20\.032/)).toBeVisible()
    await expect(panel.getByText(/could then fall 73\.2\s% before margin call/)).toBeVisible()
    await expect(panel.getByText(/The debt is taken to be the loan’s amount alone/)).toBeVisible()
    for (const [typed, reason] of [
      ['1,5', /“1,5”: Enter a number with digits and at most one point/],
      ['-3', /“-3”: Enter zero or a number above it/],
      ['12501', /“12501”: That is more than is owed/],
    ] as const) {
      await panel.getByLabel('Amount in USDT').fill(typed)
      await expect(panel.getByText(reason)).toBeVisible()
      await expect(panel.getByText(/LTV would be/)).toHaveCount(0)
    }
    await panel.getByText('Repay a share').click()
    await panel.getByLabel('Share of the debt in percent').fill('25')
    await expect(panel.getByText(/LTV would be 18\.78/)).toBeVisible()
    await panel.getByText('Add collateral', { exact: true }).click()
    await panel.getByLabel(/Collateral to add/).fill('10')
    await expect(panel.getByText(/LTV would be 22\.7637/)).toBeVisible()
    await expect(panel.getByText(/which the exchange does not show/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(panel.getByText(/LTV would be 22\.7637/)).toBeVisible()
  })
  await step(page, 'labels that never overlap, however narrow the window', async () => {
    const rungs = levels(page).getByRole('listitem')
    await expect(rungs).toHaveCount(8)
    for (const width of [1600, 1024, 900, 761, 700, 621, 600, 450]) {
      await page.setViewportSize({ width, height: 700 })
      const boxes = await rungs.evaluateAll((items) =>
        items.map((item) => {
          const sides = [...item.children].map((child) => child.getBoundingClientRect())
          return {
            top: Math.min(...sides.map(({ top }) => top)),
            bottom: Math.max(...sides.map(({ bottom }) => bottom)),
          }
        }),
      )
      const gaps = boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.bottom ?? Number.NaN))
      expect(Math.min(...gaps), `pixels between two of them at ${width}`).toBeGreaterThanOrEqual(0)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${width}`,
      ).toBeLessThanOrEqual(width)
    }
  })
  await step(page, 'levels that contradict the LTV', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    const fractions = { initialLtv: '0.60', marginCallLtv: '0.75', liquidationLtv: '0.85' }
    await showLoan(page, {
      portfolio: aPortfolio({
        loan: aFeed({ kind: 'loan', loan: aLoan({ currentLtv: '25', ...fractions }) }),
      }),
      alerts: anAlertsView({ ltvSteps: [] }),
    })
    for (const name of ['Overview', 'Loans'] as const) {
      await goTo(page, name)
      await expect(
        page.getByText('The current LTV cannot be compared with the levels').first(),
      ).toBeVisible()
      await expect(page.getByText(/has reached|may be selling/)).toHaveCount(0)
    }
    await expect(levels(page).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('meter')).toHaveCount(0)
  })
  await step(page, 'steps of the user', async () => {
    await showLoan(page, scenes.nearInitial())
    await expect(levels(page).getByRole('listitem')).toHaveCount(8)
    await expect(
      levels(page).getByRole('listitem').filter({ hasText: 'Early step 3' }),
    ).toContainText('crossed')
    await expect(
      levels(page).getByRole('listitem').filter({ hasText: 'Early step 4' }),
    ).toContainText('collateral may fall 5.6')
    await expect(page.getByRole('meter', { name: 'Loan-to-value' })).toHaveAttribute(
      'aria-valuetext',
      /3 of 4 early steps crossed/,
    )
  })
  await step(page, 'liquidation below margin call', async () => {
    await push(
      page,
      'portfolio',
      aPortfolio({
        loan: aFeed({
          kind: 'loan',
          loan: aLoan({ currentLtv: '80', marginCallLtv: '85', liquidationLtv: '75' }),
        }),
      }),
    )
    await expect(page.getByText(/Past margin call\. Collateral may fall/)).toBeVisible()
    await expect(page.getByText(/The exchange put liquidation below margin call\./)).toBeVisible()
    await expect(page.getByText(/may be selling/)).toHaveCount(0)
  })
})

test('lists what is borrowed, draws the margin level over time with the steps of now, and estimates it after a change of prices', async ({
  open,
}) => {
  const points = marginPoints(160, 15, { gapAt: [80], gap: 1200 })
  const page = await open({ ...scenes.borrowing(), marginHistory: points })
  await goTo(page, 'Loans')
  await step(page, 'what is borrowed, and the margin level with the steps', async () => {
    const borrowed = page
      .getByRole('region', { name: 'Borrowed on the collateral account' })
      .first()
    const row = (asset: string) => borrowed.getByRole('row').filter({ hasText: asset })
    await expect(row('BTC').getByRole('cell')).toContainText(['0.35', '', '0.00005042', '118250.5'])
    await expect(row('ETH')).toContainText('not calculated')
    await expect(borrowed).toContainText('as the exchange’s stream sends them')
    const account = page.getByRole('region', { name: 'Collateral account: margin level' })
    await expect(account.getByRole('meter')).toHaveAttribute('aria-valuetext', '195\u00a0%')
    await expect(
      account.getByRole('list', { name: 'Steps of the margin level' }).getByRole('listitem'),
    ).toHaveCount(4)
    await expect(account.getByRole('listitem').first()).toContainText('reached')
    await expect(account.getByRole('listitem').last()).toContainText('equity may fall')
  })
  await step(page, 'no cost and no liquidation price without the stream', async () => {
    const { borrowings: _off, ...portfolio } = scenes.borrowing().portfolio
    await push(page, 'portfolio', portfolio)
    const borrowed = page
      .getByRole('region', { name: 'Borrowed on the collateral account' })
      .first()
    await expect(borrowed.getByText('not sent')).toHaveCount(4)
    await expect(borrowed).toContainText('only with live updates')
    await push(page, 'portfolio', scenes.borrowing().portfolio)
  })
  await step(page, 'a change of prices', async () => {
    const whatIf = page.getByRole('region', { name: 'What if prices change' })
    await whatIf.getByLabel('Change in percent').fill('0')
    await expect(whatIf).toContainText('about 195\u00a0% instead of 195\u00a0%')
    await whatIf.getByLabel('Change in percent').fill('-100.5')
    await expect(whatIf).toContainText('A price cannot fall by more than 100\u00a0%.')
    await page.keyboard.press('ControlOrMeta+Shift+H')
    await expect(whatIf).toContainText('see what the margin level would be')
    await expect(
      page.getByRole('region', { name: 'Borrowed on the collateral account' }).first(),
    ).not.toContainText('0.35')
    await page.keyboard.press('ControlOrMeta+Shift+H')
  })
  await step(page, 'the chart, with a gap as a gap', async () => {
    const panel = marginHistoryPanel(page)
    await panel.getByRole('button', { name: '1 h', exact: true }).click()
    await expect(panel.getByText(/1 stretch\s+without data\s+is left open/)).toBeVisible()
    const shown = points.map(({ level }) => level.slice(0, -1).replace('.0', '')).sort()
    const last = points.at(-1)?.level.slice(0, -1).replace('.0', '') ?? ''
    await expect(
      panel.getByRole('img', {
        name: `Margin level over the last hour: lowest ${shown[0]}\u00a0%, highest ${shown.at(-1)}\u00a0%, last seen at ${last}\u00a0%.`,
      }),
    ).toBeVisible()
    await expect(
      panel.getByRole('list', { name: 'Levels in the picture' }).getByRole('listitem'),
    ).toHaveText([
      'Your step 200\u00a0%',
      'Your step 150\u00a0%',
      'Your step 120\u00a0%',
      'No free margin 100\u00a0%',
    ])
    await expect.poll(() => inkBetween(panel, 0.75, 0.9)).toBeGreaterThan(100)
    expect(await inkBetween(panel, 0.45, 0.6)).toBe(0)
    expect(await inkBetween(panel, 0.15, 0.3)).toBeGreaterThan(100)
    // Hidden amounts are amounts of money: a level in percent is none.
    await page.keyboard.press('ControlOrMeta+Shift+H')
    await expect(panel.getByRole('listitem').last()).toHaveText('No free margin 100\u00a0%')
    await expect(panel).toHaveAttribute('data-freshness', 'fresh')
    await page.evaluate(
      (portfolio) => window.fake.push('portfolio', portfolio),
      aPortfolio({ collateralSummary: aFeed(aCollateralSummary({ usedMargin: '0' })) }),
    )
    await expect(panel).toHaveCount(0)
  })
})
