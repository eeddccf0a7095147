import { defineConfig } from '@playwright/test'
import shared from '../playwright.config.js'

/** Figures of speed, one after the other, for `npm run bench -- page`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  globalSetup: '../build-fake-page.ts',
  testMatch: '**/*.bench.ts',
  workers: 1,
  timeout: 300_000,
  reporter: [['list']],
})
