// Closing a fixed-term investment (specification 4.4).
import type { CloseTicket } from '../../../shared/orders/order-ticket.js'
import { messageOf } from '../../../shared/messages/messages.js'
import { tailOf } from '../order-text.js'
import { askedForInvestment, investmentFinding } from '../order-settlement.js'
import { unclear } from '../position-evidence.js'
import { checkNewRisk } from '../pre-trade-checks.js'
import { reviewOf } from '../review-words.js'
import { emptyDraft, readTicket, type TicketReader } from '../ticket-parser.js'
import { ticketOf, typed } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

const longestInvestmentId = 100

export const closeInvestmentKind: OrderKindRules<'close-investment'> = {
  ticket: ticketOf('close-investment', {
    investmentId: typed,
    typedTail: typed,
  }),

  parse: (ticket, { newId }) =>
    readTicket(newId, (reader) => ({
      ...emptyDraft,
      kind: 'close-investment',
      investmentId: readInvestmentId(ticket, reader),
    })),

  check: (trading, draft) => checkNewRisk(trading, draft, []),

  describe: (draft, checked, { profile }) => {
    const id = draft.investmentId ?? ''
    return reviewOf(draft, checked, profile, {
      act: messageOf('orders.act.close-investment', { tail: tailOf(id) }),
      sentences: [
        messageOf('orders.preview.investment', { id }),
        messageOf('orders.preview.investment-returns'),
      ],
      warnings: [],
      totals: [],
    })
  },

  request: ({ investmentId }) => ({ kind: 'close-investment', investmentId: investmentId ?? '' }),

  readOutcome: () => ({ state: 'acknowledged', items: [], problem: null }),

  isAlreadyDone: () => false,

  recordsWanted: () => ({ markets: [], investments: true, targets: [] }),

  settle: (intent, look) => ({
    orders: new Map(),
    investment: investmentFinding(intent, look.records),
  }),

  asked: askedForInvestment,

  evidence: () => unclear(messageOf('orders.evidence.investment')),

  endedPart: () => null,

  mayBeRetried: false,

  showsInPositions: false,
}

function readInvestmentId(
  { investmentId, typedTail }: CloseTicket,
  { refuse }: TicketReader,
): string {
  const id = investmentId.trim()
  if (id === '') refuse('investmentId', messageOf('orders.ticket.investment-empty'))
  else if (id.length > longestInvestmentId || !/^[\w.:-]+$/.test(id))
    refuse('investmentId', messageOf('orders.ticket.investment-form'))
  else if (typedTail.trim() !== tailOf(id))
    refuse('typedTail', messageOf('orders.ticket.investment-tail', { tail: tailOf(id) }))
  return id
}
