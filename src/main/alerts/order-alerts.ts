// Orders that need a person: nobody knows what became of one, or the exchange took something else than was sent. The order engine
// knows which; here they only become alerts.
import { levelNames } from '../../shared/domain/order-sentences.js'
import type { OrderTrouble } from '../../shared/domain/trading.js'
import type { Finding, Resolution } from './alert-candidate.js'

const prefix = 'order:'

const keyOf = ({ intentId, because }: OrderTrouble): string => `${prefix}${intentId}/${because}`

/** The engine answers for these, whatever this watch remembers. */
export const isOrderKey = (key: string): boolean => key.startsWith(prefix)

const nameOf = ({ kind, markets }: OrderTrouble): string => {
  if (kind === 'close-investment') return 'closing an investment'
  const [first, second] = markets
  return first === undefined || second !== undefined ? 'a bulk order' : `an order on ${first}`
}

/** Says nothing of blocks: an alert keeps its words, and a block can be lifted. The Trade screen tells how that stands now. */
const wordsOf = (trouble: OrderTrouble): Pick<Finding, 'title' | 'text'> => {
  const name = nameOf(trouble)
  if (trouble.because === 'unknown') {
    return {
      title: `Result unknown: ${name}`,
      text: 'Do not send it again. Compare what you hold on the exchange, and resolve it on the Trade screen.',
    }
  }
  const levels = trouble.notSet.map((level) => levelNames[level]).join(' and your ')
  if (levels !== '') {
    return {
      title: `Your ${levels} ${trouble.notSet.length === 1 ? 'is' : 'are'} not set: ${name}`,
      text: `The exchange accepted the order, and its answer does not confirm your ${levels}. Set ${trouble.notSet.length === 1 ? 'it' : 'them'} on the exchange now, then resolve the order on the Trade screen.`,
    }
  }
  return {
    title: `Mismatch: the exchange’s answer to ${name} is not what was sent`,
    text: 'Resolve it on the Trade screen before you go on.',
  }
}

const findingOf = (trouble: OrderTrouble): Finding => ({
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
})

/** `open`: keys of the order alerts that are not over yet. */
export const evaluateOrders = (list: readonly OrderTrouble[], open: readonly string[]): { alerts: Finding[]; resolved: Resolution[] } => {
  const held = new Set(list.map(keyOf))
  return {
    alerts: list.map(findingOf),
    resolved: open.filter((key) => !held.has(key)).map((key) => ({ key, end: 'over' })),
  }
}
