// From the confirmation of an order to its response: recorded first, then sent, then awaited. It
// keeps waiting after the order was marked unknown: a late response is still the truth.
import { countedNotional } from './order-limits.js'
import { keepsPositions } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import { closedBy } from '../../shared/portfolio/realized-pnl.js'
import type { IntentItem, OrderIntent, PositionsSnapshot } from '../../shared/orders/trading.js'
import { touches } from '../../shared/unreadable.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { OrderResult } from '../exchange/order-gateway.js'
import type { SendHooks } from '../exchange/request-pipeline.js'
import {
  answered,
  notChecked,
  signed,
  snapshotOf,
  withoutAnswer,
  withStep,
} from './intent-state.js'
import type { InFlightOrder, NoAnswer, OrderOwner } from './order-journal.js'
import type { ConfirmedOrder } from './order-review.js'
import { marketsOf } from './order-text.js'
import { idsTaken } from './pre-trade-checks.js'
import { outcomeOf } from './request-outcome.js'
import type { OrderDraft } from './ticket-parser.js'
import { mayChangePositions, type TradingState } from './trading-state.js'

/**
 * Milliseconds. Longer than any queue and deadline of the exchange's client: beyond it something is
 * broken, and the outcome is unknown.
 */
const longestWait = 90_000

/**
 * Seconds from the confirmation within which an order is sent, or never is: the queue, and opening
 * its connection, take less. The user confirmed it for the market of that moment.
 */
const sendWithin = 20
/**
 * Seconds by which the clocks may diverge in that time. More means that the computer slept, or that
 * its clock was set.
 */
const mostClockDrift = 10

const tooLate: Problem = {
  code: 'cancelled',
  message: messageOf('orders.send.too-late'),
  reason: 'TOO_LATE',
}

const disarmedBefore: Problem = {
  code: 'cancelled',
  message: messageOf('orders.send.disarmed'),
  reason: 'HELD_BACK',
}

const bodyAltered: Problem = {
  code: 'internal',
  message: messageOf('orders.send.altered'),
  reason: 'BODY_ALTERED',
}

const broken: Problem = {
  code: 'outcome-unknown',
  message: messageOf('orders.send.broken'),
  reason: 'INTERNAL',
}

function notRecorded(problem: Problem): Problem {
  return {
    ...problem,
    message: messageOf('orders.send.not-recorded', { problem: problem.message }),
  }
}

export function createOrderSubmission(
  trading: TradingState,
  isOpen: () => boolean,
  changed: (intent: OrderIntent) => void,
) {
  const { profile, repositories, ports, intents, usage } = trading
  const { clock, timing, random, journal, log } = ports

  const noteRetry = ({ id, retryOf, act }: OrderIntent): void => {
    const original = retryOf === null ? null : intents.find(retryOf)
    if (original?.ok !== true || original.value === null) return
    const step = {
      at: clock(),
      what: 'retried',
      text: messageOf('orders.step.retried', { act }),
      details: { intent: id },
    } as const
    intents.saveOrKeep(withStep(original.value, step))
  }

  /**
   * Null if one of our orders may have changed the positions since they were read, or if it changes
   * none.
   */
  const positionsBefore = ({ kind, items }: OrderDraft): PositionsSnapshot | null => {
    const { value, asOf, unreadable } = ports.conditions().positions
    if (value === null || asOf === null || keepsPositions(kind)) return null
    const markets = marketsOf(items)
    // An unknown order may change them at any moment.
    const isUncertainAbout = (intent: OrderIntent): boolean =>
      intent.state === 'unknown' && mayChangePositions(intent)
    const unknown = marketsOf(
      intents.open().flatMap((intent) => (isUncertainAbout(intent) ? intent.items : [])),
    )
    const isUncertain =
      touches(unreadable, markets) ||
      markets.some((market) => unknown.includes(market) || intents.mayHaveChanged(market, asOf))
    return isUncertain ? null : snapshotOf(markets, value, asOf)
  }

  const newIntent = ({
    draft,
    act,
    checked,
    prepared: { body, bodyHash },
    preparedAt,
    askedTwice,
  }: ConfirmedOrder): OrderIntent => {
    const closesOf = (index: number): Pick<IntentItem, 'closes'> => {
      const line = checked.lines[index]
      const closes = line === undefined ? null : closedBy(line, line.consequence)
      return closes === null ? {} : { closes }
    }
    const { id: profileId, name: profileName, region, keyHint } = profile
    const at = clock()
    return {
      ...draft,
      id: random.newId(),
      profileId,
      profileName,
      region,
      keyHint,
      act,
      state: 'intent',
      createdAt: at,
      items: draft.items.map(({ field: _field, ...item }, index) => ({
        index,
        ...item,
        ...closesOf(index),
        state: 'pending',
        order: null,
        problem: null,
        mismatch: [],
      })),
      body,
      bodyHash,
      requestHash: null,
      nonce: null,
      httpStatus: null,
      ms: { written: null, sent: null, answered: null },
      problem: null,
      evidence: { ...notChecked, before: positionsBefore(draft) },
      blocks: false,
      timeline: [
        {
          at: preparedAt,
          what: 'prepared',
          text: messageOf('orders.step.previewed'),
          details: { bodyHash },
        },
        {
          at,
          what: 'confirmed',
          text: messageOf(askedTwice ? 'orders.step.confirmed-twice' : 'orders.step.confirmed'),
          details: {},
        },
        {
          at,
          what: 'written',
          text: messageOf('orders.step.recorded'),
          details: { requestWithoutNonce: bodyHash },
        },
      ],
    }
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
      if (!saved.ok)
        log('what became of an order could not be written down yet', {
          intent: next.id,
          state: next.state,
        })
      changed(next)
      if (next.state !== 'not-sent' && isOpen()) ports.refreshAfterWrite(next.kind)
    },
  }

  /** `confirmed` is already recorded. */
  const executeOrder = (
    { client, prepared }: ConfirmedOrder,
    confirmed: OrderIntent,
    msSinceConfirmed: () => number,
  ): InFlightOrder => {
    let isCancelled = false
    let isLate = false
    // Times and status are written with the response: between the signature and the wire only the
    // one required write may happen.
    let sentMs: number | null = null
    let httpStatus: number | null = null
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })

    /** The account may be reopened while the order is in flight. */
    const ownerNow = (): OrderOwner => journal.ownerOf(confirmed.id, owner)
    const current = (): OrderIntent => ownerNow().current(confirmed.id) ?? confirmed

    /**
     * Checked here and not only by sleep detection: when a computer wakes up, this may run first.
     */
    const isTooLate = (): boolean => {
      const ticked = msSinceConfirmed() / 1000
      const drift = clock() - confirmed.createdAt - ticked
      return ticked > sendWithin || drift > mostClockDrift || drift < -mostClockDrift
    }

    const hooks: SendHooks = {
      onSigned: (call) => {
        const intent = current()
        if (isCancelled || intent.state !== 'intent') return fail(disarmedBefore)
        if (isTooLate()) return fail(tooLate)
        if (call.bodyHash !== intent.bodyHash) return fail(bodyAltered)
        const saved = ownerNow().save(signed(intent, clock(), call))
        return saved.ok ? saved : fail(notRecorded(saved.error))
      },
      // The screen may be locked, or the computer may sleep, while a connection is being opened.
      maySend: () => {
        if (!isCancelled && isTooLate()) isCancelled = isLate = true
        return !isCancelled
      },
      onFirstByte: () => {
        sentMs = msSinceConfirmed()
      },
      onAnswered: (status) => {
        httpStatus = status
      },
    }

    const onAnswer = (answer: OrderResult): void => {
      const before = current()
      const intent = {
        ...before,
        httpStatus,
        ms: { ...before.ms, answered: msSinceConfirmed(), sent: sentMs },
      }
      ownerNow().saveOrKeep(answered(intent, clock(), outcomeOf(intent, answer)))
      end()
    }

    const markUnknown = (why: NoAnswer): void => {
      const intent = current()
      if (intent.state === 'sending')
        ownerNow().saveOrKeep(
          withoutAnswer({ ...intent, ms: { ...intent.ms, sent: sentMs } }, clock(), why),
        )
      end()
    }

    const cancelTimeout = timing.after(longestWait, () => markUnknown('late'))

    const send = async (): Promise<void> => {
      const sent = client.orderGateway.send(prepared, hooks)
      const answer = await sent.catch((): OrderResult =>
        fail({ outcome: 'unknown', problem: broken }),
      )
      cancelTimeout()
      try {
        onAnswer(
          isLate && !answer.ok && answer.error.outcome === 'not-sent'
            ? fail({ outcome: 'not-sent', problem: tooLate })
            : answer,
        )
      } catch (fault) {
        // A fault of ours while the response was being processed.
        log('an answer was not taken in', { intent: confirmed.id, fault })
        markUnknown('not-taken-in')
      }
    }

    return {
      ended,
      answered: send(),
      markUnknown,
      cancelUnsent: () => {
        isCancelled = true
      },
    }
  }

  const submit = (order: ConfirmedOrder): Result<{ intentId: string }, Problem> => {
    const { items } = order.draft
    const { lines } = order.checked
    const confirmedTicks = timing.ticks()
    /** Whole milliseconds: finer ones say nothing about a network. */
    const msSinceConfirmed = (): number => {
      const ms = timing.ticks() - confirmedTicks
      return ms - (ms % 1)
    }
    const created = newIntent(order)
    const notionals = lines.map(countedNotional)
    const added = repositories.orders.add(created, notionals)
    if (!added.ok) return fail(notRecorded(added.error))
    if (added.value === 'taken') return fail(idsTaken(items))
    const intent = { ...created, ms: { ...created.ms, written: msSinceConfirmed() } }
    intents.set(intent)
    usage.add(intent, notionals)
    noteRetry(intent)
    journal.track(intent.id, owner, executeOrder(order, intent, msSinceConfirmed))
    changed(intent)
    return ok({ intentId: intent.id })
  }

  return { owner, submit }
}
