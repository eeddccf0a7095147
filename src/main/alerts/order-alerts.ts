// Alerts for orders that need a person: the result of one is unknown, or the exchange took something else than was sent.
import type { Alert } from '../../shared/domain/alert.js'
import { cancelsOrders } from '../../shared/domain/order-ticket.js'
import { levelNames } from '../../shared/domain/order-sentences.js'
import type { OrderTrouble } from '../../shared/domain/trading.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'

const prefix = 'order:'

const keyOf = ({ intentId, because }: OrderTrouble): string => `${prefix}${intentId}/${because}`

/** Whether these are open is for the orders to say, not for a saved state. */
export const isOrderKey = (key: string): boolean => key.startsWith(prefix)

const nameOf = ({ kind, markets }: OrderTrouble): string => {
  if (kind === 'close-investment') return 'closing an investment'
  const [first, second] = markets
  const where = second === undefined ? (first ?? '') : `${markets.length} markets`
  if (kind === 'close-position') return `closing your position on ${where}`
  if (cancelsOrders(kind)) return `cancelling orders on ${where}`
  return first === undefined || second !== undefined ? 'a bulk order' : `an order on ${first}`
}

/** Does not mention blocks: an alert keeps its text, and a block can be lifted. */
const textOf = (trouble: OrderTrouble): Pick<AlertCandidate, 'title' | 'text'> => {
  const name = nameOf(trouble)
  if (trouble.because === 'unknown') {
    return {
      title: `Result unknown: ${name}`,
      text: 'Do not send it again. Compare what you hold on the exchange, and resolve it on the Trade screen.',
    }
  }
  const levels = trouble.notSet.map((level) => levelNames[level]).join(' and your ')
  if (levels !== '') {
    const [are, them] = trouble.notSet.length === 1 ? ['is', 'it'] : ['are', 'them']
    return {
      title: `Your ${levels} ${are} not set: ${name}`,
      text: `The exchange accepted the order but did not confirm your ${levels}. Set ${them} on the exchange now, then resolve the order on the Trade screen.`,
    }
  }
  return {
    title: `Mismatch: the exchange’s answer to ${name} is not what was sent`,
    text: 'Resolve it on the Trade screen before you go on.',
  }
}

const candidateOf = (trouble: OrderTrouble): AlertCandidate => ({
  key: keyOf(trouble),
  kind: trouble.because === 'unknown' ? 'order-unknown' : 'order-mismatch',
  level: 'danger',
  subject: { key: `${prefix}${trouble.intentId}`, name: nameOf(trouble) },
  found: 'new',
  ...textOf(trouble),
  endTitle: '',
  cause: {
    intent: trouble.intentId,
    because: trouble.because,
    markets: trouble.markets,
    notSet: trouble.notSet,
    since: trouble.since,
  },
})

/** `open`: alerts of any kind that are not over yet. */
export const evaluateOrders = (list: readonly OrderTrouble[], open: readonly Pick<Alert, 'key'>[]): Evaluation<null> => {
  const held = new Set(list.map(keyOf))
  const over = open.filter(({ key }) => isOrderKey(key) && !held.has(key))
  return { candidates: list.map(candidateOf), resolved: over.map(({ key }) => ({ key, end: 'over' })), state: null }
}
