// What this installation is, as rows of text: on the screen, copied, and in a support bundle.
import { englishOf, type Message, messageOf, type Told } from '../messages/messages.js'
import type { AlertsView } from '../alerts/alert.js'

export type About = {
  version: string
  /** Of the source it was built from; "not known" where it was built outside a repository. */
  commit: string
  electron: string
  chromium: string
  node: string
  /** "Linux 6.1.0 (x64)" */
  system: string
  /** How the system writes numbers and dates, as a language tag: "de-DE". */
  systemRegion: string
  /** "Wayland, GNOME" on Linux; null elsewhere. */
  desktopSession: Told | null
  /** "Keychain (macOS)", "Credential Manager", "Secret Service", "memory (demo)". */
  keychain: string
  /** Whether the system shows notifications, as far as it is known. */
  notifications: AlertsView['notifications'] | 'none'
  /** The folder that holds everything but the keys; the person's own folder in it is `~`. */
  dataFolder: string
  /** The file with the terms of everything in Plimsoll that others made, written likewise. */
  thirdPartyNotices: string
  /**
   * False where the desktop shows no tray icon: then closing the window never makes Plimsoll
   * vanish.
   */
  trayShown: boolean
  /** False where only the demo is shown: no key is taken in. */
  takesKeys: boolean
}

type AboutRow = readonly [name: Message, value: Told]

/** @param host whom the account on screen talks to; null with none */
export function aboutRows(about: About, host: string | null): AboutRow[] {
  return [
    [messageOf('accounts.about.plimsoll'), about.version],
    [messageOf('accounts.about.commit'), about.commit],
    [messageOf('accounts.about.electron'), about.electron],
    [messageOf('accounts.about.chromium'), about.chromium],
    [messageOf('accounts.about.node'), about.node],
    [messageOf('accounts.about.system'), about.system],
    [messageOf('accounts.about.region'), about.systemRegion],
    ...(about.desktopSession === null
      ? []
      : [[messageOf('accounts.about.session'), about.desktopSession] satisfies AboutRow]),
    [messageOf('accounts.about.keychain'), about.keychain],
    [
      messageOf('accounts.about.notifications'),
      messageOf(`accounts.about.notifications.${about.notifications}`),
    ],
    [
      messageOf('accounts.about.tray-icon'),
      messageOf(about.trayShown ? 'accounts.about.tray-shown' : 'accounts.about.tray-not-shown'),
    ],
    [messageOf('accounts.about.data-folder'), about.dataFolder],
    [messageOf('accounts.about.third-party-notices'), about.thirdPartyNotices],
    ...(host === null ? [] : [[messageOf('accounts.about.host'), host] satisfies AboutRow]),
  ]
}

/** In English: support reads it. */
export function aboutText(rows: readonly (readonly [Told, Told])[]): string {
  return rows.map(([name, value]) => `${englishOf(name)}: ${englishOf(value)}`).join('\n')
}
