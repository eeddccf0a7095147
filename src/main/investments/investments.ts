// The flexible investments of one account: synchronized with the exchange; read, summed and
// exported on this computer.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/accounts/account.js'
import type {
  EarningsQuery,
  FlexExport,
  FlexFilter,
  FlexFound,
  FlexView,
  FlexRows,
  FlexFacets,
  FlexEarnings,
  InvestmentDetail,
  SavedFilter,
} from '../../shared/investments/flex-history.js'
import type { Problem } from '../../shared/problem.js'
import type { ExportFormat } from '../../shared/orders/trading.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { isoDay } from '../../shared/time.js'
import { createEarnings } from './flex-earnings.js'
import type { ExportRequest } from './flex-export.js'
import { searchExchange } from './flex-search.js'
import { readInvestmentDetail } from './investment-detail.js'
import { openFlexSync, type SyncPorts } from './flex-sync.js'
import type { FlexHistory } from './history-database.js'
import { createSavedFilters, type SavedFilterRepository } from './saved-filter-repository.js'

type Read<T> = Result<T, Problem>

type InvestmentPorts = Omit<SyncPorts, 'changed'> & {
  newId: () => string
  /** The system's save dialog; null if the user chose no file. */
  chooseFile(options: { suggestedName: string; format: ExportFormat }): Promise<string | null>
  /** Not called for what `read` returns at opening. */
  changed(view: FlexView): void
  exportChanged(progress: FlexExport): void
}

export type Investments = {
  read: () => FlexView
  rows: (parts: { filter: FlexFilter; from: number; count: number }) => Read<FlexRows>
  facets: () => Read<FlexFacets>
  earnings: (query: EarningsQuery) => Promise<Read<FlexEarnings>>
  detail: (investmentId: string) => Promise<Read<InvestmentDetail>>
  sync: (command: 'now' | 'pause' | 'resume') => Read<null>
  search: (query: { filter: FlexFilter; offset: number }) => Promise<Read<FlexFound>>
  exportAll: (request: ExportRequest) => Promise<Read<{ id: string } | null>>
  cancelExport: (id: string) => void
  savedFilters: () => Result<SavedFilter[], Problem>
  saveFilter: (typed: string, filter: FlexFilter) => Result<SavedFilter[], Problem>
  deleteFilter: (id: string) => Result<SavedFilter[], Problem>
  /**
   * Another account comes on screen: an export in progress is cancelled, and cached sums are
   * dropped. The history continues to sync.
   */
  onHidden: () => void
  /** Waits until a cancelled export has cleaned up. */
  close: () => Promise<void>
}

/** Milliseconds between two views of a history that is syncing. */
const viewInterval = 500

const noKey: Problem = { code: 'gone', message: messageOf('investments.search.no-key') }
const leftMeanwhile: Problem = {
  code: 'gone',
  message: messageOf('investments.export.left-meanwhile'),
}
const exportRunning: Problem = {
  code: 'busy',
  message: messageOf('investments.export.in-progress'),
}

/** Shows the stored history of the account and continues to sync. */
export function openInvestments(
  { id: profileId, baseUrl, keyHint }: Pick<Profile, 'id' | 'baseUrl' | 'keyHint'>,
  storage: { flex: FlexHistory; savedFilters: SavedFilterRepository },
  ports: InvestmentPorts,
): Investments {
  const { flex: history } = storage
  const filters = createSavedFilters(profileId, storage.savedFilters, ports.newId)
  const reader = { profileId, history, nextTurn }
  const earnings = createEarnings(reader)
  const sync = openFlexSync(
    { profileId, key: `${baseUrl} ${keyHint}`, history },
    { ...ports, changed: () => changed() },
  )

  const read = (): FlexView => ({
    profileId,
    version: history.version(profileId),
    sync: sync.view(),
  })

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

  /** A new state shows immediately; mere growth now and then. */
  const changed = (): void => {
    if (stateOf(read()) !== lastState) pushView()
    else cancelPush ??= ports.timing.after(viewInterval, pushView)
  }

  /** A damaged history was replaced by an empty one, so it has to be read again. */
  const checkDamage = <T>(answer: Read<T>): Read<T> => {
    if (!answer.ok && answer.error.reason === 'DAMAGED') sync.onDamage()
    return answer
  }

  const unsubscribe = history.onDamage(profileId, sync.onDamage)

  /** One at a time: with two, the page would see only the newer one's progress. */
  let exporting: { id: string; stop: AbortController } | null = null
  let written: Promise<void> = Promise.resolve()

  const onHidden = (): void => {
    exporting?.stop.abort()
    earnings.dropCache()
  }

  return {
    read,
    rows: ({ filter, from, count }: { filter: FlexFilter; from: number; count: number }) =>
      checkDamage(history.rows(profileId, filter, from, count)),
    facets: () => checkDamage(history.facets(profileId)),
    earnings: async (query: EarningsQuery) => checkDamage(await earnings.read(query)),
    detail: async (investmentId: string) =>
      checkDamage(await readInvestmentDetail(investmentId, reader)),
    sync: (command: 'now' | 'pause' | 'resume') => checkDamage(sync.command(command)),
    search: async (query: { filter: FlexFilter; offset: number }): Promise<Read<FlexFound>> => {
      const client = ports.client()
      return client === null ? fail(noKey) : searchExchange(client, query)
    },
    exportAll: async (request: ExportRequest): Promise<Read<{ id: string } | null>> => {
      if (exporting !== null) return fail(exportRunning)
      const id = ports.newId()
      const stop = new AbortController()
      exporting = { id, stop }
      const done = (): void => {
        exporting = null
      }
      const suggestedName = `investments-${isoDay(ports.clock())}.${request.format}`
      const file = await ports
        .chooseFile({ suggestedName, format: request.format })
        .catch(() => null)
      if (file === null || stop.signal.aborted) {
        done()
        return file === null ? ok(null) : fail(leftMeanwhile)
      }
      const onProgress = (progress: FlexExport): void => {
        ports.exportChanged(progress)
        if (progress.problem !== null) checkDamage(fail(progress.problem))
      }
      written = history
        .exportTo({ ...request, id, file, profileId, stop: stop.signal, onProgress })
        .finally(done)
      return ok({ id })
    },
    cancelExport: (id: string): void => {
      if (exporting?.id === id) exporting.stop.abort()
    },
    savedFilters: filters.list,
    saveFilter: filters.save,
    deleteFilter: filters.remove,
    onHidden,
    close: (): Promise<void> => {
      onHidden()
      unsubscribe()
      sync.close()
      cancelPush?.()
      return written
    },
  }
}
