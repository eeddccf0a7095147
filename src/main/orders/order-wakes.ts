// The stream names an order whose outcome is looked up: that is done now instead of at its next
// turn. What the message says of the order is never used, so one that is late, repeated or out of
// order costs a lookup at most. Only that there is such an order is kept, against lists without it.
import type { OrderIds } from '../../shared/orders/order.js'
import type { IntentItem, OrderIntent } from '../../shared/orders/trading.js'
import type { Timing } from '../../shared/time.js'

/**
 * Milliseconds to wait for further messages: an order that is changed elsewhere ends under its old
 * id first, and opens under its new one after that.
 */
const togetherWithin = 200
/** Milliseconds between two lookups that messages ask for, however many there are. */
const lookupSpacing = 1000

function isNamed({ clientOrderId, target, order }: IntentItem, named: OrderIds): boolean {
  const { id, clientOrderId: ours } =
    target?.kind === 'order' ? target : { id: order?.id, clientOrderId }
  return id === named.id || (ours !== '' && ours === named.clientOrderId)
}

const keyOf = (intentId: string, index: number): string => `${intentId} ${index}`

export type OrderWakes = {
  named: (order: OrderIds) => void
  /** Whether the stream named this order since it was sent. */
  wasNamed: (intentId: string, index: number) => boolean
  /** The response to this order was lost, or left something open. */
  leftOpen: (intentId: string) => void
  stop: () => void
}

/**
 * `openItems`: what is still looked up of each order. `inFlight`: orders without a response yet.
 */
export function createOrderWakes(parts: {
  timing: Timing
  openItems: () => { intentId: string; items: readonly IntentItem[] }[]
  inFlight: () => OrderIntent[]
  lookUp: (intentIds: ReadonlySet<string>) => Promise<void>
}): OrderWakes {
  const { timing } = parts
  let wanted = new Set<string>()
  /** Named while their responses were on the way. */
  const early = new Set<string>()
  const exists = new Set<string>()
  let latest = -Infinity
  let isLookingUp = false
  let isStopped = false
  let cancel: (() => void) | null = null

  const lookUp = async (): Promise<void> => {
    const intentIds = wanted
    wanted = new Set()
    latest = timing.ticks()
    isLookingUp = true
    try {
      await parts.lookUp(intentIds)
    } finally {
      isLookingUp = false
      wake()
    }
  }

  function wake(): void {
    if (wanted.size === 0 || cancel !== null || isLookingUp || isStopped) return
    const untilNext = latest + lookupSpacing - timing.ticks()
    cancel = timing.after(untilNext > togetherWithin ? untilNext : togetherWithin, () => {
      cancel = null
      void lookUp()
    })
  }

  /** Whether it is one of these. */
  const note = (intentId: string, items: readonly IntentItem[], order: OrderIds): boolean => {
    const found = items.filter((item) => isNamed(item, order))
    for (const { index } of found) exists.add(keyOf(intentId, index))
    return found.length > 0
  }

  return {
    named: (order: OrderIds): void => {
      for (const { intentId, items } of parts.openItems())
        if (note(intentId, items, order)) wanted.add(intentId)
      const inFlight = parts.inFlight()
      for (const id of early) if (!inFlight.some((intent) => intent.id === id)) early.delete(id)
      for (const { id, items } of inFlight) if (note(id, items, order)) early.add(id)
      wake()
    },
    wasNamed: (intentId: string, index: number): boolean => exists.has(keyOf(intentId, index)),
    leftOpen: (intentId: string): void => {
      if (early.delete(intentId)) wanted.add(intentId)
      wake()
    },
    stop: (): void => {
      isStopped = true
      cancel?.()
      cancel = null
    },
  }
}
