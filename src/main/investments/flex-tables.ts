// What queries and writes of the investment history share.
import type { FlexRecord } from '../../shared/domain/investment.js'
import { digits, numberOf, text, textOf, type Database, type Row } from '../database/database.js'
import { createFlexNames, type FlexNames } from './flex-names.js'
import { DatabaseFault } from '../database/database-fault.js'

export type FlexTables = {
  database: Database
  names: FlexNames
  /** Null where nothing was ever kept for the profile. */
  profileNo(profileId: string): number | null
  /** Made where there is none. Inside a transaction. */
  profileFor(profileId: string): number
  recordsKept(profile: number): number
  /** The number of the newest arrival; 0 with none. */
  lastNo(): number
  /** For one more arrival. Never the same twice in a run, not even that of a deleted row: sums and exports go by them. */
  nextNo(): number
  recordOf(row: Row): FlexRecord
  /** Drops what is cached of the tables. */
  reset(): void
}

export const recordColumns = `no, ${text('transaction_id')}, ${digits('created_at')}, plan, investment, currency, action, ${digits('amount')}`

export const createFlexTables = (database: Database): FlexTables => {
  const names = createFlexNames(database)
  const profiles = new Map<string, number>()
  let last: number | null = null

  const lastNo = (): number => {
    if (last !== null) return last
    const row = database.first('SELECT no FROM flex_record ORDER BY no DESC LIMIT 1')
    last = row === null ? 0 : numberOf(row, 'no')
    return last
  }

  const profileNo = (profileId: string): number | null => {
    const known = profiles.get(profileId)
    if (known !== undefined) return known
    const row = database.first('SELECT no FROM flex_profile WHERE id = ?', profileId)
    if (row === null) return null
    const no = numberOf(row, 'no')
    profiles.set(profileId, no)
    return no
  }

  return {
    database,
    names,
    profileNo,
    profileFor: (profileId) => {
      const known = profileNo(profileId)
      if (known !== null) return known
      database.run('INSERT INTO flex_profile (id) VALUES (?)', profileId)
      const made = profileNo(profileId)
      if (made === null) throw new DatabaseFault('INTERNAL', 'a profile was not kept')
      return made
    },
    recordsKept: (profile) => {
      const row = database.first('SELECT records FROM flex_profile WHERE no = ?', profile)
      return row === null ? 0 : numberOf(row, 'records')
    },
    lastNo,
    nextNo: () => {
      last = lastNo() + 1
      return last
    },
    recordOf: (row) => ({
      transactionId: textOf(row, 'transaction_id'),
      createdAt: textOf(row, 'created_at'),
      planId: names.nameOf(numberOf(row, 'plan')),
      investmentId: names.nameOf(numberOf(row, 'investment')),
      currency: names.nameOf(numberOf(row, 'currency')),
      amount: textOf(row, 'amount'),
      actionType: numberOf(row, 'action'),
    }),
    reset: () => {
      profiles.clear()
      names.reset()
    },
  }
}
