// The module that `electron` means inside the stand-in: what main uses of Electron, over Node and
// an installed Chromium. It proves that the parts fit together; what Electron itself does it cannot
// prove. Nothing in src/ knows of it, and it is never packaged.
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { closeBrowser, doors } from './browser.mjs'
import { ipcMain } from './ipc-main.mjs'
import { utilityProcess } from './memory-vault.mjs'
import { BrowserWindow, hooks } from './window.mjs'

/** @typedef {typeof import('electron')} Electron */

/**
 * MessageOrText by the program that starts it, before main is loaded.
 * @type {{ root: string, version: string, userData: string, switches: ReadonlyMap<string, string>,
 *   ready: Promise<unknown>, workArea: import('electron').Rectangle, say: (text: string) => void,
 *   ended: () => void }}
 */
export const given = {
  root: '',
  version: '',
  userData: '',
  switches: new Map(),
  ready: Promise.resolve(),
  workArea: { x: 0, y: 0, width: 1280, height: 800 },
  say: () => {},
  ended: () => {},
}

class Application extends EventEmitter {
  isPackaged = false
  #ending = false
  /** @type {Map<string, string>} */
  #paths = new Map()

  commandLine = {
    /** @type {Electron['app']['commandLine']['appendSwitch']} */
    appendSwitch: () => {},
    /** @type {Electron['app']['commandLine']['hasSwitch']} */
    hasSwitch: (name) => given.switches.has(name),
    /** @type {Electron['app']['commandLine']['getSwitchValue']} */
    getSwitchValue: (name) => given.switches.get(name) ?? '',
  }

  /** @param {string} name */
  getPath(name) {
    return (
      this.#paths.get(name) ??
      (name === 'userData' ? given.userData : path.join(given.userData, name))
    )
  }
  /**
   * @param {string} name
   * @param {string} place
   */
  setPath(name, place) {
    this.#paths.set(name, place)
  }
  getAppPath() {
    return given.root
  }
  getVersion() {
    return given.version
  }
  getName() {
    return 'Plimsoll'
  }
  getLocale() {
    return 'en-US'
  }
  getSystemLocale() {
    return 'en-US'
  }
  whenReady() {
    return given.ready.then(() => undefined)
  }
  isReady() {
    return true
  }
  enableSandbox() {}
  setAppUserModelId() {}
  setToastActivatorCLSID() {}
  setLoginItemSettings() {}
  getLoginItemSettings() {
    return { openAtLogin: false }
  }
  requestSingleInstanceLock() {
    return true
  }
  focus() {}

  quit() {
    let prevented = false
    this.emit('before-quit', { preventDefault: () => (prevented = true) })
    if (!prevented) this.exit(0)
  }

  /** @param {number} [code] */
  exit(code = 0) {
    if (this.#ending) return
    this.#ending = true
    void closeBrowser().finally(() => {
      given.ended()
      process.exit(code)
    })
  }
}

export const app = new Application()
hooks.created = (contents) => void app.emit('web-contents-created', {}, contents)
// There is no tray to bring it back from.
hooks.userClosed = () => app.quit()

/** @type {Map<string, ReturnType<typeof makeSession>>} */
const sessions = new Map()

/** @param {string} name */
function makeSession(name) {
  /** @type {Map<string, unknown>} */
  const handlers = new Map()
  const one = Object.assign(new EventEmitter(), {
    name,
    handlers,
    storagePath: null,
    protocol: {
      /** @type {(scheme: string, handler: import('./browser.mjs').SchemeHandler) => void} */
      handle: (_scheme, handler) => void (doors.scheme = handler),
    },
    webRequest: {
      /**
       * @type {(listener: (details: { url: string }, answer: (said: { cancel?: boolean }) => void)
       *   => void) => void}
       */
      onBeforeRequest: (listener) => {
        doors.cancels = (details) => {
          let cancelled = false
          listener(details, ({ cancel }) => (cancelled = cancel === true))
          return cancelled
        }
      },
    },
    /** @param {unknown} handler */
    setPermissionRequestHandler: (handler) => void handlers.set('request', handler),
    /** @param {unknown} handler */
    setPermissionCheckHandler: (handler) => void handlers.set('check', handler),
    /** @param {unknown} handler */
    setDevicePermissionHandler: (handler) => void handlers.set('device', handler),
    setSpellCheckerEnabled: () => {},
    cookies: { get: async () => [] },
    /** @param {string} address */
    fetch: async (address) => doors.scheme?.(new Request(address)),
  })
  app.emit('session-created', one)
  return one
}

export const session = {
  /** @param {string} name */
  fromPartition: (name) => {
    const one = sessions.get(name) ?? makeSession(name)
    sessions.set(name, one)
    return one
  },
  get defaultSession() {
    return this.fromPartition('')
  },
}

export const protocol = { registerSchemesAsPrivileged: () => {}, handle: () => {} }

let copied = ''
export const clipboard = {
  /** @param {string} text */
  writeText: (text) => void (copied = text),
  readText: () => copied,
  clear: () => void (copied = ''),
}

export const dialog = {
  /** @type {Electron['dialog']['showErrorBox']} */
  showErrorBox: (title, content) => given.say(`${title}\n${content}`),
  /** @type {(...words: any[]) => Promise<{ response: number, checkboxChecked: boolean }>} */
  showMessageBox: async (...words) => {
    const options = words.at(-1)
    given.say(`${options.message}\n${options.detail ?? ''}`)
    // The careful answer: what the box would do if it were closed.
    return { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false }
  },
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
}

/**
 * @typedef {{ label?: string, role?: string, type?: string, enabled?: boolean, click?: () => void,
 *   submenu?: any }} Item
 */
/** @typedef {{ items: Item[] }} MenuMade */

/**
 * @param {Item[]} template
 * @returns {MenuMade}
 */
function buildFromTemplate(template) {
  return {
    items: template.map((item) => ({
      ...item,
      ...(Array.isArray(item.submenu) && { submenu: buildFromTemplate(item.submenu) }),
    })),
  }
}

/** @type {MenuMade | null} */
let applicationMenu = null
export const Menu = {
  buildFromTemplate,
  /** @param {MenuMade | null} menu */
  setApplicationMenu: (menu) => void (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
}

export class Notification extends EventEmitter {
  static isSupported = () => false
  show() {
    setImmediate(() => this.emit('failed', {}, 'The stand-in for Electron shows no notifications.'))
  }
  close() {}
}

class Theme extends EventEmitter {
  /** @type {'system' | 'light' | 'dark'} */
  #source = 'system'
  get themeSource() {
    return this.#source
  }
  set themeSource(source) {
    this.#source = source
    const colorScheme = source === 'system' ? null : source
    for (const { ready } of BrowserWindow.getAllWindows())
      void ready.then((page) => page.emulateMedia({ colorScheme })).catch(() => undefined)
  }
  get shouldUseDarkColors() {
    return this.#source === 'dark'
  }
}
export const nativeTheme = new Theme()

export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  getSystemIdleState: () => 'active',
})

const display = { id: 1, scaleFactor: 1, get workArea() { return given.workArea }, get bounds() { return given.workArea } } // prettier-ignore
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
})

export const shell = {
  /** @param {string} address */
  openExternal: async (address) => given.say(`Open in a browser: ${address}`),
  openPath: async () => 'The stand-in for Electron opens no folders.',
  showItemInFolder: () => given.say('The stand-in for Electron opens no folders.'),
}

/** No program receives keys that are pressed in another one. */
export const globalShortcut = { register: () => false, unregister: () => {} }

/** Called with `new`, like the class it stands for. */
export const Tray = function () {
  throw new Error('The stand-in for Electron has no tray.')
}

export { BrowserWindow, ipcMain, utilityProcess }

const electron = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
}
export default electron

/** @typedef {import('electron').App} App */
/** @typedef {import('electron').BrowserWindow} Window */
/** @typedef {import('electron').WebContents} Contents */
/**
 * @public
 * What stands in is held against Electron's own types: where its interface moves, this does not
 * compile.
 * @type {{
 *   app: Pick<App, 'isPackaged' | 'getPath' | 'setPath' | 'getAppPath' | 'getVersion' | 'getName' |
 *   'getLocale' | 'getSystemLocale' | 'whenReady' | 'isReady' |
 *   'enableSandbox' | 'setAppUserModelId' | 'requestSingleInstanceLock' | 'quit' | 'exit' |
 *   'focus'>,
 *   commandLine: Pick<App['commandLine'], 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'>,
 *   window: (made: BrowserWindow) => Pick<Window, 'loadURL' | 'show' | 'showInactive' | 'focus' |
 *   'hide' | 'minimize' | 'restore' | 'maximize' |
 *   'isMinimized' | 'isMaximized' | 'isVisible' | 'isFocused' | 'isDestroyed' | 'getBounds' |
 *   'getNormalBounds' | 'setBounds' | 'close' | 'destroy'>,
 *   contents: (made: BrowserWindow['webContents']) => Pick<Contents, 'send' | 'executeJavaScript' |
 *   'getURL' | 'isCrashed' | 'isDevToolsOpened' |
 *   'setWebRTCIPHandlingPolicy' | 'forcefullyCrashRenderer' | 'isDestroyed' | 'getZoomLevel' |
 *   'setZoomLevel'> &
 *     { navigationHistory: Pick<Contents['navigationHistory'], 'clear'> },
 *   nativeTheme: Pick<import('electron').NativeTheme, 'themeSource' | 'shouldUseDarkColors'>,
 *   shell: Pick<import('electron').Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>,
 *   errorBox: import('electron').Dialog['showErrorBox'],
 *   notification: (made: Notification) => Pick<import('electron').Notification, 'show' | 'close'>,
 *   idleTime: import('electron').PowerMonitor['getSystemIdleTime'],
 * }}
 */
export const heldToElectron = {
  app,
  commandLine: app.commandLine,
  window: (made) => made,
  contents: (made) => made,
  nativeTheme,
  shell,
  errorBox: dialog.showErrorBox,
  notification: (made) => made,
  idleTime: powerMonitor.getSystemIdleTime,
}
