import type { About } from '../support/about.js'
import type { KeyState, Profile } from './account.js'
import type { Problem } from '../problem.js'
import type { UnixSeconds } from '../time.js'
import type { MessageOrText } from '../messages/messages.js'

/**
 * A message to the user that is not about the exchange: settings restored, data quarantined. Stays
 * until dismissed.
 */
export type Notice = {
  id: string
  at: UnixSeconds
  level: 'info' | 'caution' | 'danger'
  title: MessageOrText
  text: MessageOrText
}

/** The account of a practice copy. `at`: the time of its oldest figure. */
export type CopyOf = { profileId: string; name: string; at: UnixSeconds }

/** The state behind the whole window: the connected accounts, and this installation. */
export type AppStateView = {
  profiles: Profile[]
  /** Null shows the welcome, unless the demo is on. */
  activeProfileId: string | null
  /** The demo account is a special profile, held in memory; null when it is off. */
  demo: Profile | null
  /** The account that the demo is a copy of; null or absent if it is not a copy. */
  copyOf?: CopyOf | null
  keyState: KeyState
  /** Why, if `keyState` is not good. */
  keyProblem: Problem | null
  notices: Notice[]
  about: About
}

/** The profile now in use: the demo's if the demo is on. */
export function activeProfile(
  session: Pick<AppStateView, 'profiles' | 'activeProfileId' | 'demo'>,
): Profile | null {
  return (
    session.demo ??
    session.profiles.find((profile) => profile.id === session.activeProfileId) ??
    null
  )
}
