// The alert on open positions that cannot be measured: their distance to liquidation, or whether
// they are in margin call, is unknown, and nothing else would warn of it.
import type { PricesView } from '../../shared/markets/market.js'
import {
  type Unmeasured,
  unmeasuredReasons,
  whyUnmeasured,
} from '../../shared/portfolio/position-measure.js'
import { type Direction, directionOf, type Position } from '../../shared/portfolio/position.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { evaluateGroup, type GroupMember } from './group-alert.js'
import { namesText } from './notification-text.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'
import { mostListed, positionName } from './position-alert-text.js'
import type { GroupState } from './stored-alert-state.js'

/**
 * Seconds a position must be unmeasurable before the alert: after the start, prices arrive a moment
 * later than positions.
 */
const unmeasuredAfter = 30
/** Seconds a position must be measurable to end it: flapping prices are one alert, not many. */
const measuredAfter = 60
/**
 * That the exchange no longer states a liquidation price is news for a day; after that it is the
 * normal state.
 */
const noneStatedLasts = 86_400

/**
 * `distance` null if it is measured; `noState`: the exchange did not send whether it is in margin
 * call.
 */
export type UnmeasuredPosition = GroupMember & {
  market: string
  side: Direction
  distance: Unmeasured | null
  noState: boolean
}

/**
 * Null if everything about it is measured. `hadPrice`: the exchange stated a liquidation price
 * before.
 */
export function unmeasuredOf(
  position: Position,
  prices: PricesView | null,
  hadPrice: boolean,
  before: GroupState | undefined,
  at: UnixSeconds,
): UnmeasuredPosition | null {
  const why = whyUnmeasured(position, prices)
  const isNews = hadPrice && at - (before?.since[position.id] ?? at) < noneStatedLasts
  const distance = why === 'none-stated' && !isNews ? null : why
  const noState = position.liquidationState === undefined
  if (distance === null && !noState) return null
  return {
    who: position.id,
    market: position.market,
    side: directionOf(position),
    distance,
    noState,
  }
}

/** Its state as last reported by the alert; in the order of the subjects. */
function saysOf({ distance, noState }: UnmeasuredPosition): string {
  return `${distance ?? ''}${noState ? '+state' : ''}`
}

function isReason(word: string): word is Unmeasured {
  return unmeasuredReasons.some((reason) => reason === word)
}

/**
 * A position that is measured now but was not when its alert was raised or updated: null once it
 * has been measured for long enough.
 */
function lingeringOf(
  position: Position,
  before: GroupState | undefined,
  at: UnixSeconds,
): UnmeasuredPosition | null {
  const { id, market } = position
  const number = before?.told?.who.indexOf(id) ?? -1
  const said = before?.told?.says?.split(' ')[number]
  const wellSince = before?.well?.[id] ?? at
  if (said === undefined || at - wellSince >= measuredAfter) return null
  const [word = '', state] = said.split('+')
  return {
    who: id,
    market,
    side: directionOf(position),
    distance: isReason(word) ? word : null,
    noState: state !== undefined,
  }
}

/** Since when each of the recovered ones has been measured. */
function wellNow(
  lingering: readonly UnmeasuredPosition[],
  before: GroupState | undefined,
  at: UnixSeconds,
): GroupState['well'] {
  if (lingering.length === 0) return undefined
  const since = (who: string): UnixSeconds => {
    const known = before?.well?.[who] ?? at
    // A clock set back must not delay it.
    return known > at ? at : known
  }
  return Object.fromEntries(lingering.map(({ who }) => [who, since(who)]))
}

type Lost = 'distance' | 'state' | 'both'

function lostOf({ distance, noState }: UnmeasuredPosition): Lost {
  return distance === null ? 'state' : noState ? 'both' : 'distance'
}

function worstLost(due: readonly UnmeasuredPosition[]): Lost {
  const lost = new Set(due.map(lostOf))
  return lost.size === 1 ? ([...lost][0] ?? 'both') : 'both'
}

/** Why, if all share the reason. */
function reasonOf(due: readonly UnmeasuredPosition[]): Message {
  const reasons = new Set(due.map(({ distance }) => distance ?? 'state'))
  const [only = 'several'] = reasons
  return messageOf(`alerts.unmeasured.why.${reasons.size === 1 ? only : 'several'}`)
}

function candidateFor(
  due: readonly UnmeasuredPosition[],
  total: number,
  key: string,
): AlertCandidate {
  const names = namesText(due.map(positionName))
  const lost = worstLost(due)
  const [first] = due
  return {
    key,
    kind: 'position-unmeasured',
    // If the exchange's own state is missing as well, nothing at all would warn.
    level: due.some((one) => lostOf(one) === 'both') ? 'danger' : 'caution',
    subject: { key: 'account', name: messageOf('alerts.subject.positions') },
    found: 'new',
    title:
      due.length === 1 && first !== undefined
        ? messageOf('alerts.unmeasured.title-one', { who: positionName(first) })
        : messageOf('alerts.unmeasured.title', { count: due.length, total }),
    text: messageOf(`alerts.unmeasured.text.${lost}`, { names, reason: reasonOf(due) }),
    endTitle: messageOf('alerts.unmeasured.end'),
    cause: {
      count: due.length,
      total,
      nearness: 'nearing',
      positions: due
        .slice(0, mostListed)
        .map(({ who, market, side }) => ({ id: who, market, side })),
    },
  }
}

/** The end text if the alert's positions are all closed. */
const closedEnd = (count: number): Message => messageOf('alerts.unmeasured.end-closed', { count })

/**
 * `total`: all in the exchange's list. `measured`: the others, some of which may have an alert that
 * still lasts. `isOpen`: by the id of one that is in neither. `isAccepted`: that it has no
 * liquidation price is no longer news.
 */
export function evaluateUnmeasured(
  unmeasured: readonly UnmeasuredPosition[],
  measured: readonly Position[],
  {
    total,
    isAccepted,
    isOpen,
  }: { total: number; isAccepted: boolean; isOpen: (id: string) => boolean },
  before: GroupState | undefined,
  at: UnixSeconds,
): Evaluation<GroupState | undefined> {
  const lingering = measured.flatMap((position) => lingeringOf(position, before, at) ?? [])
  const raised = before?.told?.who ?? []
  const inOrder = [...unmeasured, ...lingering].sort(
    (a, b) => placeIn(raised, a) - placeIn(raised, b),
  )
  const isClosed = raised.length > 0 && !raised.some(isOpen)
  const isUnread = raised.some(
    (id) => isOpen(id) && !measured.some((position) => position.id === id),
  )
  const { state, resolved, ...evaluation } = evaluateGroup(inOrder, before, at, {
    lasts: unmeasuredAfter,
    end: isAccepted || isUnread ? 'dropped' : 'over',
    keyAt: (moment) => `positions/unmeasured@${moment}`,
    candidate: (due, key) => candidateFor(due, total, key),
    says: (due) => due.map(saysOf).join(' '),
    isLingering: (one) => lingering.includes(one),
  })
  const stillNamed = lingering.filter(({ who }) => state?.told?.who.includes(who) === true)
  const well = wellNow(stillNamed, before, at)
  return {
    ...evaluation,
    resolved: resolved.map((one) =>
      isClosed && one.end === 'over' ? { ...one, endTitle: closedEnd(raised.length) } : one,
    ),
    state: state === undefined || well === undefined ? state : { ...state, well },
  }
}

/** After those with an alert, in the order of its text. */
function placeIn(raised: readonly string[], { who }: UnmeasuredPosition): number {
  const place = raised.indexOf(who)
  return place < 0 ? raised.length : place
}
