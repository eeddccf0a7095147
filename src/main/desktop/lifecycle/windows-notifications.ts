// Windows shows an app's notifications only where its Start menu shortcut carries the app id and a toast activator. The installer writes
// the id; this adds the activator.
import type { App, Shell } from 'electron'
import path from 'node:path'

export const appUserModelId = 'app.plimsoll.desktop'
/** Never changes: Windows routes a click on an old notification by it. */
export const toastActivator = '{6E7A2F0B-5C1D-4B8E-9F3A-2D7C41B0E95A}'

/** Call before the first notification. Outside Windows it sets the app id only. */
export const nameForNotifications = (parts: {
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'> & Partial<Pick<App, 'setToastActivatorCLSID'>>
  shell: Pick<Shell, 'readShortcutLink' | 'writeShortcutLink'>
  platform: NodeJS.Platform
  /** %APPDATA%. */
  appData: () => string
  log: (what: string) => void
}): void => {
  const { app, shell, platform, appData, log } = parts
  app.setAppUserModelId(appUserModelId)
  if (platform !== 'win32') return
  app.setToastActivatorCLSID?.(toastActivator)
  if (!app.isPackaged) return
  const shortcut = path.win32.join(appData(), 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Plimsoll.lnk')
  try {
    const found = shell.readShortcutLink(shortcut)
    if (found.appUserModelId === appUserModelId && found.toastActivatorClsid === toastActivator) return
    const own = { ...found, appUserModelId, toastActivatorClsid: toastActivator }
    if (!shell.writeShortcutLink(shortcut, 'update', own)) log('the shortcut in the Start menu could not be completed')
  } catch {
    // Installed for all users, or removed: notifications still work while Plimsoll runs.
    log('there is no shortcut in the Start menu to complete')
  }
}
