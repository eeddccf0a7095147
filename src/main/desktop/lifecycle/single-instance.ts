import type { App } from 'electron'
import { parseFlags, type Flags } from './flags.js'

/**
 * True for the first Plimsoll on a data folder. A second one hands over its flags and must end at once: two of them on one key
 * would refuse each other's calls. Before `ready`.
 */
export const takeSingleInstance = (app: Pick<App, 'requestSingleInstanceLock' | 'on'>, onSecond: (flags: Flags) => void): boolean => {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, line) => onSecond(parseFlags(line)))
  return true
}
