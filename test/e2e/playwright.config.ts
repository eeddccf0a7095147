import { defineConfig, type ReporterDescription } from '@playwright/test'
import { ownScreens } from './support/screens.js'

const report = process.env['PLIMSOLL_TEST_REPORT']
const reporters: ReporterDescription[] = [['list'], ['./support/left-out-reporter.ts']]
if (report) reporters.push(['json', { outputFile: report }])
/** Figures of speed: `npm run bench`, never the gate. */
const bench = process.env['PLIMSOLL_BENCH'] === '1'

export default defineConfig({
  testDir: bench ? './bench' : './specs',
  globalSetup: './support/whole-run-traffic.ts',
  outputDir: process.env['PLIMSOLL_E2E_OUTPUT'] ?? '../../test-results/e2e',
  // How long something may take is measured elsewhere: these only end what hangs.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  fullyParallel: true,
  // Stories mostly wait. Those that share a screen, and with it the clipboard and the focus, are
  // told one after the other.
  workers: ownScreens && !bench ? 4 : 1,
  // In this order: what takes longest begins first.
  projects: [
    { name: 'long', grep: /@long/ },
    { name: 'short', grepInvert: /@long/ },
  ],
  forbidOnly: true,
  retries: 0,
  reporter: reporters,
})
