import { describe, expect, it } from 'vitest'
import { closeAction, crashAction, startAction } from '../../../src/main/desktop/window.js'

describe('closing the window', () => {
  it.each([
    [{ tray: true, onClose: 'keep-running' as const }, true, 'hide'],
    [{ tray: true, onClose: 'keep-running' as const }, false, 'minimize'],
    [{ tray: true, onClose: 'quit' as const }, true, 'quit'],
    [{ tray: true, onClose: 'quit' as const }, false, 'quit'],
    [{ tray: false, onClose: 'keep-running' as const }, true, 'quit'],
    [{ tray: false, onClose: 'quit' as const }, false, 'quit'],
  ])('with %o and a visible icon: %s, the result is: %s', (settings, trayShown, act) => {
    expect(closeAction(settings, trayShown)).toBe(act)
  })

  it('UX-50 never makes the app vanish if no icon is shown', () => {
    const acts = ([true, false] as const).flatMap((tray) =>
      (['keep-running', 'quit'] as const).map((onClose) => closeAction({ tray, onClose }, false)),
    )
    expect(acts).not.toContain('hide')
  })
})

describe('starting', () => {
  it('shows the window unless asked not to', () => {
    expect(startAction({ hidden: false }, { tray: true }, true)).toBe('show')
  })

  it('starts hidden only if an icon can restore it', () => {
    expect(startAction({ hidden: true }, { tray: true }, true)).toBe('nothing')
    expect(startAction({ hidden: true }, { tray: true }, false)).toBe('minimize')
    expect(startAction({ hidden: true }, { tray: false }, true)).toBe('minimize')
  })
})

describe('REN-16 a page that crashes', () => {
  it.each([
    [[], 1000, 'reload'],
    [[1000], 1000, 'stop'],
    [[1000], 1059.9, 'stop'],
    [[1000], 1060, 'reload'],
    [[1000], 999, 'stop'],
    [[1000, 1001], 1002, 'stop'],
    [[1000, 1001, 1002], 1003, 'stop'],
    [[900, 1000], 1002, 'stop'],
    [[900, 901, 902], 1000, 'reload'],
  ] as const)('after crashes at %j, now %s: %s', (crashes, now, act) => {
    expect(crashAction(crashes, now, false)).toBe(act)
    expect(crashAction(crashes, now, true), 'the page without scripts').toBe('ask')
  })
})
