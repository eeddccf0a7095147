// `npm run demo` without a display: real Electron where its program is, and Chromium in its place.
// Needs Xvfb.
import { Resvg } from '@resvg/resvg-js'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { screenTitles } from '../../../src/renderer/components/words.js'
import { noBrowser } from '../../../tools/browsers.mjs'
import { findChromium } from '../../../tools/chromium.mjs'
import { howToGetElectron } from '../../../tools/electron-program.mjs'
import { leaveOut, noXvfb } from '../../support/leave-out.js'

const root = path.resolve(import.meta.dirname, '../../..')
const launcher = path.join(root, 'tools', 'launch.mjs')
// Not require('electron'): without a binary, that would download one.
const electron =
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(root, 'node_modules', 'electron', 'dist')

function cannotBe(missing: boolean, why: string, required: string, how = ''): boolean {
  if (missing) leaveOut(`demo without a display${how}`, why, required)
  return missing
}

const noScreen = cannotBe(
  process.platform !== 'linux' || spawnSync('sh', ['-c', 'command -v Xvfb']).status !== 0,
  noXvfb,
  'PLIMSOLL_REQUIRE_ELECTRON',
)
const ways = [
  {
    name: 'in Electron',
    dist: electron,
    left:
      noScreen ||
      cannotBe(
        !existsSync(path.join(electron, 'electron')),
        `no Electron program. ${howToGetElectron}`,
        'PLIMSOLL_REQUIRE_ELECTRON',
        ', in Electron',
      ),
  },
  {
    name: 'in Chromium',
    dist: path.join(root, 'nowhere'),
    left:
      noScreen ||
      cannotBe(findChromium() === null, noBrowser(), 'PLIMSOLL_REQUIRE_PAGE', ', in Chromium'),
  },
]

/** The contents of each picture, as far as they can be measured. */
function lookAt(file: string): { size: string; bright: boolean; colours: number } {
  const png = readFileSync(file)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const picture = `<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}</svg>`,
  ).render().pixels
  const colours = new Map<number, number>()
  // Every third pixel of every third line is enough.
  for (let y = 0; y < height; y += 3)
    for (let x = 0; x < width; x += 3) {
      const colour = drawn.readUInt32BE(4 * (y * width + x))
      colours.set(colour, (colours.get(colour) ?? 0) + 1)
    }
  const [most = 0] = [...colours].sort(([, a], [, b]) => b - a)[0] ?? []
  return { size: `${width}×${height}`, bright: most >>> 24 > 127, colours: colours.size }
}

/**
 * Processes started with anything in that folder. Chromium's helpers hide their environment, but
 * not their arguments.
 */
function stillRunning(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      ['cmdline', 'environ'].some((part) => {
        try {
          return readFileSync(`/proc/${pid}/${part}`, 'utf8').includes(folder)
        } catch {
          return false
        }
      }),
    )
}

const first = ways.find(({ left }) => !left)

describe.each(ways)('the demo $name, without a display', ({ name, dist, left }) => {
  let folder = ''
  let child: ChildProcess | null = null
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'demo-display-'))
    mkdirSync(path.join(folder, 'temporary'))
  })
  afterEach(() => {
    if (child?.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const start = (): { ended: Promise<unknown[]>; said(): string; complained(): string } => {
    const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env
    const own = {
      ELECTRON_OVERRIDE_DIST_PATH: dist,
      PLIMSOLL_DEMO_PATIENCE: '200',
      TMPDIR: path.join(folder, 'temporary'),
    }
    const env = { ...inherited, ...own }
    const started = spawn(process.execPath, [launcher, '--demo'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let said = ''
    let complained = ''
    started.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
    started.stderr.on('data', (piece: Buffer) => (complained += piece.toString()))
    return { ended: once(started, 'close'), said: () => said, complained: () => complained }
  }
  const leftBehind = (): string[] =>
    readdirSync(path.join(folder, 'temporary')).filter(
      (name) => name !== 'node-compile-cache' && !name.endsWith('.lock'),
    )

  it.skipIf(left)(
    'prints the live figures, draws every screen in light and dark, ends with 0 and leaves nothing',
    async () => {
      const { ended, said, complained } = start()
      const [code] = await ended
      expect(code, complained()).toBe(0)
      const amount = '-?\\d[\\d,.]*'
      expect(said()).toContain('Every figure is live.\n')
      expect(said()).toMatch(
        new RegExp(`^Main balance \\((now|\\d+ s ago)\\)\n {2}USDT ${amount}\n`, 'm'),
      )
      expect(said()).toMatch(
        new RegExp(
          `^ {2}LTV now ${amount}: initial ${amount}, margin call at ${amount}, liquidation at ${amount}$`,
          'm',
        ),
      )
      expect(said()).toMatch(
        new RegExp(
          `^ {2}BTC_USDT long ${amount}, entry price ${amount}, unrealized PnL [+-]${amount}, `,
          'm',
        ),
      )
      expect(said()).toMatch(/^ {2}\d+ records in the history$/m)
      expect(said()).toMatch(/^ {2}my_miner_01 pays out to the main balance$/m)

      const pictures = path.join(folder, 'demo-pictures')
      const names = Object.values(screenTitles).map((title) =>
        title.toLowerCase().replaceAll(' ', '-'),
      )
      expect(readdirSync(pictures).sort()).toEqual(
        names.flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]).sort(),
      )
      for (const file of readdirSync(pictures)) {
        const { size, bright, colours } = lookAt(path.join(pictures, file))
        expect({ file, size, bright }).toEqual({
          file,
          size: '1280×800',
          bright: file.endsWith('-light.png'),
        })
        expect(colours, file).toBeGreaterThan(50)
      }
      expect(leftBehind()).toEqual([])
      expect(stillRunning(folder)).toEqual([])
    },
    240_000,
  )

  // test/integration/stand-in covers what ends it in Chromium; once is enough here.
  it.runIf(name === first?.name)(
    'ends every process on Ctrl-C, and leaves nothing',
    async () => {
      const { ended, said, complained } = start()
      await expect.poll(said, { timeout: 200_000 }).toContain('Main balance')
      expect(stillRunning(folder).length).toBeGreaterThan(2)
      child?.kill('SIGINT')
      const [code] = await ended
      expect(code, complained()).toBe(130)
      await expect.poll(() => stillRunning(folder), { timeout: 30_000 }).toEqual([])
      expect(leftBehind()).toEqual([])
    },
    240_000,
  )
})
