// How the whole history is read without losing a record, although the exchange gives it in pages by offset, knows no total, and may
// take in, repeat or reorder records between two pages (specification 4.3 promises nothing). Pure: one question follows from the state,
// one state from the answer. The state is plain data, kept with the records of the page, so a walk goes on where it was.
//
// What is relied on: the exchange forgets no record, and lists each transaction id once while it keeps still. Then, with K the ids kept
// here and L the length of its list, K is part of the list, so K is the whole list exactly when it is as long: |K| = L. That holds
// whatever was moved while pages were read, so it needs no order and no quiet, only the length; and the length is shown by one page:
//
//   The page at offset |K| − 1 holds exactly one record ⇔ L = |K| ⇔ nothing is missing.
//
// A run therefore: walks on to the end (first time), reads the front until a page brings nothing new and lies before the overlap, then
// asks for that proof. Where it fails, the front is read again (something may have come in meanwhile), then everything is walked anew.
// Pages overlap, so that a record moving over the edge of a page is usually seen at once and not only after the proof has failed.
//
// Where the list really repeats ids, or the exchange has dropped some, L and |K| differ for good. Two whole walks in a row that bring
// nothing new and see the very same ids in the very same order show that: the list kept still, all of it was read, and the difference
// (`surplus`) is remembered and expected from then on. Records that cannot be read are in L and not in K: where a walk that brings nothing
// new meets exactly as many as the difference is, they are the difference. An exchange that refuses large offsets is walked in windows that end at the
// oldest record seen; it shows no length, so there two walks in a row that bring nothing new have to do.
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { PageSaved } from './ports.js'

/** `walk` through everything · `head` the newest, until known · `prove` that nothing is missing · `rest` proven. */
export type Step = 'walk' | 'head' | 'prove' | 'rest'

export type FlexWalk = {
  step: Step
  /** Of the next page in this step. */
  offset: number
  /** End of the window, where offsets are limited; null asks without one. */
  to: UnixSeconds | null
  windowed: boolean
  /** Creation time of the oldest record in the walk under way: where its next window would end. */
  low: UnixSeconds | null
  /** The newest record when the head was begun; the head is read at least to `overlapSeconds` before it. */
  since: UnixSeconds | null
  /** New ids in the walk under way. */
  fresh: number
  /** Of every id in the walk under way, in order. */
  print: string
  /** The last walk that brought nothing new: what it saw, and how far its length was from what is kept; null where there is none. */
  quiet: { print: string; gap: number } | null
  /** Length of the list less records kept, as far as it is known to differ. */
  surplus: number
  /** Heads read in a row because the proof failed. */
  heads: number
  /** Walks begun since the last proof. */
  walks: number
  /** Everything has been seen once. */
  seenAll: boolean
}

export const firstWalk: FlexWalk = {
  step: 'walk',
  offset: 0,
  to: null,
  windowed: false,
  low: null,
  since: null,
  fresh: 0,
  print: '',
  quiet: null,
  surplus: 0,
  heads: 0,
  walks: 1,
  seenAll: false,
}

/** Records a page repeats of the one before. */
const overlap = 5
/** The head is read back at least so far before the newest record that was known: two days. */
const overlapSeconds = 172_800
/** Heads that are read before everything is walked again. */
const mostHeads = 2
/** Walks without a proof after which a run gives up; it is taken up again later. */
export const mostWalks = 10

export type PageAsk = { offset: number; to: UnixSeconds | null }

export const askOf = ({ offset, to }: FlexWalk): PageAsk => ({ offset, to })

/**
 * A new run. What was under way goes on; what was proven is looked at again from the front. Whether the exchange takes large offsets is
 * tried anew: one odd answer must not do away with the proof for good.
 */
export const begin = (walk: FlexWalk, newest: UnixSeconds | null): FlexWalk => {
  const fresh = { ...walk, walks: walk.step === 'walk' ? 1 : 0, heads: 0 }
  return walk.step === 'rest' ? { ...fresh, step: 'head', offset: 0, to: null, since: newest, windowed: false } : fresh
}

/** Everything once more, for what was proven but could not all be read. */
export const anew = (walk: FlexWalk): FlexWalk => toWalk({ ...walk, walks: 0, windowed: false })

const toHead = (walk: FlexWalk, since: UnixSeconds | null): FlexWalk => ({ ...walk, step: 'head', offset: 0, to: null, since })

const toWalk = (walk: FlexWalk, offset = 0): FlexWalk => ({
  ...walk,
  step: 'walk',
  offset,
  to: null,
  low: null,
  fresh: 0,
  print: '',
  walks: walk.walks + 1,
  heads: 0,
})

const atRest = (walk: FlexWalk): FlexWalk => ({ ...walk, step: 'rest', offset: 0, to: null, heads: 0, walks: 0, seenAll: true })

/** `kept`: records kept now. Where the list shows no length, there is nothing to prove. */
const toProof = (walk: FlexWalk, kept: number): FlexWalk => {
  if (walk.windowed) return walk.quiet === null ? toWalk(walk) : atRest(walk)
  const last = kept + walk.surplus - 1
  return { ...walk, step: 'prove', offset: last > 0 ? last : 0, to: null }
}

export type Page = {
  records: readonly FlexRecord[]
  /** Records of this page, and of the walk under way up to its end, that could not be read. */
  unreadable: { here: number; soFar: number }
  /** As the exchange echoed it: what it really used. */
  limit: number
  saved: PageSaved
  /** A print of the ids in this page behind the print before it. */
  print: string
}

const lengthOf = ({ records, unreadable }: Page): number => records.length + unreadable.here

const lower = (a: UnixSeconds | null, b: UnixSeconds | null): UnixSeconds | null => (a === null || (b !== null && b < a) ? b : a)

const oldest = (records: readonly FlexRecord[]): UnixSeconds | null =>
  records.reduce<UnixSeconds | null>((least, { createdAt }) => lower(least, Number.parseInt(createdAt, 10)), null)

/**
 * A short page is the last one, unless more is kept than there would be in the list then: an exchange that gives fewer records than it
 * says makes every page short. An empty one always is.
 */
const isLast = ({ offset, windowed, surplus }: FlexWalk, page: Page): boolean => {
  const length = lengthOf(page)
  return length === 0 || (length < page.limit && (windowed || offset + length >= page.saved.records + surplus))
}

const onward = (offset: number, page: Page): number => {
  const length = lengthOf(page)
  return offset + (length > overlap * 4 ? length - overlap : length)
}

const walked = (walk: FlexWalk, page: Page): FlexWalk => {
  const now = { ...walk, fresh: walk.fresh + page.saved.fresh, print: page.print, low: lower(walk.low, oldest(page.records)) }
  if (!isLast(walk, page)) return { ...now, offset: onward(walk.offset, page) }
  if (now.fresh > 0) return toHead({ ...now, quiet: null }, null)
  const gap = walk.windowed ? 0 : walk.offset + lengthOf(page) - page.saved.records
  const asBefore = walk.quiet !== null && walk.quiet.gap === gap && (walk.windowed || walk.quiet.print === now.print)
  const surplus = !walk.windowed && (asBefore || gap === page.unreadable.soFar) ? gap : walk.surplus
  return toHead({ ...now, quiet: { print: now.print, gap }, surplus }, null)
}

const headRead = (walk: FlexWalk, page: Page): FlexWalk => {
  const end = oldest(page.records)
  const known = page.saved.fresh === 0 && (walk.since === null || (end !== null && end < walk.since - overlapSeconds))
  // As long as the front brings something new, it is the front that moves: no reason to doubt the rest.
  const now = page.saved.fresh > 0 ? { ...walk, heads: 0 } : walk
  return known || isLast(walk, page) ? toProof(now, page.saved.records) : { ...now, offset: onward(walk.offset, page) }
}

const proven = (walk: FlexWalk, page: Page): FlexWalk => {
  const { saved } = page
  const [expected, length] = [saved.records + walk.surplus, lengthOf(page)]
  if (saved.fresh === 0 && (expected > 0 ? walk.offset === expected - 1 && length === 1 : length === 0)) return atRest(walk)
  // Unknown records at the very end: whatever ended the walk too soon, it goes on behind them. Each time brings new ones, so this ends.
  if (saved.fresh > 0) return { ...toWalk(walk, onward(walk.offset, page)), fresh: saved.fresh, walks: walk.walks }
  return walk.heads < mostHeads ? { ...toHead(walk, null), heads: walk.heads + 1 } : toWalk(walk)
}

/** The state after a page that was asked for by `askOf` and kept. */
export const absorb = (walk: FlexWalk, page: Page): FlexWalk => {
  switch (walk.step) {
    case 'walk':
      return walked(walk, page)
    case 'head':
      return headRead(walk, page)
    default:
      return proven(walk, page)
  }
}

/** The exchange refuses so large an offset: on from the oldest record of this walk. Null where that leads nowhere. */
export const withoutOffset = (walk: FlexWalk): FlexWalk | null => {
  if (walk.offset === 0) return null
  if (walk.step !== 'walk') return toProof({ ...walk, windowed: true }, 0)
  if (walk.low === null || (walk.to !== null && walk.low >= walk.to)) return null
  return { ...walk, windowed: true, to: walk.low, offset: 0, quiet: walk.windowed ? walk.quiet : null }
}
