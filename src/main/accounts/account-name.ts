// What an account may be called.
import type { Profile } from '../../shared/accounts/account.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { t } from '../../shared/messages/messages.js'

const longestName = 60

/**
 * Line breaks and other controls, and the marks that make text read backwards: a name stands in
 * every confirmation.
 */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * The name as it will be shown, or a sentence for the field. Two profiles whose names read the same
 * would be mixed up in a confirmation, so that is refused; `ownId` is the profile that is being
 * named, which may keep its name.
 */
export function checkName(
  typed: string,
  profiles: readonly Profile[],
  ownId: string | null,
): Result<string, string> {
  const name = typed.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return fail(t('accounts.name.missing'))
  if ([...name].length > longestName)
    return fail(t('accounts.name.too-long', { most: longestName }))
  if (misleading.test(name)) return fail(t('accounts.name.one-line'))
  const isTaken = profiles.some(
    (other) => other.id !== ownId && other.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? fail(t('accounts.name.taken', { name })) : ok(name)
}
