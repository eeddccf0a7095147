// Saves a checked key and its profile, so that a failure leaves neither a key without a profile nor a profile without a key.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Target } from './connect-form.js'
import type { Credentials, Secret } from '../keychain/secret.js'
import type { CredentialStore } from './credential-store.js'
import { checkName } from './profile-name.js'
import type { ProfileRepository } from './profile-repository.js'

export type SaveParts = {
  /** First four … last four characters of the public key. */
  keyHint(apiKey: Secret): string
  keys: CredentialStore
  profiles: Pick<ProfileRepository, 'list' | 'add' | 'update'>
}

export type SaveRequest = {
  target: Target
  /** The profile that gets a new key and keeps everything else; null for a new one. */
  existing: Profile | null
  profileId: string
  keys: Credentials
  storage: 'keychain' | 'session'
  now: UnixSeconds
}

const unknownProfile: Problem = { code: 'gone', message: 'The profile was deleted in the meantime. Nothing was stored.' }

/** The key is in the keychain before the profile is recorded: a recorded profile always had its key. */
const saveNew = async ({ keys, profiles }: SaveParts, profile: Profile, pair: Credentials): Promise<Result<Profile, Problem>> => {
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
  const message = `${added.error.message} The key that was already put into the keychain could not be taken out again: remove the entry "plimsoll" there.`
  return fail({ ...added.error, message })
}

/** The record first: if the key cannot be stored, the record goes back and the old key is still the one that counts. */
const replaceKey = async (
  { keys, profiles }: SaveParts,
  before: Profile,
  after: Profile,
  pair: Credentials,
): Promise<Result<Profile, Problem>> => {
  const updated = profiles.update(after)
  if (!updated.ok) return updated
  // What leaves the keychain must be gone from it: a session-only key with an old one behind it would not be session-only.
  const put = after.keyStorage === 'keychain' ? await keys.store(after.id, pair) : await keys.remove(before)
  if (!put.ok) {
    profiles.update(before)
    return put
  }
  if (after.keyStorage === 'session') keys.hold(after.id, pair)
  return ok(after)
}

/** The saved profile, or why neither it nor its key was stored. */
export const saveProfile = async (
  parts: SaveParts,
  { target, existing, profileId, keys, storage, now }: SaveRequest,
): Promise<Result<Profile, Problem>> => {
  const listed = parts.profiles.list()
  if (!listed.ok) return listed
  const before = existing === null ? null : (listed.value.find(({ id }) => id === existing.id) ?? null)
  if (existing !== null && before === null) return fail(unknownProfile)
  const name = checkName(target.name, listed.value, existing?.id ?? null)
  if (!name.ok) return fail({ code: 'bad-input', message: name.error, fields: { name: [name.error] } })
  const profile: Profile = {
    ...target,
    id: profileId,
    keyHint: parts.keyHint(keys.apiKey),
    keyStorage: storage,
    createdAt: before?.createdAt ?? now,
  }
  return before === null ? saveNew(parts, profile, keys) : replaceKey(parts, before, profile, keys)
}
