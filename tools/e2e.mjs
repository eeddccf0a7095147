// Runs the end-to-end suite in real Electron. A test whose requirements this system lacks is
// skipped, with the reason.
import path from 'node:path'
import { buildWhereNeeded } from './build.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { findElectron, howToGetElectron } from './electron-program.mjs'
import { skipSuite } from './skip-suite.mjs'

const suite = 'end-to-end suite'
const required = process.env.PLIMSOLL_REQUIRE_E2E === '1'

const electron = await findElectron((text) => console.error(text))
if (electron === null) skipSuite(suite, `no Electron program. ${howToGetElectron}`, required)
const missing = whyNoDesktop()
if (missing !== null) skipSuite(suite, missing, required)
if (!(await buildWhereNeeded())) process.exit(1)

process.exit(
  runOnDesktop({
    config: 'test/e2e/playwright.config.ts',
    words: process.argv.slice(2),
    environment: { PLIMSOLL_ELECTRON: electron },
    readable: [path.resolve('out/main/index.js'), electron],
  }),
)
