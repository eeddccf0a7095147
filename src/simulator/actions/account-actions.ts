// What the service reports about an account, and closing an investment: every operation except
// orders.
import { accepted, type Action, type FieldErrors, invalid, refused, written } from '../answer.js'
import { priceInUsdt } from '../engine/borrowing.js'
import { asCopied } from '../engine/copied.js'
import { closeFixed } from '../engine/investments.js'
import { isNothing, secondsOf } from '../engine/units.js'
import { held, type FlexRecord, type Position, type World } from '../world.js'
import { currentLtv } from '../engine/loan.js'
import { issueToken } from '../auth.js'
import type { Dialect } from '../../shared/accounts/account.js'
import { actionTypes } from '../../v4/endpoints.js'
import { historyDefaults } from '../../v4/limits.js'
import { cut } from '../../shared/money.js'
import {
  accountFigures,
  type AccountFigures,
  pnlPercent,
  positionFigures,
  unrealizedPnl,
} from '../engine/margin.js'
import { marketNamed, marketOf } from '../engine/prices.js'

/**
 * Assets with zero balance are omitted in the specification's dialect, as it allows; the live
 * service includes them, and supports a `ticker` that requests a single asset. A copy
 * includes the same ones as its exchange.
 */
export const mainBalance: Action = ({ world, body, dialect }) => {
  const ticker = body['ticker']
  const live = dialect === 'live'
  if (live && ticker !== undefined && ticker !== null) {
    if (typeof ticker !== 'string')
      return refused(422, 0, 'Validation failed', { ticker: ['validation.string'] })
    return accepted({
      main_balance: Object.hasOwn(world.ledger.main, ticker)
        ? held(world.ledger, 'main', ticker)
        : '0',
    })
  }
  const showsAll = live || world.copied !== undefined
  const shown = Object.entries(world.ledger.main).filter(
    ([, amount]) => showsAll || !isNothing(amount),
  )
  return accepted(
    Object.fromEntries(shown.map(([asset, amount]) => [asset, { main_balance: amount }])),
  )
}

/** A required text; otherwise the error. */
function required(body: Record<string, unknown>, field: string, label: string) {
  const value = body[field]
  const complaint =
    value === undefined || value === null || value === '' ? 'field is required' : 'must be a string'
  return typeof value === 'string' && value !== ''
    ? value
    : invalid({ [field]: [`The ${label} ${complaint}.`] })
}

/**
 * Returns the invested amount to the main balance, once. The content of the response is not shown
 * (2.10): it is an empty object.
 */
export const closeInvestment: Action = ({ world, body }) => {
  const id = required(body, 'id', 'id')
  if (typeof id !== 'string') return id
  const investment = world.fixedInvestments.find((one) => one.id === id.toLowerCase())
  if (investment === undefined) return invalid({ id: ['Investment not found'] })
  if (investment.status === 'closed')
    return refused(422, 0, 'Inner validation failed', { error: ['Investment is already closed'] })
  closeFixed(world, investment)
  return accepted({})
}

export const creditLine: Action = ({ world }) => {
  if (world.loan === null) return refused(400, 0, 'No active loan at the moment')
  const { asset, amount, totalFunding, initialLtv, marginCallLtv, liquidationLtv, createdAt } =
    world.loan
  const row = {
    asset,
    amount,
    totalFunding,
    currentLtv: currentLtv(world, world.loan),
    initialLtv,
    marginCallLtv,
    liquidationLtv,
    createdAt,
  }
  return accepted(asCopied(world.copied?.loan, row))
}

export const payoutDestination: Action = ({ world, body }) => {
  const name = required(body, 'accountName', 'account name')
  if (typeof name !== 'string') return name
  const account = world.miningAccounts.find((one) => one.name === name)
  if (account === undefined) return invalid({ user: ['Mining account not found.'] })
  return accepted({
    payoutDestination: account.payoutDestination,
    externalAddress: account.externalAddress,
  })
}

export const streamToken: Action = ({ world, keyName, dialect }) =>
  accepted({ websocket_token: issueToken(world, keyName, dialect) })

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function isCount(value: unknown, least = 0): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
}

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

/** Reads the filters; every invalid parameter is named in `errors`. Null counts as absent. */
function readFilter(body: Record<string, unknown>, errors: FieldErrors): Filter {
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
  if (dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom)
    errors['dateTo'] = ['The date to is invalid.']
  read('actionTypes', Array.isArray, 'The action types must be an array.')
  filter.actionTypes?.forEach((value, index) => {
    if (typeof value !== 'number' || !(value in actionTypes))
      errors[`actionTypes.${index}`] = ['The selected action type is invalid.']
  })
  // Deduplicated: a body has room for half a million of them, and every record is compared with
  // them.
  if (filter.actionTypes !== undefined) filter.actionTypes = [...new Set(filter.actionTypes)]
  return filter
}

function fits(record: FlexRecord, filter: Filter): boolean {
  return (
    (filter.plan === undefined || record.planId === filter.plan.toLowerCase()) &&
    (filter.investment === undefined || record.investmentId === filter.investment) &&
    (filter.transaction === undefined || record.transactionId === filter.transaction) &&
    (filter.dateFrom === undefined || record.createdAt >= filter.dateFrom) &&
    (filter.dateTo === undefined || record.createdAt <= filter.dateTo) &&
    (filter.actionTypes === undefined ||
      filter.actionTypes.length === 0 ||
      filter.actionTypes.includes(record.actionType))
  )
}

/**
 * Newest first. Each record is serialised separately: for years of them, objects and text would not
 * fit into memory at once.
 */
function pageOf(records: readonly FlexRecord[], filter: Filter): string {
  const texts: string[] = []
  let skipped = 0
  for (let index = records.length - 1; index >= 0 && texts.length < filter.limit; index -= 1) {
    const record = records[index]
    if (record === undefined || !fits(record, filter)) continue
    if (skipped < filter.offset) skipped += 1
    else {
      const { transactionId: transaction_id, actionType, ...same } = record
      texts.push(JSON.stringify({ ...same, transaction_id, actionType }))
    }
  }
  return `{"data":[${texts.join(',')}],"limit":${JSON.stringify(filter.limit)},"offset":${JSON.stringify(filter.offset)}}`
}

/** Larger pages are not cached: a full history of years is tens of megabytes of text. */
const largestKept = 1000
/** The last page served; records are only ever added, so it stays valid while their number does. */
const lastPage = new WeakMap<readonly FlexRecord[], { print: string; text: string }>()

/** A well-formed but unknown id filters everything out; it is not an error. */
export const flexHistory: Action = ({ world, body }) => {
  const errors: FieldErrors = {}
  const filter = readFilter(body, errors)
  if (Object.keys(errors).length > 0) return invalid(errors)
  const records = world.flexRecords
  const print = `${records.length} ${JSON.stringify(filter)}`
  const known = lastPage.get(records)
  if (known?.print === print) return written(known.text)
  const text = pageOf(records, filter)
  if (filter.limit <= largestKept) lastPage.set(records, { print, text })
  return written(text)
}

const places = 8

function tpslOf({ takeProfit, stopLoss }: Position) {
  return takeProfit === null && stopLoss === null
    ? null
    : {
        ...(takeProfit === null
          ? {}
          : { takeProfitId: takeProfit.id, takeProfit: takeProfit.price }),
        ...(stopLoss === null ? {} : { stopLossId: stopLoss.id, stopLoss: stopLoss.price }),
      }
}

/** The live service was observed to capitalise this state. */
function stateOnWire(state: Position['liquidationState'], dialect: Dialect): string | null {
  return dialect === 'live' && state === 'margin_call' ? 'Margin_call' : state
}

/** The live service was observed to send neither `unrealizedPnl` nor `positionSide`. */
export function positionOnWire(
  world: World,
  position: Position,
  account: AccountFigures,
  dialect: Dialect,
) {
  const { mark, margin, freeMargin, liquidationPrice } = positionFigures(world, position, account)
  const spec = dialect === 'spec'
  return {
    positionId: position.id,
    market: position.market,
    openDate: secondsOf(position.openedMicros),
    modifyDate: secondsOf(position.modifiedMicros),
    amount: position.amount,
    basePrice: position.basePrice,
    liquidationPrice,
    liquidationState: stateOnWire(position.liquidationState, dialect),
    pnl: cut(position.realizedPnl, places),
    pnlPercent: pnlPercent(position, mark),
    margin,
    freeMargin: cut(freeMargin, places),
    funding: position.funding,
    ...(spec ? { unrealizedPnl: cut(unrealizedPnl(position, mark), places) } : {}),
    unrealizedFunding: position.unrealizedFunding,
    tpsl: tpslOf(position),
    ...(spec ? { positionSide: position.side } : {}),
  }
}

type Shown = { print: string; positions: Readonly<Record<string, unknown>>[]; text: string }
const remembered = new WeakMap<World, Shown>()

/** All inputs of the figures, in one line: while it is unchanged, so are they. */
function printOf(world: World, dialect: Dialect): string {
  let print = `${dialect} ${JSON.stringify(world.ledger.collateral)} ${world.leverage}`
  for (const { asset, amount, accrued } of world.borrowings)
    print += `;${asset} ${amount} ${accrued} ${priceInUsdt(world, asset) ?? ''}`
  for (const asset of Object.keys(world.ledger.collateral))
    print += `;${priceInUsdt(world, asset) ?? ''}`
  for (const { id, left, collateral } of world.openOrders)
    if (collateral !== null) print += `;${id} ${left}`
  for (const one of world.positions) {
    const { ticks } = marketOf(world, one)
    print += `;${one.id} ${ticks} ${one.modifiedMicros} ${one.amount} ${one.basePrice} ${one.realizedPnl} ${one.funding} `
    print += `${one.unrealizedFunding} ${one.liquidationState ?? ''} ${one.takeProfit?.id ?? ''} ${one.stopLoss?.id ?? ''}`
  }
  return print
}

/** Calculated once as long as nothing changes: clients poll much more often than prices move. */
function allOnWire(world: World, dialect: Dialect): Shown {
  const print = printOf(world, dialect)
  const known = remembered.get(world)
  if (known?.print === print) return known
  const figures = accountFigures(world)
  const positions = world.positions.map((position) =>
    asCopied(
      world.copied?.positions.get(position.id),
      positionOnWire(world, position, figures, dialect),
    ),
  )
  const shown = { print, positions, text: JSON.stringify(positions) }
  remembered.set(world, shown)
  return shown
}

export const openPositions: Action = ({ world, body, dialect }) => {
  const market = body['market'] ?? null
  const no = (code: number, sentence: string) =>
    refused(422, code, 'Validation failed', { market: [sentence] })
  if (market === null) return written(allOnWire(world, dialect).text)
  if (typeof market !== 'string') return no(30, 'Market field should be a string.')
  if (market === '') return no(31, 'Market field should not be empty string.')
  if (marketNamed(world, market)?.collateral !== true) return no(31, 'Market is not available.')
  return accepted(
    allOnWire(world, dialect).positions.filter((position) => position['market'] === market),
  )
}
