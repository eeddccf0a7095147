// Every field of a position by name: how it is called, where it is read, how it sorts.
import { multiply, subtract } from '../../../shared/money.js'
import { distanceToLiquidation, impliedMark } from '../../../shared/domain/mark-price.js'
import type { PositionSide } from '../../../shared/domain/order.js'
import { directionOf, type Position } from '../../../shared/domain/position.js'
import { sortKey } from '../../format/decimals.js'
import { directionWords } from '../../format/words.js'

/** `null`: the exchange says none. `undefined`: it did not send the field. */
export type Sent = string | null | undefined

type Kind = 'text' | 'decimal' | 'state'

/** How far the implied mark may move against the position until liquidation, in percent; below zero once it is there. */
const distancePercent = (position: Position): Sent => {
  if (position.liquidationPrice === null) return null
  const share = distanceToLiquidation(position)
  return share === null ? undefined : multiply(share, '100')
}

/** The same in price. */
const distanceInPrice = (position: Position): Sent => {
  const [mark, end] = [impliedMark(position), position.liquidationPrice]
  if (end === null) return null
  if (mark === null || end === undefined || distanceToLiquidation(position) === null) return undefined
  return directionOf(position) === 'long' ? subtract(mark, end) : subtract(end, mark)
}

/** Worked out by Plimsoll from what was sent; `undefined` where that does not allow it, null where there is no liquidation price. */
export const workedOut: ReadonlySet<string> = new Set(['mark', 'toLiquidation', 'toLiquidationPrice'])

export const positionFields = {
  market: { label: 'Market', kind: 'text', read: (p: Position): Sent => p.market },
  direction: { label: 'Side', kind: 'text', read: (p: Position): Sent => directionWords[directionOf(p)] },
  amount: { label: 'Amount', kind: 'decimal', read: (p: Position): Sent => p.amount },
  entryPrice: { label: 'Entry price', kind: 'decimal', read: (p: Position): Sent => p.entryPrice },
  liquidationPrice: { label: 'Liquidation price', kind: 'decimal', read: (p: Position): Sent => p.liquidationPrice },
  mark: { label: 'Mark price', kind: 'decimal', read: (p: Position): Sent => impliedMark(p) ?? undefined },
  toLiquidation: { label: 'To liquidation %', kind: 'decimal', read: (p: Position): Sent => distancePercent(p) },
  toLiquidationPrice: { label: 'To liquidation', kind: 'decimal', read: (p: Position): Sent => distanceInPrice(p) },
  liquidationState: { label: 'State', kind: 'state', read: (p: Position): Sent => p.liquidationState },
  unrealizedPnl: { label: 'Unrealized PnL', kind: 'decimal', read: (p: Position): Sent => p.unrealizedPnl },
  pnlPercent: { label: 'Unrealized %', kind: 'decimal', read: (p: Position): Sent => p.pnlPercent },
  realizedPnl: { label: 'Realized PnL', kind: 'decimal', read: (p: Position): Sent => p.realizedPnl },
  funding: { label: 'Funding paid', kind: 'decimal', read: (p: Position): Sent => p.funding },
  unrealizedFunding: { label: 'Funding accrued', kind: 'decimal', read: (p: Position): Sent => p.unrealizedFunding },
  usedMargin: { label: 'Used margin', kind: 'decimal', read: (p: Position): Sent => p.usedMargin },
  freeMargin: { label: 'Free margin', kind: 'decimal', read: (p: Position): Sent => p.freeMargin },
  stopLoss: { label: 'Stop loss', kind: 'decimal', read: (p: Position): Sent => p.protectiveOrders && p.protectiveOrders.stopLoss },
  takeProfit: { label: 'Take profit', kind: 'decimal', read: (p: Position): Sent => p.protectiveOrders && p.protectiveOrders.takeProfit },
  openedAt: { label: 'Opened', kind: 'decimal', read: (p: Position): Sent => p.openedAt },
  modifiedAt: { label: 'Modified', kind: 'decimal', read: (p: Position): Sent => p.modifiedAt },
  id: { label: 'Position ID', kind: 'decimal', read: (p: Position): Sent => p.id },
  positionSide: { label: 'Position side', kind: 'text', read: (p: Position): Sent => p.positionSide },
} satisfies Record<string, { label: string; kind: Kind; read: (position: Position) => Sent }>

export type PositionField = keyof typeof positionFields

/** A level that the exchange does not name is not set: it need not have sent anything for it. */
export const notSet = {
  stopLoss: { none: 'not set', why: 'The exchange names no stop loss for this position.' },
  takeProfit: { none: 'not set', why: 'The exchange names no take profit for this position.' },
}

export type SortOrder = { field: PositionField; descending: boolean }

/** Worst first: the order in which somebody with money at risk has to look. */
export const worstFirst: SortOrder = { field: 'liquidationState', descending: true }

const stateKey = (state: Sent): string | null =>
  state === undefined ? null : state === 'liquidation' ? '4' : state === 'margin_call' ? '3' : state === null ? '1' : `2${state}`

const keyOf = (kind: Kind, value: Sent): string | null => {
  if (kind === 'state') return stateKey(value)
  if (value == null) return null
  // Text that should be a decimal and is not still gets a place: after all decimals.
  return kind === 'decimal' ? (sortKey(value) ?? `~${value}`) : value
}

const plain = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A sorted copy. Rows without a value come last in both directions; ties keep market and id in order. */
export const sortPositions = (positions: readonly Position[], order: SortOrder): Position[] => {
  const { kind, read } = positionFields[order.field]
  const keyed = positions.map((position) => ({ position, key: keyOf(kind, read(position)), id: sortKey(position.id) ?? position.id }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1
    } else {
      const by = plain(a.key, b.key)
      if (by !== 0) return order.descending ? -by : by
    }
    return plain(a.position.market, b.position.market) || plain(a.id, b.id)
  })
  return keyed.map(({ position }) => position)
}

const nearestFirst: ReadonlySet<string> = new Set(['toLiquidation', 'toLiquidationPrice'])

/**
 * The order after a click on a header: that field, figures and times from large to small first, distances the other way round; a second
 * click turns it round.
 */
export const nextOrder = (order: SortOrder, field: PositionField): SortOrder => ({
  field,
  descending: order.field === field ? !order.descending : positionFields[field].kind !== 'text' && !nearestFirst.has(field),
})

const sides = { LONG: true, SHORT: true, BOTH: true } satisfies Record<PositionSide, true>

/** Whether this version knows the value (specification 2.7); others are shown raw, with a hint. */
export const knownPositionSide = (side: string): side is PositionSide => Object.hasOwn(sides, side)
