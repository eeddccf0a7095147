// Runs the end-to-end stories over the stand-in for Electron: the same built main process, preload and page, in Node and an installed
// Chromium. The stories that need the real thing are named, counted, and left to `npm run test:e2e`.
import path from 'node:path'
import { howToGetBrowser } from './browsers.mjs'
import { buildWhereNeeded } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { needsLinux } from './needs-linux.mjs'
import { needsElectron } from './stand-in/needs-electron.mjs'
import { leaveOut, skipSuite, storiesConfig } from './stories.mjs'

const suite = 'END-TO-END SUITE ON THE STAND-IN'
const required = process.env.PLIMSOLL_REQUIRE_PAGE === '1'

const { environment, count } =
  process.platform === 'linux'
    ? leaveOut(needsElectron, 'Electron itself')
    : leaveOut([...needsElectron, ...needsLinux.filter(({ onStandIn }) => onStandIn)], 'Electron itself, or Linux')

const chromium = findChromium()
if (chromium === null) skipSuite(suite, `no Chromium or Chrome here. Install one (${howToGetBrowser()}).`, required)
const missing = whyNoDesktop()
if (missing !== null) skipSuite(suite, missing, required)
if (!(await buildWhereNeeded())) process.exit(1)

const code = runOnDesktop({
  config: storiesConfig,
  words: process.argv.slice(2),
  environment: { ...environment, PLIMSOLL_STAND_IN: '1', PLIMSOLL_CHROMIUM: chromium },
  readable: [path.resolve('out/main/index.js')],
})
count()
process.exit(code)
