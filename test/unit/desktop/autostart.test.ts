import { describe, expect, it } from 'vitest'
import { createAutostart } from '../../../src/main/desktop/autostart.js'
import {
  autostartEntry,
  execLine,
  readAutostartEntry,
} from '../../../src/main/desktop/autostart-entry.js'

type Parts = Parameters<typeof createAutostart>[0]
type LoginItem = ReturnType<Parts['app']['getLoginItemSettings']>

const noItem: LoginItem = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  status: 'not-registered',
  executableWillLaunchAtLogin: false,
  launchItems: [],
}

/** A system with login items; `item` is what it reports about Plimsoll's. */
function systemOf(
  platform: NodeJS.Platform,
  own: { packaged?: boolean; switches?: string[]; item?: Partial<LoginItem>; deaf?: boolean } = {},
) {
  let item: LoginItem = { ...noItem, ...own.item }
  const set: unknown[] = []
  const asked: unknown[] = []
  const autostart = createAutostart({
    app: {
      isPackaged: own.packaged ?? true,
      getLoginItemSettings: (options) => {
        asked.push(options)
        return item
      },
      setLoginItemSettings: (wanted) => {
        set.push(wanted)
        const on = wanted.openAtLogin === true
        if (own.deaf !== true)
          item = {
            ...item,
            openAtLogin: on,
            executableWillLaunchAtLogin: on,
            status: on ? 'enabled' : 'not-registered',
          }
      },
    },
    platform,
    execPath: 'C:\\Program Files\\Plimsoll\\Plimsoll.exe',
    switches: own.switches ?? [],
    environment: {},
    home: '/nonexistent',
    log: () => undefined,
  })
  return {
    autostart,
    set,
    asked,
    becomes: (some: Partial<LoginItem>) => (item = { ...item, ...some }),
  }
}

const on = { on: true, replace: false }
const off = { on: false, replace: false }

describe('UX-53 autostart on Windows', () => {
  it('is off until requested, then starts hidden, and can be switched off', async () => {
    const { autostart, set, asked } = systemOf('win32')
    expect(await autostart.read()).toEqual({
      system: 'windows',
      state: 'off',
      starts: false,
      file: null,
    })
    expect(set).toEqual([])
    expect(await autostart.change(on)).toMatchObject({
      ok: true,
      value: { state: 'on', starts: true },
    })
    expect(await autostart.change(off)).toMatchObject({
      ok: true,
      value: { state: 'off', starts: false },
    })
    const item = { path: 'C:\\Program Files\\Plimsoll\\Plimsoll.exe', args: ['--hidden'] }
    expect(set).toEqual([
      { ...item, openAtLogin: true, enabled: true },
      { ...item, openAtLogin: false, enabled: false },
    ])
    // Windows identifies it by path and arguments: with others it would report none.
    expect(asked).toEqual([item, item, item])
  })

  it('is shown as off if Task Manager disabled it, and on again when the user enables it', async () => {
    const { autostart, becomes } = systemOf('win32', {
      item: { openAtLogin: true, executableWillLaunchAtLogin: true },
    })
    expect(await autostart.read()).toMatchObject({ state: 'on', starts: true })
    becomes({ executableWillLaunchAtLogin: false })
    expect(await autostart.read()).toMatchObject({ state: 'off-by-system', starts: false })
    expect(await autostart.change(on)).toMatchObject({ ok: true, value: { state: 'on' } })
  })

  it('is distinct from an entry that starts Plimsoll differently, for example in a window', async () => {
    const { autostart } = systemOf('win32', { item: { executableWillLaunchAtLogin: true } })
    expect(await autostart.read()).toMatchObject({ state: 'elsewhere', starts: true })
  })

  it('keeps the data folder of this run, quoted where Windows would split it', async () => {
    const { autostart, set } = systemOf('win32', { switches: ['--user-data-dir=D:\\My data'] })
    await autostart.change(on)
    expect(set).toMatchObject([{ args: ['--hidden', '"--user-data-dir=D:\\My data"'] }])
  })

  it('reports a refusal by Windows', async () => {
    const { autostart } = systemOf('win32', { deaf: true })
    expect(await autostart.change(on)).toMatchObject({
      ok: false,
      error: { code: 'system-refused', reason: 'REFUSED' },
    })
  })
})

describe('UX-53 autostart on macOS', () => {
  it('is what the system reports', async () => {
    const { autostart, becomes, set } = systemOf('darwin')
    expect(await autostart.read()).toEqual({
      system: 'mac',
      state: 'off',
      starts: false,
      file: null,
    })
    expect(await autostart.change(on)).toMatchObject({
      ok: true,
      value: { state: 'on', starts: true },
    })
    expect(set).toEqual([{ openAtLogin: true }])
    becomes({ status: 'requires-approval' })
    expect(await autostart.read()).toMatchObject({ state: 'needs-approval', starts: false })
    becomes({ status: 'not-found' })
    expect(await autostart.read()).toMatchObject({ state: 'off', starts: false })
    expect(await autostart.change(off)).toMatchObject({ ok: true, value: { state: 'off' } })
  })

  it('waits for approval in the system’s settings, which is not a failure', async () => {
    const { autostart } = systemOf('darwin', { deaf: true, item: { status: 'requires-approval' } })
    expect(await autostart.change(on)).toMatchObject({
      ok: true,
      value: { state: 'needs-approval', starts: false },
    })
  })

  it('is hidden by what the system reports about the start, because macOS passes no switch', () => {
    expect(
      systemOf('darwin', { item: { wasOpenedAtLogin: true } }).autostart.startedByLogin(),
    ).toBe(true)
    expect(systemOf('darwin').autostart.startedByLogin()).toBe(false)
    expect(systemOf('win32', { item: { wasOpenedAtLogin: true } }).autostart.startedByLogin()).toBe(
      false,
    )
  })

  it('is not offered for a data folder that macOS could not pass on', async () => {
    const { autostart, set } = systemOf('darwin', { switches: ['--user-data-dir=/elsewhere'] })
    expect(await autostart.read()).toMatchObject({ state: 'other-folder', starts: false })
    expect(await autostart.change(on)).toMatchObject({ ok: true, value: { state: 'other-folder' } })
    expect(set).toEqual([])
  })
})

describe('UX-53 a run from source', () => {
  it.each(['win32', 'darwin', 'linux'] as const)(
    'cannot start with %s, and says why',
    async (platform) => {
      const { autostart, set, asked } = systemOf(platform, { packaged: false })
      expect(await autostart.read()).toMatchObject({ state: 'from-source', starts: false })
      expect(await autostart.change(on)).toMatchObject({
        ok: true,
        value: { state: 'from-source' },
      })
      expect([...set, ...asked]).toEqual([])
    },
  )

  it('cannot start with an unknown system', async () => {
    expect(await systemOf('freebsd').autostart.read()).toMatchObject({
      system: 'other',
      state: 'no-such-system',
    })
  })
})

describe('UX-53 the file of the autostart folder', () => {
  // Each as in the file: the quoting of the argument first, then that of a string, then doubled
  // percent signs.
  it.each([
    [['/opt/Plimsoll/plimsoll', '--hidden'], '/opt/Plimsoll/plimsoll --hidden'],
    [['/home/a b/Plimsoll.AppImage', '--hidden'], '"/home/a b/Plimsoll.AppImage" --hidden'],
    [['/home/$USER/p'], String.raw`"/home/\\$USER/p"`],
    [['/home/`id`/p'], '"/home/\\\\`id\\\\`/p"'],
    [['/home/"x"/p'], String.raw`"/home/\\"x\\"/p"`],
    [[String.raw`/home/a\b/p`], String.raw`"/home/a\\\\b/p"`],
    [['/home/100%/p'], '"/home/100%%/p"'],
    [['/home/Müller/p', '--user-data-dir=/x y'], '"/home/Müller/p" "--user-data-dir=/x y"'],
    [['/p', '--user-data-dir=/x'], '/p --user-data-dir=/x'],
  ])('quotes %j as specified', (command, line) => {
    expect(execLine(command)).toBe(line)
  })

  it.each([[['/a\nb']], [['/a\u0000b']], [['/a\ufffdb']], [['/a=b/plimsoll']], [['']], [[]]])(
    'does not write %j, which cannot be started from there',
    (command) => {
      expect(execLine(command)).toBeNull()
      expect(autostartEntry(command)).toBeNull()
    },
  )

  const command = ['/home/a b/Plimsoll.AppImage', '--hidden']
  const text = autostartEntry(command) ?? ''

  it('is recognised as Plimsoll’s own whatever the order of its lines and its comments', () => {
    expect(readAutostartEntry(text)).toEqual({
      own: true,
      switchedOn: true,
      exec: '"/home/a b/Plimsoll.AppImage" --hidden',
      program: '/home/a b/Plimsoll.AppImage',
    })
    const [head, ...lines] = text.trim().split('\n')
    expect(
      readAutostartEntry([head, '# mine', '', ...lines.toReversed()].join('\r\n')),
    ).toMatchObject({ own: true, switchedOn: true })
    expect(readAutostartEntry(autostartEntry(['/home/x /p ', '--hidden']) ?? '')).toMatchObject({
      own: true,
    })
  })

  it("stays Plimsoll's own if a desktop has disabled it", () => {
    expect(readAutostartEntry(`${text}Hidden=true\n`)).toMatchObject({
      own: true,
      switchedOn: false,
    })
    expect(readAutostartEntry(text.replace('enabled=true', 'enabled=false'))).toMatchObject({
      own: true,
      switchedOn: false,
    })
  })

  it.each([
    [
      'another program',
      text.replace('Plimsoll.AppImage" --hidden', 'Plimsoll.AppImage" --hidden --demo'),
    ],
    ['one more line', `${text}OnlyShowIn=KDE;\n`],
    ['one more action', `${text}[Desktop Action x]\nExec=/bin/false\n`],
    ['a line less', text.replace('Terminal=false\n', '')],
    ['somebody else’s', '[Desktop Entry]\nType=Application\nExec=/usr/bin/plimsoll\n'],
    ['no entry', 'what is this'],
    ['nothing', ''],
  ])('is no longer Plimsoll’s own with %s in it', (_what, changed) => {
    expect(readAutostartEntry(changed).own).toBe(false)
  })
})
