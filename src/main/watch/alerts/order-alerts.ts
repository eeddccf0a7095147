// Orders that need a person: nobody knows what became of one, or the exchange took something else than was sent. The order engine
// knows which; here they only become alerts.
import type { OrderKind } from '../../../shared/domain/order-ticket.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { Finding, Resolution } from './finding.js'

export type OrderTrouble = {
  intentId: string
  because: 'unknown' | 'mismatch'
  kind: OrderKind
  /** Empty for an investment. */
  markets: string[]
  since: UnixSeconds
}

const prefix = 'order:'

const keyOf = ({ intentId, because }: OrderTrouble): string => `${prefix}${intentId}/${because}`

/** The engine answers for these, whatever this watch remembers. */
export const isOrderKey = (key: string): boolean => key.startsWith(prefix)

const nameOf = ({ kind, markets }: OrderTrouble): string => {
  if (kind === 'close-investment') return 'closing an investment'
  const [first, second] = markets
  return first === undefined || second !== undefined ? 'a bulk order' : `an order on ${first}`
}

const findingOf = (trouble: OrderTrouble): Finding => {
  const name = nameOf(trouble)
  const blocked = trouble.kind === 'close-investment' ? 'that investment' : 'that market'
  const unknown = trouble.because === 'unknown'
  return {
    key: keyOf(trouble),
    kind: unknown ? 'order-unknown' : 'order-mismatch',
    level: 'danger',
    subject: { key: `${prefix}${trouble.intentId}`, name },
    found: 'new',
    title: unknown ? `Nobody knows what became of ${name}` : `The exchange answered ${name} with something else than was sent`,
    text: unknown
      ? `Do not send it again. Compare what you hold and decide; until then ${blocked} takes no further order.`
      : `Look at it before you go on; until then ${blocked} takes no further order.`,
    endTitle: '',
    cause: { intent: trouble.intentId, because: trouble.because, markets: trouble.markets, since: trouble.since },
  }
}

/** `open`: keys of the order alerts that are not over yet. */
export const evaluateOrders = (list: readonly OrderTrouble[], open: readonly string[]): { alerts: Finding[]; resolved: Resolution[] } => {
  const held = new Set(list.map(keyOf))
  return {
    alerts: list.map(findingOf),
    resolved: open.filter((key) => !held.has(key)).map((key) => ({ key, end: 'over' })),
  }
}
