// Orders of an account from the moment they are confirmed until they are answered: written down first, then let go, then listened to.
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, OrderIntent } from '../../shared/domain/trading.js'
import { touches } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { newIntent, withStep } from './intent-state.js'
import { idsTaken } from './order-checks.js'
import type { Released } from './order-review.js'
import { sightingOf } from './reconciliation.js'
import type { OrderHome } from './order-journal.js'
import { sendOrder } from './order-execution.js'
import type { OrderSession } from './order-session.js'
import { marketsOf } from './order-words.js'
import type { OrdersPorts } from './orders-ports.js'

export type OrderDispatch = {
  home: OrderHome
  release(order: Released): Result<{ intentId: string }, Problem>
}

export type DispatchPorts = {
  ports: Pick<OrdersPorts, 'clock' | 'timing' | 'journal' | 'newId' | 'circumstances' | 'refreshAfterWrite' | 'log'>
  session: OrderSession
  isOpen(): boolean
  changed(intent: OrderIntent): void
}

const notWritten = (problem: Problem): Problem => ({
  ...problem,
  message: `It could not be recorded, so it was not sent. ${problem.message}`,
})

export const createOrderDispatch = ({ ports, session, isOpen, changed }: DispatchPorts): OrderDispatch => {
  const { clock, timing, journal } = ports
  const { profile, memory, book, tally } = session

  /** Whole milliseconds: finer ones say nothing about a network. */
  const msSince = (since: number): number => {
    const ms = timing.ticks() - since
    return ms - (ms % 1)
  }

  const noteRetry = ({ id, retryOf, act }: OrderIntent): void => {
    const original = retryOf === null ? null : book.find(retryOf)
    if (original?.ok !== true || original.value === null) return
    book.put(withStep(original.value, clock(), 'retried', `Tried again as “${act}”.`, { intent: id }))
  }

  /** Positions as they were before this order; null where an order of ours may have changed them since they were seen. */
  const sightingBefore = ({ draft }: Released): Evidence['before'] => {
    const { value, asOf, unreadable } = ports.circumstances().positions
    if (value === null || asOf === null) return null
    const markets = marketsOf(draft.items)
    // One that is unknown may change them at any moment.
    const unknown = marketsOf(book.open().flatMap(({ state, items }) => (state === 'unknown' ? items : [])))
    const isDisturbed =
      touches(unreadable, markets) || markets.some((market) => unknown.includes(market) || book.mayHaveChanged(market, asOf))
    return isDisturbed ? null : sightingOf(markets, value, asOf)
  }

  const freshIntent = (order: Released): OrderIntent =>
    newIntent({
      id: ports.newId(),
      profile,
      draft: order.draft,
      prepared: order.prepared,
      preparedAt: order.preparedAt,
      confirmedAt: clock(),
      evidenceBefore: sightingBefore(order),
      askedTwice: order.askedTwice,
    })

  const home: OrderHome = {
    profileId: profile.id,
    record: memory.orders,
    isOpen,
    current: (intentId) => {
      const found = book.find(intentId)
      return found.ok ? found.value : null
    },
    adopt: book.hold,
    writeFirst: (next) => {
      const written = book.putFirstOnDisk(next)
      if (written.ok) changed(next)
      return written
    },
    write: (next) => {
      const written = book.put(next)
      if (!written.ok) ports.log('what became of an order could not be written down yet', { intent: next.id, state: next.state })
      changed(next)
      if (next.state !== 'not-sent' && isOpen()) ports.refreshAfterWrite(next.kind)
    },
  }

  const release = (order: Released): Result<{ intentId: string }, Problem> => {
    const confirmedTicks = timing.ticks()
    const { checked, draft } = order
    const fresh = freshIntent(order)
    const notionals = checked.lines.map(({ quote, notional }) => ({ quote, notional }))
    const added = memory.orders.add(fresh, notionals)
    if (!added.ok) return fail(notWritten(added.error))
    const ids = draft.items.map(({ clientOrderId }) => clientOrderId)
    if (added.value === 'taken') return fail(idsTaken(draft.items, ids))
    const intent = { ...fresh, ms: { ...fresh.ms, written: msSince(confirmedTicks) } }
    book.hold(intent)
    tally.add(intent, notionals)
    noteRetry(intent)
    /** A later opening of the same account keeps the order in a book of its own. */
    const homeNow = (): OrderHome => journal.homeOf(intent.id, home)
    const way = sendOrder(order.client.mover, order.prepared, confirmedTicks, {
      clock,
      timing,
      msSince,
      current: () => homeNow().current(intent.id) ?? intent,
      writeFirst: (next) => homeNow().writeFirst(next),
      write: (next) => homeNow().write(next),
      broke: (fault) => ports.log('an answer was not taken in', { intent: intent.id, fault }),
    })
    journal.add(intent.id, home, way)
    changed(intent)
    return ok({ intentId: intent.id })
  }

  return { home, release }
}
