import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onlyAsRoot } from '../../support/leave-out.js'
import { howToGetBrowser } from '../../../tools/browsers.mjs'

const launcher = fileURLToPath(new URL('../../../tools/launch.mjs', import.meta.url))

function launch(
  environment: Record<string, string | undefined>,
  flags: string[] = [],
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [launcher, ...flags],
      { env: { ...process.env, ...environment } },
      (_fault, _output, stderr) => done({ code: child.exitCode, stderr }),
    )
  })
}

describe.runIf(process.platform === 'linux')('the launcher', () => {
  it('reports a missing display, and what can be done without one', async () => {
    const { code, stderr } = await launch({ DISPLAY: undefined, WAYLAND_DISPLAY: undefined })
    expect(code).toBe(1)
    expect(stderr).toBe(
      'There is no display to open a window on. Start it in a desktop session; npm run demo shows the demo account without one.\n',
    )
  })

  describe('with an unreachable display', () => {
    const nowhere = path.join(path.dirname(launcher), 'nowhere')
    const missing = {
      WAYLAND_DISPLAY: undefined,
      XDG_RUNTIME_DIR: nowhere,
      ELECTRON_OVERRIDE_DIST_PATH: nowhere,
      PLIMSOLL_CHROMIUM: 'none',
    }
    const named = [
      ['DISPLAY (:60000)', { DISPLAY: ':60000' }],
      ['DISPLAY (localhost:59000)', { DISPLAY: 'localhost:59000' }],
      ['DISPLAY (no display)', { DISPLAY: 'no display' }],
      ['WAYLAND_DISPLAY (wayland-9)', { DISPLAY: undefined, WAYLAND_DISPLAY: 'wayland-9' }],
      [
        'WAYLAND_DISPLAY (wayland-9) and in DISPLAY (:60000)',
        { DISPLAY: ':60000', WAYLAND_DISPLAY: 'wayland-9' },
      ],
    ] as const

    it.each(named)('npm start says so in one sentence, and ends: %s', async (names, displays) => {
      const { code, stderr } = await launch({ ...missing, ...displays })
      expect(code).toBe(1)
      expect(stderr).toBe(
        `The display in ${names} cannot be reached. Start it in a desktop session; npm run demo shows the demo account without one.\n`,
      )
    })

    it('npm run demo says so in one sentence, and continues without a display', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-launch-'))
      symlinkSync('/bin/sh', path.join(folder, 'sh'))
      const { code, stderr } = await launch({ ...missing, DISPLAY: ':60000', PATH: folder }, [
        '--demo',
      ])
      rmSync(folder, { recursive: true })
      expect(code).toBe(1)
      const [first, ...others] = stderr.trimEnd().split('\n')
      expect(first).toBe(
        'The display in DISPLAY (:60000) cannot be reached, so the demo runs without one.',
      )
      expect(others).toEqual([
        expect.stringMatching(
          /^There is no display to open a window on, and what the demo needs .+ then try again\.$/,
        ),
      ])
    })
  })

  describe("without a display and the demo's packages", () => {
    let folder = ''
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-launch-'))
      // A system that has only what finds programs.
      symlinkSync('/bin/sh', path.join(folder, 'sh'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    const launchThere = (more: Record<string, string> = {}) =>
      launch(
        {
          DISPLAY: undefined,
          WAYLAND_DISPLAY: undefined,
          ELECTRON_OVERRIDE_DIST_PATH: folder,
          PATH: folder,
          ...more,
        },
        ['--demo'],
      )
    const program = (name: string, script: string): void =>
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    /** Every package is missing, and calls of apt are recorded and fail. */
    const asOnDebian = (): void => {
      for (const name of ['dpkg-query', 'apt-cache']) program(name, 'exit 1')
      program('apt-get', `echo "$@" >>"${path.join(folder, 'asked')}"; [ "$2" = update ]`)
    }

    it('ends with the command in one sentence without permission to install', async () => {
      if (process.getuid?.() !== 0) asOnDebian()
      const { code, stderr } = await launchThere()
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /^There is no display to open a window on, and what the demo needs .+: install it with .+, then try again\.\n$/,
      )
      expect(readdirSync(folder)).not.toContain('asked')
    })

    it.skipIf(onlyAsRoot('installation of what the demo needs'))(
      'installs them as root on Debian, and nothing that only tests need',
      async () => {
        asOnDebian()
        // Where Electron’s program is unavailable the demo needs other packages.
        program('electron', 'exit 0')
        const { code, stderr } = await launchThere({ ELECTRON_OVERRIDE_DIST_PATH: folder })
        const [update, install] = readFileSync(path.join(folder, 'asked'), 'utf8').split('\n')
        expect(update).toBe('-qq update')
        expect(install).toMatch(/^-qq install -y --no-install-recommends .*libnss3 .*xvfb$/)
        expect(install).not.toMatch(/dunst|gnome-keyring/)
        expect(code).toBe(1)
        expect(stderr).toMatch(
          /\nThe demo needs them and they could not be installed; apt-get says why above\.\n$/,
        )
      },
    )
  })

  /** Answers as a display would when probed: it accepts the connection. */
  const display = createServer((socket) => socket.destroy())
  const socket = path.join(mkdtempSync(path.join(tmpdir(), 'plimsoll-wayland-')), 'wayland-0')
  beforeAll(() => new Promise<void>((listening) => display.listen(socket, listening)))
  afterAll(() => {
    display.close()
    rmSync(path.dirname(socket), { recursive: true })
  })

  it('says in one sentence that Electron is missing', async () => {
    const nowhere = path.join(path.dirname(launcher), 'nowhere')
    const { code, stderr } = await launch({
      WAYLAND_DISPLAY: socket,
      ELECTRON_OVERRIDE_DIST_PATH: nowhere,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Electron’s program is not on this computer and could not be fetched\. .+\n$/,
    )
  })

  it('says in one sentence what to install for the demo with neither Electron nor a browser', async () => {
    const nowhere = path.join(path.dirname(launcher), 'nowhere')
    const { code, stderr } = await launch(
      { WAYLAND_DISPLAY: socket, ELECTRON_OVERRIDE_DIST_PATH: nowhere, PLIMSOLL_CHROMIUM: 'none' },
      ['--demo'],
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Electron’s program could not be fetched, and there is no Chromium or Chrome .+\n$/,
    )
    expect(stderr).toContain(`Install one (${howToGetBrowser()}) and try again.`)
  })
})
