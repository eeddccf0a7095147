// Specification 4.3 and 2.1.
import { actionTypes } from '../../v4/endpoints.js'
import { historyDefaults } from '../../v4/limits.js'
import { type Action, type FieldErrors, invalid, written } from '../answer.js'
import type { FlexRecord } from '../world.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const isCount = (value: unknown, least = 0): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= least
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Filter = {
  limit: number
  offset: number
  plan?: string
  investment?: string
  transaction?: string
  dateFrom?: number
  dateTo?: number
  actionTypes?: unknown[]
}

/** Reads the filters; every parameter that does not fit is named in `errors`. Null counts as absent. */
const readFilter = (body: Record<string, unknown>, errors: FieldErrors): Filter => {
  const filter: Filter = { ...historyDefaults }
  const read = (name: keyof Filter, fits: (value: unknown) => boolean, complaint: string): void => {
    const value = body[name] ?? undefined
    if (value === undefined) return
    if (fits(value)) Object.assign(filter, { [name]: value })
    else errors[name] = [complaint]
  }
  read('limit', (value) => isCount(value, 1), 'The limit must be an integer of at least 1.')
  read('offset', (value) => isCount(value), 'The offset must be an integer of at least 0.')
  read('plan', (value) => isText(value) && uuid.test(value), 'The selected plan is invalid.')
  read('investment', isText, 'The selected investment is invalid.')
  read('transaction', isText, 'The selected transaction is invalid.')
  read('dateFrom', (value) => isCount(value), 'The date from is invalid.')
  read('dateTo', (value) => isCount(value), 'The date to is invalid.')
  const { dateFrom, dateTo } = filter
  if (dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom) errors['dateTo'] = ['The date to is invalid.']
  read('actionTypes', Array.isArray, 'The action types must be an array.')
  filter.actionTypes?.forEach((value, index) => {
    if (typeof value !== 'number' || !(value in actionTypes)) errors[`actionTypes.${index}`] = ['The selected action type is invalid.']
  })
  // Each once: a body has room for half a million of them, and every record is held against them.
  if (filter.actionTypes !== undefined) filter.actionTypes = [...new Set(filter.actionTypes)]
  return filter
}

const fits = (record: FlexRecord, filter: Filter): boolean =>
  (filter.plan === undefined || record.planId === filter.plan.toLowerCase()) &&
  (filter.investment === undefined || record.investmentId === filter.investment) &&
  (filter.transaction === undefined || record.transactionId === filter.transaction) &&
  (filter.dateFrom === undefined || record.createdAt >= filter.dateFrom) &&
  (filter.dateTo === undefined || record.createdAt <= filter.dateTo) &&
  (filter.actionTypes === undefined || filter.actionTypes.length === 0 || filter.actionTypes.includes(record.actionType))

const onWire = (record: FlexRecord) => ({
  createdAt: record.createdAt,
  planId: record.planId,
  investmentId: record.investmentId,
  currency: record.currency,
  amount: record.amount,
  transaction_id: record.transactionId,
  actionType: record.actionType,
})

/** Newest first. Each record becomes text by itself: of years of them, objects and text would not fit into memory at once. */
const pageOf = (records: readonly FlexRecord[], filter: Filter): string => {
  const texts: string[] = []
  let skipped = 0
  for (let index = records.length - 1; index >= 0 && texts.length < filter.limit; index -= 1) {
    const record = records[index]
    if (record === undefined || !fits(record, filter)) continue
    if (skipped < filter.offset) skipped += 1
    else texts.push(JSON.stringify(onWire(record)))
  }
  return `{"data":[${texts.join(',')}],"limit":${JSON.stringify(filter.limit)},"offset":${JSON.stringify(filter.offset)}}`
}

/** Larger pages are not kept: the whole history of years is tens of megabytes of text. */
const largestKept = 1000
/** The last page given; records are only ever added, so it holds for as long as there are as many. */
const remembered = new WeakMap<readonly FlexRecord[], { print: string; text: string }>()

/** An id that is well formed and unknown filters everything out; it is not an error. */
export const flexHistory: Action = ({ world, body }) => {
  const errors: FieldErrors = {}
  const filter = readFilter(body, errors)
  if (Object.keys(errors).length > 0) return invalid(errors)
  const records = world.flexRecords
  const print = `${records.length} ${JSON.stringify(filter)}`
  const known = remembered.get(records)
  if (known?.print === print) return written(known.text)
  const text = pageOf(records, filter)
  if (filter.limit <= largestKept) remembered.set(records, { print, text })
  return written(text)
}
