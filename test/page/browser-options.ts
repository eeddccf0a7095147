import type { LaunchOptions } from '@playwright/test'

const browser = process.env['PLIMSOLL_CHROMIUM']

function optionsWith(flags: string): LaunchOptions {
  return {
    ...(browser === undefined ? {} : { executablePath: browser }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--js-flags=--expose-gc ${flags}`,
    ],
  }
}

/**
 * Tests end before code that is optimised slowly pays off. Quickly optimised code makes axe a third
 * faster, and room for new objects saves a tenth of the time of every test.
 */
export const ordinaryBrowser = optionsWith('--no-turbofan --min-semi-space-size=64')

/** For what counts objects or measures time: optimised code appears at random. */
export const unoptimisingBrowser = optionsWith('--no-turbofan --no-maglev')

/** As users have it. */
export const optimisingBrowser = optionsWith('')
