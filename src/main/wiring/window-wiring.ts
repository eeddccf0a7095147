// The window and the tray: what Electron gives them, and what a person does to them.
import { BrowserWindow, type Dialog, Menu, nativeTheme, screen, type Session, Tray } from 'electron'
import path from 'node:path'
import type { Settings } from '../../shared/domain/settings.js'
import type { Clock } from '../../shared/time.js'
import { homeUrl, stoppedUrl } from '../app/scheme.js'
import { createHidingExplainer } from '../shell/hiding-explainer.js'
import type { MenuAct } from '../shell/menu-view.js'
import { hasTrayHost, runTool } from '../shell/tray-host.js'
import { trayPicture } from '../shell/tray-picture.js'
import { createTray } from '../shell/tray.js'
import { closeAct } from '../shell/window-manners.js'
import { createMainWindow, webPreferences, type WindowParts } from '../shell/window.js'

export type WindowWiringParts = {
  clock: Clock
  platform: NodeJS.Platform
  packaged: boolean
  /** Where the built programs and pictures are. */
  built: string
  resources: string
  pageSession: Session
  /** Where open boxes are counted: nothing may restart Plimsoll under one. */
  dialog: Pick<Dialog, 'showMessageBox'>
  settings(): Settings
  markExplained(): void
  place: WindowParts['place']
  quitting(): boolean
  quit(): void
  onShown(shown: boolean): void
  onAct(act: MenuAct): void
  onTrayShown(shown: boolean): void
  log(what: string, fault?: unknown): void
}

export const wireWindow = (parts: WindowWiringParts) => {
  const { clock, platform, built, resources, settings, log } = parts
  const explainHiding = createHidingExplainer({
    dialog: parts.dialog,
    platform,
    explained: () => settings().closeExplained,
    markExplained: parts.markExplained,
  })
  const tray = createTray({
    create: (picture) => new Tray(picture),
    picture: (shape) => trayPicture(resources, shape, platform),
    menuFrom: (template) => Menu.buildFromTemplate(template),
    hasHost: () => hasTrayHost(platform, runTool),
    onAct: parts.onAct,
    clickOpens: platform !== 'darwin',
    hasTitle: platform === 'darwin',
    onShownChange: parts.onTrayShown,
    clock,
    log,
  })
  const window = createMainWindow({
    create: (options) => new BrowserWindow(options),
    preferences: webPreferences({
      preload: path.join(built, 'preload', 'index.cjs'),
      session: parts.pageSession,
      packaged: parts.packaged,
    }),
    homeUrl,
    stoppedUrl,
    title: 'Plimsoll',
    icon: platform === 'linux' ? path.join(resources, 'icon.png') : null,
    background: () => (nativeTheme.shouldUseDarkColors ? '#10161c' : '#f5f7f9'),
    screens: () => ({ all: screen.getAllDisplays().map((display) => display.workArea), primary: screen.getPrimaryDisplay().workArea }),
    place: parts.place,
    onClose: () => (parts.quitting() ? 'quit' : closeAct(settings(), tray.shown())),
    explainHiding,
    quit: parts.quit,
    onShown: parts.onShown,
    clock,
    log,
  })
  return { window, tray }
}
