// Whether this desktop shows tray icons at all. Some do not, and then a hidden window would be lost.
import { execFile } from 'node:child_process'

const watcher = 'org.kde.StatusNotifierWatcher'
const place = '/StatusNotifierWatcher'
const asked = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** The same question for the three tools a desktop may have. Chromium asks it too before it shows an icon this way. */
const questions: readonly (readonly [tool: string, ...rest: string[]])[] = [
  ['dbus-send', '--session', '--print-reply', `--dest=${watcher}`, place, get, `string:${watcher}`, `string:${asked}`],
  ['busctl', '--user', 'get-property', watcher, place, watcher, asked],
  ['gdbus', 'call', '--session', '--dest', watcher, '--object-path', place, '--method', get, watcher, asked],
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
  for (const [tool, ...rest] of questions) {
    const output = await run(tool, rest)
    if (output !== null) return /\btrue\b/.test(output)
  }
  return false
}
