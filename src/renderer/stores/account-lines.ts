import type { Profile } from '../../shared/domain/account.js'
import type { AccountSummary } from '../../shared/domain/account-summary.js'
import { coloursOf } from '../format/account-colours.js'

/** One line of the list of accounts. */
export type AccountLine = {
  profile: Profile
  colour: number
  /** Null until main has told how it stands. */
  summary: AccountSummary | null
}

/**
 * What was told of the accounts there are, in the order it came. The session says who there is, and what they are called: what was told of an
 * account that is gone by now is dropped.
 */
export const currentSummaries = (profiles: readonly Profile[], told: readonly AccountSummary[]): AccountSummary[] => {
  const known = new Map(profiles.map((profile) => [profile.id, profile]))
  return told.flatMap((summary) => {
    const profile = known.get(summary.profile.id)
    return profile === undefined ? [] : [{ ...summary, profile }]
  })
}

/** In the order of the profiles, which stays. */
export const accountLines = (profiles: readonly Profile[], summaries: readonly AccountSummary[]): AccountLine[] => {
  const colours = coloursOf(profiles)
  const told = new Map(summaries.map((summary) => [summary.profile.id, summary]))
  return profiles.map((profile) => ({ profile, colour: colours.get(profile.id) ?? 0, summary: told.get(profile.id) ?? null }))
}

/** In the order main told of them, the worst first; then those that it has not told of yet. */
export const worstFirst = (lines: readonly AccountLine[], summaries: readonly AccountSummary[]): AccountLine[] => {
  const places = new Map(summaries.map(({ profile }, at) => [profile.id, at]))
  const placeOf = ({ profile }: AccountLine): number => places.get(profile.id) ?? summaries.length
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b))
}
