import { defineConfig } from '@playwright/test'
import shared from './playwright.config.js'

const updates = '**/updates.spec.ts'

/**
 * The stories of the packaged program: another place to start from. Those of updates change the one
 * place where the program that all of them start looks for its feed: they are told after the
 * others, and one after the other.
 */
export default defineConfig({
  ...shared,
  testDir: './packaged',
  fullyParallel: false,
  projects: [
    { name: 'program', testIgnore: updates },
    { name: 'updates', testMatch: updates, dependencies: ['program'] },
  ],
})
