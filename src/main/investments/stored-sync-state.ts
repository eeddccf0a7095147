// How far one account's history is read, as it is stored beside its records. What cannot be read is begun anew, which loses nothing.
import { z } from 'zod'
import type { Json } from '../../shared/json.js'
import { initialCursor, type HistoryCursor } from './history-cursor.js'

const count = z.int().min(0)
const moment = z.number().nullable()
const steps = { walk: 'scan', head: 'head', prove: 'verify', rest: 'synced' } as const
const storedSteps = { scan: 'walk', head: 'head', verify: 'prove', synced: 'rest' } as const

const storedCursor = z
  .object({
    step: z.enum(['walk', 'head', 'prove', 'rest']),
    offset: count,
    to: moment,
    windowed: z.boolean(),
    low: moment,
    since: moment,
    fresh: count,
    print: z.string(),
    quiet: z.object({ print: z.string(), gap: z.int() }).nullable().catch(null),
    surplus: z.int(),
    heads: count,
    walks: count,
    seenAll: z.boolean(),
  })
  .transform(({ step, low, print, quiet, walks, seenAll, ...same }): HistoryCursor => ({
    ...same,
    step: steps[step],
    oldest: low,
    fingerprint: print,
    unchangedScan: quiet === null ? null : { fingerprint: quiet.print, gap: quiet.gap },
    scans: walks,
    complete: seenAll,
  }))

const unreadable = z.object({
  place: count,
  id: z.string().nullable(),
  name: z.string().nullable(),
  field: z.string(),
  why: z.string(),
})
const unreadableList = z
  .array(unreadable.nullable().catch(null))
  .catch([])
  .transform((list) => list.filter((one) => one !== null))

const storedState = z
  .object({
    walk: storedCursor.catch(initialCursor),
    paused: z.boolean().catch(false),
    lastSyncedAt: moment.catch(null),
    /** Records whose content changed under the same id; the newest was kept. */
    rewritten: count.catch(0),
    /** Which key it was last read with; null where that was not recorded. */
    key: z.string().nullable().catch(null),
    /** Records of the exchange's list that cannot be read, by their places in it; and those that the scan under way has met. */
    unreadable: unreadableList,
    met: unreadableList,
  })
  .transform(({ walk, met, ...same }) => ({ ...same, cursor: walk, unreadableInScan: met }))

export type SyncState = z.infer<typeof storedState>

export const initialSyncState: SyncState = storedState.parse({})

export const syncStateOf = (stored: unknown): SyncState => storedState.safeParse(stored).data ?? initialSyncState

export const storedSyncState = ({ cursor, unreadableInScan, ...state }: SyncState): Json => {
  const { step, oldest, fingerprint, unchangedScan, scans, complete, ...same } = cursor
  const quiet = unchangedScan === null ? null : { print: unchangedScan.fingerprint, gap: unchangedScan.gap }
  const walk = { ...same, step: storedSteps[step], low: oldest, print: fingerprint, quiet, walks: scans, seenAll: complete }
  return { ...state, walk, met: unreadableInScan }
}
