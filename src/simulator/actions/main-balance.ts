// Specification 4.2.
import { accepted, refused } from '../answer.js'
import type { Action } from '../action.js'
import { isNothing } from '../engine/decimal-text.js'
import { held } from '../engine/ledger.js'

/**
 * Assets with zero balance are left out in the specification's dialect, as it allows; the live service shows them, and knows a
 * `ticker` that asks for one asset alone.
 */
export const mainBalance: Action = ({ world, body, dialect }) => {
  const ticker = body['ticker']
  const live = dialect === 'live'
  if (live && ticker !== undefined && ticker !== null) {
    if (typeof ticker !== 'string') return refused(422, 0, 'Validation failed', { ticker: ['validation.string'] })
    return accepted({ main_balance: Object.hasOwn(world.ledger.main, ticker) ? held(world.ledger, 'main', ticker) : '0' })
  }
  const shown = Object.entries(world.ledger.main).filter(([, amount]) => live || !isNothing(amount))
  return accepted(Object.fromEntries(shown.map(([asset, amount]) => [asset, { main_balance: amount }])))
}
