import type { Decimal } from '../money.js'
import type { WireTime } from '../time.js'

/**
 * A credit line (specification 2.8). The LTV fields share one unit, which the specification does
 * not name.
 */
export type Loan = {
  asset?: string
  amount?: Decimal
  totalFunding?: Decimal
  currentLtv: Decimal
  initialLtv?: Decimal
  marginCallLtv: Decimal
  liquidationLtv: Decimal
  createdAt?: WireTime
}

/** Three good responses: there is a loan, there is none, or this key may not ask. */
export type LoanAnswer =
  { kind: 'loan'; loan: Loan } | { kind: 'no-loan' } | { kind: 'not-enabled' }
