// Runs the page's own suite: the page that ships in Chromium, under the policy it ships with.
// Reports it if there is no Chromium.
import { spawnSync } from 'node:child_process'
import { noBrowser } from './browsers.mjs'
import { buildWhereNeeded } from './build.mjs'
import { findHeadlessChromium } from './chromium.mjs'
import { skipSuite } from './skip-suite.mjs'

const browser = findHeadlessChromium()

if (browser === null)
  skipSuite('page suite', noBrowser(), process.env.PLIMSOLL_REQUIRE_PAGE === '1')
if (!(await buildWhereNeeded())) process.exit(1)

const config =
  process.env.PLIMSOLL_BENCH === '1'
    ? 'test/page/bench/playwright.config.ts'
    : 'test/page/playwright.config.ts'
const { status } = spawnSync('playwright', ['test', '--config', config, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PLIMSOLL_CHROMIUM: browser },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
