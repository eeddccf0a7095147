import {
  noFlex,
  type EarningsQuery,
  type FlexEarnings,
  type FlexFacets,
  type FlexFilter,
  type FlexFound,
  type FlexRows,
  type FlexStory,
  type FlexView,
  type SavedFilter,
} from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { ExportFormat } from '../../shared/domain/trading.js'
import { ok, type Result } from '../../shared/result.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

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

export const flexHandlers = (onScreen: OnScreen<FlexPorts>) => {
  const ask = askOf(onScreen)
  return {
    'flex/read': () => ok(onScreen()?.read() ?? noFlex),
    'flex/rows': (query) => ask((flex) => flex.rows(query)),
    'flex/facets': () => ask((flex) => flex.facets()),
    'flex/earnings': (query) => ask((flex) => flex.earnings(query)),
    'flex/story': ({ investmentId }) => ask((flex) => flex.story(investmentId)),
    'flex/sync': ({ act }) => ask((flex) => flex.sync(act)),
    'flex/search': (query) => ask((flex) => flex.search(query)),
    'flex/export': (query) => ask((flex) => flex.exportAll(query)),
    'flex/cancel-export': ({ id }) => {
      onScreen()?.cancelExport(id)
      return ok(null)
    },
    'flex/saved-filters': () => ask((flex) => flex.savedFilters()),
    'flex/save-filter': ({ name, filter }) => ask((flex) => flex.saveFilter(name, filter)),
    'flex/delete-filter': ({ id }) => ask((flex) => flex.deleteFilter(id)),
  } satisfies Partial<Handlers>
}
