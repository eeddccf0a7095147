import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Session } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import {
  createMainWindow,
  webPreferences,
  type WindowParts,
} from '../../../src/main/desktop/window.js'

const session = { name: 'in memory' } as unknown as Session

/** The parts of a window that are used, with the events a test may raise. */
class FakeWindow extends EventEmitter {
  state = {
    destroyed: false,
    visible: false,
    minimized: false,
    maximized: false,
    bounds: { x: 0, y: 0, width: 0, height: 0 },
  }
  loaded: string[] = []
  crashed = 0
  gone = false
  developerTools = false
  webContents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      this.crashed += 1
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    },
    isDevToolsOpened: () => this.developerTools,
    isCrashed: () => this.gone,
    navigationHistory: { clear: vi.fn() },
    zoom: 0,
    getZoomLevel: () => this.webContents.zoom,
    setZoomLevel: (zoom: number) => void (this.webContents.zoom = zoom),
  })

  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
    const { x = 0, y = 0, width = 0, height = 0 } = options
    this.state.bounds = { x, y, width, height }
  }
  loadURL = (address: string): Promise<void> => Promise.resolve(void this.loaded.push(address))
  isDestroyed = () => this.state.destroyed
  isVisible = () => this.state.visible
  isMinimized = () => this.state.minimized
  isMaximized = () => this.state.maximized
  getNormalBounds = () => this.state.bounds
  setBounds = (bounds: Rectangle) => void (this.state.bounds = bounds)
  show = () => {
    this.state.visible = true
    this.emit('show')
  }
  showInactive = () => this.show()
  hide = () => {
    this.state.visible = false
    this.emit('hide')
  }
  minimize = () => {
    this.state.minimized = true
    this.emit('minimize')
  }
  restore = () => {
    this.state.minimized = false
    this.emit('restore')
  }
  maximize = () => void (this.state.maximized = true)
  focus = vi.fn()
  setContentProtection = vi.fn()
  close = () => {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) this.destroy()
  }
  destroy = () => {
    this.state.destroyed = true
    this.emit('closed')
  }
}

const laptop: Rectangle = { x: 0, y: 0, width: 1440, height: 860 }
const beside: Rectangle = { x: 1440, y: 0, width: 1920, height: 1040 }

function setup({
  closing,
  ...own
}: { place?: WindowParts['place']; closing?: Partial<WindowParts['closing']> } = {}) {
  const windows: FakeWindow[] = []
  const state = { now: 1000, screens: [laptop], captureBlocked: false, locked: false }
  const written: unknown[] = []
  const shown: boolean[] = []
  /** Whether the window was on screen already, each time its page was to be made current. */
  const madeCurrent: boolean[] = []
  const logged: string[] = []
  const quit = vi.fn()
  const onSessionEnd = vi.fn()
  const askReload = vi.fn<WindowParts['askReload']>(() => Promise.resolve(false))
  const explainHide = vi.fn<WindowParts['closing']['explainHide']>(() =>
    Promise.resolve('keep-running'),
  )
  const main = createMainWindow({
    create: (options) => {
      const window = new FakeWindow(options)
      windows.push(window)
      return window as unknown as BrowserWindow
    },
    preferences: webPreferences({ preload: '/out/preload/index.cjs', session, packaged: true }),
    icon: null,
    background: () => '#fff',
    screens: () => ({ all: state.screens, primary: laptop }),
    place: { read: () => null, write: (place) => written.push(place) },
    locked: () => state.locked,
    captureBlocked: () => state.captureBlocked,
    closing: {
      action: () => 'hide',
      canHide: () => Promise.resolve(true),
      explainHide,
      quit,
      ...closing,
    },
    askReload,
    onShown: (now) => shown.push(now),
    onSessionEnd,
    beforeShown: () => madeCurrent.push(newest().state.visible && !newest().state.minimized),
    clock: () => state.now,
    log: (what) => logged.push(what),
    ...own,
  })
  const newest = (): FakeWindow => {
    const window = windows.at(-1)
    if (window === undefined) throw new Error('no window was opened')
    return window
  }
  const opened = (): FakeWindow => {
    main.show()
    newest().emit('ready-to-show')
    return newest()
  }
  return {
    main,
    windows,
    newest,
    opened,
    state,
    written,
    shown,
    madeCurrent,
    logged,
    quit,
    explainHide,
    askReload,
    onSessionEnd,
  }
}

describe('screen capture', () => {
  it('UX-46 excludes the window only while that is chosen', () => {
    const { main, opened, newest, state } = setup()
    expect(opened().setContentProtection).not.toHaveBeenCalled()
    state.captureBlocked = true
    main.applyCapture()
    expect(newest().setContentProtection).toHaveBeenLastCalledWith(true)
    newest().destroy()
    expect(opened().setContentProtection).toHaveBeenLastCalledWith(true)
    state.captureBlocked = false
    main.applyCapture()
    expect(newest().setContentProtection).toHaveBeenLastCalledWith(false)
  })
})

describe('the page’s isolation', () => {
  it('REN-1 has every setting by name, and no other', () => {
    expect(webPreferences({ preload: '/p.cjs', session, packaged: true })).toEqual({
      preload: '/p.cjs',
      session,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      enableBlinkFeatures: '',
      navigateOnDragDrop: false,
      plugins: false,
      spellcheck: false,
      webgl: false,
      backgroundThrottling: true,
      devTools: false,
    })
  })

  it('REN-13 has developer tools in development builds only', () => {
    expect(webPreferences({ preload: '/p.cjs', session, packaged: false }).devTools).toBe(true)
  })

  it('REN-1 is used for the window', () => {
    expect(setup().opened().options.webPreferences).toEqual(
      webPreferences({ preload: '/out/preload/index.cjs', session, packaged: true }),
    )
  })
})

describe('the window', () => {
  it('appears when its page is painted, not before', () => {
    const { main, newest } = setup()
    main.show()
    expect([newest().options.show, newest().state.visible, newest().loaded]).toEqual([
      false,
      false,
      ['app://plimsoll/index.html'],
    ])
    newest().emit('ready-to-show')
    expect(newest().state.visible).toBe(true)
  })

  it('opens where it was remembered, maximised as it was', () => {
    const place = { x: 10, y: 20, width: 1100, height: 720, maximized: true }
    const { opened } = setup({ place: { read: () => place, write: vi.fn() } })
    const window = opened()
    expect(window.options).toMatchObject({
      x: 10,
      y: 20,
      width: 1100,
      height: 720,
      minWidth: 900,
      minHeight: 600,
    })
    expect(window.state.maximized).toBe(true)
  })

  it('exists once: showing it again brings it to the front', () => {
    const { main, opened, windows } = setup()
    const window = opened()
    window.minimize()
    main.show()
    expect(windows).toHaveLength(1)
    expect(window.state).toMatchObject({ minimized: false, visible: true })
    expect(window.focus).toHaveBeenCalled()
  })

  it('IPC-12 can close and reopen twenty times', () => {
    const { main, opened, windows } = setup()
    for (let times = 0; times < 20; times += 1) {
      opened().destroy()
      expect(main.current()).toBeNull()
    }
    opened()
    expect(windows).toHaveLength(21)
    expect(main.current()).toBe(windows.at(-1))
  })

  it('starts minimised only when asked to, once', () => {
    const { main, newest, windows } = setup()
    main.showMinimized()
    newest().emit('ready-to-show')
    main.showMinimized()
    expect(windows).toHaveLength(1)
    expect(newest().state).toMatchObject({ minimized: true })
  })

  it('moves to an existing screen if its own was removed meanwhile', () => {
    const { main, opened, state } = setup({
      place: {
        read: () => ({ x: 1600, y: 50, width: 1200, height: 700, maximized: false }),
        write: vi.fn(),
      },
    })
    state.screens = [laptop, beside]
    const window = opened()
    window.hide()
    state.screens = [laptop]
    main.show()
    expect(window.state.bounds).toEqual({ x: 120, y: 80, width: 1200, height: 700 })
  })

  it('has its page made current before it is on screen again, however it was hidden', () => {
    const { main, opened, madeCurrent } = setup()
    const window = opened()
    expect(madeCurrent).toEqual([])
    window.hide()
    main.show()
    window.minimize()
    main.show()
    expect(madeCurrent).toEqual([false, false])
  })

  it('says whether it is on screen', () => {
    const { main, opened } = setup()
    expect(main.isShown()).toBe(false)
    const window = opened()
    expect(main.isShown()).toBe(true)
    window.minimize()
    expect(main.isShown()).toBe(false)
    window.restore()
    expect(main.isShown()).toBe(true)
    window.hide()
    expect(main.isShown()).toBe(false)
    window.destroy()
    expect(main.isShown()).toBe(false)
  })

  it('reports when it becomes visible and when it is hidden', () => {
    const { opened, shown } = setup()
    const window = opened()
    window.minimize()
    window.restore()
    window.hide()
    window.destroy()
    expect(shown).toEqual([true, false, true, false, false])
  })
})

it('ALR-16 reports that the session ends, also of a hidden window', () => {
  const { opened, onSessionEnd } = setup()
  const window = opened()
  window.hide()
  expect(onSessionEnd).not.toHaveBeenCalled()
  window.emit('session-end', { reasons: ['shutdown'] })
  expect(onSessionEnd).toHaveBeenCalledOnce()
})

describe('closing', () => {
  it('hides it where possible, remembers its place, and says where it went', async () => {
    const { opened, written, explainHide, quit } = setup()
    const window = opened()
    window.close()
    await vi.waitFor(() => expect(window.state).toMatchObject({ visible: false, destroyed: false }))
    expect(written).toEqual([{ x: 80, y: 30, width: 1280, height: 800, maximized: false }])
    expect(explainHide).toHaveBeenCalledOnce()
    expect(quit).not.toHaveBeenCalled()
  })

  it('keeps it if it was brought back while the desktop was asked whether it may hide', async () => {
    let answer: (can: boolean) => void = () => undefined
    const { main, opened, explainHide } = setup({
      closing: { canHide: () => new Promise((resolve) => (answer = resolve)) },
    })
    const window = opened()
    window.close()
    main.show()
    answer(true)
    await Promise.resolve()
    await Promise.resolve()
    expect(window.state).toMatchObject({ visible: true, destroyed: false })
    expect(explainHide).not.toHaveBeenCalled()
  })

  it('quits if the user answers so', async () => {
    const { opened, quit } = setup({ closing: { explainHide: () => Promise.resolve('quit') } })
    opened().close()
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
  })

  it('UX-50 minimises it if the tray icon disappears while it is hidden, and not otherwise', () => {
    const { main, opened, newest, windows } = setup()
    main.toTaskBar()
    newest().emit('ready-to-show')
    expect([windows.length, newest().state.minimized]).toEqual([1, true])
    newest().destroy()
    const window = opened()
    main.toTaskBar()
    expect(window.state).toMatchObject({ visible: true, minimized: false })
    window.hide()
    main.toTaskBar()
    expect(window.state).toMatchObject({ visible: true, minimized: true })
    expect(windows).toHaveLength(2)
  })

  it('UX-50 minimises it instead of hiding it if the tray icon turns out to be gone', async () => {
    const { opened, explainHide } = setup({ closing: { canHide: () => Promise.resolve(false) } })
    const window = opened()
    window.close()
    await vi.waitFor(() => expect(window.state).toMatchObject({ minimized: true, visible: true }))
    expect(explainHide).not.toHaveBeenCalled()
  })

  it.each([
    ['minimize', { minimized: true, destroyed: false }, 0],
    ['quit', { minimized: false, destroyed: false }, 1],
  ] as const)('follows the policy: %s', (act, state, quits) => {
    const { opened, quit, explainHide } = setup({ closing: { action: () => act } })
    const window = opened()
    window.close()
    expect(window.state).toMatchObject(state)
    expect(quit).toHaveBeenCalledTimes(quits)
    expect(explainHide).not.toHaveBeenCalled()
  })

  it('stores its place for quitting; without a window there is nothing to store', () => {
    const { main, opened, written } = setup()
    main.saveBounds()
    opened()
    main.saveBounds()
    expect(written).toHaveLength(1)
  })
})

describe('a page that fails', () => {
  const home = 'app://plimsoll/index.html'
  const stopped = 'app://plimsoll/stopped.html'
  const locked = 'app://locked/index.html'

  it('REN-16 is reloaded the first time and replaced by a plain page the second time within a minute', () => {
    const { opened, state, logged } = setup()
    const window = opened()
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    state.now += 59
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 })
    expect(window.loaded).toEqual([home, home, stopped])
    expect(logged).toHaveLength(2)
  })

  it('REN-16 never stays dead: a failed reload shows the plain page again, and a dialog offers it if that one crashes', async () => {
    const { opened, askReload } = setup()
    const window = opened()
    const crash = async () => {
      window.gone = true
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
      await Promise.resolve()
      await Promise.resolve()
    }
    const arrived = (address: string) => {
      window.gone = false
      window.webContents.emit('did-navigate', {}, address)
    }
    await crash()
    arrived(home)
    await crash()
    arrived(stopped)
    arrived(home)
    await crash()
    expect(window.loaded).toEqual([home, home, stopped, stopped])
    expect(askReload).not.toHaveBeenCalled()
    await crash()
    expect(askReload).toHaveBeenCalledOnce()
    expect(window.loaded, 'not wanted now').toHaveLength(4)
    askReload.mockResolvedValue(true)
    arrived(stopped)
    await crash()
    expect(window.loaded.slice(4)).toEqual([home])
  })

  it('REN-16 asks nothing while the window is hidden, and is reloaded when it is shown', async () => {
    const { main, opened, askReload } = setup()
    const window = opened()
    window.webContents.emit('did-navigate', {}, stopped)
    window.hide()
    window.gone = true
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    await Promise.resolve()
    expect(askReload).not.toHaveBeenCalled()
    main.show()
    expect(window.loaded).toEqual([home, home])
  })

  it('REN-16 gets another attempt after a quiet minute', () => {
    const { opened, state } = setup()
    const window = opened()
    for (let times = 0; times < 3; times += 1) {
      window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
      state.now += 60
    }
    expect(window.loaded).toEqual([home, home, home, home])
  })

  it('SEC-16 starts over at another host on each side of a lock, whatever the page answers on unload', () => {
    const { opened, main, state } = setup()
    main.renew()
    const window = opened()
    state.locked = true
    main.renew()
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    state.locked = false
    main.renew()
    expect(window.loaded).toEqual([home, locked, locked, home])
    const preventDefault = vi.fn()
    window.webContents.emit('will-prevent-unload', { preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('SEC-16 never stays on the other side of a lock: not by going back, and not from the page shown after a crash', () => {
    const { opened, state } = setup()
    const window = opened()
    state.locked = true
    window.webContents.emit('did-navigate', {}, home)
    expect(window.loaded).toEqual([home, locked])
    window.webContents.emit('did-navigate', {}, locked)
    window.webContents.emit('did-navigate', {}, stopped)
    expect(window.loaded).toEqual([home, locked])
    expect(window.webContents.navigationHistory.clear).toHaveBeenCalledTimes(3)
  })

  it('keeps its zoom across a lock', () => {
    const { opened, main, state } = setup()
    const window = opened()
    window.webContents.zoom = 2
    state.locked = true
    main.renew()
    window.webContents.zoom = 0
    window.webContents.emit('did-navigate', {}, locked)
    expect(window.webContents.zoom).toBe(2)
    window.webContents.zoom = 1
    window.webContents.emit('did-navigate', {}, locked)
    expect(window.webContents.zoom).toBe(1)
  })

  it('REN-16 is ended and reloaded if it hangs', () => {
    const { opened } = setup()
    const window = opened()
    window.webContents.emit('unresponsive')
    expect([window.crashed, window.loaded]).toEqual([1, [home, home]])
  })

  it('may hang while it is being debugged', () => {
    const { opened } = setup()
    const window = opened()
    window.developerTools = true
    window.webContents.emit('unresponsive')
    expect(window.crashed).toBe(0)
  })

  it('is not reloaded after an orderly end', () => {
    const { opened } = setup()
    const window = opened()
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(window.loaded).toEqual([home])
  })
})
