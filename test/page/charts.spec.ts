// The charts take in new data without being redrawn from scratch: the pointer keeps what it points
// at.
import type { Page } from '@playwright/test'
import { aLoan, aFeed, aPortfolio } from '../fixtures/portfolio/figures.js'
import { aFlex } from '../fixtures/portfolio/investments.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, twoFrames } from './screens.js'

function picture(page: Page): Promise<string> {
  return page
    .locator('.uplot canvas')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
}

/** Marks the chart, to tell it from a new one. */
function mark(page: Page): Promise<void> {
  return page.locator('.uplot').evaluate((plot) => {
    plot.setAttribute('data-same', 'yes')
  })
}

async function pointAt(page: Page): Promise<void> {
  const width = await page.locator('.u-over').evaluate((over) => over.clientWidth)
  await page.locator('.u-over').hover({ position: { x: Math.round(width * 0.4), y: 60 } })
}

test('adds a new check to the LTV chart in place, where the pointer keeps its moment, and resizes it with the window', async ({
  open,
}) => {
  const scene = scenes.ordinary()
  const page = await open(scene)
  await goTo(page, 'Loans')
  await page
    .getByRole('region', { name: 'LTV over time' })
    .getByRole('button', { name: '24 h' })
    .click()
  await expect(page.locator('.uplot')).toHaveCount(1)
  await mark(page)
  await pointAt(page)
  const readout = page.locator('.readout')
  await expect(readout).toHaveText(/: LTV \d+/)
  const line = page.locator('.u-cursor-x')
  const where = await line.getAttribute('style')
  const before = await picture(page)

  const questions = (await asked(page, 'credit-line/history')).length
  const newest = scene.ltvHistory.at(-1)
  if (newest === undefined) throw new Error('no history')
  const later = newest.at + 30
  await page.evaluate(
    ({ points, from, to }) =>
      window.fake.answer('credit-line/history', {
        ok: true,
        value: { from, to, points, gapAtEnd: false },
      }),
    {
      points: [...scene.ltvHistory, { ...newest, at: later, currentLtv: '74.5', afterGap: false }],
      from: later - 86_400,
      to: later,
    },
  )
  for (let round = 0; round < 3; round += 1) {
    const asOf = (await page.evaluate(() => Date.now() / 1000)) + 1
    await page.evaluate(
      (text) => window.fake.push('portfolio', JSON.parse(text)),
      JSON.stringify(aPortfolio({ loan: aFeed({ kind: 'loan', loan: aLoan() }, { asOf }) })),
    )
    await advance(page, 16_000)
  }
  expect((await asked(page, 'credit-line/history')).length).toBeGreaterThanOrEqual(questions + 3)
  await expect(page.getByRole('img', { name: /highest 74\.5/ })).toBeVisible()
  await twoFrames(page)
  await expect(page.locator('.uplot[data-same]'), 'the picture is still the same one').toHaveCount(
    1,
  )
  await expect(page.locator('.uplot')).toHaveCount(1)
  expect(await picture(page), 'and shows what is new').not.toBe(before)
  await expect(readout).toHaveText(/: LTV \d+/)
  expect(await line.getAttribute('style')).toBe(where)

  await page.mouse.move(0, 0)
  await expect(readout).toHaveText('')
  await test.step('resizes the chart with the window, in place', async () => {
    const width = (): Promise<number> =>
      page.locator('.uplot').evaluate((plot) => plot.getBoundingClientRect().width)
    const before = await width()
    await page.setViewportSize({ width: 800, height: 700 })
    await expect.poll(width).toBeLessThan(before - 50)
    await expect(page.locator('.uplot[data-same]')).toHaveCount(1)
    const room = await page.locator('.plot').evaluate((plot) => plot.clientWidth)
    expect(Math.round(await width())).toBe(room)
  })
})

test('adds new records to the earnings chart in place, and the pointer keeps its day', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), flex: aFlex(640) })
  await goTo(page, 'Investments')
  await page.getByRole('tab', { name: 'Earnings' }).click()
  await expect(page.locator('.uplot')).toHaveCount(1)
  await mark(page)
  await pointAt(page)
  const readout = page.locator('.readout')
  await expect(readout).toHaveText(/: earned /)
  const questions = (await asked(page, 'flex/earnings')).length
  await page.evaluate(() => window.fake.growFlex(40, 'top'))
  await advance(page, 5_000)
  await expect
    .poll(async () => (await asked(page, 'flex/earnings')).length)
    .toBeGreaterThan(questions)
  await twoFrames(page)
  await expect(page.locator('.uplot[data-same]')).toHaveCount(1)
  await expect(readout).toHaveText(/: earned /)
})
