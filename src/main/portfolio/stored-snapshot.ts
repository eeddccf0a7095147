// A remembered answer was written by some version of Plimsoll: it is used only where it still has the shape of today's.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Loan, LoanAnswer } from '../../shared/domain/loan.js'
import type { Position, ProtectiveOrders } from '../../shared/domain/position.js'
import { isDecimal } from '../../shared/money.js'

export type SnapshotKind = 'balance' | 'positions' | 'loan'
export type SnapshotValue = { balance: AssetBalance[]; positions: Position[]; loan: LoanAnswer }

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isAmount = (value: unknown): value is string => isText(value) && isDecimal(value)

/** Absent, null and a value are three different things (specification 2.7). */
const allows = (test: (value: unknown) => boolean) => ({
  orNull: (value: unknown): boolean => value === null || test(value),
  orNullOrAbsent: (value: unknown): boolean => value === undefined || value === null || test(value),
  orAbsent: (value: unknown): boolean => value === undefined || test(value),
})

const amount = allows(isAmount)
const word = allows(isText)

const hasAll = <Shape>(tests: { [Name in keyof Required<Shape>]: (value: unknown) => boolean }) => {
  const checks = Object.entries<(value: unknown) => boolean>(tests)
  return (value: unknown): value is Shape => isFields(value) && checks.every(([name, test]) => test(value[name]))
}

const isBalance = hasAll<AssetBalance>({ asset: isText, amount: isAmount })

const isProtectiveOrders = hasAll<ProtectiveOrders>({
  takeProfitId: word.orNull,
  takeProfit: amount.orNull,
  stopLossId: word.orNull,
  stopLoss: amount.orNull,
})

const isPosition = hasAll<Position>({
  id: isText,
  market: isText,
  openedAt: isText,
  modifiedAt: isText,
  amount: amount.orNull,
  entryPrice: amount.orNull,
  liquidationPrice: amount.orNullOrAbsent,
  liquidationState: word.orNullOrAbsent,
  realizedPnl: amount.orNullOrAbsent,
  unrealizedPnl: amount.orNullOrAbsent,
  pnlPercent: amount.orNullOrAbsent,
  usedMargin: amount.orNullOrAbsent,
  freeMargin: amount.orNullOrAbsent,
  funding: amount.orNullOrAbsent,
  unrealizedFunding: amount.orNullOrAbsent,
  protectiveOrders: allows(isProtectiveOrders).orNullOrAbsent,
  positionSide: word.orAbsent,
})

const isLoan = hasAll<Loan>({
  asset: isText,
  amount: isAmount,
  totalFunding: isAmount,
  currentLtv: isAmount,
  initialLtv: isAmount,
  marginCallLtv: isAmount,
  liquidationLtv: isAmount,
  createdAt: isText,
})

const isLoanAnswer = (value: unknown): value is LoanAnswer =>
  isFields(value) && (value['kind'] === 'no-loan' || value['kind'] === 'not-enabled' || (value['kind'] === 'loan' && isLoan(value['loan'])))

const listOf =
  <T>(test: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(test)

const readers: { [Kind in SnapshotKind]: (value: unknown) => value is SnapshotValue[Kind] } = {
  balance: listOf(isBalance),
  positions: listOf(isPosition),
  loan: isLoanAnswer,
}

/** Null where the text is not an answer of this kind: then there simply is no memory of it. */
export const readSnapshot = <Kind extends SnapshotKind>(kind: Kind, json: string): SnapshotValue[Kind] | null => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  const fits: (value: unknown) => value is SnapshotValue[Kind] = readers[kind]
  return fits(value) ? value : null
}
