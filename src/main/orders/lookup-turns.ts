// What one lookup reads of the exchange's lists: what is read by ids takes turns, so that nothing
// is skipped.
import type { OrderIntent } from '../../shared/orders/trading.js'
import { rulesOf } from './kinds/kinds.js'
import type { RecordsWanted } from './order-records.js'
import { flightBegan } from './order-settlement.js'

export class LookupTurns {
  /** By id, the round in which an order to be cancelled was last requested: each has its own. */
  readonly #askedById = new Map<string, number>()
  #turns = 0

  /** `most`: by their ids. `skew`: of the clocks, in seconds. */
  wanted(
    searched: readonly OrderIntent[],
    { most, urgent, skew }: { most: number; urgent: boolean; skew: number | null },
  ): RecordsWanted {
    const wanted = searched.map((intent) => ({ intent, ...rulesOf(intent).recordsWanted(intent) }))
    const markets = new Map<string, number>()
    for (const { intent, markets: theirs } of wanted)
      for (const market of theirs) {
        const from = flightBegan(intent, skew)
        if (from < (markets.get(market) ?? Infinity)) markets.set(market, from)
      }
    const targets = this.#inTurn(
      wanted.flatMap((one) => one.targets),
      most,
    )
    const closed = this.#inTurn(
      wanted.flatMap((one) => one.closed ?? []),
      most,
    )
    const purses = [...new Set(wanted.flatMap((one) => one.purses ?? []))]
    const investments = wanted.some((one) => one.investments)
    const linked = wanted.some((one) => one.linked === true)
    return { markets, investments, targets, closed, purses, linked, urgent }
  }

  /** As many as one lookup reads by their ids: those first whose turn was longest ago. */
  #inTurn<Target extends { id: string }>(targets: Target[], most: number): Target[] {
    const next = targets
      .toSorted((a, b) => (this.#askedById.get(a.id) ?? -1) - (this.#askedById.get(b.id) ?? -1))
      .slice(0, most)
    for (const { id } of next) this.#askedById.set(id, (this.#turns += 1))
    return next
  }
}
