// What a failed test leaves: a screenshot of each window, and a trace if a folder is given for it.
import type { Page, TestInfo } from '@playwright/test'

const traced = process.env['PLIMSOLL_FAILURES'] !== undefined

export async function beginTrace(page: Page): Promise<void> {
  if (traced) await page.context().tracing.start({ screenshots: true, snapshots: true })
}

/**
 * The app itself may no longer respond: then there is no screenshot, and the test's own failure is
 * reported.
 */
const attempt = (what: Promise<unknown>): Promise<unknown> => what.catch(() => null)

export async function keepWhatFailed(info: TestInfo, pages: readonly Page[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  for (const [at, page] of pages.entries()) {
    await attempt(
      page.screenshot({ path: info.outputPath(`window-${at + 1}.png`), timeout: 10_000 }),
    )
    if (traced)
      await attempt(page.context().tracing.stop({ path: info.outputPath(`trace-${at + 1}.zip`) }))
  }
}
