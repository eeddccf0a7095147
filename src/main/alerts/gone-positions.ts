// Positions that are gone: the report of their end, and what is kept of them for a while.
import type { PositionEnd } from '../../shared/alerts/position-end.js'
import type { Direction } from '../../shared/portfolio/position.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AlertCandidate, Resolution } from './open-alerts.js'
import { candidatesFor, type PositionReport } from './position-alert-text.js'
import { endedByOf, type LastFigures, lastFiguresOf } from './position-end.js'
import type { PositionEntry } from './position-steps.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type GonePositions = EvaluatorStates['positions']['gone']

/** How many seconds positions that left are kept, and how many at most. */
export const gonePositionsKept = 600
const mostGonePositions = 200

export type Known = { market: string; side: Direction }

/** Each departure is separate news: the same position may come back long after, and go again. */
export function goneKey(id: string, at: UnixSeconds): string {
  return `position:${id}/gone@${at}`
}

export function unseenKey(at: UnixSeconds): string {
  return `positions/unseen@${at}`
}

/**
 * What was known of a position that is gone, and what ended it. `time`: of the order that did, in
 * local format.
 */
export type Ending = { end: PositionEnd; time: string; figures: LastFigures }

export function endingUnknown(id: string, known: Known & { state: string | null }): Ending {
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
export function goneCandidates(gone: readonly Ending[], at: UnixSeconds): AlertCandidate[] {
  return [...Map.groupBy(gone, ({ end }) => endedByOf(end))].flatMap(([endedBy, endings]) =>
    candidatesFor(
      endings.map((ending) => goneReport(ending, goneKey(ending.figures.positionId, at))),
      { found: 'new', isFirstLook: false },
      `positions/gone@${at}/${endedBy}`,
    ).map((candidate) => ({ ...candidate, cause: { ...candidate.cause, endedBy } })),
  )
}

/** As it was when it left, without its alerts, which ended then. */
export function returningEntry(left: GonePositions[string] | undefined): PositionEntry | undefined {
  return left === undefined
    ? undefined
    : { ...left.entry, steps: { ...left.entry.steps, raised: [] }, shared: {} }
}

export function gonePositions(
  before: GonePositions,
  left: readonly [string, PositionEntry, unseen?: boolean][],
  isOpen: (id: string) => boolean,
  at: UnixSeconds,
): GonePositions {
  const kept = Object.entries(before).filter(
    ([id, gone]) => !isOpen(id) && gone.at <= at && at - gone.at < gonePositionsKept,
  )
  if (left.length === 0 && kept.length === Object.keys(before).length) return before
  const added = left.map(([id, entry, unseen]): [string, GonePositions[string]] => [
    id,
    { at, entry, ...(unseen === true && { unseen }) },
  ])
  return Object.fromEntries([...kept, ...added].slice(-mostGonePositions))
}

/** All of those are back that an alert said were no longer seen with a new key. */
export function unseenBack(
  gone: GonePositions,
  entries: ReadonlyMap<string, PositionEntry>,
): Resolution[] {
  const unseen = Object.entries(gone).filter((one) => one[1].unseen === true)
  const still = new Set(unseen.flatMap(([id, { at }]) => (entries.has(id) ? [] : [at])))
  const back = new Set(unseen.flatMap(([, { at }]) => (still.has(at) ? [] : [at])))
  return [...back].map((at) => ({ key: unseenKey(at), end: 'dropped' }))
}
