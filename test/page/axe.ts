// REN-17: what axe finds. A theme changes only colours, so all rules run once, in light, and only
// those about contrast in the other looks. A page identical to one already analysed is skipped.
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seriousFindings, type AxeRules } from '../support/axe.js'
import { expect } from './page-fixture.js'
import { twoFrames } from './screens.js'

type Look = {
  readonly colorScheme: 'light' | 'dark'
  readonly forcedColors: 'active' | 'none'
  readonly rules: AxeRules
}

const looks = {
  /** Everything but contrast, for states that show no tone of their own. */
  plain: { colorScheme: 'light', forcedColors: 'none', rules: 'structure' },
  light: { colorScheme: 'light', forcedColors: 'none', rules: 'all' },
  dark: { colorScheme: 'dark', forcedColors: 'none', rules: 'contrast' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active', rules: 'contrast' },
} as const satisfies { [name: string]: Look }

export type LookName = keyof typeof looks
export const everyLook = ['light', 'dark', 'forced colours'] as const satisfies readonly LookName[]

/** A window that fits a full screen: axe skips what has to be scrolled into view. */
export const tall = { viewport: { width: 1024, height: 3600 } }
/** For screens with a hundred rows or very long texts. */
export const tallest = { viewport: { width: 1024, height: 10_000 } }

/** Documents without a finding, by their contents and how they were shown. */
const sound = new Set<string>()

/**
 * Everything axe can judge by: the document, the values of its fields, the focus, and how it is
 * shown.
 */
async function printOf(
  page: Page,
  look: LookName | 'scrolled',
  within: string | null,
): Promise<string> {
  const shown = await page.evaluate((place) => {
    const root = place === null ? document.documentElement : document.querySelector(place)
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    const states = fields.map(
      ({ value, checked, indeterminate }) => `${value} ${checked} ${indeterminate}`,
    )
    const focus = [...document.querySelectorAll('*')].indexOf(
      document.activeElement ?? document.body,
    )
    // The same part has different ids if more was shown before it.
    const html = root?.outerHTML.replaceAll(/\b(bits-)?c\d+\b/g, '') ?? ''
    return [html, ...states, focus].join('\0')
  }, within)
  return createHash('sha256')
    .update(`${look} ${JSON.stringify(page.viewportSize())} ${shown}`)
    .digest('hex')
}

/** What has to scroll only exists in a window of ordinary size. */
async function expectScrollingByKeyboard(
  page: Page,
  where: string,
  within: string | null,
): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 700 })
  await twoFrames(page)
  expect(await seriousFindings(page, 'scrolling', within), `${where}, at 1024 by 700`).toEqual([])
  if (before !== null) await page.setViewportSize(before)
  await twoFrames(page)
}

const openDialog = '[role$="dialog"][data-state="open"]'

/**
 * The part of a page to analyse in a look: an open dialog, because what is behind it was analysed
 * before it opened; the screen alone if everything around it was analysed before; otherwise the
 * complete page.
 */
async function newPart(
  page: Page,
  look: LookName,
): Promise<{ within: string | null; around: string }> {
  const shown = await page.evaluate((dialog) => {
    if (document.querySelector(dialog) !== null) return null
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const main of copy.querySelectorAll('main')) main.replaceChildren()
    // The link of the current screen has the same tones on every screen.
    for (const link of copy.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
    return copy.innerHTML.replaceAll(/\b(bits-)?c\d+\b/g, '')
  }, openDialog)
  if (shown === null) return { within: openDialog, around: '' }
  const around = createHash('sha256')
    .update(`around ${look} ${JSON.stringify(page.viewportSize())} ${shown}`)
    .digest('hex')
  return { within: sound.has(around) ? 'main' : null, around }
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
    const { colorScheme, forcedColors, rules } = looks[name]
    // Without motion no colour is captured mid-transition.
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    const { within, around } = await newPart(page, name)
    const print = await printOf(page, name, within)
    if (sound.has(print)) continue
    expect(await seriousFindings(page, rules, within), `${where}, ${name}`).toEqual([])
    sound.add(print)
    if (within === null) sound.add(around)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  const { within } = await newPart(page, 'light')
  const scrolled = await printOf(page, 'scrolled', within)
  if (sound.has(scrolled)) return
  await expectScrollingByKeyboard(page, where, within)
  sound.add(scrolled)
}
