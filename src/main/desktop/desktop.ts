// Everything Electron provides of the desktop: window, tray, menu, dialogs, notifications,
// clipboard, presence.
import {
  type App,
  BrowserWindow,
  clipboard as systemClipboard,
  dialog as systemDialog,
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
  countOpenDialogs,
  createConfirm,
} from './dialogs.js'
import { createFolders } from './folders.js'
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
  startAction,
  createMainWindow,
  webPreferences,
  type WindowParts,
} from './window.js'

/** `session-end`: the computer shuts down or its user logs out. */
export type PowerChange = 'resume' | 'suspend' | 'lock' | 'unlock' | 'session-end'

export function openDesktop(parts: {
  app: App
  clock: Clock
  timing: Timing
  /** The folder of the built programs, and of everything except the keys. */
  built: string
  dataFolder: string
  pageSession: Session
  settings(): Settings
  privacy(): Privacy
  place: WindowParts['place']
  timesLocked(): number
  log(what: string, fault?: unknown): void
}) {
  const { app, clock, timing, built, settings, privacy, timesLocked, log } = parts
  const amountsHidden = (): boolean => privacy() !== 'shown'
  const { platform } = process
  const resources = path.join(app.getAppPath(), 'out', 'resources')
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })

  const events = {
    acts: createSignal<MenuAct>(),
    windowShown: createSignal<boolean>(),
    /** The page is seen, or is about to be. */
    pageSeen: createSignal<null>(),
    trayShown: createSignal<boolean>(),
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
  const window = createMainWindow({
    create: (options) => new BrowserWindow(options),
    preferences: webPreferences({
      preload: path.join(built, 'preload', 'index.cjs'),
      session: parts.pageSession,
      packaged: app.isPackaged,
    }),
    icon: platform === 'linux' ? path.join(resources, 'icon.png') : null,
    background: () => (nativeTheme.shouldUseDarkColors ? '#10161c' : '#f5f7f9'),
    screens: () => ({
      all: screen.getAllDisplays().map((display) => display.workArea),
      primary: screen.getPrimaryDisplay().workArea,
    }),
    place: parts.place,
    locked: () => privacy() === 'locked',
    captureBlocked: () => settings().blockScreenCapture,
    closing: {
      action: () => (quitting ? 'quit' : closeAction(settings(), tray.shown())),
      canHide: tray.checkHost,
      explainHide,
      quit: () => app.quit(),
    },
    askReload: async (stopped) =>
      (await dialog.showMessageBox(stopped, stoppedDialog())).response === 0,
    onShown: events.windowShown.emit,
    onSessionEnd: () => powerChanged.emit('session-end'),
    beforeShown: () => events.pageSeen.emit(null),
    clock,
    log,
  })

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
    apply: ({ theme, tray: wantsTray }: Settings): void => {
      nativeTheme.themeSource = theme
      tray.want(wantsTray)
      window.applyCapture()
    },
    /**
     * Whether amounts are hidden has changed, or the language, or the format of numbers and dates.
     */
    repaintMenu: setMenu,
    /** Opens the window as the flags say; false if none is shown. */
    begin: async (flags: { hidden: boolean }): Promise<boolean> => {
      await tray.checkHost()
      void autostart.followProgram()
      const act = startAction(
        { hidden: flags.hidden || autostart.startedByLogin() },
        settings(),
        tray.shown(),
      )
      if (act === 'show') window.show()
      if (act === 'minimize') window.showMinimized()
      return act !== 'nothing'
    },
  }
}
