// Alerts for orders that need the user: the outcome of one is unknown, or the exchange accepted
// something other than was sent.
import type { Alert } from '../../shared/alerts/alert.js'
import { cancelsOrders } from '../../shared/orders/order-ticket.js'
import type { OrderTrouble } from '../../shared/orders/trading.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'

const prefix = 'order:'

const keyOf = ({ intentId, because }: OrderTrouble): string => `${prefix}${intentId}/${because}`

/** Whether these are open is determined by the orders, not by saved state. */
export function isOrderKey(key: string): boolean {
  return key.startsWith(prefix)
}

function nameOf({ kind, markets }: OrderTrouble): Message {
  if (kind === 'close-investment') return messageOf('alerts.order.close-investment')
  const [first, second] = markets
  const [market, count] = [first ?? '', markets.length]
  if (kind === 'transfer') return messageOf('alerts.order.transfer', { asset: market })
  const isMany = second !== undefined
  if (kind === 'close-position')
    return isMany
      ? messageOf('alerts.order.close-position-markets', { count })
      : messageOf('alerts.order.close-position', { market })
  if (cancelsOrders(kind))
    return isMany
      ? messageOf('alerts.order.cancel-markets', { count })
      : messageOf('alerts.order.cancel', { market })
  return first === undefined || isMany
    ? messageOf('alerts.order.bulk')
    : messageOf('alerts.order.one', { market })
}

/** Does not mention blocks: an alert keeps its text, and a block can be lifted. */
function wordsOf(trouble: OrderTrouble): Pick<AlertCandidate, 'title' | 'text'> {
  const order = nameOf(trouble)
  if (trouble.because === 'unknown') {
    const text = messageOf(
      trouble.look === 'none'
        ? 'alerts.order.unknown.text'
        : `alerts.order.unknown.${trouble.look}`,
    )
    return { title: messageOf('alerts.order.unknown.title', { order }), text }
  }
  const [first, second] = trouble.notSet
  if (first === undefined)
    return {
      title: messageOf('alerts.order.mismatch.title', { order }),
      text: messageOf('alerts.order.mismatch.text'),
    }
  const levels = second === undefined ? first : 'both'
  return {
    title: messageOf('alerts.order.not-set.title', { levels, order }),
    text: messageOf('alerts.order.not-set.text', { levels }),
  }
}

function candidateOf(trouble: OrderTrouble): AlertCandidate {
  return {
    key: keyOf(trouble),
    kind: trouble.because === 'unknown' ? 'order-unknown' : 'order-mismatch',
    level: 'danger',
    subject: { key: `${prefix}${trouble.intentId}`, name: nameOf(trouble) },
    found: 'new',
    ...wordsOf(trouble),
    endTitle: '',
    cause: {
      intent: trouble.intentId,
      because: trouble.because,
      markets: trouble.markets,
      notSet: trouble.notSet,
      since: trouble.since,
    },
  }
}

/** `open`: unresolved alerts of any kind. */
export function evaluateOrders(
  list: readonly OrderTrouble[],
  open: readonly Pick<Alert, 'key'>[],
): Evaluation<null> {
  const held = new Set(list.map(keyOf))
  const over = open.filter(({ key }) => isOrderKey(key) && !held.has(key))
  return {
    candidates: list.map(candidateOf),
    resolved: over.map(({ key }) => ({ key, end: 'over' })),
    state: null,
  }
}
