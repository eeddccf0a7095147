// The main balance as text for a file: every amount exactly as the exchange sent it, with the time it was true.
import { csvRow } from '../../shared/csv.js'
import type { Profile } from '../../shared/domain/account.js'
import type { Feed } from '../../shared/domain/feed.js'
import type { AssetBalance } from '../../shared/domain/portfolio.js'
import { type Unreadable, unreadableName, unreadableReason } from '../../shared/domain/unreadable.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Exported } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Clock, isoDay, isoTime, type UnixSeconds } from '../../shared/time.js'
import type { SaveDialog } from '../desktop/dialogs.js'

type Owner = Pick<Profile, 'name' | 'region' | 'keyHint'>
type Balance = Pick<Feed<AssetBalance[]>, 'value' | 'asOf' | 'unreadable'>

/** One row for each asset. Of one that could not be read the amount is empty and `note` says so. */
export const balancesCsv = (
  owner: Owner,
  assets: readonly AssetBalance[],
  unreadable: readonly Unreadable[],
  asOf: UnixSeconds,
): string => {
  const row = (asset: string, amount: string | null, note: string | null): string =>
    csvRow([isoTime(asOf), owner.name, owner.region, owner.keyHint, 'main', asset, amount, note])
  return [
    csvRow(['as_of_utc', 'profile', 'region', 'key', 'wallet', 'asset', 'amount', 'note']),
    ...assets.map(({ asset, amount }) => row(asset, amount, null)),
    ...unreadable.map((one) => row(unreadableName(one), null, `could not be read: ${unreadableReason(one)}`)),
  ].join('')
}

const notReadYet: Problem = { code: 'gone', message: 'The balance has not been read yet, so there is nothing to export.' }

/** Writes the newest balance there is to a file that the user chooses. */
export const exportBalances = async (
  owner: Owner,
  { value, asOf, unreadable = [] }: Balance,
  { clock, saveText }: { clock: Clock } & Pick<SaveDialog, 'saveText'>,
): Promise<Result<Exported, Problem>> => {
  if (value === null || asOf === null) return fail(notReadYet)
  const text = balancesCsv(owner, value, unreadable, asOf)
  const saved = await saveText({ suggestedName: `plimsoll-balances-${isoDay(clock())}.csv`, text })
  if (!saved.ok) return saved
  const rows = value.length + unreadable.length
  return ok(saved.value === null ? { saved: false, rows: 0, file: null } : { saved: true, rows, file: saved.value.file })
}
