// A filter as SQL, with the index to use: each of them carries all columns that can be filtered by.
import type { FlexFilter } from '../../shared/domain/flex-history.js'
import type { Bindable } from '../database/database.js'
import type { FlexNames } from './flex-names.js'

export type FlexWhere = { index: string; conditions: string; values: Bindable[] }

/** Null where nothing can match. `profile` is the profile's number. */
export const whereOf = (filter: FlexFilter, profile: number, names: FlexNames): FlexWhere | null => {
  const conditions = ['profile = ?']
  const values: Bindable[] = [profile]
  const also = (condition: string, value: Bindable): void => {
    conditions.push(condition)
    values.push(value)
  }
  for (const [kind, value] of [
    ['plan', filter.planId],
    ['investment', filter.investmentId],
    ['currency', filter.currency],
  ] as const) {
    if (value === null) continue
    const no = names.find(profile, kind, value)
    if (no === null) return null
    also(`${kind} = ?`, no)
  }
  if (filter.from !== null) also('at >= ?', filter.from)
  if (filter.to !== null) also('at <= ?', filter.to)
  if (filter.actionTypes.length > 0) also('action IN (SELECT value FROM json_each(?))', JSON.stringify(filter.actionTypes))
  if (filter.transactionId !== null) {
    also('transaction_id = ?', filter.transactionId)
    return { index: 'INDEXED BY flex_by_transaction', conditions: conditions.join(' AND '), values }
  }
  const index = filter.investmentId === null ? 'flex_by_time' : 'flex_by_investment'
  return { index: `INDEXED BY ${index}`, conditions: conditions.join(' AND '), values }
}

/** The same filter always has the same name. */
export const filterName = (filter: FlexFilter): string =>
  JSON.stringify([
    ...[filter.planId, filter.investmentId, filter.transactionId, filter.currency, filter.from, filter.to],
    [...new Set(filter.actionTypes)].sort((a, b) => a - b),
  ])

/** Nothing but the profile narrows it. */
export const isEverything = (filter: FlexFilter): boolean =>
  filter.actionTypes.length === 0 &&
  [filter.planId, filter.investmentId, filter.transactionId, filter.currency, filter.from, filter.to].every((part) => part === null)
