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

/** Named like our releases, with the version in the name. */
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

// Windows has neither AppImages nor the links and modes tested here.
describe.skipIf(process.platform === 'win32')('UX-71 a new AppImage', () => {
  it('replaces the old one under its name, and starts next, with the same arguments', async () => {
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

  it('is not installed if it does not match the signature', async () => {
    const { install, done, file } = setup()
    writeFileSync(file.path, 'x'.repeat(file.size))
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    unchanged()
    expect(done).toEqual([])
  })

  it('leaves the old one intact if it vanished, and works once it is back', async () => {
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

  it('leaves the old one intact without disk space, and works once there is some', async () => {
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

  it('leaves the old one intact if its folder is unwritable, and works once it is not', async () => {
    // Also for root, who can write to any folder: the name it needs is taken by a folder.
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

  it('is not written through a link in its place', async () => {
    const { install, file } = setup()
    const precious = path.join(home, 'precious')
    writeFileSync(precious, 'precious')
    symlinkSync(precious, `${appImage()}.new`)
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(readFileSync(precious, 'utf8')).toBe('precious')
  })

  it('only replaces a regular file', async () => {
    const { install, file } = setup()
    rmSync(appImage())
    symlinkSync(path.join(home, 'elsewhere'), appImage())
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
  })

  it('waits at the last moment for an order sent while it was written', async () => {
    const asked: boolean[] = []
    const { install, done, file } = setup()
    const held = await install(file, () => {
      asked.push(existsSync(`${appImage()}.new`))
      return 'An order is in progress.'
    })
    expect(held).toEqual({ ok: true, value: { held: 'An order is in progress.' } })
    // The check came when everything was written, and everything was removed again.
    expect(asked).toEqual([true])
    unchanged()
    expect(done).toEqual([])
  })

  it('keeps monitoring running if it cannot be started', async () => {
    const quits: unknown[] = []
    const { install, file } = setup({ start: () => false, quit: () => quits.push('quit') })
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'not-started' },
    })
    expect(quits).toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux')('the start of the next version', () => {
  it('happens once the previous one is gone, not sooner, with its arguments unchanged and the right to gain privileges', async () => {
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

  it('uses the environment from outside the old one', () => {
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
