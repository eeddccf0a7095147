// REN-17: axe in a page, injected once and run there, with nothing opened beside it.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * What axe finds in the page as it stands that is serious or critical, a line each.
 * @param rules the only rules to run, by id; null for all of them
 */
export const seriousFindings = async (page: Page, rules: readonly string[] | null): Promise<string[]> => {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const injected = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await injected.run(document, {
      resultTypes: ['violations'],
      ...(rules === null ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`)
  }, rules)
}
