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
 * records kept here (K) are all of its list (L) exactly when |K| = L, whatever moved while pages
 * were read; and the page at offset |K| − 1 holds exactly one record only then. That page is asked
 * for after a full scan (first time) and the head. Where it shows something else, the head is read
 * again, then all of it.
 *
 * Where the list repeats ids, or the exchange dropped some, |K| and L differ for good. Two scans in
 * a row that bring nothing new and see the same ids in the same order show that; the difference
 * (`surplus`) is expected from then on. Records that cannot be read are in L and not in K: where a
 * scan that brings nothing new meets as many as the difference, they are the difference. An
 * exchange that refuses large offsets is read in windows that end at the oldest record seen; it
 * shows no length, so two scans that bring nothing new must do.
 */
export type HistoryCursor = {
  step: Step
  /** Of the next page in this step. */
  offset: number
  /** End of the window, where offsets are limited; null asks without one. */
  to: UnixSeconds | null
  windowed: boolean
  /** Creation time of the oldest record in the scan under way: where its next window would end. */
  oldest: UnixSeconds | null
  /**
   * The newest record when the head was begun; the head is read at least to `overlapSeconds` before
   * it.
   */
  since: UnixSeconds | null
  /** New ids in the scan under way. */
  fresh: number
  /** Of every id in the scan under way, in order. */
  fingerprint: string
  /**
   * The last scan that brought nothing new: what it saw, and how far its length was from what is
   * kept; null where there is none.
   */
  unchangedScan: { fingerprint: string; gap: number } | null
  /** Length of the list less records kept, as far as it is known to differ. */
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
 * Pages overlap by so many records, so that one that moves over the edge of a page is usually seen
 * at once.
 */
const overlap = 5
/** The head is read back at least so far before the newest record that was known: two days. */
const overlapSeconds = 172_800
/** Heads that are read before everything is scanned again. */
const mostHeads = 2
/** Scans without a verification after which a run gives up; it is taken up again later. */
export const mostScans = 10

export type PageRequest = { offset: number; to: UnixSeconds | null }

export function requestOf({ offset, to }: HistoryCursor): PageRequest {
  return { offset, to }
}

/**
 * A new run: what was under way goes on, what was verified is read again from the head. Whether the
 * exchange takes large offsets is tried anew, as one odd answer must not end verification for good.
 */
export function startedAnew(cursor: HistoryCursor, newest: UnixSeconds | null): HistoryCursor {
  const fresh = { ...cursor, scans: cursor.step === 'scan' ? 1 : 0, heads: 0 }
  return cursor.step === 'synced' ? { ...toHead(fresh, newest), windowed: false } : fresh
}

/** Everything once more, for what was verified but could not all be read. */
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

/** `kept`: records kept now. Where the list shows no length, there is nothing to verify. */
function toVerify(cursor: HistoryCursor, kept: number): HistoryCursor {
  if (cursor.windowed) return cursor.unchangedScan === null ? toScan(cursor) : toSynced(cursor)
  const last = kept + cursor.surplus - 1
  return { ...cursor, step: 'verify', offset: last > 0 ? last : 0, to: null }
}

type Page = {
  records: readonly FlexRecord[]
  /** Records of this page, and of the scan under way up to its end, that could not be read. */
  unreadable: { here: number; soFar: number }
  /** As the exchange echoed it: what it really used. */
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
 * A short page is the last one, unless more is kept than there would be in the list then: an
 * exchange that gives fewer records than it says makes every page short. An empty one always is.
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
  // As long as the head brings something new, it is the head that moves: no reason to doubt the
  // rest.
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
  // Unknown records at the very end: whatever ended the scan too soon, it goes on behind them. Each
  // time brings new ones, so this ends.
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

/** After a page that was asked for by `requestOf` and kept. */
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
 * The exchange refuses so large an offset: on from the oldest record of this scan. Null where that
 * leads nowhere.
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
