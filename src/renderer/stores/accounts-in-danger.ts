import type { AccountSummary } from '../../shared/domain/account-summary.js'
import type { UnixSeconds } from '../../shared/time.js'
import { isKeyTrouble } from '../format/words.js'

/** Seconds an account may be without figures before that is worth an alarm, where nothing else calls: it is on its way after a start. */
const starting = 15

type Since = ReadonlyMap<string, UnixSeconds>

export const noneUnmonitored: Since = new Map()

/** Since when each account that cannot be seen now has not been seen. */
export const noteUnmonitored = (since: Since, summaries: readonly AccountSummary[], now: UnixSeconds): Since =>
  new Map(summaries.filter(({ level }) => level === 'unmonitored').map(({ profile }) => [profile.id, since.get(profile.id) ?? now]))

/** The accounts in danger, and those not monitored, in the order they came. */
export const accountsInDanger = (summaries: readonly AccountSummary[], unmonitoredSince: Since, now: UnixSeconds): AccountSummary[] =>
  summaries.filter((summary) => {
    if (summary.level === 'danger') return true
    if (summary.level !== 'unmonitored') return false
    return summary.calling > 0 || isKeyTrouble(summary.keyState) || now - (unmonitoredSince.get(summary.profile.id) ?? now) >= starting
  })
