// What a restart would cut off. The record is asked for every account: an order of one that is closed now counts like any other.
import type { WhyNotNow } from './updates.js'

export type RestartGateParts = {
  /** Orders of any account of which nobody knows yet what became; null where the record cannot be read. */
  unfinishedOrders(): number | null
  /** Orders whose answer is awaited. */
  ordersUnderWay(): number
  boxesOpen(): number
}

export const createRestartGate =
  ({ unfinishedOrders, ordersUnderWay, boxesOpen }: RestartGateParts): WhyNotNow =>
  () => {
    if (ordersUnderWay() > 0) return 'An order is under way. Restart when its answer is there.'
    const unfinished = unfinishedOrders()
    if (unfinished === null) return 'The record of orders cannot be read, so nobody knows whether one is unfinished.'
    if (unfinished > 0) return 'Nobody knows yet what became of an order, in this account or another one. Restart when that is settled.'
    if (boxesOpen() > 0) return 'A question is waiting for your answer. Answer it first.'
    return null
  }
