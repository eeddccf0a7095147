// Alerts on open positions, from one good full response to the next: their state, their distance to
// liquidation, their end, and positions that cannot be read: their distance is unknown, so it is
// not assumed to be large.
import type { PricesView } from '../../shared/markets/market.js'
import { usablePrice } from '../../shared/portfolio/position-measure.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Unreadable } from '../../shared/unreadable.js'
import { sameJson } from '../../shared/json.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  type Ending,
  endingUnknown,
  goneCandidates,
  goneKey,
  gonePositions,
  type Known,
  returningEntry,
  unseenBack,
  unseenKey,
} from './gone-positions.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { candidateForUnseen, candidatesFor, mostSeparate } from './position-alert-text.js'
import {
  evaluatePosition,
  heldKeys,
  isInMarginCall,
  type Raise,
  sameEntry,
} from './position-entry.js'
import {
  distanceStepsOf,
  isUnknownState,
  type Measure,
  type PositionEntry,
  type PositionSettings,
} from './position-steps.js'
import { type EvaluatorStates, noStates, type StepState } from './stored-alert-state.js'
import {
  evaluateUnmeasured,
  type UnmeasuredPosition,
  unmeasuredOf,
} from './unmeasured-positions.js'
import {
  evaluateUnreadable,
  identified,
  isNamed,
  mayBeUnreadable,
  positionFromState,
} from './unreadable-positions.js'

type PositionsState = EvaluatorStates['positions']

/** Records in the entries which alert is shared. */
function raisedCandidates(
  raises: readonly Raise[],
  entries: Map<string, PositionEntry>,
  at: UnixSeconds,
): AlertCandidate[] {
  return [
    ...Map.groupBy(
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
