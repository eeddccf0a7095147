// Which entry of a bulk answer is about which order: by the echoed id first, by place where no id says otherwise, and never by a guess
// (specification 2.6 and 4.6 leave open which members are absent and how long the array is).
import type { BulkEntry, Order } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem } from '../../shared/domain/trading.js'
import { sameOrder, verdictOf, type Verdict } from './echo-check.js'

const unknown = (order: Order | null = null, problem: Problem | null = null, mismatch: string[] = []): Verdict => ({
  state: 'unknown',
  order,
  problem,
  mismatch,
})
const rejected = (problem: Problem): Verdict => ({ state: 'rejected', order: null, problem, mismatch: [] })
const notProcessed: Verdict = { state: 'not-processed', order: null, problem: null, mismatch: [] }

const unassignedRefusal: Problem = {
  code: 'refused',
  message: 'The exchange refused this order. Its answer does not say which of its refusals belongs to which order.',
}

const idOf = (entry: BulkEntry): string => {
  if (entry.kind === 'refused') return ''
  return entry.order?.clientOrderId ?? (entry.kind === 'unclear' ? entry.clientOrderId : undefined) ?? ''
}

export const mapBulkAnswer = (items: readonly IntentItem[], entries: readonly BulkEntry[], stopOnFail: boolean): IntentItem[] => {
  const numberOfId = new Map(items.map(({ clientOrderId }, number) => [clientOrderId, number]))
  /** Places in the answer that name each item. */
  const claims = new Map<number, number[]>()
  for (const [place, entry] of entries.entries()) {
    const number = numberOfId.get(idOf(entry))
    if (number !== undefined) claims.set(number, [...(claims.get(number) ?? []), place])
  }
  const claimed = new Set([...claims.values()].flat())
  const inOrder = [...claims].every(([number, places]) => places.every((place) => place === number))

  // Processing stops at the one order that fails (4.6), so nothing comes behind its refusal.
  const stopped = stopOnFail && entries.findIndex(({ kind }) => kind === 'refused') === entries.length - 1 && entries.length > 0
  /** An answer that is short for another reason left an order out: only what comes before a named order is sure of its place. */
  const isPlaceSure = (number: number): boolean =>
    entries.length >= items.length || stopped || [...claims.keys()].some((named) => named > number)

  const byClaim = (item: IntentItem, places: number[]): Verdict => {
    const [place] = places
    const entry = place === undefined ? undefined : entries[place]
    if (entry === undefined || entry.kind === 'refused') return unknown()
    if (places.length > 1) return unknown(entry.order, null, ['The exchange reported this order more than once.'])
    return entry.kind === 'placed' ? verdictOf(item, entry.order) : unknown(entry.order, entry.problem)
  }

  const byPlace = (item: IntentItem, number: number): Verdict => {
    const entry = entries[number]
    if (entry === undefined) return stopped ? notProcessed : unknown()
    // The entry at this place belongs to another order: then none is about this one.
    if (claimed.has(number)) return unknown()
    if (entry.kind === 'refused') return isPlaceSure(number) ? rejected(entry.problem) : unknown()
    if (entry.kind === 'unclear') return unknown(entry.order, entry.problem)
    return sameOrder(item, entry.order)
      ? verdictOf(item, entry.order)
      : unknown(entry.order, null, ['The exchange reported an order here that fits none of this request.'])
  }

  // In a shuffled answer a refusal, which carries no id, tells only that one of the others was refused: enough where all of them were.
  const unclaimed = items.length - claims.size
  const unnamed = entries.filter((_, place) => !claimed.has(place))
  const [onlyRefusal] = unnamed
  const allRefused = unnamed.length === unclaimed && unnamed.every(({ kind }) => kind === 'refused')
  const shuffled = (): Verdict => {
    if (!allRefused) return unknown()
    return rejected(unclaimed === 1 && onlyRefusal?.kind === 'refused' ? onlyRefusal.problem : unassignedRefusal)
  }

  const verdicts = items.map((item, number) => {
    const places = claims.get(number)
    return places !== undefined ? byClaim(item, places) : inOrder ? byPlace(item, number) : shuffled()
  })
  const more = entries.length > items.length
  return items.map((item, number) => {
    const verdict = verdicts[number] ?? unknown()
    const isLast = number === items.length - 1
    const mismatch = isLast && more ? [...verdict.mismatch, 'The answer holds more orders than were sent.'] : verdict.mismatch
    return { ...item, ...verdict, mismatch }
  })
}
