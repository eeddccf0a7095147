import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { describe, expect, it } from 'vitest'
import {
  openSettingsFile,
  type ElectronStore,
  type ElectronStoreOptions,
} from '../../../src/main/settings/stored-settings.js'
import type { Notice } from '../../../src/shared/accounts/app-state.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import { programPath } from '../../support/built-programs.js'
import { leaveOut, onlyAsRoot } from '../../support/leave-out.js'
import {
  createTestClock,
  filesIn,
  modeOf,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

/**
 * What electron-store is built on, with all of its file handling; it itself only runs inside
 * Electron.
 */
function openConf({ name, ...options }: ElectronStoreOptions): ElectronStore {
  return new Conf({ ...options, configName: name })
}

function setup(openFile = openConf) {
  const folder = temporaryFolder()
  const time = createTestClock()
  const path = join(folder, 'settings.json')
  const lastGood = join(folder, 'settings.last-good.json')
  const published: Notice[] = []
  const open = () =>
    openSettingsFile({
      folder,
      clock: time.clock,
      openFile,
      onNotice: (notice) => published.push(notice),
    })
  /** Two starts in which the user chose the dark theme and moved the window. */
  const useOnce = (): void => {
    valueOf(open().file.change({ theme: 'dark', utcTimes: true }))
    valueOf(open().file.rememberWindow(place))
    open()
  }
  return {
    ...time,
    folder,
    path,
    lastGood,
    open,
    useOnce,
    published,
    aside: () => filesIn(folder).filter((name) => name.includes('.corrupt-')),
  }
}

/** A user who owns nothing here. */
const nobody = 65_534

const place = {
  x: 10,
  y: -20,
  width: 1280,
  height: 800,
  maximized: false,
  displayId: 2_528_732_444,
}
const chosen = { ...defaultSettings, theme: 'dark', utcTimes: true }

type Damage = (path: string) => void

function write(content: string | Buffer): Damage {
  return (path) => writeFileSync(path, content)
}

const damages: [string, Damage][] = [
  ['of no length', write('')],
  ['cut off in the middle', write('{\n\t"theme": "da')],
  ['that is an array', write('[]')],
  ['that is null', write('null')],
  ['that is a number', write('42')],
  ['that is text', write('"dark"')],
  ['with a byte order mark', write('\uFEFF{"theme":"dark"}')],
  ['in another encoding', write(Buffer.from('{"theme":"dark"}', 'utf16le'))],
  ['with bytes that are not text', write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  ['with a prototype', write('{"__proto__":{"theme":"light"},"theme":"light"}')],
  [
    'replaced by a folder',
    (path) => {
      rmSync(path)
      mkdirSync(join(path, 'inside'), { recursive: true })
    },
  ],
]

describe('the settings file', () => {
  it('does not exist at first: defaults, no notice, nothing written', () => {
    const { open, folder } = setup()
    const { file, notices } = open()
    expect(file.settings()).toEqual(defaultSettings)
    expect(file.windowPlace()).toBeNull()
    expect(notices).toEqual([])
    expect(filesIn(folder)).toEqual([])
  })

  it('DAT-14 is written as it is to see whether it can be, so that a repair stays no choice', () => {
    const { open, path, lastGood, useOnce } = setup()
    useOnce()
    writeFileSync(path, '')
    const good = readFileSync(lastGood, 'utf8')
    const { file } = open()
    const before = readFileSync(path, 'utf8')
    valueOf(file.tryWriting())
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(JSON.parse(before)).toMatchObject({ repaired: true })
    open()
    expect(readFileSync(lastGood, 'utf8')).toBe(good)
  })

  it('ALR-1 says once that a lock no longer wipes the keys, if an earlier version did so by default', () => {
    const { open, path, lastGood } = setup()
    const saved = (keepReadAccess: boolean): string =>
      JSON.stringify({ ...chosen, lock: { idleMinutes: 30, idleMinutesArmed: 10, keepReadAccess } })
    writeFileSync(path, saved(false))
    const first = open()
    expect(first.notices.map(({ title }) => englishOf(title))).toEqual([
      'Monitoring now continues while Plimsoll is locked',
    ])
    expect(first.file.settings()).toEqual(chosen)
    expect(open().notices).toEqual([])
    valueOf(open().file.change({ lock: { ...defaultSettings.lock, dropsKeys: true } }))
    expect(open()).toMatchObject({ notices: [] })
    expect(open().file.settings().lock.dropsKeys).toBe(true)

    writeFileSync(path, saved(true))
    expect(open().notices).toEqual([])

    writeFileSync(lastGood, saved(false))
    writeFileSync(path, '')
    expect(open().notices.map(({ title }) => englishOf(title))).toContain(
      'Monitoring now continues while Plimsoll is locked',
    )
  })

  it("keeps the settings and the window's place", () => {
    const { open } = setup()
    expect(valueOf(open().file.change({ theme: 'dark', utcTimes: true }))).toEqual(chosen)
    valueOf(open().file.rememberWindow(place))
    const { file, notices } = open()
    expect(file.settings()).toEqual(chosen)
    expect(file.windowPlace()).toEqual(place)
    expect(notices).toEqual([])
  })

  it.each([
    ...damages,
    ['that is whole, with another choice', write('{"theme":"light"}')] satisfies [string, Damage],
  ])(
    'DAT-6 %s, put there while Plimsoll runs, is set aside with a notice at the next change, which is saved',
    (_what, damage) => {
      const { path, open, useOnce, aside, published } = setup()
      useOnce()
      const { file } = open()
      damage(path)
      expect(valueOf(file.change({ csvBom: true }))).toEqual({ ...chosen, csvBom: true })
      expect(aside()).toEqual(['settings.json.corrupt-20250615T120000Z'])
      expect(published).toHaveLength(1)
      expect(worded(published[0])).toMatchObject({
        level: 'caution',
        title: 'Another program changed Plimsoll’s settings file.',
      })
      valueOf(file.change({ csvBom: false }))
      expect(published, 'its own writing is nobody else’s').toHaveLength(1)
      expect(open().file.settings()).toEqual(chosen)
    },
  )

  it('refuses a forbidden value, and keeps the others', () => {
    const { open } = setup()
    const { file } = open()
    const patch: object = { theme: 'purple', utcTimes: true }
    expect(file.change(patch)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { theme: [expect.any(Object)] } },
    })
    expect(file.settings()).toEqual(defaultSettings)
  })

  it('does not remember an invalid window place', () => {
    const { open } = setup()
    const { file } = open()
    valueOf(file.rememberWindow({ ...place, width: Number.NaN }))
    expect(file.windowPlace()).toBeNull()
  })

  it.each(damages)(
    'DAT-6 %s is set aside, with the last good settings restored and a notice',
    (_what, damage) => {
      const { path, open, useOnce, aside } = setup()
      useOnce()
      damage(path)
      const { file, notices } = open()
      expect(file.settings()).toEqual(chosen)
      expect(file.windowPlace()).toEqual(place)
      expect(notices).toHaveLength(1)
      expect(worded(notices[0])).toMatchObject({
        level: 'caution',
        title: 'Your preferences could not be read.',
      })
      expect(englishOf(notices[0]?.text ?? '')).toContain('settings.json.corrupt-20250615T120000Z')
      expect(aside()).toEqual(['settings.json.corrupt-20250615T120000Z'])
      expect(open().notices).toEqual([])
    },
  )

  it.each(damages)(
    'DAT-6 %s is set aside; the defaults apply without a last good copy',
    (_what, damage) => {
      const { path, lastGood, open, useOnce, aside } = setup()
      useOnce()
      rmSync(lastGood)
      damage(path)
      const { file, notices } = open()
      expect(file.settings()).toEqual(defaultSettings)
      expect(englishOf(notices[0]?.text ?? '')).toContain('back to the defaults')
      expect(aside()).toHaveLength(1)
      valueOf(file.change({ theme: 'light' }))
      expect(open().file.settings().theme).toBe('light')
    },
  )

  it.each(damages)(
    'DAT-7 %s never overwrites the last good copy, however often Plimsoll starts',
    (_what, damage) => {
      const { path, lastGood, open, useOnce } = setup()
      useOnce()
      const good = readFileSync(lastGood, 'utf8')
      for (let starts = 0; starts < 2; starts += 1) {
        damage(path)
        open()
        open()
        expect(readFileSync(lastGood, 'utf8')).toBe(good)
      }
      expect(open().file.settings()).toEqual(chosen)
    },
  )

  it('DAT-6 with one bad field resets only that one, keeps a copy of the old file, and names it', () => {
    const { path, open, useOnce, aside, lastGood } = setup()
    useOnce()
    const good = readFileSync(lastGood, 'utf8')
    const spoilt = good.replace('"dark"', '7')
    writeFileSync(path, spoilt)
    const { file, notices } = open()
    expect(file.settings()).toEqual({ ...chosen, theme: defaultSettings.theme })
    expect(file.windowPlace()).toEqual(place)
    expect(englishOf(notices[0]?.text ?? '')).toContain('Back to the default: theme.')
    expect(aside()).toHaveLength(1)
    // Repaired, but not by the user: it is not what should be restored one day.
    expect(open().notices).toEqual([])
    expect(readFileSync(lastGood, 'utf8')).toBe(good)
    // Moving the window is not a choice of settings; choosing a theme is.
    valueOf(open().file.rememberWindow({ ...place, x: 0 }))
    open()
    expect(readFileSync(lastGood, 'utf8')).toBe(good)
    valueOf(open().file.change({ theme: 'light' }))
    open()
    expect(readFileSync(lastGood, 'utf8')).toContain('"light"')
  })

  it.skipIf(process.platform === 'win32')(
    "DAT-6 of the user's own that is unreadable is made readable again",
    () => {
      const { path, open, useOnce } = setup()
      useOnce()
      chmodSync(path, 0o000)
      const { file, notices } = open()
      expect(file.settings()).toEqual(chosen)
      expect(notices).toEqual([])
      expect(modeOf(path)).toBe('600')
    },
  )

  it.skipIf(onlyAsRoot('settings of another user'))(
    'DAT-6 of somebody else’s that is unreadable (EACCES) is set aside',
    async ({ skip }) => {
      const reader = programPath('settingsReader')
      const asNobody = { uid: nobody, gid: nobody, encoding: 'utf8' } as const
      const reachable = spawnSync(process.execPath, ['--check', reader], asNobody).status === 0
      if (!reachable)
        leaveOut(
          'settings of another user',
          'no other user may read this checkout. Make its folders readable: chmod a+rX',
        )
      skip(!reachable)
      const { folder, path, useOnce, aside } = setup()
      useOnce()
      for (const name of ['', ...filesIn(folder)]) chownSync(join(folder, name), nobody, nobody)
      chownSync(path, 0, 0)
      chmodSync(path, 0o600)
      const { stdout, stderr } = spawnSync(process.execPath, [reader, folder], asNobody)
      expect(stderr).toBe('')
      expect(worded(JSON.parse(stdout))).toEqual({
        found: chosen,
        titles: ['Your preferences could not be read.'],
        changed: true,
      })
      expect(aside()).toEqual(['settings.json.corrupt-20250615T120000Z'])
    },
  )

  it.skipIf(process.platform === 'win32')(
    'DAT-6 replaced by a folder: its owner can still open the folder',
    () => {
      const { folder, path, open, aside } = setup()
      mkdirSync(path)
      chmodSync(path, 0o700)
      open()
      expect(aside().map((name) => modeOf(join(folder, name)))).toEqual(['700'])
    },
  )

  it('DAT-6 that is missing is restored from the last good copy', () => {
    const { path, open, useOnce } = setup()
    useOnce()
    rmSync(path)
    const { file, notices } = open()
    expect(file.settings()).toEqual(chosen)
    expect(englishOf(notices[0]?.title ?? '')).toBe('Your preferences were missing.')
    expect(existsSync(path)).toBe(true)
  })

  it('DAT-6 starts with the defaults if the last good copy is damaged too', () => {
    const { path, lastGood, open, useOnce } = setup()
    useOnce()
    writeFileSync(path, '')
    writeFileSync(lastGood, '[')
    expect(open().file.settings()).toEqual(defaultSettings)
  })

  it('DAT-6 does not prevent Plimsoll from starting if nothing can be written at all', () => {
    const cannot = (): never => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    }
    const { path, open } = setup(cannot)
    writeFileSync(path, '{"theme":')
    const { file, notices } = open()
    expect(file.settings()).toEqual(defaultSettings)
    expect(notices).toHaveLength(1)
    expect(file.change({ theme: 'dark' })).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'READ_ONLY' },
    })
    expect(file.settings()).toEqual(defaultSettings)
  })

  it.skipIf(process.platform === 'win32')(
    'DAT-9 is the owner’s alone, and so are its copies, even if permissions had become too wide',
    () => {
      const { path, folder, lastGood, open, useOnce } = setup()
      useOnce()
      expect([modeOf(folder), modeOf(path), modeOf(lastGood)]).toEqual(['700', '600', '600'])
      chmodSync(path, 0o644)
      chmodSync(lastGood, 0o644)
      valueOf(open().file.change({ theme: 'light' }))
      expect([modeOf(path), modeOf(lastGood)]).toEqual(['600', '600'])
    },
  )
})
