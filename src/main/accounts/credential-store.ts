// Where a profile's keys are read from and stored, by the storage the user chose. Nothing here
// reads a key: keys are only passed on and wiped.
import type { KeyState, Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Problem } from '../../shared/problem.js'
import { keychainWaits } from '../../shared/accounts/keychain-wait.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Keychain } from '../keychain/keychain.js'
import { type Credentials, type Secret, wipeCredentials } from '../keychain/secret.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { KeychainEntryRepository } from './profile-repository.js'

/**
 * A key that could not be removed because it is in a different keychain from the one now in use.
 */
export type OrphanedKey = {
  profile: { id: string; name: MessageOrText }
  /** The keychain that responded. */
  asked: string
  /** Whether it held an entry, which is now removed. */
  found: boolean
  /** The keychains the key was stored in; '' if the name was not recorded. */
  put: string[]
}

/** Names the entry the user has to delete. */
export function orphanedKeyNotice({
  profile,
  asked,
  found,
  put,
}: OrphanedKey): Pick<Notice, 'level' | 'title' | 'text'> {
  const others = put.filter((name) => name !== '' && name !== asked).join(', ')
  const values = { asked, id: profile.id }
  return {
    level: 'caution',
    title: messageOf('accounts.orphaned-key.title', { name: profile.name }),
    text: found
      ? messageOf('accounts.orphaned-key.removed', { ...values, others })
      : others === ''
        ? messageOf('accounts.orphaned-key.not-found', values)
        : messageOf('accounts.orphaned-key.put', { ...values, others }),
  }
}

/** It stores and returns copies: each holder wipes its own. */
export type KeychainForKeys = Pick<
  Keychain,
  | 'describe'
  | 'trialEntryOf'
  | 'store'
  | 'load'
  | 'probe'
  | 'endWait'
  | 'remove'
  | 'holdForSession'
  | 'endSession'
>

export type KeyTrouble = {
  state: Exclude<KeyState, 'unknown' | 'accepted' | 'rejected'>
  problem: Problem
}

const sessionEnded: KeyTrouble = {
  state: 'session-ended',
  problem: {
    code: 'gone',
    reason: 'SESSION_ENDED',
    message: messageOf('accounts.session-ended'),
  },
}

const notEntered: KeyTrouble = {
  state: 'not-entered',
  problem: {
    code: 'gone',
    reason: 'NOT_ENTERED',
    message: messageOf('accounts.key-not-entered'),
  },
}

const otherKey: KeyTrouble = {
  state: 'keychain-trouble',
  problem: {
    code: 'keychain-trouble',
    reason: 'OTHER_KEY',
    message: messageOf('accounts.other-key'),
  },
}

/**
 * The keychain does not say why it returned nothing: locked and missing are one state, and neither
 * deletes anything (SEC-8).
 */
function troubleOf(problem: Problem): KeyTrouble {
  return {
    state: problem.code === 'keychain-locked' ? 'locked-or-missing' : 'keychain-trouble',
    problem,
  }
}

/** The keychain's prompt may be open. A key returned later is still used. */
export const keyAwaited: KeyTrouble = { state: 'locked-or-missing', problem: keychainWaits }

export type CredentialStore = {
  /** Stores a copy in the keychain and verifies it. */
  store: (profileId: string, keys: Credentials) => Promise<Result<null, Problem>>
  /**
   * Keeps a copy in memory until the app quits or is locked. A key wiped by a lock meanwhile must
   * be entered again.
   */
  hold: (profileId: string, keys: Credentials) => void
  /**
   * A copy that the caller wipes. A session-only key from an earlier run is gone, and the keychain
   * is not called for it.
   */
  load: (
    parts: Pick<Profile, 'id' | 'keyStorage' | 'keyHint'>,
  ) => Promise<Result<Credentials, KeyTrouble>>
  /** Wipes every key held only in memory. */
  endSessions: () => void
  /**
   * Whether the keychain currently stores and returns items: if so, a key it does not return is
   * missing.
   */
  works: () => Promise<Result<null, KeyTrouble>>
  /** The user tries again: a pending keychain prompt no longer holds up the new try. */
  endWait: () => void
  /**
   * Succeeds only if the keychain now in use holds no copy, and reports if one may be in another. A
   * keychain is only called if the key was stored in one.
   */
  remove: (parts: Pick<Profile, 'id' | 'name' | 'keyStorage'>) => Promise<Result<null, Problem>>
  /**
   * At start: removes keychain entries from earlier runs that belong to no profile, e.g. after a
   * save that timed out and completed late.
   */
  sweep: (profileIds: readonly string[]) => Promise<void>
}

export function createCredentialStore(
  keychain: KeychainForKeys,
  parts: {
    /** Whether this is the public key the profile was saved with, as far as its hint shows. */
    isKeyOf(profile: Pick<Profile, 'keyHint'>, apiKey: Secret): boolean
    entries: KeychainEntryRepository
    /** A key may remain in a keychain that is not reachable now. */
    onOrphanedKey(orphan: OrphanedKey): void
  },
): CredentialStore {
  const { entries, onOrphanedKey, isKeyOf } = parts
  const sessionOnly = new Set<string>()
  /** Entries of this run: their profile may be about to be recorded. */
  const enteredNow = new Set<string>()

  /**
   * What is verified for one keychain says nothing about another: several may respond under the
   * same name, one after the other.
   */
  const forgetEntries = ({ id, name }: OrphanedKey['profile'], found: boolean): void => {
    const asked = keychain.describe()
    const known = entries.of(id)
    const put = (known.ok ? known.value : ['']).filter(
      (keychain) => !found || (keychain !== '' && keychain !== asked),
    )
    if (put.length > 0) onOrphanedKey({ profile: { id, name }, asked, found, put })
    entries.forget(id)
  }

  /** An unreadable record may contain it. */
  const mayBeInKeychain = (entry: string): boolean => {
    const put = entries.of(entry)
    return !put.ok || put.value.length > 0
  }

  return {
    store: async (profileId: string, keys: Credentials): Promise<Result<null, Problem>> => {
      // Recorded before the call: a call that timed out may still store a key.
      const trial = keychain.trialEntryOf(profileId)
      for (const entry of [profileId, trial]) {
        enteredNow.add(entry)
        const noted = entries.note(entry, keychain.describe())
        if (!noted.ok) return noted
      }
      const stored = await keychain.store(profileId, keys)
      if (!stored.ok) return stored
      sessionOnly.delete(profileId)
      if (!stored.value.trialLeft) entries.forget(trial)
      return ok(null)
    },
    hold: (profileId: string, keys: Credentials): void => {
      if (keys.apiKey.wiped || keys.apiSecret.wiped) return
      keychain.holdForSession(profileId, keys)
      sessionOnly.add(profileId)
    },
    load: async ({
      id,
      keyStorage,
      keyHint,
    }: Pick<Profile, 'id' | 'keyStorage' | 'keyHint'>): Promise<
      Result<Credentials, KeyTrouble>
    > => {
      if (keyStorage === 'session' && !sessionOnly.has(id))
        return fail(keyHint === '' ? notEntered : sessionEnded)
      const loaded = await keychain.load(id)
      if (!loaded.ok) return fail(troubleOf(loaded.error))
      if (isKeyOf({ keyHint }, loaded.value.apiKey)) return loaded
      wipeCredentials(loaded.value)
      return fail(otherKey)
    },
    endSessions: (): void => {
      for (const id of sessionOnly) keychain.endSession(id)
      sessionOnly.clear()
    },
    works: async (): Promise<Result<null, KeyTrouble>> => {
      const proven = await keychain.probe()
      return proven.ok ? proven : fail(troubleOf(proven.error))
    },
    endWait: (): void => keychain.endWait(),
    remove: async ({
      id,
      name,
      keyStorage,
    }: Pick<Profile, 'id' | 'name' | 'keyStorage'>): Promise<Result<null, Problem>> => {
      if (keyStorage !== 'keychain') {
        keychain.endSession(id)
        sessionOnly.delete(id)
        return ok(null)
      }
      const trial = keychain.trialEntryOf(id)
      if (mayBeInKeychain(trial)) {
        const gone = await keychain.remove(trial)
        if (!gone.ok) return gone
        entries.forget(trial)
      }
      const removed = await keychain.remove(id)
      if (!removed.ok) return removed
      forgetEntries({ id, name }, removed.value === 'removed')
      return ok(null)
    },
    sweep: async (profileIds: readonly string[]): Promise<void> => {
      const known = entries.all()
      for (const entry of known.ok ? known.value : []) {
        if (profileIds.includes(entry) || enteredNow.has(entry) || sessionOnly.has(entry)) continue
        const removed = await keychain.remove(entry)
        if (!removed.ok) continue
        const put = entries.of(entry)
        const elsewhere = !put.ok || put.value.some((backend) => backend !== keychain.describe())
        // The only recorded keychain holds no entry: the save never reached it, so there is nothing
        // to report.
        if (removed.value === 'removed' || elsewhere)
          forgetEntries(
            { id: entry, name: messageOf('accounts.orphaned-key.failed-save') },
            removed.value === 'removed',
          )
        else entries.forget(entry)
      }
    },
  }
}
