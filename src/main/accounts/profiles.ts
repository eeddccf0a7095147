// How a profile is saved, renamed and deleted. A failed save leaves neither a key without a profile
// nor a profile without a key. A deletion is recorded before it begins and ends only once the
// keychain in use is verified to hold nothing of it, so a crash or a locked keychain never leaves a
// key behind unnoticed (SEC-14).
import type { Profile, Region } from '../../shared/accounts/account.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { keyHint, type Credentials } from '../keychain/secret.js'
import { checkName } from './account-name.js'
import type { AppState } from './app-state.js'
import type { CredentialStore } from './credential-store.js'
import type { ProfileRepository } from './profile-repository.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

function badName(message: Message) {
  return fail<Problem>({ code: 'bad-input', message, fields: { name: [message] } })
}

/** Where a profile connects, and its name. */
export type Target = Pick<Profile, 'name' | 'baseUrl' | 'dialect'> & {
  region: Exclude<Region, 'demo'>
}

export type SaveParts = {
  keys: CredentialStore
  profiles: Pick<ProfileRepository, 'list' | 'add' | 'update'>
}

const deletedMeanwhile: Problem = { code: 'gone', message: messageOf('accounts.deleted-meanwhile') }

/** The key is stored before the profile is recorded, so a recorded profile always had its key. */
async function saveNew(
  { keys, profiles }: SaveParts,
  profile: Profile,
  pair: Credentials,
): Promise<Result<Profile, Problem>> {
  if (profile.keyStorage === 'keychain') {
    const stored = await keys.store(profile.id, pair)
    if (!stored.ok) return stored
  }
  const added = profiles.add(profile)
  if (added.ok) {
    if (profile.keyStorage === 'session') keys.hold(profile.id, pair)
    return ok(profile)
  }
  const takenBack = await keys.remove(profile)
  if (takenBack.ok) return added
  const message = messageOf('accounts.key-not-taken-back', { message: added.error.message })
  return fail({ ...added.error, message })
}

/**
 * The record is written first: if the key cannot be stored, the record is restored and the old key
 * still counts.
 */
async function replaceKey(
  { keys, profiles }: SaveParts,
  before: Profile,
  after: Profile,
  pair: Credentials,
): Promise<Result<Profile, Problem>> {
  const updated = profiles.update(after)
  if (!updated.ok) return updated
  // The old key must be removed from the keychain: a session-only key with an old one behind it
  // would not be session-only.
  const put =
    after.keyStorage === 'keychain' ? await keys.store(after.id, pair) : await keys.remove(before)
  if (!put.ok) {
    profiles.update(before)
    return put
  }
  if (after.keyStorage === 'session') keys.hold(after.id, pair)
  return ok(after)
}

/**
 * The saved profile, or why neither it nor its key was stored. `existing`: gets a new key and keeps
 * everything else; null for a new one.
 */
export async function saveProfile(
  parts: SaveParts,
  draft: { target: Target; existing: Profile | null; profileId: string; keys: Credentials },
  keyStorage: 'keychain' | 'session',
  now: UnixSeconds,
): Promise<Result<Profile, Problem>> {
  const { target, existing, profileId, keys } = draft
  const listed = parts.profiles.list()
  if (!listed.ok) return listed
  const before = listed.value.find(({ id }) => id === existing?.id) ?? null
  if (existing !== null && before === null) return fail(deletedMeanwhile)
  const name = checkName(target.name, listed.value, existing?.id ?? null)
  if (!name.ok) return badName(name.error)
  const profile: Profile = {
    ...target,
    id: profileId,
    keyHint: keyHint(keys.apiKey),
    keyStorage,
    createdAt: before?.createdAt ?? now,
  }
  return before === null ? saveNew(parts, profile, keys) : replaceKey(parts, before, profile, keys)
}

const orderUnderWay: Problem = {
  code: 'busy',
  message: messageOf('accounts.delete.order-under-way'),
}
/** The outcome is unknown. An order that was never signed was never sent. */
const isUnknown = ({ state }: OrderIntent): boolean => state === 'unknown' || state === 'sending'

/**
 * Why an account is not deleted: such an order's record is the user's only means to find out its
 * outcome.
 */
function unresolved({ name }: Profile, orders: readonly OrderIntent[]): Problem | null {
  const left = orders.filter((order) => order.blocks || isUnknown(order))
  const [first] = left
  if (first === undefined) return null
  const more = left.length - 1
  const what = isUnknown(first) ? 'unknown' : 'mismatch'
  const values = { act: first.act, name }
  return {
    code: 'order-unresolved',
    message:
      more === 0
        ? messageOf(`accounts.delete.${what}`, values)
        : messageOf(`accounts.delete.${what}-and-more`, { ...values, more }),
    reason: 'ORDER_UNRESOLVED',
  }
}

export const unknownProfile: Problem = {
  code: 'gone',
  message: messageOf('accounts.no-such-profile'),
}

export function createProfiles(parts: {
  profiles: Pick<
    ProfileRepository,
    'list' | 'update' | 'markForDeletion' | 'awaitingDeletion' | 'remove'
  >
  keys: Pick<CredentialStore, 'remove' | 'sweep'>
  /** The destinations of alerts, whose secrets are in the same keychain. */
  destinationIds(): Result<string[], Problem>
  /** Orders of the account waiting for a response. */
  ordersInFlight(profileId: string): number
  /**
   * Recorded orders of the account that are not over: interrupted, of unknown outcome, or blocking
   * a market.
   */
  openOrders(profileId: string): Result<OrderIntent[], Problem>
  /** The list changed; the active profile may no longer be in it. */
  listChanged(): void
  appState: Pick<AppState, 'notify'>
}) {
  const { profiles, keys, appState } = parts

  const find = (profileId: string): Result<{ profile: Profile; known: Profile[] }, Problem> => {
    const known = profiles.list()
    if (!known.ok) return known
    const profile = known.value.find(({ id }) => id === profileId)
    return profile === undefined ? fail(unknownProfile) : ok({ profile, known: known.value })
  }

  const finish = async (profile: Profile): Promise<Result<null, Problem>> => {
    const removed = await keys.remove(profile)
    const erased = removed.ok ? profiles.remove(profile.id) : removed
    if (erased.ok) return erased
    const title = messageOf('accounts.delete.incomplete.title', { name: profile.name })
    const text = messageOf(`accounts.delete.incomplete.${removed.ok ? 'key-gone' : 'key-left'}`, {
      message: erased.error.message,
    })
    appState.notify({ level: 'caution', title, text })
    return erased
  }

  return {
    rename: (profileId: string, typed: string): Result<null, Problem> => {
      const found = find(profileId)
      if (!found.ok) return found
      const { profile, known } = found.value
      const name = checkName(typed, known, profileId)
      if (!name.ok) return badName(name.error)
      const updated = profiles.update({ ...profile, name: name.value })
      if (updated.ok) parts.listChanged()
      return updated
    },
    /**
     * Deletes the key, then the data. If that cannot finish now, the profile leaves the list and
     * the next start does the rest.
     */
    remove: async (profileId: string): Promise<Result<null, Problem>> => {
      const found = find(profileId)
      if (!found.ok) return found
      const { profile } = found.value
      if (parts.ordersInFlight(profileId) > 0) return fail(orderUnderWay)
      const open = parts.openOrders(profileId)
      if (!open.ok) return open
      const against = unresolved(profile, open.value)
      if (against !== null) return fail(against)
      const marked = profiles.markForDeletion(profileId)
      if (!marked.ok) return marked
      // Closes the account if open, so that no call uses a key being deleted.
      parts.listChanged()
      return finish(profile)
    },
    /**
     * At start: continues deletions and saves that could not finish earlier. Calls the keychain
     * only if there are any.
     */
    finishDeletions: async (): Promise<void> => {
      const waiting = profiles.awaitingDeletion()
      if (waiting.ok) for (const profile of waiting.value) await finish(profile)
      const [listed, deleting] = [profiles.list(), profiles.awaitingDeletion()]
      // A list that cannot be read must not look like an installation without accounts.
      const inKeychain = listed.ok
        ? listed.value.filter(({ keyStorage }) => keyStorage === 'keychain')
        : []
      const destinations = parts.destinationIds()
      if (listed.ok && deleting.ok && destinations.ok)
        await keys.sweep([
          ...[...inKeychain, ...deleting.value].map(({ id }) => id),
          ...destinations.value,
        ])
    },
  }
}
