// The part of the history that is in sight, and a little around it. Rows are asked for in pages, at most two at a time, and kept while
// nothing changes; when the records change, what is in sight is asked for anew and takes the place of the old in one step.
import type { FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

/** Rows of one page. Two of them are the most that may be asked for at once. */
export const pageSize = 250
const mostPages = 60
const mostAsks = 2

export type FlexPagesPorts = {
  ask(from: number, count: number): Promise<Result<FlexRows, Problem>>
  /** `shift` tells by how many rows what was in sight has moved down. */
  changed(shift: number): void
  /** Lets some time pass between two looks at records that keep changing. */
  rest(): Promise<void>
}

export type FlexPages = {
  /** Null until the first answer. */
  readonly total: number | null
  readonly problem: Problem | null
  row(index: number): FlexRecord | undefined
  /** The rows in sight, both included. */
  look(first: number, last: number): void
  /** The newest version main has told of. */
  heed(version: number): void
  /** After a problem. */
  again(): void
  /** Nothing more is asked or told. */
  end(): void
}

export const createFlexPages = (ports: FlexPagesPorts, startVersion: number): FlexPages => {
  let pages = new Map<number, readonly FlexRecord[]>()
  const underway = new Set<number>()
  let total: number | null = null
  let problem: Problem | null = null
  let version = -1
  let wanted = startVersion
  let sight = { first: 0, last: 0 }
  /** Answers to what was asked before the records were replaced are of no use. */
  let round = 0
  let renewing = false
  let ended = false

  const pageOf = (index: number): number => Math.floor(index / pageSize)
  const row = (index: number): FlexRecord | undefined => pages.get(pageOf(index))?.[index % pageSize]

  /** Where the row that was first in sight stands among the new ones, from where it stood before. */
  const shiftTo = (from: number, rows: readonly FlexRecord[]): number => {
    const anchor = sight.first === 0 ? undefined : row(sight.first)
    if (anchor === undefined) return 0
    const found = rows.findIndex(({ transactionId }) => transactionId === anchor.transactionId)
    return found < 0 ? 0 : from + found - sight.first
  }

  const renew = async (): Promise<void> => {
    if (renewing || ended) return
    renewing = true
    round += 1
    underway.clear()
    const mine = round
    const start = pageOf(sight.first)
    const answer = await ports.ask(start * pageSize, 2 * pageSize)
    if (ended || mine !== round) return
    problem = answer.ok ? null : answer.error
    let shift = 0
    if (answer.ok) {
      const { rows, version: told, total: count } = answer.value
      shift = shiftTo(start * pageSize, rows)
      pages = new Map([[start, rows.slice(0, pageSize)]])
      if (rows.length > pageSize) pages.set(start + 1, rows.slice(pageSize))
      total = count
      version = told
      if (wanted < told) wanted = told
      sight = { first: sight.first + shift, last: sight.last + shift }
    }
    ports.changed(shift)
    if (problem !== null) {
      renewing = false
      return
    }
    fill()
    await ports.rest()
    renewing = false
    if (!ended && wanted > version) void renew()
  }

  const drop = (): void => {
    const middle = pageOf((sight.first + sight.last) / 2)
    while (pages.size > mostPages) {
      const farthest = [...pages.keys()].reduce((far, page) => (Math.abs(page - middle) > Math.abs(far - middle) ? page : far), middle)
      pages.delete(farthest)
    }
  }

  const fetchPage = async (page: number): Promise<void> => {
    const mine = round
    underway.add(page)
    const answer = await ports.ask(page * pageSize, pageSize)
    if (ended || mine !== round) return
    underway.delete(page)
    if (!answer.ok) {
      problem = answer.error
      ports.changed(0)
      return
    }
    if (answer.value.version !== version) {
      // Made from other records than the rest: putting them side by side could show a row twice, or never.
      if (wanted < answer.value.version) wanted = answer.value.version
      void renew()
      return
    }
    pages.set(page, answer.value.rows)
    drop()
    ports.changed(0)
    fill()
  }

  /** Asks for what is missing in sight, then for the page before and after. */
  const fill = (): void => {
    if (ended || total === null || problem !== null) return
    const [from, to] = [pageOf(sight.first), pageOf(sight.last)]
    const around = [...Array.from({ length: to - from + 1 }, (_, at) => from + at), to + 1, from - 1]
    const lastPage = pageOf(total - 1)
    for (const page of around) {
      if (underway.size >= mostAsks) return
      if (page >= 0 && page <= lastPage && !pages.has(page) && !underway.has(page)) void fetchPage(page)
    }
  }

  return {
    get total() {
      return total
    },
    get problem() {
      return problem
    },
    row,
    look: (first, last) => {
      sight = { first, last }
      if (total === null && problem === null) void renew()
      else fill()
    },
    heed: (newest) => {
      if (newest <= wanted) return
      wanted = newest
      if (total !== null && problem === null) void renew()
    },
    again: () => {
      problem = null
      ports.changed(0)
      void renew()
    },
    end: () => {
      ended = true
      pages = new Map()
    },
  }
}
