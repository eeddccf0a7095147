import { describe, expect, it } from 'vitest'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { desktopSessionText, systemText } from '../../../src/main/support/system-words.js'

describe('UX-73 the system on one line', () => {
  it.each([
    ['linux', '#1 SMP Debian 6.1.99', 'Linux 6.1.0 (x64)'],
    ['darwin', 'Darwin Kernel Version 24', 'macOS, Darwin 6.1.0 (x64)'],
    ['win32', 'Windows 11 Pro', 'Windows 11 Pro 6.1.0 (x64)'],
    ['freebsd', 'FreeBSD 14', 'freebsd 6.1.0 (x64)'],
  ] as const)('%s', (platform, version, text) => {
    expect(systemText({ platform, release: '6.1.0', version, arch: 'x64' })).toBe(text)
  })
})

describe('UX-73 the desktop session', () => {
  it.each([
    [{ XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'GNOME' }, 'Wayland, GNOME'],
    [{ XDG_SESSION_TYPE: 'x11', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, 'X11, ubuntu:GNOME'],
    [{ XDG_SESSION_TYPE: 'tty' }, 'no display'],
    [{ XDG_SESSION_TYPE: 'mir' }, 'mir'],
    [{}, 'type not known'],
  ])('%j', (environment, text) => {
    expect(englishOf(desktopSessionText('linux', environment) ?? '')).toBe(text)
  })

  it('is cut if the environment variable is long', () => {
    expect(
      englishOf(desktopSessionText('linux', { XDG_CURRENT_DESKTOP: 'x'.repeat(1000) }) ?? ''),
    ).toBe(`type not known, ${'x'.repeat(50)}`)
  })

  it('is empty on systems without that choice', () => {
    for (const platform of ['darwin', 'win32'] as const)
      expect(desktopSessionText(platform, { XDG_SESSION_TYPE: 'x11' })).toBeNull()
  })
})
