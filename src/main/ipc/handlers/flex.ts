import type {
  EarningsQuery,
  FlexEarnings,
  FlexFacets,
  FlexFilter,
  FlexFound,
  FlexRows,
  FlexStory,
  FlexView,
  SavedFilter,
} from '../../../shared/domain/flex-history.js'
import type { Problem } from '../../../shared/domain/problem.js'
import type { ExportFormat } from '../../../shared/domain/trading.js'
import { ok, type Result } from '../../../shared/result.js'
import type { Handlers } from '../router.js'

type Read<T> = Result<T, Problem>

export type FlexPorts = {
  read(): FlexView
  rows(ask: { filter: FlexFilter; from: number; count: number }): Read<FlexRows>
  facets(): Read<FlexFacets>
  earnings(query: EarningsQuery): Promise<Read<FlexEarnings>>
  story(investmentId: string): Promise<Read<FlexStory>>
  sync(act: 'now' | 'pause' | 'resume'): Read<null>
  search(ask: { filter: FlexFilter; offset: number }): Promise<Read<FlexFound>>
  exportAll(ask: { filter: FlexFilter; format: ExportFormat; bom: boolean }): Promise<Read<{ id: string } | null>>
  cancelExport(id: string): void
  savedFilters(): Read<SavedFilter[]>
  saveFilter(name: string, filter: FlexFilter): Read<SavedFilter[]>
  deleteFilter(id: string): Read<SavedFilter[]>
}

export const flexHandlers = (ports: FlexPorts) =>
  ({
    'flex/read': () => ok(ports.read()),
    'flex/rows': (ask) => ports.rows(ask),
    'flex/facets': () => ports.facets(),
    'flex/earnings': (query) => ports.earnings(query),
    'flex/story': ({ investmentId }) => ports.story(investmentId),
    'flex/sync': ({ act }) => ports.sync(act),
    'flex/search': (ask) => ports.search(ask),
    'flex/export': (ask) => ports.exportAll(ask),
    'flex/cancel-export': ({ id }) => {
      ports.cancelExport(id)
      return ok(null)
    },
    'flex/saved-filters': () => ports.savedFilters(),
    'flex/save-filter': ({ name, filter }) => ports.saveFilter(name, filter),
    'flex/delete-filter': ({ id }) => ports.deleteFilter(id),
  }) satisfies Partial<Handlers>
