// The Chromium or Chrome that suites and the stand-in use: one that somebody has installed, or
// Playwright's own.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installedBrowser, installedHeadlessShell } from './browsers.mjs'

/**
 * The program, or null. PLIMSOLL_CHROMIUM names another one, or says "none".
 * @returns {string | null}
 */
export function findChromium() {
  const installed = installedBrowser()
  if (installed !== null || process.env.PLIMSOLL_CHROMIUM === 'none') return installed
  const own = chromium.executablePath()
  return existsSync(own) ? own : null
}

/** For suites that need no window: Debian's headless shell where it is installed. */
export function findHeadlessChromium() {
  return installedHeadlessShell() ?? findChromium()
}
