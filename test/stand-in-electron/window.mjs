// BrowserWindow over a page of Chromium. What main asks of a window is answered at once; the
// browser follows as fast as it can.
import { EventEmitter } from 'node:events'
import { isPageAddress, toBrowser, toMain } from './address.mjs'
import { doors, freshPage } from './browser.mjs'
import { ipcMain } from './ipc-main.mjs'
import { hearExpression, pageWorld, preloadWorld, wireName, worldName } from './worlds.mjs'
import { readFileSync } from 'node:fs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ x: number, y: number, width: number, height: number }} Bounds */

/** Says in every title that this is no Electron. */
const suffix = ' (stand-in for Electron)'
const titleScript = `(() => {
  const mark = () => {
    if (document.title !== '' && !document.title.endsWith(${JSON.stringify(suffix)})) document.title += ${JSON.stringify(suffix)}
  }
  const watch = () => {
    mark()
    new MutationObserver(mark).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
  }
  if (document.documentElement) watch()
  else document.addEventListener('DOMContentLoaded', watch)
})()`

let nextContentsId = 1

class WebContents extends EventEmitter {
  id = nextContentsId++
  /** @type {Page | null} */
  page = null
  /** @type {import('@playwright/test').CDPSession | null} */
  wire = null
  /** @type {number | null} the preload's world in the page that is shown now */
  world = null
  crashed = false
  mainFrame = { url: '', parent: null }
  /** @type {((details: { url: string }) => { action: string }) | null} */
  openHandler = null

  /** @param {{ session: unknown, preload?: string }} preferences */
  constructor(preferences) {
    super()
    this.session = preferences.session
    this.preferences = preferences
  }

  /** @param {Page} page */
  async attach(page) {
    this.page = page
    const wire = await page.context().newCDPSession(page)
    this.wire = wire
    wire.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === worldName) this.world = context.id
    })
    wire.on('Runtime.executionContextsCleared', () => (this.world = null))
    wire.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === wireName) void this.#question(JSON.parse(payload), executionContextId)
    })
    await wire.send('Page.enable')
    await wire.send('Runtime.enable')
    await wire.send('Runtime.addBinding', { name: wireName, executionContextName: worldName })
    await wire.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld() })
    const preload =
      this.preferences.preload === undefined ? '' : readFileSync(this.preferences.preload, 'utf8')
    await wire.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorld(preload),
      worldName,
    })
    await wire.send('Page.addScriptToEvaluateOnNewDocument', { source: titleScript, worldName })
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || !isPageAddress(frame.url())) return
      this.mainFrame.url = toMain(frame.url())
      this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
      this.emit('did-navigate', {}, this.mainFrame.url)
    })
    page.on('load', () => this.emit('did-finish-load'))
    page.on('popup', (popup) => {
      this.openHandler?.({ url: popup.url() })
      void popup.close().catch(() => undefined)
    })
    page.on('crash', () => {
      this.crashed = true
      this.emit('render-process-gone', {}, { reason: 'crashed' })
    })
  }

  /**
   * @param {{ id: number, channel: string, payload: unknown }} question
   * @param {number} contextId
   */
  async #question({ id, channel, payload }, contextId) {
    const event = { sender: this, senderFrame: this.mainFrame }
    const message = await ipcMain.answer(channel, event, payload).then(
      (reply) => ({ id, reply }),
      (fault) => ({ id, error: `Error invoking remote method '${channel}': ${String(fault)}` }),
    )
    await this.#evaluate(hearExpression(message), contextId)
  }

  /** @type {(expression: string, contextId: number | null) => Promise<void>} */
  async #evaluate(expression, contextId) {
    // A page that went away meanwhile asks again by itself.
    if (contextId !== null)
      await this.wire?.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined)
  }

  /** @type {(topic: string, payload: unknown) => void} */
  send(topic, payload) {
    void this.#evaluate(hearExpression({ topic, payload }), this.world)
  }

  /** @param {string} code */
  async executeJavaScript(code) {
    return this.page?.evaluate(code)
  }

  getURL() {
    return this.mainFrame.url
  }
  isCrashed() {
    return this.crashed
  }
  isDevToolsOpened() {
    return false
  }
  openDevTools() {}
  isDestroyed() {
    return this.page === null || this.page.isClosed()
  }
  /** @param {(details: { url: string }) => { action: string }} handler */
  setWindowOpenHandler(handler) {
    this.openHandler = handler
  }
  setWebRTCIPHandlingPolicy() {}
  navigationHistory = { clear() {} }
  getZoomLevel() {
    return 0
  }
  setZoomLevel() {}
  forcefullyCrashRenderer() {
    void this.page?.goto('chrome://crash').catch(() => undefined)
  }
  getLastWebPreferences() {
    return this.preferences
  }
}

/** @type {Set<BrowserWindow>} */
const all = new Set()
/**
 * Set by the application: told of every page before it exists, and of a window that a person
 * closed.
 */
export const hooks = {
  /** @type {(contents: WebContents) => void} */
  created: () => {},
  /** @type {() => void} */
  userClosed: () => {},
}

export class BrowserWindow extends EventEmitter {
  /** @param {Partial<Bounds> & { title?: string, webPreferences?: any }} options */
  constructor(options) {
    super()
    this.webContents = new WebContents(options.webPreferences ?? {})
    /** @type {Bounds} */
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 1280,
      height: options.height ?? 800,
    }
    this.minimized = false
    this.visible = false
    this.destroyed = false
    this.title = options.title ?? 'Plimsoll'
    all.add(this)
    hooks.created(this.webContents)
    this.ready = this.#open()
  }

  static getAllWindows() {
    return [...all]
  }

  async #open() {
    const page = await freshPage()
    await this.webContents.attach(page)
    await this.#place({ ...this.bounds })
    page.once('close', () => {
      const own = !this.destroyed
      this.#gone()
      if (own) hooks.userClosed()
    })
    return page
  }

  #gone() {
    if (this.destroyed) return
    this.destroyed = true
    all.delete(this)
    this.emit('closed')
  }

  /** @param {Partial<Bounds> & { windowState?: 'normal' | 'minimized' | 'maximized' }} bounds */
  async #place({ x, y, ...rest }) {
    const wire = this.webContents.wire
    if (wire === null) return
    try {
      const { windowId } = await wire.send('Browser.getWindowForTarget')
      await wire.send('Browser.setWindowBounds', {
        windowId,
        bounds: {
          ...rest,
          ...(x !== undefined && { left: x }),
          ...(y !== undefined && { top: y }),
        },
      })
    } catch {
      // Without a window manager, or without a window, a place is a wish.
    }
  }

  /** @param {string} address */
  async loadURL(address) {
    const page = await this.ready
    doors.leaves = (wanted) => {
      let prevented = false
      if (wanted !== address) {
        this.webContents.emit('will-navigate', {
          url: wanted,
          preventDefault: () => (prevented = true),
        })
      }
      return !prevented
    }
    this.webContents.mainFrame.url = address
    await page.goto(toBrowser(address))
    this.emit('ready-to-show')
  }

  show() {
    this.visible = true
    this.minimized = false
    void this.ready.then(() => this.#place({ windowState: 'normal' }))
    this.emit('show')
  }
  showInactive() {
    this.show()
  }
  focus() {
    void this.ready.then((page) => page.bringToFront()).catch(() => undefined)
  }
  hide() {
    this.visible = false
    void this.ready.then(() => this.#place({ windowState: 'minimized' }))
    this.emit('hide')
  }
  minimize() {
    this.minimized = true
    void this.ready.then(() => this.#place({ windowState: 'minimized' }))
    this.emit('minimize')
  }
  restore() {
    this.minimized = false
    void this.ready.then(() => this.#place({ windowState: 'normal' }))
    this.emit('restore')
  }
  maximize() {
    void this.ready.then(() => this.#place({ windowState: 'maximized' }))
  }
  isMinimized() {
    return this.minimized
  }
  isMaximized() {
    return false
  }
  isVisible() {
    return this.visible && !this.minimized
  }
  isFocused() {
    return this.isVisible()
  }
  isDestroyed() {
    return this.destroyed
  }
  getBounds() {
    return this.bounds
  }
  getNormalBounds() {
    return this.bounds
  }
  /** @param {Partial<Bounds>} bounds */
  setBounds(bounds) {
    this.bounds = { ...this.bounds, ...bounds }
    void this.ready.then(() => this.#place(bounds))
  }
  getPosition() {
    return [this.bounds.x, this.bounds.y]
  }
  /** @type {(x: number, y: number) => void} */
  setPosition(x, y) {
    this.setBounds({ x, y })
  }
  setVisibleOnAllWorkspaces() {}
  setContentProtection() {}
  setMenuBarVisibility() {}
  flashFrame() {}
  getTitle() {
    return this.title
  }

  /** As when a person closes it: main may keep it. */
  close() {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) this.destroy()
  }

  destroy() {
    const page = this.webContents.page
    this.#gone()
    void page?.close().catch(() => undefined)
  }
}
