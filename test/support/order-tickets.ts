// Tickets as main reads them, without an account.
import type { KnownTargets } from '../../src/main/orders/draft-targets.js'
import { rulesOf } from '../../src/main/orders/kinds/kinds.js'
import type { OrderDraft } from '../../src/main/orders/ticket-parser.js'
import {
  type OrderTicket,
  type TargetTicket,
  takesAway,
} from '../../src/shared/orders/order-ticket.js'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { noPortfolio } from '../../src/shared/portfolio/portfolio.js'
import type { PurseFeeds } from '../../src/shared/portfolio/purses.js'
import type { FieldErrors } from '../../src/shared/problem.js'
import type { Result } from '../../src/shared/result.js'

export function isTargetTicket(ticket: OrderTicket): ticket is TargetTicket {
  return takesAway(ticket.kind)
}

export function parseTicket(
  ticket: Exclude<OrderTicket, TargetTicket>,
  newId: () => string,
  purses: PurseFeeds = noPortfolio,
): Result<OrderDraft, FieldErrors> {
  const known = { openOrders: nothingYet, positions: nothingYet, purses }
  return rulesOf(ticket).parse(ticket, { ...known, newId })
}

export function draftOfTargets(
  ticket: TargetTicket,
  known: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  return rulesOf(ticket).parse(ticket, { ...known, newId: () => '' })
}
