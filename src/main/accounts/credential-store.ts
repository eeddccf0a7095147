// Where the keys of a profile come from and go to, by the storage the user chose for it. Nothing here can read a key: it is handed on, and
// wiped.
import type { KeyState, Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Credentials, type Secret, wipeCredentials } from '../keychain/secret.js'
import type { Keychain } from '../keychain/keychain.js'
import type { KeychainEntryRepository } from './keychain-entry-repository.js'
import type { OrphanedKey } from './orphaned-key.js'

/** It keeps and hands out copies: whoever holds a pair wipes it. */
export type KeychainForKeys = Pick<
  Keychain,
  'describe' | 'trialEntryOf' | 'store' | 'load' | 'probe' | 'remove' | 'holdForSession' | 'endSession'
>

export type CredentialStoreParts = {
  /** Whether this is the public key the profile was saved with, as far as its hint shows. */
  isKeyOf(profile: Pick<Profile, 'keyHint'>, apiKey: Secret): boolean
  entries: KeychainEntryRepository
  /** A key may live on in a keychain that does not answer now. */
  onOrphanedKey(orphan: OrphanedKey): void
}

export type KeyTrouble = { state: Exclude<KeyState, 'unknown' | 'accepted' | 'rejected'>; problem: Problem }

export type CredentialStore = {
  /** Keeps a copy in the keychain, proven. */
  store(profileId: string, keys: Credentials): Promise<Result<null, Problem>>
  /** Keeps a copy in memory until the app ends. */
  hold(profileId: string, keys: Credentials): void
  /** A copy, which whoever asked for it wipes. A session-only key of an earlier run is gone, and the keychain is not called for it. */
  load(profile: Pick<Profile, 'id' | 'keyStorage' | 'keyHint'>): Promise<Result<Credentials, KeyTrouble>>
  /** Whether the keychain takes and gives anything now: where it does, a key that it does not give is missing. */
  works(): Promise<Result<null, KeyTrouble>>
  /**
   * Succeeds only when the keychain that answers now holds no copy, and reports where one may be in another. A keychain is only called
   * where the key was put into one.
   */
  remove(profile: Pick<Profile, 'id' | 'name' | 'keyStorage'>): Promise<Result<null, Problem>>
  /** At a start: removes what an earlier run put into the keychain for no profile, as after a save that timed out and ended late. */
  sweep(profileIds: readonly string[]): Promise<void>
}

const sessionEnded: KeyTrouble = {
  state: 'session-ended',
  problem: {
    code: 'gone',
    reason: 'SESSION_ENDED',
    message: 'The key of this profile was kept for one session only, and that session is over. Enter it again to resume monitoring.',
  },
}

const otherKey: KeyTrouble = {
  state: 'keychain-trouble',
  problem: {
    code: 'keychain-trouble',
    reason: 'OTHER_KEY',
    message:
      'The keychain holds another key for this profile than the one it was saved with, so it is not used: it may belong to another account. Enter the key of this profile again.',
  },
}

/** The keychain gives no reason why it gave nothing: locked and missing are one state, and neither deletes anything (SEC-8). */
const troubleOf = (problem: Problem): KeyTrouble => ({
  state: problem.code === 'keychain-locked' ? 'locked-or-missing' : 'keychain-trouble',
  problem,
})

export const createCredentialStore = (
  keychain: KeychainForKeys,
  { entries, onOrphanedKey, isKeyOf }: CredentialStoreParts,
): CredentialStore => {
  const sessionOnly = new Set<string>()
  /** Entries of this run: their profile may be about to be recorded. */
  const enteredNow = new Set<string>()

  /** What is proven of one keychain is not proven of another: several may answer by the same name, one after the other. */
  const forgetEntries = ({ id, name }: Pick<Profile, 'id' | 'name'>, found: boolean): void => {
    const asked = keychain.describe()
    const known = entries.of(id)
    const put = (known.ok ? known.value : ['']).filter((keychain) => !found || (keychain !== '' && keychain !== asked))
    if (put.length > 0) onOrphanedKey({ profile: { id, name }, asked, found, put })
    entries.forget(id)
  }

  /** What cannot be read may have been noted. */
  const mayBeInKeychain = (entry: string): boolean => {
    const put = entries.of(entry)
    return !put.ok || put.value.length > 0
  }

  return {
    store: async (profileId, keys) => {
      // Noted before anything is attempted: a call that is given up on may still put a key away.
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
    hold: (profileId, keys) => {
      keychain.holdForSession(profileId, keys)
      sessionOnly.add(profileId)
    },
    load: async ({ id, keyStorage, keyHint }) => {
      if (keyStorage === 'session' && !sessionOnly.has(id)) return fail(sessionEnded)
      const loaded = await keychain.load(id)
      if (!loaded.ok) return fail(troubleOf(loaded.error))
      if (isKeyOf({ keyHint }, loaded.value.apiKey)) return loaded
      wipeCredentials(loaded.value)
      return fail(otherKey)
    },
    works: async () => {
      const proven = await keychain.probe()
      return proven.ok ? proven : fail(troubleOf(proven.error))
    },
    remove: async ({ id, name, keyStorage }) => {
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
    sweep: async (profileIds) => {
      const known = entries.all()
      for (const entry of known.ok ? known.value : []) {
        if (profileIds.includes(entry) || enteredNow.has(entry) || sessionOnly.has(entry)) continue
        const removed = await keychain.remove(entry)
        if (!removed.ok) continue
        const put = entries.of(entry)
        const elsewhere = !put.ok || put.value.some((backend) => backend !== keychain.describe())
        // The only keychain it was noted for holds none: the save never reached it, and there is nothing to report.
        if (removed.value === 'removed' || elsewhere) forgetEntries({ id: entry, name: 'a save that failed' }, removed.value === 'removed')
        else entries.forget(entry)
      }
    },
  }
}
