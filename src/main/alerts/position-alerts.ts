// Alerts on open positions, from one good full response to the next: their state, their distance to
// liquidation, their end, and positions that cannot be read: their distance is unknown, so it is
// not assumed to be large.
import { type AlertSettings, isShare } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PositionEnd } from '../../shared/alerts/position-end.js'
import {
  distanceToLiquidation,
  isWithin,
  markOf,
  roomLeft,
  usablePrice,
} from '../../shared/portfolio/position-measure.js'
import { type Direction, directionOf, type Position } from '../../shared/portfolio/position.js'
import { touches, type Unreadable } from '../../shared/unreadable.js'
import { sameJson } from '../../shared/json.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { evaluateGroup } from './group-alert.js'
import { evaluateSteps, type StepReading, type StepStatus } from './hysteresis.js'
import { endedByOf, type LastFigures, lastFiguresOf } from './position-end.js'
import { clip } from './notification-text.js'
import {
  candidateForUnreadable,
  candidateForUnseen,
  candidatesFor,
  leftState,
  marginCallEnd,
  mostSeparate,
  type PositionEvent,
  type PositionReport,
} from './position-alert-text.js'
import {
  type EvaluatorStates,
  type GroupState,
  noStates,
  noSteps,
  type StepState,
} from './stored-alert-state.js'
import {
  evaluateUnmeasured,
  type UnmeasuredPosition,
  unmeasuredOf,
} from './unmeasured-positions.js'

export type PositionSettings = Pick<AlertSettings, 'positionSteps'>

type PositionsState = EvaluatorStates['positions']
type PositionEntry = PositionsState['entries'][string]

/**
 * A state counts as left after this many seconds: a flapping state is one margin call, not many.
 */
const leftAfter = 120
/** A step of the distance counts as left once the distance has grown by a quarter. */
const rearmFactor = '1.25'
/** How many seconds positions that left are kept, and how many at most. */
export const gonePositionsKept = 600
const mostGonePositions = 200
/**
 * Seconds a position must be unreadable before the alert: a single odd response does not raise it.
 */
const unreadableAfter = 30

const marginCall = 'margin_call'
const liquidation = 'liquidation'
const stateSteps = [marginCall, liquidation] as const

/**
 * Shares of the price used as steps once a position is in margin call, besides those of the
 * settings.
 */
const closingShares = ['0.05', '0.02', '0.01']

function isUnknownState(state: string | null): state is string {
  return state !== null && state !== marginCall && state !== liquidation
}

const unknownStateStep = (state: string): string => `state:${state}`

function stateOf({ liquidationState }: Position, before: PositionEntry | undefined): string | null {
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
type Measure = DistanceSteps & { prices: PricesView | null }

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

function distanceStepsOf({ positionSteps }: PositionSettings): DistanceSteps {
  return {
    near: shareSteps('near', positionSteps),
    closing: shareSteps('closing', [...positionSteps, ...closingShares]),
  }
}

/** `shares` from the widest to the narrowest. */
function distanceReadings(
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

type Raise = PositionReport & { step: string; found: AlertCandidate['found']; isFirstLook: boolean }

function eventOf(step: string, { near, closing }: DistanceSteps): PositionEvent {
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
function closingReadings(
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

function awayFrom(
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

function stateStatus(
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
function stateBehind(step: string): (typeof stateSteps)[number] | null {
  return step === liquidation
    ? liquidation
    : step === marginCall || step.startsWith('closing:')
      ? marginCall
      : null
}

function alertKey(id: string, step: string, entry: PositionEntry): string {
  return entry.shared[step] ?? `position:${id}/${step}`
}

function raisedSteps({ steps, state }: PositionEntry): string[] {
  return isUnknownState(state) ? [...steps.raised, unknownStateStep(state)] : steps.raised
}

function sameEntry(one: PositionEntry, other: PositionEntry): boolean {
  return (
    one.steps === other.steps &&
    one.state === other.state &&
    one.side === other.side &&
    one.market === other.market &&
    one.hadPrice === other.hadPrice &&
    sameJson([one.away, one.shared], [other.away, other.shared])
  )
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

function evaluatePosition(
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

/** Groups in the order in which they first appear. */
function grouped<T>(items: readonly T[], name: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(name(item))
    if (group === undefined) groups.set(name(item), [item])
    else group.push(item)
  }
  return groups
}

/** Records in the entries which alert is shared. */
function raisedCandidates(
  raises: readonly Raise[],
  entries: Map<string, PositionEntry>,
  at: UnixSeconds,
): AlertCandidate[] {
  return [
    ...grouped(
      raises,
      ({ step, found, isFirstLook }) => `${found} ${isFirstLook} ${step}`,
    ).values(),
  ].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const key = `positions/${first.step}@${at}${first.found === 'standing' && !first.isFirstLook ? '/left' : ''}`
    for (const { position, step } of group.length > mostSeparate ? group : []) {
      const entry = entries.get(position.id)
      if (entry !== undefined)
        entries.set(position.id, { ...entry, shared: { ...entry.shared, [step]: key } })
    }
    return candidatesFor(group, first, key)
  })
}

/** Each departure is separate news: the same position may come back long after, and go again. */
const goneKey = (id: string, at: UnixSeconds): string => `position:${id}/gone@${at}`

const unseenKey = (at: UnixSeconds): string => `positions/unseen@${at}`

/**
 * What was known of a position that is gone, and what ended it. `time`: of the order that did, in
 * local format.
 */
export type Ending = { end: PositionEnd; time: string; figures: LastFigures }

function endingUnknown(id: string, known: Known & { state: string | null }): Ending {
  return {
    end: { by: 'unknown' },
    time: '',
    figures: lastFiguresOf({ id, ...known }, null, null),
  }
}

function goneReport({ end, time, figures }: Ending, key: string): PositionReport {
  const { positionId: id, market, side, liquidationState } = figures
  return {
    position: { id, market, side },
    key,
    event: { kind: 'position-gone', wasTroubled: liquidationState !== null, end, time },
    cause: () => ({ ...figures, endedBy: endedByOf(end) }),
  }
}

/** The current alert for one that is gone. */
export function goneCandidate(ending: Ending, key: string): AlertCandidate | null {
  return (
    candidatesFor([goneReport(ending, key)], { found: 'new', isFirstLook: false }, key)[0] ?? null
  )
}

/** Those that ended alike share one alert if there are many. */
function goneCandidates(gone: readonly Ending[], at: UnixSeconds): AlertCandidate[] {
  return [...grouped(gone, ({ end }) => endedByOf(end))].flatMap(([endedBy, endings]) =>
    candidatesFor(
      endings.map((ending) => goneReport(ending, goneKey(ending.figures.positionId, at))),
      { found: 'new', isFirstLook: false },
      `positions/gone@${at}/${endedBy}`,
    ).map((candidate) => ({ ...candidate, cause: { ...candidate.cause, endedBy } })),
  )
}

/** Keys of the alerts the entries hold open. */
function heldKeys(entries: Iterable<[string, PositionEntry]>): Set<string> {
  const keys = new Set<string>()
  for (const [id, entry] of entries)
    for (const step of raisedSteps(entry)) keys.add(alertKey(id, step, entry))
  return keys
}

/** As it was when it left, without its alerts, which ended then. */
function returningEntry(
  left: PositionsState['gone'][string] | undefined,
): PositionEntry | undefined {
  return left === undefined
    ? undefined
    : { ...left.entry, steps: { ...left.entry.steps, raised: [] }, shared: {} }
}

function gonePositions(
  before: PositionsState['gone'],
  left: readonly [string, PositionEntry, unseen?: boolean][],
  isOpen: (id: string) => boolean,
  at: UnixSeconds,
): PositionsState['gone'] {
  const kept = Object.entries(before).filter(
    ([id, gone]) => !isOpen(id) && gone.at <= at && at - gone.at < gonePositionsKept,
  )
  if (left.length === 0 && kept.length === Object.keys(before).length) return before
  const added = left.map(([id, entry, unseen]): [string, PositionsState['gone'][string]] => [
    id,
    { at, entry, ...(unseen === true && { unseen }) },
  ])
  return Object.fromEntries([...kept, ...added].slice(-mostGonePositions))
}

function isInMarginCall({ steps }: PositionEntry): boolean {
  return stateSteps.some((step) => steps.crossed.includes(step))
}

/** All of those are back that an alert said were no longer seen with a new key. */
function unseenBack(
  gone: PositionsState['gone'],
  entries: ReadonlyMap<string, PositionEntry>,
): Resolution[] {
  const unseen = Object.entries(gone).filter((one) => one[1].unseen === true)
  const still = new Set(unseen.flatMap(([id, { at }]) => (entries.has(id) ? [] : [at])))
  const back = new Set(unseen.flatMap(([, { at }]) => (still.has(at) ? [] : [at])))
  return [...back].map((at) => ({ key: unseenKey(at), end: 'dropped' }))
}

type IdentifiedUnreadable = Unreadable & { who: string }

/** By what is known of them: the id, else the market, else nothing; duplicates are counted. */
function identified(unreadable: readonly Unreadable[]): IdentifiedUnreadable[] {
  const met = new Map<string, number>()
  return unreadable.map((one) => {
    const known = one.id !== null ? `id ${one.id}` : one.name !== null ? `market ${one.name}` : ''
    const count = (met.get(known) ?? 0) + 1
    met.set(known, count)
    return { ...one, who: count === 1 ? known : `${known} #${count}` }
  })
}

type Known = { market: string; side: Direction }

/** Whether a position missing from those that were read may be one that could not be read. */
function mayBeUnreadable(
  unreadable: readonly Unreadable[],
  id: string,
  { market }: Known,
): boolean {
  return unreadable.some((one) => (one.id === null ? touches([one], [market]) : one.id === id))
}

/** The entry of a position without an id; ids are numbers. */
const unnamed = 'unread:'

const isNamed = ([id]: readonly [string, unknown]): boolean => !id.startsWith(unnamed)

const wireSides: Record<Direction, Position['positionSide']> = {
  long: 'LONG',
  short: 'SHORT',
  unclear: undefined,
}

/**
 * What is known of a position that cannot be read as a whole: its state, so that a margin call
 * raises its alert in any case. If only its market is known, it is taken for the missing position
 * of that market. Null if nothing is known.
 */
function positionFromState(
  one: IdentifiedUnreadable,
  missing: () => [string, Known][],
): Position | null {
  const { liquidationState, name, who } = one
  if (liquidationState === undefined) return null
  const [found, known] =
    missing().find(
      ([id, { market }]) =>
        id === (one.id ?? `${unnamed}${who}`) || (one.id === null && market === name),
    ) ?? []
  if (liquidationState === null && known === undefined) return null
  const id = one.id ?? found ?? `${unnamed}${who}`
  const market = name ?? known?.market ?? (one.id === null ? 'A position' : `Position ${one.id}`)
  const side = wireSides[known?.side ?? 'unclear']
  const position: Position = { id, market, amount: null, liquidationState }
  return side === undefined ? position : { ...position, positionSide: side }
}

function evaluateUnreadable(
  unreadable: readonly IdentifiedUnreadable[],
  total: number,
  before: GroupState | undefined,
  at: UnixSeconds,
): Evaluation<GroupState | undefined> {
  return evaluateGroup(unreadable, before, at, {
    lasts: unreadableAfter,
    keyAt: (moment) => `positions/unreadable@${moment}`,
    candidate: (due, key) => candidateForUnreadable(due, total, key),
  })
}

/**
 * One good full response, requested at `at` (Unix seconds), with what could not be read: whatever
 * that may be is not gone. Never pass a response for one market only, or a cached one: anything
 * missing would count as gone. `endingOf`: what ended a position that is gone. `prices`: current.
 */
export function evaluatePositions(
  positions: readonly Position[],
  settings: PositionSettings,
  before: PositionsState,
  at: UnixSeconds,
  unreadable: readonly Unreadable[] = [],
  endingOf: (id: string, known: Known & { state: string | null }) => Ending = endingUnknown,
  prices: PricesView | null = null,
): Evaluation<PositionsState> {
  const distances: Measure = { ...distanceStepsOf(settings), prices }
  const earlier = new Map(Object.entries(before.entries))
  const entries = new Map<string, PositionEntry>()
  const raises: Raise[] = []
  const resolved: Resolution[] = []
  const reworded: AlertCandidate[] = []
  const dropped = new Set<string>()

  const evaluate = (position: Position, hadPrice: boolean): void => {
    const { id } = position
    const known = earlier.get(id)
    const evaluation = evaluatePosition(
      position,
      distances,
      known ?? returningEntry(before.gone[id]),
      { hadPrice, hadAnswer: before.looked },
      at,
    )
    entries.set(
      id,
      known !== undefined && sameEntry(evaluation.entry, known) ? known : evaluation.entry,
    )
    raises.push(...evaluation.raises)
    for (const key of evaluation.dropped) dropped.add(key)
    resolved.push(...evaluation.callsOver)
    reworded.push(...evaluation.reworded)
    const gone = before.gone[id]
    if (gone !== undefined) resolved.push({ key: goneKey(id, gone.at), end: 'dropped' })
  }

  const hadPriceBefore = (id: string): boolean =>
    (earlier.get(id) ?? before.gone[id]?.entry)?.hadPrice === true
  const unmeasured: UnmeasuredPosition[] = []
  const measured: Position[] = []
  let isAccepted = false
  for (const position of positions) {
    const hadPrice = hadPriceBefore(position.id)
    const one = unmeasuredOf(position, prices, hadPrice, before.unmeasured, at)
    const hasPrice = usablePrice(position.liquidationPrice) !== null
    // That it no longer has a price was news for long enough.
    const isOldNews = hadPrice && !hasPrice && (one === null || one.distance === null)
    isAccepted ||= isOldNews
    if (one !== null) unmeasured.push(one)
    else if (!isOldNews) measured.push(position)
    evaluate(position, hasPrice || (hadPrice && !isOldNews))
  }
  const unread = identified(unreadable)
  for (const one of unread) {
    const stated = positionFromState(one, () => [...earlier].filter(([id]) => !entries.has(id)))
    if (stated !== null && !entries.has(stated.id)) evaluate(stated, hadPriceBefore(stated.id))
  }
  for (const [id, entry] of earlier)
    if (!entries.has(id) && mayBeUnreadable(unreadable, id, entry)) entries.set(id, entry)
  resolved.push(...unseenBack(before.gone, entries))
  const left = [...earlier].filter((one) => !entries.has(one[0]) && isNamed(one))
  const total = positions.length + unreadable.length
  const unseen = evaluateUnreadable(unread, total, before.unreadable, at)
  const unknown = evaluateUnmeasured(
    unmeasured,
    measured,
    { total, isAccepted, isOpen: (id) => entries.has(id) },
    before.unmeasured,
    at,
  )
  const candidates = [
    ...raisedCandidates(raises, entries, at),
    ...goneCandidates(
      left.map(([id, { market, side, state }]) => endingOf(id, { market, side, state })),
      at,
    ),
    ...unseen.candidates,
    ...unknown.candidates,
  ]
  resolved.push(...unseen.resolved, ...unknown.resolved)

  const heldNow = heldKeys(entries)
  const stillOpen = [...earlier].filter(([id]) => entries.has(id))
  const heldByOpen = heldKeys(stillOpen)
  for (const key of heldKeys(earlier)) {
    if (!heldNow.has(key))
      resolved.push({ key, end: heldByOpen.has(key) && !dropped.has(key) ? 'over' : 'dropped' })
  }

  const gone = gonePositions(before.gone, left, (id) => entries.has(id), at)
  const unchanged =
    before.looked &&
    gone === before.gone &&
    entries.size === earlier.size &&
    [...entries].every(([id, entry]) => earlier.get(id) === entry) &&
    sameJson([unseen.state, unknown.state], [before.unreadable, before.unmeasured])
  reworded.push(...(unseen.reworded ?? []), ...(unknown.reworded ?? []))
  if (unchanged) return { candidates, resolved, reworded, state: before }
  const state: PositionsState = {
    looked: true,
    entries: Object.fromEntries(entries),
    gone,
    ...(before.keyHint !== undefined && { keyHint: before.keyHint }),
    ...(unseen.state !== undefined && { unreadable: unseen.state }),
    ...(unknown.state !== undefined && { unmeasured: unknown.state }),
  }
  return { candidates, resolved, reworded, state }
}

/** Whether a state that `before` was in counts as left from now on. */
function leavesState(before: PositionEntry, now: PositionEntry): boolean {
  return Object.keys(now.away).some((step) => !Object.hasOwn(before.away, step))
}

/** Nothing of `before` is left out: only a response ends anything. */
function withAllOf(before: PositionEntry | undefined, now: PositionEntry): PositionEntry {
  if (before === undefined) return now
  const all = (name: keyof StepState): string[] => [
    ...new Set([...before.steps[name], ...now.steps[name]]),
  ]
  return {
    ...now,
    state: isUnknownState(before.state) ? before.state : now.state,
    away: leavesState(before, now) ? before.away : now.away,
    steps: { seen: all('seen'), crossed: all('crossed'), raised: all('raised') },
    shared: { ...before.shared, ...now.shared },
  }
}

/**
 * One position at the moment of its margin call or liquidation, reported outside of any response.
 * It raises the same alerts that the next response would raise, under the same keys, so that each
 * is raised once. It says nothing of any other position, ends nothing, and brings no position back
 * that a response no longer had.
 */
export function evaluatePositionEvent(
  position: Position,
  settings: PositionSettings,
  before: PositionsState,
  at: UnixSeconds,
  prices: PricesView | null,
): Evaluation<PositionsState> {
  const { id } = position
  const { [id]: known } = before.entries
  if (Object.hasOwn(before.gone, id)) return { candidates: [], resolved: [], state: before }
  const alone: PositionsState = {
    looked: before.looked,
    entries: known === undefined ? {} : { [id]: known },
    gone: {},
  }
  const { candidates, reworded, state } = evaluatePositions(
    [position],
    settings,
    alone,
    at,
    [],
    endingUnknown,
    prices,
  )
  const { [id]: entry } = state.entries
  const isOfPosition = ({ key }: AlertCandidate): boolean => key.startsWith(`position:${id}/`)
  return {
    candidates: candidates.filter(isOfPosition),
    resolved: [],
    reworded:
      known === undefined || entry === undefined || leavesState(known, entry)
        ? []
        : (reworded ?? []).filter(isOfPosition),
    state:
      entry === undefined
        ? before
        : { ...before, entries: { ...before.entries, [id]: withAllOf(known, entry) } },
  }
}

/**
 * What is known with this key, at its answer of `at`. Another one than before that lists a position
 * known from before belongs to the same account: whatever is missing is gone. Otherwise it may
 * belong to another account: what is missing is forgotten with its alerts, its end is not reported,
 * and where it was in margin call, one alert says that it is no longer seen.
 */
export function knownWithKey(
  before: PositionsState,
  keyHint: string,
  at: UnixSeconds,
  positions: readonly Position[],
  unreadable: readonly Unreadable[] = [],
): Evaluation<PositionsState> {
  if (before.keyHint === keyHint) return { candidates: [], resolved: [], state: before }
  const listed = [...positions, ...unreadable].map(({ id }) => id)
  const isSameAccount = listed.some((id) => id !== null && Object.hasOwn(before.entries, id))
  // Earlier versions did not note the key.
  if (before.keyHint === undefined || isSameAccount)
    return { candidates: [], resolved: [], state: { ...before, keyHint } }
  const known = Object.entries(before.entries)
  const kept = known.filter(([id, entry]) => mayBeUnreadable(unreadable, id, entry))
  const left = known.filter((one) => !kept.includes(one))
  // For a while: should they be seen again, with this key or another, they are no news.
  const leaving = left
    .filter(isNamed)
    .map(([id, entry]): [string, PositionEntry, boolean] => [id, entry, isInMarginCall(entry)])
  const gone = gonePositions(before.gone, leaving, () => false, at)
  const state: PositionsState =
    kept.length === 0
      ? { ...noStates.positions, gone, keyHint }
      : { ...before, entries: Object.fromEntries(kept), gone, keyHint }
  const held = positionKeys(state)
  const resolved = [...positionKeys(before)]
    .filter((key) => !held.has(key))
    .map((key): Resolution => ({ key, end: 'dropped' }))
  const unseen = left
    .filter(([, entry]) => isInMarginCall(entry))
    .map(([id, { market, side }]) => ({ id, market, side }))
  const candidate = candidateForUnseen(unseen, unseenKey(at))
  return { candidates: candidate === null ? [] : [candidate], resolved, state }
}

/**
 * Keys of the alerts that are open according to this state, except for positions that are gone,
 * which are news.
 */
export function positionKeys({ entries, unreadable, unmeasured }: PositionsState): Set<string> {
  return new Set([
    ...heldKeys(Object.entries(entries)),
    ...[unreadable, unmeasured].flatMap((group) => group?.told?.key ?? []),
  ])
}
