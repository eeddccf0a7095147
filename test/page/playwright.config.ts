import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ReporterDescription } from '@playwright/test'

const browser = process.env['PLIMSOLL_CHROMIUM']
const report = process.env['PLIMSOLL_TEST_REPORT']
const reporters: ReporterDescription[] = [['list']]
if (report !== undefined) reporters.push(['json', { outputFile: report }])

const measuring = ['**/leaks.spec.ts', '**/*-heavy.spec.ts']

export default defineConfig({
  testDir: '.',
  outputDir: join(tmpdir(), 'plimsoll-page-results'),
  workers: 2,
  fullyParallel: true,
  projects: [
    { name: 'side-by-side', testMatch: '**/*.spec.ts', testIgnore: measuring },
    // What counts milliseconds or bytes has the computer to itself, once the rest is over.
    { name: 'alone', testMatch: measuring, workers: 1, fullyParallel: false, dependencies: ['side-by-side'] },
  ],
  timeout: 60_000,
  reporter: reporters,
  forbidOnly: true,
  // A second try only where nobody watches, and then it is counted and told as unsteady, never as an ordinary pass.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--js-flags=--expose-gc',
      ],
    },
  },
})
