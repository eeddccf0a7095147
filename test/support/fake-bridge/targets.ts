// Cancels and closes in the fake bridge: read and worded by main's own code, answered without an
// exchange.
import { rulesOf } from '../../../src/main/orders/kinds/kinds.js'
import { lineOf } from '../../../src/main/orders/order-limits.js'
import { pricesOf } from '../../../src/main/orders/order-prices.js'
import { draftOfTargets, type ListedTicket } from '../order-tickets.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { MarketsView, PricesView } from '../../../src/shared/markets/market.js'
import type { PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import type { Problem } from '../../../src/shared/problem.js'
import type {
  IntentItem,
  ItemState,
  OrderPreview,
  PreviewItem,
} from '../../../src/shared/orders/trading.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import type { UnixSeconds } from '../../../src/shared/time.js'
import { anOrder } from '../../fixtures/portfolio/trading.js'

/** What main would know of the account and its exchange. */
export type FakeKnown = { portfolio: PortfolioView; prices: PricesView; markets: MarketsView }

type TargetWords = Omit<OrderPreview, 'token' | 'preparedAt' | 'expiresAt' | 'bodyHash'>

const orderOf = ({ market, target }: PreviewItem) => ({ market, orderId: Number(target?.id) })

/** As the public documentation has them. */
function bodyOf(ticket: ListedTicket, items: readonly PreviewItem[]): object {
  const [first, second] = items
  if (ticket.kind === 'close-position')
    return {
      request: '/api/v4/collateral-account/position/close',
      market: ticket.market,
      positionId: ticket.positionId,
    }
  if (ticket.kind === 'cancel-all')
    return {
      request: '/api/v4/order/cancel/all',
      ...(ticket.market === null ? {} : { market: ticket.market }),
    }
  if (ticket.kind === 'transfer') {
    const { asset: ticker, amount, from, to } = ticket
    return { request: '/api/v4/main-account/transfer', ticker, amount, from, to }
  }
  if (ticket.kind === 'set-level')
    return {
      request: '/api/v4/order/collateral/trigger-market',
      market: ticket.market,
      side: first?.side,
      amount: first?.amount,
      activation_price: ticket.trigger,
      clientOrderId: first?.clientOrderId,
      reduceOnly: true,
    }
  if (first?.target?.kind === 'linked')
    return {
      request: '/api/v4/order/conditional-cancel',
      market: first.market,
      id: Number(first.target.id),
    }
  if (first !== undefined && second === undefined)
    return { request: '/api/v4/order/cancel', ...orderOf(first) }
  return { request: '/api/v4/order/cancel/bulk', orders: items.map(orderOf) }
}

export function previewTargets(
  ticket: ListedTicket,
  { portfolio, prices, markets }: FakeKnown,
  profile: Profile,
  now: UnixSeconds,
): Result<TargetWords, Problem> {
  const known = {
    ...portfolio,
    purses: portfolio,
    collateral: portfolio.collateralSummary,
    markets: markets.markets,
    prices,
  }
  const draft = draftOfTargets(ticket, known)
  if (!draft.ok)
    return fail({
      code: 'bad-input',
      message: Object.values(draft.error).flat().join(' '),
      fields: draft.error,
    })
  const isClose = ticket.kind === 'close-position'
  const lines =
    isClose || ticket.kind === 'set-level'
      ? draft.value.items.map((item) =>
          lineOf(
            item,
            pricesOf(item.market, { positions: known.positions, prices }, null, now),
            null,
          ),
        )
      : []
  const asksTwice = isClose || (ticket.kind === 'cancel-all' && ticket.market === null)
  const words = rulesOf(ticket).describe(
    draft.value,
    { lines, asksTwice },
    { now, known, profile, limited: true },
  )
  return ok({ ...words, body: JSON.stringify(bodyOf(ticket, words.items), null, 2) })
}

/** How the exchange says that it ended, where it does. */
function endOf(
  state: ItemState,
  { market, side, amount, price, target }: PreviewItem,
): IntentItem['order'] {
  if (target?.kind !== 'order' || !['done', 'already-filled', 'already-cancelled'].includes(state))
    return null
  const { id, clientOrderId, type, left } = target
  const filled = state === 'already-filled'
  const ended = {
    left: filled ? '0' : left,
    dealStock: filled ? amount : '0',
    status: filled ? 'FILLED' : 'CANCELLED',
  }
  return anOrder({
    id,
    clientOrderId,
    market,
    side,
    type,
    amount,
    ...(price === null ? {} : { price }),
    dealMoney: '0',
    dealFee: '0',
    ...ended,
  })
}

export function takenTarget(item: PreviewItem, index: number, state: ItemState): IntentItem {
  const { effect: _effect, ...asked } = item
  return { ...asked, index, state, order: endOf(state, item), problem: null, mismatch: [] }
}

/** Without what is gone now. */
export function withoutEnded(
  portfolio: PortfolioView,
  items: readonly IntentItem[],
): PortfolioView {
  const gone = new Set(
    items.flatMap(({ state, target }) =>
      ['unknown', 'not-executed'].includes(state) ? [] : [target?.id],
    ),
  )
  const { openOrders, positions } = portfolio
  return {
    ...portfolio,
    openOrders: {
      ...openOrders,
      value: openOrders.value?.filter(({ id }) => !gone.has(id)) ?? null,
    },
    positions: { ...positions, value: positions.value?.filter(({ id }) => !gone.has(id)) ?? null },
  }
}
