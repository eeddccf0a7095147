import { z } from 'zod'
import { noConnection } from '../../shared/portfolio/connection.js'
import { noPortfolio, type PortfolioView } from '../../shared/portfolio/portfolio.js'
import { noStreamedPositions } from '../../shared/portfolio/streamed-positions.js'
import type { Problem } from '../../shared/problem.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'
import type { portfolioChannels } from '../../shared/portfolio/channels.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { forAccountOn, type HandlersOf, moment, nothing, type OnScreen } from '../ipc/router.js'
import type { Monitor } from './portfolio.js'
import type { AccountStreamedPositions } from './streamed-positions.js'

type Shown = {
  monitor: Monitor
  streamedPositions: Pick<AccountStreamedPositions, 'view'>
  refresh(): Promise<Result<PortfolioView, Problem>>
  worthHistory(from: UnixSeconds): Result<WorthHistory, Problem>
  exports: Record<'balances' | 'positions' | 'openOrders', () => Promise<Result<Exported, Problem>>>
}

export function portfolioHandlers(screen: OnScreen<Shown>): HandlersOf<typeof portfolioChannels> {
  const forAccount = forAccountOn(screen)
  return {
    'portfolio/read': {
      schema: nothing,
      handle: () => ok(screen()?.monitor.portfolio() ?? noPortfolio),
    },
    'portfolio/refresh': {
      schema: nothing,
      handle: () => forAccount((account) => account.refresh()),
    },
    'portfolio/export-balances': {
      schema: nothing,
      handle: () => forAccount(({ exports }) => exports.balances()),
    },
    'portfolio/export-positions': {
      schema: nothing,
      handle: () => forAccount(({ exports }) => exports.positions()),
    },
    'portfolio/export-open-orders': {
      schema: nothing,
      handle: () => forAccount(({ exports }) => exports.openOrders()),
    },
    'live-positions/read': {
      schema: nothing,
      handle: () => ok(screen()?.streamedPositions.view() ?? noStreamedPositions),
    },
    'connection/read': {
      schema: nothing,
      handle: () => ok(screen()?.monitor.connection() ?? noConnection),
    },
    'credit-line/history': {
      schema: z.strictObject({ from: moment }),
      handle: ({ from }) => forAccount(({ monitor }) => monitor.ltvHistory(from)),
    },
    'portfolio/margin-history': {
      schema: z.strictObject({ from: moment }),
      handle: ({ from }) => forAccount(({ monitor }) => monitor.marginHistory(from)),
    },
    'portfolio/worth-history': {
      schema: z.strictObject({ from: moment }),
      handle: ({ from }) => forAccount((account) => account.worthHistory(from)),
    },
  }
}
