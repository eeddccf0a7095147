// What an account may be called.
import type { Profile } from '../../shared/domain/account.js'
import { fail, ok, type Result } from '../../shared/result.js'

const longestName = 60

/** Line breaks and other controls, and the marks that make text read backwards: a name stands in every confirmation. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * The name as it will be shown, or a sentence for the field. Two profiles whose names read the same would be mixed up in a
 * confirmation, so that is refused; `ownId` is the profile that is being named, which may keep its name.
 */
export const checkName = (typed: string, profiles: readonly Profile[], ownId: string | null): Result<string, string> => {
  const name = typed.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return fail('Enter a name.')
  if ([...name].length > longestName) return fail(`A name has at most ${String(longestName)} characters.`)
  if (misleading.test(name)) return fail('A name must be one line of plain text.')
  const isTaken = profiles.some((other) => other.id !== ownId && other.name.toLowerCase() === name.toLowerCase())
  return isTaken ? fail(`There is already a profile named "${name}".`) : ok(name)
}
