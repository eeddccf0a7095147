// REN-17: axe in a page, injected once and run there, with nothing opened beside it.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const contrast = ['color-contrast', 'link-in-text-block']

/** Contrast takes most of the time of all the rules; structure is everything else. */
export type AxeRules = 'all' | 'structure'

/** Minor or moderate at most, whatever they find. */
const never = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'focus-order-semantics',
  'form-field-multiple-labels',
  'heading-order',
  'hidden-content',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
]

function without(ids: readonly string[]): axe.RunOptions {
  return { rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])) }
}

const options: Readonly<Record<AxeRules, axe.RunOptions>> = {
  all: without(never),
  structure: without([...never, ...contrast]),
}

/** An element to analyse, and what it shares with others, from its tone to its place. */
type Chosen = { readonly element: Element; readonly traits: readonly string[] }

declare global {
  interface Window {
    axe: typeof axe
    /** What `findingsOfChosen` analyses, chosen by the page. */
    chosenForAxe: Chosen[]
    /** What was chosen in the first look, to choose from it in the next. */
    textsForAxe: Chosen[]
    /** What `seriousFindings` analyses alone, or what it leaves out, if a place says which. */
    partsForAxe: Element[]
    /** Rows that `seriousFindings` skips, because it analyses similar ones beside them. */
    alikeForAxe?: (HTMLElement | SVGElement)[]
  }
}

async function inject(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
}

type Finding = Pick<axe.Result, 'id' | 'impact'> & {
  readonly nodes: readonly Pick<axe.NodeResult, 'html' | 'failureSummary'>[]
}

function isSerious({ impact }: Finding): boolean {
  return impact === 'serious' || impact === 'critical'
}

function lineOf({ id, nodes }: Finding): string {
  const places = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`)
  return `${id}: ${places.join(' | ')}`
}

/**
 * A selector, null for the whole page, or parts by their places in `partsForAxe`: alone, or with
 * what a selector finds around all parts.
 */
export type AxePlace =
  string | null | { readonly parts: readonly number[]; readonly around: string | null }

/** What axe finds there that is serious or critical, a line each. */
export async function seriousFindings(
  page: Page,
  rules: AxeRules,
  within: AxePlace = null,
): Promise<string[]> {
  await inject(page)
  const violations = await page.evaluate(
    async ({ chosen, place }) => {
      const contextOf = (): axe.ElementContext => {
        if (typeof place !== 'object' || place === null) return place ?? document
        const { parts, around } = place
        const wanted = window.partsForAxe.filter((_, at) => parts.includes(at))
        return around === null
          ? { include: wanted }
          : {
              include: [...document.querySelectorAll(around)],
              exclude: window.partsForAxe.filter((_, at) => !parts.includes(at)),
            }
      }
      const alike = (window.alikeForAxe ?? [])
        .filter(({ isConnected, style }) => isConnected && style.visibility === '')
        .map((element) => ({ element, isStyled: element.hasAttribute('style') }))
      for (const { element } of alike) element.style.visibility = 'hidden'
      const found = await window.axe.run(contextOf(), {
        resultTypes: ['violations'],
        // Its style sheets are the page's own: there is nothing to fetch.
        preload: false,
        ...chosen,
      })
      for (const { element, isStyled } of alike) {
        element.style.visibility = ''
        if (!isStyled) element.removeAttribute('style')
      }
      return found.violations
    },
    { chosen: options[rules], place: within },
  )
  return violations.filter(isSerious).map(lineOf)
}

const rulesOfChosen = { contrast, scrolling: ['scrollable-region-focusable'] } as const

/**
 * What axe finds in those elements that the page left in `chosenForAxe` of which every trait is
 * among these, a line each, and the traits of the elements that passed. What axe cannot decide has
 * not passed.
 */
export async function findingsOfChosen(
  page: Page,
  rules: keyof typeof rulesOfChosen,
  traits: readonly string[],
): Promise<{ found: string[]; passed: string[] }> {
  await inject(page)
  const { violations, passed } = await page.evaluate(
    async ({ values, wanted }) => {
      const isWanted = new Set(wanted)
      const chosen = window.chosenForAxe.filter((one) =>
        one.traits.every((trait) => isWanted.has(trait)),
      )
      const results = await window.axe.run(
        { include: chosen.map(({ element }) => element) },
        {
          resultTypes: ['violations', 'passes', 'incomplete'],
          preload: false,
          selectors: false,
          elementRef: true,
          runOnly: { type: 'rule', values: [...values] },
        },
      )
      const elementsOf = (group: axe.Result[]): Set<Element | undefined> =>
        new Set(group.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
      const passing = elementsOf(results.passes)
      const doubtful = elementsOf(results.incomplete)
      return {
        violations: results.violations.map(({ nodes, ...rule }) => ({
          ...rule,
          nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
        })),
        passed: chosen
          .filter(({ element }) => passing.has(element) && !doubtful.has(element))
          .flatMap((one) => one.traits),
      }
    },
    { values: rulesOfChosen[rules], wanted: traits },
  )
  return { found: violations.filter(isSerious).map(lineOf), passed }
}
