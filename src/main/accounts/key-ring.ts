// Where the keys of a profile come from and go to, by the storage the person chose for it. Nothing in this room can read a key: it
// is handed on, and wiped.
import type { KeyState, Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { LeftBehind } from './left-behind.js'

/** One half of a key, which can only be wiped here. */
export type Wipeable = { wipe(): void }
export type KeyPair<Held extends Wipeable> = { readonly apiKey: Held; readonly apiSecret: Held }

/** What is needed of the vault. It keeps and hands out copies: whoever holds a pair wipes it. */
export type VaultPort<Held extends Wipeable> = {
  /** What the keychain calls itself. */
  describe(): string
  store(profileId: string, keys: KeyPair<Held>): Promise<Result<null, Problem>>
  load(profileId: string): Promise<Result<KeyPair<Held>, Problem>>
  /** `not-found`: the keychain that answers now is open and holds no such entry. */
  remove(profileId: string): Promise<Result<'removed' | 'not-found', Problem>>
  holdForSession(profileId: string, keys: KeyPair<Held>): void
  endSession(profileId: string): void
}

export type KeyRingPorts = {
  /** Which keychains a key was put into, by the id of its profile. */
  entries: {
    of(profileId: string): Result<string[], Problem>
    note(profileId: string, keychain: string): Result<null, Problem>
    forget(profileId: string): Result<null, Problem>
  }
  /** A key may live on in a keychain that does not answer now. */
  leftBehind(left: LeftBehind): void
}

export type KeyTrouble = { state: Exclude<KeyState, 'unknown' | 'accepted' | 'rejected'>; problem: Problem }

export type KeyRing<Held extends Wipeable> = {
  /** Keeps a copy in the keychain, proven. */
  store(profileId: string, keys: KeyPair<Held>): Promise<Result<null, Problem>>
  /** Keeps a copy in memory until the app ends. */
  hold(profileId: string, keys: KeyPair<Held>): void
  /** A copy for the caller to wipe. A session-only key of an earlier run is gone, and the keychain is not asked for it. */
  load(profile: Pick<Profile, 'id' | 'keyStorage'>): Promise<Result<KeyPair<Held>, KeyTrouble>>
  /**
   * Ends well only when the keychain that answers now holds no copy, and tells where one may be in another. A keychain is only asked where
   * the key was put into one.
   */
  remove(profile: Pick<Profile, 'id' | 'name' | 'keyStorage'>): Promise<Result<null, Problem>>
}

export const wipeKeys = (keys: KeyPair<Wipeable>): void => {
  keys.apiKey.wipe()
  keys.apiSecret.wipe()
}

const sessionEnded: KeyTrouble = {
  state: 'session-ended',
  problem: {
    code: 'gone',
    reason: 'SESSION_ENDED',
    message: 'The key of this profile was kept for one session only, and that session is over. Enter it again to go on watching.',
  },
}

/** The keychain says nothing about why it gave nothing: locked and missing are one state, and neither deletes anything (SEC-8). */
const troubleOf = (problem: Problem): KeyTrouble => ({
  state: problem.code === 'keychain-locked' ? 'locked-or-missing' : 'keychain-trouble',
  problem,
})

export const createKeyRing = <Held extends Wipeable>(vault: VaultPort<Held>, { entries, leftBehind }: KeyRingPorts): KeyRing<Held> => {
  const held = new Set<string>()

  /** What is proven of one keychain is not proven of another: several may answer by the same name, one after the other. */
  const settleEntries = ({ id, name }: Pick<Profile, 'id' | 'name'>, found: boolean): void => {
    const asked = vault.describe()
    const known = entries.of(id)
    const put = (known.ok ? known.value : ['']).filter((keychain) => !found || (keychain !== '' && keychain !== asked))
    if (put.length > 0) leftBehind({ profile: { id, name }, asked, found, put })
    entries.forget(id)
  }

  return {
    store: async (profileId, keys) => {
      const stored = await vault.store(profileId, keys)
      if (!stored.ok) return stored
      held.delete(profileId)
      entries.note(profileId, vault.describe())
      return stored
    },
    hold: (profileId, keys) => {
      vault.holdForSession(profileId, keys)
      held.add(profileId)
    },
    load: async ({ id, keyStorage }) => {
      if (keyStorage === 'session' && !held.has(id)) return fail(sessionEnded)
      const loaded = await vault.load(id)
      return loaded.ok ? loaded : fail(troubleOf(loaded.error))
    },
    remove: async ({ id, name, keyStorage }) => {
      if (keyStorage !== 'keychain') {
        vault.endSession(id)
        held.delete(id)
        return ok(null)
      }
      const removed = await vault.remove(id)
      if (!removed.ok) return removed
      settleEntries({ id, name }, removed.value === 'removed')
      return ok(null)
    },
  }
}
