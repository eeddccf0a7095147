// Records of flexible investments for tests: by hand, and as fast-check draws them.
import fc from 'fast-check'
import { everything, type FlexFilter } from '../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../src/shared/investments/investment.js'

export const flexStart = 1_700_000_000

export function aFlexRecord(more: Partial<FlexRecord> = {}): FlexRecord {
  return {
    transactionId: 'tx_1',
    createdAt: String(flexStart),
    planId: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5',
    investmentId: 'inv_1',
    currency: 'USDT',
    amount: '1.25',
    actionType: 4,
    ...more,
  }
}

export function decimalText(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
    .map(([negative, digits, places]) => {
      const text = digits.toString().padStart(places + 1, '0')
      const point = text.length - places
      return `${negative ? '-' : ''}${text.slice(0, point)}${places === 0 ? '' : `.${text.slice(point)}`}`
    })
}

/** Few plans, investments and moments, so that they meet. */
export function flexRecord(): fc.Arbitrary<FlexRecord> {
  return fc.record({
    transactionId: fc.uuid(),
    createdAt: fc.integer({ min: 0, max: 400 }).map((hours) => String(flexStart + hours * 3571)),
    planId: fc.constantFrom('plan-a', 'plan-b', 'plan-c'),
    investmentId: fc.constantFrom('inv-1', 'inv-2', 'inv-3', 'inv-4'),
    currency: fc.constantFrom('USDT', 'BTC'),
    amount: decimalText(),
    actionType: fc.constantFrom(1, 2, 3, 4, 4, 4, 5, 6, 9),
  })
}

export function flexRecords(size: {
  minLength?: number
  maxLength: number
}): fc.Arbitrary<FlexRecord[]> {
  return fc.uniqueArray(flexRecord(), { ...size, selector: ({ transactionId }) => transactionId })
}

function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 2 })
}

export function flexFilter(): fc.Arbitrary<FlexFilter> {
  return fc.record({
    planId: orNull(fc.constantFrom('plan-a', 'plan-b', 'nowhere')),
    investmentId: orNull(fc.constantFrom('inv-1', 'inv-2', 'nowhere')),
    transactionId: fc.constant(null),
    currency: orNull(fc.constantFrom('USDT', 'BTC', 'ETH')),
    from: orNull(fc.integer({ min: flexStart, max: flexStart + 1_500_000 })),
    to: orNull(fc.integer({ min: flexStart, max: flexStart + 1_500_000 })),
    actionTypes: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 9), { maxLength: 3 }),
  })
}

/** The filter by its plain meaning. */
export function fitsFilter(record: FlexRecord, filter: FlexFilter): boolean {
  const at = Number(record.createdAt)
  return (
    (filter.planId === null || record.planId === filter.planId) &&
    (filter.investmentId === null || record.investmentId === filter.investmentId) &&
    (filter.transactionId === null || record.transactionId === filter.transactionId) &&
    (filter.currency === null || record.currency === filter.currency) &&
    (filter.from === null || at >= filter.from) &&
    (filter.to === null || at <= filter.to) &&
    (filter.actionTypes.length === 0 || filter.actionTypes.includes(record.actionType))
  )
}

const places = 24

/** Exact sums by whole numbers, without the module that is under test. */
export function oracleSum(amounts: readonly string[]): string {
  const scaled = amounts.reduce((total, text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
    const value = BigInt(whole + fraction.padEnd(places, '0'))
    return total + (text.startsWith('-') ? -value : value)
  }, 0n)
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  const text = `${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`
  return scaled < 0n ? `-${text}` : text
}

/** Of every kind of part alone and together. `truth` is a history of many records. */
export function fiftyFilters(truth: readonly FlexRecord[]): FlexFilter[] {
  const [first, middle] = [truth[500], truth[Math.floor(truth.length / 2)]]
  if (first === undefined || middle === undefined) throw new Error('many records expected')
  const at = Number(middle.createdAt)
  const day = 86_400
  const parts: Partial<FlexFilter>[] = [
    { planId: first.planId },
    { investmentId: middle.investmentId },
    { currency: 'BTC' },
    { actionTypes: [4] },
    { actionTypes: [1, 3, 5, 6] },
    { from: at },
    { to: at },
    { from: at - 90 * day, to: at },
    { planId: 'nowhere' },
    { transactionId: middle.transactionId },
  ]
  const together = parts.flatMap((one, index) =>
    parts.slice(index + 1).map((other) => ({ ...everything, ...one, ...other })),
  )
  return [everything, ...parts.map((part) => ({ ...everything, ...part })), ...together].slice(
    0,
    50,
  )
}

/** The records of a simulator's state, in our words. */
export function recordsOfState(state: {
  flexRecords: {
    createdAt: number
    planId: string
    investmentId: string
    currency: string
    amount: string
    transactionId: string
    actionType: number
  }[]
}): FlexRecord[] {
  return state.flexRecords.map((record) => ({ ...record, createdAt: String(record.createdAt) }))
}

export function byId(records: readonly FlexRecord[]): FlexRecord[] {
  return records
    .map(({ transactionId, createdAt, planId, investmentId, currency, amount, actionType }) => ({
      transactionId,
      createdAt,
      planId,
      investmentId,
      currency,
      amount,
      actionType,
    }))
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
}
