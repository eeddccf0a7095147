import { defineConfig } from '@playwright/test'
import shared from './playwright.config.js'

/**
 * The stories of the packaged program: another place to start from. File by file, since those of updates share the one place where a
 * packaged program looks for its feed.
 */
export default defineConfig({ ...shared, testDir: './packaged', projects: [{}], fullyParallel: false })
