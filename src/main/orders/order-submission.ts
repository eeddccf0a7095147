// From the confirmation of an order to its answer: recorded first, then sent, then listened to.
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, OrderIntent } from '../../shared/domain/trading.js'
import { touches } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { newIntent, withStep } from './intent-state.js'
import { idsTaken } from './pre-trade-checks.js'
import type { OrderDraft } from './order-draft.js'
import { executeOrder } from './in-flight-order.js'
import type { OrderOwner } from './order-journal.js'
import type { ConfirmedOrder } from './order-review.js'
import { marketsOf } from './order-text.js'
import type { OrdersPorts } from './orders-ports.js'
import { snapshotOf } from './reconcile-by-positions.js'
import type { TradingState } from './trading-state.js'

export type OrderSubmission = {
  owner: OrderOwner
  submit(order: ConfirmedOrder): Result<{ intentId: string }, Problem>
}

export type SubmissionPorts = {
  ports: Pick<OrdersPorts, 'clock' | 'timing' | 'journal' | 'random' | 'conditions' | 'refreshAfterWrite' | 'log'>
  trading: TradingState
  isOpen(): boolean
  changed(intent: OrderIntent): void
}

const notRecorded = (problem: Problem): Problem => ({
  ...problem,
  message: `It could not be recorded, so it was not sent. ${problem.message}`,
})

export const createOrderSubmission = ({ ports, trading, isOpen, changed }: SubmissionPorts): OrderSubmission => {
  const { clock, timing, journal, log } = ports
  const { profile, repositories, intents, usage } = trading

  const noteRetry = ({ id, retryOf, act }: OrderIntent): void => {
    const original = retryOf === null ? null : intents.find(retryOf)
    if (original?.ok !== true || original.value === null) return
    intents.saveOrKeep(withStep(original.value, clock(), 'retried', `Tried again as “${act}”.`, { intent: id }))
  }

  /** Null where an order of ours may have changed the positions since they were read. */
  const positionsBefore = ({ items }: OrderDraft): Evidence['before'] => {
    const { value, asOf, unreadable } = ports.conditions().positions
    if (value === null || asOf === null) return null
    const markets = marketsOf(items)
    // One that is unknown may change them at any moment.
    const unknown = marketsOf(intents.open().flatMap((intent) => (intent.state === 'unknown' ? intent.items : [])))
    const isUncertain =
      touches(unreadable, markets) || markets.some((market) => unknown.includes(market) || intents.mayHaveChanged(market, asOf))
    return isUncertain ? null : snapshotOf(markets, value, asOf)
  }

  const owner: OrderOwner = {
    profileId: profile.id,
    repository: repositories.orders,
    isOpen,
    current: (intentId) => {
      const found = intents.find(intentId)
      return found.ok ? found.value : null
    },
    takeOver: intents.set,
    save: (next) => {
      const saved = intents.save(next)
      if (saved.ok) changed(next)
      return saved
    },
    saveOrKeep: (next) => {
      const saved = intents.saveOrKeep(next)
      if (!saved.ok) log('what became of an order could not be written down yet', { intent: next.id, state: next.state })
      changed(next)
      if (next.state !== 'not-sent' && isOpen()) ports.refreshAfterWrite(next.kind)
    },
  }

  const submit = ({ client, draft, prepared, preparedAt, checked, askedTwice }: ConfirmedOrder): Result<{ intentId: string }, Problem> => {
    const confirmedTicks = timing.ticks()
    /** Whole milliseconds: finer ones say nothing about a network. */
    const msSinceConfirmed = (): number => {
      const ms = timing.ticks() - confirmedTicks
      return ms - (ms % 1)
    }
    const id = ports.random.newId()
    const confirmedAt = clock()
    const created = newIntent({ id, profile, draft, prepared, preparedAt, confirmedAt, before: positionsBefore(draft), askedTwice })
    const notionals = checked.lines.map(({ quote, notional }) => ({ quote, notional }))
    const added = repositories.orders.add(created, notionals)
    if (!added.ok) return fail(notRecorded(added.error))
    const clientOrderIds = draft.items.map(({ clientOrderId }) => clientOrderId)
    if (added.value === 'taken') return fail(idsTaken(draft.items, clientOrderIds))
    const intent = { ...created, ms: { ...created.ms, written: msSinceConfirmed() } }
    intents.set(intent)
    usage.add(intent, notionals)
    noteRetry(intent)
    const order = executeOrder({
      orderGateway: client.orderGateway,
      prepared,
      intent,
      confirmedTicks,
      msSinceConfirmed,
      clock,
      timing,
      // The account may be opened anew while the order is in flight.
      owner: () => journal.ownerOf(id, owner),
      onDefect: (fault) => log('an answer was not taken in', { intent: id, fault }),
    })
    journal.track(id, owner, order)
    changed(intent)
    return ok({ intentId: id })
  }

  return { owner, submit }
}
