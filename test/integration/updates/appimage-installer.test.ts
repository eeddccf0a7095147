import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  copySigned,
  createAppImageInstaller,
  type Downloaded,
  environmentOutside,
  startWhenGone,
} from '../../../src/main/updates/update-installers.js'

const running = 'the version that runs'
const next = '#!/bin/sh\necho next\n'
let home = ''
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'plimsoll-appimage-'))
  mkdirSync(path.join(home, 'apps'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Named as ours are, with the version in the name. */
const appImage = (): string => path.join(home, 'apps', 'Plimsoll-0.1.0-linux-x86_64.AppImage')
const beside = (): string[] => readdirSync(path.join(home, 'apps'))

function downloaded(): Downloaded {
  const name = 'Plimsoll-9.9.9-linux-x86_64.AppImage'
  const file = path.join(home, name)
  writeFileSync(file, next)
  return {
    name,
    path: file,
    size: next.length,
    sha512: createHash('sha512').update(next).digest('base64'),
  }
}

function setup(own: Partial<Parameters<typeof createAppImageInstaller>[0]> = {}) {
  writeFileSync(appImage(), running)
  chmodSync(appImage(), 0o755)
  const done: unknown[] = []
  const install = createAppImageInstaller({
    appImage: { file: appImage(), folder: '/tmp/.mount_Plimsoll' },
    words: ['--hidden', '--user-data-dir=/srv/elsewhere', '--demo'],
    environment: { HOME: '/home/a', APPIMAGE: appImage() },
    start: (...call) => {
      done.push(['start', ...call])
      return true
    },
    quit: () => done.push('quit'),
    ...own,
  })
  return { install, done, file: downloaded() }
}

// Windows has neither AppImages nor the links and modes they are about.
describe.skipIf(process.platform === 'win32')('UX-71 a new AppImage', () => {
  it('takes the place of the old one under its name, and is what starts next, with the same words', async () => {
    const { install, done, file } = setup()
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(readFileSync(appImage(), 'utf8')).toBe(next)
    expect(statSync(appImage()).mode & 0o777).toBe(0o755)
    expect(beside()).toEqual([path.basename(appImage())])
    expect(done).toEqual([
      ['start', appImage(), ['--user-data-dir=/srv/elsewhere', '--demo'], { HOME: '/home/a' }],
      'quit',
    ])
  })

  const unchanged = (): void => {
    expect(readFileSync(appImage(), 'utf8')).toBe(running)
    expect(beside()).toEqual([path.basename(appImage())])
  }

  it('that is not what was signed never gets there', async () => {
    const { install, done, file } = setup()
    writeFileSync(file.path, 'x'.repeat(file.size))
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    unchanged()
    expect(done).toEqual([])
  })

  it('that has vanished leaves the old one whole, and works once it is back', async () => {
    const { install, done, file } = setup()
    rmSync(file.path)
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
    unchanged()
    expect(done).toEqual([])
    expect(await install(downloaded(), () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(readFileSync(appImage(), 'utf8')).toBe(next)
  })

  it('that finds no room leaves the old one whole, and works once there is some', async () => {
    let full = true
    const copy: typeof copySigned = async (file, target, mode) => {
      if (!full) return copySigned(file, target, mode)
      writeFileSync(target, next.slice(0, 5))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    const { install, done, file } = setup({ copy })
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
    unchanged()
    expect(done).toEqual([])
    full = false
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(readFileSync(appImage(), 'utf8')).toBe(next)
  })

  it('whose folder cannot be written leaves the old one whole, and works once it can', async () => {
    // Also for root, for whom no folder is closed: the name it needs is taken by a folder.
    const { install, done, file } = setup()
    mkdirSync(`${appImage()}.new`)
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
    expect(readFileSync(appImage(), 'utf8')).toBe(running)
    expect(done).toEqual([])
    rmSync(`${appImage()}.new`, { recursive: true })
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
  })

  it('writes through no link that lies where it would be written', async () => {
    const { install, file } = setup()
    const precious = path.join(home, 'precious')
    writeFileSync(precious, 'precious')
    symlinkSync(precious, `${appImage()}.new`)
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(readFileSync(precious, 'utf8')).toBe('precious')
  })

  it('is not put in place of anything but a file', async () => {
    const { install, file } = setup()
    rmSync(appImage())
    symlinkSync(path.join(home, 'elsewhere'), appImage())
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
  })

  it('waits at the last moment for an order that was made while it was written', async () => {
    const asked: boolean[] = []
    const { install, done, file } = setup()
    const held = await install(file, () => {
      asked.push(existsSync(`${appImage()}.new`))
      return 'An order is in progress.'
    })
    expect(held).toEqual({ ok: true, value: { held: 'An order is in progress.' } })
    // It was asked when everything was written, and everything was taken away again.
    expect(asked).toEqual([true])
    unchanged()
    expect(done).toEqual([])
  })

  it('that cannot be started ends nothing: monitoring goes on', async () => {
    const quits: unknown[] = []
    const { install, file } = setup({ start: () => false, quit: () => quits.push('quit') })
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'not-started' },
    })
    expect(quits).toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux')('the start of the next one', () => {
  it('comes when the one before is gone, not sooner, with its words as they are, and with the right to become more', async () => {
    const said = path.join(home, 'said')
    const program = path.join(home, 'next.sh')
    writeFileSync(
      program,
      '#!/bin/sh\n{ printf "%s\\n" "$@"; grep NoNewPrivs /proc/self/status; } >"$SAID.part" && mv "$SAID.part" "$SAID"\n',
    )
    chmodSync(program, 0o755)
    const before = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(before, 'spawn')
    const environment = { ...process.env, SAID: said }
    expect(startWhenGone(program, ['--user-data-dir=/a b', '$HOME'], environment, before.pid)).toBe(
      true,
    )
    expect(existsSync(said)).toBe(false)
    before.kill()
    await once(before, 'exit')
    await expect.poll(() => existsSync(said), { timeout: 30_000 }).toBe(true)
    const lines = readFileSync(said, 'utf8').split('\n')
    expect(lines.slice(0, 2)).toEqual(['--user-data-dir=/a b', '$HOME'])
    const privileges = /^NoNewPrivs:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0]
    expect(lines[2]).toBe(privileges)
  })

  it('has the environment from outside the old one', () => {
    const folder = '/tmp/.mount_Plim1'
    expect(
      environmentOutside(
        {
          HOME: '/home/a',
          APPIMAGE: '/a.AppImage',
          APPDIR: folder,
          ARGV0: './a.AppImage',
          OWD: '/home/a',
          PATH: `${folder}:${folder}/usr/sbin:/usr/bin:/bin`,
          LD_LIBRARY_PATH: `${folder}/usr/lib`,
          XDG_DATA_DIRS: `${folder}/usr/share/::/usr/share`,
          GSETTINGS_SCHEMA_DIR: `/opt/schemas:${folder}/usr/share/glib-2.0/schemas`,
        },
        folder,
      ),
    ).toEqual({
      HOME: '/home/a',
      PATH: '/usr/bin:/bin',
      XDG_DATA_DIRS: ':/usr/share',
      GSETTINGS_SCHEMA_DIR: '/opt/schemas',
    })
  })
})
