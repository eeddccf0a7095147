import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openTab, screenNames } from './screens.js'
import { step } from './steps.js'

declare global {
  interface Window {
    /** What the focus has moved to, and whether that shows. */
    reached?: { element: string; isShown: boolean }[]
  }
}

test('REN-17, UX-66 the first Tab reaches the skip link; keys open the screens, refresh once at a time, sort every field of a position, and are ignored while typing', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the skip link, and the existing screens with their heading', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByText('Skip to content')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()

    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(screenNames.length)
    for (const modifier of ['Alt', 'Control']) {
      for (const [at, name] of screenNames.entries()) {
        await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
        await page.keyboard.press(`${modifier}+${at + 1}`)
        const heading = page.getByRole('heading', { level: 1, name })
        await expect(heading).toBeVisible()
        if (at > 0 || modifier === 'Control') await expect(heading).toBeFocused()
      }
    }
    expect(await page.title()).toBe('Settings · Plimsoll')

    await goTo(page, 'Positions')
    const filter = page.getByLabel('Find a market')
    await filter.focus()
    await page.keyboard.type('?btc')
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeVisible()
    expect(await asked(page, 'portfolio/refresh')).toHaveLength(0)
    await filter.fill('')
  })
  await step(page, 'a refresh in progress', async () => {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.evaluate(() => window.fake.hold('portfolio/refresh'))
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Control+r')
    expect(await asked(page, 'portfolio/refresh')).toHaveLength(1)
    await page.evaluate(() => window.fake.release('portfolio/refresh'))
    await expect(page.getByRole('status').first()).toHaveText('Figures refreshed.')
    await page.evaluate(() =>
      window.fake.answer('portfolio/refresh', {
        ok: false,
        error: { code: 'busy', message: 'Too many questions.' },
      }),
    )
    await page.keyboard.press('Control+r')
    expect(await asked(page, 'portfolio/refresh')).toHaveLength(2)
    await expect(
      page.locator('.failed-requests').getByText('Too many questions.', { exact: true }),
    ).toBeVisible()
  })
  await step(page, 'sorting by every field of a position', async () => {
    await goTo(page, 'Positions')
    const heads = page.locator('thead button')
    const count = await heads.count()
    // Six columns of two fields each.
    expect(count).toBe(12)
    for (let at = 0; at < count; at += 1) {
      await heads.nth(at).focus()
      await page.keyboard.press('Enter')
      await expect(heads.nth(at)).toHaveAttribute('aria-label', /now from the (largest|smallest)$/)
      await expect(
        page.locator('th[aria-sort="ascending"], th[aria-sort="descending"]'),
      ).toHaveCount(1)
    }
    await page.getByRole('button', { name: 'Sort by Unrealized PnL', exact: true }).click()
    const first = page.locator('tbody tr:not(.spacer) td:nth-child(5) .amount').first()
    const largest = await first.textContent()
    await page
      .getByRole('button', { name: /^Sort by Unrealized PnL, now from the largest/ })
      .click()
    expect(await first.textContent()).not.toBe(largest)
  })
})

test('UX-66 positions: arrows move, Enter opens, Esc closes, the focus is never lost, and only the visible ones of 500 are rendered, wherever the list is scrolled to', async ({
  open,
}) => {
  const page = await open(scenes.heavy())
  await goTo(page, 'Positions')
  const focusedRow = (): Promise<string | undefined> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['row'])
  await page.locator('[data-row="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedRow).toBe('2')
  await page.keyboard.press('End')
  await expect.poll(focusedRow).toBe('499')
  await page.keyboard.press('PageUp')
  await expect.poll(async () => Number.parseInt((await focusedRow()) ?? '0', 10)).toBeLessThan(499)
  await page.keyboard.press('Home')
  await expect.poll(focusedRow).toBe('0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Details of/ })).toBeVisible()
  await expect(page.locator('[data-row="0"]')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close details' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: /^Details of/ })).toHaveCount(0)
  await expect.poll(focusedRow).toBe('0')

  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBeLessThan(40)
  const most = await page.evaluate(async () => {
    const scroller = document.querySelector('[aria-label="Open positions"]')
    let most = 0
    for (let step = 0; step < 20 && scroller !== null; step += 1) {
      scroller.scrollTop += 1_200
      await window.nextFrame()
      most = Math.max(most, document.querySelectorAll('tbody tr').length)
    }
    return most
  })
  expect(most).toBeGreaterThan(5)
  expect(most).toBeLessThan(40)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
})

test('REN-17, UX-66 opens and leaves definitions by keyboard, and a deletion dialog with the focus on Cancel, so that no single key deletes', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  await goTo(page, 'Loans')
  const term = page.getByRole('button', { name: 'Margin call' })
  await term.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/asks for more collateral/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/asks for more collateral/)).toHaveCount(0)
  await expect(term).toBeFocused()

  await openTab(page, 'Accounts')
  const opener = page.getByRole('button', { name: 'Delete “Savings”' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  for (const loss of [/keychain entry/, /cached data/, /journal/])
    await expect(dialog.getByText(loss)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete “Savings”' })).not.toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await asked(page, 'profiles/delete')).toHaveLength(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete “Savings”' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Savings')).toHaveCount(0)
  expect(await asked(page, 'profiles/delete')).toEqual([{ id: 'second' }])
})

test('UX-66 shows the focus on everything Tab reaches, on every screen', async ({ open }) => {
  const page = await open(scenes.marginCall())
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return
      // A choice may be drawn by its label or its row.
      const isShown = [target, target.parentElement, target.closest('label, tr, li')].some(
        (one) => {
          if (one === null) return false
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow.includes('inset')
        },
      )
      window.reached?.push({ element: target.outerHTML.slice(0, 120), isShown })
    })
  })
  for (const screen of screenNames) {
    await goTo(page, screen)
    await page.evaluate(() => (window.reached = []))
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('Tab')
    const reached = await page.evaluate(() => window.reached ?? [])
    expect(reached.length, screen).toBeGreaterThan(20)
    expect(
      reached.filter(({ isShown }) => !isShown),
      screen,
    ).toEqual([])
  }
})
