import type { Profile } from '../../shared/domain/account.js'
import type { AccountSummary } from '../../shared/domain/account-summary.js'
import { coloursOf } from '../format/account-colours.js'

/** One line of the list of accounts. */
export type AccountLine = {
  profile: Profile
  colour: number
  /** Null until main has sent it. */
  summary: AccountSummary | null
}

/** Under the names the session has for their accounts, in the order they came. That of an account that is gone by now is dropped. */
export const currentSummaries = (profiles: readonly Profile[], summaries: readonly AccountSummary[]): AccountSummary[] => {
  const known = new Map(profiles.map((profile) => [profile.id, profile]))
  return summaries.flatMap((summary) => {
    const profile = known.get(summary.profile.id)
    return profile === undefined ? [] : [{ ...summary, profile }]
  })
}

/** In the order of the profiles, which stays. */
export const accountLines = (profiles: readonly Profile[], summaries: readonly AccountSummary[]): AccountLine[] => {
  const colours = coloursOf(profiles)
  const byId = new Map(summaries.map((summary) => [summary.profile.id, summary]))
  return profiles.map((profile) => ({ profile, colour: colours.get(profile.id) ?? 0, summary: byId.get(profile.id) ?? null }))
}

/** In the order of the summaries, the worst first; then those without one. */
export const worstFirst = (lines: readonly AccountLine[], summaries: readonly AccountSummary[]): AccountLine[] => {
  const places = new Map(summaries.map(({ profile }, at) => [profile.id, at]))
  const placeOf = ({ profile }: AccountLine): number => places.get(profile.id) ?? summaries.length
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b))
}
