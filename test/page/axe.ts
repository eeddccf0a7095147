// REN-17: what axe finds. A theme changes only colours, so the rules about structure run once, in
// light, and those about contrast in every look. Nothing identical to what was analysed before is
// analysed again: no page for its structure, no tone of a text for its contrast in a look, no
// scrolling area.
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findingsOfChosen, seriousFindings } from '../support/axe.js'
import { expect } from './page-fixture.js'
import { twoFrames } from './screens.js'

type Look = {
  readonly colorScheme: 'light' | 'dark'
  readonly forcedColors: 'active' | 'none'
  readonly structure: boolean
  readonly contrast: boolean
}

const looks = {
  /** Everything but contrast, for states that show no tone of their own. */
  plain: { colorScheme: 'light', forcedColors: 'none', structure: true, contrast: false },
  light: { colorScheme: 'light', forcedColors: 'none', structure: true, contrast: true },
  dark: { colorScheme: 'dark', forcedColors: 'none', structure: false, contrast: true },
  'forced colours': {
    colorScheme: 'dark',
    forcedColors: 'active',
    structure: false,
    contrast: true,
  },
} as const satisfies { [name: string]: Look }

export type LookName = keyof typeof looks
export const everyLook = ['light', 'dark', 'forced colours'] as const satisfies readonly LookName[]

/** A window that fits a full screen: axe skips what has to be scrolled into view. */
export const tall = { viewport: { width: 1024, height: 3600 } }
/** For screens with a hundred rows or very long texts. */
export const tallest = { viewport: { width: 1024, height: 10_000 } }

/** What had no finding: documents, tones and areas, by their contents and how they were shown. */
const sound = new Set<string>()

const openDialog = '[role$="dialog"][data-state="open"]'

type Part = {
  /** A selector; null for the complete page. */
  readonly within: string | null
  /** All of the page outside `main`; null if it is not part of what was printed. */
  readonly around: string | null
  /** Everything that axe can judge the part by: its contents, its fields and the focus. */
  readonly print: string
}

/**
 * The part of a page to analyse: an open dialog, because what is behind it was analysed before it
 * opened; the screen alone if everything around it was analysed before; otherwise the complete
 * page.
 */
async function newPart(page: Page): Promise<Part> {
  const { dialog, around, contents } = await page.evaluate((selector) => {
    // The same part has different ids if more was shown before it.
    const withoutIds = (html: string): string => html.replaceAll(/\b(bits-)?c\d+\b/g, '')
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    const states = fields.map(
      ({ value, checked, indeterminate }) => `${value} ${checked} ${indeterminate}`,
    )
    const focus = [...document.querySelectorAll('*')].indexOf(
      document.activeElement ?? document.body,
    )
    const place = document.querySelector(selector)
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const main of copy.querySelectorAll('main')) main.replaceChildren()
    // The link of the current screen is the same on every screen.
    for (const link of copy.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
    const shown = withoutIds((place ?? document.documentElement).outerHTML)
    return {
      dialog: place !== null,
      around: withoutIds(copy.innerHTML),
      contents: [shown, ...states, focus].join('\0'),
    }
  }, openDialog)
  const printOf = (text: string): string =>
    createHash('sha256')
      .update(`${JSON.stringify(page.viewportSize())} ${text}`)
      .digest('hex')
  const print = printOf(contents)
  if (dialog) return { within: openDialog, around: null, print }
  const frame = printOf(`around ${around}`)
  return sound.has(frame)
    ? { within: 'main', around: null, print }
    : { within: null, around: frame, print }
}

/**
 * Leaves every text and field in sight in `chosenForAxe`. What decides its contrast is its tone:
 * its colour, its size, and everything painted behind it. What axe cannot decide, such as a single
 * character, it cannot decide in any element of the same tone in the same place of the document.
 */
function chooseTexts(page: Page): Promise<(readonly string[])[]> {
  return page.evaluate((selector) => {
    type Paint = { colour: string; effects: string; opaque: boolean }
    const paints = new Map<Element, Paint>()
    const paintOf = (element: Element): Paint => {
      const known = paints.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } =
        getComputedStyle(element)
      const colour = `${backgroundColor} ${backgroundImage}`
      const effects = `${opacity} ${filter} ${mixBlendMode}`
      const made = {
        colour: colour === 'rgba(0, 0, 0, 0) none' ? '' : colour,
        effects: effects === '1 none normal' ? '' : effects,
        opaque: backgroundColor.startsWith('rgb('),
      }
      paints.set(element, made)
      return made
    }
    /** Colours down to the first that hides what is below it, unless something fades it. */
    const behind = (element: Element): string => {
      const layers: string[] = []
      let covered = false
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { colour, effects, opaque } = paintOf(at)
        layers.push(covered ? '' : colour, effects)
        covered = effects === '' && (covered || opaque)
      }
      return layers.filter((layer) => layer !== '').join(';')
    }
    const places = new Map<Element, string>()
    const placeOf = (element: Element): string => {
      const known = places.get(element)
      if (known !== undefined) return known
      const { parentElement: parent } = element
      const own = `${element.tagName}.${element.getAttribute('class') ?? ''}`
      const place = parent === null ? own : `${placeOf(parent)}>${own}`
      places.set(element, place)
      return place
    }
    // WCAG asks no contrast of what is disabled.
    const disabled = ['button', 'input', 'select', 'textarea']
      .map((name) => `${name}:disabled`)
      .concat('[aria-disabled="true"]', '[inert]')
      .join()
    const root = document.querySelector(selector) ?? document.body
    const elements = new Set<Element>()
    const add = (element: Element | null): void => {
      if (element?.checkVisibility({ visibilityProperty: true }) === true)
        if (element.closest(disabled) === null) elements.add(element)
    }
    for (const field of root.querySelectorAll('input, textarea, select')) add(field)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.textContent?.trim() !== '') add(node.parentElement)
    const painted = [...root.querySelectorAll('*')].filter(
      (one) => paintOf(one).colour !== '' && one.checkVisibility({ visibilityProperty: true }),
    )
    const boxes = painted.map((one) => ({ one, box: one.getBoundingClientRect() }))
    /** What may lie over or under an element without holding it. */
    const beside = (element: Element): string => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      return boxes
        .filter(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)
        .filter(({ one }) => !one.contains(element))
        .map(({ one }) => paintOf(one).colour)
        .join(';')
    }
    window.chosenForAxe = [...elements].map((element) => {
      const style = getComputedStyle(element)
      const link = element.closest('a[href]')
      // WCAG asks for less contrast from 18 points, and from 14 points if bold.
      const isLarge =
        Number.parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24)
      const tone = [
        style.color,
        isLarge,
        style.textShadow,
        behind(element),
        beside(element),
        link?.parentElement == null
          ? ''
          : `${style.textDecorationLine} ${getComputedStyle(link.parentElement).color}`,
      ].join('|')
      const short = element.textContent?.trim().length === 1
      return { element, traits: [tone, `${tone} ${short} ${placeOf(element)}`] }
    })
    return [...new Map(window.chosenForAxe.map(({ traits }) => [traits[1], traits])).values()]
  }, openDialog)
}

type Area = {
  readonly traits: readonly string[]
  readonly focusable: boolean
  readonly scrolling: boolean
}

/** What can scroll, by what axe judges it by. Leaves what does scroll in `chosenForAxe`. */
function chooseAreas(page: Page): Promise<Area[]> {
  return page.evaluate(() => {
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
    window.chosenForAxe = []
    return [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      if (!scrolls(overflowX) && !scrolls(overflowY)) return []
      const inside = [...element.querySelectorAll<HTMLElement>('*')]
      const focusable =
        element.tabIndex >= 0 ||
        inside.some(
          (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
        )
      const names = ['class', 'role', 'aria-label'].map((name) => element.getAttribute(name))
      const traits = [[element.tagName, ...names, focusable].join('|')]
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
      const scrolling = scrollHeight > clientHeight || scrollWidth > clientWidth
      if (scrolling) window.chosenForAxe.push({ element, traits })
      return [{ traits, focusable, scrolling }]
    })
  })
}

/** Analyses what the page has chosen, unless it has been analysed before in the same look. */
async function expectSound(
  page: Page,
  rules: 'contrast' | 'scrolling',
  look: string,
  chosen: readonly (readonly string[])[],
  where: string,
): Promise<void> {
  const keyOf = (trait: string): string => `${look} ${trait}`
  const fresh = chosen.filter((traits) => !traits.some((trait) => sound.has(keyOf(trait))))
  if (fresh.length === 0) return
  const { found, passed } = await findingsOfChosen(page, rules, fresh.flat())
  expect(found, where).toEqual([])
  for (const trait of [...passed, ...fresh.map((traits) => traits.at(-1) ?? '')])
    sound.add(keyOf(trait))
}

/**
 * What has to scroll only exists in a window of ordinary size. An area that the keyboard reaches is
 * looked for there once; one that it does not reach, each time.
 */
async function expectScrollingByKeyboard(page: Page, where: string): Promise<void> {
  const keyOf = ({ traits }: Area): string => `scrolled ${traits.join(' ')}`
  if ((await chooseAreas(page)).every((area) => sound.has(keyOf(area)))) return
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 700 })
  await twoFrames(page)
  const areas = await chooseAreas(page)
  const place = `${where}, at 1024 by 700`
  await expectSound(
    page,
    'scrolling',
    'analysed',
    areas.filter(({ scrolling }) => scrolling).map(({ traits }) => traits),
    place,
  )
  for (const area of areas.filter(({ focusable }) => focusable)) sound.add(keyOf(area))
  if (before !== null) await page.setViewportSize(before)
  await twoFrames(page)
}

/** Analyses the new part of the page in each look in turn, and leaves it in light. */
export async function expectNoSeriousFinding(
  page: Page,
  where: string,
  wanted: readonly LookName[] = everyLook,
): Promise<void> {
  const hidden = await page.evaluate((dialog) => {
    const main = document.querySelector('main')
    return main === null || document.querySelector(dialog) !== null
      ? 0
      : main.scrollHeight - main.clientHeight
  }, openDialog)
  expect(hidden, `${where}: pixels of the screen below the window`).toBe(0)
  for (const name of wanted) {
    const { colorScheme, forcedColors, structure, contrast } = looks[name]
    // Without motion no colour is captured mid-transition.
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    const place = `${where}, ${name}`
    if (structure) {
      const { within, around, print } = await newPart(page)
      if (!sound.has(print)) {
        expect(await seriousFindings(page, 'structure', within), place).toEqual([])
        sound.add(print)
        if (around !== null) sound.add(around)
      }
    }
    if (contrast) await expectSound(page, 'contrast', name, await chooseTexts(page), place)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await expectScrollingByKeyboard(page, where)
}
