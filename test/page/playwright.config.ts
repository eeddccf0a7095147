import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { ordinaryBrowser } from './browser-options.js'

const report = process.env['PLIMSOLL_TEST_REPORT']
/** A folder for traces of failed tests. They take time, so they are only made when kept. */
const kept = process.env['PLIMSOLL_FAILURES']
const reporters: ReporterDescription[] = [['list']]
if (report !== undefined) reporters.push(['json', { outputFile: report }])

export default defineConfig({
  testDir: '.',
  globalSetup: './build-fake-page.ts',
  outputDir: join(kept ?? tmpdir(), 'plimsoll-page-results'),
  // A page waits for its frames half of the time; four make two cores busy.
  workers: 4,
  fullyParallel: true,
  timeout: 120_000,
  // The page's own time does not move meanwhile: a slow computer may take this long, and a wrong
  // page stays wrong.
  expect: { timeout: 20_000 },
  reporter: reporters,
  forbidOnly: true,
  use: {
    screenshot: 'only-on-failure',
    trace: kept === undefined ? 'off' : 'retain-on-failure',
    browserName: 'chromium',
    launchOptions: ordinaryBrowser,
  },
})
