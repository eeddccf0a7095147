// What an open alert is about as it is now: the alert may have been raised long before, and a
// notification must not show old figures as new.
import { type Alert, isEndedLoan } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import { distanceToLiquidation } from '../../shared/portfolio/position-measure.js'
import type { Position } from '../../shared/portfolio/position.js'
import { smallest } from '../../shared/money.js'
import { marginCause } from './margin-alerts.js'

export type CurrentFigures = {
  /** What has changed in an alert's cause since. A figure no longer known is null. */
  causeNow(alert: Alert): Alert['cause']
  /** The figures are not from the latest response, so they may be hours old. */
  isOutdated(alert: Alert): boolean
}

const subjectOf = (id: string): string => `position:${id}`

/** The positions of a shared alert, as subjects. */
function listedIn({ positions }: Alert['cause']): string[] {
  if (!Array.isArray(positions)) return []
  return positions.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string'
      ? [subjectOf(one.id)]
      : [],
  )
}

function loanCause({ loan: { value } }: PortfolioView): Alert['cause'] {
  if (value === null) return {}
  if (value.kind !== 'loan') return { currentLtv: null }
  const { currentLtv, initialLtv, marginCallLtv, liquidationLtv } = value.loan
  return { currentLtv, initialLtv: initialLtv ?? null, marginCallLtv, liquidationLtv }
}

function marginNow({ collateralSummary: { value } }: PortfolioView): Alert['cause'] {
  return value === null ? {} : marginCause(value)
}

/** `prices`: current. */
export function createCurrentFigures(
  portfolio: () => PortfolioView,
  prices: () => PricesView | null,
): CurrentFigures {
  let known: { list: readonly Position[]; bySubject: ReadonlyMap<string, Position> } = {
    list: [],
    bySubject: new Map(),
  }

  /** A map, because a crisis has many alerts and many positions. */
  const positionOf = (list: readonly Position[], subject: string): Position | undefined => {
    if (list !== known.list)
      known = {
        list,
        bySubject: new Map(list.map((position) => [subjectOf(position.id), position])),
      }
    return known.bySubject.get(subject)
  }

  return {
    causeNow: ({ subject, cause }) => {
      if (subject.key === 'loan') return loanCause(portfolio())
      if (subject.key === 'margin') return marginNow(portfolio())
      const subjects = subject.key.startsWith(subjectOf('')) ? [subject.key] : listedIn(cause)
      const list = portfolio().positions.value
      if (subjects.length === 0 || list === null) return {}
      const positions = subjects.map((one) => positionOf(list, one))
      const now = prices()
      return {
        distance: smallest(
          positions.map((position) =>
            position === undefined ? null : distanceToLiquidation(position, now),
          ),
        ),
      }
    },
    isOutdated: ({ kind, subject }) => {
      // Their figures are those of when it was last seen, or announced, and say so.
      if (isEndedLoan({ kind }) || subject.key.startsWith('borrowing:')) return false
      const { loan, positions, collateralSummary } = portfolio()
      const { source, problem } =
        subject.key === 'loan' ? loan : subject.key === 'margin' ? collateralSummary : positions
      return source !== 'live' || problem !== null
    },
  }
}
