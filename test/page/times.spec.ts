// A time on screen is local with its offset, or has that on hover, and can be selected for copying.
import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo, screenNames } from './screens.js'

/**
 * Times of day without their offset, neither beside them nor on hover; `seen`: how many times were
 * examined.
 */
function bareTimes(page: Page): Promise<{ seen: number; found: string[] }> {
  return page.evaluate(() => {
    const whole = /\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? ([+-]\d\d:\d\d|UTC)/
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    let seen = 0
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const parent = node.parentElement
      if (parent === null || !/\b\d\d:\d\d\b/.test(text) || !parent.checkVisibility()) continue
      seen += 1
      const hover = parent.closest('[title]')?.getAttribute('title') ?? ''
      const told = whole.test(text) || whole.test(hover) || /\d{4}-\d\d-\d\dT[\d:.]+Z/.test(hover)
      if (!told) found.push(text.trim())
      if (getComputedStyle(parent).userSelect === 'none')
        found.push(`cannot be selected: ${text.trim()}`)
    }
    return { seen, found }
  })
}

for (const state of ['ordinary', 'marginCall', 'stale', 'twoProfiles'] as const) {
  test(`UX-62 shows day and offset of every time, in place or on hover, as selectable text: ${state}`, async ({
    open,
  }) => {
    const page = await open(scenes[state]())
    let seen = 0
    for (const screen of screenNames) {
      await goTo(page, screen)
      const looked = await bareTimes(page)
      expect(looked.found, screen).toEqual([])
      seen += looked.seen
    }
    expect(seen).toBeGreaterThan(3)
  })
}
