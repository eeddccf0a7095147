import { noPortfolio, type PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

export type PortfolioPorts = {
  read(): PortfolioView
  refresh(): Later<Result<null, Problem>>
}

export const portfolioHandlers = (onScreen: OnScreen<PortfolioPorts>) =>
  ({
    'portfolio/read': () => ok(onScreen()?.read() ?? noPortfolio),
    'portfolio/refresh': () => askOf(onScreen)((monitor) => monitor.refresh()),
  }) satisfies Partial<Handlers>
