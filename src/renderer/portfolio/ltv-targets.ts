// Levels the user may want to bring the LTV down to. Margin call is not one of them: at that level
// the loan is still in margin call.
import type { LtvThreshold } from '../../shared/alerts/alert.js'
import { hasReached, levelsOf, type LtvFigures } from '../../shared/portfolio/loan-levels.js'
import { t } from '../../shared/messages/messages.js'
import { compare, type Decimal } from '../../shared/money.js'

export type LtvTarget = { id: string; title: string; ltv: Decimal }

/**
 * The initial LTV first, then the early steps, highest first; all of them below the current LTV.
 */
export function ltvTargets(loan: LtvFigures, steps: readonly LtvThreshold[]): LtvTarget[] {
  const { current, initial } = levelsOf(loan)
  if (current === null) return []
  const own = steps
    .filter(({ kind }) => kind === 'ltv-step')
    .sort((a, b) => compare(b.threshold, a.threshold))
    .map(({ key, number, threshold }) => ({
      id: key,
      title: t('loan.answer.target-step', { number, ltv: threshold }),
      ltv: threshold,
    }))
  const first =
    initial === null
      ? []
      : [{ id: 'initial', title: t('loan.answer.target-initial', { ltv: initial }), ltv: initial }]
  return [...first, ...own].filter(
    ({ ltv }, at, all) =>
      compare(ltv, current) < 0 && all.findIndex((one) => compare(one.ltv, ltv) === 0) === at,
  )
}

/** In margin call, or past a step: what lowers the LTV is then shown above everything else. */
export function isLtvHigh(loan: LtvFigures, steps: readonly LtvThreshold[]): boolean {
  const levels = levelsOf(loan)
  return steps.some(({ crossed }) => crossed) || hasReached(levels, levels.marginCall)
}
