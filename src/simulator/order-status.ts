// What an order's status is called in each dialect.
import type { Dialect } from '../shared/domain/account.js'
import type { RestingOrder } from './world.js'

/** Why what is left of an order is not worked on: it was to be filled at once, met an order of its own account, or the book ended. */
export type Ending = 'ioc' | 'self-trade' | 'taker-band'

const liveEnding: Record<Ending, string> = {
  ioc: 'CANCELED',
  'self-trade': 'CANCELED_STP',
  'taker-band': 'CANCELED_TAKER_BAND',
}

/** The specification has one word for every ending (3.2). */
export const statusOnWire = (status: RestingOrder['status'], ending: Ending | null, dialect: Dialect): string => {
  if (dialect === 'spec') return ending === null ? status : 'CANCELLED'
  if (ending !== null) return liveEnding[ending]
  return status === 'NEW' ? 'OPEN' : status
}
