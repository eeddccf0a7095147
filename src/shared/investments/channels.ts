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
} from './flex-history.js'
import type { OnDemandList } from '../on-demand-list.js'
import type { InvestedView } from './invested.js'
import type { ActiveFixedInvestment, OpenFlexInvestment } from './investment.js'
import type { ExportFormat } from '../orders/trading.js'
import { push, request } from '../channel.js'

export const investmentChannels = {
  'flex/read': request<null, FlexView>(),
  'flex/rows': request<{ filter: FlexFilter; from: number; count: number }, FlexRows>(),
  'flex/facets': request<null, FlexFacets>(),
  'flex/earnings': request<EarningsQuery, FlexEarnings>(),
  'flex/detail': request<{ investmentId: string }, InvestmentDetail>(),
  'flex/sync': request<{ act: 'now' | 'pause' | 'resume' }, null>(),
  /** Queries the exchange itself, with its own filters; a refusal comes back by field. */
  'flex/search': request<{ filter: FlexFilter; offset: number }, FlexFound>(),
  /**
   * Writes all matching rows to a file chosen in the system's dialog; null if none was chosen.
   * Progress comes on `flex-export`.
   */
  'flex/export': request<
    { filter: FlexFilter; format: ExportFormat; bom: boolean },
    { id: string } | null
  >(),
  'flex/cancel-export': request<{ id: string }, null>(),
  'flex/saved-filters': request<null, SavedFilter[]>(),
  'flex/save-filter': request<{ name: string; filter: FlexFilter }, SavedFilter[]>(),
  'flex/delete-filter': request<{ id: string }, SavedFilter[]>(),
  /** Requests from the exchange: B2B partners only. */
  'investments/active-fixed': request<null, OnDemandList<ActiveFixedInvestment>>(),
  'investments/open-flex': request<null, OnDemandList<OpenFlexInvestment>>(),
  /** As last read; sends no request. */
  'investments/invested': request<null, InvestedView>(),
}

export const investmentTopics = {
  flex: push<FlexView>(),
  'flex-export': push<FlexExport>(),
  invested: push<InvestedView>(),
}
