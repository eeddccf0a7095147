import { defineConfig } from '@playwright/test'
import shared from './playwright.config.js'

/** The stories of the packaged program: another place to start from, and nothing else. */
export default defineConfig({ ...shared, testDir: './packaged', reporter: [['list']] })
