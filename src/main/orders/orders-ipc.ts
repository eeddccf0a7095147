import type { OrderTicket } from '../../shared/domain/order-ticket.js'
import type { Problem } from '../../shared/domain/problem.js'
import {
  type ExportFormat,
  type Exported,
  type IntentPage,
  type IntentQuery,
  type OrderIntent,
  type OrderPreview,
  type TradeLimits,
  type TradingView,
  noTrading,
} from '../../shared/domain/trading.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

type Soon<T> = Promise<Result<T, Problem>>

export type TradingPorts = {
  read(): TradingView
  allow(allowed: boolean): Soon<null>
  arm(): Soon<{ until: UnixSeconds }>
  disarm(): void
  changeLimits(limits: TradeLimits): Soon<null>
  favourite(market: string, on: boolean): Result<null, Problem>
  /** `page` is the document that asks: only it can confirm what it prepared. */
  prepare(ticket: OrderTicket, page: string): Result<OrderPreview, Problem>
  confirm(token: string, page: string): Soon<{ intentId: string }>
  discard(token: string): void
  intent(id: string): Result<OrderIntent, Problem>
  page(query: IntentQuery): Result<IntentPage, Problem>
  look(id: string): Soon<null>
  resolve(answer: { id: string; item: number | null; as: 'filled' | 'not-filled'; typed: string }): Result<null, Problem>
  liftBlock(id: string, typed: string): Result<null, Problem>
  exportAll(format: ExportFormat): Soon<Exported>
}

export const tradingHandlers = (onScreen: OnScreen<TradingPorts>) => {
  const ask = askOf(onScreen)
  return {
    'trading/read': () => ok(onScreen()?.read() ?? noTrading),
    'trading/allow': ({ allowed }) => ask((orders) => orders.allow(allowed)),
    'trading/arm': () => ask((orders) => orders.arm()),
    'trading/disarm': () => {
      onScreen()?.disarm()
      return ok(null)
    },
    'trading/change-limits': (limits) => ask((orders) => orders.changeLimits(limits)),
    'trading/favourite': ({ market, on }) => ask((orders) => orders.favourite(market, on)),
    'orders/prepare': (ticket, page) => ask((orders) => orders.prepare(ticket, page)),
    'orders/confirm': ({ token }, page) => ask((orders) => orders.confirm(token, page)),
    'orders/discard': ({ token }) => {
      onScreen()?.discard(token)
      return ok(null)
    },
    'orders/read': ({ id }) => ask((orders) => orders.intent(id)),
    'orders/page': (query) => ask((orders) => orders.page(query)),
    'orders/look': ({ id }) => ask((orders) => orders.look(id)),
    'orders/resolve': (answer) => ask((orders) => orders.resolve(answer)),
    'orders/lift-block': ({ id, typed }) => ask((orders) => orders.liftBlock(id, typed)),
    'orders/export': ({ format }) => ask((orders) => orders.exportAll(format)),
  } satisfies Partial<Handlers>
}
