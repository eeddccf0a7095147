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
      `--js-flags=--expose-gc --no-turbofan ${flags}`.trimEnd(),
    ],
  }
}

/** Tests end before optimised code pays off, and compiling it takes a tenth of the time. */
export const ordinaryBrowser = optionsWith('--no-maglev')

/** For tests that keep axe busy: a third faster with code that is optimised quickly. */
export const optimisingBrowser = optionsWith('')
