// The scripts that the page loads after its first figures.
import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo, screenNames } from './screens.js'
import { step } from './steps.js'

const laterParts = '**/assets/later-parts-*.js'

/** Loads the page again, with the later parts held until the returned function is called. */
async function reloadHeld(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((now) => {
    release = now
  })
  await page.route(laterParts, async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  return release
}

test('shows the figures and opens cards before the rest has arrived, and opens a screen, the palette and the shortcuts once it has', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the figures, and then a screen', async () => {
    const release = await reloadHeld(page)
    await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText(
      'before margin call',
    )
    await page.getByRole('link', { name: 'Positions', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeFocused()
    for (const name of screenNames) await goTo(page, name)
  })
  await step(page, 'a card, which needs none of it', async () => {
    await page.unrouteAll()
    const release = await reloadHeld(page)
    const term = page
      .getByRole('region', { name: 'LTV headroom' })
      .getByRole('button', { name: 'LTV now' })
    await term.click()
    await expect(page.locator('.term-card')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(term).toBeFocused()
    release()
  })
  for (const key of ['Control+k', '?'])
    await step(page, `what ${key} asked for`, async () => {
      await page.unrouteAll()
      const release = await reloadHeld(page)
      await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText(
        'before margin call',
      )
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      release()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
})

test('welcomes without an account as soon as the rest has arrived', async ({ open }) => {
  const page = await open(scenes.welcome())
  const release = await reloadHeld(page)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('says so if the rest cannot be loaded, and keeps the figures', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await page.route(laterParts, (route) => route.abort())
  await page.reload()
  const note = page.getByRole('region', { name: 'Part of the window could not be loaded' })
  await expect(note).toContainText('Monitoring and alerts continue')
  await page.getByRole('link', { name: 'Positions', exact: true }).click()
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText(
    'before margin call',
  )
})
