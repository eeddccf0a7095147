// Reads a list of the exchange page by page, for a screen that shows it.
import type { OnDemandList } from '../../shared/on-demand-list.js'
import type { Problem } from '../../shared/problem.js'
import type { Unreadable } from '../../shared/unreadable.js'
import { ok, type Result } from '../../shared/result.js'
import type { Answer } from '../exchange/exchange-client.js'

const pageSize = 100
const mostPages = 5

/** None is listed twice, although members may move between pages meanwhile. */
export async function readOnDemandList<T>(
  ask: (page: { limit: number; offset: number }) => Promise<Answer<T[]>>,
  idOf: (member: T) => string,
): Promise<Result<OnDemandList<T>, Problem>> {
  const members = new Map<string, T>()
  const unreadable: Unreadable[] = []
  let earlier: string | null = null
  for (let page = 0; ; page += 1) {
    const offset = page * pageSize
    const answer = await ask({ limit: pageSize, offset })
    if (!answer.ok) return answer
    const { value, at, unreadable: left = [] } = answer.value
    // Of a page of 100 a server may send records that were not requested: the page is as long as
    // what was received.
    const { received = [...value.map(idOf), ...left.map(({ id }) => id)] } = answer.value
    for (const member of value) members.set(idOf(member), member)
    unreadable.push(...left.map((one) => ({ ...one, place: one.place + offset })))
    // A server that knows no pages sends the same again and again. Records of which no id can be
    // read may be others.
    const found = received.some((id) => id !== null) ? JSON.stringify(received) : null
    const isLast = received.length < pageSize || (found !== null && found === earlier)
    earlier = found
    if (isLast || page + 1 === mostPages)
      return ok({
        list: [...members.values()],
        at,
        more: !isLast,
        ...(unreadable.length > 0 && { unreadable }),
      })
  }
}
