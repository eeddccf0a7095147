// The figures of a preview that is about one order or one position.
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import type { OrderPreview } from '../../../shared/orders/trading.js'
import { t } from '../../../shared/messages/messages.js'
import type { PreviewFact } from './order-kind-view.js'

/** Its notional, and its position side in hedge mode. */
export function notionalFacts({ items, totals }: OrderPreview): PreviewFact[] {
  const [item] = items
  if (item === undefined) return []
  return [
    {
      label: t('trade.preview.notional'),
      kind: 'about',
      value: totals[0]?.notional ?? null,
      unit: currenciesOf(item.market).quote,
      none: t('trade.preview.notional-unknown'),
    },
    ...(item.positionSide === null
      ? []
      : [{ term: 'positionSide', kind: 'text', text: item.positionSide } as const]),
  ]
}
