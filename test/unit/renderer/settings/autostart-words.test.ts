import { describe, expect, it } from 'vitest'
import { autostartWords, isSwitchable } from '../../../../src/renderer/settings/autostart-words.js'
import type { AutostartView } from '../../../../src/shared/desktop/autostart.js'

const off: AutostartView = {
  system: 'linux',
  state: 'off',
  starts: false,
  file: '/home/user/.config/autostart/plimsoll.desktop',
}

describe('UX-53 what starts with the system, in words', () => {
  it.each<[Partial<AutostartView>, RegExp, 'switchable' | 'fixed']>([
    [{ state: 'on', starts: true }, /^Starts without a window/, 'switchable'],
    [{ state: 'off' }, /nothing is monitored until you start Plimsoll/, 'switchable'],
    [
      { state: 'off-by-system', system: 'windows', file: null },
      /Turned off in Task Manager/,
      'switchable',
    ],
    [{ state: 'off-by-system' }, /Switched off in your desktop’s settings/, 'switchable'],
    [
      { state: 'needs-approval', system: 'mac', file: null },
      /macOS waits for your approval/,
      'switchable',
    ],
    [{ state: 'elsewhere', starts: true }, /Another copy of Plimsoll starts/, 'switchable'],
    [
      { state: 'changed', starts: true },
      /plimsoll\.desktop was changed by you or another program.*What it names is started/,
      'fixed',
    ],
    [{ state: 'changed' }, /Nothing is started by it/, 'fixed'],
    [{ state: 'unknown' }, /could not be read from/, 'switchable'],
    [{ state: 'from-source' }, /Not offered in a run from source/, 'fixed'],
    [{ state: 'other-folder', system: 'mac', file: null }, /data folder of your own/, 'fixed'],
  ])('%o', (part, words, change) => {
    const view = { ...off, ...part }
    expect(autostartWords(view).text).toMatch(words)
    expect(isSwitchable(view)).toBe(change === 'switchable')
  })
})
