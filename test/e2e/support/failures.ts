// What a story that failed leaves: a picture of each window, and, where a folder is named to keep
// it in, a trace of what was done there.
import type { Page, TestInfo } from '@playwright/test'

const traced = process.env['PLIMSOLL_FAILURES'] !== undefined

export async function beginTrace(page: Page): Promise<void> {
  if (traced) await page.context().tracing.start({ screenshots: true, snapshots: true })
}

/**
 * The app may be the very thing that no longer answers: then there is no picture, and the story's
 * own failure is what is told.
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
