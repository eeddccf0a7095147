import { defineConfig } from '@playwright/test'
import { unoptimisingBrowser } from '../browser-options.js'
import shared from '../playwright.config.js'

/** Benchmarks, one at a time, for `npm run bench -- page`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  globalSetup: '../build-fake-page.ts',
  testMatch: '**/*.bench.ts',
  use: { ...shared.use, launchOptions: unoptimisingBrowser },
  workers: 1,
  timeout: 300_000,
  reporter: [['list']],
})
