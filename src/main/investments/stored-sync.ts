// The history of one profile as the sync sees it: how much is stored, how far it has been read, and
// whose it is.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { FlexSync } from '../../shared/investments/flex-history.js'
import type { FlexHistoryPage } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { Json } from '../../shared/json.js'
import { type Unreadable, unreadableSentence } from '../../shared/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { storedMessage } from '../database/stored-message.js'
import type { FlexRepository } from './flex-repository.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { FlexPageSaved } from './flex-tables.js'
import { cursorAfter, type HistoryCursor, initialCursor, type Step } from './history-cursor.js'

// As stored with the records. State that cannot be read is reset, which loses nothing.
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

const oneUnreadable = z.object({
  place: count,
  id: z.string().nullable(),
  name: z.string().nullable(),
  field: z.string(),
  why: storedMessage,
})
const storedUnreadable = z
  .array(oneUnreadable.nullable().catch(null))
  .catch([])
  .transform((list) => list.filter((one) => one !== null))

const storedState = z
  .object({
    walk: storedCursor.catch(initialCursor),
    paused: z.boolean().catch(false),
    lastSyncedAt: moment.catch(null),
    /** Records whose content changed under the same id; the latest was kept. */
    rewritten: count.catch(0),
    /** The key it was last read with; null if not recorded. */
    key: z.string().nullable().catch(null),
    /**
     * Unreadable records of the exchange's list, by their places in it; and those met in the
     * current scan.
     */
    unreadable: storedUnreadable,
    met: storedUnreadable,
  })
  .transform(({ walk, met, ...same }) => ({ ...same, cursor: walk, unreadableInScan: met }))

export type SyncState = z.infer<typeof storedState>

const initialSyncState: SyncState = storedState.parse({})

export function syncStateOf(stored: unknown): SyncState {
  return storedState.safeParse(stored).data ?? initialSyncState
}

export function storedSyncState({ cursor, unreadableInScan, ...state }: SyncState): Json {
  const { step, oldest, fingerprint, unchangedScan, scans, complete, ...same } = cursor
  const quiet =
    unchangedScan === null ? null : { print: unchangedScan.fingerprint, gap: unchangedScan.gap }
  const walk = {
    ...same,
    step: storedSteps[step],
    low: oldest,
    print: fingerprint,
    quiet,
    walks: scans,
    seenAll: complete,
  }
  return { ...state, walk, met: unreadableInScan }
}

const ownerUnknown: Problem = {
  code: 'not-understood',
  message: messageOf('investments.sync.owner-unknown'),
  reason: 'UNREADABLE_IDS',
}

/**
 * Unreadable records of the exchange's list are not stored, so they are remembered here: a history
 * that lacks some of them must say so. Beyond this number they are not remembered individually.
 */
const mostUnreadable = 200

function union(
  list: readonly Unreadable[],
  more: readonly Unreadable[],
  isSame: (a: Unreadable, b: Unreadable) => boolean,
): Unreadable[] {
  return more.reduce<Unreadable[]>(
    (all, one) =>
      all.length >= mostUnreadable || all.some((known) => isSame(known, one)) ? all : [...all, one],
    [...list],
  )
}

/** Within one scan: pages overlap, and an unchanged list gives each its place. */
function isSamePlace(a: Unreadable, b: Unreadable): boolean {
  return a.id === null && b.id === null ? a.place === b.place : a.id === b.id
}

/** From one scan to the next: new records have shifted every place. */
function isSameRecord(a: Unreadable, b: Unreadable): boolean {
  return (
    a.id === b.id &&
    (a.id !== null || (a.name === b.name && a.field === b.field && isDeepStrictEqual(a.why, b.why)))
  )
}

/**
 * Those of a page not already stored from an earlier response, with places in the whole list
 * instead of the page. Whether one without an id is stored is unknown.
 */
function missingFrom(
  { unreadable = [] }: FlexHistoryPage,
  offset: number,
  isKept: (id: string) => Result<boolean, Problem>,
): Result<Unreadable[], Problem> {
  const missing: Unreadable[] = []
  for (const one of unreadable) {
    const kept = one.id === null ? ok(false) : isKept(one.id)
    if (!kept.ok) return kept
    if (!kept.value) missing.push({ ...one, place: offset + one.place })
  }
  return ok(missing)
}

/** Those met in the current scan, including the latest page; none outside of a scan. */
function metInScan(
  { cursor, unreadableInScan }: SyncState,
  missing: readonly Unreadable[],
): Unreadable[] {
  return cursor.step === 'scan' ? union(unreadableInScan, missing, isSamePlace) : []
}

/**
 * After a page that led to the step `after`. A finished scan knows all of them. Later arrivals fail
 * the verification and so lead to the next scan; only without verification are they noted
 * immediately.
 */
function unreadableAfter(
  before: SyncState,
  { records }: FlexHistoryPage,
  missing: readonly Unreadable[],
  after: Step,
): Pick<SyncState, 'unreadable' | 'unreadableInScan'> {
  const { cursor } = before
  const met = metInScan(before, missing)
  if (cursor.step === 'scan' && after !== 'scan') return { unreadable: met, unreadableInScan: [] }
  const read = new Set(records.map(({ transactionId }) => transactionId))
  const known = before.unreadable.filter(({ id }) => id === null || !read.has(id))
  const isNoted = cursor.step === 'scan' || cursor.windowed
  return {
    unreadable: isNoted ? union(known, missing, isSameRecord) : known,
    unreadableInScan: met,
  }
}

/**
 * If nothing on the latest page can be read, the list is not of the promised kind; null if it is.
 */
export function nothingReadable({
  records,
  unreadable = [],
  offset = 0,
}: FlexHistoryPage): Problem | null {
  if (offset > 0 || records.length > 0 || unreadable.length === 0) return null
  const message = unreadableSentence(unreadable, unreadable.length, 'record')
  return { code: 'not-understood', message, reason: 'UNREAD_MEMBER' }
}

function fingerprintOf(before: string, { records, unreadable = [] }: FlexHistoryPage): string {
  const ids = [
    ...records.map(({ transactionId }) => transactionId),
    ...unreadable.map(({ id, place }) => id ?? place),
  ]
  return createHash('sha256')
    .update(JSON.stringify([before, ...ids]))
    .digest('base64')
}

export function openStoredSync(profileId: string, history: FlexRepository) {
  /** `pages`: read in this run. */
  const stored = {
    state: initialSyncState,
    records: 0,
    backTo: null as UnixSeconds | null,
    pages: 0,
  }

  /** If records were lost, so was the cursor; a pause stays as the user chose. */
  const readKept = (): Result<{ newest: UnixSeconds | null }, Problem> => {
    const kept = history.kept(profileId)
    if (!kept.ok) return kept
    const state = syncStateOf(kept.value.sync)
    stored.state = { ...state, paused: state.paused || stored.state.paused }
    stored.records = kept.value.records
    stored.backTo = kept.value.backTo
    return ok({ newest: kept.value.newest })
  }

  const saveState = (state: SyncState): Result<null, Problem> => {
    const kept = history.saveSync(profileId, storedSyncState(state))
    if (kept.ok) stored.state = state
    return kept
  }

  /**
   * For the newest records of an account that was read with another key before. If they contain no
   * stored record, the stored history is most likely another account's: returns true, and the
   * stored history is forgotten. Nothing is lost that the exchange does not have.
   */
  const forgetIfOtherAccount = (page: FlexHistoryPage): Result<boolean, Problem> => {
    const { records, unreadable = [] } = page
    const ids = [
      ...records.map(({ transactionId }) => transactionId),
      ...unreadable.flatMap(({ id }) => id ?? []),
    ]
    const known = history.holdsAny(profileId, ids)
    if (!known.ok) return known
    if (known.value) return ok(false)
    if (ids.length < records.length + unreadable.length) return fail(ownerUnknown)
    const forgotten = history.forget(profileId)
    if (!forgotten.ok) return forgotten
    const reread = readKept()
    return reread.ok ? ok(true) : reread
  }

  /** Saves a page together with the cursor it leads to. `when` it was returned. */
  const savePage = (page: FlexHistoryPage, when: UnixSeconds): Result<FlexPageSaved, Problem> => {
    const { cursor, lastSyncedAt, rewritten } = stored.state
    const missing = missingFrom(page, cursor.offset, (id) => history.holdsAny(profileId, [id]))
    if (!missing.ok) return missing
    const fingerprint =
      cursor.step === 'scan' ? fingerprintOf(cursor.fingerprint, page) : cursor.fingerprint
    const stateAfter = (saved: FlexPageSaved): SyncState => {
      // Without a limit, only an empty page is known to be past the last one.
      const { records, limit = 0 } = page
      const unreadable = {
        here: page.unreadable?.length ?? 0,
        soFar: metInScan(stored.state, missing.value).length,
      }
      const after = cursorAfter(cursor, { records, unreadable, limit, saved, fingerprint })
      return {
        ...stored.state,
        ...unreadableAfter(stored.state, page, missing.value, after.step),
        cursor: after,
        lastSyncedAt: after.step === 'synced' ? when : lastSyncedAt,
        rewritten: rewritten + saved.changed,
      }
    }
    const saved = history.savePage(profileId, page.records, (brought) =>
      storedSyncState(stateAfter(brought)),
    )
    if (!saved.ok) return saved
    stored.state = stateAfter(saved.value)
    stored.records = saved.value.records
    stored.pages += 1
    const edge = page.records.at(-1)
    const back = edge === undefined ? null : Number.parseInt(edge.createdAt, 10)
    if (back !== null && (stored.backTo === null || back < stored.backTo)) stored.backTo = back
    return saved
  }

  const view = (status: Pick<FlexSync, 'state' | 'problem'>): FlexSync => {
    const { state, records, pages, backTo } = stored
    const { cursor, unreadable, lastSyncedAt } = state
    // Unreadable records are listed and not stored, and so hide as many that are stored and not
    // listed. One without an id may be stored.
    const unlisted = unreadable.filter(({ id }) => id !== null).length - cursor.surplus
    return {
      ...status,
      phase: cursor.complete ? 'later' : 'first',
      records,
      pages,
      backTo,
      lastSyncedAt,
      unlisted: unlisted > 0 ? unlisted : 0,
      ...(unreadable.length === 0 ? {} : { unreadable }),
    }
  }

  readKept()
  return { stored, readKept, saveState, forgetIfOtherAccount, savePage, view }
}
