import { EventEmitter } from 'node:events'
import type { Menu } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import {
  checkTrayHostOnChange,
  hasTrayHost,
  type RunTool,
  ageRepaintSeconds,
  createTray,
  hostCheckSeconds,
  type TrayIcon,
} from '../../../src/main/desktop/tray.js'
import { trayView, type TrayAccount } from '../../../src/main/desktop/tray.js'
import { createSignal } from '../../../src/shared/signal.js'

const standing: TrayAccount = {
  profileId: 'a',
  demo: false,
  level: 'fine',
  account: 'A',
  headline: 'Watching',
  balances: ['BTC 1'],
  ltv: null,
  headroom: null,
  age: 'now',
  asOf: 1000,
  oldFrom: null,
  load: null,
  brief: 'LTV 25',
}

function setup(own: Partial<Parameters<typeof createTray>[0]> = {}) {
  const state = { now: 1000, host: true, windowHidden: false }
  const calls: string[] = []
  const logged: unknown[] = []
  const acts: unknown[] = []
  let click = (): void => undefined
  const anIcon = (): TrayIcon => {
    let destroyed = false
    return {
      setImage: (picture) => calls.push(`image ${String(picture)}`),
      setToolTip: () => calls.push('tooltip'),
      setContextMenu: () => calls.push('menu'),
      setTitle: (title) => calls.push(`title ${title}`),
      destroy: () => {
        destroyed = true
        calls.push('destroy')
      },
      isDestroyed: () => destroyed,
      on: (_event, listener) => {
        click = listener
      },
    }
  }
  const shown: boolean[] = []
  const tray = createTray({
    create: (picture) => {
      calls.push(`create ${picture}`)
      return anIcon()
    },
    picture: (shape) => shape,
    menuFrom: () => ({}) as Menu,
    hasHost: () => Promise.resolve(state.host),
    windowHidden: () => state.windowHidden,
    onAct: (act) => acts.push(act),
    clickOpens: true,
    hasTitle: false,
    repaintsAll: false,
    onShownChange: (now) => shown.push(now),
    clock: () => state.now,
    log: (what, fault) => logged.push([what, fault]),
    ...own,
  })
  const drain = () => calls.splice(0)
  return { tray, state, drain, shown, logged, acts, click: () => click() }
}

describe('the tray icon', () => {
  it('appears once it is wanted and there is something to show', () => {
    const { tray, drain } = setup()
    tray.want(true)
    expect(drain()).toEqual([])
    tray.paint(trayView([standing]))
    expect(drain()).toEqual(['create watching', 'image watching', 'tooltip', 'menu'])
  })

  it('is removed if it cannot be drawn, reported once, and retried only when the host is checked', async () => {
    let made = 0
    let destroyed = 0
    const { tray, logged } = setup({
      create: () => {
        made += 1
        return {
          setImage: () => undefined,
          setToolTip: () => undefined,
          setTitle: () => undefined,
          setContextMenu: () => {
            throw new Error('no menu here')
          },
          destroy: () => {
            destroyed += 1
          },
          isDestroyed: () => false,
          on: () => undefined,
        }
      },
    })
    tray.want(true)
    for (let second = 0; second < 100; second += 1) tray.paint(trayView([standing]))
    expect([made, destroyed, logged.length]).toEqual([1, 1, 1])
    await tray.checkHost()
    expect([made, destroyed]).toEqual([2, 2])
  })

  it('UX-51 is painted where something changed, and only that', () => {
    const { tray, drain } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    drain()
    tray.paint(trayView([standing]))
    expect(drain()).toEqual([])
    tray.paint(trayView([{ ...standing, level: 'danger' }]))
    expect(drain()).toEqual(['image alarm'])
    tray.paint(trayView([{ ...standing, level: 'danger', balances: ['BTC 2'] }]))
    expect(drain()).toEqual(['menu'])
    tray.paint(trayView([{ ...standing, level: 'danger', balances: ['BTC 2'], headline: 'Alarm' }]))
    expect(drain()).toEqual(['tooltip', 'menu'])
  })

  it('ALR-1 is set again in full where the desktop may have lost it', () => {
    const { tray, drain, state } = setup({ repaintsAll: true })
    tray.want(true)
    const danger = trayView([{ ...standing, level: 'danger' }])
    tray.paint(danger)
    drain()
    tray.paint(danger)
    expect(drain()).toEqual([])
    state.now += ageRepaintSeconds
    tray.paint(danger)
    expect(drain()).toEqual(['image alarm', 'tooltip', 'menu'])
  })

  it('does not close an open menu for figures of the accounts that it does not show', () => {
    const { tray, drain } = setup({ hasTitle: true })
    const several = (part: Partial<TrayAccount>) =>
      trayView([standing, { ...standing, profileId: 'b', ...part }])
    tray.want(true)
    tray.paint(several({}))
    drain()
    tray.paint(
      several({
        balances: ['BTC 2'],
        ltv: 'LTV 25.0001 · margin call at 75',
        headroom: 'Collateral may fall 66.5\u00a0%',
      }),
    )
    expect(drain()).toEqual([])
    tray.paint(several({ headline: 'Margin call' }))
    expect(drain()).toContain('menu')
  })

  it('does not close an open menu for the age alone, but keeps it from growing old', () => {
    const { tray, drain, state } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    drain()
    state.now += ageRepaintSeconds - 1
    tray.paint(trayView([{ ...standing, age: 'later' }]))
    expect(drain()).toEqual([])
    state.now += 1
    tray.paint(trayView([{ ...standing, age: 'later' }]))
    expect(drain()).toEqual(['tooltip', 'menu'])
    state.now += ageRepaintSeconds
    tray.paint(trayView([{ ...standing, age: 'later' }]))
    expect(drain()).toEqual([])
  })

  it('has a title where the system has room, updated with every change, and empty without a loan', () => {
    const { tray, drain } = setup({ hasTitle: true })
    tray.want(true)
    tray.paint(trayView([standing]))
    expect(drain()).toEqual([
      'create watching',
      'image watching',
      'title LTV 25',
      'tooltip',
      'menu',
    ])
    tray.paint(trayView([{ ...standing, brief: 'LTV 26.1' }]))
    expect(drain()).toContain('title LTV 26.1')
    tray.paint(trayView([{ ...standing, brief: null }]))
    expect(drain()).toContain('title ')
    tray.want(false)
    tray.paint(trayView([{ ...standing, brief: 'LTV 27' }]))
    expect(drain()).toEqual(['destroy'])
  })

  it('is removed when no longer wanted, and comes back', () => {
    const { tray, drain } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    drain()
    tray.want(false)
    expect(drain()).toEqual(['destroy'])
    tray.want(true)
    expect(drain()).toEqual(['create watching', 'image watching', 'tooltip', 'menu'])
    tray.destroy()
    expect(drain()).toEqual(['destroy'])
  })

  it('counts as shown only if the desktop shows icons, and reports changes', async () => {
    const { tray, shown, state } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    expect(tray.shown()).toBe(false)
    await tray.checkHost()
    expect(tray.shown()).toBe(true)
    state.host = false
    await tray.checkHost()
    expect(tray.shown()).toBe(false)
    expect(shown).toEqual([true, false])
  })

  it('is placed again when a panel starts later', async () => {
    const { tray, drain, state } = setup()
    state.host = false
    tray.want(true)
    tray.paint(trayView([standing]))
    await tray.checkHost()
    drain()
    state.host = true
    await tray.checkHost()
    expect(drain()).toEqual(['destroy', 'create watching', 'image watching', 'tooltip', 'menu'])
  })

  it('is placed again once, if two checks at the same time find the panel', async () => {
    const { tray, drain } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    drain()
    expect(await Promise.all([tray.checkHost(), tray.checkHost()])).toEqual([true, true])
    expect(drain()).toEqual(['destroy', 'create watching', 'image watching', 'tooltip', 'menu'])
  })

  it('is looked for while it is missing, every half minute, with no other check running', async () => {
    const hasHost = vi.fn((): Promise<boolean> => Promise.resolve(state.host))
    const { tray, state, shown } = setup({ hasHost })
    const passes = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        state.now += 1
        tray.paint(trayView([standing]))
        await Promise.resolve()
      }
    }
    state.host = false
    tray.want(true)
    await tray.checkHost()
    await passes(hostCheckSeconds - 1)
    expect(hasHost).toHaveBeenCalledTimes(1)
    await passes(2 * hostCheckSeconds + 1)
    expect(hasHost).toHaveBeenCalledTimes(4)
    state.host = true
    await passes(hostCheckSeconds)
    await vi.waitFor(() => expect(shown).toEqual([true]))
    await passes(10 * hostCheckSeconds)
    expect(hasHost).toHaveBeenCalledTimes(5)
    state.host = false
    await tray.checkHost()
    tray.want(false)
    await passes(10 * hostCheckSeconds)
    expect(hasHost).toHaveBeenCalledTimes(6)
  })

  it('UX-50 is missed within a minute once its panel is gone, while the window is hidden', async () => {
    const { tray, state, shown } = setup()
    const passes = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        state.now += 1
        tray.paint(trayView([standing]))
        await Promise.resolve()
      }
    }
    tray.want(true)
    tray.paint(trayView([standing]))
    await tray.checkHost()
    state.host = false
    await passes(600)
    expect(shown, 'a window that is on screen needs no icon').toEqual([true])
    state.windowHidden = true
    await passes(60)
    await vi.waitFor(() => expect(shown).toEqual([true, false]))
  })

  it('that could not be drawn for a while is back, although the window stays hidden', async () => {
    let fails = true
    const { tray, state } = setup({
      menuFrom: () => {
        if (fails) throw new Error('no menu here')
        return {} as Menu
      },
    })
    tray.want(true)
    await tray.checkHost()
    tray.paint(trayView([standing]))
    expect(tray.shown()).toBe(false)
    fails = false
    tray.paint(trayView([standing]))
    expect(tray.shown()).toBe(false)
    state.now += hostCheckSeconds
    tray.paint(trayView([standing]))
    await vi.waitFor(() => expect(tray.shown()).toBe(true))
  })

  it('is omitted if the desktop has no place for it', async () => {
    const { tray, logged } = setup({
      create: () => {
        throw new Error('no tray')
      },
    })
    tray.want(true)
    expect(() => tray.paint(trayView([standing]))).not.toThrow()
    await tray.checkHost()
    expect(tray.shown()).toBe(false)
    expect(logged.length).toBeGreaterThan(0)
  })

  it('treats a failing check as a no', async () => {
    const { tray } = setup({ hasHost: () => Promise.reject(new Error('x')) })
    tray.want(true)
    tray.paint(trayView([standing]))
    await tray.checkHost()
    expect(tray.shown()).toBe(false)
  })

  it('opens the window on a click where the desktop leaves the click to us', () => {
    const { tray, acts, click } = setup()
    tray.want(true)
    tray.paint(trayView([standing]))
    click()
    expect(acts).toEqual(['open'])
  })
})

describe('whether the desktop shows icons', () => {
  it('is checked when something may have changed, without starting a process in between', async () => {
    const run = vi.fn<RunTool>(() => Promise.resolve('boolean true'))
    const { tray, state } = setup({ hasHost: () => hasTrayHost('linux', run) })
    const windowShown = createSignal<boolean>()
    const screen = new EventEmitter()
    checkTrayHostOnChange({ check: tray.checkHost, windowShown, screen })
    tray.want(true)
    expect(await tray.checkHost()).toBe(false)
    for (let seconds = 0; seconds < 3600; seconds += 1) {
      state.now += 1
      tray.paint(trayView([standing]))
    }
    windowShown.emit(false)
    screen.emit('display-metrics-changed', {}, {}, ['scaleFactor'])
    expect(run).toHaveBeenCalledTimes(1)
    screen.emit('display-metrics-changed', {}, {}, ['bounds', 'workArea'])
    expect(run).toHaveBeenCalledTimes(2)
    windowShown.emit(true)
    expect(run).toHaveBeenCalledTimes(3)
    expect(await tray.checkHost()).toBe(true)
    expect(run).toHaveBeenCalledTimes(4)
  })

  it.each(['darwin', 'win32'] as const)('%s always does', async (platform) => {
    const run = vi.fn<RunTool>()
    expect(await hasTrayHost(platform, run)).toBe(true)
    expect(run).not.toHaveBeenCalled()
  })

  it.each([
    ['gdbus', '(<true>,)\n', true],
    ['gdbus', '(<false>,)\n', false],
    ['busctl', 'b true\n', true],
    ['busctl', 'b false\n', false],
    ['dbus-send', 'method return time=1 sender=x\n   variant       boolean true\n', true],
    ['dbus-send', 'method return time=1 sender=x\n   variant       boolean false\n', false],
  ])('%s that says %j means %s', async (tool, output, shown) => {
    const run: RunTool = (asked) => Promise.resolve(asked === tool ? output : null)
    expect(await hasTrayHost('linux', run)).toBe(shown)
  })

  it('UX-50 tries the next tool only if one gives no answer, and treats silence as a no', async () => {
    const asked: string[] = []
    const silent: RunTool = (tool, rest) => {
      asked.push(tool)
      expect(rest.join(' ')).toContain('org.kde.StatusNotifierWatcher')
      return Promise.resolve(null)
    }
    expect(await hasTrayHost('linux', silent)).toBe(false)
    expect(asked).toEqual(['dbus-send', 'busctl', 'gdbus'])
  })
})
