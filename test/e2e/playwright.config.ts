import { defineConfig, type ReporterDescription } from '@playwright/test'

const report = process.env['PLIMSOLL_TEST_REPORT']
const reporters: ReporterDescription[] = [['list']]
if (report) reporters.push(['json', { outputFile: report }])
/** Stories that cannot be told here; whoever leaves them out names and counts them. */
const without = process.env['PLIMSOLL_E2E_WITHOUT']

export default defineConfig({
  testDir: './specs',
  outputDir: process.env['PLIMSOLL_E2E_OUTPUT'] ?? '../../test-results/e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // One window at a time: the machine's two cores belong to the app under test.
  workers: 1,
  ...(without ? { grepInvert: new RegExp(without) } : {}),
  forbidOnly: true,
  // A second try only where nobody watches, and then it is counted and told as unsteady, never as an ordinary pass.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  reporter: reporters,
})
