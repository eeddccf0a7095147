// Specification 4.3 and 2.1.
import { actionTypes } from '../../v4/enums.js'
import { historyDefaults } from '../../v4/limits.js'
import { invalid, written, type FieldErrors } from '../answer.js'
import type { Action } from '../action.js'
import type { FlexRecord } from '../world.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const isCount = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isActionType = (value: unknown): boolean => typeof value === 'number' && value in actionTypes

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
  const read = <T>(name: keyof Filter, fits: (value: unknown) => value is T, complaint: string): T | undefined => {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    if (fits(value)) return value
    errors[name] = [complaint]
    return undefined
  }
  const isTime = (value: unknown): value is number => isCount(value, 0)
  filter.limit = read('limit', (value): value is number => isCount(value, 1), 'The limit must be an integer of at least 1.') ?? filter.limit
  filter.offset =
    read('offset', (value): value is number => isCount(value, 0), 'The offset must be an integer of at least 0.') ?? filter.offset
  filter.plan = read('plan', (value): value is string => isText(value) && uuid.test(value), 'The selected plan is invalid.')
  filter.investment = read('investment', isText, 'The selected investment is invalid.')
  filter.transaction = read('transaction', isText, 'The selected transaction is invalid.')
  filter.dateFrom = read('dateFrom', isTime, 'The date from is invalid.')
  filter.dateTo = read('dateTo', isTime, 'The date to is invalid.')
  if (filter.dateFrom !== undefined && filter.dateTo !== undefined && filter.dateTo < filter.dateFrom)
    errors['dateTo'] = ['The date to is invalid.']
  const types = read('actionTypes', (value): value is unknown[] => Array.isArray(value), 'The action types must be an array.')
  types?.forEach((value, index) => {
    if (!isActionType(value)) errors[`actionTypes.${index}`] = ['The selected action type is invalid.']
  })
  // Each once: a body has room for half a million of them, and every record is held against them.
  if (types !== undefined) filter.actionTypes = [...new Set(types)]
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

/** Records that become text at a time: a page of the whole history would otherwise stand in memory as objects and as text at once. */
const slice = 500

const pageOf = (records: readonly FlexRecord[], filter: Filter): string => {
  const texts: string[] = []
  let waiting: ReturnType<typeof onWire>[] = []
  const write = (): void => {
    if (waiting.length > 0) texts.push(JSON.stringify(waiting).slice(1, -1))
    waiting = []
  }
  let skipped = 0
  let given = 0
  for (let index = records.length - 1; index >= 0 && given < filter.limit; index -= 1) {
    const record = records[index]
    if (record === undefined || !fits(record, filter)) continue
    if (skipped < filter.offset) {
      skipped += 1
      continue
    }
    given += 1
    waiting.push(onWire(record))
    if (waiting.length === slice) write()
  }
  write()
  return `{"data":[${texts.join(',')}],"limit":${JSON.stringify(filter.limit)},"offset":${JSON.stringify(filter.offset)}}`
}

/** Larger pages are not kept: the whole history of years is tens of megabytes of text. */
const largestKept = 1000
/** The last page given; records are only ever added, so it holds for as long as there are as many. */
const remembered = new WeakMap<readonly FlexRecord[], { print: string; text: string }>()

/** Newest first. An id that is well formed and unknown filters everything out; it is not an error. */
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
