// Runs the page's own suite: the built page in Chromium, under the policy it ships with. Says aloud when there is no Chromium.
import { spawnSync } from 'node:child_process'
import { howToGetBrowser } from './browsers.mjs'
import { findChromium } from './chromium.mjs'
import { skipSuite } from './skip-suite.mjs'

const browser = findChromium()

if (browser === null)
  skipSuite('PAGE SUITE', `no Chromium or Chrome here. Install one (${howToGetBrowser()}).`, process.env.PLIMSOLL_REQUIRE_PAGE === '1')

const words = process.argv.slice(2)
// Somebody who names a file does not want the others that usually run before it.
const { status } = spawnSync(
  'playwright',
  ['test', '--config', 'test/page/playwright.config.ts', ...(words.length > 0 ? ['--no-deps'] : []), ...words],
  {
    stdio: 'inherit',
    env: { ...process.env, PLIMSOLL_CHROMIUM: browser },
    shell: process.platform === 'win32',
  },
)
process.exit(status ?? 1)
