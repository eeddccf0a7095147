// Balances and lists of an account beyond those of the specification, from the public documentation.
import { add, divide, multiply, sum, type Decimal } from '../../shared/money.js'
import { accepted, type Action, type Answer, type FieldErrors, invalid } from '../answer.js'
import { accountFigures, collateralAsset, marginOf, notional, unrealizedPnl } from '../engine/margin.js'
import { markOf } from '../engine/prices.js'
import { isNothing, smaller, wholeSecondsOf } from '../engine/units.js'
import { held, type Position } from '../world.js'

/** What is free, and what orders that rest have set aside. Assets with neither are left out. */
export const tradeBalance: Action = ({ world: { ledger } }) => {
  const assets = new Set([...Object.keys(ledger.trade), ...Object.keys(ledger.reserved)])
  const balances = [...assets].map((asset): [string, { available: Decimal; freeze: Decimal }] => [
    asset,
    { available: held(ledger, 'trade', asset), freeze: held(ledger, 'reserved', asset) },
  ])
  return accepted(Object.fromEntries(balances.filter(([, { available, freeze }]) => !isNothing(add(available, freeze)))))
}

/** Nothing is borrowed here. */
export const collateralBalances: Action = ({ world }) => {
  const { freeMargin } = accountFigures(world)
  const assets = Object.entries(world.ledger.collateral).filter(([, amount]) => !isNothing(amount))
  return accepted(
    assets.map(([asset, balance]) => {
      const free = asset === collateralAsset ? smaller(freeMargin, balance) : balance
      return { asset, balance, borrow: '0', availableWithoutBorrow: free, availableWithBorrow: free }
    }),
  )
}

/** The service's own number for “no position is open”. */
const noPositions = '1000000000000000000000'

/** Balance, results and funding that is due add up to the equity. */
export const collateralSummary: Action = ({ world }) => {
  const { equity, maintenance, freeMargin } = accountFigures(world)
  const total = (of: (position: Position) => Decimal): Decimal => sum(world.positions.map(of))
  const value = total((position) => notional(position, markOf(world, position)))
  return accepted({
    equity,
    margin: total((position) => marginOf(world, position)),
    freeMargin,
    unrealizedFunding: total(({ unrealizedFunding }) => unrealizedFunding),
    pnl: total((position) => unrealizedPnl(position, markOf(world, position))),
    leverage: Number.parseInt(world.leverage, 10),
    marginFraction: isNothing(value) ? noPositions : divide(equity, value, 16),
    maintenanceMarginFraction: isNothing(value) ? '0' : divide(maintenance, value, 16),
  })
}

type Page<T> = { limit: number; offset: number; page: T[] }

/** The part of a list that `limit` and `offset` name, or the refusal. */
const readPage = <T>(body: Record<string, unknown>, list: readonly T[]): Page<T> | { refusal: Answer } => {
  const errors: FieldErrors = {}
  const read = (name: 'limit' | 'offset', usual: number, [least, most]: readonly [number, number]): number => {
    const value = body[name] ?? usual
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value
    errors[name] = [`The ${name} must be between ${least} and ${most}.`]
    return usual
  }
  const [limit, offset] = [read('limit', 100, [1, 100]), read('offset', 0, [0, 10_000])]
  return Object.keys(errors).length > 0 ? { refusal: invalid(errors) } : { limit, offset, page: list.slice(offset, offset + limit) }
}

/** Whether a filter lets a value through: one that is not given lets everything through. */
const lets = (filter: unknown, value: unknown): boolean => filter === undefined || filter === null || filter === value

const fixedStatus = { active: 1, closed: 2 } as const

export const fixedInvestments: Action = ({ world, body }) => {
  const read = readPage(
    body,
    world.fixedInvestments.filter(
      ({ id, asset, status }) => lets(body['id'], id) && lets(body['ticker'], asset) && lets(body['status'], fixedStatus[status]),
    ),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const records = page.map(({ id, asset, amount, yearlyRate, openedAt, endsAt, status }) => ({
    id,
    plan: { ticker: asset, percent: multiply(yearlyRate, '100'), duration: endsAt - openedAt, interestTicker: asset, interestRatio: '1' },
    status: fixedStatus[status],
    created: openedAt,
    updated: openedAt,
    paymentTime: endsAt,
    amount,
    interestPaid: '0',
  }))
  return accepted({ offset, limit, records })
}

const opened = 6

/** Those that are open: one that is closed leaves nothing here but its records. */
export const flexInvestments: Action = ({ world, body }) => {
  const isWanted = body['investmentStatus'] !== 0
  const read = readPage(
    body,
    world.flexInvestments.filter(
      ({ id, planId, currency }) =>
        isWanted && lets(body['investment'], id) && lets(body['plan'], planId) && lets(body['ticker'], currency),
    ),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const ids = new Set(page.map(({ id }) => id))
  const records = world.flexRecords.filter(({ investmentId }) => ids.has(investmentId))
  const timesOf = (id: string): { createdAt: number; updatedAt: number } => {
    const own = records.filter(({ investmentId }) => investmentId === id)
    const began = own.find(({ actionType }) => actionType === opened)?.createdAt ?? wholeSecondsOf(world.startedMicros)
    return { createdAt: began, updatedAt: own.at(-1)?.createdAt ?? began }
  }
  const data = page.map(({ id, planId, currency, amount, reinvest }) => ({
    ...{ id, planId, currency, invested: amount, withAutoReinvest: reinvest, status: 1 },
    ...timesOf(id),
  }))
  return accepted({ data, limit, offset })
}

/** How long ago the pool accounts were made does not matter to anything here. */
const poolAge = 90 * 86_400

export const miningAccounts: Action = ({ world, body }) => {
  const read = readPage(
    body,
    world.miningAccounts.filter(({ name }) => lets(body['name'], name)),
  )
  if ('refusal' in read) return read.refusal
  const { limit, offset, page } = read
  const createdAt = wholeSecondsOf(world.startedMicros) - poolAge
  return accepted({ data: page.map(({ name }, index) => ({ name, createdAt: createdAt - index })), limit, offset })
}
