// What the demo remembers while it runs. It ends with it: nothing of a demo ever reaches the store of real accounts.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Loan, LoanAnswer } from '../../shared/domain/loan.js'
import type { Position } from '../../shared/domain/position.js'
import { ok } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'

type Values = { positions: Position[]; loan: LoanAnswer; balance: AssetBalance[] }
type Snapshots = { [F in keyof Values]: Map<string, { value: Values[F]; asOf: UnixSeconds }> }

/** Points of the demo's history lines; the oldest give way. */
const mostSamples = 2000

export type DemoMemory = ReturnType<typeof createDemoMemory>

export const createDemoMemory = () => {
  const kept: Snapshots = { positions: new Map(), loan: new Map(), balance: new Map() }
  const balances: { at: UnixSeconds; balances: readonly AssetBalance[] }[] = []
  const loans: { at: UnixSeconds; loan: Loan }[] = []
  const nonces = new Map<string, string>()

  const limit = (list: unknown[]): void => {
    if (list.length > mostSamples) list.shift()
  }

  return {
    snapshots: {
      last: <F extends keyof Values>(profileId: string, feed: F) => ok(kept[feed].get(profileId) ?? null),
      remember: <F extends keyof Values>(profileId: string, feed: F, value: Values[F], asOf: UnixSeconds): void => {
        kept[feed].set(profileId, { value, asOf })
      },
    },
    samples: {
      addBalance: (_profileId: string, at: UnixSeconds, some: readonly AssetBalance[]): void => {
        balances.push({ at, balances: some })
        limit(balances)
      },
      addLoan: (_profileId: string, at: UnixSeconds, loan: Loan): void => {
        loans.push({ at, loan })
        limit(loans)
      },
      loans: (_profileId: string, { from, to }: { from: UnixSeconds; to: UnixSeconds }) =>
        ok(loans.filter(({ at }) => at >= from && at <= to).map(({ at, loan }) => ({ ...loan, at }))),
      all: () => ({ balances: [...balances], loans: [...loans] }),
    },
    /** High-water marks of nonces, by key. */
    nonces: {
      highWater: (keyId: string): string | null => nonces.get(keyId) ?? null,
      raise: (keyId: string, nonce: string): void => {
        nonces.set(keyId, nonce)
      },
    },
  }
}
