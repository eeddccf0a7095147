// The Chromium or Chrome that suites and the stand-in use: an installed one, or Playwright's own.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installedBrowser, installedHeadlessShell } from './browsers.mjs'

/**
 * The program, or null. PLIMSOLL_CHROMIUM overrides it, or disables it with "none".
 * @returns {string | null}
 */
export function findChromium() {
  const installed = installedBrowser()
  if (installed !== null || process.env.PLIMSOLL_CHROMIUM === 'none') return installed
  const own = chromium.executablePath()
  return existsSync(own) ? own : null
}

/** For suites that need no window: Debian's headless shell if it is installed. */
export function findHeadlessChromium() {
  return installedHeadlessShell() ?? findChromium()
}
