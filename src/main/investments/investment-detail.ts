// One investment in one line of time.
import { everything, type FlexStory } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import { absolute, sum, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { acts, isKnownAct, leavesRest, moneyMoves, putInAfter, type MoneyMoves, type Movement } from './cash-flows.js'
import type { Breathe } from './flex-yield.js'
import type { FlexHistory, Place } from './ports.js'

/** Records read at once. */
const pageSize = 500
/** Records given to the page; the newest. */
const mostGiven = 2000

const nobodys: Problem = { code: 'gone', message: 'No record of this investment is kept on this computer.' }

type Gathered = {
  newest: FlexRecord[]
  count: number
  planIds: Set<string>
  currency: string
  otherCurrencies: boolean
  movements: Movement[]
  earned: Decimal
  unknownKinds: number
  first: Movement | null
}

const gather = (all: Gathered, records: readonly FlexRecord[]): void => {
  const earnings: Decimal[] = []
  for (const record of records) {
    const { planId, currency, createdAt, actionType, amount } = record
    if (all.count === 0) all.currency = currency
    all.count += 1
    if (all.newest.length < mostGiven) all.newest.push(record)
    all.planIds.add(planId)
    const movement = { at: Number.parseInt(createdAt, 10), actionType, amount }
    all.first = movement
    if (!isKnownAct(actionType)) all.unknownKinds += 1
    if (currency !== all.currency) all.otherCurrencies = true
    else if (actionType === acts.earn) earnings.push(amount)
    else all.movements.push(movement)
  }
  all.earned = sum([all.earned, ...earnings])
}

const total = (movements: readonly Movement[]): Decimal => sum(movements.map(({ amount }) => absolute(amount)))

const notesOf = (all: Gathered, moves: MoneyMoves, openedAt: UnixSeconds | null): string[] => {
  const notes: string[] = []
  const { closures, toldTwice } = moves
  if (openedAt === null) notes.push('The opening is not in these records: what was put in before the first of them is not known.')
  if (toldTwice.openings > 0) notes.push('The opening and the first investment of the same amount are counted as one.')
  if (toldTwice.closures > 0) notes.push('The closing and the withdrawal of the same amount are counted as one.')
  if (closures.length > toldTwice.closures) notes.push('Withdrawn includes what the closing paid back.')
  if (openedAt !== null && leavesRest(moves)) {
    notes.push('The closing paid back less than the records show was in it; where the rest went they do not say.')
  }
  if (all.unknownKinds > 0) notes.push('Records of a kind this version does not know are shown, but not counted.')
  if (all.otherCurrencies) notes.push(`There are records in other currencies as well; the sums are those in ${all.currency}.`)
  return notes
}

const storyOf = (investmentId: string, all: Gathered): FlexStory => {
  const moves = moneyMoves(all.movements)
  const opening = all.movements.filter(({ actionType }) => actionType === acts.open || actionType === acts.invest).at(-1) ?? null
  const openedAt = opening !== null && all.first !== null && opening.at === all.first.at ? opening.at : null
  const closure = moves.closures.at(-1)
  const reopened = closure !== undefined && putInAfter(moves, closure)
  return {
    investmentId,
    planIds: [...all.planIds],
    currency: all.currency,
    records: all.newest.toReversed(),
    cut: all.count > all.newest.length,
    invested: total(moves.into),
    reinvested: total(moves.reinvested),
    withdrawn: total(moves.outOf),
    earned: all.earned,
    openedAt,
    closedAt: closure === undefined || reopened ? null : closure.at,
    notes: [...notesOf(all, moves, openedAt), ...(reopened ? ['It was closed before; money was put in after that, so it is open.'] : [])],
  }
}

export const tellStory = async (
  investmentId: string,
  from: { profileId: string; history: FlexHistory; breathe: Breathe },
): Promise<Result<FlexStory, Problem>> => {
  const { profileId, history, breathe } = from
  const last = history.lastNo()
  if (!last.ok) return last
  const all: Gathered = {
    newest: [],
    count: 0,
    planIds: new Set(),
    currency: '',
    otherCurrencies: false,
    movements: [],
    earned: '0',
    unknownKinds: 0,
    first: null,
  }
  let below: Place | null = null
  do {
    const page = history.older(profileId, { ...everything, investmentId }, { below, upTo: last.value, count: pageSize })
    if (!page.ok) return page
    gather(all, page.value.records)
    below = page.value.next
    if (below !== null) await breathe()
  } while (below !== null)
  return all.count === 0 ? fail(nobodys) : ok(storyOf(investmentId, all))
}
