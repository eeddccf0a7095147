// UX-53 on a real folder: what Plimsoll writes there, and what it does not touch.
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAutostart } from '../../../src/main/desktop/autostart.js'

let config = ''
let file = ''
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'plimsoll-config-'))
  file = join(config, 'autostart', 'plimsoll.desktop')
})
afterEach(() => rm(config, { recursive: true, force: true }))

function autostartOf(
  own: {
    execPath?: string
    switches?: string[]
    environment?: NodeJS.ProcessEnv
    home?: string
  } = {},
) {
  return createAutostart({
    app: {
      isPackaged: true,
      getLoginItemSettings: () => {
        throw new Error('Linux has no login items')
      },
      setLoginItemSettings: () => {
        throw new Error('Linux has no login items')
      },
    },
    platform: 'linux',
    execPath: '/opt/Plimsoll/plimsoll',
    switches: [],
    environment: { XDG_CONFIG_HOME: config },
    home: '/nonexistent',
    log: () => undefined,
    ...own,
  })
}

const on = { on: true, replace: false }
const off = { on: false, replace: false }
const written = () => readFile(file, 'utf8')

describe('UX-53 the autostart folder', () => {
  it('gets one complete file that starts Plimsoll hidden, and loses it again', async () => {
    const autostart = autostartOf()
    expect(await autostart.read()).toEqual({ system: 'linux', state: 'off', starts: false, file })
    expect(await readdir(config)).toEqual([])
    expect(await autostart.change(on)).toEqual({
      ok: true,
      value: { system: 'linux', state: 'on', starts: true, file },
    })
    expect(await readdir(join(config, 'autostart'))).toEqual(['plimsoll.desktop'])
    expect((await written()).split('\n')).toEqual(
      expect.arrayContaining([
        '[Desktop Entry]',
        'Type=Application',
        'Exec=/opt/Plimsoll/plimsoll --hidden',
      ]),
    )
    expect(await autostart.change(off)).toMatchObject({
      ok: true,
      value: { state: 'off', starts: false },
    })
    expect(await readdir(join(config, 'autostart'))).toEqual([])
    expect(await autostart.change(off)).toMatchObject({ ok: true, value: { state: 'off' } })
  })

  it('is that of the home folder if none is named, or the named one is not absolute', async () => {
    for (const environment of [{}, { XDG_CONFIG_HOME: 'relative' }]) {
      const autostart = autostartOf({ environment, home: config })
      expect(await autostart.change(on)).toMatchObject({
        ok: true,
        value: { file: join(config, '.config', 'autostart', 'plimsoll.desktop') },
      })
    }
  })

  it('names the AppImage that will be started, and no other AppImage that started this one', async () => {
    const execPath = '/tmp/.mount_PlimsoX/plimsoll'
    const image = {
      APPIMAGE: '/home/me/My Apps/Plimsoll.AppImage',
      APPDIR: '/tmp/.mount_PlimsoX',
      XDG_CONFIG_HOME: config,
    }
    await autostartOf({ execPath, environment: image }).change(on)
    expect(await written()).toContain('\nExec="/home/me/My Apps/Plimsoll.AppImage" --hidden\n')
    await autostartOf({ environment: image }).change(on)
    expect(await written()).toContain('\nExec=/opt/Plimsoll/plimsoll --hidden\n')
  })

  it('reports what a desktop disabled there, which the user can enable again', async () => {
    const autostart = autostartOf()
    await autostart.change(on)
    await writeFile(file, `${await written()}Hidden=true\n`)
    expect(await autostart.read()).toMatchObject({ state: 'off-by-system', starts: false })
    await autostart.change(on)
    await writeFile(
      file,
      (await written()).replace('Autostart-enabled=true', 'Autostart-enabled=false'),
    )
    expect(await autostart.read()).toMatchObject({ state: 'off-by-system', starts: false })
    expect(await autostart.change(on)).toMatchObject({
      ok: true,
      value: { state: 'on', starts: true },
    })
    expect(await written()).not.toContain('Hidden')
  })

  it('keeps a file that is not Plimsoll’s own, until replacing it is allowed', async () => {
    const autostart = autostartOf()
    await autostart.change(on)
    const edited = (await written()).replace('--hidden', '--hidden --force-high-contrast')
    await writeFile(file, edited)
    expect(await autostart.read()).toMatchObject({ state: 'changed', starts: true, file })
    for (const wanted of [on, off, { on: false, replace: true }]) {
      expect(await autostart.change(wanted)).toMatchObject({
        ok: true,
        value: { state: 'changed' },
      })
      expect(await written()).toBe(edited)
    }
    expect(await autostart.change({ on: true, replace: true })).toMatchObject({
      ok: true,
      value: { state: 'on' },
    })
    expect(await written()).not.toContain('contrast')
    await writeFile(file, `${edited}Hidden=true\n`)
    expect(await autostart.read()).toMatchObject({ state: 'changed', starts: false })
  })

  it('keeps a link and its target', async () => {
    const autostart = autostartOf()
    await autostart.change(on)
    const target = join(config, 'dotfiles.desktop')
    await writeFile(target, await written())
    await rm(file)
    await symlink(target, file)
    expect(await autostart.read()).toMatchObject({ state: 'changed', starts: true })
    await autostart.change(off)
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
    await rm(target)
    expect(await autostart.read()).toMatchObject({ state: 'changed', starts: false })
    await autostart.change({ on: true, replace: true })
    expect((await lstat(file)).isFile()).toBe(true)
    expect(await readdir(config)).toEqual(['autostart'])
  })

  it('distinguishes an entry for another copy of Plimsoll, and takes it over on request', async () => {
    await autostartOf({ execPath: '/opt/older/plimsoll' }).change(on)
    const autostart = autostartOf()
    expect(await autostart.read()).toMatchObject({ state: 'elsewhere', starts: true })
    await autostart.change(on)
    expect(await written()).toContain('\nExec=/opt/Plimsoll/plimsoll --hidden\n')
  })

  it('is updated when the program was moved, and not otherwise', async () => {
    const older = join(config, 'Plimsoll 0.1.0.AppImage')
    const newer = autostartOf({ execPath: join(config, 'Plimsoll-0.2.0.AppImage') })
    await writeFile(older, '')
    await autostartOf({ execPath: older }).change(on)
    await newer.followProgram()
    expect(await newer.read(), 'the older one is still there').toMatchObject({ state: 'elsewhere' })
    await rm(older)
    await autostartOf({
      execPath: join(config, 'x'),
      switches: ['--user-data-dir=/other'],
    }).followProgram()
    expect(await newer.read(), 'another data folder').toMatchObject({ state: 'elsewhere' })
    await newer.followProgram()
    expect(await newer.read()).toMatchObject({ state: 'on' })
    const edited = (await written()).replace('--hidden', '--hidden --x')
    await writeFile(file, edited)
    await autostartOf({ execPath: join(config, 'y') }).followProgram()
    expect(await written()).toBe(edited)
  })

  it('reports that it cannot be written or read, and leaves nothing behind', async () => {
    await writeFile(join(config, 'autostart'), 'a file in the place of the folder')
    const autostart = autostartOf()
    expect(await autostart.read()).toMatchObject({ state: 'unknown', starts: false, file })
    expect(await autostart.change(on)).toMatchObject({
      ok: false,
      error: { code: 'system-refused', reason: 'ENOTDIR' },
    })
    await rm(join(config, 'autostart'))
    await mkdir(file, { recursive: true })
    expect(await autostart.change({ on: true, replace: true })).toMatchObject({
      ok: false,
      error: { code: 'system-refused', reason: 'EISDIR' },
    })
    expect(await readdir(join(config, 'autostart'))).toEqual(['plimsoll.desktop'])
    expect(
      await autostartOf({ execPath: '/a=b/plimsoll', environment: {}, home: config }).change(on),
    ).toMatchObject({
      ok: false,
      error: { reason: 'PATH' },
    })
  })
})
