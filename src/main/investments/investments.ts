// The flexible investments of one account: kept in step with the exchange, looked through, summed and exported on this computer.
import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Profile } from '../../shared/domain/account.js'
import type {
  EarningsQuery,
  FlexEarnings,
  FlexExport,
  FlexFacets,
  FlexFilter,
  FlexFound,
  FlexRows,
  FlexStory,
  FlexView,
  SavedFilter,
} from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createEarnings } from './flex-earnings.js'
import { writeExport, type ExportAsk } from './flex-export.js'
import { searchExchange } from './flex-search.js'
import { tellStory } from './investment-detail.js'
import { openFlexSync } from './flex-sync.js'
import type { InvestmentMemory, InvestmentPorts } from './ports.js'
import { createSavedFilters } from './saved-filters.js'

type Read<T> = Result<T, Problem>

export type Investments = {
  read(): FlexView
  rows(ask: { filter: FlexFilter; from: number; count: number }): Read<FlexRows>
  facets(): Read<FlexFacets>
  earnings(query: EarningsQuery): Promise<Read<FlexEarnings>>
  story(investmentId: string): Promise<Read<FlexStory>>
  sync(act: 'now' | 'pause' | 'resume'): Read<null>
  search(ask: { filter: FlexFilter; offset: number }): Promise<Read<FlexFound>>
  exportAll(ask: ExportAsk): Promise<Read<{ id: string } | null>>
  cancelExport(id: string): void
  savedFilters(): Read<SavedFilter[]>
  saveFilter(name: string, filter: FlexFilter): Read<SavedFilter[]>
  deleteFilter(id: string): Read<SavedFilter[]>
  /** Another account comes on screen: an export under way is cancelled, and sums are made anew when asked for. The history goes on being read. */
  leave(): void
  /** Ends for good, and waits until what an export had begun is cleared away. */
  close(): Promise<void>
}

/** Milliseconds between two pictures of a history that is coming in. */
const pictureEvery = 500

const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet, so the exchange cannot be asked.' }
const left: Problem = { code: 'gone', message: 'The account was left in the meantime, so nothing was exported.' }
const exportRunning: Problem = { code: 'busy', message: 'An export is in progress. Wait for it, or cancel it.' }

const fileDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Shows what is kept of the account and goes on reading. */
export const openInvestments = (
  { id: profileId, baseUrl, keyHint }: Pick<Profile, 'id' | 'baseUrl' | 'keyHint'>,
  memory: InvestmentMemory,
  ports: InvestmentPorts,
): Investments => {
  const { flex: history } = memory
  const breathe = (): Promise<void> => untilNextTurn()
  const filters = createSavedFilters(profileId, memory.filters, ports.newId)
  const earnings = createEarnings({ profileId, history, breathe })
  const sync = openFlexSync({ profileId, key: `${baseUrl} ${keyHint}`, history }, { ...ports, changed: () => changed() })

  const read = (): FlexView => ({ profileId, version: history.version(profileId), sync: sync.view() })

  const stateOf = ({ sync: { state, phase } }: FlexView): string => `${state} ${phase}`
  let told = stateOf(read())
  let cancelPicture: (() => void) | null = null

  const tell = (): void => {
    cancelPicture?.()
    cancelPicture = null
    const view = read()
    told = stateOf(view)
    ports.changed(view)
  }

  /** Another state is told at once; figures that only grow, now and then. */
  const changed = (): void => {
    if (stateOf(read()) !== told) tell()
    else cancelPicture ??= ports.timing.after(pictureEvery, tell)
  }

  /** Whoever meets damage finds an empty history in place of the damaged one: the reading must know, and go on. */
  const noticeDamage = <T>(answer: Read<T>): Read<T> => {
    if (!answer.ok && answer.error.reason === 'DAMAGED') sync.damaged()
    return answer
  }

  const stopHearing = history.onDamage(profileId, sync.damaged)

  /** One at a time: of two, the page would see the progress of the newer alone. */
  let exporting: { id: string; stop: AbortController } | null = null
  let written: Promise<void> = Promise.resolve()

  const leave = (): void => {
    exporting?.stop.abort()
    earnings.forget()
  }

  return {
    read,
    rows: ({ filter, from, count }) => noticeDamage(history.rows(profileId, filter, from, count)),
    facets: () => noticeDamage(history.facets(profileId)),
    earnings: async (query) => noticeDamage(await earnings.ask(query)),
    story: async (investmentId) => noticeDamage(await tellStory(investmentId, { profileId, history, breathe })),
    sync: (act) => noticeDamage(sync.act(act)),
    search: async (ask) => {
      const client = ports.client()
      return client === null ? fail(noKey) : searchExchange(client, ask)
    },
    exportAll: async (ask) => {
      if (exporting !== null) return fail(exportRunning)
      const id = ports.newId()
      const stop = new AbortController()
      exporting = { id, stop }
      const over = (): void => {
        exporting = null
      }
      const suggestedName = `investments-${fileDate(ports.clock())}.${ask.format}`
      const file = await ports.chooseFile({ suggestedName, format: ask.format }).catch(() => null)
      if (file === null || stop.signal.aborted) {
        over()
        return file === null ? ok(null) : fail(left)
      }
      const progressed = (progress: FlexExport): void => {
        ports.exportChanged(progress)
        if (progress.problem !== null) noticeDamage(fail(progress.problem))
      }
      written = writeExport({ ...ask, id, file, profileId, history, stop: stop.signal, told: progressed }).finally(over)
      return ok({ id })
    },
    cancelExport: (id) => {
      if (exporting?.id === id) exporting.stop.abort()
    },
    savedFilters: filters.list,
    saveFilter: filters.save,
    deleteFilter: filters.remove,
    leave,
    close: () => {
      leave()
      stopHearing()
      sync.close()
      cancelPicture?.()
      return written
    },
  }
}
