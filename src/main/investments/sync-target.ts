// The history of one profile as the synchronisation sees it: how much is kept, how far the walk has come, and whose it is.
import { createHash } from 'node:crypto'
import type { FlexSync } from '../../shared/domain/flex-history.js'
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { newSync, syncStateOf, syncStateToKeep, type SyncState } from './flex-sync-state.js'
import { metWith, missingFrom, unreadableAfter } from './flex-unreadable.js'
import { absorb } from './history-cursor.js'
import type { FlexHistory, PageSaved } from './ports.js'

export type Watched = {
  profileId: string
  history: FlexHistory
  state: SyncState
  records: number
  backTo: UnixSeconds | null
  /** Read in this run. */
  pages: number
}

/** Looks at what is kept. Where records were lost, so was the place in the walk; a pause stays what the person chose. */
export const look = (at: Watched): Result<{ newest: UnixSeconds | null }, Problem> => {
  const kept = at.history.kept(at.profileId)
  if (!kept.ok) return kept
  const state = syncStateOf(kept.value.sync)
  at.state = { ...state, paused: state.paused || at.state.paused }
  at.records = kept.value.records
  at.backTo = kept.value.backTo
  return ok({ newest: kept.value.newest })
}

export const watch = (profileId: string, history: FlexHistory): Watched => {
  const at: Watched = { profileId, history, state: newSync, records: 0, backTo: null, pages: 0 }
  look(at)
  return at
}

export const keepState = (at: Watched, state: SyncState): Result<null, Problem> => {
  const kept = at.history.saveSync(at.profileId, syncStateToKeep(state))
  if (kept.ok) at.state = state
  return kept
}

const whoseIsUnknown: Problem = {
  code: 'not-understood',
  message: 'Not even the ids of some newest records could be read, so it is not known whether they are of the account that is kept.',
  reason: 'UNREADABLE_IDS',
}

/**
 * The newest records of an account that was read with another key before. Where they hold none of what is kept, that is most likely
 * another account's: it is forgotten, true is given, and everything is read anew. Nothing is lost that the exchange does not have.
 */
export const forgetIfAnothers = (at: Watched, page: FlexHistoryPage): Result<boolean, Problem> => {
  const { records, unreadable = [] } = page
  const ids = [...records.map(({ transactionId }) => transactionId), ...unreadable.flatMap(({ id }) => id ?? [])]
  const known = at.history.holdsAny(at.profileId, ids)
  if (!known.ok) return known
  if (known.value) return ok(false)
  if (ids.length < records.length + unreadable.length) return fail(whoseIsUnknown)
  const forgotten = at.history.forget(at.profileId)
  if (!forgotten.ok) return forgotten
  const looked = look(at)
  return looked.ok ? ok(true) : looked
}

const printOf = (before: string, { records, unreadable = [] }: FlexHistoryPage): string => {
  const ids = [...records.map(({ transactionId }) => transactionId), ...unreadable.map(({ id, place }) => id ?? place)]
  return createHash('sha256')
    .update(JSON.stringify([before, ...ids]))
    .digest('base64')
}

/** Keeps a page together with the place it leads to. `when` it was given. */
export const keepPage = (at: Watched, page: FlexHistoryPage, when: UnixSeconds): Result<PageSaved, Problem> => {
  const { walk, lastSyncedAt, rewritten } = at.state
  const missing = missingFrom(page, walk.offset, (id) => at.history.holdsAny(at.profileId, [id]))
  if (!missing.ok) return missing
  const print = walk.step === 'walk' ? printOf(walk.print, page) : walk.print
  const stateAfter = (saved: PageSaved): SyncState => {
    const { records, limit } = page
    const unreadable = { here: page.unreadable?.length ?? 0, soFar: metWith(at.state, missing.value).length }
    const after = absorb(walk, { records, unreadable, limit, saved, print })
    return {
      ...at.state,
      ...unreadableAfter(at.state, page, missing.value, after.step),
      walk: after,
      lastSyncedAt: after.step === 'rest' ? when : lastSyncedAt,
      rewritten: rewritten + saved.changed,
    }
  }
  const saved = at.history.savePage(at.profileId, page.records, (brought) => syncStateToKeep(stateAfter(brought)))
  if (!saved.ok) return saved
  at.state = stateAfter(saved.value)
  at.records = saved.value.records
  at.pages += 1
  const edge = page.records.at(-1)
  const back = edge === undefined ? null : Number.parseInt(edge.createdAt, 10)
  if (back !== null && (at.backTo === null || back < at.backTo)) at.backTo = back
  return saved
}

export const viewOf = ({ state, records, pages, backTo }: Watched, status: Pick<FlexSync, 'state' | 'problem'>): FlexSync => {
  const { walk, unreadable, lastSyncedAt } = state
  // What cannot be read is listed and not kept, and so hides as many that are kept and not listed. One without an id may be kept.
  const unlisted = unreadable.filter(({ id }) => id !== null).length - walk.surplus
  return {
    ...status,
    phase: walk.seenAll ? 'later' : 'first',
    records,
    pages,
    backTo,
    lastSyncedAt,
    unlisted: unlisted > 0 ? unlisted : 0,
    ...(unreadable.length === 0 ? {} : { unreadable }),
  }
}
