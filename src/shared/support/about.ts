// This installation, as rows of text: on the screen, copied, and in a support bundle.
import { englishOf, type Message, messageOf, type MessageOrText } from '../messages/messages.js'
import type { AlertsView } from '../alerts/alert.js'
import type { MiniShortcutState } from '../desktop/mini.js'

export type About = {
  version: string
  /** Of the source it was built from; "not known" if built outside a repository. */
  commit: string
  electron: string
  chromium: string
  node: string
  /** "Linux 6.1.0 (x64)" */
  system: string
  /** The system's number and date format, as a language tag: "de-DE". */
  systemRegion: string
  /** "Wayland, GNOME" on Linux; null elsewhere. */
  desktopSession: MessageOrText | null
  /** "Keychain (macOS)", "Credential Manager", "Secret Service", "memory (demo)". */
  keychain: string
  /** Whether the system shows notifications, if known. */
  notifications: AlertsView['notifications'] | 'none'
  /** The folder that holds everything except the keys; the user's own folder in it is `~`. */
  dataFolder: string
  /** The file with the licences of third-party components, with `~` likewise. */
  thirdPartyNotices: string
  /**
   * False if the desktop shows no tray icon: then closing the window never makes Plimsoll
   * disappear.
   */
  trayShown: boolean
  /** Of the shortcut for the mini window. */
  miniShortcut: MiniShortcutState
  /** False if only the demo is shown: no key is accepted. */
  takesKeys: boolean
}

type AboutRow = readonly [name: Message, value: MessageOrText]

/** @param host the host of the account on screen; null without one */
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

/** In English, for support. */
export function aboutText(rows: readonly (readonly [MessageOrText, MessageOrText])[]): string {
  return rows.map(([name, value]) => `${englishOf(name)}: ${englishOf(value)}`).join('\n')
}
