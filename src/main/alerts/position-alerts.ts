// What changes about open positions from one good full answer to the next: their state, their distance to liquidation, their end.
import { type AlertSettings, isShare } from '../../shared/domain/alert.js'
import { type Direction, directionOf, type Position } from '../../shared/domain/position.js'
import { touches, type Unreadable } from '../../shared/domain/unreadable.js'
import { compare, type Decimal, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { climb, noSteps, type Reading, type StepReading, type StepState } from './hysteresis.js'
import type { Evaluation, Finding, Resolution } from './alert-candidate.js'
import { distanceToLiquidation, impliedMark, isWithin, roomLeft } from '../../shared/domain/mark-price.js'
import { clip } from './plain-text.js'
import { manyPositions, onePosition, type PositionEvent, unreadablePositions } from './position-words.js'

export type PositionSettings = Pick<AlertSettings, 'positionSteps'>

export type PositionEntry = {
  market: string
  side: Direction
  state: string | null
  steps: StepState
  /** Since when a crossed state has not been there any more, by its step. */
  away: { [step: string]: UnixSeconds }
  /** Alerts that are shared with other positions, by step. */
  shared: { [step: string]: string }
}

export type PositionsState = {
  /** Whether there was a look before. */
  looked: boolean
  entries: { [id: string]: PositionEntry }
  /** Left a short while ago: one that was only missing from an answer is not taken for a new one. */
  gone: { [id: string]: { at: UnixSeconds; entry: PositionEntry } }
  /** Positions that are open and cannot be read, by what is known of them; absent where there are none. */
  unreadable?: {
    since: { [who: string]: UnixSeconds }
    /** The alert that is open for some of them. */
    told: { key: string; who: string[] } | null
  }
}

export const noPositions: PositionsState = { looked: false, entries: {}, gone: {} }

/** A state counts as left when it has been gone for so many seconds: flickering is one margin call, not many. */
const settled = 120
/** A step of the distance counts as left when the distance has grown by a quarter. */
const farther = '1.25'
/** How long, and how many at most, those that left are remembered. */
const rememberedFor = 600
const mostRemembered = 200
/** A position that cannot be read for so many seconds is told of: one odd answer is not worth an alarm. */
const unreadableFor = 30
/** More than so many of a kind at one look are one alert. */
const apart = 5

const called = 'margin_call'
const ending = 'liquidation'
const stateSteps = [called, ending] as const

const isStrange = (state: string | null): state is string => state !== null && state !== called && state !== ending
const strangeStep = (state: string): string => `state:${state}`

const stateOf = ({ liquidationState }: Position, before: PositionEntry | undefined): string | null =>
  liquidationState === undefined ? (before?.state ?? null) : liquidationState === null ? null : clip(liquidationState, 64)

/** A step of the distance: crossed within `share`, left beyond `far`. */
type Share = { key: string; share: Decimal; far: Decimal }

const sharesOf = ({ positionSteps }: PositionSettings): Share[] => {
  const widestFirst = positionSteps
    .filter(isShare)
    .map((share) => multiply(share, '1'))
    .sort((a, b) => compare(b, a))
  const distinct = widestFirst.filter((share, at) => share !== widestFirst[at - 1])
  return distinct.map((share) => ({ key: `near:${share}`, share, far: multiply(share, farther) }))
}

/** `shares` from the widest to the narrowest. */
const distanceReadings = (position: Position, shares: readonly Share[]): StepReading[] => {
  const left = roomLeft(position)
  let isFar = false
  return shares.map(({ share, far, key }): StepReading => {
    if (left === null) return { key, reading: 'unknown' }
    // Far enough from one step is far enough from all that are nearer: most positions are done after one comparison.
    isFar ||= !isWithin(left, far)
    if (isFar) return { key, reading: 'cleared' }
    return { key, reading: isWithin(left, share) ? 'reached' : 'between' }
  })
}

type Raise = { id: string; position: Position; step: string; event: PositionEvent; found: Finding['found'] }

const eventOf = (step: string, shares: readonly Share[]): PositionEvent => {
  const near = shares.find(({ key }) => key === step)
  if (near !== undefined) return { kind: 'position-distance', step: near.share }
  return { kind: step === ending ? 'position-liquidation' : 'position-margin-call' }
}

const awayFrom = (state: string | null, at: UnixSeconds, before: PositionEntry | undefined): PositionEntry['away'] => {
  const away: PositionEntry['away'] = {}
  for (const step of stateSteps) {
    const isThere = state === step || state === ending
    if (isThere || before === undefined || !before.steps.crossed.includes(step)) continue
    const since = before.away[step] ?? at
    // A clock that was set back must not keep a state for ever.
    away[step] = since > at ? at : since
  }
  return away
}

const stateReading = (step: string, position: Position, state: string | null, away: PositionEntry['away'], at: UnixSeconds): Reading => {
  // A state that is absent, or unknown to this version, neither begins nor ends one of these.
  if (position.liquidationState === undefined || isStrange(state)) return 'between'
  if (state === step || state === ending) return 'reached'
  return at - (away[step] ?? at) >= settled ? 'cleared' : 'between'
}

const alertKey = (id: string, step: string, entry: PositionEntry): string => entry.shared[step] ?? `position:${id}/${step}`

const raisedSteps = ({ steps, state }: PositionEntry): string[] => (isStrange(state) ? [...steps.raised, strangeStep(state)] : steps.raised)

const sameEntry = (one: PositionEntry, other: PositionEntry): boolean =>
  one.steps === other.steps &&
  one.state === other.state &&
  one.side === other.side &&
  one.market === other.market &&
  JSON.stringify([one.away, one.shared]) === JSON.stringify([other.away, other.shared])

const causeOf = (position: Position, event: PositionEvent): Finding['cause'] => ({
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

type Look = { entry: PositionEntry; raises: Raise[]; dropped: string[] }

const lookAt = (
  position: Position,
  shares: readonly Share[],
  before: PositionEntry | undefined,
  looked: boolean,
  at: UnixSeconds,
): Look => {
  const { id, market } = position
  const state = stateOf(position, before)
  const away = awayFrom(state, at, before)
  const readings: StepReading[] = [
    ...distanceReadings(position, shares),
    ...stateSteps.map((step) => ({ key: step, reading: stateReading(step, position, state, away, at) })),
  ]
  // A position opened since the last look was not in a margin call then: if it is in one now, that is news. How near to liquidation
  // it was opened is its owner's choice.
  const start: StepState = looked ? { ...noSteps, seen: [...stateSteps] } : noSteps
  const { raise, resolved, state: steps } = climb(readings, before?.steps ?? start)
  const dropped = resolved.flatMap(({ key, end }) => (end === 'dropped' && before !== undefined ? [alertKey(id, key, before)] : []))

  const raises: Raise[] = []
  if (raise !== null) raises.push({ id, position, step: raise.key, event: eventOf(raise.key, shares), found: raise.found })
  if (isStrange(state) && state !== before?.state) {
    raises.push({
      id,
      position,
      step: strangeStep(state),
      event: { kind: 'position-state', raw: state },
      found: looked ? 'new' : 'standing',
    })
  }
  const held = raisedSteps({ market, side: directionOf(position), state, steps, away, shared: {} })
  const shared = Object.fromEntries(Object.entries(before?.shared ?? {}).filter(([step]) => held.includes(step)))
  return { entry: { market, side: directionOf(position), state, steps, away, shared }, raises, dropped }
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

const namedOf = ({ id, position }: Raise) => ({ id, market: position.market, side: directionOf(position) })

/** One alert for each, or one for all where they are many. Notes in the entries which alert is shared. */
const findingsFor = (raises: readonly Raise[], entries: Map<string, PositionEntry>, at: UnixSeconds): Finding[] =>
  [...grouped(raises, ({ step, found }) => `${found} ${step}`).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    if (group.length <= apart) {
      return group.map(({ event, found, ...raise }) => {
        const key = `position:${raise.id}/${raise.step}`
        return onePosition(namedOf({ ...raise, event, found }), { key, event, found, cause: causeOf(raise.position, event) })
      })
    }
    const key = `positions/${first.step}@${at}`
    for (const { id, step } of group) {
      const entry = entries.get(id)
      if (entry !== undefined) entries.set(id, { ...entry, shared: { ...entry.shared, [step]: key } })
    }
    return [manyPositions(group.map(namedOf), { key, event: first.event, found: first.found })]
  })

/** Each departure is news of its own: the same position may come back long after, and go again. */
const goneKey = (id: string, at: UnixSeconds): string => `position:${id}/gone@${at}`

const goneFindings = (gone: readonly [string, PositionEntry][], at: UnixSeconds): Finding[] => {
  const found = 'new' as const
  if (gone.length > apart) {
    const event: PositionEvent = { kind: 'position-gone', wasTroubled: gone.some(([, { state }]) => state !== null) }
    return [
      manyPositions(
        gone.map(([id, { market, side }]) => ({ id, market, side })),
        { key: `positions/gone@${at}`, event, found },
      ),
    ]
  }
  return gone.map(([id, { market, side, state }]) => {
    const event: PositionEvent = { kind: 'position-gone', wasTroubled: state !== null }
    const cause = { positionId: id, market, side, liquidationState: state }
    return onePosition({ id, market, side }, { key: goneKey(id, at), event, found, cause })
  })
}

/** One that cannot be read, with what tells it from the others. */
type Unread = Unreadable & { who: string }

/** By what is known of them: the id, else the market, else nothing; where several are known by the same, they are counted. */
const namedApart = (unreadable: readonly Unreadable[]): Unread[] => {
  const met = new Map<string, number>()
  return unreadable.map((one) => {
    const known = one.id !== null ? `id ${one.id}` : one.name !== null ? `market ${one.name}` : ''
    const count = (met.get(known) ?? 0) + 1
    met.set(known, count)
    return { ...one, who: count === 1 ? known : `${known} #${count}` }
  })
}

/** Whether a position that is missing among those that were read may be one of those that could not be. */
const mayBeUnreadable = (unreadable: readonly Unreadable[], id: string, { market }: PositionEntry): boolean =>
  unreadable.some((one) => (one.id === null ? touches([one], [market]) : one.id === id))

/** Where an entry is of one that names no id of its own; an id is a number. */
const unnamed = 'unread:'

const isNamed = ([id]: readonly [string, PositionEntry]): boolean => !id.startsWith(unnamed)

const wireSides: Record<Direction, Position['positionSide']> = { long: 'LONG', short: 'SHORT', unclear: undefined }

/**
 * What can be told of one that cannot be read as a whole: its state. A margin call sounds whatever else is amiss. One that names only its
 * market is taken for the one of that market that is missing. Null where there is nothing to tell.
 */
const statedIn = (one: Unread, missing: () => [string, PositionEntry][]): Position | null => {
  const { liquidationState, name, who } = one
  if (liquidationState === undefined) return null
  const [found, known] =
    missing().find(([id, { market }]) => id === (one.id ?? `${unnamed}${who}`) || (one.id === null && market === name)) ?? []
  if (liquidationState === null && known === undefined) return null
  const id = one.id ?? found ?? `${unnamed}${who}`
  const market = name ?? known?.market ?? (one.id === null ? 'A position' : `Position ${one.id}`)
  const side = wireSides[known?.side ?? 'unclear']
  const position: Position = { id, market, openedAt: '', modifiedAt: '', amount: null, entryPrice: null, liquidationState }
  return side === undefined ? position : { ...position, positionSide: side }
}

/** One alert for all of them; another where more have come since it was raised, other words where some can be read again. */
const lookAtUnreadable = (
  unreadable: readonly Unread[],
  total: number,
  before: PositionsState['unreadable'],
  at: UnixSeconds,
): Evaluation<PositionsState['unreadable']> => {
  const told = before?.told ?? null
  if (unreadable.length === 0) return { alerts: [], resolved: told === null ? [] : [{ key: told.key, end: 'over' }], state: undefined }
  const since: { [who: string]: UnixSeconds } = {}
  for (const { who } of unreadable) {
    const began = before?.since[who] ?? at
    // A clock that was set back must not put it off.
    since[who] = began > at ? at : began
  }
  const isTold = ({ who }: Unread): boolean => told?.who.includes(who) === true
  const stands = unreadable.filter((one) => isTold(one) || at - (since[one.who] ?? at) >= unreadableFor)
  const who = stands.map((one) => one.who)
  if (told !== null && stands.length > 0 && stands.every(isTold)) {
    if (who.length === told.who.length) return { alerts: [], resolved: [], state: { since, told } }
    // Whoever can be read again is news if it fails once more.
    const reworded = [unreadablePositions(stands, total, told.key)]
    return { alerts: [], resolved: [], reworded, state: { since, told: { key: told.key, who } } }
  }
  const resolved: Resolution[] = told === null ? [] : [{ key: told.key, end: 'dropped' }]
  if (stands.length === 0) return { alerts: [], resolved, state: { since, told: null } }
  const key = `positions/unreadable@${at}`
  return { alerts: [unreadablePositions(stands, total, key)], resolved, state: { since, told: { key, who } } }
}

/** Alerts that the entries stand behind. */
const heldKeys = (entries: Iterable<[string, PositionEntry]>): Set<string> => {
  const keys = new Set<string>()
  for (const [id, entry] of entries) for (const step of raisedSteps(entry)) keys.add(alertKey(id, step, entry))
  return keys
}

/** As it was when it left, but for its alerts, which went with it. */
const returning = (left: PositionsState['gone'][string] | undefined): PositionEntry | undefined =>
  left === undefined ? undefined : { ...left.entry, steps: { ...left.entry.steps, raised: [] }, shared: {} }

const goneNow = (
  before: PositionsState['gone'],
  left: readonly [string, PositionEntry][],
  isOpen: (id: string) => boolean,
  at: UnixSeconds,
): PositionsState['gone'] => {
  const kept = Object.entries(before).filter(([id, gone]) => !isOpen(id) && gone.at <= at && at - gone.at < rememberedFor)
  if (left.length === 0 && kept.length === Object.keys(before).length) return before
  const added = left.map(([id, entry]): [string, PositionsState['gone'][string]] => [id, { at, entry }])
  return Object.fromEntries([...kept, ...added].slice(-mostRemembered))
}

/**
 * One good full answer, `at` (Unix seconds) when it was asked for, with what of it could not be read: whatever that may be is not gone. An
 * answer for one market only, or one remembered from an earlier run, must not be handed in: what is missing from it would count as gone.
 */
export const evaluatePositions = (
  positions: readonly Position[],
  settings: PositionSettings,
  before: PositionsState,
  at: UnixSeconds,
  unreadable: readonly Unreadable[] = [],
): Evaluation<PositionsState> => {
  const shares = sharesOf(settings)
  const earlier = new Map(Object.entries(before.entries))
  const entries = new Map<string, PositionEntry>()
  const raises: Raise[] = []
  const resolved: Resolution[] = []
  const dropped = new Set<string>()

  const take = (position: Position): void => {
    const { id } = position
    const known = earlier.get(id)
    const look = lookAt(position, shares, known ?? returning(before.gone[id]), before.looked, at)
    entries.set(id, known !== undefined && sameEntry(look.entry, known) ? known : look.entry)
    raises.push(...look.raises)
    for (const key of look.dropped) dropped.add(key)
    const gone = before.gone[id]
    if (gone !== undefined) resolved.push({ key: goneKey(id, gone.at), end: 'dropped' })
  }

  for (const position of positions) take(position)
  const unread = namedApart(unreadable)
  for (const one of unread) {
    const stated = statedIn(one, () => [...earlier].filter(([id]) => !entries.has(id)))
    if (stated !== null && !entries.has(stated.id)) take(stated)
  }
  for (const [id, entry] of earlier) if (!entries.has(id) && mayBeUnreadable(unreadable, id, entry)) entries.set(id, entry)
  const left = [...earlier].filter((one) => !entries.has(one[0]) && isNamed(one))
  const unseen = lookAtUnreadable(unread, positions.length + unreadable.length, before.unreadable, at)
  const alerts = [...findingsFor(raises, entries, at), ...goneFindings(left, at), ...unseen.alerts]
  resolved.push(...unseen.resolved)

  const heldNow = heldKeys(entries)
  const stillOpen = [...earlier].filter(([id]) => entries.has(id))
  const heldByOpen = heldKeys(stillOpen)
  for (const key of heldKeys(earlier)) {
    if (!heldNow.has(key)) resolved.push({ key, end: heldByOpen.has(key) && !dropped.has(key) ? 'over' : 'dropped' })
  }

  const gone = goneNow(before.gone, left, (id) => entries.has(id), at)
  const unchanged =
    before.looked &&
    gone === before.gone &&
    entries.size === earlier.size &&
    [...entries].every(([id, entry]) => earlier.get(id) === entry) &&
    JSON.stringify(unseen.state) === JSON.stringify(before.unreadable)
  const reworded = unseen.reworded ?? []
  if (unchanged) return { alerts, resolved, reworded, state: before }
  const now = { looked: true, entries: Object.fromEntries(entries), gone }
  return { alerts, resolved, reworded, state: unseen.state === undefined ? now : { ...now, unreadable: unseen.state } }
}

/** Keys of the alerts that are open as far as this state knows; not those of positions that are gone, which are news. */
export const positionKeys = ({ entries, unreadable }: PositionsState): Set<string> =>
  new Set([...heldKeys(Object.entries(entries)), ...(unreadable?.told == null ? [] : [unreadable.told.key])])
