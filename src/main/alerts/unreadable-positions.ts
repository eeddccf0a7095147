// Alerts on open positions that cannot be read: how near to liquidation they are is unknown, so it is not taken to be far.
import type { Direction, Position } from '../../shared/domain/position.js'
import { touches, type Unreadable } from '../../shared/domain/unreadable.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Evaluation } from './open-alerts.js'
import { candidateForUnreadable } from './position-alert-text.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type UnreadableState = NonNullable<EvaluatorStates['positions']['unreadable']>

/** One that cannot be read for so many seconds raises the alert: one odd answer does not. */
const unreadableAfter = 30

type IdentifiedUnreadable = Unreadable & { who: string }

/** By what is known of them: the id, else the market, else nothing; where several are known by the same, they are counted. */
export const identified = (unreadable: readonly Unreadable[]): IdentifiedUnreadable[] => {
  const met = new Map<string, number>()
  return unreadable.map((one) => {
    const known = one.id !== null ? `id ${one.id}` : one.name !== null ? `market ${one.name}` : ''
    const count = (met.get(known) ?? 0) + 1
    met.set(known, count)
    return { ...one, who: count === 1 ? known : `${known} #${count}` }
  })
}

type Known = { market: string; side: Direction }

/** Whether a position that is missing among those that were read may be one of those that could not be. */
export const mayBeUnreadable = (unreadable: readonly Unreadable[], id: string, { market }: Known): boolean =>
  unreadable.some((one) => (one.id === null ? touches([one], [market]) : one.id === id))

/** Where an entry is of one that has no id of its own; an id is a number. */
const unnamed = 'unread:'

export const isNamed = ([id]: readonly [string, unknown]): boolean => !id.startsWith(unnamed)

const wireSides: Record<Direction, Position['positionSide']> = { long: 'LONG', short: 'SHORT', unclear: undefined }

/**
 * What is known of one that cannot be read as a whole: its state, so that a margin call raises its alert whatever else is amiss. One that
 * names only its market is taken for the one of that market that is missing. Null where nothing is known.
 */
export const positionFromState = (one: IdentifiedUnreadable, missing: () => [string, Known][]): Position | null => {
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

/** One alert for all of them; another where more have come since it was raised, another text where some can be read again. */
export const evaluateUnreadable = (
  unreadable: readonly IdentifiedUnreadable[],
  total: number,
  before: UnreadableState | undefined,
  at: UnixSeconds,
): Evaluation<UnreadableState | undefined> => {
  const raised = before?.told ?? null
  if (unreadable.length === 0)
    return { candidates: [], resolved: raised === null ? [] : [{ key: raised.key, end: 'over' }], state: undefined }
  const since: UnreadableState['since'] = {}
  for (const { who } of unreadable) {
    const began = before?.since[who] ?? at
    // A clock that was set back must not put it off.
    since[who] = began > at ? at : began
  }
  const isRaised = ({ who }: IdentifiedUnreadable): boolean => raised?.who.includes(who) === true
  const due = unreadable.filter((one) => isRaised(one) || at - (since[one.who] ?? at) >= unreadableAfter)
  const who = due.map((one) => one.who)
  if (raised !== null && due.length > 0 && due.every(isRaised)) {
    if (who.length === raised.who.length) return { candidates: [], resolved: [], state: { since, told: raised } }
    // Whoever can be read again is news if it fails once more.
    const reworded = [candidateForUnreadable(due, total, raised.key)]
    return { candidates: [], resolved: [], reworded, state: { since, told: { key: raised.key, who } } }
  }
  const key = `positions/unreadable@${at}`
  return {
    candidates: due.length === 0 ? [] : [candidateForUnreadable(due, total, key)],
    resolved: raised === null ? [] : [{ key: raised.key, end: 'dropped' }],
    state: { since, told: due.length === 0 ? null : { key, who } },
  }
}
