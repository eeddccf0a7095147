// The part of the history that is on screen, and a little around it. Rows are asked for in pages, at most two at a time, and kept while
// nothing changes; when the records change, what is on screen is asked for anew and takes the place of the old in one step.
import type { FlexRows } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

/** Rows of one page. Two of them are the most that may be asked for at once. */
export const pageSize = 250
const mostPages = 60
const mostAsks = 2

export type FlexPages = ReturnType<typeof createFlexPages>

export const createFlexPages = (
  ports: {
    ask(from: number, count: number): Promise<Result<FlexRows, Problem>>
    /** `shift` tells by how many rows what was on screen has moved down. */
    changed(shift: number): void
    /** Lets some time pass between two readings of records that keep changing. */
    rest(): Promise<void>
  },
  startVersion: number,
) => {
  let pages = new Map<number, readonly FlexRecord[]>()
  const underway = new Set<number>()
  let total: number | null = null
  let problem: Problem | null = null
  let version = -1
  let wanted = startVersion
  let visible = { first: 0, last: 0 }
  /** Answers to what was asked before the records were replaced are of no use. */
  let round = 0
  let renewing = false
  let ended = false

  const pageOf = (index: number): number => Math.floor(index / pageSize)
  const row = (index: number): FlexRecord | undefined => pages.get(pageOf(index))?.[index % pageSize]

  /** Where the row that was first on screen stands among the new ones, from where it stood before. */
  const shiftTo = (from: number, rows: readonly FlexRecord[]): number => {
    const anchor = visible.first === 0 ? undefined : row(visible.first)
    if (anchor === undefined) return 0
    const found = rows.findIndex(({ transactionId }) => transactionId === anchor.transactionId)
    return found < 0 ? 0 : from + found - visible.first
  }

  const renew = async (): Promise<void> => {
    if (renewing || ended) return
    renewing = true
    round += 1
    underway.clear()
    const mine = round
    const start = pageOf(visible.first)
    const answer = await ports.ask(start * pageSize, 2 * pageSize)
    if (ended || mine !== round) return
    problem = answer.ok ? null : answer.error
    let shift = 0
    if (answer.ok) {
      const { rows, version: answered, total: count } = answer.value
      shift = shiftTo(start * pageSize, rows)
      pages = new Map([[start, rows.slice(0, pageSize)]])
      if (rows.length > pageSize) pages.set(start + 1, rows.slice(pageSize))
      total = count
      version = answered
      if (wanted < answered) wanted = answered
      visible = { first: visible.first + shift, last: visible.last + shift }
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
    const middle = pageOf((visible.first + visible.last) / 2)
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

  /** Asks for what is missing on screen, then for the page before and after. */
  const fill = (): void => {
    if (ended || total === null || problem !== null) return
    const [from, to] = [pageOf(visible.first), pageOf(visible.last)]
    const around = [...Array.from({ length: to - from + 1 }, (_, at) => from + at), to + 1, from - 1]
    const lastPage = pageOf(total - 1)
    for (const page of around) {
      if (underway.size >= mostAsks) return
      if (page >= 0 && page <= lastPage && !pages.has(page) && !underway.has(page)) void fetchPage(page)
    }
  }

  return {
    /** Null until the first answer. */
    get total(): number | null {
      return total
    },
    get problem(): Problem | null {
      return problem
    },
    row,
    /** The rows on screen, both included. */
    show: (first: number, last: number): void => {
      visible = { first, last }
      if (total === null && problem === null) void renew()
      else fill()
    },
    /** The newest version main has told of. */
    newVersion: (newest: number): void => {
      if (newest <= wanted) return
      wanted = newest
      if (total !== null && problem === null) void renew()
    },
    /** After a problem. */
    again: (): void => {
      problem = null
      ports.changed(0)
      void renew()
    },
    /** Nothing more is asked or told. */
    close: (): void => {
      ended = true
      pages = new Map()
    },
  }
}
