// What holds for every text of every screen. State never relies on colour alone: what is green, red
// or amber comes with a sign, an arrow or a word. A time is local with its offset, or has that on
// hover, and can be selected for copying.
import type { Page } from '@playwright/test'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo, screenNames, type ScreenName } from './screens.js'
import { readyScene } from './trade-screen.js'

const semantic = ['--gain', '--loss', '--caution', '--danger'] as const

/**
 * Text in one of these colours that means nothing without it, by its place. `seen`: how much was
 * examined.
 */
function mute(page: Page): Promise<{ seen: number; found: string[] }> {
  return page.evaluate((names) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const colours = new Map(
      names.map((name) => {
        probe.style.color = `var(${name})`
        return [getComputedStyle(probe).color, name]
      }),
    )
    probe.remove()
    const says = (element: Element | null, colour: string): boolean => {
      const text = element?.textContent ?? ''
      if (/^\s*[+-]/.test(text) || element?.querySelector('svg') != null) return true
      // A word in the same colour, or one beside it.
      return (
        /\p{L}{3}/u.test(text) &&
        element !== null &&
        [element, ...element.querySelectorAll('*')].some(
          (one) => getComputedStyle(one).color === colour,
        )
      )
    }
    /** A figure of a panel whose own sentence describes its state. */
    const saysIn = (figure: Element): boolean =>
      [...(figure.closest('section')?.querySelectorAll('p, strong') ?? [])].some((one) =>
        /^(Past|At|Beyond) |No headroom/.test(one.textContent?.trim() ?? ''),
      )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let seen = 0
    const found = new Set<string>()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || (node.textContent ?? '').trim() === '' || !parent.checkVisibility())
        continue
      const colour = getComputedStyle(parent).color
      if (!colours.has(colour)) continue
      seen += 1
      // A figure and its unit are separate parts.
      const near =
        parent.closest('.amount, li, tr, dd, p, button, [class*="badge"], span[class*="state"]') ??
        parent
      const isFigure = !/\p{L}{3}/u.test(node.textContent ?? '')
      if (isFigure && !says(near, colour) && !says(near.closest('.room'), colour) && !saysIn(near))
        found.add(`${colours.get(colour)}: ${near.textContent}`)
    }
    return { seen, found: [...found] }
  }, semantic)
}

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
      const isExplained =
        whole.test(text) || whole.test(hover) || /\d{4}-\d\d-\d\dT[\d:.]+Z/.test(hover)
      if (!isExplained) found.push(text.trim())
      if (getComputedStyle(parent).userSelect === 'none')
        found.push(`cannot be selected: ${text.trim()}`)
    }
    return { seen, found }
  })
}

/** Two ordinary accounts everywhere, and the other states where they differ. */
const states: Record<string, { scene: () => Scene; screens: readonly ScreenName[] }> = {
  twoProfiles: { scene: scenes.twoProfiles, screens: screenNames },
  marginCall: {
    scene: scenes.marginCall,
    screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity'],
  },
  refused: { scene: scenes.refused, screens: ['Overview', 'Loans'] },
  stale: {
    scene: scenes.stale,
    screens: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining', 'Activity'],
  },
  heavy: {
    scene: scenes.heavy,
    screens: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining'],
  },
  keyRejected: {
    scene: scenes.keyRejected,
    screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Settings'],
  },
  ready: { scene: readyScene, screens: ['Trade'] },
}

for (const [state, { scene, screens }] of Object.entries(states)) {
  test(`UX-62 UX-67 shows day and offset of every time as selectable text, and no figure as good or bad by colour alone: ${state}`, async ({
    open,
  }) => {
    const page = await open(scene(), { viewport: { width: 1280, height: 2000 } })
    let tones = 0
    let times = 0
    for (const screen of screens) {
      await goTo(page, screen)
      const toned = await mute(page)
      expect(toned.found, screen).toEqual([])
      tones += toned.seen
      const timed = await bareTimes(page)
      expect(timed.found, screen).toEqual([])
      times += timed.seen
    }
    // A single screen may show neither.
    if (screens.length === screenNames.length) {
      expect(tones).toBeGreaterThan(0)
      expect(times).toBeGreaterThan(3)
    }
  })
}

test('UX-67 the search finds a loss whose sign was removed', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Positions')
  await page.evaluate(() => document.querySelector('td .amount.loss .minus')?.remove())
  expect((await mute(page)).found).toHaveLength(1)
})
