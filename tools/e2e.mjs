// Runs the end-to-end suite in real Electron, on a desktop of its own. On macOS and Windows without the stories that need Linux, which are
// named and counted.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildWhereNeeded } from './build.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { needsLinux } from './needs-linux.mjs'
import { leaveOut, skipSuite, storiesConfig } from './stories.mjs'

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

const { environment, count } = process.platform === 'linux' ? { environment: {}, count: () => undefined } : leaveOut(needsLinux, 'Linux')

const code = runOnDesktop({
  config: storiesConfig,
  words: process.argv.slice(2),
  environment: { ...environment, PLIMSOLL_ELECTRON: electron },
  readable: [path.resolve('out/main/index.js'), electron],
})
count()
process.exit(code)
