// Orders from the moment they are confirmed until they are answered: written down first, then let go, then listened to, whatever
// account is open by then.
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, OrderIntent } from '../../shared/domain/trading.js'
import { touches } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { newIntent, withStep } from './intent-life.js'
import { idsTaken } from './order-checks.js'
import type { Released } from './order-desk.js'
import { sightingOf } from './order-evidence.js'
import { type OrderOnItsWay, sendOrder } from './order-sender.js'
import type { OrderSession } from './order-session.js'
import { marketsOf } from './order-words.js'
import type { OrdersPorts } from './orders-ports.js'

export type OrderDispatch = {
  release(order: Released): Result<{ intentId: string }, Problem>
  count(): number
  isOnItsWay(intentId: string): boolean
  /** What is on its way for this account belongs to its new opening. */
  adopt(opened: OrderSession): void
  /** Nothing that has not been signed leaves any more. */
  holdBack(): void
  /** What is under way is unknown from now on; it is listened to all the same. */
  giveUp(why: string): void
  /** Resolves when every order is answered, or after so many milliseconds. */
  allEnded(patience: number): Promise<void>
}

export type DispatchPorts = {
  ports: Pick<OrdersPorts, 'clock' | 'timing' | 'newId' | 'circumstances' | 'refreshAfterWrite' | 'log'>
  session(): OrderSession | null
  changed(home: OrderSession, intent: OrderIntent): void
}

const notWritten = (problem: Problem): Problem => ({
  ...problem,
  message: `It could not be recorded, so it was not sent. ${problem.message}`,
})

const sameAccount = (a: OrderSession, b: OrderSession): boolean => a.profile.id === b.profile.id && a.memory.orders === b.memory.orders

export const createOrderDispatch = ({ ports, session, changed }: DispatchPorts): OrderDispatch => {
  const { clock, timing } = ports
  const onTheirWay = new Map<string, { way: OrderOnItsWay; from: OrderSession }>()

  /** A later opening of the same account keeps the order in a book of its own. */
  const homeOf = (from: OrderSession): OrderSession => {
    const now = session()
    return now !== null && sameAccount(now, from) ? now : from
  }

  /** Whole milliseconds: finer ones say nothing about a network. */
  const msSince = (since: number): number => {
    const ms = timing.ticks() - since
    return ms - (ms % 1)
  }

  const asItIs = ({ book }: OrderSession, intent: OrderIntent): OrderIntent => {
    const found = book.find(intent.id)
    return found.ok && found.value !== null ? found.value : intent
  }

  const noteRetry = ({ book }: OrderSession, { id, retryOf, act }: OrderIntent): void => {
    const original = retryOf === null ? null : book.find(retryOf)
    if (original?.ok !== true || original.value === null) return
    book.put(withStep(original.value, clock(), 'retried', `Tried again as “${act}”.`, { intent: id }))
  }

  /** Positions as they were before this order; null where an order of ours may have changed them since they were seen. */
  const sightingBefore = (order: Released): Evidence['before'] => {
    const { value, asOf, unreadable } = ports.circumstances().positions
    if (value === null || asOf === null) return null
    const markets = marketsOf(order.draft.items)
    const { book } = order.session
    // One that is unknown may change them at any moment.
    const unknown = marketsOf(book.open().flatMap(({ state, items }) => (state === 'unknown' ? items : [])))
    const isDisturbed =
      touches(unreadable, markets) || markets.some((market) => unknown.includes(market) || book.mayHaveChanged(market, asOf))
    return isDisturbed ? null : sightingOf(markets, value, asOf)
  }

  const freshIntent = (order: Released): OrderIntent =>
    newIntent({
      id: ports.newId(),
      profile: order.session.profile,
      draft: order.draft,
      prepared: order.prepared,
      preparedAt: order.preparedAt,
      confirmedAt: clock(),
      evidenceBefore: sightingBefore(order),
      askedTwice: order.askedTwice,
    })

  const release = (order: Released): Result<{ intentId: string }, Problem> => {
    const confirmedTicks = timing.ticks()
    const { session: from, checked, draft } = order
    const fresh = freshIntent(order)
    const notionals = checked.lines.map(({ quote, notional }) => ({ quote, notional }))
    const added = from.memory.orders.add(fresh, notionals)
    if (!added.ok) return fail(notWritten(added.error))
    const ids = draft.items.map(({ clientOrderId }) => clientOrderId)
    if (added.value === 'taken') return fail(idsTaken(draft.items, ids))
    const intent = { ...fresh, ms: { ...fresh.ms, written: msSince(confirmedTicks) } }
    from.book.hold(intent)
    from.tally.add(intent, notionals)
    noteRetry(from, intent)
    const way = sendOrder(order.client.mover, order.prepared, confirmedTicks, {
      clock,
      timing,
      msSince,
      current: () => asItIs(homeOf(from), intent),
      writeFirst: (next) => {
        const home = homeOf(from)
        const written = home.book.putFirstOnDisk(next)
        if (written.ok) changed(home, next)
        return written
      },
      write: (next) => {
        const home = homeOf(from)
        const written = home.book.put(next)
        if (!written.ok) ports.log('what became of an order could not be written down yet', { intent: next.id, state: next.state })
        changed(home, next)
        if (next.state !== 'not-sent' && home === session()) ports.refreshAfterWrite(next.kind)
      },
      broke: (fault) => ports.log('an answer was not taken in', { intent: intent.id, fault }),
    })
    onTheirWay.set(intent.id, { way, from })
    void way.answered.then(() => onTheirWay.delete(intent.id))
    changed(from, intent)
    return ok({ intentId: intent.id })
  }

  const ways = (): OrderOnItsWay[] => [...onTheirWay.values()].map(({ way }) => way)

  return {
    release,
    count: () => onTheirWay.size,
    isOnItsWay: (intentId) => onTheirWay.has(intentId),
    adopt: (opened) => {
      for (const [id, { from }] of onTheirWay) {
        if (!sameAccount(from, opened)) continue
        const held = from.book.find(id)
        if (held.ok && held.value !== null) opened.book.hold(held.value)
      }
    },
    holdBack: () => ways().forEach((way) => way.holdBack()),
    giveUp: (why) => ways().forEach((way) => way.giveUp(why)),
    allEnded: (patience) =>
      new Promise<void>((resolve) => {
        const cancel = timing.after(patience, resolve)
        void Promise.all(ways().map(({ ended }) => ended)).then(() => {
          cancel()
          resolve()
        })
      }),
  }
}
