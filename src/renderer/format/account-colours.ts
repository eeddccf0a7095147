// A colour for each account, to tell them apart at a glance. Never the only sign: the name stands beside it.
import type { Profile } from '../../shared/domain/account.js'

/** As many as there are `--account-…` tokens. */
export const accountColours = 8

/** Even over random ids, and the same on every computer. */
const hashOf = (text: string): number => [...text].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 0x1_0000_0000, 7)

const olderFirst = (a: Profile, b: Profile): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/**
 * The colour of each account by its id. An account takes the one its id leads to, or the next that fewer have, so that an account added later
 * never changes those that were there. The demo comes and goes, so it comes last.
 */
export const coloursOf = (profiles: readonly Profile[]): ReadonlyMap<string, number> => {
  const taken = Array.from({ length: accountColours }, () => 0)
  const colours = new Map<string, number>()
  const isDemo = ({ region }: Profile): boolean => region === 'demo'
  const lasting = profiles.filter((profile) => !isDemo(profile)).sort(olderFirst)
  for (const { id } of [...lasting, ...profiles.filter(isDemo)]) {
    const first = hashOf(id) % accountColours
    const inTurn = taken.map((_, step) => (first + step) % accountColours)
    const fewest = taken.reduce((least, count) => (count < least ? count : least))
    const colour = inTurn.find((one) => taken[one] === fewest) ?? first
    taken[colour] = fewest + 1
    colours.set(id, colour)
  }
  return colours
}

/** The first letter or digit of a name, as it stands in the account's mark; empty where there is none. */
export const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''
