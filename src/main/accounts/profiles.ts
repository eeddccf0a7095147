// Renaming and deleting. A deletion is recorded before it begins and ends only when the keychain that answers is proven to hold nothing of
// it, so that a crash or a locked keychain in between never leaves a key behind unnoticed (SEC-14).
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { fail, type Result } from '../../shared/result.js'
import type { CredentialStore } from './credential-store.js'
import type { ProfileRepository } from './profile-repository.js'
import { checkName } from './profile-name.js'
import type { AppState } from './app-state.js'

export type ProfilesParts = {
  profiles: Pick<ProfileRepository, 'list' | 'update' | 'markForDeletion' | 'awaitingDeletion' | 'remove'>
  keys: Pick<CredentialStore, 'remove' | 'sweep'>
  /** Orders of the account whose answer is awaited. */
  ordersInFlight(profileId: string): number
  /** Orders of the account that are on record and not over: found in the middle, of unknown outcome, or keeping a market blocked. */
  openOrders(profileId: string): Result<OrderIntent[], Problem>
  /** The list changed; the active profile may be gone from it. */
  listChanged(): void
  appState: Pick<AppState, 'notify'>
}

export type Profiles = {
  rename(profileId: string, name: string): Result<null, Problem>
  /** Deletes key, then data. Where that cannot end now, the profile is gone from the list and the rest is done at the next start. */
  remove(profileId: string): Promise<Result<null, Problem>>
  /** At start: goes on with what could not end before, deletions and saves. Asks the keychain only if there is any. */
  finishDeletions(): Promise<void>
}

const orderUnderWay: Problem = {
  code: 'busy',
  message: 'An order is still in progress. Wait for its result: the record of it is deleted with its account.',
}
/** The result is unknown. One that was never signed was never sent. */
const isUnknown = ({ state }: OrderIntent): boolean => state === 'unknown' || state === 'sending'

/** Why an account is not deleted: the record of such an order is all that the user has to find out its result. */
const unresolved = ({ name }: Profile, orders: readonly OrderIntent[]): Problem | null => {
  const left = orders.filter((order) => order.blocks || isUnknown(order))
  const [first] = left
  if (first === undefined) return null
  const more = left.length - 1
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'order' : 'orders'} of “${name}” wait like it`
  const what = isUnknown(first)
    ? `The result of “${first.act}” is unknown${others}.`
    : `Mismatch: the exchange accepted something else than was sent for “${first.act}”${others}.`
  const all = more === 0 ? 'it' : 'them'
  return {
    code: 'order-unresolved',
    message: `${what} What is known goes with the account. Open “${name}” and resolve ${all} on the Trade screen first.`,
    reason: 'ORDER_UNRESOLVED',
  }
}

const unknownProfile: Problem = { code: 'gone', message: 'There is no such profile any more.' }

export const createProfiles = (parts: ProfilesParts): Profiles => {
  const { profiles, keys, appState } = parts

  const finish = async (profile: Profile): Promise<Result<null, Problem>> => {
    const removed = await keys.remove(profile)
    const erased = removed.ok ? profiles.remove(profile.id) : removed
    if (erased.ok) return erased
    const left = removed.ok ? 'Its key is gone, but its data could not be removed.' : 'Its key may still be in the keychain.'
    const text = `${left} ${erased.error.message} Plimsoll tries again at its next start.`
    appState.notify({ level: 'caution', title: `"${profile.name}" is not deleted completely`, text })
    return erased
  }

  return {
    rename: (profileId, typed) => {
      const known = profiles.list()
      if (!known.ok) return known
      const profile = known.value.find(({ id }) => id === profileId)
      if (profile === undefined) return fail(unknownProfile)
      const name = checkName(typed, known.value, profileId)
      if (!name.ok) return fail({ code: 'bad-input', message: name.error, fields: { name: [name.error] } })
      const updated = profiles.update({ ...profile, name: name.value })
      if (updated.ok) parts.listChanged()
      return updated
    },
    remove: async (profileId) => {
      const known = profiles.list()
      if (!known.ok) return known
      const profile = known.value.find(({ id }) => id === profileId)
      if (profile === undefined) return fail(unknownProfile)
      if (parts.ordersInFlight(profileId) > 0) return fail(orderUnderWay)
      const open = parts.openOrders(profileId)
      if (!open.ok) return open
      const against = unresolved(profile, open.value)
      if (against !== null) return fail(against)
      const marked = profiles.markForDeletion(profileId)
      if (!marked.ok) return marked
      // Closes it if it is open, so that no call is made with a key that is being deleted.
      parts.listChanged()
      return finish(profile)
    },
    finishDeletions: async () => {
      const waiting = profiles.awaitingDeletion()
      if (waiting.ok) for (const profile of waiting.value) await finish(profile)
      const [listed, deleting] = [profiles.list(), profiles.awaitingDeletion()]
      // A list that cannot be read must not look like an installation without accounts.
      const inKeychain = listed.ok ? listed.value.filter(({ keyStorage }) => keyStorage === 'keychain') : []
      if (listed.ok && deleting.ok) await keys.sweep([...inKeychain, ...deleting.value].map(({ id }) => id))
    },
  }
}
