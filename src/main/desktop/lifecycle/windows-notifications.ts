// Windows shows the notices of a program only where the shortcut in the Start menu carries its name and its activator. The installer
// writes the name; this adds the activator, once, to the shortcut that is there.
import type { App, Shell } from 'electron'
import path from 'node:path'

export const appUserModelId = 'app.plimsoll.desktop'
/** Ours alone, for as long as there is a Plimsoll: a notice in the Action Center finds its way back by it. */
export const toastActivator = '{6E7A2F0B-5C1D-4B8E-9F3A-2D7C41B0E95A}'

export type WindowsNoticeParts = {
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'> & Partial<Pick<App, 'setToastActivatorCLSID'>>
  shell: Pick<Shell, 'readShortcutLink' | 'writeShortcutLink'>
  platform: NodeJS.Platform
  /** Where this person's programs and their settings are (%APPDATA%). */
  appData: () => string
  log: (what: string) => void
}

/** Early: what is set here is baked into the first notice. Elsewhere than on Windows it only gives the name. */
export const nameForNotices = ({ app, shell, platform, appData, log }: WindowsNoticeParts): void => {
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
    // Installed for all users, or taken away by its owner: notices still work while Plimsoll runs.
    log('there is no shortcut in the Start menu to complete')
  }
}
