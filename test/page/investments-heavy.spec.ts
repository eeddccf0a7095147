import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, twoFrames } from './screens.js'
import { step } from './steps.js'

/**
 * Moves the list down frame by frame. Returns the rows that were missing when they were to be
 * drawn, and the largest number of rows that existed.
 */
function scroll(page: Page, step: number, steps: number): Promise<{ bare: number; most: number }> {
  return page.evaluate(
    async ({ step, steps }) => {
      const list = document.querySelector('[aria-label="Investment records"]')
      let bare = 0
      let most = 0
      for (let at = 0; at < steps && list !== null; at += 1) {
        list.scrollTop += step
        await window.nextFrame()
        await window.nextFrame()
        bare += list.querySelectorAll('[aria-label="Not read yet"]').length
        most = Math.max(most, list.querySelectorAll('tbody tr').length)
      }
      return { bare, most }
    },
    { step, steps },
  )
}

/** Every visible row has loaded. */
async function settled(page: Page): Promise<void> {
  await twoFrames(page)
  await expect(page.getByLabel('Not read yet')).toHaveCount(0)
}

test('UX-66 reads 100,000 records by keyboard, scrolls and filters them with a few rows at a time, and moves nothing while rows load', async ({
  open,
}) => {
  const page = await open(scenes.heavy())
  await goTo(page, 'Investments')
  await step(page, 'by keyboard from end to end without losing the focus', async () => {
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['row'])
    await page.locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('99999')
    await page.keyboard.press('PageUp')
    await expect
      .poll(async () => Number.parseInt((await focused()) ?? '0', 10))
      .toBeLessThan(99_999)
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: 'Investment timeline' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect.poll(focused).toBe('0')
    await page.getByRole('button', { name: 'Oldest' }).click()
    await expect(page.getByText(/to 100,000 of 100,000/)).toBeVisible()
    await page.getByRole('button', { name: 'Newest' }).click()
    await expect(page.getByText(/^Records 1 to/)).toBeVisible()
  })
  await step(page, 'rows that are still loading, with their final height', async () => {
    await expect(page.locator('[data-row="0"]')).toBeVisible()
    await page.evaluate(() => window.fake.hold('flex/rows'))
    await scroll(page, 1_800_000, 1)
    await expect(page.getByLabel('Not read yet').first()).toBeVisible()
    await page.evaluate(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: false })
    })
    const heights = (): Promise<number[]> =>
      page.evaluate(() => [
        ...new Set(
          [...document.querySelectorAll('tr.row')].map((row) => row.getBoundingClientRect().height),
        ),
      ])
    const waiting = await heights()
    await page.evaluate(() => window.fake.release('flex/rows'))
    await expect(page.getByLabel('Not read yet')).toHaveCount(0)
    expect(await heights()).toEqual(waiting)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    )
  })
  await step(page, 'scrolled and filtered', async () => {
    await page.getByRole('button', { name: 'Newest' }).click()
    await settled(page)
    await expect(page.getByText('100,000 records', { exact: true })).toBeVisible()
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '100001')
    const read = async (): Promise<number> => (await asked(page, 'flex/rows')).length
    const before = await read()
    // From a little before the end of the first rows that were read to well past it.
    await scroll(page, 8_100, 1)
    const asPeopleDo = await scroll(page, 90, 30)
    expect(asPeopleDo.bare, 'rows that were not there when they came into sight').toBe(0)
    expect(await read(), 'they were read on the way').toBeGreaterThan(before)
    await expect(page.locator('[data-row="305"]')).toBeVisible()

    await page.getByRole('button', { name: 'Newest' }).click()
    const { most } = await scroll(page, 180_000, 21)
    expect(most).toBeGreaterThan(5)
    expect(most).toBeLessThan(60)
    await expect(page.getByText(/^Records [\d,]+ to 100,000 of 100,000/)).toBeVisible()
    await expect(page.locator('[data-row="99999"]')).not.toHaveAttribute(
      'aria-label',
      'Not read yet',
    )

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Withdraw/ }).check()
    await expect(page.getByText('100,000 records', { exact: true })).toHaveCount(0)
    await expect(page.locator('[data-row="0"]')).toBeVisible()
    const rows = (await asked(page, 'flex/rows')) as { count: number }[]
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every(({ count }) => count <= 500)).toBe(true)
  })
})

test('neither flickers nor loops while pages of the first download arrive, and shows new records at the top without moving what is read further down', async ({
  open,
}) => {
  const page = await open(scenes.heavy())
  await goTo(page, 'Investments')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await page.evaluate(() => (window.fake.asked.length = 0))
  const bare = await page.evaluate(async () => {
    let missing = 0
    for (let round = 0; round < 40; round += 1) {
      window.fake.growFlex(1, 'foot')
      await window.pageClock.advance(50)
      await window.nextFrame()
      missing += document.querySelectorAll('[aria-label="Not read yet"]').length
    }
    return missing
  })
  expect(bare).toBe(0)
  await advance(page, 1000)
  await expect(page.getByText('100,040 records', { exact: true })).toBeVisible()
  expect((await asked(page, 'flex/rows')).length).toBeLessThan(12)

  const seen = (): Promise<{ title: string; top: number }[]> =>
    page.evaluate(() => {
      const list = document.querySelector('[aria-label="Investment records"]')
      const box = list?.getBoundingClientRect()
      return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].flatMap((row) => {
        const { top } = row.getBoundingClientRect()
        const id = row.closest('tr')?.lastElementChild?.getAttribute('title') ?? ''
        return box !== undefined && top > box.top + 40 && top < box.bottom - 20
          ? [{ title: id, top: Math.round(top) }]
          : []
      })
    })
  await scroll(page, 40_000, 1)
  await settled(page)
  const before = await seen()
  expect(before.length).toBeGreaterThan(5)
  expect(before.every(({ title }) => title.startsWith('tx_'))).toBe(true)
  await page.evaluate(() => window.fake.growFlex(37, 'top'))
  await advance(page, 1000)
  await expect(page.getByText('100,077 records', { exact: true })).toBeVisible()
  await settled(page)
  expect(await seen()).toEqual(before)
  await page.getByRole('button', { name: 'Newest' }).click()
  await settled(page)
  expect((await seen())[0]?.title).toMatch(/^tx_fresh/)
  await page.evaluate(() => window.fake.growFlex(500, 'foot'))
  await advance(page, 1000)
  await expect(page.getByText('100,577 records', { exact: true })).toBeVisible()
  expect((await seen())[0]?.title).toMatch(/^tx_fresh/)
})
