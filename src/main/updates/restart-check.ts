// What a restart would cut off. The record is asked for every account: an order of one that is closed now counts like any other.
import type { WhyNotNow } from './updates.js'

export type RestartGateParts = {
  /** Orders of any account whose result is unknown; null where the record cannot be read. */
  unfinishedOrders(): number | null
  /** Orders whose answer is awaited. */
  ordersUnderWay(): number
  boxesOpen(): number
}

export const createRestartGate =
  ({ unfinishedOrders, ordersUnderWay, boxesOpen }: RestartGateParts): WhyNotNow =>
  () => {
    if (ordersUnderWay() > 0) return 'An order is in progress. Restart when its result is there.'
    const unfinished = unfinishedOrders()
    if (unfinished === null) return 'The record of orders cannot be read, so it is not known whether one is unfinished.'
    if (unfinished > 0)
      return 'The result of an order is unknown, in this account or another one. Resolve it on the Trade screen, then restart.'
    if (boxesOpen() > 0) return 'A question is waiting for your answer. Answer it first.'
    return null
  }
