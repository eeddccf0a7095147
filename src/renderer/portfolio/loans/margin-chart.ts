// The margin level over time as a chart: its line, and one for each level at which it is marked
// now.
import type { Decimal } from '../../../shared/money.js'
import type { MarginHistory, MarginPoint } from '../../../shared/portfolio/margin-history.js'
import { exhaustedLevel } from '../../../shared/portfolio/margin.js'
import { markedLevels } from '../margin-line.js'
import { decimal, seriesOf } from '../sample-chart.js'

export function marginSeries(
  history: Pick<MarginHistory, 'points' | 'to' | 'gapAtEnd'>,
  steps: readonly Decimal[],
) {
  const marked = markedLevels(steps)
  const values: Record<string, (point: MarginPoint) => Decimal | null> = {
    level: ({ level }) => decimal(level),
    ...Object.fromEntries(marked.map((value) => [value, () => value])),
  }
  const { newest, placeOf, curves, ...series } = seriesOf(history, values, 'level')
  return {
    ...series,
    curve: curves['level'] ?? [],
    /** Highest first. */
    levels: marked.flatMap((value) => {
      const place = newest === null ? null : placeOf(value, newest)
      const kind = value === exhaustedLevel ? ('exhausted' as const) : ('step' as const)
      return place === null ? [] : [{ kind, value, place, curve: curves[value] ?? [] }]
    }),
  }
}
