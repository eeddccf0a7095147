// Whether this desktop shows tray icons at all. Some do not, and then a hidden window would be lost.
import { execFile } from 'node:child_process'
import type { Signal } from '../../../shared/signal.js'

const watcher = 'org.kde.StatusNotifierWatcher'
const objectPath = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** One query for the three tools a desktop may have. Chromium sends it too before it shows an icon this way. */
const queries: readonly (readonly [tool: string, ...rest: string[]])[] = [
  ['dbus-send', '--session', '--print-reply', `--dest=${watcher}`, objectPath, get, `string:${watcher}`, `string:${property}`],
  ['busctl', '--user', 'get-property', watcher, objectPath, watcher, property],
  ['gdbus', 'call', '--session', '--dest', watcher, '--object-path', objectPath, '--method', get, watcher, property],
]

/** Runs a program without a shell and gives its output, or null when it is missing, fails or takes too long. */
export type RunTool = (tool: string, rest: readonly string[]) => Promise<string | null>

export const runTool: RunTool = (tool, rest) =>
  new Promise((answer) => {
    execFile(tool, [...rest], { timeout: 2000, killSignal: 'SIGKILL', maxBuffer: 4096 }, (fault, output) => answer(fault ? null : output))
  })

/** True where an icon will be seen. On Linux that needs somebody on the session bus to show it; no answer means nobody. */
export const hasTrayHost = async (platform: NodeJS.Platform, run: RunTool): Promise<boolean> => {
  if (platform !== 'linux') return true
  for (const [tool, ...rest] of queries) {
    const output = await run(tool, rest)
    if (output !== null) return /\btrue\b/.test(output)
  }
  return false
}

/** A panel that comes or goes changes the room on its screen; a window that is shown again is the next moment an icon may be missed. */
export const checkTrayHostOnChange = (parts: {
  check: () => Promise<unknown>
  windowShown: Pick<Signal<boolean>, 'on'>
  screen: { on(event: 'display-metrics-changed', listener: (event: unknown, display: unknown, changed: string[]) => void): unknown }
}): void => {
  parts.windowShown.on((shown) => {
    if (shown) void parts.check()
  })
  parts.screen.on('display-metrics-changed', (_event, _display, changed) => {
    if (changed.includes('workArea')) void parts.check()
  })
}
