import type { OrderTicket } from '../../../shared/domain/order-ticket.js'
import type { Problem } from '../../../shared/domain/problem.js'
import type {
  ExportFormat,
  Exported,
  IntentPage,
  IntentQuery,
  OrderIntent,
  OrderPreview,
  TradeLimits,
  TradingView,
} from '../../../shared/domain/trading.js'
import { ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { Handlers } from '../router.js'

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

export const tradingHandlers = (ports: TradingPorts) =>
  ({
    'trading/read': () => ok(ports.read()),
    'trading/allow': ({ allowed }) => ports.allow(allowed),
    'trading/arm': () => ports.arm(),
    'trading/disarm': () => {
      ports.disarm()
      return ok(null)
    },
    'trading/change-limits': (limits) => ports.changeLimits(limits),
    'trading/favourite': ({ market, on }) => ports.favourite(market, on),
    'orders/prepare': (ticket, page) => ports.prepare(ticket, page),
    'orders/confirm': ({ token }, page) => ports.confirm(token, page),
    'orders/discard': ({ token }) => {
      ports.discard(token)
      return ok(null)
    },
    'orders/read': ({ id }) => ports.intent(id),
    'orders/page': (query) => ports.page(query),
    'orders/look': ({ id }) => ports.look(id),
    'orders/resolve': (answer) => ports.resolve(answer),
    'orders/lift-block': ({ id, typed }) => ports.liftBlock(id, typed),
    'orders/export': ({ format }) => ports.exportAll(format),
  }) satisfies Partial<Handlers>
