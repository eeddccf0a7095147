// Tickets as main reads them, without an account.
import type { KnownTargets } from '../../src/main/orders/draft-targets.js'
import { rulesOf } from '../../src/main/orders/kinds/kinds.js'
import type { OrderDraft } from '../../src/main/orders/ticket-parser.js'
import {
  type OrderTicket,
  type TargetTicket,
  type TransferTicket,
  takesAway,
} from '../../src/shared/orders/order-ticket.js'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import type { FieldErrors } from '../../src/shared/problem.js'
import type { Result } from '../../src/shared/result.js'

/** What the page names by what it is of, and main fills in. */
export type ListedTicket = TargetTicket | TransferTicket

export function isListedTicket(ticket: OrderTicket): ticket is ListedTicket {
  return takesAway(ticket.kind) || ticket.kind === 'transfer'
}

export function parseTicket(
  ticket: Exclude<OrderTicket, ListedTicket>,
  newId: () => string,
): Result<OrderDraft, FieldErrors> {
  const known = { openOrders: nothingYet, positions: nothingYet, purses: noPortfolio }
  return rulesOf(ticket).parse(ticket, { ...known, newId })
}

export function draftOfTargets(
  ticket: ListedTicket,
  known: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  return rulesOf(ticket).parse(ticket, { ...known, newId: () => '' })
}
