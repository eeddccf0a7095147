// What lookups find of orders over time: some findings settle an order at once, others only when a
// later lookup finds the same.
import type { Evidence, OrderIntent } from '../../shared/orders/trading.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { Settlement } from './intent-state.js'
import { rulesOf } from './kinds/kinds.js'
import type { Verdict } from './order-outcome.js'
import {
  absentAfter,
  doubtsOf,
  type Finding,
  type InvestmentFinding,
  type Look,
} from './order-settlement.js'

/** An order that the stream named was accepted: lists without it are incomplete. */
const namedButAbsent: Finding = { kind: 'unclear', why: messageOf('orders.unsettled.streamed') }

export class LookupFindings {
  /** By order: what consecutive lookups found, and when the first of them began, in ticks. */
  readonly #seenSince = new Map<string, { what: string; began: number }>()

  /**
   * What a lookup that began then settles of one order. `wasNamed`: whether the stream named the
   * order with this index.
   */
  settlementOf(
    intent: OrderIntent,
    evidence: Evidence,
    look: Look,
    { began, wasNamed }: { began: number; wasNamed: (index: number) => boolean },
  ): { settlement: Settlement; doubts: MessageOrText[] } {
    const found = rulesOf(intent).settle(intent, look, evidence)
    const findings = new Map(
      [...found.orders].map(([index, finding]): [number, Finding] => [
        index,
        finding.kind === 'absent' && wasNamed(index) ? namedButAbsent : finding,
      ]),
    )
    const orders = new Map<number, Verdict>()
    const remarks: Message[] = []
    for (const [index, finding] of findings) {
      const verdict = this.#verdictOf(`${intent.id} ${index}`, finding, began)
      if (verdict !== null) orders.set(index, verdict)
      if (finding.kind === 'found') remarks.push(...finding.remarks)
    }
    const investment = this.#investmentOf(intent.id, found.investment, began)
    return { settlement: { orders, investment, remarks }, doubts: doubtsOf(findings) }
  }

  /** What this lookup settles of one order; null if nothing. */
  #verdictOf(key: string, finding: Finding, began: number): Verdict | null {
    if ('lasting' in finding)
      return this.#isLasting(key, finding.kind, began, finding.lasting) ? finding.verdict : null
    if (finding.kind !== 'unread') this.#seenSince.delete(key)
    return finding.kind === 'found' ? finding.verdict : null
  }

  #investmentOf(
    key: string,
    found: InvestmentFinding | null,
    began: number,
  ): Settlement['investment'] {
    if (found === 'closed') return found
    if (found === 'unclear') this.#seenSince.delete(key)
    return found === 'active' && this.#isLasting(key, found, began, absentAfter) ? found : null
  }

  /** Whether this lookup and one long enough before found the same. */
  #isLasting(key: string, what: string, began: number, seconds: number): boolean {
    const since = this.#seenSince.get(key)
    if (since?.what !== what) this.#seenSince.set(key, { what, began })
    if (since?.what !== what || began - since.began < seconds * 1000) return false
    this.#seenSince.delete(key)
    return true
  }
}
