// Searches at the exchange, with its own filters (specification 4.3).
import type { FlexFilter, FlexFound } from '../../shared/investments/flex-history.js'
import type { FlexHistoryQuery } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'

export type FlexClient = Pick<ExchangeClient, 'flexHistory'>

/** Records per request. */
export const pageSize = 100
/** The default of specification 8, for an exchange that refuses the size above. */
export const smallPage = 50

/** A smaller page may work. */
export function isPageTooLarge({ code, fields }: Problem): boolean {
  return code === 'refused' && fields?.['limit'] !== undefined
}

/** `actionTypes` and `actionTypes.<index>` already have our names. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['plan', 'planId'],
  ['investment', 'investmentId'],
  ['transaction', 'transactionId'],
  ['dateFrom', 'from'],
  ['dateTo', 'to'],
])

function withOurFieldNames(problem: Problem): Problem {
  if (problem.fields === undefined) return problem
  const fields: NonNullable<Problem['fields']> = {}
  for (const [name, words] of Object.entries(problem.fields)) {
    const ours = fieldNames.get(name) ?? name
    fields[ours] = [...(fields[ours] ?? []), ...words]
  }
  return { ...problem, fields }
}

function queryOf(
  { planId, investmentId, transactionId, from, to, actionTypes }: FlexFilter,
  offset: number,
  limit: number,
): FlexHistoryQuery {
  return {
    limit,
    offset,
    ...(planId === null ? {} : { planId }),
    ...(investmentId === null ? {} : { investmentId }),
    ...(transactionId === null ? {} : { transactionId }),
    ...(from === null ? {} : { from: from - (from % 1) }),
    ...(to === null ? {} : { to: to - (to % 1) }),
    ...(actionTypes.length === 0 ? {} : { actionTypes }),
  }
}

/**
 * The exchange cannot filter by currency: the filter is applied to its results, so a page may hold
 * few records and still have more after it.
 */
export async function searchExchange(
  client: FlexClient,
  { filter, offset }: { filter: FlexFilter; offset: number },
): Promise<Result<FlexFound, Problem>> {
  const search = (limit: number) => client.flexHistory(queryOf(filter, offset, limit))
  const first = await search(pageSize)
  const answer = !first.ok && isPageTooLarge(first.error) ? await search(smallPage) : first
  if (!answer.ok) return fail(withOurFieldNames(answer.error))
  const { records, limit = pageSize, unreadable } = answer.value.value
  const listed = records.length + (unreadable?.length ?? 0)
  const wanted =
    filter.currency === null
      ? records
      : records.filter(({ currency }) => currency === filter.currency)
  const left =
    unreadable === undefined
      ? {}
      : { unreadable: unreadable.map((one) => ({ ...one, place: offset + one.place })) }
  return ok({ records: wanted, more: listed > 0 && listed >= limit, ...left })
}
