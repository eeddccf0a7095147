// Alerts on open positions, from one good full answer to the next: their state, their distance to liquidation, their end.
import { type AlertSettings, isShare } from '../../shared/domain/alert.js'
import { distanceToLiquidation, impliedMark, isWithin, roomLeft } from '../../shared/domain/mark-price.js'
import { directionOf, type Position } from '../../shared/domain/position.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import { sameJson } from '../../shared/json.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Evaluation, Resolution } from './open-alerts.js'
import { evaluateSteps, type StepReading, type StepStatus } from './hysteresis.js'
import { clip } from './notification-text.js'
import { candidateForMany, candidateForOne, type PositionEvent } from './position-alert-text.js'
import { type EvaluatorStates, noSteps, type StepState } from './stored-alert-state.js'
import { evaluateUnreadable, identified, isNamed, mayBeUnreadable, positionFromState } from './unreadable-positions.js'

export type PositionSettings = Pick<AlertSettings, 'positionSteps'>

type PositionsState = EvaluatorStates['positions']
type PositionEntry = PositionsState['entries'][string]

/** A state counts as left when it has been gone for so many seconds: one that comes and goes is one margin call, not many. */
const leftAfter = 120
/** A step of the distance counts as left when the distance has grown by a quarter. */
const rearmFactor = '1.25'
/** Seconds for which positions that left are kept, and how many at most. */
const gonePositionsKept = 600
const mostGonePositions = 200
/** More than so many of a kind in one answer are one alert. */
const mostSeparate = 5

const marginCall = 'margin_call'
const liquidation = 'liquidation'
const stateSteps = [marginCall, liquidation] as const

const isUnknownState = (state: string | null): state is string => state !== null && state !== marginCall && state !== liquidation
const unknownStateStep = (state: string): string => `state:${state}`

const stateOf = ({ liquidationState }: Position, before: PositionEntry | undefined): string | null =>
  liquidationState === undefined ? (before?.state ?? null) : liquidationState === null ? null : clip(liquidationState, 64)

/** A step of the distance: crossed within `share`, left beyond `far`. */
type ShareStep = { key: string; share: Decimal; far: Decimal }

const shareStepsOf = ({ positionSteps }: PositionSettings): ShareStep[] => {
  const widestFirst = positionSteps
    .filter(isShare)
    .map((share) => multiply(share, '1'))
    .sort((a, b) => compare(b, a))
  const distinct = widestFirst.filter((share, at) => share !== widestFirst[at - 1])
  return distinct.map((share) => ({ key: `near:${share}`, share, far: multiply(share, rearmFactor) }))
}

/** `shares` from the widest to the narrowest. */
const distanceSteps = (position: Position, shares: readonly ShareStep[]): StepReading[] => {
  const left = roomLeft(position)
  let isFar = false
  return shares.map(({ share, far, key }): StepReading => {
    if (left === null) return { key, status: 'unknown' }
    // Far enough from one step is far enough from all that are nearer: most positions are done after one comparison.
    isFar ||= !isWithin(left, far)
    if (isFar) return { key, status: 'cleared' }
    return { key, status: isWithin(left, share) ? 'reached' : 'between' }
  })
}

type Raise = { position: Position; step: string; event: PositionEvent; found: AlertCandidate['found'] }

const eventOf = (step: string, shares: readonly ShareStep[]): PositionEvent => {
  const near = shares.find(({ key }) => key === step)
  if (near !== undefined) return { kind: 'position-distance', step: near.share }
  return { kind: step === liquidation ? 'position-liquidation' : 'position-margin-call' }
}

const awayFrom = (state: string | null, at: UnixSeconds, before: PositionEntry | undefined): PositionEntry['away'] => {
  const away: PositionEntry['away'] = {}
  for (const step of stateSteps) {
    const isThere = state === step || state === liquidation
    if (isThere || before === undefined || !before.steps.crossed.includes(step)) continue
    const since = before.away[step] ?? at
    // A clock that was set back must not keep a state for ever.
    away[step] = since > at ? at : since
  }
  return away
}

const stateStatus = (step: string, position: Position, state: string | null, away: PositionEntry['away'], at: UnixSeconds): StepStatus => {
  // A state that is absent, or unknown to this version, neither begins nor ends one of these.
  if (position.liquidationState === undefined || isUnknownState(state)) return 'between'
  if (state === step || state === liquidation) return 'reached'
  return at - (away[step] ?? at) >= leftAfter ? 'cleared' : 'between'
}

const alertKey = (id: string, step: string, entry: PositionEntry): string => entry.shared[step] ?? `position:${id}/${step}`

const raisedSteps = ({ steps, state }: PositionEntry): string[] =>
  isUnknownState(state) ? [...steps.raised, unknownStateStep(state)] : steps.raised

const sameEntry = (one: PositionEntry, other: PositionEntry): boolean =>
  one.steps === other.steps &&
  one.state === other.state &&
  one.side === other.side &&
  one.market === other.market &&
  sameJson([one.away, one.shared], [other.away, other.shared])

const causeOf = (position: Position, event: PositionEvent): AlertCandidate['cause'] => ({
  positionId: position.id,
  market: position.market,
  side: directionOf(position),
  liquidationState: position.liquidationState ?? null,
  amount: position.amount,
  entryPrice: position.entryPrice,
  unrealizedPnl: position.unrealizedPnl ?? null,
  liquidationPrice: position.liquidationPrice ?? null,
  impliedPrice: impliedMark(position),
  distance: distanceToLiquidation(position),
  step: event.kind === 'position-distance' ? event.step : null,
})

const evaluatePosition = (
  position: Position,
  shares: readonly ShareStep[],
  before: PositionEntry | undefined,
  hadAnswer: boolean,
  at: UnixSeconds,
): { entry: PositionEntry; raises: Raise[]; dropped: string[] } => {
  const { id, market } = position
  const state = stateOf(position, before)
  const away = awayFrom(state, at, before)
  const readings: StepReading[] = [
    ...distanceSteps(position, shares),
    ...stateSteps.map((step) => ({ key: step, status: stateStatus(step, position, state, away, at) })),
  ]
  // A position opened since the last answer was not in a margin call then: if it is in one now, that is news. How near to liquidation
  // it was opened is its owner's choice.
  const start: StepState = hadAnswer ? { ...noSteps, seen: [...stateSteps] } : noSteps
  const { raise, resolved, state: steps } = evaluateSteps(readings, before?.steps ?? start)
  const dropped = resolved.flatMap(({ key, end }) => (end === 'dropped' && before !== undefined ? [alertKey(id, key, before)] : []))

  const raises: Raise[] = []
  if (raise !== null) raises.push({ position, step: raise.key, event: eventOf(raise.key, shares), found: raise.found })
  if (isUnknownState(state) && state !== before?.state) {
    const event: PositionEvent = { kind: 'position-state', raw: state }
    raises.push({ position, step: unknownStateStep(state), event, found: hadAnswer ? 'new' : 'standing' })
  }
  const entry: PositionEntry = { market, side: directionOf(position), state, steps, away, shared: {} }
  const held = raisedSteps(entry)
  const shared = Object.fromEntries(Object.entries(before?.shared ?? {}).filter(([step]) => held.includes(step)))
  return { entry: { ...entry, shared }, raises, dropped }
}

/** Groups in the order in which they first appear. */
const grouped = <T>(items: readonly T[], name: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(name(item))
    if (group === undefined) groups.set(name(item), [item])
    else group.push(item)
  }
  return groups
}

const namedOf = ({ position }: Raise) => ({ id: position.id, market: position.market, side: directionOf(position) })

/** One alert for each, or one for all where they are many. Notes in the entries which alert is shared. */
const candidatesFor = (raises: readonly Raise[], entries: Map<string, PositionEntry>, at: UnixSeconds): AlertCandidate[] =>
  [...grouped(raises, ({ step, found }) => `${found} ${step}`).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    if (group.length <= mostSeparate) {
      return group.map((raise) => {
        const { position, step, event, found } = raise
        return candidateForOne(namedOf(raise), { key: `position:${position.id}/${step}`, event, found, cause: causeOf(position, event) })
      })
    }
    const key = `positions/${first.step}@${at}`
    for (const { position, step } of group) {
      const entry = entries.get(position.id)
      if (entry !== undefined) entries.set(position.id, { ...entry, shared: { ...entry.shared, [step]: key } })
    }
    return [candidateForMany(group.map(namedOf), { key, event: first.event, found: first.found })]
  })

/** Each departure is news of its own: the same position may come back long after, and go again. */
const goneKey = (id: string, at: UnixSeconds): string => `position:${id}/gone@${at}`

const goneCandidates = (gone: readonly [string, PositionEntry][], at: UnixSeconds): AlertCandidate[] => {
  const found = 'new' as const
  if (gone.length > mostSeparate) {
    const event: PositionEvent = { kind: 'position-gone', wasTroubled: gone.some(([, { state }]) => state !== null) }
    const named = gone.map(([id, { market, side }]) => ({ id, market, side }))
    return [candidateForMany(named, { key: `positions/gone@${at}`, event, found })]
  }
  return gone.map(([id, { market, side, state }]) => {
    const event: PositionEvent = { kind: 'position-gone', wasTroubled: state !== null }
    const cause = { positionId: id, market, side, liquidationState: state }
    return candidateForOne({ id, market, side }, { key: goneKey(id, at), event, found, cause })
  })
}

/** Keys of the alerts that the entries hold open. */
const heldKeys = (entries: Iterable<[string, PositionEntry]>): Set<string> => {
  const keys = new Set<string>()
  for (const [id, entry] of entries) for (const step of raisedSteps(entry)) keys.add(alertKey(id, step, entry))
  return keys
}

/** As it was when it left, without its alerts, which went with it. */
const returningEntry = (left: PositionsState['gone'][string] | undefined): PositionEntry | undefined =>
  left === undefined ? undefined : { ...left.entry, steps: { ...left.entry.steps, raised: [] }, shared: {} }

const gonePositions = (
  before: PositionsState['gone'],
  left: readonly [string, PositionEntry][],
  isOpen: (id: string) => boolean,
  at: UnixSeconds,
): PositionsState['gone'] => {
  const kept = Object.entries(before).filter(([id, gone]) => !isOpen(id) && gone.at <= at && at - gone.at < gonePositionsKept)
  if (left.length === 0 && kept.length === Object.keys(before).length) return before
  const added = left.map(([id, entry]): [string, PositionsState['gone'][string]] => [id, { at, entry }])
  return Object.fromEntries([...kept, ...added].slice(-mostGonePositions))
}

/**
 * One good full answer, `at` (Unix seconds) when it was asked for, with what of it could not be read: whatever that may be is not gone. An
 * answer for one market only, or a cached one, must not be handed in: what is missing from it would count as gone.
 */
export const evaluatePositions = (
  positions: readonly Position[],
  settings: PositionSettings,
  before: PositionsState,
  at: UnixSeconds,
  unreadable: readonly Unreadable[] = [],
): Evaluation<PositionsState> => {
  const shares = shareStepsOf(settings)
  const earlier = new Map(Object.entries(before.entries))
  const entries = new Map<string, PositionEntry>()
  const raises: Raise[] = []
  const resolved: Resolution[] = []
  const dropped = new Set<string>()

  const evaluate = (position: Position): void => {
    const { id } = position
    const known = earlier.get(id)
    const evaluation = evaluatePosition(position, shares, known ?? returningEntry(before.gone[id]), before.looked, at)
    entries.set(id, known !== undefined && sameEntry(evaluation.entry, known) ? known : evaluation.entry)
    raises.push(...evaluation.raises)
    for (const key of evaluation.dropped) dropped.add(key)
    const gone = before.gone[id]
    if (gone !== undefined) resolved.push({ key: goneKey(id, gone.at), end: 'dropped' })
  }

  for (const position of positions) evaluate(position)
  const unread = identified(unreadable)
  for (const one of unread) {
    const stated = positionFromState(one, () => [...earlier].filter(([id]) => !entries.has(id)))
    if (stated !== null && !entries.has(stated.id)) evaluate(stated)
  }
  for (const [id, entry] of earlier) if (!entries.has(id) && mayBeUnreadable(unreadable, id, entry)) entries.set(id, entry)
  const left = [...earlier].filter((one) => !entries.has(one[0]) && isNamed(one))
  const unseen = evaluateUnreadable(unread, positions.length + unreadable.length, before.unreadable, at)
  const candidates = [...candidatesFor(raises, entries, at), ...goneCandidates(left, at), ...unseen.candidates]
  resolved.push(...unseen.resolved)

  const heldNow = heldKeys(entries)
  const stillOpen = [...earlier].filter(([id]) => entries.has(id))
  const heldByOpen = heldKeys(stillOpen)
  for (const key of heldKeys(earlier)) {
    if (!heldNow.has(key)) resolved.push({ key, end: heldByOpen.has(key) && !dropped.has(key) ? 'over' : 'dropped' })
  }

  const gone = gonePositions(before.gone, left, (id) => entries.has(id), at)
  const unchanged =
    before.looked &&
    gone === before.gone &&
    entries.size === earlier.size &&
    [...entries].every(([id, entry]) => earlier.get(id) === entry) &&
    sameJson(unseen.state, before.unreadable)
  const { reworded } = unseen
  if (unchanged) return { candidates, resolved, reworded, state: before }
  const now = { looked: true, entries: Object.fromEntries(entries), gone }
  return { candidates, resolved, reworded, state: unseen.state === undefined ? now : { ...now, unreadable: unseen.state } }
}

/** Keys of the alerts that are open as far as this state knows; not those of positions that are gone, which are news. */
export const positionKeys = ({ entries, unreadable }: PositionsState): Set<string> =>
  new Set([...heldKeys(Object.entries(entries)), ...(unreadable?.told == null ? [] : [unreadable.told.key])])
