import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { howToGetBrowser } from '../../../tools/browsers.mjs'

const launcher = fileURLToPath(new URL('../../../tools/launch.mjs', import.meta.url))

const launch = (environment: Record<string, string | undefined>, flags: string[] = []): Promise<{ code: number | null; stderr: string }> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [launcher, ...flags], { env: { ...process.env, ...environment } }, (_fault, _output, stderr) =>
      done({ code: child.exitCode, stderr }),
    )
  })

describe.runIf(process.platform === 'linux')('the launcher', () => {
  it('says in one sentence that there is no display, and how to have one', async () => {
    const { code, stderr } = await launch({ DISPLAY: undefined, WAYLAND_DISPLAY: undefined })
    expect(code).toBe(1)
    expect(stderr).toBe('There is no display to open a window on. Start it in a desktop session, or as: xvfb-run -a npm run demo\n')
  })

  it('says in one sentence that Electron is not there', async () => {
    const nowhere = path.join(path.dirname(launcher), 'nowhere')
    const { code, stderr } = await launch({ DISPLAY: ':1', ELECTRON_OVERRIDE_DIST_PATH: nowhere })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Electron’s program is not on this computer and could not be fetched\. .+\n$/)
  })

  it('with neither Electron nor a browser, says in one sentence what to install for the demo', async () => {
    const nowhere = path.join(path.dirname(launcher), 'nowhere')
    const { code, stderr } = await launch({ DISPLAY: ':1', ELECTRON_OVERRIDE_DIST_PATH: nowhere, PLIMSOLL_CHROMIUM: 'none' }, ['--demo'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Electron’s program could not be fetched, and there is no Chromium or Chrome .+\n$/)
    expect(stderr).toContain(`Install one (${howToGetBrowser()}) and try again.`)
  })
})
