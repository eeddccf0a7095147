// node tools/e2e-stand-in.mjs [--all]
// Runs end-to-end tests over the stand-in for Electron: the same built main process, preload and
// page, in Node and an installed Chromium. One test for each replaced part (tag @stand-in), or all
// that do not need Electron itself.
import path from 'node:path'
import { noBrowser } from './browsers.mjs'
import { buildWhereNeeded } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { skipSuite } from './skip-suite.mjs'

const suite = 'end-to-end suite on the stand-in'
const required = process.env.PLIMSOLL_REQUIRE_PAGE === '1'

const chromium = findChromium()
if (chromium === null) skipSuite(suite, noBrowser(), required)
const missing = whyNoDesktop()
if (missing !== null) skipSuite(suite, missing, required)
if (!(await buildWhereNeeded())) process.exit(1)

const words = process.argv.slice(2)
process.exit(
  runOnDesktop({
    config: 'test/e2e/playwright.config.ts',
    words: words.includes('--all')
      ? words.filter((word) => word !== '--all')
      : // Each worker starts the apps it shares between tests again: so few tests need no more.
        ['--grep', '@stand-in', '--workers', '2', ...words],
    environment: { PLIMSOLL_STAND_IN: '1', PLIMSOLL_CHROMIUM: chromium },
    readable: [path.resolve('out/main/index.js')],
  }),
)
