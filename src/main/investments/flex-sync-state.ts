// What is remembered of the synchronisation of one profile, as it is kept with the records: plain data, trusted only after a look.
import type { Json } from '../../shared/json.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { UnixSeconds } from '../../shared/time.js'
import { firstWalk, type FlexWalk, type Step } from './history-cursor.js'

export type SyncState = {
  walk: FlexWalk
  paused: boolean
  lastSyncedAt: UnixSeconds | null
  /** Records whose content changed under the same id; the newest was kept. */
  rewritten: number
  /** What the key is known by that it was last read with; null where nobody took note of it. */
  key: string | null
  /** Records of the exchange's list that cannot be read, by their places in it; and those that the walk under way has met. */
  unreadable: Unreadable[]
  met: Unreadable[]
}

export const newSync: SyncState = { walk: firstWalk, paused: false, lastSyncedAt: null, rewritten: 0, key: null, unreadable: [], met: [] }

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isMomentOrNull = (value: unknown): value is number | null => value === null || (typeof value === 'number' && Number.isFinite(value))
const stepOf = (value: unknown): Step | null => (['walk', 'head', 'prove', 'rest'] as const).find((step) => step === value) ?? null

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

const unreadableOf = (value: unknown): Unreadable[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown): Unreadable[] => {
    if (!isObject(one)) return []
    const { place, id, name, field, why } = one
    if (!isCount(place) || !isTextOrNull(id) || !isTextOrNull(name) || typeof field !== 'string' || typeof why !== 'string') return []
    return [{ place, id, name, field, why }]
  })

const quietOf = (value: unknown): FlexWalk['quiet'] => {
  if (!isObject(value)) return null
  const { print, gap } = value
  return typeof print === 'string' && typeof gap === 'number' && Number.isSafeInteger(gap) ? { print, gap } : null
}

/** Null where anything does not fit: then everything is walked anew, which loses nothing. */
const walkOf = (value: unknown): FlexWalk | null => {
  if (!isObject(value)) return null
  const { offset, to, windowed, low, since, fresh, print, surplus, heads, walks, seenAll } = value
  const step = stepOf(value['step'])
  if (step === null || !isCount(offset) || !isCount(fresh) || !isCount(heads) || !isCount(walks)) return null
  if (!isMomentOrNull(to) || !isMomentOrNull(low) || !isMomentOrNull(since)) return null
  if (typeof windowed !== 'boolean' || typeof seenAll !== 'boolean' || typeof print !== 'string') return null
  if (typeof surplus !== 'number' || !Number.isSafeInteger(surplus)) return null
  return { step, offset, to, windowed, low, since, fresh, print, quiet: quietOf(value['quiet']), surplus, heads, walks, seenAll }
}

export const syncStateOf = (value: unknown): SyncState => {
  if (!isObject(value)) return newSync
  const { paused, lastSyncedAt, rewritten, key } = value
  return {
    walk: walkOf(value['walk']) ?? firstWalk,
    paused: paused === true,
    lastSyncedAt: isMomentOrNull(lastSyncedAt) ? lastSyncedAt : null,
    rewritten: isCount(rewritten) ? rewritten : 0,
    key: typeof key === 'string' ? key : null,
    unreadable: unreadableOf(value['unreadable']),
    met: unreadableOf(value['met']),
  }
}

export const syncStateToKeep = ({ walk, ...state }: SyncState): Json => ({
  walk: { ...walk, quiet: walk.quiet === null ? null : { ...walk.quiet } },
  ...state,
})
