import type { Evidence, EvidencePosition } from '../../../shared/domain/trading.js'
import { compare, isDecimal, subtract } from '../../../shared/money.js'

const differenceOf = (
  before: EvidencePosition | null,
  after: EvidencePosition | null,
  bothLooked: boolean,
): { difference: string; changed: boolean } => {
  if (!bothLooked) return { difference: 'not known', changed: false }
  if (before === null) return { difference: 'opened', changed: true }
  if (after === null) return { difference: 'gone', changed: true }
  if (before.amount === null || after.amount === null || !isDecimal(before.amount) || !isDecimal(after.amount))
    return { difference: 'amount not sent', changed: false }
  const way = compare(after.amount, before.amount)
  if (way !== 0) return { difference: `${way > 0 ? '+' : ''}${subtract(after.amount, before.amount)}`, changed: true }
  return before.modifiedAt === after.modifiedAt
    ? { difference: 'none', changed: false }
    : { difference: 'changed, same amount', changed: true }
}

/** One row for each position seen at either look, market by market. */
export const evidenceRows = ({ before, after }: Pick<Evidence, 'before' | 'after'>) => {
  const markets = [...new Set([...Object.keys(before?.positions ?? {}), ...Object.keys(after?.positions ?? {})])].sort()
  return markets.flatMap((market) => {
    const was = before?.positions[market] ?? []
    const is = after?.positions[market] ?? []
    return [...new Set([...was, ...is].map(({ id }) => id))].map((id) => {
      const old = was.find((position) => position.id === id) ?? null
      const now = is.find((position) => position.id === id) ?? null
      return {
        key: `${market} ${id}`,
        market,
        id,
        positionSide: (now ?? old)?.positionSide ?? null,
        before: old,
        after: now,
        ...differenceOf(old, now, before !== null && after !== null),
      }
    })
  })
}
