// What happened to an account while nobody was watching: the last look before beside the first one
// after.
import { type Alert, worstFirst } from '../../shared/alerts/alert.js'
import type { GapChange, LateAlert, MonitoringGap } from '../../shared/alerts/monitoring-gap.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
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
  return isSame(before.amount, after.amount) ? [] : [{ kind: 'position-changed', market }]
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
    ...gone.map(({ market }): GapChange => ({ kind: 'position-gone', market })),
    ...changed.filter((change) => !isCall(change)),
  ]
}

function orderChanges(before: PortfolioView, after: PortfolioView): GapChange[] {
  const [were, are] = [before.openOrders.value, after.openOrders.value]
  if (were === null || are === null || after.openOrders.unreadable !== undefined) return []
  const left = new Set(are.map(({ id }) => id))
  return were.flatMap(({ id, market }) => (left.has(id) ? [] : [{ kind: 'order-gone', market }]))
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
