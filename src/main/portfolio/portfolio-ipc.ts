import { z } from 'zod'
import { noConnection } from '../../shared/domain/connection.js'
import { noPortfolio } from '../../shared/domain/portfolio.js'
import type { portfolioChannels } from '../../shared/ipc/portfolio.js'
import { ok } from '../../shared/result.js'
import { forAccountOn, type HandlersOf, moment, nothing, type OnScreen } from '../ipc/router.js'
import type { Monitor } from './portfolio.js'

export const portfolioHandlers = (screen: OnScreen<{ monitor: Monitor }>): HandlersOf<typeof portfolioChannels> => {
  const forAccount = forAccountOn(screen)
  return {
    'portfolio/read': { schema: nothing, handle: () => ok(screen()?.monitor.portfolio() ?? noPortfolio) },
    'portfolio/refresh': { schema: nothing, handle: () => forAccount(({ monitor }) => monitor.refreshNow()) },
    'connection/read': { schema: nothing, handle: () => ok(screen()?.monitor.connection() ?? noConnection) },
    'credit-line/history': {
      schema: z.strictObject({ from: moment }),
      handle: ({ from }) => forAccount(({ monitor }) => monitor.ltvHistory(from)),
    },
  }
}
