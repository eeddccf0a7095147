// The steps of one position: its state at the exchange, and its distance to liquidation.
import { type AlertSettings, isShare } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import { isWithin, roomLeft } from '../../shared/portfolio/position-measure.js'
import type { Position } from '../../shared/portfolio/position.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { StepReading, StepStatus } from './hysteresis.js'
import { clip } from './notification-text.js'
import type { PositionEvent } from './position-alert-text.js'
import type { EvaluatorStates, StepState } from './stored-alert-state.js'

export type PositionSettings = Pick<AlertSettings, 'positionSteps'>

export type PositionEntry = EvaluatorStates['positions']['entries'][string]

/**
 * A state counts as left after this many seconds: a flapping state is one margin call, not many.
 */
const leftAfter = 120
/** A step of the distance counts as left once the distance has grown by a quarter. */
const rearmFactor = '1.25'
export const marginCall = 'margin_call'
export const liquidation = 'liquidation'
export const stateSteps = [marginCall, liquidation] as const

/**
 * Shares of the price used as steps once a position is in margin call, besides those of the
 * settings.
 */
const closingShares = ['0.05', '0.02', '0.01']

export function isUnknownState(state: string | null): state is string {
  return state !== null && state !== marginCall && state !== liquidation
}

export function unknownStateStep(state: string): string {
  return `state:${state}`
}

export function stateOf(
  { liquidationState }: Position,
  before: PositionEntry | undefined,
): string | null {
  return liquidationState === undefined
    ? (before?.state ?? null)
    : liquidationState === null
      ? null
      : clip(liquidationState, 64)
}

/** A step of the distance: crossed within `share`, left beyond `far`. */
type ShareStep = { key: string; share: Decimal; far: Decimal }

/**
 * `near`: from the settings. `closing`: the same distances, and nearer ones, while the position is
 * in margin call, announced even if the margin call was acknowledged.
 */
type DistanceSteps = { near: readonly ShareStep[]; closing: readonly ShareStep[] }
/** With current prices, for positions whose own figures imply none. */
export type Measure = DistanceSteps & { prices: PricesView | null }

function shareSteps(name: 'near' | 'closing', chosen: readonly Decimal[]): ShareStep[] {
  const widestFirst = chosen
    .filter(isShare)
    .map((share) => multiply(share, '1'))
    .sort((a, b) => compare(b, a))
  const distinct = widestFirst.filter((share, at) => share !== widestFirst[at - 1])
  return distinct.map((share) => ({
    key: `${name}:${share}`,
    share,
    far: multiply(share, rearmFactor),
  }))
}

export function distanceStepsOf({ positionSteps }: PositionSettings): DistanceSteps {
  return {
    near: shareSteps('near', positionSteps),
    closing: shareSteps('closing', [...positionSteps, ...closingShares]),
  }
}

/** `shares` from the widest to the narrowest. */
export function distanceReadings(
  position: Position,
  shares: readonly ShareStep[],
  prices: PricesView | null,
): StepReading[] {
  const left = roomLeft(position, prices)
  let isFar = false
  return shares.map(({ share, far, key }): StepReading => {
    if (left === null) return { key, status: 'unknown' }
    // Far enough from one step means far enough from all nearer ones: most positions need one
    // comparison.
    isFar ||= !isWithin(left, far)
    if (isFar) return { key, status: 'cleared' }
    return { key, status: isWithin(left, share) ? 'reached' : 'between' }
  })
}

export function eventOf(step: string, { near, closing }: DistanceSteps): PositionEvent {
  const distance = near.find(({ key }) => key === step)
  if (distance !== undefined) return { kind: 'position-distance', step: distance.share }
  if (step === liquidation) return { kind: 'position-liquidation' }
  return {
    kind: 'position-margin-call',
    step: closing.find(({ key }) => key === step)?.share ?? null,
  }
}

/** In margin call and this near: over once either is over. */
function bothOf(call: StepStatus, distance: StepStatus): StepStatus {
  if (call === 'cleared' || distance === 'cleared') return 'cleared'
  if (distance === 'unknown') return 'unknown'
  return call === 'reached' && distance === 'reached' ? 'reached' : 'between'
}

/** None for a position that is not, and was not, in margin call, as is usual. */
export function closingReadings(
  position: Position,
  call: StepStatus,
  { closing, prices }: Measure,
  before: StepState | undefined,
): StepReading[] {
  const wasCalled =
    before !== undefined &&
    [marginCall, ...closing.map(({ key }) => key)].some((key) => before.crossed.includes(key))
  if (call !== 'reached' && !wasCalled) return []
  return distanceReadings(position, closing, prices).map(({ key, status }) => ({
    key,
    status: bothOf(call, status),
  }))
}

export function awayFrom(
  state: string | null,
  at: UnixSeconds,
  before: PositionEntry | undefined,
): PositionEntry['away'] {
  const away: PositionEntry['away'] = {}
  for (const step of stateSteps) {
    const isThere = state === step || state === liquidation
    if (isThere || before === undefined || !before.steps.crossed.includes(step)) continue
    const since = before.away[step] ?? at
    // A clock set back must not keep a state for ever.
    away[step] = since > at ? at : since
  }
  return away
}

export function stateStatus(
  step: string,
  position: Position,
  state: string | null,
  away: PositionEntry['away'],
  at: UnixSeconds,
): StepStatus {
  // An absent or unknown state neither begins nor ends one of these.
  if (position.liquidationState === undefined || isUnknownState(state)) return 'between'
  if (state === step || state === liquidation) return 'reached'
  return at - (away[step] ?? at) >= leftAfter ? 'cleared' : 'between'
}

/** The state an alert claims; null if it claims none. */
export function stateBehind(step: string): (typeof stateSteps)[number] | null {
  return step === liquidation
    ? liquidation
    : step === marginCall || step.startsWith('closing:')
      ? marginCall
      : null
}
