import { describe, expect, it } from 'vitest'
import { closeAction, crashAction, showAtStart } from '../../../src/main/desktop/window.js'
import { deferred } from '../../support/order-harness.js'

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
  function start(hidden: boolean, tray = { wanted: true, shown: true }) {
    const acts: string[] = []
    const desktop = deferred<null>()
    const shown = showAtStart(
      { hidden },
      {
        settings: () => ({ tray: tray.wanted }),
        tray: { checkHost: () => desktop.promise, shown: () => tray.shown },
        window: { show: () => acts.push('show'), showMinimized: () => acts.push('minimize') },
      },
    )
    return { acts, shown, answer: () => desktop.open(null) }
  }

  it('shows the window without waiting for a desktop that never says whether it has a tray', async () => {
    const { acts, shown } = start(false)
    expect(acts).toEqual(['show'])
    expect(await shown).toBe(true)
  })

  it.each([
    [{ wanted: true, shown: true }, false, []],
    [{ wanted: true, shown: false }, true, ['minimize']],
    [{ wanted: false, shown: true }, true, ['minimize']],
  ])('stays hidden only if an icon can restore it: %o', async (tray, isShown, expected) => {
    const { acts, shown, answer } = start(true, tray)
    expect(acts).toEqual([])
    answer()
    expect(await shown).toBe(isShown)
    expect(acts).toEqual(expected)
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
