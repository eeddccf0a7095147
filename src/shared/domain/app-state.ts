import type { KeyState, Profile } from './account.js'
import type { Problem } from './problem.js'
import type { UnixSeconds } from '../time.js'

/** Something the person must know that is not about the exchange: settings restored, data quarantined. Stays until dismissed. */
export type Notice = {
  id: string
  at: UnixSeconds
  level: 'info' | 'caution' | 'danger'
  title: string
  text: string
}

/** What stands behind the whole window: who is connected, and what this installation is. */
export type AppStateView = {
  profiles: Profile[]
  /** Null shows the welcome, unless the demo is on. */
  activeProfileId: string | null
  /** The demo account is a profile of its own kind, held in memory; null when it is off. */
  demo: Profile | null
  keyState: KeyState
  /** Why, where `keyState` is not good. */
  keyProblem: Problem | null
  notices: Notice[]
  about: About
}

export type About = {
  version: string
  electron: string
  chromium: string
  node: string
  /** "Keychain (macOS)", "Credential Manager", "Secret Service", "memory (demo)". */
  keychain: string
  /** The folder that holds everything but the keys. */
  dataFolder: string
  /** The file with the terms of everything in Plimsoll that others made. */
  thirdPartyNotices: string
  /** False where the desktop shows no tray icon: then closing the window never makes Plimsoll vanish. */
  trayShown: boolean
  /** False where only the demo is shown: no key is taken in. */
  takesKeys: boolean
}

/** The profile now in use: the demo's if the demo is on. */
export const activeProfile = (session: Pick<AppStateView, 'profiles' | 'activeProfileId' | 'demo'>): Profile | null =>
  session.demo ?? session.profiles.find((profile) => profile.id === session.activeProfileId) ?? null
