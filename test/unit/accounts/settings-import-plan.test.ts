// What an import marks as weaker, and what a system dialog asks for.
import { describe, expect, it } from 'vitest'
import type { PlainSettings } from '../../../src/main/accounts/settings-import-words.js'
import { planImport } from '../../../src/main/accounts/settings-import-plan.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { defaultSettings, type Settings } from '../../../src/shared/settings/settings.js'
import type { ImportChange } from '../../../src/shared/settings/settings-import.js'
import { aProfile } from '../../support/fake-accounts.js'

const { alerts, lock } = defaultSettings
const cautious: Settings = {
  ...defaultSettings,
  hideAmounts: true,
  hidePercentages: true,
  blockScreenCapture: true,
  lock: { idleMinutes: 10, idleMinutesArmed: 5, dropsKeys: true },
  alerts: { ...alerts, figuresInNotifications: false },
}

/** What importing `file` over `before` shows. */
function changes(before: Settings, file: Partial<Settings>): ImportChange[] {
  const document = {
    format: 'plimsoll-settings',
    version: 1,
    settings: file,
    accounts: [],
  } as const
  return planImport({ ...document, accounts: [] }, { settings: before, accounts: [] }, 'replace')
    .preview.settings
}

type Decision<Value> = readonly [one: Value, other: Value, weaker: 'other' | 'both' | 'neither']
type Decisions<Group> = { [Name in keyof Group]-?: Decision<Group[Name]> }

/** For every setting that is imported: which of two values is weaker than the other. */
const decided: Decisions<PlainSettings> & {
  lock: Decisions<Settings['lock']>
  alerts: Decisions<Settings['alerts']>
} = {
  language: ['en', 'uk', 'neither'],
  formats: ['plain', 'system', 'neither'],
  theme: ['light', 'dark', 'neither'],
  density: ['comfortable', 'compact', 'neither'],
  gainColour: ['green', 'red', 'neither'],
  utcTimes: [true, false, 'neither'],
  csvBom: [true, false, 'neither'],
  tray: [true, false, 'other'],
  onClose: ['keep-running', 'quit', 'other'],
  miniWindow: [true, false, 'neither'],
  miniShortcut: ['off', 'CommandOrControl+Alt+M', 'neither'],
  proxy: ['', 'http://proxy.example:3128', 'both'],
  addressFamily: ['automatic', 'ipv4', 'neither'],
  liveUpdates: [true, false, 'other'],
  currency: ['USDT', 'EUR', 'neither'],
  positionColumns: [null, ['size'], 'neither'],
  hideAmounts: [true, false, 'other'],
  hidePercentages: [true, false, 'other'],
  blockScreenCapture: [true, false, 'other'],
  lock: {
    idleMinutes: [5, 10, 'other'],
    idleMinutesArmed: [2, 5, 'other'],
    dropsKeys: [true, false, 'other'],
  },
  alerts: {
    earlySteps: [[{ ltv: '60' }, { ltv: '70' }], [{ ltv: '70' }], 'other'],
    rearm: ['0.02', '0.1', 'other'],
    positionSteps: [['0.2', '0.1'], ['0.1'], 'other'],
    marginLevelSteps: [['200', '150'], ['150'], 'other'],
    coolDownMinutes: [10, 60, 'other'],
    quietHours: [{ on: false, from: 0, to: 60 }, { on: true, from: 0, to: 60 }, 'other'],
    quietHoursCoverMarginCalls: [false, true, 'other'],
    figuresInNotifications: [false, true, 'other'],
    sounds: ['all', 'critical', 'other'],
  },
}

/** What is marked if this member is the only one that changes. */
function marks(name: string, before: unknown, after: unknown): boolean[] {
  const [group, member] = name.split('.') as [keyof Settings, string?]
  const withValue = (value: unknown): Settings => ({
    ...defaultSettings,
    [group]: member === undefined ? value : { ...Object(defaultSettings[group]), [member]: value },
  })
  return changes(withValue(before), { [group]: withValue(after)[group] }).map(
    ({ weaker }) => weaker,
  )
}

describe('DAT-14 a setting in the preview of an import', () => {
  const { lock: ofLock, alerts: ofAlerts, ...plain } = decided
  const every = [
    ...Object.entries(plain),
    ...Object.entries(ofLock).map(([name, decision]) => [`lock.${name}`, decision] as const),
    ...Object.entries(ofAlerts).map(([name, decision]) => [`alerts.${name}`, decision] as const),
  ].map(([name, decision]) => [name, ...(decision as Decision<unknown>)] as const)

  it.each(every)('is shown, and marked as weaker or not: %s from %j to %j', (...decision) => {
    const [name, one, other, weaker] = decision
    expect(marks(name, one, other)).toEqual([weaker !== 'neither'])
    expect(marks(name, other, one)).toEqual([weaker === 'both'])
  })

  it('is marked as weaker for an account that loses its live updates', () => {
    const profile = aProfile({ name: 'Main', region: 'eu', baseUrl: 'https://whitebit.eu' })
    const trading = { readOnly: true, limits: defaultTradeLimits, favourites: [] }
    const marksOf = (liveUpdatesOff: string[], liveUpdates: boolean) =>
      planImport(
        {
          format: 'plimsoll-settings',
          version: 1,
          settings: {},
          accounts: [{ name: 'Main', exchange: 'eu', liveUpdates }],
        },
        {
          settings: { ...defaultSettings, liveUpdatesOff },
          accounts: [{ profile, trading, priceAlerts: [], endedAlerts: [] }],
        },
        'merge',
      ).preview.accounts[0]?.changes.map(({ weaker }) => weaker)
    expect(marksOf([], false)).toEqual([true])
    expect(marksOf([profile.id], true)).toEqual([false])
  })

  it.each<[string, Settings, Partial<Settings>]>([
    ['an early step less', defaultSettings, { alerts: { ...alerts, earlySteps: [{ ltv: '50' }] } }],
    [
      'no step of the margin level',
      defaultSettings,
      { alerts: { ...alerts, marginLevelSteps: [] } },
    ],
    ['no step of a position', defaultSettings, { alerts: { ...alerts, positionSteps: [] } }],
    ['a longer pause', defaultSettings, { alerts: { ...alerts, coolDownMinutes: 60 } }],
    [
      'quiet hours',
      defaultSettings,
      { alerts: { ...alerts, quietHours: { ...alerts.quietHours, on: true } } },
    ],
    [
      'quiet hours for margin calls',
      defaultSettings,
      { alerts: { ...alerts, quietHoursCoverMarginCalls: true } },
    ],
    ['fewer sounds', defaultSettings, { alerts: { ...alerts, sounds: 'critical' } }],
    ['figures in notifications', cautious, { alerts }],
    ['shown amounts', cautious, { hideAmounts: false }],
    ['shown percentages', cautious, { hidePercentages: false }],
    ['pictures of the screen', cautious, { blockScreenCapture: false }],
    ['no tray', defaultSettings, { tray: false }],
    ['quitting with the window', defaultSettings, { onClose: 'quit' }],
  ])('is marked as weaker: %s', (_what, before, file) => {
    expect(changes(before, file)).toMatchObject([{ weaker: true, asked: false }])
    // Back again it is not.
    expect(changes({ ...before, ...file }, before).filter(({ weaker }) => weaker)).toEqual([])
  })

  it.each<[string, Settings, Partial<Settings>]>([
    ['another proxy', defaultSettings, { proxy: 'http://proxy.example:3128' }],
    ['a lock that comes later', cautious, { lock: { ...cautious.lock, idleMinutes: null } }],
    [
      'a lock that comes later while armed',
      cautious,
      { lock: { ...cautious.lock, idleMinutesArmed: 9 } },
    ],
    ['keys kept while locked', cautious, { lock: { ...cautious.lock, dropsKeys: false } }],
  ])('is asked in a system dialog: %s', (_what, before, file) => {
    expect(changes(before, file)).toMatchObject([{ weaker: true, asked: true }])
  })

  it('is neither if it protects more', () => {
    const shown = changes(defaultSettings, cautious)
    expect(shown.map(({ what }) => englishOf(what))).toContain('Hide amounts')
    expect(shown.filter(({ weaker, asked }) => weaker || asked)).toEqual([])
    expect(changes(cautious, { lock: { ...lock, ...cautious.lock } })).toEqual([])
  })
})
