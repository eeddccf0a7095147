// One position, from one answer to the next: what its steps raise, and what of it is remembered.
import type { PricesView } from '../../shared/markets/market.js'
import { distanceToLiquidation, markOf } from '../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { sameJson } from '../../shared/json.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Resolution } from './open-alerts.js'
import { evaluateSteps, type StepReading } from './hysteresis.js'
import {
  candidatesFor,
  leftState,
  marginCallEnd,
  type PositionEvent,
  type PositionReport,
} from './position-alert-text.js'
import {
  awayFrom,
  closingReadings,
  distanceReadings,
  eventOf,
  isUnknownState,
  liquidation,
  marginCall,
  type Measure,
  type PositionEntry,
  stateBehind,
  stateOf,
  stateStatus,
  stateSteps,
  unknownStateStep,
} from './position-steps.js'
import { noSteps, type StepState } from './stored-alert-state.js'

export type Raise = PositionReport & {
  step: string
  found: AlertCandidate['found']
  isFirstLook: boolean
}

function alertKey(id: string, step: string, entry: PositionEntry): string {
  return entry.shared[step] ?? `position:${id}/${step}`
}

function raisedSteps({ steps, state }: PositionEntry): string[] {
  return isUnknownState(state) ? [...steps.raised, unknownStateStep(state)] : steps.raised
}

/** Keys of the alerts the entries hold open. */
export function heldKeys(entries: Iterable<[string, PositionEntry]>): Set<string> {
  const keys = new Set<string>()
  for (const [id, entry] of entries)
    for (const step of raisedSteps(entry)) keys.add(alertKey(id, step, entry))
  return keys
}

export function sameEntry(one: PositionEntry, other: PositionEntry): boolean {
  return (
    one.steps === other.steps &&
    one.state === other.state &&
    one.side === other.side &&
    one.market === other.market &&
    one.hadPrice === other.hadPrice &&
    sameJson([one.away, one.shared], [other.away, other.shared])
  )
}

export function isInMarginCall({ steps }: PositionEntry): boolean {
  return stateSteps.some((step) => steps.crossed.includes(step))
}

function causeOf(
  position: Position,
  event: PositionEvent,
  prices: PricesView | null,
): AlertCandidate['cause'] {
  return {
    positionId: position.id,
    market: position.market,
    side: directionOf(position),
    liquidationState: position.liquidationState ?? null,
    amount: position.amount,
    entryPrice: position.entryPrice ?? null,
    unrealizedPnl: position.unrealizedPnl ?? null,
    liquidationPrice: position.liquidationPrice ?? null,
    impliedPrice: markOf(position, prices)?.price ?? null,
    distance: distanceToLiquidation(position, prices),
    step: 'step' in event ? event.step : null,
  }
}

export function evaluatePosition(
  position: Position,
  distances: Measure,
  before: PositionEntry | undefined,
  { hadPrice, hadAnswer }: { hadPrice: boolean; hadAnswer: boolean },
  at: UnixSeconds,
): {
  entry: PositionEntry
  raises: Raise[]
  dropped: string[]
  callsOver: Resolution[]
  reworded: AlertCandidate[]
} {
  const { id, market } = position
  const state = stateOf(position, before)
  const away = awayFrom(state, at, before)
  const call = stateStatus(marginCall, position, state, away, at)
  const closing = closingReadings(position, call, distances, before?.steps)
  const readings: StepReading[] = [
    ...distanceReadings(position, distances.near, distances.prices),
    { key: marginCall, status: call },
    ...closing,
    { key: liquidation, status: stateStatus(liquidation, position, state, away, at) },
  ]
  // A position opened since the last response was not in a margin call then, so being in one now is
  // news. How near to liquidation it was opened is the user's choice.
  const start: StepState = hadAnswer ? { ...noSteps, seen: [...stateSteps] } : noSteps
  const known = before?.steps ?? start
  // A position seen outside of a margin call was outside of its steps.
  const wasOutside =
    known.seen.includes(marginCall) && !known.crossed.includes(marginCall) && closing.length > 0
  const outset = wasOutside
    ? { ...known, seen: [...known.seen, ...closing.map(({ key }) => key)] }
    : known
  const { raise, resolved, state: steps } = evaluateSteps(readings, outset)
  const dropped = resolved.flatMap(({ key, end }) =>
    end === 'dropped' && before !== undefined ? [alertKey(id, key, before)] : [],
  )

  const side = directionOf(position)
  // After a notification of a step within margin call, the user hears that the margin call is over.
  // A shared alert names positions differently.
  const isCallOver = before !== undefined && !steps.crossed.includes(marginCall)
  const callsOver = !isCallOver
    ? []
    : closing
        .filter(({ key }) => before.steps.raised.includes(key) && before.shared[key] === undefined)
        .map(({ key }): Resolution => ({
          key: alertKey(id, key, before),
          end: 'over',
          endTitle: marginCallEnd({ market, side }),
        }))
  const report = (
    step: string,
    event: PositionEvent,
    found: Raise['found'],
    isFirstLook: boolean,
  ): Raise => ({
    position: { id, market, side },
    step,
    event,
    found,
    isFirstLook,
    key: `position:${id}/${step}`,
    cause: () => causeOf(position, event, distances.prices),
  })
  const raises: Raise[] = []
  if (raise !== null)
    raises.push(report(raise.key, eventOf(raise.key, distances), raise.found, raise.isFirstLook))
  if (isUnknownState(state) && state !== before?.state)
    raises.push(
      report(
        unknownStateStep(state),
        { kind: 'position-state', raw: state },
        hadAnswer ? 'new' : 'standing',
        !hadAnswer,
      ),
    )
  const entry: PositionEntry = {
    market,
    side,
    state,
    steps,
    away,
    shared: {},
    ...(hadPrice && { hadPrice }),
  }
  const held = raisedSteps(entry)
  const shared = Object.fromEntries(
    Object.entries(before?.shared ?? {}).filter(([step]) => held.includes(step)),
  )
  // While a state has been left, but not long enough to count as over, its alert must not say that
  // it still applies.
  const reworded = (before?.steps.raised ?? []).flatMap((step): AlertCandidate[] => {
    const state = stateBehind(step)
    if (before === undefined || state === null || before.shared[step] !== undefined) return []
    const isLeft = away[state] !== undefined && steps.raised.includes(step)
    if (isLeft === (before.away[state] !== undefined)) return []
    return candidatesFor(
      [report(step, eventOf(step, distances), 'new', false)],
      { found: 'new', isFirstLook: false },
      '',
    ).map((said) => (isLeft ? leftState(said) : said))
  })
  return { entry: { ...entry, shared }, raises, dropped, callsOver, reworded }
}
