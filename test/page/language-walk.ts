// Examines every text of the page in the pseudo-language, in which each message of the catalogue is
// enclosed in ⟦ and ⟧.
import type { Page } from '@playwright/test'
import { screenNames, twoFrames, type ScreenName } from './screens.js'

const viewports = [
  { width: 1600, height: 1000 },
  { width: 1024, height: 700 },
]

type Found = { where: string; text: string }

/** What is outside of all messages, and what is cut off. */
function strays(page: Page): Promise<{ outside: Found[]; cut: Found[] }> {
  return page.evaluate(() => {
    const outside: { where: string; text: string }[] = []
    const cut: { where: string; text: string }[] = []
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
    // Text in a monospace font is data: ids, paths, addresses, JSON. Intl names regions in each
    // language.
    let depth = 0
    const rest = (text: string): string => {
      let left = ''
      for (const one of text) {
        if (one === '⟦') depth += 1
        else if (one === '⟧') depth -= 1
        else if (depth === 0) left += one
      }
      return left
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        parent === null ||
        parent.closest('script, style, pre, code, .mono, .group, optgroup option') !== null
      )
        continue
      const text = rest(node.textContent ?? '')
      if (/\p{L}{2}/u.test(text)) outside.push({ where: nameOf(parent), text: text.trim() })
    }
    for (const element of document.querySelectorAll('body *')) {
      for (const { name, value } of element.attributes) {
        const read = [
          'title',
          'alt',
          'placeholder',
          'aria-label',
          'aria-valuetext',
          'aria-roledescription',
        ].includes(name)
        depth = 0
        if (read && element.closest('.mono') === null && /\p{L}{2}/u.test(rest(value)))
          outside.push({ where: `${nameOf(element)} ${name}`, text: value })
      }
      depth = 0
      if (!(element instanceof HTMLElement) || element.closest('.visually-hidden') !== null)
        continue
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').includes('⟦'),
      )
      if (!own) continue
      const { overflowX, textOverflow } = getComputedStyle(element)
      // What is shortened with dots shows the rest on hover.
      const shortened = textOverflow === 'ellipsis' && element.closest('[title]') !== null
      if (
        element.clientWidth > 1 &&
        overflowX !== 'visible' &&
        overflowX !== 'auto' &&
        element.scrollWidth > element.clientWidth + 1 &&
        !shortened
      )
        cut.push({ where: nameOf(element), text: (element.textContent ?? '').trim().slice(0, 80) })
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wide > 0) cut.push({ where: 'the window', text: `${wide} pixels` })
    return { outside, cut }
  })
}

/** Spelled the same in every language. */
const sameEverywhere =
  /Plimsoll|English|Українська|PnL|cURL|\b(?:Ctrl|Shift|Alt|Esc|Enter|Home|End|null)\b/gu
/** BTC_USDT, an id, a host, a path, a header. */
const nameOfThing = /https?:\S+|\/[\w./-]+|\b[A-Z0-9_]+\b|[\w-]*\d[\w-]*|\bX-[\w-]+/gu

function wordsLeft(text: string, received: readonly string[]): string {
  const own = text.replaceAll(/⟦[^⟦⟧]*⟧/gu, ' ').replaceAll(sameEverywhere, ' ')
  return received.reduce((left, one) => left.replaceAll(one, ' '), own).replaceAll(nameOfThing, ' ')
}

export type LanguageFindings = {
  untranslated: string[]
  cut: string[]
  /** Texts outside of all messages that are data, as found before. */
  data: Set<string>
}

export function noFindings(): LanguageFindings {
  return { untranslated: [], cut: [], data: new Set() }
}

export async function lookForStrays(
  page: Page,
  place: string,
  findings: LanguageFindings,
): Promise<void> {
  await twoFrames(page)
  const { outside, cut } = await strays(page)
  findings.cut.push(...cut.map(({ where, text }) => `${place}: ${where}: “${text}”`))
  const fresh = outside.filter(({ text }) => !findings.data.has(text))
  if (fresh.length === 0) return
  const received = (await page.evaluate(() => [...window.received]))
    .map((one) => one.replaceAll(sameEverywhere, ' '))
    .filter((one) => /\p{L}{2}/u.test(one))
    .sort((a, b) => b.length - a.length)
  for (const { where, text } of fresh)
    if (/\p{L}{2}/u.test(wordsLeft(text, received)))
      findings.untranslated.push(`${place}: ${where}: “${text.slice(0, 120)}”`)
    else findings.data.add(text)
}

/**
 * Every screen, every tab, the details of a first row, and what keys open; or some screens alone,
 * where a state differs from another, and the tab that Settings opens with.
 */
export async function walkEverywhere(
  page: Page,
  look: (place: string) => Promise<void>,
  alone?: readonly ScreenName[],
): Promise<void> {
  const links = page.locator('nav ul a')
  const count = await links.count()
  for (let at = 0; at < count; at += 1) {
    const name = screenNames[at]
    if (alone !== undefined && (name === undefined || !alone.includes(name))) continue
    await links.nth(at).click()
    const tabs = page.locator('main [role="tab"]')
    const tabCount = await tabs.count()
    // The first of the tabs is what a screen opens with.
    if (tabCount === 0 || (alone !== undefined && name === 'Settings'))
      await look(`screen ${at + 1}`)
    if (alone !== undefined && name === 'Settings') continue
    for (let tab = 0; tab < tabCount; tab += 1) {
      if ((await tabs.count()) <= tab) continue
      await tabs.nth(tab).click()
      await look(`screen ${at + 1}, tab ${tab + 1}`)
      const unfolded = await page.evaluate(() => {
        const folded = document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')
        for (const details of folded) details.open = true
        return folded.length
      })
      const row = page.locator('main [data-row="0"]').first()
      const rows = await row.count()
      if (rows > 0) await row.click()
      if (unfolded + rows > 0) await look(`screen ${at + 1}, tab ${tab + 1}, opened`)
      await page.keyboard.press('Escape')
    }
  }
  if (alone !== undefined) return
  for (const keys of ['?', 'Control+Shift+A', 'Control+k']) {
    await page.keyboard.press(keys)
    await look(keys)
    await page.keyboard.press('Escape')
  }
}

/** Which screens a walk looks at, and whether it examines each at every size or at one in turn. */
export type PseudoWalk = { readonly alone?: readonly ScreenName[]; readonly everySize: boolean }

export async function walkInPseudo(
  page: Page,
  { alone, everySize }: PseudoWalk,
): Promise<LanguageFindings> {
  const findings = noFindings()
  // Each place begins at the size at which the one before it ended.
  let sizes = viewports
  const look = async (place: string): Promise<void> => {
    for (const viewport of everySize ? sizes : sizes.slice(0, 1)) {
      await page.setViewportSize(viewport)
      await lookForStrays(page, `${place}, ${viewport.width} pixels wide`, findings)
    }
    sizes = sizes.toReversed()
  }
  await walkEverywhere(page, look, alone)
  return findings
}
