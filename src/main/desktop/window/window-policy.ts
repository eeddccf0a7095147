// The window is hidden only where the tray can bring it back.
import type { Settings } from '../../../shared/domain/settings.js'

export type CloseAction = 'quit' | 'hide' | 'minimize'

/** What closing the window does. Where the desktop shows no tray icons it is minimized instead of hidden. */
export const closeAction = (settings: Pick<Settings, 'tray' | 'onClose'>, trayShown: boolean): CloseAction => {
  if (!settings.tray || settings.onClose === 'quit') return 'quit'
  return trayShown ? 'hide' : 'minimize'
}

export type StartAction = 'show' | 'minimize' | 'nothing'

/** How it starts. `--hidden` minimizes where no tray icon could bring the window back. */
export const startAction = (flags: { hidden: boolean }, settings: Pick<Settings, 'tray'>, trayShown: boolean): StartAction => {
  if (!flags.hidden) return 'show'
  return settings.tray && trayShown ? 'nothing' : 'minimize'
}

export type CrashAction = 'reload' | 'stop' | 'nothing'

/** After a crash of the page: reloaded once; a second one within a minute shows a page without scripts; a third one loads nothing. */
export const crashAction = (crashes: readonly number[], now: number): CrashAction => {
  const recent = crashes.filter((at) => now - at < 60).length
  return recent === 0 ? 'reload' : recent === 1 ? 'stop' : 'nothing'
}
