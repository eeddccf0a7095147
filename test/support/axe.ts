// REN-17: axe in a page, injected once and run there, with nothing opened beside it.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const contrast = ['color-contrast', 'link-in-text-block']

/** Contrast takes most of the time of all the rules; structure is everything else. */
export type AxeRules = 'all' | 'contrast' | 'structure' | 'scrolling'

/** Never serious, and slow. */
const never = ['region']

function without(ids: readonly string[]): axe.RunOptions {
  return { rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])) }
}

const options: Readonly<Record<AxeRules, axe.RunOptions>> = {
  all: without(never),
  contrast: { runOnly: { type: 'rule', values: contrast } },
  structure: without([...never, ...contrast]),
  scrolling: { runOnly: { type: 'rule', values: ['scrollable-region-focusable'] } },
}

/**
 * What axe finds that is serious or critical, a line each.
 * @param within a selector of the part to look at; null for the whole page
 */
export async function seriousFindings(
  page: Page,
  rules: AxeRules,
  within: string | null = null,
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ chosen, place }) => {
      const injected = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await injected.run(place ?? document, {
        resultTypes: ['violations'],
        // Its style sheets are the page's own: there is nothing to fetch.
        preload: false,
        ...chosen,
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
        )
    },
    { chosen: options[rules], place: within },
  )
}
