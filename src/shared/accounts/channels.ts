import type { Profile } from './account.js'
import type { AccountsView } from './account-summary.js'
import type { ConnectCheck, ConnectForm, ConnectStep } from './connect.js'
import type { AppStateView } from './app-state.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from '../channel.js'

export const accountChannels = {
  'app-state/read': request<null, AppStateView>(),
  'demo/enter': request<null, null>(),
  'demo/leave': request<null, null>(),
  'notices/dismiss': request<{ id: string }, null>(),

  /**
   * Calls ping, then balance, with the key in the form. Stores nothing. Steps arrive on
   * `connect-steps` as they end.
   */
  'connect/check': request<ConnectForm, ConnectCheck>(),
  'connect/save': request<{ draftId: string; storage: 'keychain' | 'session' }, Profile>(),
  'connect/discard': request<{ draftId: string }, null>(),

  /** Every account in a line each, the worst first. */
  'accounts/read': request<null, AccountsView>(),
  'profiles/rename': request<{ id: string; name: string }, null>(),
  'profiles/switch': request<{ id: string }, null>(),
  /**
   * Removes the keychain entry, verifies that it is gone, then everything stored for the profile.
   */
  'profiles/delete': request<{ id: string }, null>(),
  /**
   * Asks in a dialog of the system, then removes what can be read again of the profile, and keeps
   * its key, its settings and its order journal.
   */
  'profiles/reset': request<{ id: string }, null>(),
  /** Asks the keychain again for the profile's key; may bring up the system's unlock prompt. */
  'profiles/unlock': request<{ id: string }, null>(),

  /**
   * Fetches a stream token (specification 4.10) and keeps it in main for a while; the page gets its
   * length only.
   */
  'stream-token/fetch': request<
    null,
    { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }
  >(),
  'stream-token/reveal': request<null, { token: string }>(),
  /** To the clipboard, cleared after 30 s if it still holds the token. */
  'stream-token/copy': request<null, { clearsAt: UnixSeconds }>(),
}

export const accountTopics = {
  'app-state': push<AppStateView>(),
  accounts: push<AccountsView>(),
  'connect-steps': push<{ draftId: string; steps: ConnectStep[] }>(),
}
