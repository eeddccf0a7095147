// Where the keys of a profile come from and go to, by the storage the person chose for it. Nothing in this room can read a key: it
// is handed on, and wiped.
import type { KeyState, Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Credentials, type Secret, wipeCredentials } from '../keychain/secret.js'
import type { LeftBehind } from './orphaned-key.js'

/** What is needed of the vault. It keeps and hands out copies: whoever holds a pair wipes it. */
export type VaultPort = {
  /** What the keychain calls itself. */
  describe(): string
  /** The entry that is there only while a key for this profile is stored. */
  trialOf(profileId: string): string
  /** `trialLeft`: that entry could not be proven gone. */
  store(profileId: string, keys: Credentials): Promise<Result<{ trialLeft: boolean }, Problem>>
  load(profileId: string): Promise<Result<Credentials, Problem>>
  /** Proves that the keychain works. May bring up the system's unlock prompt. */
  probe(): Promise<Result<null, Problem>>
  /** `not-found`: the keychain that answers now is open and holds no such entry. */
  remove(profileId: string): Promise<Result<'removed' | 'not-found', Problem>>
  holdForSession(profileId: string, keys: Credentials): void
  endSession(profileId: string): void
}

export type KeyRingPorts = {
  /** Whether this is the public key the profile was saved with, as far as its hint tells. */
  isKeyOf(profile: Pick<Profile, 'keyHint'>, apiKey: Secret): boolean
  /** Which keychains a key was put into, by the id of its profile. */
  entries: {
    of(profileId: string): Result<string[], Problem>
    all(): Result<string[], Problem>
    note(profileId: string, keychain: string): Result<null, Problem>
    forget(profileId: string): Result<null, Problem>
  }
  /** A key may live on in a keychain that does not answer now. */
  leftBehind(left: LeftBehind): void
}

export type KeyTrouble = { state: Exclude<KeyState, 'unknown' | 'accepted' | 'rejected'>; problem: Problem }

export type KeyRing = {
  /** Keeps a copy in the keychain, proven. */
  store(profileId: string, keys: Credentials): Promise<Result<null, Problem>>
  /** Keeps a copy in memory until the app ends. */
  hold(profileId: string, keys: Credentials): void
  /** A copy for the caller to wipe. A session-only key of an earlier run is gone, and the keychain is not asked for it. */
  load(profile: Pick<Profile, 'id' | 'keyStorage' | 'keyHint'>): Promise<Result<Credentials, KeyTrouble>>
  /** Whether the keychain takes and gives anything now: where it does, a key that it does not give is missing. */
  works(): Promise<Result<null, KeyTrouble>>
  /**
   * Ends well only when the keychain that answers now holds no copy, and tells where one may be in another. A keychain is only asked where
   * the key was put into one.
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

/** The keychain says nothing about why it gave nothing: locked and missing are one state, and neither deletes anything (SEC-8). */
const troubleOf = (problem: Problem): KeyTrouble => ({
  state: problem.code === 'keychain-locked' ? 'locked-or-missing' : 'keychain-trouble',
  problem,
})

export const createKeyRing = (vault: VaultPort, { entries, leftBehind, isKeyOf }: KeyRingPorts): KeyRing => {
  const held = new Set<string>()
  /** Entries of this run: their profile may be about to be recorded. */
  const ofThisRun = new Set<string>()

  /** What is proven of one keychain is not proven of another: several may answer by the same name, one after the other. */
  const settleEntries = ({ id, name }: Pick<Profile, 'id' | 'name'>, found: boolean): void => {
    const asked = vault.describe()
    const known = entries.of(id)
    const put = (known.ok ? known.value : ['']).filter((keychain) => !found || (keychain !== '' && keychain !== asked))
    if (put.length > 0) leftBehind({ profile: { id, name }, asked, found, put })
    entries.forget(id)
  }

  /** What cannot be read may have been noted. */
  const isNoted = (entry: string): boolean => {
    const put = entries.of(entry)
    return !put.ok || put.value.length > 0
  }

  return {
    store: async (profileId, keys) => {
      // Noted before anything is attempted: a call that is given up on may still put a key away.
      const trial = vault.trialOf(profileId)
      for (const entry of [profileId, trial]) {
        ofThisRun.add(entry)
        const noted = entries.note(entry, vault.describe())
        if (!noted.ok) return noted
      }
      const stored = await vault.store(profileId, keys)
      if (!stored.ok) return stored
      held.delete(profileId)
      if (!stored.value.trialLeft) entries.forget(trial)
      return ok(null)
    },
    hold: (profileId, keys) => {
      vault.holdForSession(profileId, keys)
      held.add(profileId)
    },
    load: async ({ id, keyStorage, keyHint }) => {
      if (keyStorage === 'session' && !held.has(id)) return fail(sessionEnded)
      const loaded = await vault.load(id)
      if (!loaded.ok) return fail(troubleOf(loaded.error))
      if (isKeyOf({ keyHint }, loaded.value.apiKey)) return loaded
      wipeCredentials(loaded.value)
      return fail(otherKey)
    },
    works: async () => {
      const proven = await vault.probe()
      return proven.ok ? proven : fail(troubleOf(proven.error))
    },
    remove: async ({ id, name, keyStorage }) => {
      if (keyStorage !== 'keychain') {
        vault.endSession(id)
        held.delete(id)
        return ok(null)
      }
      const trial = vault.trialOf(id)
      if (isNoted(trial)) {
        const gone = await vault.remove(trial)
        if (!gone.ok) return gone
        entries.forget(trial)
      }
      const removed = await vault.remove(id)
      if (!removed.ok) return removed
      settleEntries({ id, name }, removed.value === 'removed')
      return ok(null)
    },
    sweep: async (profileIds) => {
      const known = entries.all()
      for (const entry of known.ok ? known.value : []) {
        if (profileIds.includes(entry) || ofThisRun.has(entry) || held.has(entry)) continue
        const removed = await vault.remove(entry)
        if (!removed.ok) continue
        const put = entries.of(entry)
        const elsewhere = !put.ok || put.value.some((keychain) => keychain !== vault.describe())
        // The only keychain it was noted for holds none: the save never reached it, and there is nothing to tell.
        if (removed.value === 'removed' || elsewhere) settleEntries({ id: entry, name: 'a save that failed' }, removed.value === 'removed')
        else entries.forget(entry)
      }
    },
  }
}
