// Reads the whole history without losing a record, although the exchange pages it by offset, gives
// no total, and may add, repeat or reorder records between two pages (specification 4.3 promises
// nothing). Pure: a request follows from the cursor, a cursor from the page.
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { FlexPageSaved } from './flex-tables.js'

/**
 * `scan` all of it · `head` the newest, until known records follow · `verify` that nothing is
 * missing · `synced` verified.
 */
export type Step = 'scan' | 'head' | 'verify' | 'synced'

/**
 * The exchange forgets no record, and lists each id once while its list does not change. So the
 * records stored here (K) are all of its list (L) exactly when |K| = L, whatever moved while pages
 * were read; and only then does the page at offset |K| − 1 hold exactly one record. That page is
 * requested after a full scan (first time) and after the head. If it shows something else, the head
 * is read again, then everything.
 *
 * If the list repeats ids, or the exchange dropped some, |K| and L differ permanently. Two
 * consecutive scans that find nothing new and see the same ids in the same order show that; the
 * difference (`surplus`) is expected from then on. Records that cannot be read are in L and not in
 * K: if a scan that finds nothing new meets as many as the difference, they are the difference. An
 * exchange that refuses large offsets is read in windows that end at the oldest record seen; that
 * shows no length, so two scans that find nothing new must suffice.
 */
export type HistoryCursor = {
  step: Step
  /** Of the next page in this step. */
  offset: number
  /** End of the window, if offsets are limited; null for a request without one. */
  to: UnixSeconds | null
  windowed: boolean
  /** Creation time of the oldest record in the current scan: where its next window would end. */
  oldest: UnixSeconds | null
  /**
   * The newest record when the head was started; the head is read at least to `overlapSeconds`
   * before it.
   */
  since: UnixSeconds | null
  /** New ids in the current scan. */
  fresh: number
  /** Of every id in the current scan, in order. */
  fingerprint: string
  /**
   * The last scan that found nothing new: what it saw, and the difference between its length and
   * the stored count; null if there is none.
   */
  unchangedScan: { fingerprint: string; gap: number } | null
  /** Length of the list minus stored records, as far as it is known to differ. */
  surplus: number
  /** Heads read in a row because the verification failed. */
  heads: number
  /** Scans begun since the last verification. */
  scans: number
  /** Everything was read once. */
  complete: boolean
}

export const initialCursor: HistoryCursor = {
  step: 'scan',
  offset: 0,
  to: null,
  windowed: false,
  oldest: null,
  since: null,
  fresh: 0,
  fingerprint: '',
  unchangedScan: null,
  surplus: 0,
  heads: 0,
  scans: 1,
  complete: false,
}

/**
 * Pages overlap by this many records, so that one that crosses a page boundary is usually seen
 * immediately.
 */
const overlap = 5
/** The head is read at least this far back before the newest known record: two days. */
const overlapSeconds = 172_800
/** Heads read before a full scan is repeated. */
const mostHeads = 2
/** Scans without a verification after which a run gives up; it is resumed later. */
export const mostScans = 10

export type PageRequest = { offset: number; to: UnixSeconds | null }

export function requestOf({ offset, to }: HistoryCursor): PageRequest {
  return { offset, to }
}

/**
 * A new run: unfinished work continues, and a verified history is read again from the head. Whether
 * the exchange accepts large offsets is tested again, because one odd response must not end
 * verification for good.
 */
export function startedAnew(cursor: HistoryCursor, newest: UnixSeconds | null): HistoryCursor {
  const fresh = { ...cursor, scans: cursor.step === 'scan' ? 1 : 0, heads: 0 }
  return cursor.step === 'synced' ? { ...toHead(fresh, newest), windowed: false } : fresh
}

/** Everything once more, for a history that was verified but not fully readable. */
export function rescan(cursor: HistoryCursor): HistoryCursor {
  return toScan({ ...cursor, scans: 0, windowed: false })
}

function toHead(cursor: HistoryCursor, since: UnixSeconds | null): HistoryCursor {
  return {
    ...cursor,
    step: 'head',
    offset: 0,
    to: null,
    since,
  }
}

function toScan(cursor: HistoryCursor, offset = 0): HistoryCursor {
  return {
    ...cursor,
    step: 'scan',
    offset,
    to: null,
    oldest: null,
    fresh: 0,
    fingerprint: '',
    scans: cursor.scans + 1,
    heads: 0,
  }
}

function toSynced(cursor: HistoryCursor): HistoryCursor {
  return {
    ...cursor,
    step: 'synced',
    offset: 0,
    to: null,
    heads: 0,
    scans: 0,
    complete: true,
  }
}

/** `kept`: records stored now. If the list shows no length, there is nothing to verify. */
function toVerify(cursor: HistoryCursor, kept: number): HistoryCursor {
  if (cursor.windowed) return cursor.unchangedScan === null ? toScan(cursor) : toSynced(cursor)
  const last = kept + cursor.surplus - 1
  return { ...cursor, step: 'verify', offset: last > 0 ? last : 0, to: null }
}

type Page = {
  records: readonly FlexRecord[]
  /** Records of this page, and of the current scan up to its end, that could not be read. */
  unreadable: { here: number; soFar: number }
  /** As echoed by the exchange: what it actually used. */
  limit: number
  saved: FlexPageSaved
  /** Of the ids of this page and the fingerprint before it. */
  fingerprint: string
}

const lengthOf = ({ records, unreadable }: Page): number => records.length + unreadable.here

function earlier(a: UnixSeconds | null, b: UnixSeconds | null): UnixSeconds | null {
  return a === null || (b !== null && b < a) ? b : a
}

function oldestOf(records: readonly FlexRecord[]): UnixSeconds | null {
  return records.reduce<UnixSeconds | null>(
    (least, { createdAt }) => earlier(least, Number.parseInt(createdAt, 10)),
    null,
  )
}

/**
 * A short page is the last one, unless more is stored than the list would then contain: an exchange
 * that sends fewer records than it says makes every page short. An empty one always is.
 */
function isLast({ offset, windowed, surplus }: HistoryCursor, page: Page): boolean {
  const length = lengthOf(page)
  return (
    length === 0 ||
    (length < page.limit && (windowed || offset + length >= page.saved.records + surplus))
  )
}

function nextOffset(offset: number, page: Page): number {
  const length = lengthOf(page)
  return offset + (length > overlap * 4 ? length - overlap : length)
}

function afterScanPage(cursor: HistoryCursor, page: Page): HistoryCursor {
  const { fingerprint, saved } = page
  const now = {
    ...cursor,
    fresh: cursor.fresh + saved.fresh,
    fingerprint,
    oldest: earlier(cursor.oldest, oldestOf(page.records)),
  }
  if (!isLast(cursor, page)) return { ...now, offset: nextOffset(cursor.offset, page) }
  if (now.fresh > 0) return toHead({ ...now, unchangedScan: null }, null)
  const { windowed, unchangedScan } = cursor
  const gap = windowed ? 0 : cursor.offset + lengthOf(page) - saved.records
  const isAsBefore =
    unchangedScan !== null &&
    unchangedScan.gap === gap &&
    (windowed || unchangedScan.fingerprint === fingerprint)
  const surplus = !windowed && (isAsBefore || gap === page.unreadable.soFar) ? gap : cursor.surplus
  return toHead({ ...now, unchangedScan: { fingerprint, gap }, surplus }, null)
}

function afterHeadPage(cursor: HistoryCursor, page: Page): HistoryCursor {
  const end = oldestOf(page.records)
  const known =
    page.saved.fresh === 0 &&
    (cursor.since === null || (end !== null && end < cursor.since - overlapSeconds))
  // As long as the head finds something new, the head is what moves: no reason to doubt the rest.
  const now = page.saved.fresh > 0 ? { ...cursor, heads: 0 } : cursor
  return known || isLast(cursor, page)
    ? toVerify(now, page.saved.records)
    : { ...now, offset: nextOffset(cursor.offset, page) }
}

function afterVerification(cursor: HistoryCursor, page: Page): HistoryCursor {
  const { saved } = page
  const [expected, length] = [saved.records + cursor.surplus, lengthOf(page)]
  if (
    saved.fresh === 0 &&
    (expected > 0 ? cursor.offset === expected - 1 && length === 1 : length === 0)
  )
    return toSynced(cursor)
  // Unknown records at the very end: whatever ended the scan too soon, it continues after them.
  // Each time finds new ones, so this terminates.
  if (saved.fresh > 0)
    return {
      ...toScan(cursor, nextOffset(cursor.offset, page)),
      fresh: saved.fresh,
      scans: cursor.scans,
    }
  return cursor.heads < mostHeads
    ? { ...toHead(cursor, null), heads: cursor.heads + 1 }
    : toScan(cursor)
}

/** After a page requested by `requestOf` and saved. */
export function cursorAfter(cursor: HistoryCursor, page: Page): HistoryCursor {
  switch (cursor.step) {
    case 'scan':
      return afterScanPage(cursor, page)
    case 'head':
      return afterHeadPage(cursor, page)
    default:
      return afterVerification(cursor, page)
  }
}

/**
 * The exchange refuses an offset this large: continue from the oldest record of this scan. Null if
 * that leads nowhere.
 */
export function withoutOffset(cursor: HistoryCursor): HistoryCursor | null {
  if (cursor.offset === 0) return null
  if (cursor.step !== 'scan') return toVerify({ ...cursor, windowed: true }, 0)
  if (cursor.oldest === null || (cursor.to !== null && cursor.oldest >= cursor.to)) return null
  return {
    ...cursor,
    windowed: true,
    to: cursor.oldest,
    offset: 0,
    unchangedScan: cursor.windowed ? cursor.unchangedScan : null,
  }
}
