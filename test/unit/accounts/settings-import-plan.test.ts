// What an import marks as weaker, and what a system dialog asks for.
import { describe, expect, it } from 'vitest'
import { planImport } from '../../../src/main/accounts/settings-import-plan.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { defaultSettings, type Settings } from '../../../src/shared/settings/settings.js'
import type { ImportChange } from '../../../src/shared/settings/settings-import.js'

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

describe('DAT-14 a setting in the preview of an import', () => {
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
