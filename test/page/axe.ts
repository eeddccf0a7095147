// REN-17: what axe finds. A theme changes only colours, so the rules about structure run once, in
// light, and those about contrast in every look. Nothing is analysed twice: no part of a page whose
// structure had the same shape, no tone of a text for its contrast in a look, no scrolling area, no
// more than two rows of one shape. axe judges contrast only where colours are not plain.
import type { Page } from '@playwright/test'
import { findingsOfChosen, seriousFindings, type AxePlace } from '../support/axe.js'
import { expect } from './page-fixture.js'
import { twoFrames } from './screens.js'
import { openSharedPrints } from './shared-prints.js'

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
/** For what has no rule of its own for forced colours, or only one that is analysed elsewhere. */
export const themes = ['light', 'dark'] as const satisfies readonly LookName[]

/** A window that fits most screens: axe skips what has to be scrolled into view. */
export const tall = { viewport: { width: 1024, height: 3600 } }
/**
 * What it grows to at most, for a hundred rows or very long texts, and only while axe looks: the
 * browser paints all of it in every frame.
 */
const tallest = 10_000

/** What had no finding in any worker: shapes, tones and areas, by how they were shown. */
const sound = openSharedPrints(process.env['PLIMSOLL_SOUND'] ?? '')

const openDialog = '[role$="dialog"][data-state="open"]'

/** Prints of everything that axe can judge the structure of a part by. */
type Shapes = {
  /** Of an open dialog; null if none is open. */
  readonly dialog: string | null
  /** Of the page outside `main`. */
  readonly around: string
  /** Of `main` outside its sections, and of each section, which are in `partsForAxe`. */
  readonly between: string
  readonly sections: readonly string[]
}

/**
 * What decides the structure: elements, their attributes and whether they have a text, not which
 * one. Rows that are alike are one, and a number is only zero or not.
 */
function shapesOf(page: Page): Promise<Shapes> {
  return page.evaluate((selector) => {
    // The same part has different ids if more was shown before it.
    const withoutIds = (text: string): string => text.replaceAll(/\b(bits-)?c\d+\b/g, '')
    const words =
      /^(title|alt|placeholder|value|content|d|points|aria-(label|description|valuetext))$/
    const names =
      /^(id|for|name|href|headers|list|aria-(controls|(labelled|described)by|owns|activedescendant|errormessage))$/
    const said = (text: string | null): string => ((text ?? '').trim() === '' ? '' : 'x')
    const attributeOf = ({ name, value }: Attr): string => {
      if (words.test(name)) return `${name}=${said(value)}`
      if (names.test(name)) return `${name}=${withoutIds(value)}`
      return `${name}=${value.replaceAll(/\d*\.?\d+/g, (number) => (Number(number) === 0 ? '0' : '1'))}`
    }
    const fieldOf = (element: Element): string =>
      element instanceof HTMLInputElement
        ? `${said(element.value)} ${element.checked} ${element.indeterminate}`
        : element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
          ? said(element.value)
          : ''
    const shapeOf = (node: Node, omitted: ReadonlySet<Node>): string => {
      if (node instanceof Text) return said(node.textContent)
      if (!(node instanceof Element) || node.matches('script, style')) return ''
      if (omitted.has(node)) return `<${node.tagName}…>`
      const attributes = [...node.attributes]
        // The link of the current screen is the same on every screen.
        .filter(({ name }) => name !== 'aria-current')
        .map(attributeOf)
      const children: string[] = []
      const seen = new Map<string, number>()
      for (const child of node.childNodes) {
        const shape = shapeOf(child, omitted)
        if (shape !== children.at(-1)) children.push(shape)
        const times = (seen.get(shape) ?? 0) + 1
        seen.set(shape, times)
        // Two are enough to find what they share by mistake, such as an id.
        if (times > 2 && (child instanceof HTMLElement || child instanceof SVGElement))
          alike.add(child)
      }
      return `<${node.tagName} ${attributes.join(' ')} ${fieldOf(node)}>${children.join('')}</>`
    }
    const alike = new Set<HTMLElement | SVGElement>()
    const dialog = document.querySelector(selector)
    const mains = [...document.querySelectorAll('main')]
    window.partsForAxe = mains.flatMap((main) =>
      [...main.querySelectorAll('section')].filter(
        (section) => section.parentElement?.closest('main section') == null,
      ),
    )
    const none = new Set<Node>()
    const sections = new Set<Node>(window.partsForAxe)
    const shapes = {
      dialog: dialog === null ? null : shapeOf(dialog, none),
      around: shapeOf(document.documentElement, new Set(mains)),
      between: mains.map((main) => shapeOf(main, sections)).join(''),
      sections: window.partsForAxe.map((section) => shapeOf(section, none)),
    }
    // Sections of one shape are not rows: each is analysed, or left out, by itself.
    for (const section of sections) alike.delete(section as HTMLElement)
    window.alikeForAxe = [...alike]
    return shapes
  }, openDialog)
}

/**
 * Analyses the structure of what has a new shape: an open dialog, because what is behind it was
 * analysed before it opened; otherwise new sections, with the screen or the page around all
 * sections if that is new.
 */
async function expectSoundStructure(page: Page, where: string): Promise<void> {
  const size = JSON.stringify(page.viewportSize())
  const shapes = await shapesOf(page)
  const printOf = (part: string, shape: string): string => `${size} ${part} ${shape}`
  const analyse = async (within: AxePlace, prints: readonly string[]): Promise<void> => {
    expect(await seriousFindings(page, 'structure', within), where).toEqual([])
    for (const print of prints) sound.add(print)
  }
  if (shapes.dialog !== null) {
    const print = printOf('dialog', shapes.dialog)
    if (!sound.has(print)) await analyse(openDialog, [print])
    return
  }
  const around = printOf('around', shapes.around)
  const between = printOf('between', shapes.between)
  const sections = shapes.sections.map((shape) => printOf('section', shape))
  const parts = [...sections.keys()].filter((at) => !sound.has(sections[at] ?? ''))
  if (!sound.has(around)) return analyse({ parts, around: 'html' }, [around, between, ...sections])
  if (!sound.has(between)) return analyse({ parts, around: 'main' }, [between, ...sections])
  if (parts.length > 0) await analyse({ parts, around: null }, sections)
}

type Texts = {
  /** The last traits of each text. */
  readonly places: readonly string[]
  /** The traits of texts without plain colours that have enough contrast for any size. */
  readonly doubtful: readonly (readonly string[])[]
}

/**
 * Leaves every text and field in sight in `chosenForAxe`. What decides its contrast is its tone:
 * its colour, its size, and everything painted behind it. What axe cannot decide, such as a single
 * character, it cannot decide in any element of the same tone in the same place of the document.
 * @param again only those that had these last traits in the look before; null for all
 */
function chooseTexts(page: Page, again: readonly string[] | null): Promise<Texts> {
  return page.evaluate(
    ({ selector, wanted }) => {
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
        const own = ['class', 'data-state', 'aria-pressed', 'aria-selected', 'aria-checked']
          .map((name) => element.getAttribute(name) ?? '')
          .concat(
            element instanceof HTMLElement ? [element.style.color, element.style.background] : [],
          )
          .join('.')
        const outer = parent === null ? '' : placeOf(parent)
        const place = `${outer}>${element.tagName}.${own}`
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
      if (wanted === null) {
        for (const field of root.querySelectorAll('input, textarea, select')) add(field)
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          if (node.textContent?.trim() !== '') add(node.parentElement)
      } else
        for (const { element, traits } of window.textsForAxe)
          if (wanted.includes(traits.at(-1) ?? '')) elements.add(element)
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
      /** Relative luminance, as WCAG defines it, of an opaque colour; NaN of any other. */
      const luminanceOf = (colour: string): number => {
        const [red = NaN, green = NaN, blue = NaN] = (
          /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1) ?? []
        ).map((part) => {
          const share = Number(part) / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      /** The plain colour on which a text is painted; empty if anything else shows there. */
      const groundOf = (element: Element): string => {
        let ground = ''
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const { colour, effects } = paintOf(at)
          if (effects !== '') return ''
          if (ground === '') ground = colour
        }
        return ground.replace(/ none$/, '')
      }
      const contrastOf = (colour: string, ground: string): number => {
        const [light = NaN, dark = NaN] = [luminanceOf(colour), luminanceOf(ground)].toSorted(
          (a, b) => b - a,
        )
        return (light + 0.05) / (dark + 0.05)
      }
      const doubtful = new Map<string | undefined, readonly string[]>()
      window.chosenForAxe = [...elements].map((element) => {
        const style = getComputedStyle(element)
        const link = element.closest('a[href]')
        // WCAG asks for less contrast from 18 points, and from 14 points if bold.
        const isLarge =
          Number.parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24)
        const over = beside(element)
        const tone = [
          style.color,
          isLarge,
          style.textShadow,
          behind(element),
          over,
          link?.parentElement == null
            ? ''
            : `${style.textDecorationLine} ${getComputedStyle(link.parentElement).color}`,
        ].join('|')
        const short = element.textContent?.trim().length === 1
        const traits = [tone, `${tone} ${short} ${placeOf(element)}`]
        const isPlain = over === '' && link === null && style.textShadow === 'none'
        if (!isPlain || !(contrastOf(style.color, groundOf(element)) >= 4.5))
          doubtful.set(traits[1], traits)
        return { element, traits }
      })
      if (wanted === null) window.textsForAxe = window.chosenForAxe
      return {
        places: [...new Set(window.chosenForAxe.map(({ traits }) => traits[1] ?? ''))],
        doubtful: [...doubtful.values()],
      }
    },
    { selector: openDialog, wanted: again },
  )
}

type Area = {
  readonly traits: readonly string[]
  readonly focusable: boolean
  readonly scrolling: boolean
  /** How much there is in it, in pixels. */
  readonly content: readonly [width: number, height: number]
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
      return [{ traits, focusable, scrolling, content: [scrollWidth, scrollHeight] as const }]
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

/** What the keyboard does not reach and did not have to scroll, by the most it held in `tall`. */
const unscrolled = new Map<string, readonly [number, number]>()

function isKnownArea({ traits, focusable, content }: Area): boolean {
  const [trait = ''] = traits
  if (focusable) return sound.has(`scrolled ${trait}`)
  const most = unscrolled.get(trait)
  return most !== undefined && content[0] <= most[0] && content[1] <= most[1]
}

/**
 * What has to scroll only exists in a window of ordinary size. An area that the keyboard reaches is
 * looked for there once; one that it does not reach, whenever it holds more than before.
 */
async function expectScrollingByKeyboard(page: Page, where: string): Promise<void> {
  const inTall = await chooseAreas(page)
  if (inTall.every(isKnownArea)) return
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
  for (const { traits } of areas.filter(({ focusable }) => focusable))
    sound.add(`scrolled ${traits[0] ?? ''}`)
  for (const { traits, focusable, content } of inTall) {
    const [trait = ''] = traits
    const [width, height] = unscrolled.get(trait) ?? [0, 0]
    if (!focusable)
      unscrolled.set(trait, [Math.max(width, content[0]), Math.max(height, content[1])])
  }
  if (before !== null) await page.setViewportSize(before)
  await twoFrames(page)
}

/** Pixels that have to be scrolled into view, of the screen or of what an open dialog holds. */
function hiddenBelow(page: Page): Promise<{ screen: number; dialog: number }> {
  return page.evaluate((selector) => {
    const hiddenIn = ({ scrollHeight, clientHeight }: Element): number =>
      scrollHeight - clientHeight
    const main = document.querySelector('main')
    const dialog = document.querySelector(selector)
    if (dialog === null) return { screen: main === null ? 0 : hiddenIn(main), dialog: 0 }
    const scrolling = [dialog, ...dialog.querySelectorAll('*')].filter(
      (area) => hiddenIn(area) > 0 && /auto|scroll/.test(getComputedStyle(area).overflowY),
    )
    return { screen: 0, dialog: Math.max(0, ...scrolling.map(hiddenIn)) }
  }, openDialog)
}

/** @returns the pixels of the screen that are hidden in the highest window as well */
async function growToFit(page: Page): Promise<number> {
  const { width, height } = page.viewportSize() ?? tall.viewport
  const { screen, dialog } = await hiddenBelow(page)
  if (screen + dialog === 0 || height >= tallest) return screen
  // A dialog takes a share of the window.
  const wanted = dialog > 0 ? tallest : Math.min(tallest, height + screen)
  await page.setViewportSize({ width, height: wanted })
  await twoFrames(page)
  return growToFit(page)
}

/**
 * Analyses what is new on the page in each look in turn, and leaves it in light. What had the same
 * place and tone in the first look has the same rules of style, and so one tone in each other look.
 */
export async function expectNoSeriousFinding(
  page: Page,
  where: string,
  wanted: readonly LookName[] = everyLook,
): Promise<void> {
  const before = page.viewportSize()
  expect(await growToFit(page), `${where}: pixels of the screen below the window`).toBe(0)
  const keyOf = (trait: string): string => `in ${wanted.join()}: ${trait}`
  let fresh: readonly string[] | null = null
  for (const name of wanted) {
    const { colorScheme, forcedColors, structure, contrast } = looks[name]
    if (fresh?.length === 0) break
    // Without motion no colour is captured mid-transition.
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    const place = `${where}, ${name}`
    if (structure) await expectSoundStructure(page, place)
    if (!contrast) continue
    const { places, doubtful } = await chooseTexts(page, fresh)
    fresh ??= places.filter((one) => !sound.has(keyOf(one)))
    await expectSound(page, 'contrast', name, doubtful, place)
  }
  for (const trait of fresh ?? []) sound.add(keyOf(trait))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await expectScrollingByKeyboard(page, where)
  const { height: grown } = page.viewportSize() ?? tall.viewport
  if (before !== null && grown !== before.height) await page.setViewportSize(before)
}
