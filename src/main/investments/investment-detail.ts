import { everything, type InvestmentDetail } from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { absolute, sum, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import {
  actions,
  isKnownAction,
  leavesRemainder,
  cashFlowsOf,
  isPaidInAfter,
  type CashFlows,
  type CashFlow,
} from './cash-flows.js'
import type { HistoryReader } from './flex-earnings.js'
import type { FlexPlace } from './flex-tables.js'

/** Records read at once. */
const pageSize = 500
/** Records shown, the newest. */
const mostReturned = 2000

const noRecords: Problem = { code: 'gone', message: messageOf('investments.timeline.gone') }

type DetailSums = {
  newest: FlexRecord[]
  count: number
  planIds: Set<string>
  currency: string
  otherCurrencies: boolean
  cashFlows: CashFlow[]
  earned: string
  unknownKinds: number
  first: CashFlow | null
}

function noSums(): DetailSums {
  return {
    newest: [] as FlexRecord[],
    count: 0,
    planIds: new Set<string>(),
    currency: '',
    otherCurrencies: false,
    cashFlows: [] as CashFlow[],
    earned: '0',
    unknownKinds: 0,
    first: null as CashFlow | null,
  }
}

function addRecords(all: DetailSums, records: readonly FlexRecord[]): void {
  const earnings: Decimal[] = []
  for (const record of records) {
    const { planId, currency, createdAt, actionType, amount } = record
    if (all.count === 0) all.currency = currency
    all.count += 1
    if (all.newest.length < mostReturned) all.newest.push(record)
    all.planIds.add(planId)
    const cashFlow = { at: Number.parseInt(createdAt, 10), actionType, amount }
    all.first = cashFlow
    if (!isKnownAction(actionType)) all.unknownKinds += 1
    if (currency !== all.currency) all.otherCurrencies = true
    else if (actionType === actions.earn) earnings.push(amount)
    else all.cashFlows.push(cashFlow)
  }
  all.earned = sum([all.earned, ...earnings])
}

function total(flows: readonly CashFlow[]): Decimal {
  return sum(flows.map(({ amount }) => absolute(amount)))
}

function notesOf(all: DetailSums, flows: CashFlows, openedAt: UnixSeconds | null): Message[] {
  const notes: Message[] = []
  const { closures, duplicates: reportedTwice } = flows
  if (openedAt === null) notes.push(messageOf('investments.note.opening-missing'))
  if (reportedTwice.openings > 0) notes.push(messageOf('investments.note.opening-twice'))
  if (reportedTwice.closures > 0) notes.push(messageOf('investments.note.closing-twice'))
  if (closures.length > reportedTwice.closures)
    notes.push(messageOf('investments.note.withdrawn-closing'))
  if (openedAt !== null && leavesRemainder(flows))
    notes.push(messageOf('investments.note.rest-left'))
  if (all.unknownKinds > 0) notes.push(messageOf('investments.note.unknown-kinds'))
  if (all.otherCurrencies)
    notes.push(messageOf('investments.note.other-currencies', { currency: all.currency }))
  return notes
}

function detailOf(investmentId: string, all: DetailSums): InvestmentDetail {
  const flows = cashFlowsOf(all.cashFlows)
  const opening =
    all.cashFlows
      .filter(({ actionType }) => actionType === actions.open || actionType === actions.invest)
      .at(-1) ?? null
  const openedAt =
    opening !== null && all.first !== null && opening.at === all.first.at ? opening.at : null
  const closure = flows.closures.at(-1)
  const reopened = closure !== undefined && isPaidInAfter(flows, closure)
  return {
    investmentId,
    planIds: [...all.planIds],
    currency: all.currency,
    records: all.newest.toReversed(),
    cut: all.count > all.newest.length,
    invested: total(flows.paidIn),
    reinvested: total(flows.reinvested),
    withdrawn: total(flows.paidOut),
    earned: all.earned,
    openedAt,
    closedAt: closure === undefined || reopened ? null : closure.at,
    notes: [
      ...notesOf(all, flows, openedAt),
      ...(reopened ? [messageOf('investments.note.reopened')] : []),
    ],
  }
}

export async function readInvestmentDetail(
  investmentId: string,
  { profileId, history, nextTurn }: HistoryReader,
): Promise<Result<InvestmentDetail, Problem>> {
  const last = history.lastNo()
  if (!last.ok) return last
  const all = noSums()
  let below: FlexPlace | null = null
  do {
    const page = history.older(
      profileId,
      { ...everything, investmentId },
      { below, upTo: last.value, count: pageSize },
    )
    if (!page.ok) return page
    addRecords(all, page.value.records)
    below = page.value.next
    if (below !== null) await nextTurn()
  } while (below !== null)
  return all.count === 0 ? fail(noRecords) : ok(detailOf(investmentId, all))
}
