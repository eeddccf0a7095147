// How often each target was looked up since the account was opened, and since when: orders share
// the lookups by turns, so one counts only for those whose turn it was.
import {
  type IntentItem,
  isFillMissing,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { type ExchangeRecords, isClosed } from './order-records.js'
import { absentAfter } from './order-settlement.js'

export class LookupCount {
  /** After so many lookups, more rarely help. */
  readonly #firstChecks: number
  /** By target: how often, and when first, in ticks. */
  readonly #looks = new Map<string, { count: number; first: number }>()

  constructor(firstChecks: number) {
    this.#firstChecks = firstChecks
  }

  isLookedAt(intent: OrderIntent, { index }: IntentItem): boolean {
    return (this.#looks.get(keyOf(intent, index))?.count ?? 0) >= this.#firstChecks
  }

  /** `records` null if nothing was read. `searched`: the lists reach back far enough for it. */
  count(
    intent: OrderIntent,
    {
      began,
      searched,
      records,
    }: {
      began: number
      searched: boolean
      records: ExchangeRecords | null
    },
  ): void {
    if (records === null && searched) return
    for (const item of openTargets(intent)) {
      if (records !== null && searched && !wasRead(item, records)) continue
      const key = keyOf(intent, item.index)
      const { count, first } = this.#looks.get(key) ?? { count: 0, first: began }
      this.#looks.set(key, { count: count + 1, first })
    }
  }

  /**
   * Each unsettled target was looked up as often as it helps, over at least the time two lookups
   * must be apart.
   */
  isLookedUp(intent: OrderIntent, began: number): boolean {
    const left = openTargets(intent)
    const isLongAgo = ({ index }: IntentItem): boolean => {
      const { first = began } = this.#looks.get(keyOf(intent, index)) ?? {}
      return began - first >= absentAfter * 1000
    }
    return (
      intent.state === 'acknowledged' &&
      left.length > 0 &&
      left.every((item) => this.isLookedAt(intent, item) && isLongAgo(item))
    )
  }
}

function keyOf({ id }: OrderIntent, index: number): string {
  return `${id} ${index}`
}

/** A price that could not be read this time is read again, unless it is closed to the key. */
function wasRead(item: IntentItem, { targets, closing }: ExchangeRecords): boolean {
  if (item.target?.kind === 'order') return targets.has(item.target.id)
  if (!isFillMissing(item)) return true
  const reads = closing.get(item.target?.id ?? '')?.reads
  return reads?.every(({ problem }) => problem === null || isClosed(problem)) ?? false
}
