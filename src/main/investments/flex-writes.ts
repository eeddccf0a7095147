// Writes pages of the investment history, and removes histories.
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Json } from '../../shared/json.js'
import { isDecimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { numberOf, text, textOf } from '../database/database.js'
import { recordColumns, type FlexTables } from './flex-tables.js'
import { DatabaseFault } from '../database/database-fault.js'

/** What a page brought: new ids, ids whose content is another than before, and how many are kept now. */
export type FlexPageSaved = { fresh: number; changed: number; records: number }

/** Within one second, actions follow each other like this; an unknown one is taken as an earning. */
const placesInSecond: ReadonlyMap<number, number> = new Map([6, 1, 4, 2, 3, 5].map((action, turn) => [action, turn]))
const placeInSecond = (action: number): number => placesInSecond.get(action) ?? 2

const lastMoment = 253_402_300_799

/** To sort and to filter by; the text itself is kept beside it. Held within the years that can be shown. */
const momentOf = (createdAt: string): UnixSeconds => {
  const at = Number.parseInt(createdAt, 10)
  return at >= 0 ? (at <= lastMoment ? at : lastMoment) : 0
}

const contentOf = ({ createdAt, planId, investmentId, currency, amount, actionType }: FlexRecord): string =>
  JSON.stringify([createdAt, planId, investmentId, currency, amount, actionType])

const select = `SELECT ${recordColumns} FROM flex_record WHERE profile = ? AND transaction_id = ?`

const insert = `
  INSERT INTO flex_record (no, profile, transaction_id, created_at, at, turn, plan, investment, currency, action, amount)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const update = `
  UPDATE flex_record SET created_at = ?, at = ?, turn = ?, plan = ?, investment = ?, currency = ?, action = ?, amount = ? WHERE no = ?`

const removedAtOnce = 1000

/** The record's plan, investment, currency and action, as numbers, each counted by so many more. */
const countNames = ({ names }: FlexTables, profile: number, record: FlexRecord, by: number) => {
  const numbers = {
    plan: names.numberFor(profile, 'plan', record.planId),
    investment: names.numberFor(profile, 'investment', record.investmentId),
    currency: names.numberFor(profile, 'currency', record.currency),
    action: names.numberFor(profile, 'action', String(record.actionType)),
  }
  for (const no of Object.values(numbers)) names.addToCount(no, by)
  return numbers
}

const saveRecord = (tables: FlexTables, profile: number, record: FlexRecord): 'fresh' | 'changed' | 'known' => {
  const { database, recordOf } = tables
  const { transactionId, createdAt, amount, actionType } = record
  if (!isDecimal(amount)) throw new DatabaseFault('INTERNAL', 'an amount is not a decimal')
  const row = database.first(select, profile, transactionId)
  const before = row === null ? null : { no: numberOf(row, 'no'), record: recordOf(row) }
  if (before !== null && contentOf(before.record) === contentOf(record)) return 'known'
  const { plan, investment, currency } = countNames(tables, profile, record, 1)
  const content = [createdAt, momentOf(createdAt), placeInSecond(actionType), plan, investment, currency, actionType, amount] as const
  if (before === null) {
    database.run(insert, tables.nextNo(), profile, transactionId, ...content)
    return 'fresh'
  }
  countNames(tables, profile, before.record, -1)
  database.run(update, ...content, before.no)
  return 'changed'
}

export const writeSync = ({ database }: FlexTables, profile: number, sync: Json): void => {
  database.run('UPDATE flex_profile SET sync = ? WHERE no = ?', JSON.stringify(sync), profile)
}

/** `next` gets what the page brought, and returns the cursor to store. All of it or nothing. */
export const writePage = (
  tables: FlexTables,
  profileId: string,
  records: readonly FlexRecord[],
  next: (page: FlexPageSaved) => Json,
): FlexPageSaved => {
  const { database, names } = tables
  const page = { fresh: 0, changed: 0, records: 0 }
  database.write(() => {
    const profile = tables.profileFor(profileId)
    for (const record of records) {
      const brought = saveRecord(tables, profile, record)
      if (brought === 'fresh') page.fresh += 1
      if (brought === 'changed') page.changed += 1
    }
    names.writeCounts()
    if (page.fresh > 0) database.run('UPDATE flex_profile SET records = records + ? WHERE no = ?', page.fresh, profile)
    page.records = tables.recordsKept(profile)
    writeSync(tables, profile, next(page))
  })
  return page
}

/** The history counts as gone, and its profile's id is free. */
const markDeleted = ({ database }: FlexTables, profile: number): void => {
  database.run(`UPDATE flex_profile SET gone = 1, id = 'gone ' || no, sync = '{}' WHERE no = ?`, profile)
}

/** True where there was something to forget. */
export const forgetProfile = (tables: FlexTables, profileId: string): boolean => {
  const no = tables.profileNo(profileId)
  if (no === null) return false
  markDeleted(tables, no)
  tables.reset()
  return true
}

export const forgetOthers = (tables: FlexTables, profileIds: readonly string[]): void => {
  const wanted = new Set(profileIds)
  const others = tables.database
    .all(`SELECT no, ${text('id')} FROM flex_profile WHERE gone = 0`)
    .filter((row) => !wanted.has(textOf(row, 'id')))
  for (const row of others) markDeleted(tables, numberOf(row, 'no'))
  tables.reset()
}

/** Little enough for one turn of the event loop; true while there is more. */
export const removeDeletedBatch = (tables: FlexTables): boolean => {
  const { database } = tables
  const row = database.first('SELECT no FROM flex_profile WHERE gone = 1')
  if (row === null) return false
  const no = numberOf(row, 'no')
  const rows = `SELECT no FROM flex_record INDEXED BY flex_by_time WHERE profile = ? LIMIT ${removedAtOnce}`
  if (database.run(`DELETE FROM flex_record WHERE no IN (${rows})`, no) > 0) return true
  tables.reset()
  const unused = `SELECT no FROM flex_name WHERE profile = ? LIMIT ${removedAtOnce}`
  if (database.run(`DELETE FROM flex_name WHERE no IN (${unused})`, no) > 0) return true
  database.run('DELETE FROM flex_profile WHERE no = ?', no)
  return true
}
