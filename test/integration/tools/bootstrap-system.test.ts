import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { notAsRoot, onlyAsRoot } from '../../support/leave-out.js'
import {
  debianPackages,
  planDisplay,
  planSystemPackages,
  type Computer,
} from '../../../tools/bootstrap-system.mjs'

const everything = [...debianPackages.flat(), 'chromium-headless-shell']
const apt = (program: string): boolean => program === 'apt-get' || program === 'dpkg-query'

function debian(own: Partial<Computer> = {}): Computer {
  return {
    has: apt,
    browser: true,
    installed: (name) => everything.includes(name),
    offered: () => true,
    root: true,
    system: 'debian',
    ...own,
  }
}

const browsers = ['chromium', 'chromium-headless-shell']

/**
 * For packages with several possible names, those of each release; the others are the same
 * everywhere.
 */
const releases = {
  'Debian 12': {
    system: 'debian',
    has: ['dbus-bin', 'dbus-daemon', 'libgtk-3-0', 'libasound2', 'libatspi2.0-0', ...browsers],
  },
  'Debian 13': {
    system: 'debian',
    has: [
      'dbus-bin',
      'dbus-daemon',
      'libgtk-3-0t64',
      'libasound2t64',
      'libatspi2.0-0t64',
      ...browsers,
    ],
  },
  'Ubuntu 22.04': { system: 'ubuntu', has: ['libgtk-3-0', 'libasound2', 'libatspi2.0-0'] },
  'Ubuntu 24.04': {
    system: 'ubuntu',
    has: ['dbus-bin', 'dbus-daemon', 'libgtk-3-0t64', 'libasound2t64', 'libatspi2.0-0t64'],
  },
}
const everywhere = [
  ...[
    'ca-certificates',
    'dbus',
    'dunst',
    'fonts-dejavu-core',
    'gcr',
    'gnome-keyring',
    'iproute2',
    'libdrm2',
    'libgbm1',
    'libglib2.0-bin',
  ],
  ...[
    'libnotify4',
    'libnss3',
    'libsecret-1-0',
    'libsecret-tools',
    'libx11-xcb1',
    'libxkbcommon0',
    'libxss1',
    'libxtst6',
    'openssl',
  ],
  ...['procps', 'python3', 'util-linux', 'xauth', 'xdotool', 'xvfb'],
]

describe('system packages for tests', () => {
  it.each(Object.entries(releases))(
    'are, on a fresh %s as root, those of that release, under its names',
    (_release, { system, has }) => {
      const offered = (name: string): boolean => everywhere.includes(name) || has.includes(name)
      const plan = planSystemPackages(
        debian({ browser: false, installed: () => false, offered, system }),
      )
      expect(plan).toMatchObject({ act: 'install', packages: [...everywhere, ...has].sort() })
      expect(plan).toMatchObject({
        text:
          system === 'ubuntu'
            ? expect.stringMatching(/^The suites of the page also need a browser/)
            : '',
      })
    },
  )

  it('are not installed again', () => {
    expect(planSystemPackages(debian())).toEqual({ act: 'nothing' })
  })

  it('are installed on Debian as root, only the missing ones', () => {
    const computer = debian({
      installed: (name) => name !== 'xvfb' && name !== 'dunst' && everything.includes(name),
    })
    expect(planSystemPackages(computer)).toEqual({
      act: 'install',
      packages: ['dunst', 'xvfb'],
      text: '',
    })
  })

  it('are listed with the command without permission to install', () => {
    const plan = planSystemPackages(
      debian({ root: false, installed: (name) => name !== 'xvfb' && everything.includes(name) }),
    )
    expect(plan).toEqual({
      act: 'tell',
      text: 'Some tests need system packages that are not here. Install them with:\n  sudo apt-get install xvfb',
    })
  })

  it('are installed even if one is unknown, which is reported', () => {
    const plan = planSystemPackages(
      debian({ installed: () => false, offered: (name) => name !== 'dunst' }),
    )
    expect(plan).toMatchObject({
      act: 'install',
      text: expect.stringContaining('do not have dunst;'),
    })
    expect(plan).not.toMatchObject({ packages: expect.arrayContaining(['dunst']) })
  })

  it('include a browser on Debian; Ubuntu, whose own is a snap, gets a message, even as root', () => {
    expect(planSystemPackages(debian({ browser: false }))).toEqual({
      act: 'install',
      packages: ['chromium'],
      text: '',
    })
    const words = /snap install chromium, or Google Chrome/
    expect(planSystemPackages(debian({ browser: false, system: 'ubuntu' }))).toEqual({
      act: 'tell',
      text: expect.stringMatching(words),
    })
    const bare = debian({ browser: false, system: 'ubuntu', installed: () => false })
    expect(planSystemPackages(bare)).toMatchObject({
      act: 'install',
      text: expect.stringMatching(words),
    })
    expect(planSystemPackages({ ...bare, root: false })).toMatchObject({
      act: 'tell',
      text: expect.stringMatching(words),
    })
  })

  it('include the headless browser on Debian beside the full one; nothing is said if there is none', () => {
    const without = (name: string): boolean => name !== 'chromium-headless-shell'
    const lacking = debian({ installed: (name) => without(name) && everything.includes(name) })
    expect(planSystemPackages(lacking)).toEqual({
      act: 'install',
      packages: ['chromium-headless-shell'],
      text: '',
    })
    expect(planSystemPackages({ ...lacking, offered: without })).toEqual({ act: 'nothing' })
    expect(planSystemPackages({ ...lacking, system: 'ubuntu' })).toEqual({ act: 'nothing' })
  })

  it('are named as programs without apt, only the missing ones', () => {
    const elsewhere = debian({
      has: (program) => program !== 'apt-get' && program !== 'Xvfb' && program !== 'dunst',
    })
    const text = 'Some tests need programs that are not here: Xvfb, dunst'
    expect(planSystemPackages(elsewhere)).toEqual({ act: 'tell', text: `${text}.` })
    expect(planSystemPackages({ ...elsewhere, browser: false })).toEqual({
      act: 'tell',
      text: `${text}, a Chromium or Chrome.`,
    })
    expect(planSystemPackages({ ...elsewhere, has: (program) => program !== 'apt-get' })).toEqual({
      act: 'nothing',
    })
  })
})

describe("the demo's needs without a display", () => {
  const lacking = (...names: string[]) =>
    debian({ installed: (name) => !names.includes(name) && everything.includes(name) })
  const sentence = (command: string): object => ({
    act: 'tell',
    text: `There is no display to open a window on, and what the demo needs to do without one is not here: install it with ${command}, then try again.`,
  })

  it('are left alone if present, whatever the tests lack', () => {
    expect(
      planDisplay(lacking('dunst', 'gnome-keyring', 'chromium-headless-shell'), false),
    ).toEqual({ act: 'nothing' })
    expect(
      planDisplay(
        debian({ has: (program) => program === 'Xvfb', system: 'fedora', root: false }),
        false,
      ),
    ).toEqual({ act: 'nothing' })
  })

  it('are installed on Debian and Ubuntu as root, under the names of that release', () => {
    expect(planDisplay(lacking('xvfb'), false)).toEqual({
      act: 'install',
      packages: ['xvfb'],
      text: '',
    })
    const old = debian({
      installed: () => false,
      offered: (name) => !name.endsWith('t64'),
      system: 'ubuntu',
    })
    const plan = planDisplay(old, false)
    expect(plan).toMatchObject({
      act: 'install',
      packages: expect.arrayContaining(['xvfb', 'libgtk-3-0', 'libnss3']),
    })
    expect(plan).not.toMatchObject({ packages: expect.arrayContaining(['dunst']) })
  })

  it('are given to others in one sentence with the command', () => {
    expect(planDisplay({ ...lacking('xvfb', 'libgbm1'), root: false }, false)).toEqual(
      sentence('sudo apt-get install libgbm1 xvfb'),
    )
    const elsewhere = debian({ has: () => false, root: false })
    expect(planDisplay({ ...elsewhere, system: 'fedora' }, false)).toEqual(
      sentence('sudo dnf install xorg-x11-server-Xvfb'),
    )
    expect(planDisplay({ ...elsewhere, system: 'arch', root: true }, false)).toEqual(
      sentence('pacman -S xorg-server-xvfb'),
    )
    expect(planDisplay({ ...elsewhere, system: 'unheard-of' }, false)).toEqual(
      sentence(
        'the program that installs packages on your system (what is missing is called Xvfb)',
      ),
    )
  })

  it('are a browser in place of Electron’s libraries if Electron is unavailable, and on Ubuntu only the display', () => {
    const bare = debian({ installed: () => false, browser: false })
    expect(planDisplay(bare, true)).toEqual({
      act: 'install',
      packages: ['chromium', 'xvfb'],
      text: '',
    })
    expect(planDisplay({ ...bare, browser: true }, true)).toEqual({
      act: 'install',
      packages: ['xvfb'],
      text: '',
    })
    expect(planDisplay({ ...bare, system: 'ubuntu' }, true)).toEqual({
      act: 'install',
      packages: ['xvfb'],
      text: '',
    })
    expect(planDisplay({ ...bare, root: false }, true)).toEqual(
      sentence('sudo apt-get install chromium xvfb'),
    )
  })
})

describe.runIf(process.platform === 'linux')(
  'called directly in a fresh clone, with nothing installed',
  () => {
    const what = 'installation of system packages'
    const folders: string[] = []
    afterEach(() =>
      folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
    )

    /**
     * Two files of the clone, and a system without packages where every call of apt is recorded.
     */
    const run = async (
      installs: boolean,
    ): Promise<{ code: number | null; said: string; asked: string[] }> => {
      const clone = mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
      folders.push(clone)
      mkdirSync(path.join(clone, 'tools'))
      mkdirSync(path.join(clone, 'bin'))
      const tools = fileURLToPath(new URL('../../../tools', import.meta.url))
      for (const name of ['bootstrap-system.mjs', 'browsers.mjs'])
        cpSync(path.join(tools, name), path.join(clone, 'tools', name))
      const log = path.join(clone, 'asked')
      writeFileSync(log, '')
      const program = (name: string, script: string): void =>
        writeFileSync(path.join(clone, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      program('dpkg-query', 'exit 1')
      program('apt-cache', 'exit 1')
      program(
        'apt-get',
        `echo "$@" >>"${log}"; [ "$2" = update ] || ${installs ? 'exit 0' : 'exit 100'}`,
      )
      program('sh', 'exec /bin/sh "$@"')
      return new Promise((done) => {
        const env = { PATH: path.join(clone, 'bin'), PLIMSOLL_CHROMIUM: 'none' }
        const child = execFile(
          process.execPath,
          [path.join(clone, 'tools', 'bootstrap-system.mjs')],
          { env },
          (_fault, _output, said) =>
            done({
              code: child.exitCode,
              said,
              asked: readFileSync(log, 'utf8').trim().split('\n'),
            }),
        )
      })
    }

    it.skipIf(onlyAsRoot(what))('downloads the lists and installs, as root', async () => {
      const { code, said, asked } = await run(true)
      expect(code).toBe(0)
      expect(asked[0]).toBe('-qq update')
      expect(asked[1]).toMatch(
        /^-qq install -y --no-install-recommends .*dbus-daemon .*python3 .*xvfb$/,
      )
      expect(asked).toHaveLength(2)
      expect(said).toMatch(
        /^Installing system packages that the tests need: .+ This happens once\.\n/,
      )
    })

    it.skipIf(onlyAsRoot(what))('fails if apt could not', async () => {
      const { code, said } = await run(false)
      expect(code).toBe(1)
      expect(said).toContain('They could not be installed')
    })

    it.skipIf(notAsRoot(what))('prints the command for others, and changes nothing', async () => {
      const { code, said, asked } = await run(true)
      expect({ code, asked }).toEqual({ code: 0, asked: [''] })
      expect(said).toContain('sudo apt-get install ')
    })
  },
)
