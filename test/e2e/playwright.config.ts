import { defineConfig, type ReporterDescription } from '@playwright/test'
import { ownScreens } from './support/screens.js'

const report = process.env['PLIMSOLL_TEST_REPORT']
const reporters: ReporterDescription[] = [['list'], ['./support/left-out-reporter.ts']]
if (report) reporters.push(['json', { outputFile: report }])
/** Benchmarks: run with `npm run bench`, never as part of the gate. */
const bench = process.env['PLIMSOLL_BENCH'] === '1'

export default defineConfig({
  testDir: bench ? './bench' : './specs',
  globalSetup: './support/whole-run-traffic.ts',
  outputDir: process.env['PLIMSOLL_E2E_OUTPUT'] ?? '../../test-results/e2e',
  // Durations are measured elsewhere; these limits only stop tests that hang.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  fullyParallel: true,
  // These tests mostly wait. Tests that share a screen, and so the clipboard and the focus, run one
  // at a time.
  workers: ownScreens && !bench ? 4 : 1,
  // The slowest tests start first.
  projects: [
    { name: 'long', grep: /@long/ },
    { name: 'short', grepInvert: /@long/ },
  ],
  forbidOnly: true,
  retries: 0,
  reporter: reporters,
})
