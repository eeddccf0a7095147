// What is recorded over time as decimal text, each kind in a table of its own.
import { compare, type Decimal } from '../../shared/money.js'

type SampleRules = {
  table: string
  columns: readonly string[]
  /** Of several samples, the worst by this column is kept: no extreme may be smoothed away. */
  ranked: string
  isWorse: (candidate: Decimal, chosen: Decimal) => boolean
}

export const sampleKinds = {
  loan: {
    table: 'loan_sample',
    columns: ['amount', 'current_ltv', 'initial_ltv', 'margin_call_ltv', 'liquidation_ltv'],
    ranked: 'current_ltv',
    isWorse: (candidate: Decimal, chosen: Decimal): boolean => compare(candidate, chosen) > 0,
  },
  /** The margin level of the collateral account. */
  margin: {
    table: 'margin_sample',
    columns: ['level'],
    ranked: 'level',
    isWorse: (candidate: Decimal, chosen: Decimal): boolean => compare(candidate, chosen) < 0,
  },
} as const satisfies Record<string, SampleRules>

export type SampleKind = keyof typeof sampleKinds

/** Of a row that says so, for example of `sample_series`. */
export function isSampleKind(text: string): text is SampleKind {
  return Object.hasOwn(sampleKinds, text)
}
