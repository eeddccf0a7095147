// Tickets as main reads them, without an account.
import type { KnownTargets } from '../../src/main/orders/draft-targets.js'
import { rulesOf } from '../../src/main/orders/kinds/kinds.js'
import type { OrderDraft } from '../../src/main/orders/ticket-parser.js'
import {
  type OrderTicket,
  type RemoveLevelTicket,
  type SetLevelTicket,
  type TargetTicket,
  type TransferTicket,
  takesAway,
} from '../../src/shared/orders/order-ticket.js'
import { noPrices } from '../../src/shared/markets/market.js'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import type { FieldErrors } from '../../src/shared/problem.js'
import type { Result } from '../../src/shared/result.js'

/** What the page names by what it is of, and main fills in. */
export type ListedTicket = TargetTicket | TransferTicket | SetLevelTicket | RemoveLevelTicket

export function isListedTicket(ticket: OrderTicket): ticket is ListedTicket {
  return takesAway(ticket.kind) || ['transfer', 'set-level', 'remove-level'].includes(ticket.kind)
}

export function parseTicket(
  ticket: Exclude<OrderTicket, ListedTicket>,
  newId: () => string,
): Result<OrderDraft, FieldErrors> {
  const known = {
    openOrders: nothingYet,
    conditionalOrders: nothingYet,
    positions: nothingYet,
    purses: noPortfolio,
    prices: noPrices,
  }
  return rulesOf(ticket).parse(ticket, { ...known, newId })
}

export function draftOfTargets(
  ticket: ListedTicket,
  known: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  return rulesOf(ticket).parse(ticket, { ...known, newId: () => '' })
}
