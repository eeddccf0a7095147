// What happened to an account while nobody was watching: the last look before beside the first one
// after.
import { type Alert, worstFirst } from '../../shared/alerts/alert.js'
import type { GapChange, LateAlert, MonitoringGap } from '../../shared/alerts/monitoring-gap.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'
import type { Order } from '../../shared/orders/order.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import type { AssetBalance, PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { UnixSeconds } from '../../shared/time.js'

/** What is listed of each. */
const mostListed = 20
/** Seconds before the end of a gap from which on alerts count: not all feeds answer at once. */
export const lookTakes = 60

function ltvOf({ loan: { value } }: PortfolioView): Decimal | null {
  if (value?.kind !== 'loan') return null
  const { currentLtv } = value.loan
  return isDecimal(currentLtv) ? currentLtv : null
}

function levelOf({ collateralSummary: { value } }: PortfolioView): Decimal | null {
  return value === null || figuresContradict(value) ? null : marginLevel(value)
}

/** The same figure may be written in two ways. */
function isSame(one: Decimal | null, other: Decimal | null): boolean {
  return one === null || other === null ? one === other : compare(one, other) === 0
}

function figureChange(
  kind: 'ltv' | 'margin-level',
  before: Decimal | null,
  after: Decimal | null,
): GapChange[] {
  return isSame(before, after) ? [] : [{ kind, before, after }]
}

function positionChange(before: Position | undefined, after: Position): GapChange[] {
  const { market, liquidationState = null } = after
  if (liquidationState !== null && liquidationState !== (before?.liquidationState ?? null))
    return [{ kind: 'position-margin-call', market }]
  if (before === undefined) return [{ kind: 'position-new', market }]
  if (isSame(before.amount, after.amount)) return []
  return before.amount === null || after.amount === null
    ? [{ kind: 'position-changed', market }]
    : [{ kind: 'position-size', market, before: before.amount, after: after.amount }]
}

/** Whether the exchange had begun to liquidate it says more than that it is closed. */
function goneChange({ market, liquidationState = null }: Position): GapChange {
  return { kind: liquidationState === null ? 'position-gone' : 'position-gone-in-call', market }
}

function positionChanges(before: PortfolioView, after: PortfolioView): GapChange[] {
  const [were, are] = [before.positions.value, after.positions.value]
  if (were === null || are === null) return []
  const known = new Map(were.map((position) => [position.id, position]))
  const left = new Set(are.map(({ id }) => id))
  // A row that cannot be read is not gone.
  const gone =
    after.positions.unreadable === undefined ? were.filter(({ id }) => !left.has(id)) : []
  const changed = are.flatMap((position) => positionChange(known.get(position.id), position))
  const isCall = ({ kind }: GapChange): boolean => kind === 'position-margin-call'
  return [
    ...changed.filter(isCall),
    ...gone.map(goneChange),
    ...changed.filter((change) => !isCall(change)),
  ]
}

function orderChange(before: Order | undefined, { market, left }: Order): GapChange[] {
  if (before === undefined) return [{ kind: 'order-new', market }]
  return isSame(before.left, left)
    ? []
    : [{ kind: 'order-left', market, before: before.left, after: left }]
}

function orderChanges(before: PortfolioView, after: PortfolioView): GapChange[] {
  const [were, are] = [before.openOrders.value, after.openOrders.value]
  if (were === null || are === null || after.openOrders.unreadable !== undefined) return []
  const known = new Map(were.map((order) => [order.id, order]))
  const left = new Set(are.map(({ id }) => id))
  return [
    ...were.flatMap(({ id, market }): GapChange[] =>
      left.has(id) ? [] : [{ kind: 'order-gone', market }],
    ),
    ...are.flatMap((order): GapChange[] => orderChange(known.get(order.id), order)),
  ]
}

function balanceChanges(before: PortfolioView, after: PortfolioView): GapChange[] {
  const [were, are] = [before.balance.value, after.balance.value]
  // An asset that cannot be read is not gone.
  const unclear = [before.balance.unreadable, after.balance.unreadable]
  if (were === null || are === null || unclear.some((some) => some !== undefined)) return []
  const amounts = (all: readonly AssetBalance[]) =>
    new Map(all.map(({ asset, amount }) => [asset, amount]))
  const [then, now] = [amounts(were), amounts(are)]
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((asset): GapChange[] => {
    const [was, is] = [then.get(asset) ?? '0', now.get(asset) ?? '0']
    return isSame(was, is) ? [] : [{ kind: 'balance', market: asset, before: was, after: is }]
  })
}

export function changesBetween(
  before: PortfolioView,
  after: PortfolioView,
): Pick<MonitoringGap, 'changes' | 'more'> {
  const all = [
    ...figureChange('ltv', ltvOf(before), ltvOf(after)),
    ...figureChange('margin-level', levelOf(before), levelOf(after)),
    ...positionChanges(before, after),
    ...orderChanges(before, after),
    ...balanceChanges(before, after),
  ]
  return { changes: all.slice(0, mostListed), more: all.slice(mostListed).length }
}

/** Of the latest alerts, those that the looks after the gap raised. */
export function lateAlerts(
  alerts: readonly Alert[],
  { at: began, until }: { at: UnixSeconds; until: UnixSeconds },
): LateAlert[] {
  const found = alerts.filter(
    ({ at, kind }) => at > began && at >= until - lookTakes && kind !== 'monitoring-lost',
  )
  return worstFirst(found)
    .slice(0, mostListed)
    .map(({ at, title, level }) => ({ title, level, lateBy: at - began }))
}
