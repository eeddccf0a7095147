// What Electron gives of the desktop: the window, the tray, the menu, dialogs, notifications, the clipboard, and whether somebody is there.
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
  Tray,
} from 'electron'
import path from 'node:path'
import type { AlertScreen, NoticeTarget } from '../../shared/domain/alert.js'
import type { Settings } from '../../shared/domain/settings.js'
import { createSignal } from '../../shared/signal.js'
import type { Clock } from '../../shared/time.js'
import { createClipboard } from './clipboard.js'
import { createFileSaver } from './dialogs/save-dialog.js'
import { createHidingExplainer } from './dialogs/hide-explanation.js'
import { menuTemplate } from './tray/menu.js'
import { type MenuAct, menuView } from './tray/menu-view.js'
import { createNotifier } from './notifier.js'
import { countOpenBoxes } from './dialogs/dialog-count.js'
import { createQuestionBox } from './dialogs/confirm-dialog.js'
import { createQuestions } from './dialogs/confirm-queue.js'
import { hasTrayHost, runTool } from './tray/tray-host.js'
import { trayPicture } from './tray/tray-icon.js'
import { createTray } from './tray/tray.js'
import { closeAct, startAct } from './window/window-policy.js'
import { createMainWindow, webPreferences, type WindowParts } from './window/window.js'

export type DesktopParts = {
  app: App
  clock: Clock
  timing: { ticks(): number; after(ms: number, act: () => void): () => void }
  /** The folder of the built programs. */
  built: string
  pageSession: Session
  homeUrl: string
  stoppedUrl: string
  settings(): Settings
  place: WindowParts['place']
  log(what: string, fault?: unknown): void
}

export const openDesktop = (parts: DesktopParts) => {
  const { app, clock, timing, built, settings, log } = parts
  const { platform } = process
  const resources = path.join(app.getAppPath(), 'out', 'resources')
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })

  const acts = createSignal<MenuAct>()
  const windowShown = createSignal<boolean>()
  const trayShown = createSignal<boolean>()
  /** The person was told once where the window goes. */
  const hidingExplained = createSignal<null>()
  const noticeClicked = createSignal<NoticeTarget>()
  const noticeSaid = createSignal<'shown' | 'refused'>()
  const powerChanged = createSignal<'resume' | 'suspend' | 'lock' | 'unlock'>()

  const { dialog, open: boxesOpen } = countOpenBoxes(systemDialog)
  const explainHiding = createHidingExplainer({
    dialog,
    platform,
    explained: () => settings().closeExplained,
    markExplained: () => hidingExplained.emit(null),
  })
  const tray = createTray({
    create: (picture) => new Tray(picture),
    picture: (shape) => trayPicture(resources, shape, platform),
    menuFrom: (template) => Menu.buildFromTemplate(template),
    hasHost: () => hasTrayHost(platform, runTool),
    onAct: acts.emit,
    clickOpens: platform !== 'darwin',
    hasTitle: platform === 'darwin',
    onShownChange: trayShown.emit,
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
    homeUrl: parts.homeUrl,
    stoppedUrl: parts.stoppedUrl,
    title: 'Plimsoll',
    icon: platform === 'linux' ? path.join(resources, 'icon.png') : null,
    background: () => (nativeTheme.shouldUseDarkColors ? '#10161c' : '#f5f7f9'),
    screens: () => ({ all: screen.getAllDisplays().map((display) => display.workArea), primary: screen.getPrimaryDisplay().workArea }),
    place: parts.place,
    onClose: () => (quitting ? 'quit' : closeAct(settings(), tray.shown())),
    explainHiding,
    quit: () => app.quit(),
    onShown: windowShown.emit,
    clock,
    log,
  })

  let wanted: AlertScreen | null = null
  const notifier = createNotifier({
    supported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    platform,
    onClick: noticeClicked.emit,
    onSaid: noticeSaid.emit,
    after: timing.after,
    log: (what) => log(what),
  })

  // There is no such event on Linux: there, being away for long has the same effect.
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

  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(menuView({ platform, packaged: app.isPackaged, name: app.getName() }), acts.emit)),
  )
  app.on('activate', () => window.show())

  return {
    window,
    tray,
    notifier,
    boxesOpen,
    clipboard: createClipboard({ clipboard: systemClipboard, clock, after: timing.after }),
    files: createFileSaver({ dialog, window: window.current }),
    ask: createQuestions({ show: createQuestionBox({ dialog, window: window.current }), ticks: timing.ticks, clock }),
    presence: { screenLocked: () => locked, idleSeconds: () => powerMonitor.getSystemIdleTime() },
    acts,
    windowShown,
    trayShown,
    hidingExplained,
    noticeClicked,
    noticeSaid,
    powerChanged,
    /** The screen that a click outside the window asks for. */
    wantPlace: (place: AlertScreen): void => {
      wanted = place
    },
    /** Gives it once. */
    takePlace: (): AlertScreen | null => {
      const screenWanted = wanted
      wanted = null
      return screenWanted
    },
    /** What the settings say of it holds now. */
    apply: ({ theme, tray: wantsTray }: Settings): void => {
      nativeTheme.themeSource = theme
      tray.want(wantsTray)
    },
    /** Opens as it was asked to; false where nothing is shown. */
    begin: async (flags: { hidden: boolean }): Promise<boolean> => {
      await tray.lookForHost()
      const act = startAct(flags, settings(), tray.shown())
      if (act === 'show') window.show()
      if (act === 'minimize') window.showMinimized()
      return act !== 'nothing'
    },
  }
}
