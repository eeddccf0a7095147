import type { Profile } from './account.js'
import type { AccountsView } from './account-summary.js'
import type { ConnectCheck, ConnectForm, ConnectStep } from './connect.js'
import type { AppStateView } from './app-state.js'
import type { ImportMode, ImportOutcome, ImportReview } from '../settings/settings-import.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from '../channel.js'

export const accountChannels = {
  'app-state/read': request<null, AppStateView>(),
  'demo/enter': request<null, null>(),
  'demo/leave': request<null, null>(),
  'notices/dismiss': request<{ id: string }, null>(),

  /**
   * Pings, then requests the balance, with the key in the form. Stores nothing. Steps arrive on
   * `connect-steps` as they end.
   */
  'connect/check': request<ConnectForm, ConnectCheck>(),
  'connect/save': request<{ draftId: string; storage: 'keychain' | 'session' }, Profile>(),
  'connect/discard': request<{ draftId: string }, null>(),

  /** Every account in one line, worst first. */
  'accounts/read': request<null, AccountsView>(),
  'profiles/rename': request<{ id: string; name: string }, null>(),
  'profiles/switch': request<{ id: string }, null>(),
  /**
   * Removes the keychain entry, verifies that it is gone, then everything stored for the profile.
   */
  'profiles/delete': request<{ id: string }, null>(),
  /**
   * Asks in a system dialog, then removes the profile's data that can be read again, and keeps its
   * key, its settings and its order journal.
   */
  'profiles/reset': request<{ id: string }, null>(),
  /**
   * Requests the profile's key from the keychain again; may bring up the system's unlock prompt.
   */
  'profiles/unlock': request<{ id: string }, null>(),

  /** Asks for a location, and writes the settings file. `file` false if none was chosen. */
  'settings-file/save': request<null, { file: boolean }>(),
  /** Asks for a file and reads it. Null if none was chosen. Nothing changes. */
  'settings-file/open': request<null, ImportReview | null>(),
  /** The file last read, compared with what is here now. */
  'settings-file/review': request<{ id: string }, ImportReview>(),
  /** Changes what the review says, or nothing. System dialogs ask for what they ask otherwise. */
  'settings-file/import': request<{ id: string; mode: ImportMode }, ImportOutcome>(),
  /** `discarded` false if its import is already written: then that answers. */
  'settings-file/discard': request<{ id: string }, { discarded: boolean }>(),

  /**
   * Fetches a stream token (specification 4.10) and keeps it in main for a while; the page only
   * gets its length.
   */
  'stream-token/fetch': request<
    null,
    { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }
  >(),
  'stream-token/reveal': request<null, { token: string }>(),
  /** Copies to the clipboard, cleared after 30 s if it still holds the token. */
  'stream-token/copy': request<null, { clearsAt: UnixSeconds }>(),
}

export const accountTopics = {
  'app-state': push<AppStateView>(),
  accounts: push<AccountsView>(),
  'connect-steps': push<{ draftId: string; steps: ConnectStep[] }>(),
}
