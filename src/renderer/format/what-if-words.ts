// What would be, in words. LTV is shown cut up and headroom cut down, so that neither looks better than it is.
import type { LoanChange, LoanOutlook } from '../../shared/domain/what-if.js'
import { compare, type Decimal, divideUp, isDecimal, multiply } from '../../shared/money.js'
import { shareText } from './headroom.js'

export type ChangeKind = LoanChange['kind']

/** What was typed as the change it asks for. Shares are typed in percent; what is no decimal is passed on as it is, to be refused in words. */
export const changeOf = (kind: ChangeKind, typed: string): LoanChange => {
  const figure = typed.trim()
  if (kind === 'repay') return { kind, amount: figure }
  return { kind, share: isDecimal(figure) ? multiply(figure, '0.01') : figure }
}

/** At most four places, never below the exact value. */
export const ltvText = (ltv: Decimal): string => divideUp(ltv, '1', 4)

export const outlookSentence = ({ headroom: { marginCall, liquidation } }: LoanOutlook): string => {
  if (liquidation !== null && compare(liquidation, '0') <= 0) return 'It would still be at liquidation or beyond.'
  if (marginCall !== null && compare(marginCall, '0') <= 0) {
    const further = liquidation === null ? '' : ` Collateral could then fall ${shareText(liquidation)} before liquidation.`
    return `It would still be at margin call or beyond.${further}`
  }
  if (marginCall === null) return 'Distance to margin call unknown.'
  const further = liquidation === null ? '' : `, ${shareText(liquidation)} before liquidation`
  return `Collateral could then fall ${shareText(marginCall)} before margin call${further}.`
}
