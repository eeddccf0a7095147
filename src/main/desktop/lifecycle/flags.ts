import type { App } from 'electron'

/**
 * `demo` opens the demo account at once. `demoOnly` takes in no key: for a program around Plimsoll that could not guard one. `hidden` starts
 * without a window, as a start at login does.
 */
export type Flags = { demo: boolean; demoOnly: boolean; hidden: boolean }

/** Reads Plimsoll's own flags. Everything else on the line belongs to Electron and is left alone. */
export const parseFlags = (line: readonly string[]): Flags => ({
  demo: line.includes('--demo'),
  demoOnly: line.includes('--demo-only'),
  hidden: line.includes('--hidden'),
})

/**
 * True for the first Plimsoll on a data folder. A second one hands over its flags and must end at once: two of them on one key
 * would refuse each other's calls. Before `ready`.
 */
export const takeSingleInstance = (app: Pick<App, 'requestSingleInstanceLock' | 'on'>, onSecond: (flags: Flags) => void): boolean => {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, line) => onSecond(parseFlags(line)))
  return true
}
