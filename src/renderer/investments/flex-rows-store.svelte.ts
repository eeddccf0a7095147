import type { FlexFilter, FlexRows } from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'
import { filterKey } from './flex-filter.js'

/** Rows per page. At most two pages may be requested at once. */
export const pageSize = 250
const mostPages = 60
const mostAsks = 2

/**
 * Milliseconds between two reloads of records that keep changing, as during the first sync of the
 * history.
 */
const pause = 500

const pageOf = (index: number): number => Math.floor(index / pageSize)

type FlexPagesPorts = {
  ask(from: number, count: number): Promise<Result<FlexRows, Problem>>
  /** `shift` gives the number of rows by which the visible rows have moved down. */
  changed(shift: number): void
  rest(): Promise<void>
}

/**
 * The visible part of a result, and a little around it. Rows are requested in pages, at most two at
 * a time, and kept while nothing changes; when the records change, the visible part is requested
 * again and replaces the old one in one step.
 */
export class FlexPages {
  /** Null until the first response. */
  total = $state<number | null>(null)
  problem = $state.raw<Problem | null>(null)
  readonly #ports: FlexPagesPorts
  #pages = $state.raw<readonly { page: number; rows: readonly FlexRecord[] }[]>([])
  /** The pages that were requested. */
  #underway: readonly number[] = []
  #version = -1
  /** The newest version reported by main. */
  #wanted: number
  #visible = { first: 0, last: 0 }
  /** Responses to requests made before the records were replaced are stale. */
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

  /** The visible rows, both inclusive. */
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

  /** Nothing more is requested or reported. */
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

  /** Returns by how many rows the visible rows have moved down. */
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
      // Built from a different set of records than the rest: combining them could show a row twice,
      // or never.
      if (this.#wanted < answer.value.version) this.#wanted = answer.value.version
      void this.#renew()
      return
    }
    // The pages farthest from the visible rows are evicted.
    const middle = pageOf((this.#visible.first + this.#visible.last) / 2)
    const away = (one: { page: number }): number => Math.abs(one.page - middle)
    // A reload may have fetched it in the meantime.
    const others = this.#pages.filter((one) => one.page !== page)
    const pages = [...others, { page, rows: answer.value.rows }].sort((a, b) => away(a) - away(b))
    this.#pages = pages.slice(0, mostPages)
    this.#fill()
  }

  /** Requests what is missing on screen, then the pages before and after. */
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
 * The visible rows of the history. Rows of the previous filter stay until the first response for
 * the new one, so that nothing flickers.
 */
export class FlexRowsStore {
  readonly #bridge: Bridge
  #pages = $state.raw<FlexPages | null>(null)
  #coming = $state.raw<FlexPages | null>(null)
  #key = ''
  /**
   * By how many rows the visible rows moved down, for the list to follow; a new object each time.
   */
  shift = $state.raw<{ by: number } | null>(null)
  /** Counts the filters: the list starts at its top with each. */
  choices = $state(0)

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  readonly total = $derived.by(() => this.#pages?.total ?? null)
  readonly problem = $derived.by(() => this.#coming?.problem ?? this.#pages?.problem ?? null)
  /** True while the rows shown still belong to the previous filter. */
  readonly outdated = $derived.by(() => this.#coming !== null && this.#pages !== null)

  /** Shows another selection of the history, from its newest row. */
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

  /** For another profile these rows are invalid. */
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
