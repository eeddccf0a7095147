import { z } from 'zod'
import { noConnection } from '../../shared/domain/connection.js'
import type { LtvHistory } from '../../shared/domain/ltv-history.js'
import { noPortfolio } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { portfolioChannels } from '../../shared/ipc/portfolio.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { forAccountOn, type HandlersOf, type OnScreen } from '../ipc/handler.js'
import { moment, nothing } from '../ipc/schemas.js'
import type { Monitor } from './monitor.js'

type Shown = { monitor: Monitor; ltvHistory(from: UnixSeconds): Result<LtvHistory, Problem> }

export const portfolioHandlers = (screen: OnScreen<Shown>): HandlersOf<typeof portfolioChannels> => {
  const forAccount = forAccountOn(screen)
  return {
    'portfolio/read': { schema: nothing, handle: () => ok(screen()?.monitor.portfolio() ?? noPortfolio) },
    'portfolio/refresh': { schema: nothing, handle: () => forAccount(({ monitor }) => monitor.refreshNow()) },
    'connection/read': { schema: nothing, handle: () => ok(screen()?.monitor.connection() ?? noConnection) },
    'credit-line/history': {
      schema: z.strictObject({ from: moment }),
      handle: ({ from }) => forAccount((account) => account.ltvHistory(from)),
    },
  }
}
