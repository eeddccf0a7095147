// Positions that could not be read: what is known of them, and the alert on them.
import type { Direction, Position } from '../../shared/portfolio/position.js'
import { touches, type Unreadable } from '../../shared/unreadable.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Known } from './gone-positions.js'
import { evaluateGroup } from './group-alert.js'
import type { Evaluation } from './open-alerts.js'
import { candidateForUnreadable } from './position-alert-text.js'
import type { GroupState } from './stored-alert-state.js'

/**
 * Seconds a position must be unreadable before the alert: a single odd response does not raise it.
 */
const unreadableAfter = 30
type IdentifiedUnreadable = Unreadable & { who: string }

/** By what is known of them: the id, else the market, else nothing; duplicates are counted. */
export function identified(unreadable: readonly Unreadable[]): IdentifiedUnreadable[] {
  const met = new Map<string, number>()
  return unreadable.map((one) => {
    const known = one.id !== null ? `id ${one.id}` : one.name !== null ? `market ${one.name}` : ''
    const count = (met.get(known) ?? 0) + 1
    met.set(known, count)
    return { ...one, who: count === 1 ? known : `${known} #${count}` }
  })
}

/** Whether a position missing from those that were read may be one that could not be read. */
export function mayBeUnreadable(
  unreadable: readonly Unreadable[],
  id: string,
  { market }: Known,
): boolean {
  return unreadable.some((one) => (one.id === null ? touches([one], [market]) : one.id === id))
}

/** The entry of a position without an id; ids are numbers. */
const unnamed = 'unread:'
export function isNamed([id]: readonly [string, unknown]): boolean {
  return !id.startsWith(unnamed)
}

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
export function positionFromState(
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

export function evaluateUnreadable(
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
