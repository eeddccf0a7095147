import type { PortfolioView } from '../../../shared/domain/portfolio.js'
import type { Problem } from '../../../shared/domain/problem.js'
import { ok, type Result } from '../../../shared/result.js'
import type { Later } from './later.js'
import type { Handlers } from '../router.js'

export type PortfolioPorts = {
  read(): PortfolioView
  refresh(): Later<Result<null, Problem>>
}

export const portfolioHandlers = (ports: PortfolioPorts) =>
  ({
    'portfolio/read': () => ok(ports.read()),
    'portfolio/refresh': () => ports.refresh(),
  }) satisfies Partial<Handlers>
