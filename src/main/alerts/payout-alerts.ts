// Where mining pays out must not change unnoticed: whoever changes it takes everything mined from then on.
import type { SeenPayout } from '../../shared/domain/payout.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Evaluation, AlertCandidate } from './alert-candidate.js'
import { plainName } from './plain-text.js'

type Seen = {
  accountName: string
  destination: string
  externalAddress: string | null
  /** When it was first seen to be so. */
  at: UnixSeconds
  /** Missing in what earlier versions remembered. */
  keyHint?: string | null
}

/** The last destination seen of each pool account, the one checked longest ago first. Saved: the field names are those on disk. */
export type PayoutState = { seen: Seen[] }

export const noPayouts: PayoutState = { seen: [] }

const mostAccounts = 100

const entryOf = ({ destination: { accountName, destination, externalAddress }, at, keyHint }: SeenPayout): Seen => ({
  accountName,
  destination,
  externalAddress,
  at,
  keyHint,
})

type AlertText = Pick<AlertCandidate, 'title' | 'text'>

const changed = (name: string): AlertText => ({
  title: `Mining payout of ${name} was changed`,
  text: 'It goes somewhere else than Plimsoll remembers. If this was not you, secure your account now.',
})

/** Perhaps the key of another exchange account, which pays out elsewhere by right; perhaps a theft at just that time. */
const changedWithKey = (name: string): AlertText => ({
  title: `Mining payout of ${name} differs under the new key`,
  text: 'The earlier key showed another. If both are of one exchange account and this was not you, secure it now.',
})

const candidateFor = (last: Seen, now: Seen): AlertCandidate => {
  const name = plainName(now.accountName)
  const [before, after] = [last.keyHint ?? null, now.keyHint ?? null]
  const isOtherKey = before !== null && after !== null && before !== after
  const sideOf = ({ destination, externalAddress, at }: Seen) => ({ destination, externalAddress, seenAt: at })
  return {
    // Every change is a matter of its own: changing back must not hide that it was changed.
    key: `payout:${now.accountName}@${now.at}`,
    kind: 'payout-changed',
    level: 'danger',
    subject: { key: `payout:${now.accountName}`, name },
    found: 'new',
    ...(isOtherKey ? changedWithKey(name) : changed(name)),
    endTitle: '',
    cause: {
      accountName: now.accountName,
      old: isOtherKey ? { ...sideOf(last), key: before } : sideOf(last),
      new: isOtherKey ? { ...sideOf(now), key: after } : sideOf(now),
    },
  }
}

/** One good answer. `known` is what the list of mining accounts remembers, for where nothing is saved here; the first answer raises nothing. */
export const evaluatePayout = (answer: SeenPayout, before: PayoutState, known: SeenPayout | null): Evaluation<PayoutState> => {
  const now = entryOf(answer)
  const kept = before.seen.find(({ accountName }) => accountName === now.accountName)
  const last = kept ?? (known === null ? undefined : entryOf(known))
  const isSame = last?.destination === now.destination && last.externalAddress === now.externalAddress
  const isKeyNews = now.keyHint !== null && last?.keyHint !== now.keyHint
  const entry = last === undefined || !isSame ? now : isKeyNews ? { ...last, keyHint: now.keyHint } : last
  const others = before.seen.filter((one) => one !== kept)
  const state = entry === before.seen.at(-1) ? before : { seen: [...others, entry].slice(-mostAccounts) }
  return { candidates: last === undefined || isSame ? [] : [candidateFor(last, now)], resolved: [], state }
}

/** Nothing is known of the account any more: the next answer is its first. What it raised before stays for a person to see. */
export const forgetPayout = (accountName: string, before: PayoutState): Evaluation<PayoutState> => {
  const seen = before.seen.filter((one) => one.accountName !== accountName)
  return { candidates: [], resolved: [], state: seen.length === before.seen.length ? before : { seen } }
}
