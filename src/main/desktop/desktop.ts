// Everything Electron provides of the desktop: window, tray, menu, dialogs, notifications,
// clipboard, presence.
import {
  type App,
  BrowserWindow,
  clipboard as systemClipboard,
  dialog as systemDialog,
  globalShortcut,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  screen,
  type Session,
  shell,
  Tray,
} from 'electron'
import path from 'node:path'
import type { MiniShortcutState } from '../../shared/desktop/mini.js'
import type { NotificationTarget } from '../../shared/alerts/alert.js'
import type { RequestedPlace } from '../../shared/desktop/channels.js'
import type { Settings } from '../../shared/settings/settings.js'
import { createSignal } from '../../shared/signal.js'
import type { Clock, Timing } from '../../shared/time.js'
import { createAutostart } from './autostart.js'
import { createClipboard } from './clipboard.js'
import {
  createSaveDialog,
  createHideExplanation,
  createQuitNotice,
  createQuitQuestion,
  countOpenDialogs,
  createConfirm,
} from './dialogs.js'
import { createFolders } from './folders.js'
import { createMiniShortcut } from './mini-shortcut.js'
import { createMiniWindow, type MiniWindowParts } from './mini-window.js'
import { createOpenDialog } from './open-dialog.js'
import { menuTemplate, type MenuAct, menuView, type Privacy } from './menu.js'
import { createLinuxNotifier } from './linux-notifier.js'
import {
  createNotifier,
  type LostNotices,
  type NoticeEvents,
  type NoticeOutcome,
} from './notifier.js'
import { createSessionBus } from './session-bus.js'
import { stoppedDialog } from './stopped-page.js'
import { checkTrayHostOnChange, createTray, hasTrayHost, trayIconFile } from './tray.js'
import {
  closeAction,
  showAtStart,
  createMainWindow,
  webPreferences,
  type WindowParts,
} from './window.js'

/** `session-end`: the computer shuts down or its user logs out. */
export type PowerChange = 'resume' | 'suspend' | 'lock' | 'unlock' | 'session-end'

export function openDesktop(parts: {
  app: App
  quit(): void
  clock: Clock
  timing: Timing
  /** The folder of the built programs, and of everything except the keys. */
  built: string
  dataFolder: string
  pageSession: Session
  settings(): Settings
  privacy(): Privacy
  place: WindowParts['place']
  miniPlace: MiniWindowParts['place']
  timesLocked(): number
  log(what: string, fault?: unknown): void
}) {
  const { app, clock, timing, built, settings, privacy, timesLocked, log } = parts
  const amountsHidden = (): boolean => privacy() !== 'shown'
  const { platform } = process
  const resources = path.join(app.getAppPath(), 'out', 'resources')
  let quitting = false
  /** Windows may open. */
  let begun = false

  const events = {
    acts: createSignal<MenuAct>(),
    windowShown: createSignal<boolean>(),
    /** The page is seen, or is about to be. */
    pageSeen: createSignal<null>(),
    trayShown: createSignal<boolean>(),
    /** The mini window was closed, other than by the setting. */
    miniClosed: createSignal<null>(),
    miniShortcut: createSignal<MiniShortcutState>(),
    /** The one-time explanation that closing the window hides it was shown. */
    hideExplained: createSignal<null>(),
    noticeClicked: createSignal<NotificationTarget>(),
    noticeOutcome: createSignal<NoticeOutcome>(),
    /** Notifications can be shown again, and these are not on screen. */
    noticesLost: createSignal<LostNotices>(),
    powerChanged: createSignal<PowerChange>(),
  }
  const { acts, powerChanged } = events

  const { dialog, open: openDialogs } = countOpenDialogs(systemDialog)
  const explainHide = createHideExplanation({
    dialog,
    platform,
    explained: () => settings().closeExplained,
    markExplained: () => events.hideExplained.emit(null),
  })
  const tray = createTray({
    create: (picture) => new Tray(picture),
    picture: (shape) => trayIconFile(resources, shape, platform),
    menuFrom: (template) => Menu.buildFromTemplate(template),
    hasHost: () => hasTrayHost(platform),
    windowHidden: () => window.current()?.isVisible() !== true,
    onAct: acts.emit,
    clickOpens: platform !== 'darwin',
    hasTitle: platform === 'darwin',
    repaintsAll: platform === 'win32',
    onShownChange: (shown) => {
      events.trayShown.emit(shown)
      // Without its icon a hidden window could not be reached any more.
      if (!shown && !quitting) window.toTaskBar()
    },
    clock,
    log,
  })
  const preferences = webPreferences({
    preload: path.join(built, 'preload', 'index.cjs'),
    session: parts.pageSession,
    packaged: app.isPackaged,
  })
  const background = (): string => (nativeTheme.shouldUseDarkColors ? '#10161c' : '#f5f7f9')
  const screens: WindowParts['screens'] = () => ({
    all: screen.getAllDisplays().map((display) => display.workArea),
    primary: screen.getPrimaryDisplay().workArea,
  })
  const window = createMainWindow({
    create: (options) => new BrowserWindow(options),
    preferences,
    icon: platform === 'linux' ? path.join(resources, 'icon.png') : null,
    background,
    screens,
    place: parts.place,
    locked: () => privacy() === 'locked',
    captureBlocked: () => settings().blockScreenCapture,
    closing: {
      action: () => (quitting ? 'quit' : closeAction(settings(), tray.shown())),
      canHide: tray.checkHost,
      explainHide,
      quit: () => parts.quit(),
    },
    askReload: async (stopped) =>
      (await dialog.showMessageBox(stopped, stoppedDialog())).response === 0,
    onShown: events.windowShown.emit,
    onSessionEnd: () => powerChanged.emit('session-end'),
    beforeShown: () => events.pageSeen.emit(null),
    clock,
    log,
  })

  const mini = createMiniWindow({
    create: (options) => new BrowserWindow(options),
    preferences,
    background,
    screens,
    place: parts.miniPlace,
    locked: () => privacy() === 'locked',
    captureBlocked: () => settings().blockScreenCapture,
    onClosed: () => events.miniClosed.emit(null),
    onSessionEnd: () => powerChanged.emit('session-end'),
    clock,
    log,
  })
  screen.on('display-added', mini.keepOnScreen)
  screen.on('display-removed', mini.keepOnScreen)
  screen.on('display-metrics-changed', mini.keepOnScreen)
  const miniShortcut = createMiniShortcut({
    shortcuts: globalShortcut,
    isWayland: platform === 'linux' && process.env['XDG_SESSION_TYPE'] === 'wayland',
    press: () => acts.emit('mini'),
    changed: events.miniShortcut.emit,
  })
  const applyShortcut = (): void =>
    miniShortcut.want(privacy() === 'locked' ? 'off' : settings().miniShortcut)

  checkTrayHostOnChange({ check: tray.checkHost, windowShown: events.windowShown, screen })

  let wanted: RequestedPlace | null = null
  const noticeEvents: NoticeEvents = {
    onClick: events.noticeClicked.emit,
    onOutcome: events.noticeOutcome.emit,
    onReturn: events.noticesLost.emit,
  }
  const toNotifier = { after: timing.after, log: (what: string) => log(what), ...noticeEvents }
  const notifier =
    platform === 'linux'
      ? createLinuxNotifier({
          ...toNotifier,
          open: createSessionBus({
            environment: process.env,
            uid: process.getuid?.() ?? 0,
            after: timing.after,
          }),
        })
      : createNotifier({
          ...toNotifier,
          supported: () => Notification.isSupported(),
          create: (options) => new Notification(options),
        })

  const autostart = createAutostart({
    app,
    platform,
    execPath: process.execPath,
    switches: app.commandLine.hasSwitch('user-data-dir')
      ? [`--user-data-dir=${app.getPath('userData')}`]
      : [],
    environment: process.env,
    home: app.getPath('home'),
    log,
  })

  // Linux has no such event: idle time is used instead.
  let locked = false
  powerMonitor.on('lock-screen', () => {
    locked = true
    powerChanged.emit('lock')
  })
  powerMonitor.on('unlock-screen', () => {
    locked = false
    powerChanged.emit('unlock')
  })
  powerMonitor.on('suspend', () => powerChanged.emit('suspend'))
  powerMonitor.on('resume', () => powerChanged.emit('resume'))
  powerMonitor.on('shutdown', () => powerChanged.emit('session-end'))

  const setMenu = (): void => {
    const about = { platform, packaged: app.isPackaged, name: app.getName(), privacy: privacy() }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuView(about), acts.emit)))
  }
  setMenu()
  app.on('activate', () => window.show())

  return {
    window,
    mini,
    tray,
    notifier,
    /** On Linux, only showing a notification tells. */
    notificationsSupported: () => platform === 'linux' || Notification.isSupported(),
    openDialogs,
    autostart,
    clipboard: createClipboard({ clipboard: systemClipboard, clock, after: timing.after }),
    files: createSaveDialog({
      dialog,
      window: window.current,
      csvBom: () => settings().csvBom,
      amountsHidden,
      timesLocked,
    }),
    openFile: createOpenDialog({ dialog, window: window.current, timesLocked }),
    folders: createFolders({ shell, dataFolder: parts.dataFolder }),
    ask: createConfirm({
      dialog,
      window: window.current,
      ticks: timing.ticks,
      clock,
      amountsHidden,
      timesLocked,
    }),
    askOnQuit: createQuitQuestion({ dialog, window: window.current }),
    showQuitNotice: createQuitNotice({ dialog, window: window.current }),
    presence: { screenLocked: () => locked, idleSeconds: () => powerMonitor.getSystemIdleTime() },
    ...events,
    /** Remembers the screen requested by a notification or the tray. */
    wantPlace: (place: RequestedPlace): void => {
      wanted = place
    },
    /** Returns it once. */
    takePlace: (): RequestedPlace | null => {
      const place = wanted
      wanted = null
      return place
    },
    /** Applies the theme, tray and screen capture settings. */
    apply: ({ theme, tray: wantsTray, miniWindow }: Settings): void => {
      nativeTheme.themeSource = theme
      tray.want(wantsTray)
      window.applyCapture()
      mini.applyCapture()
      if (begun) mini.want(miniWindow)
      applyShortcut()
    },
    /** Plimsoll was locked or unlocked: neither side keeps a page that the other showed. */
    lockChanged: (): void => {
      window.renew()
      mini.renew()
      applyShortcut()
    },
    /** It is decided: closing a window only closes it now. */
    beginQuit: (): void => {
      quitting = true
      mini.endBegins()
    },
    /** Before the program ends: no key of the system stays taken. */
    releaseKeys: (): void => miniShortcut.want('off'),
    /**
     * Whether amounts are hidden has changed, or the language, or the format of numbers and dates.
     */
    repaintMenu: setMenu,
    /** Opens the window as the flags say; false if none is shown. */
    begin: async (flags: { hidden: boolean }): Promise<boolean> => {
      const hidden = flags.hidden || autostart.startedByLogin()
      const shown = await showAtStart({ hidden }, { settings, tray, window })
      void autostart.followProgram()
      begun = true
      mini.want(settings().miniWindow)
      return shown
    },
  }
}
