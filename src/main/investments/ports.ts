// What this room needs of the others. It knows nothing of windows, keys, SQL or sockets.
import type { FlexExport, FlexFacets, FlexFilter, FlexRows, FlexView, SavedFilter } from '../../shared/domain/flex-history.js'
import type { FlexHistoryPage, FlexHistoryQuery, FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Json } from '../../shared/json.js'
import type { Decimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import type { ExportFormat } from '../../shared/domain/trading.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { PollScheduler, Timing } from '../polling/poll-scheduler.js'

export type Answer<T> = Result<{ value: T; at: UnixSeconds }, Problem>

/** What is asked of the exchange: the history, nothing else. */
export type FlexClient = { flexHistory(query: FlexHistoryQuery): Promise<Answer<FlexHistoryPage>> }

type Read<T> = Result<T, Problem>

export type PageSaved = { fresh: number; changed: number; records: number }
export type Kept = { records: number; backTo: UnixSeconds | null; newest: UnixSeconds | null; sync: unknown }
export type Place = { at: UnixSeconds; turn: number; no: number }
export type SliceRow = { at: UnixSeconds; planId: string; investmentId: string; currency: string; actionType: number; amount: Decimal }

/** Where the records of every account are kept on this computer. */
export type FlexHistory = {
  /** Grows whenever any record of the profile changes. */
  version(profileId: string): number
  /** Grows whenever a record of the profile that was there has changed or is gone; new ones alone leave it. */
  rewrites(profileId: string): number
  /** Hears, until the returned function is called, that damage was met for another profile: nothing that was kept is there any more. */
  onDamage(profileId: string, hear: () => void): () => void
  /** When one more page may be asked for, in milliseconds of the clock that `now` is of; no other page of any profile then. */
  nextPageAt(now: number): number
  kept(profileId: string): Read<Kept>
  /** The records and what `next` says of the walk, together or not at all. */
  savePage(profileId: string, records: readonly FlexRecord[], next: (page: PageSaved) => Json): Read<PageSaved>
  saveSync(profileId: string, sync: Json): Read<null>
  /** Whether any of these transactions is kept. */
  holdsAny(profileId: string, transactionIds: readonly string[]): Read<boolean>
  /** From now on nothing is kept of the profile. */
  forget(profileId: string): Read<null>
  rows(profileId: string, filter: FlexFilter, from: number, count: number): Read<FlexRows>
  facets(profileId: string): Read<FlexFacets>
  /** Records are numbered as they come; this is the newest number. */
  lastNo(): Read<number>
  count(profileId: string, filter: FlexFilter, upTo: number): Read<number>
  /** Matching records numbered above `after`, up to `upTo`. */
  slice(profileId: string, filter: FlexFilter, after: number, upTo: number): Read<SliceRow[]>
  /** Newest first, of those numbered up to `upTo`; `next` is where to go on. */
  older(
    profileId: string,
    filter: FlexFilter,
    place: { below: Place | null; upTo: number; count: number },
  ): Read<{ records: FlexRecord[]; next: Place | null }>
}

export type FilterMemory = {
  list(profileId: string): Read<SavedFilter[]>
  /** Takes the place of one with the same name. */
  save(profileId: string, saved: SavedFilter): Read<null>
  remove(profileId: string, id: string): Read<null>
}

/** Where a profile's things are kept. */
export type InvestmentMemory = { flex: FlexHistory; filters: FilterMemory }

export type InvestmentPorts = {
  clock: Clock
  timing: Timing
  newId: () => string
  scheduler: PollScheduler
  /** The way to the exchange; null while there is no key, or the exchange has not taken it yet. Another one where the key was loaded again. */
  client(): FlexClient | null
  /** The system's own dialog for a new file; null where the person chose none. */
  chooseFile(options: { suggestedName: string; format: ExportFormat }): Promise<string | null>
  /** Not told of what `read` gives at the opening. */
  changed(view: FlexView): void
  exportChanged(progress: FlexExport): void
  /** What was kept was most likely another account's: it was forgotten, and everything is read anew. */
  forgotten(): void
  log(event: string, details?: object): void
}
