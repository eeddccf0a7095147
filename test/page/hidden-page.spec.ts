// What the page does while its window is hidden: nothing. And what it shows when it is seen again.
import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, screenNames } from './screens.js'

/** As the browser says it when the window is hidden or shown. */
function see(page: Page, is: boolean): Promise<void> {
  return page.evaluate((is) => {
    const state = is ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    Object.defineProperty(document, 'hidden', { configurable: true, value: !is })
    document.dispatchEvent(new Event('visibilitychange'))
  }, is)
}

type Work = { timers: number; frames: number; mutations: number; asked: number }

/** What the page does within so many milliseconds. */
function workWithin(page: Page, milliseconds: number): Promise<Work> {
  return page.evaluate(async (milliseconds) => {
    const work = { timers: 0, frames: 0, mutations: 0, asked: 0 }
    const before = window.fake.asked.length
    const { setTimeout, setInterval, requestAnimationFrame } = window
    const counted =
      <Rest extends unknown[], Id>(what: 'timers' | 'frames', set: (...rest: Rest) => Id) =>
      (...rest: Rest): Id => {
        work[what] += 1
        return set(...rest)
      }
    Object.assign(window, {
      setTimeout: counted('timers', setTimeout as (...rest: unknown[]) => number),
      setInterval: counted('timers', setInterval as (...rest: unknown[]) => number),
      requestAnimationFrame: counted('frames', requestAnimationFrame),
    })
    const observer = new MutationObserver((records) => {
      work.mutations += records.length
    })
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    await window.pageClock.advance(milliseconds)
    work.mutations += observer.takeRecords().length
    observer.disconnect()
    Object.assign(window, { setTimeout, setInterval, requestAnimationFrame })
    work.asked = window.fake.asked.length - before
    return work
  }, milliseconds)
}

const hour = 3_600_000
const nothing: Work = { timers: 0, frames: 0, mutations: 0, asked: 0 }
const statusBar = (page: Page) => page.getByRole('contentinfo')

test('RES-9 a hidden page sets no timer, asks nothing and changes nothing for an hour, on every screen', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  // Seen, it does: the count counts.
  const work = await workWithin(page, 10_000)
  expect(work.timers).toBeGreaterThan(8)
  expect(work.mutations).toBeGreaterThan(8)
  for (const screen of screenNames) {
    await goTo(page, screen)
    await advance(page, 12_000)
    await see(page, false)
    await page.evaluate(() => window.nextFrame())
    expect(await workWithin(page, hour), screen).toEqual(nothing)
    await see(page, true)
  }
})

test('RES-9 ages are right as soon as the window is seen again, and keep counting; until main has sent what changed while it was hidden, what is on screen is marked as old', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await test.step('marked as old', async () => {
    const root = page.locator('html')
    await page.evaluate(() => window.fake.hold('window/catch-up'))
    await see(page, false)
    // Marked already, so that the first picture is.
    await expect(root).toHaveAttribute('data-behind', '')
    await expect(statusBar(page)).toContainText('Updating…')
    expect(await asked(page, 'window/catch-up')).toHaveLength(0)
    await see(page, true)
    await expect(statusBar(page)).toContainText('Updating…')
    expect(await asked(page, 'window/catch-up')).toHaveLength(1)
    await page.evaluate(() => window.fake.release('window/catch-up'))
    await expect(root).not.toHaveAttribute('data-behind')
    await expect(statusBar(page)).toContainText(/Data (now|\d+ s ago)/)
  })
  await test.step('ages are right', async () => {
    await expect(statusBar(page)).toContainText(/Data (now|\d+ s ago)/)
    await see(page, false)
    await advance(page, 2 * hour + 5 * 60_000)
    const shown = await page.evaluate(async () => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
      document.dispatchEvent(new Event('visibilitychange'))
      // Before any frame: only what follows at once.
      await Promise.resolve()
      await new Promise<void>((run) => queueMicrotask(run))
      return [...document.querySelectorAll('main, footer')]
        .map((part) => part.textContent)
        .join(' ')
    })
    expect(shown).toContain('2 h 5 min ago')
    expect(shown).not.toMatch(/\d s ago/)
    await expect(statusBar(page)).toContainText('Stale data 2 h 5 min ago')
    await advance(page, 60_000)
    await expect(statusBar(page)).toContainText('Stale data 2 h 6 min ago')
  })
})
