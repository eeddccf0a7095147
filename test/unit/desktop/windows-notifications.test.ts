import type { ShortcutDetails } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  appUserModelId,
  nameForNotifications,
  toastActivator,
} from '../../../src/main/desktop/startup.js'

function setup(
  own: {
    platform?: NodeJS.Platform
    packaged?: boolean
    shortcut?: ShortcutDetails | null
    old?: boolean
  } = {},
) {
  const calls: unknown[][] = []
  const parts: Parameters<typeof nameForNotifications>[0] = {
    app: {
      isPackaged: own.packaged ?? true,
      setAppUserModelId: (id) => calls.push(['name', id]),
      ...(own.old !== true && {
        setToastActivatorCLSID: (id: string) => calls.push(['activator', id]),
      }),
    },
    shell: {
      readShortcutLink: (file) => {
        calls.push(['read', file])
        if (own.shortcut === null) throw new Error('not there')
        return own.shortcut ?? { target: 'C:\\Plimsoll.exe', appUserModelId }
      },
      writeShortcutLink: (...words: unknown[]) => {
        calls.push(['write', ...words])
        return true
      },
    },
    platform: own.platform ?? 'win32',
    appData: () => 'C:\\Users\\ada\\AppData\\Roaming',
    log: (what) => calls.push(['log', what]),
  }
  nameForNotifications(parts)
  return calls
}

const file =
  'C:\\Users\\ada\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Plimsoll.lnk'

describe('Windows notifications', () => {
  it("add the activator to the installer's shortcut, and leave the rest of it alone", () => {
    expect(setup()).toEqual([
      ['name', appUserModelId],
      ['activator', toastActivator],
      ['read', file],
      [
        'write',
        file,
        'update',
        { target: 'C:\\Plimsoll.exe', appUserModelId, toastActivatorClsid: toastActivator },
      ],
    ])
  })

  it('write nothing if it is there', () => {
    const shortcut = {
      target: 'C:\\Plimsoll.exe',
      appUserModelId,
      toastActivatorClsid: toastActivator,
    }
    expect(setup({ shortcut }).some(([what]) => what === 'write')).toBe(false)
  })

  it('work without a shortcut', () => {
    expect(setup({ shortcut: null })).toContainEqual([
      'log',
      'there is no shortcut in the Start menu to complete',
    ])
  })

  it('touch no shortcut when run from source, in an older Electron, or on another system', () => {
    expect(setup({ packaged: false }).some(([what]) => what === 'read')).toBe(false)
    expect(setup({ old: true }).some(([what]) => what === 'activator')).toBe(false)
    expect(setup({ platform: 'linux' })).toEqual([['name', appUserModelId]])
  })
})
