// The flexible investments of one account: synchronised with the exchange; read, summed and exported on this computer.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/domain/account.js'
import type {
  EarningsQuery,
  FlexEarnings,
  FlexExport,
  FlexFacets,
  FlexFilter,
  FlexFound,
  FlexRows,
  InvestmentDetail,
  FlexView,
  SavedFilter,
} from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createEarnings } from './flex-earnings.js'
import { writeExport, type ExportRequest } from './flex-export.js'
import { searchExchange } from './flex-search.js'
import { readInvestmentDetail } from './investment-detail.js'
import { openFlexSync } from './flex-sync.js'
import type { FlexRepository } from './flex-repository.js'
import type { InvestmentPorts } from './ports.js'
import type { SavedFilterRepository } from './saved-filter-repository.js'
import { createSavedFilters } from './saved-filters.js'

type Read<T> = Result<T, Problem>

export type InvestmentStorage = { flex: FlexRepository; savedFilters: SavedFilterRepository }

export type Investments = {
  read(): FlexView
  rows(query: { filter: FlexFilter; from: number; count: number }): Read<FlexRows>
  facets(): Read<FlexFacets>
  earnings(query: EarningsQuery): Promise<Read<FlexEarnings>>
  detail(investmentId: string): Promise<Read<InvestmentDetail>>
  sync(command: 'now' | 'pause' | 'resume'): Read<null>
  search(query: { filter: FlexFilter; offset: number }): Promise<Read<FlexFound>>
  exportAll(request: ExportRequest): Promise<Read<{ id: string } | null>>
  cancelExport(id: string): void
  savedFilters(): Read<SavedFilter[]>
  saveFilter(name: string, filter: FlexFilter): Read<SavedFilter[]>
  deleteFilter(id: string): Read<SavedFilter[]>
  /** Another account comes on screen: an export under way is cancelled, and cached sums are dropped. The history goes on being read. */
  onHidden(): void
  /** Waits until what an export had begun is removed. */
  close(): Promise<void>
}

/** Milliseconds between two views of a history that is coming in. */
const viewInterval = 500

const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet, so the exchange cannot be asked.' }
const leftMeanwhile: Problem = { code: 'gone', message: 'The account was left in the meantime, so nothing was exported.' }
const exportRunning: Problem = { code: 'busy', message: 'An export is in progress. Wait for it, or cancel it.' }

const fileDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Shows what is kept of the account and goes on reading. */
export const openInvestments = (
  { id: profileId, baseUrl, keyHint }: Pick<Profile, 'id' | 'baseUrl' | 'keyHint'>,
  storage: InvestmentStorage,
  ports: InvestmentPorts,
): Investments => {
  const { flex: history } = storage
  const filters = createSavedFilters(profileId, storage.savedFilters, ports.newId)
  const earnings = createEarnings({ profileId, history, nextTurn })
  const sync = openFlexSync({ profileId, key: `${baseUrl} ${keyHint}`, history }, { ...ports, changed: () => changed() })

  const read = (): FlexView => ({ profileId, version: history.version(profileId), sync: sync.view() })

  const stateOf = ({ sync: { state, phase } }: FlexView): string => `${state} ${phase}`
  let lastState = stateOf(read())
  let cancelPush: (() => void) | null = null

  const pushView = (): void => {
    cancelPush?.()
    cancelPush = null
    const view = read()
    lastState = stateOf(view)
    ports.changed(view)
  }

  /** Another state shows at once; figures that only grow, now and then. */
  const changed = (): void => {
    if (stateOf(read()) !== lastState) pushView()
    else cancelPush ??= ports.timing.after(viewInterval, pushView)
  }

  /** An empty history takes the place of a damaged one, so it has to be read again. */
  const checkDamage = <T>(answer: Read<T>): Read<T> => {
    if (!answer.ok && answer.error.reason === 'DAMAGED') sync.onDamage()
    return answer
  }

  const unsubscribe = history.onDamage(profileId, sync.onDamage)

  /** One at a time: of two, the page would see the progress of the newer alone. */
  let exporting: { id: string; stop: AbortController } | null = null
  let written: Promise<void> = Promise.resolve()

  const onHidden = (): void => {
    exporting?.stop.abort()
    earnings.dropCache()
  }

  return {
    read,
    rows: ({ filter, from, count }) => checkDamage(history.rows(profileId, filter, from, count)),
    facets: () => checkDamage(history.facets(profileId)),
    earnings: async (query) => checkDamage(await earnings.read(query)),
    detail: async (investmentId) => checkDamage(await readInvestmentDetail(investmentId, { profileId, history, nextTurn })),
    sync: (command) => checkDamage(sync.command(command)),
    search: async (query) => {
      const client = ports.client()
      return client === null ? fail(noKey) : searchExchange(client, query)
    },
    exportAll: async (request) => {
      if (exporting !== null) return fail(exportRunning)
      const id = ports.newId()
      const stop = new AbortController()
      exporting = { id, stop }
      const done = (): void => {
        exporting = null
      }
      const suggestedName = `investments-${fileDate(ports.clock())}.${request.format}`
      const file = await ports.chooseFile({ suggestedName, format: request.format }).catch(() => null)
      if (file === null || stop.signal.aborted) {
        done()
        return file === null ? ok(null) : fail(leftMeanwhile)
      }
      const onProgress = (progress: FlexExport): void => {
        ports.exportChanged(progress)
        if (progress.problem !== null) checkDamage(fail(progress.problem))
      }
      written = writeExport({ ...request, id, file, profileId, history, stop: stop.signal, onProgress }).finally(done)
      return ok({ id })
    },
    cancelExport: (id) => {
      if (exporting?.id === id) exporting.stop.abort()
    },
    savedFilters: filters.list,
    saveFilter: filters.save,
    deleteFilter: filters.remove,
    onHidden,
    close: () => {
      onHidden()
      unsubscribe()
      sync.close()
      cancelPush?.()
      return written
    },
  }
}
