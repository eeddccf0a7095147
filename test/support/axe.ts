// REN-17: axe in a page, injected once and run there, with nothing opened beside it.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const contrast = ['color-contrast', 'link-in-text-block']

/** Contrast takes most of the time of all the rules; structure is everything else. */
export type AxeRules = 'all' | 'contrast' | 'structure' | 'scrolling'

const options: Readonly<Record<AxeRules, axe.RunOptions>> = {
  all: {},
  contrast: { runOnly: { type: 'rule', values: contrast } },
  structure: { rules: Object.fromEntries(contrast.map((id) => [id, { enabled: false }])) },
  scrolling: { runOnly: { type: 'rule', values: ['scrollable-region-focusable'] } },
}

/** What axe finds in the page as it is that is serious or critical, a line each. */
export const seriousFindings = async (page: Page, rules: AxeRules): Promise<string[]> => {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (chosen) => {
    const injected = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await injected.run(document, { resultTypes: ['violations'], ...chosen })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`)
  }, options[rules])
}
