// Balances and lists of an account beyond those of the specification, from the public
// documentation.
import { add, divide, multiply, sum, type Decimal } from '../../shared/money.js'
import {
  accepted,
  type Action,
  type Answer,
  type FieldErrors,
  invalid,
  refused,
  written,
} from '../answer.js'
import { accruedWorth, borrowedWorth, ownCollateral } from '../engine/borrowing.js'
import {
  accountFigures,
  type AccountFigures,
  collateralOf,
  notional,
  unrealizedPnl,
} from '../engine/margin.js'
import { asCopied } from '../engine/copied.js'
import { markOf } from '../engine/prices.js'
import { acts } from '../engine/investments.js'
import { isNothing, wholeSecondsOf } from '../engine/units.js'
import { type FixedInvestment, held, type Position, type World } from '../world.js'

/** What is free, and what resting orders have reserved. Assets with neither are omitted. */
export const tradeBalance: Action = ({ world: { ledger, copied } }) => {
  const assets = new Set([...Object.keys(ledger.trade), ...Object.keys(ledger.reserved)])
  const balances = [...assets].map((asset): [string, { available: Decimal; freeze: Decimal }] => [
    asset,
    { available: held(ledger, 'trade', asset), freeze: held(ledger, 'reserved', asset) },
  ])
  return accepted(
    Object.fromEntries(
      balances.filter(
        ([, { available, freeze }]) => copied !== undefined || !isNothing(add(available, freeze)),
      ),
    ),
  )
}

/** One asset, or every asset that is held or owed; with the error for one that is no text. */
function assetsWanted({ ledger, borrowings }: World, ticker: unknown): string[] | Answer {
  if (ticker !== undefined && ticker !== null && typeof ticker !== 'string')
    return refused(422, 30, 'Validation failed', { ticker: ['ticker is invalid.'] })
  const held = Object.entries(ledger.collateral).filter(([, amount]) => !isNothing(amount))
  const assets = new Set([...held.map(([asset]) => asset), ...borrowings.map((one) => one.asset)])
  return [...assets].filter((asset) => ticker === undefined || ticker === null || ticker === asset)
}

export function collateralRow(world: World, asset: string, figures: AccountFigures) {
  const { balance, borrow, free, withBorrow } = collateralOf(world, asset, figures)
  return { asset, balance, borrow, availableWithoutBorrow: free, availableWithBorrow: withBorrow }
}

export const collateralBalances: Action = ({ world, body }) => {
  const assets = assetsWanted(world, body['ticker'])
  if (!Array.isArray(assets)) return assets
  const figures = accountFigures(world)
  return accepted(
    assets.map((asset) => {
      return asCopied(world.copied?.balances.get(asset), collateralRow(world, asset, figures))
    }),
  )
}

/** Amounts as JSON numbers with all of their digits, as documented and read by public clients. */
export const collateralAmounts: Action = ({ world, body }) => {
  const assets = assetsWanted(world, body['ticker'])
  if (!Array.isArray(assets)) return assets
  const members = assets.map(
    (asset) => `${JSON.stringify(asset)}:${collateralOf(world, asset).balance}`,
  )
  return written(`{${members.join(',')}}`)
}

/** The service's own number for “no position is open”. */
const noPositions = '1000000000000000000000'

/**
 * As in captured responses, equity excludes results: equity, the results and the funding due add up
 * to used and free margin. No captured account owes anything: that equity is without what is
 * borrowed, and the interest due part of the funding, is chosen so that this sum holds.
 */
export function collateralFigures(world: World) {
  const total = (of: (position: Position) => Decimal): Decimal => sum(world.positions.map(of))
  const { margin, freeMargin } = accountFigures(world)
  return {
    equity: ownCollateral(world),
    margin,
    freeMargin,
    unrealizedFunding: add(
      total(({ unrealizedFunding }) => unrealizedFunding),
      accruedWorth(world),
    ),
    pnl: total((position) => unrealizedPnl(position, markOf(world, position))),
    leverage: Number.parseInt(world.leverage, 10),
  }
}

export function summaryRow(world: World) {
  const { equity, maintenance } = accountFigures(world)
  const value = add(
    sum(world.positions.map((position) => notional(position, markOf(world, position)))),
    borrowedWorth(world),
  )
  return {
    ...collateralFigures(world),
    marginFraction: isNothing(value) ? noPositions : divide(equity, value, 16),
    maintenanceMarginFraction: isNothing(value) ? '0' : divide(maintenance, value, 16),
  }
}

export const collateralSummary: Action = ({ world }) => {
  const row = summaryRow(world)
  const copied = world.copied?.summary
  const now = asCopied(copied, row)
  // Differences between the exchange and the formulas here end with the last position.
  const isOver = isNothing(row.margin) && copied?.was['margin'] !== row.margin
  return accepted(copied != null && isOver ? { ...row, equity: now['equity'] } : now)
}

type Body = Record<string, unknown>
type Page<T> = { limit: number; offset: number; page: T[] }

/**
 * The part of a list selected by `limit` and `offset`, or the error. `errors`: errors of the other
 * members.
 */
function readPage<T>(
  body: Body,
  list: readonly T[],
  errors: FieldErrors = {},
): Page<T> | { refusal: Answer } {
  const read = (
    name: 'limit' | 'offset',
    usual: number,
    [least, most]: readonly [number, number],
  ): number => {
    const value = body[name] ?? usual
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value
    errors[name] = [`The ${name} must be between ${least} and ${most}.`]
    return usual
  }
  const [limit, offset] = [read('limit', 100, [1, 100]), read('offset', 0, [0, 10_000])]
  return Object.keys(errors).length > 0
    ? { refusal: invalid(errors) }
    : { limit, offset, page: list.slice(offset, offset + limit) }
}

/** Whether a filter matches a value: an absent filter matches everything. */
function lets(filter: unknown, value: unknown): boolean {
  return filter === undefined || filter === null || filter === value
}

/** Reports values that name none of the available options: the given members, by name. */
function unselectable(
  body: Body,
  choices: Record<string, (value: unknown) => boolean>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(choices).flatMap(([name, has]) => {
      const value = body[name] ?? null
      return value === null || has(value) ? [] : [[name, [`The selected ${name} is invalid.`]]]
    }),
  )
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** Assets that have a market. */
export function hasAsset({ markets }: World) {
  return (ticker: unknown): boolean =>
    Object.values(markets).some(({ stock, money }) => ticker === stock || ticker === money)
}

const fixedStatus = { active: 1, closed: 2 } as const

/**
 * `percent` is per year, `duration` in seconds as in the documented sample. The limits are the same
 * for all and have no effect: nobody can invest here.
 */
function fixedPlanOf({ asset, yearlyRate, openedAt, endsAt }: FixedInvestment): object {
  return {
    id: `${asset}-${endsAt - openedAt}`,
    ticker: asset,
    status: 1,
    percent: multiply(yearlyRate, '100'),
    duration: endsAt - openedAt,
    interestTicker: asset,
    interestRatio: '1',
    minInvestment: '0.01',
    maxInvestment: '10000000',
    maxPossibleInvestment: '10000000',
  }
}

export const fixedInvestments: Action = ({ world, body }) => {
  const read = readPage(
    body,
    world.fixedInvestments.filter(
      ({ id, asset, status }) =>
        lets(body['id'], id) &&
        lets(body['ticker'], asset) &&
        lets(body['status'], fixedStatus[status]),
    ),
    unselectable(body, {
      id: isText,
      ticker: hasAsset(world),
      status: (value) => value === 1 || value === 2,
    }),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const records = page.map((investment) => ({
    id: investment.id,
    plan: fixedPlanOf(investment),
    status: fixedStatus[investment.status],
    created: investment.openedAt,
    updated: investment.openedAt,
    paymentTime: investment.endsAt,
    amount: investment.amount,
    interestPaid: investment.interestPaid,
  }))
  return accepted({ offset, limit, records })
}

type FlexTimes = { createdAt: number; updatedAt: number }

/**
 * When each investment was opened, and when something last happened to it; one without records has
 * existed from the start.
 */
function flexTimes(
  { flexRecords, startedMicros }: World,
  ids: readonly string[],
): ReadonlyMap<string, FlexTimes> {
  const started = wholeSecondsOf(startedMicros)
  const times = new Map(
    ids.map((id): [string, FlexTimes] => [id, { createdAt: started, updatedAt: started }]),
  )
  for (const { investmentId, actionType, createdAt: at } of flexRecords) {
    const own = times.get(investmentId)
    if (own === undefined) continue
    own.updatedAt = at
    if (actionType === acts.open) own.createdAt = at
  }
  return times
}

/** Open ones: a closed one leaves nothing here but its records. */
export const flexInvestments: Action = ({ world, body }) => {
  const isWanted = body['investmentStatus'] !== 0
  const read = readPage(
    body,
    world.flexInvestments.filter(
      ({ id, planId, currency }) =>
        isWanted &&
        lets(body['investment'], id) &&
        lets(body['plan'], planId) &&
        lets(body['ticker'], currency),
    ),
    unselectable(body, {
      investment: isText,
      plan: isText,
      ticker: hasAsset(world),
      investmentStatus: (value) => value === 0 || value === 1,
    }),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const times = flexTimes(
    world,
    page.map(({ id }) => id),
  )
  const data = page.map(({ id, planId, currency, amount, reinvest }) => ({
    id,
    planId,
    currency,
    invested: amount,
    withAutoReinvest: reinvest,
    status: 1,
    ...times.get(id),
  }))
  return accepted({ data, limit, offset })
}

/** The age of the pool accounts has no effect here. */
const poolAge = 90 * 86_400

export const miningAccounts: Action = ({ world, body }) => {
  const read = readPage(
    body,
    world.miningAccounts.filter(({ name }) => lets(body['name'], name)),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const createdAt = wholeSecondsOf(world.startedMicros) - poolAge
  return accepted({
    data: page.map(({ name }, index) => ({ name, createdAt: createdAt - index })),
    limit,
    offset,
  })
}
