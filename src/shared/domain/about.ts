// What this installation is, as rows of text: on the screen, copied, and in a support bundle.
import type { AlertsView } from './alert.js'

export type About = {
  version: string
  /** Of the source it was built from; "not known" where it was built outside a repository. */
  commit: string
  electron: string
  chromium: string
  node: string
  /** "Linux 6.1.0 (x64)" */
  system: string
  /** "Wayland, GNOME" on Linux; null elsewhere. */
  desktopSession: string | null
  /** "Keychain (macOS)", "Credential Manager", "Secret Service", "memory (demo)". */
  keychain: string
  /** Whether the system shows notifications, as far as it is known. */
  notifications: AlertsView['notifications'] | 'none'
  /** The folder that holds everything but the keys; the person's own folder in it is `~`. */
  dataFolder: string
  /** The file with the terms of everything in Plimsoll that others made, written likewise. */
  thirdPartyNotices: string
  /** False where the desktop shows no tray icon: then closing the window never makes Plimsoll vanish. */
  trayShown: boolean
  /** False where only the demo is shown: no key is taken in. */
  takesKeys: boolean
}

const notificationWords: Record<About['notifications'], string> = {
  untried: 'not known: none was sent since the start',
  shown: 'shown by the system',
  refused: 'refused by the system',
  none: 'this desktop has none',
}

/** @param host whom the account on screen talks to; null with none */
export const aboutRows = (about: About, host: string | null): [name: string, value: string][] => [
  ['Plimsoll', about.version],
  ['Commit', about.commit],
  ['Electron', about.electron],
  ['Chromium', about.chromium],
  ['Node', about.node],
  ['System', about.system],
  ...(about.desktopSession === null ? [] : [['Session', about.desktopSession] satisfies [string, string]]),
  ['Keychain', about.keychain],
  ['Notifications', notificationWords[about.notifications]],
  ['Tray icon', about.trayShown ? 'shown' : 'not shown by this desktop'],
  ['Data folder', about.dataFolder],
  ['Third-party notices', about.thirdPartyNotices],
  ...(host === null ? [] : [['Host', host] satisfies [string, string]]),
]

export const aboutText = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, value]) => `${name}: ${value}`).join('\n')
