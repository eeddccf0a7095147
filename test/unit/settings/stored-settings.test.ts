import { regionTags } from '../../../src/shared/formats.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looserLockConfirm, proxyConfirm } from '../../../src/main/desktop/dialogs.js'
import {
  applySettings,
  createSettingsChanges,
  readSettings,
  settingsFileContent,
} from '../../../src/main/settings/stored-settings.js'
import type { AlertSettings } from '../../../src/shared/alerts/alert.js'
import { type LockSettings, loosenedLock } from '../../../src/shared/lock/lock.js'
import { miniShortcuts } from '../../../src/shared/desktop/mini.js'
import { defaultSettings, type Settings } from '../../../src/shared/settings/settings.js'
import { catalogueLanguages } from '../../../src/shared/messages/language.js'
import { divide } from '../../../src/shared/money.js'
import { fail, ok } from '../../../src/shared/result.js'
import { problem } from '../../support/fake-exchange-client.js'

const share = fc
  .integer({ min: 1, max: 999 })
  .map((thousandths) => `0.${String(thousandths).padStart(3, '0')}`)
const anyAlertSettings: fc.Arbitrary<AlertSettings> = fc.record({
  earlySteps: fc.array(
    fc.oneof(
      fc
        .integer({ min: 2, max: 100 })
        .chain((of) => fc.integer({ min: 1, max: of - 1 }).map((part) => ({ part, of }))),
      fc
        .integer({ min: 1, max: 99_999 })
        .map((hundredths) => ({ ltv: divide(String(hundredths), '100', 2) })),
    ),
    { maxLength: 8 },
  ),
  rearm: share,
  positionSteps: fc.array(share, { maxLength: 8 }),
  marginLevelSteps: fc.array(fc.constantFrom('0.01', '80', '120.5', '100000'), { maxLength: 8 }),
  coolDownMinutes: fc.integer({ min: 0, max: 1440 }),
  quietHours: fc.record({
    on: fc.boolean(),
    from: fc.integer({ min: 0, max: 1439 }),
    to: fc.integer({ min: 0, max: 1439 }),
  }),
  quietHoursCoverMarginCalls: fc.boolean(),
  figuresInNotifications: fc.boolean(),
  sounds: fc.constantFrom('all', 'critical', 'none'),
})

const anySettings: fc.Arbitrary<Settings> = fc.record({
  language: fc.constantFrom('system' as const, ...catalogueLanguages),
  theme: fc.constantFrom('system', 'light', 'dark'),
  density: fc.constantFrom('comfortable', 'compact'),
  formats: fc.constantFrom('plain', 'system', ...regionTags),
  gainColour: fc.constantFrom('green', 'red'),
  utcTimes: fc.boolean(),
  csvBom: fc.boolean(),
  tray: fc.boolean(),
  onClose: fc.constantFrom('keep-running', 'quit'),
  miniWindow: fc.boolean(),
  miniShortcut: fc.constantFrom(...miniShortcuts),
  closeExplained: fc.boolean(),
  onboardingDone: fc.boolean(),
  proxy: fc.constantFrom('', 'http://proxy.example:3128', 'http://10.0.0.1'),
  addressFamily: fc.constantFrom('automatic', 'ipv4', 'ipv6'),
  liveUpdates: fc.boolean(),
  liveUpdatesOff: fc.subarray(['a', 'profile-1']),
  currency: fc.constantFrom('USDT', 'EUR', 'BTC'),
  positionColumns: fc.option(fc.subarray(['size', 'stop', 'take-profit'])),
  alerts: anyAlertSettings,
  hideAmounts: fc.boolean(),
  hidePercentages: fc.boolean(),
  blockScreenCapture: fc.boolean(),
  lock: fc.record({
    idleMinutes: fc.option(fc.integer({ min: 1, max: 1440 })),
    idleMinutesArmed: fc.integer({ min: 1, max: 10 }),
    dropsKeys: fc.boolean(),
  }),
})

const anyPlace = fc.record({
  x: fc.integer({ min: -100_000, max: 100_000 }),
  y: fc.integer({ min: -100_000, max: 100_000 }),
  width: fc.integer({ min: 100, max: 100_000 }),
  height: fc.integer({ min: 100, max: 100_000 }),
  maximized: fc.boolean(),
  displayId: fc.oneof(fc.maxSafeInteger(), fc.constant(null)),
})

const anyMiniPlace = fc.record({
  x: fc.integer({ min: -100_000, max: 100_000 }),
  y: fc.integer({ min: -100_000, max: 100_000 }),
})

describe('reading settings', () => {
  it('returns exactly what was written', () => {
    fc.assert(
      fc.property(
        fc.record({
          settings: anySettings,
          window: fc.option(anyPlace),
          mini: fc.option(anyMiniPlace),
          left: fc.option(fc.constantFrom('0'.repeat(64), 'af'.repeat(32))),
          repaired: fc.boolean(),
        }),
        (content) => {
          const written = JSON.stringify(settingsFileContent(content))
          expect(readSettings(written)).toEqual({ ...content, refused: [] })
        },
      ),
    )
  })

  it('ALR-4 gives alert settings of a version without margin level steps the defaults, and leaves an empty list empty', () => {
    const { marginLevelSteps, ...older } = { ...defaultSettings.alerts, coolDownMinutes: 3 }
    const read = (alerts: object) => readSettings(JSON.stringify({ ...defaultSettings, alerts }))
    expect(read(older)?.settings.alerts).toEqual({ ...older, marginLevelSteps })
    expect(read({ ...older, marginLevelSteps: [] })).toMatchObject({
      refused: [],
      settings: { alerts: { marginLevelSteps: [] } },
    })
    expect(read({ ...older, marginLevelSteps: ['0'] })?.refused).toEqual(['alerts'])
  })

  it('DAT-6 keeps alert settings of a version without figures in notifications and sounds', () => {
    const { figuresInNotifications, sounds, ...older } = {
      ...defaultSettings.alerts,
      coolDownMinutes: 3,
    }
    const reading = readSettings(
      JSON.stringify({ ...defaultSettings, alerts: { ...older, amountsInNotifications: false } }),
    )
    expect(reading?.refused).toEqual([])
    expect(reading?.settings.alerts).toEqual({ ...older, figuresInNotifications, sounds })
  })

  it('DAT-6 reads hidden amounts of a version that hid percentages with them as hidden amounts', () => {
    const { hidePercentages, ...older } = { ...defaultSettings, hideAmounts: true }
    expect(hidePercentages).toBe(false)
    expect(readSettings(JSON.stringify(older))).toMatchObject({
      refused: [],
      settings: { hideAmounts: true, hidePercentages: false },
    })
  })

  it('DAT-6 reads settings of a version without IPv4 and IPv6 as automatic, and refuses any other value', () => {
    const { addressFamily, ...older } = { ...defaultSettings, proxy: 'http://proxy.example:3128' }
    expect(addressFamily).toBe('automatic')
    const read = (file: object) => readSettings(JSON.stringify(file))
    expect(read(older)).toMatchObject({
      refused: [],
      settings: { addressFamily: 'automatic', proxy: 'http://proxy.example:3128' },
    })
    expect(read({ ...older, addressFamily: 'ipv5' })).toMatchObject({
      refused: ['addressFamily'],
      settings: { addressFamily: 'automatic' },
    })
  })

  it('DAT-6 keeps early steps as an earlier version saved them, because their LTVs depend on the levels of each loan', () => {
    const alerts = {
      ...defaultSettings.alerts,
      earlySteps: [
        { part: 1, of: 3 },
        { part: 65, of: 100 },
      ],
    }
    const reading = readSettings(JSON.stringify({ ...defaultSettings, alerts }))
    expect(reading).toMatchObject({ refused: [], settings: { alerts } })
  })

  it('DAT-6 returns settings or null for any text, and never throws or returns a forbidden value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const reading = readSettings(text)
        if (reading !== null)
          expect(applySettings(defaultSettings, reading.settings)).toEqual({
            settings: reading.settings,
            refused: [],
          })
      }),
    )
  })

  it('DAT-6 resets one bad field to its default and keeps the others', () => {
    const fields = Object.keys(defaultSettings)
    fc.assert(
      fc.property(
        anySettings,
        fc.constantFrom(...fields),
        fc.constantFrom(null, 7, 'nonsense', [], {}, -1),
        (settings, name, bad) => {
          // A list of columns may be empty, and none means every column that fits.
          fc.pre(name !== 'positionColumns' || (bad !== null && !Array.isArray(bad)))
          fc.pre(name !== 'liveUpdatesOff' || !Array.isArray(bad))
          const reading = readSettings(JSON.stringify({ ...settings, [name]: bad }))
          expect(reading?.refused).toEqual([name])
          expect(reading?.settings).toEqual({
            ...settings,
            [name]: Object.entries(defaultSettings).find(([field]) => field === name)?.[1],
          })
        },
      ),
    )
  })

  it.each([
    ['no text', ''],
    ['half a file', '{"theme":"da'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a word', '"dark"'],
    ['a byte order mark', '\uFEFF{"theme":"dark"}'],
    ['a prototype', '{"__proto__":{"theme":"dark"}}'],
  ])('DAT-6 does not read %s as settings', (_what, text) => {
    expect(readSettings(text)).toBeNull()
  })

  it('does not inherit settings from a prototype', () => {
    const patch: unknown = Object.create({ theme: 'dark' })
    expect(applySettings(defaultSettings, patch)).toEqual({
      settings: defaultSettings,
      refused: [],
    })
  })

  it.each([
    ['text for a number', { x: '0' }],
    ['a fraction', { width: 800.5 }],
    ['no height', { height: 0 }],
    ['a place beyond every screen', { y: 1e9 }],
    ['a word for whether it filled the screen', { maximized: 'yes' }],
  ])('refuses a window place with %s and nothing else', (_what, wrong) => {
    const place = { x: 0, y: 0, width: 800, height: 600, maximized: false, displayId: 1, ...wrong }
    const reading = readSettings(
      JSON.stringify({ ...defaultSettings, theme: 'dark', window: place }),
    )
    expect(reading).toEqual({
      settings: { ...defaultSettings, theme: 'dark' },
      window: null,
      mini: null,
      left: null,
      repaired: false,
      refused: ['window'],
    })
  })

  it('accepts a file of an older version, with fields missing', () => {
    expect(readSettings('{"theme":"dark"}')).toMatchObject({
      settings: { ...defaultSettings, theme: 'dark' },
      refused: [],
    })
  })
})

describe('ALR-1 lock settings saved by an earlier version', () => {
  const lockOf = (lock: unknown) => {
    const reading = readSettings(JSON.stringify({ ...defaultSettings, lock }))
    return { lock: reading?.settings.lock, refused: reading?.refused }
  }

  it.each([true, false])(
    'keep the keys for reading, whether read access was kept by choice (%s) or not by default',
    (keepReadAccess) => {
      expect(lockOf({ idleMinutes: 7, idleMinutesArmed: 2, keepReadAccess })).toEqual({
        lock: { idleMinutes: 7, idleMinutesArmed: 2, dropsKeys: false },
        refused: [],
      })
    },
  )

  it.each([true, false])('do not override a later choice: dropsKeys %s', (dropsKeys) => {
    const chosen = { idleMinutes: null, idleMinutesArmed: 3, dropsKeys }
    expect(lockOf(chosen)).toEqual({ lock: chosen, refused: [] })
  })

  it.each([
    { keepReadAccess: 'yes' },
    { keepReadAccess: true, dropsKeys: true },
    { keepReadAccess: false, idleMinutes: 0 },
  ])('fall back to the default if invalid: %j', (some) => {
    expect(lockOf({ idleMinutes: 7, idleMinutesArmed: 2, ...some })).toEqual({
      lock: defaultSettings.lock,
      refused: ['lock'],
    })
  })
})

it("NET-17 accepts only a proxy in Plimsoll's own spelling", () => {
  for (const proxy of [
    'proxy.example:3128',
    'https://proxy.example',
    'http://anna:secret@proxy.example',
    'http://proxy.example/',
    7,
    null,
  ])
    expect(applySettings(defaultSettings, { proxy })).toEqual({
      settings: defaultSettings,
      refused: ['proxy'],
    })
})

const strictLock: LockSettings = { ...defaultSettings.lock, dropsKeys: true }

/** `meanwhile`: while the dialog is open. */
function setup(agrees = true, meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  let now: Settings = { ...defaultSettings, proxy: '', lock: strictLock }
  const asked: string[] = []
  const changes: Partial<Settings>[] = []
  const settings = createSettingsChanges({
    file: {
      settings: () => now,
      change: (some) => {
        if (some.proxy?.includes('\n') === true) return fail(problem('bad-input'))
        now = { ...now, ...some }
        return ok(now)
      },
    },
    confirmProxy: (before, after) => {
      asked.push(proxyConfirm(before, after).message)
      return Promise.resolve(agrees ? ok(null) : fail(problem('cancelled')))
    },
    confirmLooserLock: async (named) => {
      asked.push(looserLockConfirm(named).detail)
      await meanwhile()
      return agrees ? ok(null) : fail(problem('cancelled'))
    },
    changed: (_now, some) => changes.push(some),
  })
  return { settings, asked, changes, now: () => now }
}

describe('IPC-11 settings changed by the page', () => {
  it('apply at once if they do not affect the connection to the exchange', async () => {
    const { settings, asked, changes } = setup(false)
    expect(await settings.changeByPage({ theme: 'dark' })).toMatchObject({
      ok: true,
      value: { theme: 'dark' },
    })
    expect(await settings.changeByPage({ proxy: '' })).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    expect(changes).toEqual([{ theme: 'dark' }, { proxy: '' }])
  })

  it('ask in a dialog that names the proxy as it would be used', async () => {
    const { settings, asked, now } = setup()
    expect(await settings.changeByPage({ proxy: ' HTTP://Proxy.example:3128/ ' })).toMatchObject({
      ok: true,
    })
    expect(asked).toEqual(['Connect to the exchange through http://proxy.example:3128?'])
    expect(now().proxy).toBe('http://proxy.example:3128')
    const refused = setup(false)
    expect(
      await refused.settings.changeByPage({ proxy: 'http://proxy.example:3128' }),
    ).toMatchObject({ error: { code: 'cancelled' } })
    expect(refused.now().proxy).toBe('')
    expect(refused.changes).toEqual([])
  })

  it('show only valid proxies from the page in a dialog', async () => {
    const { settings, asked } = setup()
    expect(
      await settings.changeByPage({ proxy: '\n\nURGENT: open https://evil.example\n' }),
    ).toMatchObject({ ok: false })
    expect(asked).toEqual([])
  })
})

describe('UX-47 lock settings changed by the page', () => {
  const lock = strictLock
  const never = 'Auto-lock when idle: 30 minutes → never.'

  it.each<[string, Partial<LockSettings>, string]>([
    ['a longer idle time', { idleMinutes: 31 }, 'Auto-lock when idle: 30 minutes → 31 minutes.'],
    ['no idle time', { idleMinutes: null }, never],
    [
      'keys that stay while it is locked',
      { dropsKeys: false },
      'Keys stay in memory while Plimsoll is locked, for reading only. Monitoring continues; orders cannot be placed.',
    ],
  ])(
    'are loosened by %s only after a yes in the system dialog that names it',
    async (_what, some, sentence) => {
      const agreed = setup()
      expect(await agreed.settings.changeByPage({ lock: { ...lock, ...some } })).toMatchObject({
        ok: true,
      })
      expect(agreed.asked).toEqual([sentence])
      expect(agreed.now().lock).toEqual({ ...lock, ...some })
      const refused = setup(false)
      expect(
        await refused.settings.changeByPage({ theme: 'dark', lock: { ...lock, ...some } }),
      ).toMatchObject({
        error: { code: 'cancelled' },
      })
      expect(refused.now()).toMatchObject({ lock, theme: defaultSettings.theme })
      expect(refused.changes).toEqual([])
    },
  )

  it('are tightened without a question, after which loosening asks again', async () => {
    const { settings, asked, now } = setup(false)
    const tight = { idleMinutes: 1, idleMinutesArmed: 1, dropsKeys: true }
    expect(await settings.changeByPage({ lock: tight })).toMatchObject({ ok: true })
    expect(await settings.changeByPage({ lock: tight })).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    expect(await settings.changeByPage({ lock })).toMatchObject({ ok: false })
    expect(asked).toEqual([
      'Auto-lock when idle: 1 minute → 30 minutes.\nThe same while trading is armed: 1 minute → 10 minutes.',
    ])
    expect(now().lock).toEqual(tight)
  })

  it('are not loosened by more than the dialog named, whatever changes meanwhile', async () => {
    const tightened = { ...lock, idleMinutesArmed: 2 }
    const { settings, asked, now } = setup(true, () => settings.changeByPage({ lock: tightened }))
    expect(await settings.changeByPage({ lock: { ...lock, idleMinutes: null } })).toMatchObject({
      error: { reason: 'LOCK_CHANGED' },
    })
    expect(asked).toEqual([never])
    expect(now().lock).toEqual(tightened)
  })
})

it('UX-47 names every change that locks later or keeps more', () => {
  const anyLock: fc.Arbitrary<LockSettings> = anySettings.map(({ lock }) => lock)
  /** Minutes until it locks, in the two states, and whether the keys are dropped then. */
  const idle = ({ idleMinutes }: LockSettings): number => idleMinutes ?? Infinity
  fc.assert(
    fc.property(anyLock, anyLock, (before, after) => {
      const looser = [
        idle(after) > idle(before),
        after.idleMinutesArmed > before.idleMinutesArmed,
        before.dropsKeys && !after.dropsKeys,
      ]
      expect(loosenedLock(before, after)).toHaveLength(looser.filter(Boolean).length)
    }),
  )
})
