// When the window goes away Plimsoll must not vanish with it: hidden only where something on the screen can bring it back.
import type { Settings } from '../../../shared/domain/settings.js'

export type CloseAct = 'quit' | 'hide' | 'minimize'

/** What closing does. Without a tray icon there is nothing to keep running for; where the desktop shows none, it stays in the task bar. */
export const closeAct = (settings: Pick<Settings, 'tray' | 'onClose'>, trayShown: boolean): CloseAct => {
  if (!settings.tray || settings.onClose === 'quit') return 'quit'
  return trayShown ? 'hide' : 'minimize'
}

export type StartAct = 'show' | 'minimize' | 'nothing'

/** How it starts. `--hidden` is honoured as far as a way back remains. */
export const startAct = (flags: { hidden: boolean }, settings: Pick<Settings, 'tray'>, trayShown: boolean): StartAct => {
  if (!flags.hidden) return 'show'
  return settings.tray && trayShown ? 'nothing' : 'minimize'
}

export type CrashAct = 'reload' | 'stop' | 'nothing'

/**
 * After a page crash: the first time it is loaded again by itself; a second one within a minute is not an accident, and a page
 * without any script says so; where even that one dies nothing is loaded any more, until the window is opened again.
 */
export const crashAct = (crashes: readonly number[], now: number): CrashAct => {
  const recent = crashes.filter((at) => now - at < 60).length
  return recent === 0 ? 'reload' : recent === 1 ? 'stop' : 'nothing'
}
