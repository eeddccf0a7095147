// What happened to an account while nobody was watching: the last look before beside the first one
// after.
import { type Alert, worstFirst } from '../../shared/alerts/alert.js'
import {
  type GapChange,
  type GapList,
  gapLists,
  type LateAlert,
  type MonitoringGap,
} from '../../shared/alerts/monitoring-gap.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'
import type { Order } from '../../shared/orders/order.js'
import { type Feed, isOfTheWatch } from '../../shared/portfolio/feed.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import {
  type AssetBalance,
  mostOpenOrders,
  type PortfolioView,
} from '../../shared/portfolio/portfolio.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { UnixSeconds } from '../../shared/time.js'

/** What is listed of each. */
const mostListed = 20
/** Seconds before the end of a gap from which on alerts count: not all feeds answer at once. */
export const lookTakes = 60
/** Seconds without a look that count; and how long a reason must last beside a longer one. */
export const shortestGap = 60

export type Compared = Pick<MonitoringGap, 'changes' | 'more' | 'unknown'>
/** `at`: of the last look before a gap, or of the first one after. */
type Seen = { view: PortfolioView; at: UnixSeconds }

const feedOf = {
  ltv: 'loan',
  'margin-level': 'collateralSummary',
  positions: 'positions',
  orders: 'openOrders',
  balance: 'balance',
} as const satisfies Record<GapList, keyof PortfolioView>

/** Nothing of it is missing. */
function isWhole({ value, unreadable }: Feed<unknown>): boolean {
  return value !== null && unreadable === undefined
}

/** Only the newest are read. */
function areAllOrders(feed: PortfolioView['openOrders']): boolean {
  return isWhole(feed) && (feed.value ?? []).length < mostOpenOrders
}

function isWholeIn(list: GapList, view: PortfolioView): boolean {
  return list === 'orders' ? areAllOrders(view.openOrders) : isWhole(view[feedOf[list]])
}

/** Whether it was read for both looks: what was read at another time may have changed by then. */
function isOfBoth(list: GapList, before: Seen, after: Seen): boolean {
  const [was, is] = [before.view[feedOf[list]], after.view[feedOf[list]]]
  const isBefore = was.asOf !== null && was.asOf >= before.at - shortestGap
  return isBefore && is.source === 'live' && is.asOf !== null && is.asOf >= after.at
}

/** This account has none: the exchange said so before and after, or never opens it to this key. */
function hasNone(list: GapList, { view: before }: Seen, { view: after }: Seen): boolean {
  if (list === 'ltv' && after.loan.source === 'live')
    return [before, after].every(({ loan }) => loan.value?.kind === 'not-enabled')
  const feed = feedOf[list]
  return before[feed].value === null && !isOfTheWatch(after[feed])
}

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
  const [were, are] = [before.positions.value ?? [], after.positions.value ?? []]
  const known = new Map(were.map((position) => [position.id, position]))
  const left = new Set(are.map(({ id }) => id))
  // A row that cannot be read is not gone, and one that could not be read before is not new.
  const gone = isWhole(after.positions) ? were.filter(({ id }) => !left.has(id)) : []
  const changed = are
    .flatMap((position) => positionChange(known.get(position.id), position))
    .filter(({ kind }) => kind !== 'position-new' || isWhole(before.positions))
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
  const [were, are] = [before.openOrders.value ?? [], after.openOrders.value ?? []]
  const known = new Map(were.map((order) => [order.id, order]))
  const left = new Set(are.map(({ id }) => id))
  // The same of rows, and of what is beyond the newest that are read.
  const gone = areAllOrders(after.openOrders) ? were.filter(({ id }) => !left.has(id)) : []
  return [
    ...gone.map(({ market }): GapChange => ({ kind: 'order-gone', market })),
    ...are
      .flatMap((order): GapChange[] => orderChange(known.get(order.id), order))
      .filter(({ kind }) => kind !== 'order-new' || areAllOrders(before.openOrders)),
  ]
}

function balanceChanges(before: PortfolioView, after: PortfolioView): GapChange[] {
  const [were, are] = [before.balance.value ?? [], after.balance.value ?? []]
  // An asset that cannot be read is not gone.
  if (!isWhole(before.balance) || !isWhole(after.balance)) return []
  const amounts = (all: readonly AssetBalance[]) =>
    new Map(all.map(({ asset, amount }) => [asset, amount]))
  const [then, now] = [amounts(were), amounts(are)]
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((asset): GapChange[] => {
    const [was, is] = [then.get(asset) ?? '0', now.get(asset) ?? '0']
    return isSame(was, is) ? [] : [{ kind: 'balance', market: asset, before: was, after: is }]
  })
}

const changesIn: Record<GapList, (before: PortfolioView, after: PortfolioView) => GapChange[]> = {
  ltv: (before, after) => figureChange('ltv', ltvOf(before), ltvOf(after)),
  'margin-level': (before, after) => figureChange('margin-level', levelOf(before), levelOf(after)),
  positions: positionChanges,
  orders: orderChanges,
  balance: balanceChanges,
}

export function changesBetween(before: Seen, after: Seen): Compared {
  const compared = gapLists
    .filter((list) => !hasNone(list, before, after))
    .map((list) => {
      const isComparable = isOfBoth(list, before, after)
      return {
        list,
        isKnown: isComparable && [before, after].every(({ view }) => isWholeIn(list, view)),
        changes: isComparable ? changesIn[list](before.view, after.view) : [],
      }
    })
  const all = compared.flatMap(({ changes }) => changes)
  const unknown = compared.flatMap(({ list, isKnown }) => (isKnown ? [] : [list]))
  return {
    changes: all.slice(0, mostListed),
    more: all.slice(mostListed).length,
    ...(unknown.length > 0 && { unknown }),
  }
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
