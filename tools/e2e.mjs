// Runs the end-to-end suite in real Electron. What a story needs and this system has not is said beside the story, which is skipped.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildWhereNeeded } from './build.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { skipSuite } from './skip-suite.mjs'

const suite = 'END-TO-END SUITE'
const required = process.env.PLIMSOLL_REQUIRE_E2E === '1'

const electronBinary = () => {
  try {
    const binary = createRequire(import.meta.url)('electron')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

const electron = electronBinary()
if (electron === null) skipSuite(suite, 'Electron has no binary here and it could not be fetched.', required)
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
