import type { FlexFilter, FlexRows } from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'
import { filterKey } from './flex-filter.js'

/** Rows of one page. Two of them are the most that may be asked for at once. */
export const pageSize = 250
const mostPages = 60
const mostAsks = 2

/**
 * Milliseconds between two readings of records that keep changing, as they do while the history is
 * read for the first time.
 */
const pause = 500

const pageOf = (index: number): number => Math.floor(index / pageSize)

type FlexPagesPorts = {
  ask(from: number, count: number): Promise<Result<FlexRows, Problem>>
  /** `shift` tells by how many rows what was on screen has moved down. */
  changed(shift: number): void
  rest(): Promise<void>
}

/**
 * The part of a choice that is on screen, and a little around it. Rows are asked for in pages, at
 * most two at a time, and kept while nothing changes; when the records change, what is on screen is
 * asked for anew and takes the place of the old in one step.
 */
export class FlexPages {
  /** Null until the first answer. */
  total = $state<number | null>(null)
  problem = $state.raw<Problem | null>(null)
  readonly #ports: FlexPagesPorts
  #pages = $state.raw<readonly { page: number; rows: readonly FlexRecord[] }[]>([])
  /** The pages that were asked for. */
  #underway: readonly number[] = []
  #version = -1
  /** The newest version main has told of. */
  #wanted: number
  #visible = { first: 0, last: 0 }
  /** Answers to what was asked before the records were replaced are of no use. */
  #round = 0
  #renewing = false
  #ended = false

  constructor(ports: FlexPagesPorts, version: number) {
    this.#ports = ports
    this.#wanted = version
  }

  row(index: number): FlexRecord | undefined {
    return this.#pages.find(({ page }) => page === pageOf(index))?.rows[index % pageSize]
  }

  /** The rows on screen, both included. */
  show(first: number, last: number): void {
    this.#visible = { first, last }
    if (this.total === null && this.problem === null) void this.#renew()
    else this.#fill()
  }

  newVersion(newest: number): void {
    if (newest <= this.#wanted) return
    this.#wanted = newest
    if (this.total !== null && this.problem === null) void this.#renew()
  }

  /** After a problem. */
  again(): void {
    this.problem = null
    void this.#renew()
  }

  /** Nothing more is asked or told. */
  close(): void {
    this.#ended = true
  }

  async #renew(): Promise<void> {
    if (this.#renewing || this.#ended) return
    this.#renewing = true
    this.#round += 1
    this.#underway = []
    const start = pageOf(this.#visible.first)
    const answer = await this.#ports.ask(start * pageSize, 2 * pageSize)
    if (this.#ended) return
    this.problem = answer.ok ? null : answer.error
    this.#ports.changed(answer.ok ? this.#replace(start, answer.value) : 0)
    if (!answer.ok) {
      this.#renewing = false
      return
    }
    this.#fill()
    await this.#ports.rest()
    this.#renewing = false
    if (this.#wanted > this.#version) void this.#renew()
  }

  /** Gives by how many rows what is on screen has moved down. */
  #replace(start: number, { rows, version, total }: FlexRows): number {
    const { first, last } = this.#visible
    const anchor = first === 0 ? undefined : this.row(first)
    const found =
      anchor === undefined
        ? -1
        : rows.findIndex(({ transactionId }) => transactionId === anchor.transactionId)
    const shift = found < 0 ? 0 : start * pageSize + found - first
    const second = rows.length > pageSize ? [{ page: start + 1, rows: rows.slice(pageSize) }] : []
    this.#pages = [{ page: start, rows: rows.slice(0, pageSize) }, ...second]
    this.total = total
    this.#version = version
    if (this.#wanted < version) this.#wanted = version
    this.#visible = { first: first + shift, last: last + shift }
    return shift
  }

  async #fetchPage(page: number): Promise<void> {
    const round = this.#round
    this.#underway = [...this.#underway, page]
    const answer = await this.#ports.ask(page * pageSize, pageSize)
    if (this.#ended || round !== this.#round) return
    this.#underway = this.#underway.filter((one) => one !== page)
    if (!answer.ok) {
      this.problem = answer.error
      return
    }
    if (answer.value.version !== this.#version) {
      // Made from other records than the rest: putting them side by side could show a row twice, or
      // never.
      if (this.#wanted < answer.value.version) this.#wanted = answer.value.version
      void this.#renew()
      return
    }
    // The farthest from what is on screen make room.
    const middle = pageOf((this.#visible.first + this.#visible.last) / 2)
    const away = (one: { page: number }): number => Math.abs(one.page - middle)
    // A renewal may have brought it in the meantime.
    const others = this.#pages.filter((one) => one.page !== page)
    const pages = [...others, { page, rows: answer.value.rows }].sort((a, b) => away(a) - away(b))
    this.#pages = pages.slice(0, mostPages)
    this.#fill()
  }

  /** Asks for what is missing on screen, then for the page before and after. */
  #fill(): void {
    if (this.#ended || this.total === null || this.problem !== null) return
    const [from, to] = [pageOf(this.#visible.first), pageOf(this.#visible.last)]
    const around = [
      ...Array.from({ length: to - from + 1 }, (_, at) => from + at),
      to + 1,
      from - 1,
    ]
    const lastPage = pageOf(this.total - 1)
    for (const page of around) {
      if (this.#underway.length >= mostAsks) return
      const held = this.#underway.includes(page) || this.#pages.some((one) => one.page === page)
      if (page >= 0 && page <= lastPage && !held) void this.#fetchPage(page)
    }
  }
}

/**
 * The rows of the history on screen. Rows of the filter before stay until the first answer to the
 * new one, so that nothing flickers.
 */
export class FlexRowsStore {
  readonly #bridge: Bridge
  #pages = $state.raw<FlexPages | null>(null)
  #coming = $state.raw<FlexPages | null>(null)
  #key = ''
  /**
   * By how many rows what was on screen moved down, for the list to follow; a new object each time.
   */
  shift = $state.raw<{ by: number } | null>(null)
  /** Counts the filters: the list begins at its top with each. */
  choices = $state(0)

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  readonly total = $derived.by(() => this.#pages?.total ?? null)
  readonly problem = $derived.by(() => this.#coming?.problem ?? this.#pages?.problem ?? null)
  /** True while what is shown still is of the filter before. */
  readonly outdated = $derived.by(() => this.#coming !== null && this.#pages !== null)

  /** Shows another choice of the history, from its newest row. */
  choose(filter: FlexFilter, version: number): void {
    const key = filterKey(filter)
    if (key === this.#key) {
      for (const pages of [this.#coming, this.#pages]) pages?.newVersion(version)
      return
    }
    this.#key = key
    this.#coming?.close()
    const pages: FlexPages = new FlexPages(
      {
        ask: (from, count) => this.#bridge.ask('flex/rows', { filter, from, count }),
        changed: (shift) => this.#changed(pages, shift),
        rest: () => new Promise((done) => setTimeout(done, pause)),
      },
      version,
    )
    this.#coming = pages
    pages.show(0, 0)
  }

  row(index: number): FlexRecord | undefined {
    return this.#pages?.row(index)
  }

  show(first: number, last: number): void {
    this.#pages?.show(first, last)
  }

  again(): void {
    ;(this.#coming ?? this.#pages)?.again()
  }

  /** For another profile these rows mean nothing. */
  forget(): void {
    this.#coming?.close()
    this.#pages?.close()
    this.#coming = null
    this.#pages = null
    this.#key = ''
    this.shift = null
    this.choices = 0
  }

  #changed(pages: FlexPages, shift: number): void {
    if (pages === this.#coming && pages.total !== null) {
      this.#pages?.close()
      this.#pages = pages
      this.#coming = null
      this.choices += 1
    }
    if (pages === this.#pages && shift !== 0) this.shift = { by: shift }
  }
}
