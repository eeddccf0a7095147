// What became of a request, in a sentence of its own: never more than the exchange, its records or a person said.
import { cancelsOrders, type OrderKind } from '../../shared/domain/order-ticket.js'
import { isFollowed, type OrderIntent } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'
import { didNotFit, mayBeRetried, restCancelled } from './order-words.js'
import { spanText } from './times.js'

export const isCancelled = ({ items }: OrderIntent): boolean => items.length > 0 && items.every(({ state }) => state === 'cancelled')

/** It is certain that nothing came of it, and nothing will. */
export const nothingCame = (intent: OrderIntent): boolean =>
  ['rejected', 'not-sent', 'not-executed'].includes(intent.state) || (isCancelled(intent) && intent.items.every(mayBeRetried))

/** `leftOpen`: it was taken, what became of it is not known, and nobody looks it up any more. */
type Ends = {
  accepted: string
  leftOpen?: string
  listed: string
  rejected: string
  notExecuted: string
  filled: string
  notFilled: string
}

const orderEnds: Ends = {
  accepted: 'Accepted. The answer matches what was sent.',
  listed: 'No answer came. The order was found in the exchange’s own lists: it was accepted.',
  rejected: 'The exchange refused it. Nothing was placed.',
  notExecuted: 'No answer came, and the exchange’s lists do not hold it: it was never executed, or cancelled with nothing filled.',
  filled: 'You said that it was filled.',
  notFilled: 'You said that it was not filled.',
}

const investmentEnds: Ends = {
  accepted: 'Accepted. The funds return to your main balance.',
  listed: 'No answer came. The exchange lists the investment as closed.',
  rejected: 'The exchange refused it. The investment was not closed by this.',
  notExecuted: 'No answer came. The exchange still lists the investment as active: it was not closed by this.',
  filled: 'You said that it was closed.',
  notFilled: 'You said that it was not closed.',
}

const cancelEnds: Ends = {
  accepted: 'The exchange took it. Its answer does not say what became of each order; that is being looked up.',
  leftOpen: 'The exchange took it. What became of each order was not found out: look at the list of open orders.',
  listed: 'No answer came. What became of it was found in the exchange’s own records.',
  rejected: 'The exchange refused it. Nothing was cancelled by this.',
  notExecuted: 'By the exchange’s own list it is still open: nothing was cancelled by this.',
  filled: 'You said that it was cancelled.',
  notFilled: 'You said that it was not cancelled.',
}

const positionEnds: Ends = {
  accepted: 'The exchange took it. Its answer names no order; whether the position is gone is being looked up.',
  leftOpen: 'The exchange took it. Whether the position is gone was not found out: look at your open positions.',
  listed: 'No answer came. The position is not among the open ones any more: it is closed.',
  rejected: 'The exchange refused it. The position was not closed by this.',
  notExecuted: 'The position is as it was: it was not closed by this.',
  filled: 'You said that it was closed.',
  notFilled: 'You said that it was not closed.',
}

const endsOf = (kind: OrderKind): Ends => {
  if (cancelsOrders(kind)) return cancelEnds
  return kind === 'close-investment' ? investmentEnds : kind === 'close-position' ? positionEnds : orderEnds
}

const targetSentences: { readonly [state: string]: { order: string; position: string } } = {
  done: { order: 'Cancelled.', position: 'The position is closed.' },
  'already-filled': { order: 'It was filled before it could be cancelled.', position: '' },
  'already-cancelled': { order: 'It had been cancelled before.', position: '' },
  'not-open': {
    order: 'It is not open any more: it was filled or cancelled before.',
    position: 'The exchange says that this position is not open any more.',
  },
}

/** Of what was to go, where the one thing or all of them ended alike. */
const endOfTargets = ({ items }: OrderIntent): string | null => {
  const [first, ...others] = items
  const kind = first?.target?.kind
  if (first === undefined || kind === undefined || others.some(({ state }) => state !== first.state)) return null
  return targetSentences[first.state]?.[kind] ?? null
}

export const resultSentence = (intent: OrderIntent, now: UnixSeconds): string => {
  if (didNotFit(intent)) return 'Accepted, but the answer is a mismatch: it differs from what was sent. Resolve it above.'
  if (isCancelled(intent)) return 'Accepted, then cancelled by the exchange. Nothing was filled.'
  if (intent.items.some(restCancelled)) return 'Partly filled; the exchange cancelled the rest.'
  const ends = endsOf(intent.kind)
  switch (intent.state) {
    case 'intent':
    case 'sending':
      return `On its way for ${spanText(now - intent.createdAt)}. The exchange has not answered yet.`
    case 'acknowledged': {
      const settled = intent.timeline.some(({ what }) => what === 'settled')
      const end = endOfTargets(intent)
      if (end !== null) return settled ? `No answer came. ${end}` : end
      if (settled) return ends.listed
      return isFollowed(intent, now) ? ends.accepted : (ends.leftOpen ?? ends.accepted)
    }
    case 'rejected':
      return ends.rejected
    case 'not-sent':
      return 'Nothing left this computer.'
    case 'unknown':
      return 'Result unknown. Do not send it again; what is known stands above.'
    case 'not-executed':
      return ends.notExecuted
    case 'resolved-filled':
      return ends.filled
    case 'resolved-not-filled':
      return ends.notFilled
  }
}
