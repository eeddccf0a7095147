import { defineConfig } from '@playwright/test'
import shared from './playwright.config.js'

const updates = '**/updates.spec.ts'

/**
 * Tests of the packaged program, which starts from a different place. The update tests change the
 * one place where every instance looks for its feed, so they run last and one at a time.
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
