// Which names an account may have.
import type { Profile } from '../../shared/accounts/account.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

const longestName = 60

/** Line breaks, control characters and bidirectional marks: every confirmation shows the name. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * Whatever leaves no mark, so that two names look the same. The selector that gives an emoji its
 * colours is part of how names are typed.
 */
const invisible = /[\p{Cf}\u2800]|(?!\ufe0f)\p{DI}|(?<!\p{ExtPict})\ufe0f/u

/** For names that nobody typed here. */
export function hasInvisible(name: string): boolean {
  return invisible.test(name)
}

/**
 * The name as it will be shown, or an error sentence for the field. Two profiles with names that
 * look the same could be confused in a confirmation, so that is refused. `ownId`: the profile being
 * named, which may keep its name.
 */
export function checkName(
  typed: string,
  profiles: readonly Profile[],
  ownId: string | null,
): Result<string, Message> {
  const name = typed.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return fail(messageOf('accounts.name.missing'))
  if ([...name].length > longestName)
    return fail(messageOf('accounts.name.too-long', { most: longestName }))
  if (misleading.test(name)) return fail(messageOf('accounts.name.one-line'))
  const isTaken = profiles.some(
    (other) => other.id !== ownId && other.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? fail(messageOf('accounts.name.taken', { name })) : ok(name)
}
