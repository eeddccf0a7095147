// The flexible investments of the open account: kept in step with the exchange, looked through, summed and exported on this computer.
import { setImmediate as untilNextTurn } from 'node:timers/promises'
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
import { createEarningsDesk } from './flex-earnings.js'
import { writeExport, type ExportAsk } from './flex-export.js'
import { searchExchange } from './flex-search.js'
import { tellStory } from './flex-story.js'
import { createFlexSync } from './flex-sync.js'
import type { InvestmentMemory, InvestmentPorts } from './ports.js'

type Read<T> = Result<T, Problem>

export type Investments = {
  /** Shows what is kept of a profile and goes on reading. Ends what was before. */
  start(profileId: string, memory: InvestmentMemory): void
  /** Nothing is shown or read any more; exports under way are cancelled. */
  end(): void
  /** The same for good, and waits until what an export had begun is cleared away. */
  close(): Promise<void>
  /** The computer slept or its clock was set. */
  slept(): void
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
}

/** Milliseconds between two pictures of a history that is coming in. */
const pictureEvery = 500
const mostFilters = 50
const longestName = 80

const nobody: Problem = { code: 'gone', message: 'No account is open.' }
const noKey: Problem = { code: 'gone', message: 'The key is not at hand yet, so the exchange cannot be asked.' }

const exportRunning: Problem = { code: 'busy', message: 'An export is in progress. Wait for it, or cancel it.' }

const fileDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

export const createInvestments = (ports: InvestmentPorts): Investments => {
  const { clock, timing } = ports
  let open: { profileId: string; memory: InvestmentMemory } | null = null
  let told = ''
  let cancelPicture: (() => void) | null = null
  const earningsDesk = createEarningsDesk(() => untilNextTurn())
  /** One at a time: of two, the page would see the progress of the newer alone. */
  let exporting: { id: string; stop: AbortController } | null = null
  let written: Promise<void> = Promise.resolve()

  const read = (): FlexView => ({
    profileId: open?.profileId ?? null,
    version: open?.memory.flex.version() ?? 0,
    sync: sync.view(),
  })

  const tell = (): void => {
    cancelPicture?.()
    cancelPicture = null
    const view = read()
    told = `${view.profileId ?? ''} ${view.sync.state} ${view.sync.phase}`
    ports.changed(view)
  }

  /** Another state is told at once; figures that only grow, now and then. */
  const changed = (): void => {
    const { profileId, sync: now } = read()
    if (`${profileId ?? ''} ${now.state} ${now.phase}` !== told) tell()
    else cancelPicture ??= timing.after(pictureEvery, tell)
  }

  const sync = createFlexSync({ ...ports, changed })

  /** Whoever meets damage finds an empty history in place of the damaged one: the reading must know, and go on. */
  const heed = <T>(answer: Read<T>): Read<T> => {
    if (!answer.ok && answer.error.reason === 'DAMAGED') sync.lost()
    return answer
  }

  const end = (): void => {
    exporting?.stop.abort()
    sync.end()
    if (open === null) return
    open = null
    tell()
  }

  const filters = (): Read<SavedFilter[]> => (open === null ? fail(nobody) : open.memory.filters.list(open.profileId))

  return {
    start: (profileId, memory) => {
      end()
      open = { profileId, memory }
      sync.start(profileId, memory.flex)
      tell()
    },
    end,
    close: () => {
      end()
      return written
    },
    slept: () => sync.slept(),
    read,
    rows: ({ filter, from, count }) => (open === null ? fail(nobody) : heed(open.memory.flex.rows(open.profileId, filter, from, count))),
    facets: () => (open === null ? fail(nobody) : heed(open.memory.flex.facets(open.profileId))),
    earnings: async (query) => (open === null ? fail(nobody) : heed(await earningsDesk.ask(open.profileId, open.memory.flex, query))),
    story: async (investmentId) => {
      if (open === null) return fail(nobody)
      const { profileId, memory } = open
      return heed(await tellStory(investmentId, { profileId, history: memory.flex, breathe: () => untilNextTurn() }))
    },
    sync: (act) => heed(sync.act(act)),
    search: async (ask) => {
      const client = ports.client()
      if (open === null) return fail(nobody)
      return client === null ? fail(noKey) : searchExchange(client, ask)
    },
    exportAll: async (ask) => {
      const from = open
      if (from === null) return fail(nobody)
      if (exporting !== null) return fail(exportRunning)
      const mine = { id: ports.newId(), stop: new AbortController() }
      const { id } = mine
      exporting = mine
      const over = (): void => {
        exporting = null
      }
      const suggestedName = `investments-${fileDate(clock())}.${ask.format}`
      const file = await ports.chooseFile({ suggestedName, format: ask.format }).catch(() => null)
      if (file === null || open !== from) {
        over()
        return file === null ? ok(null) : fail(nobody)
      }
      const order = { ...ask, id, file, profileId: from.profileId, history: from.memory.flex, stop: mine.stop.signal }
      const told = (progress: FlexExport): void => {
        ports.exportChanged(progress)
        if (progress.problem !== null) heed(fail(progress.problem))
      }
      written = writeExport({ ...order, told }).finally(over)
      return ok({ id })
    },
    cancelExport: (id) => {
      if (exporting?.id === id) exporting.stop.abort()
    },
    savedFilters: filters,
    saveFilter: (name, filter) => {
      if (open === null) return fail(nobody)
      const trimmed = name.trim()
      if (trimmed === '' || trimmed.length > longestName) {
        return fail({
          code: 'bad-input',
          message: 'A saved filter needs a name.',
          fields: { name: [`Write a name of 1 to ${longestName} signs.`] },
        })
      }
      const present = filters()
      if (!present.ok) return present
      const same = present.value.find((saved) => saved.name === trimmed)
      if (same === undefined && present.value.length >= mostFilters) {
        return fail({
          code: 'bad-input',
          message: `At most ${mostFilters} filters are kept. Delete one first.`,
          fields: { name: ['There is no room left.'] },
        })
      }
      const saved = open.memory.filters.save(open.profileId, { id: same?.id ?? ports.newId(), name: trimmed, filter })
      return saved.ok ? filters() : saved
    },
    deleteFilter: (id) => {
      if (open === null) return fail(nobody)
      const removed = open.memory.filters.remove(open.profileId, id)
      return removed.ok ? filters() : removed
    },
  }
}
