// The scripts that the page loads after its first figures.
import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo, screenNames } from './screens.js'

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

/** The later parts that the page has asked for. */
function loadedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/later-parts-')),
  )
}

test('shows the figures before the rest has arrived, and opens a screen once it has', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
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

/** Loads the page again as a browser that never finds it idle. */
async function reloadBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.reload()
}

test('opens a card before the rest has arrived, and needs none of it', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await reloadBusy(page)
  const headroom = page.getByRole('region', { name: 'LTV headroom' })
  await headroom.getByRole('button', { name: 'LTV now' }).click()
  const card = page.locator('.term-card')
  await expect(card).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(headroom.getByRole('button', { name: 'LTV now' })).toBeFocused()
  expect(await loadedScripts(page)).toEqual([])
})

test('does not wait until it is idle to show how to answer a margin call', async ({ open }) => {
  const page = await open(scenes.marginCall())
  await reloadBusy(page)
  await expect(page.getByRole('region', { name: 'Lower the LTV' })).toBeVisible()
  expect(await loadedScripts(page)).toHaveLength(1)
})

for (const key of ['Control+k', '?'])
  test(`opens what ${key} asked for before the rest had arrived`, async ({ open }) => {
    const page = await open(scenes.ordinary())
    const release = await reloadHeld(page)
    await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText(
      'before margin call',
    )
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await expect(page.getByRole('dialog')).toBeVisible()
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
