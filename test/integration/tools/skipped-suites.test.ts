// What suites print, and how they end, without Electron or a browser; and that Electron is not
// downloaded silently.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findElectron } from '../../../tools/electron-program.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-missing-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

describe('a suite that cannot run', () => {
  const required = { PLIMSOLL_REQUIRE_PAGE: undefined, PLIMSOLL_REQUIRE_E2E: undefined }
  const run = (
    tool: string,
    more: Record<string, string> = {},
  ): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    new Promise((done) => {
      const nothing = {
        PLIMSOLL_CHROMIUM: 'none',
        ELECTRON_OVERRIDE_DIST_PATH: folder,
        PLIMSOLL_SKIPPED: undefined,
      }
      const env = {
        ...process.env,
        ...required,
        ...nothing,
        PLIMSOLL_TEST_REPORT: path.join(folder, 'report.json'),
        ...more,
      }
      const child = execFile(
        process.execPath,
        [path.join(root, 'tools', tool)],
        { cwd: root, env },
        (_fault, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
      )
    })

  it.each([
    ['page.mjs', 'page suite', 'no Chromium or Chrome installed\\. To get one: .+'],
    ['e2e.mjs', 'end-to-end suite', 'no Electron program\\. .+: npx install-electron'],
    [
      'e2e-stand-in.mjs',
      'end-to-end suite on the stand-in',
      'no Chromium or Chrome installed\\. To get one: .+',
    ],
  ])(
    'prints on one line which, why, and how to get what is missing, ends with 0, and counts as skipped: %s',
    async (tool, name, why) => {
      const { code, stdout, stderr } = await run(tool)
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^SKIPPED ${name}: ${why}\\n$`))
      expect(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))).toMatchObject({
        stats: { skipped: 1 },
      })
    },
  )

  it('ends with 1 if it is required, and leaves no report that says otherwise', async () => {
    const { code, stderr } = await run('page.mjs', { PLIMSOLL_REQUIRE_PAGE: '1' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^COULD NOT RUN page suite: .+\n$/)
    expect(() => readFileSync(path.join(folder, 'report.json'))).toThrow('ENOENT')
  })
})

describe('Electron’s program', () => {
  const installer = (script: string): void => writeFileSync(path.join(folder, 'install.js'), script)
  const install =
    "require('fs').mkdirSync(`${__dirname}/dist`); require('fs').writeFileSync(`${__dirname}/dist/electron`, '')\n"
  const note = "require('fs').writeFileSync(`${__dirname}/path.txt`, 'electron')\n"
  const find = async (): Promise<{ program: string | null; said: string[] }> => {
    const said: string[] = []
    const program = await findElectron((text) => said.push(text), folder)
    return { program, said }
  }
  const announced = [expect.stringMatching(/^Downloading Electron from github\.com\./)]
  beforeEach(() => vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined))

  it('is downloaded once, with a message', async () => {
    installer(install + note)
    const program = path.join(folder, 'dist', 'electron')
    expect(await find()).toEqual({ program, said: announced })
    expect(await find()).toEqual({ program, said: [] })
  })

  it.each([
    ['the download fails', 'process.exit(1)'],
    ['unpacking is interrupted', `${install}process.exit(1)`],
  ])('is missing if %s', async (_why, script) => {
    installer(script)
    expect(await find()).toEqual({ program: null, said: announced })
  })

  it('is the named one, and nothing is downloaded in its place', async () => {
    installer(install + note)
    const other = path.join(folder, 'other')
    mkdirSync(other)
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', other)
    expect(await find()).toEqual({ program: null, said: [] })
    writeFileSync(path.join(other, 'electron'), '')
    expect(await find()).toEqual({ program: path.join(other, 'electron'), said: [] })
  })
})
