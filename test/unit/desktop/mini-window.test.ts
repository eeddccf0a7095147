import { EventEmitter } from 'node:events'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Point,
  Rectangle,
  Session,
} from 'electron'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createMiniShortcut } from '../../../src/main/desktop/mini-shortcut.js'
import {
  createMiniWindow,
  miniPlaceOn,
  miniSize,
  type MiniWindowParts,
} from '../../../src/main/desktop/mini-window.js'
import { isMiniAddress } from '../../../src/main/desktop/page-isolation.js'
import { webPreferences } from '../../../src/main/desktop/window.js'
import { shortcutText } from '../../../src/shared/desktop/mini.js'

class FakeMini extends EventEmitter {
  destroyed = false
  visible = false
  position: [number, number]
  loaded: string[] = []
  protectedFrom: boolean[] = []
  workspaces: unknown[] = []
  webContents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => this.crash('killed'),
    isDevToolsOpened: () => false,
    navigationHistory: { clear: vi.fn() },
  })
  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
    this.position = [options.x ?? 0, options.y ?? 0]
  }
  loadURL = (address: string): Promise<void> => Promise.resolve(void this.loaded.push(address))
  isDestroyed = () => this.destroyed
  isVisible = () => this.visible
  getPosition = () => this.position
  setPosition = (x: number, y: number) => this.drag(x, y)
  setContentProtection = (on: boolean) => void this.protectedFrom.push(on)
  setVisibleOnAllWorkspaces = (...given: unknown[]) => void this.workspaces.push(given)
  showInactive = () => void (this.visible = true)
  destroy = () => this.close()
  close(): void {
    this.destroyed = true
    this.emit('closed')
  }
  crash(reason: string): void {
    this.webContents.emit('render-process-gone', {}, { reason })
  }
  drag(x: number, y: number): void {
    this.position = [x, y]
    this.emit('move')
  }
}

const screen: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }
const preferences = webPreferences({
  preload: '/preload.cjs',
  session: { name: 'in memory' } as unknown as Session,
  packaged: true,
})

function setup(own: Partial<MiniWindowParts> = {}) {
  const made: FakeMini[] = []
  const state = { now: 1000, locked: false, closed: 0, ended: 0, screens: [screen] }
  const written: Point[] = []
  const logged: string[] = []
  const mini = createMiniWindow({
    create: (options) => {
      const one = new FakeMini(options)
      made.push(one)
      return one as unknown as BrowserWindow
    },
    preferences,
    background: () => '#ffffff',
    screens: () => ({ all: state.screens, primary: screen }),
    place: { read: () => null, write: (place) => void written.push(place) },
    locked: () => state.locked,
    captureBlocked: () => false,
    onClosed: () => (state.closed += 1),
    onSessionEnd: () => (state.ended += 1),
    clock: () => state.now,
    log: (what) => logged.push(what),
    ...own,
  })
  const newest = (): FakeMini => {
    const one = made.at(-1)
    if (one === undefined) throw new Error('no window was made')
    return one
  }
  return { mini, made, newest, state, written, logged }
}

describe('UX-75 the mini window', () => {
  it('REN-1 is as isolated as the main one, small, frameless, above all and on every workspace', () => {
    const { mini, newest } = setup()
    mini.want(true)
    expect(newest().options).toMatchObject({
      ...miniSize,
      frame: false,
      resizable: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      webPreferences: preferences,
    })
    expect(newest().options.webPreferences).toBe(preferences)
    expect(newest().workspaces).toEqual([[true, expect.objectContaining({})]])
    expect(newest().loaded).toEqual(['app://mini/mini.html'])
  })

  it('RES-10 does not exist while it is closed, and exists once', () => {
    const { mini, made, newest } = setup()
    mini.want(false)
    expect(made).toEqual([])
    mini.want(true)
    mini.want(true)
    expect(made).toHaveLength(1)
    mini.want(false)
    expect([newest().destroyed, mini.current()]).toEqual([true, null])
  })

  it('appears when it is painted, without taking the focus', () => {
    const { mini, newest } = setup()
    mini.want(true)
    expect(mini.isShown()).toBe(false)
    newest().emit('ready-to-show')
    expect(mini.isShown()).toBe(true)
    mini.want(false)
    newest().emit('ready-to-show')
    expect(mini.isShown()).toBe(false)
  })

  it('reports that the user closed it, not that a setting did, and nothing at the end of a session', () => {
    const { mini, newest, state } = setup()
    mini.want(true)
    mini.want(false)
    expect(state.closed).toBe(0)
    mini.want(true)
    newest().close()
    expect([state.closed, mini.current()]).toEqual([1, null])
    mini.want(true)
    newest().emit('session-end')
    newest().close()
    expect([state.closed, state.ended]).toEqual([1, 1])
  })

  it('does not take the end of Plimsoll, by quitting or a fatal error, for being closed by the user', () => {
    const { mini, newest, state } = setup()
    mini.want(true)
    newest().crash('crashed')
    mini.endBegins()
    newest().crash('crashed')
    expect([newest().destroyed, state.closed]).toEqual([true, 0])
    mini.want(true)
    newest().close()
    expect(state.closed).toBe(0)
  })

  it('SEC-16 is loaded in another process on the other side of a lock', () => {
    const { mini, newest, state } = setup()
    mini.renew()
    mini.want(true)
    state.locked = true
    mini.renew()
    expect(newest().loaded).toEqual(['app://mini/mini.html', 'app://mini-locked/mini.html'])
  })

  it('REN-6 goes back to its own page from anywhere else', () => {
    const { mini, newest } = setup()
    mini.want(true)
    newest().webContents.emit('did-navigate', {}, 'app://mini/mini.html')
    expect(newest().loaded).toHaveLength(1)
    newest().webContents.emit('did-navigate', {}, 'app://plimsoll/index.html')
    expect(newest().loaded.at(-1)).toBe('app://mini/mini.html')
    expect(newest().loaded).toHaveLength(2)
  })

  it('IPC-13 is confined by its host, whatever follows', () => {
    for (const address of [
      'app://mini/mini.html',
      'app://mini/mini.html#x',
      'app://mini/index.html',
      'app://mini-locked/mini.html?x',
    ])
      expect(isMiniAddress(address)).toBe(true)
    for (const address of ['app://plimsoll/mini.html', 'app://locked/index.html', 'mini', ''])
      expect(isMiniAddress(address)).toBe(false)
  })

  it('comes back once after a crash, and closes rather than show something old', () => {
    const { mini, newest, state } = setup()
    mini.want(true)
    newest().crash('crashed')
    expect([newest().loaded.length, mini.current() === null]).toEqual([2, false])
    state.now += 61
    newest().webContents.emit('unresponsive')
    expect(newest().loaded).toHaveLength(3)
    state.now += 59
    newest().crash('oom')
    expect([newest().destroyed, mini.current(), state.closed]).toEqual([true, null, 1])
  })

  it('cannot be zoomed: its figures would be cut off', () => {
    const { mini, newest } = setup()
    mini.want(true)
    const press = (key: string, control: boolean): boolean => {
      const event = { preventDefault: vi.fn() }
      newest().webContents.emit('before-input-event', event, { key, control, meta: false })
      return event.preventDefault.mock.calls.length > 0
    }
    expect([press('+', true), press('-', true), press('0', true)]).toEqual([true, true, true])
    expect([press('+', false), press('q', true)]).toEqual([false, false])
  })

  it('UX-46 is excluded from captures like the main window', () => {
    const state = { blocked: true }
    const { mini, newest } = setup({ captureBlocked: () => state.blocked })
    mini.applyCapture()
    mini.want(true)
    state.blocked = false
    mini.applyCapture()
    expect(newest().protectedFrom).toEqual([true, false])
  })

  it('remembers where it was dragged to, once, when it closes', () => {
    const { mini, newest, written } = setup()
    mini.want(true)
    mini.want(false)
    expect(written).toEqual([])
    mini.want(true)
    newest().drag(10, 10)
    newest().drag(50, 60)
    expect(written).toEqual([])
    newest().close()
    expect(written).toEqual([{ x: 50, y: 60 }])
    mini.want(true)
    newest().drag(70, 80)
    mini.savePlace()
    mini.savePlace()
    expect(written).toEqual([
      { x: 50, y: 60 },
      { x: 70, y: 80 },
    ])
  })

  it('moves to a display that exists when its own is unplugged', () => {
    const { mini, newest, state } = setup({
      place: { read: () => ({ x: 2000, y: 100 }), write: () => undefined },
    })
    state.screens = [screen, { x: 1920, y: 0, width: 1280, height: 1024 }]
    mini.keepOnScreen()
    mini.want(true)
    expect(newest().position).toEqual([2000, 100])
    mini.keepOnScreen()
    expect(newest().position).toEqual([2000, 100])
    state.screens = [screen]
    mini.keepOnScreen()
    expect(newest().position).toEqual([1920 - 240 - 16, 16])
  })

  it('returns to where the user put it once that display is back, and remembers only that', () => {
    const { mini, newest, state, written } = setup()
    const second = { x: 1920, y: 0, width: 1280, height: 1024 }
    state.screens = [screen, second]
    mini.want(true)
    newest().emit('move')
    newest().drag(2000, 100)
    state.screens = [screen]
    mini.keepOnScreen()
    expect(newest().position).toEqual([1920 - 240 - 16, 16])
    state.screens = [screen, second]
    mini.keepOnScreen()
    expect(newest().position).toEqual([2000, 100])
    state.screens = [screen]
    mini.keepOnScreen()
    mini.want(false)
    expect(written).toEqual([{ x: 2000, y: 100 }])
    mini.want(true)
    newest().emit('move')
    mini.want(false)
    expect(written).toHaveLength(1)
    mini.want(true)
    newest().drag(5, 5)
    mini.keepOnScreen()
    mini.want(false)
    expect(written.at(-1)).toEqual({ x: 5, y: 5 })
  })

  it('is always completely on some display that is large enough', () => {
    const length = fc.integer({ min: -5000, max: 5000 })
    const display = fc.record({
      x: length,
      y: length,
      width: fc.integer({ min: 240, max: 5000 }),
      height: fc.integer({ min: 96, max: 5000 }),
    })
    fc.assert(
      fc.property(
        fc.option(fc.record({ x: length, y: length })),
        fc.array(display, { minLength: 1, maxLength: 4 }),
        (remembered, all) => {
          const [primary = screen] = all
          const { x, y } = miniPlaceOn(remembered, all, primary)
          expect(
            all.some(
              (one) =>
                x >= one.x &&
                y >= one.y &&
                x + miniSize.width <= one.x + one.width &&
                y + miniSize.height <= one.y + one.height,
            ),
          ).toBe(true)
        },
      ),
    )
  })
})

describe('UX-75 the shortcut of the mini window', () => {
  function keys(some: { isWayland?: boolean; refuses?: boolean } = {}) {
    const held = new Map<string, () => void>()
    const states: string[] = []
    let presses = 0
    const shortcut = createMiniShortcut({
      shortcuts: {
        register: (key: string, act: () => void) => {
          if (some.refuses === true) return false
          held.set(key, act)
          return true
        },
        unregister: (key: string) => void held.delete(key),
      },
      isWayland: some.isWayland ?? false,
      press: () => (presses += 1),
      changed: (state) => states.push(state),
    })
    return { shortcut, held, states, presses: () => presses }
  }

  it('is taken only while it is wanted', () => {
    const { shortcut, held, states, presses } = keys()
    shortcut.want('CommandOrControl+Alt+P')
    shortcut.want('CommandOrControl+Alt+P')
    held.get('CommandOrControl+Alt+P')?.()
    expect([presses(), states]).toEqual([1, ['works']])
    shortcut.want('CommandOrControl+Alt+M')
    expect([...held.keys()]).toEqual(['CommandOrControl+Alt+M'])
    shortcut.want('off')
    expect([held.size, states]).toEqual([0, ['works', 'works', 'off']])
  })

  it('says that another program has it, and where none can have one', () => {
    const taken = keys({ refuses: true })
    taken.shortcut.want('CommandOrControl+Alt+P')
    expect(taken.states).toEqual(['taken'])
    const wayland = keys({ isWayland: true })
    wayland.shortcut.want('CommandOrControl+Alt+P')
    expect([wayland.states, wayland.held.size]).toEqual([['wayland'], 0])
  })

  it('reads as it is printed on the keys', () => {
    expect(shortcutText('CommandOrControl+Alt+P', false)).toBe('Ctrl+Alt+P')
    expect(shortcutText('CommandOrControl+Shift+F9', true)).toBe('⌘⇧F9')
  })
})
