import type { FlexFilter } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { filterKey } from '../format/flex-filter.js'
import { createFlexPages, type FlexPages } from './flex-pages.js'

/** Milliseconds between two readings of records that keep changing, as they do while the history is read for the first time. */
const pause = 500

/** The rows of the history on screen. Rows of the filter before stay until the first answer to the new one, so that nothing flickers. */
export class FlexRowsStore {
  readonly #bridge: Bridge
  #pages: FlexPages | null = null
  #coming: FlexPages | null = null
  #key = ''
  /** Changes whenever rows do. */
  #revision = $state(0)
  total = $state<number | null>(null)
  problem = $state.raw<Problem | null>(null)
  /** True while what is shown still is of the filter before. */
  outdated = $state(false)
  /** By how many rows what was on screen moved down, for the list to follow; a new object each time. */
  shift = $state.raw<{ by: number } | null>(null)
  /** Counts the filters: the list begins at its top with each. */
  choices = $state(0)

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Shows another choice of the history, from its newest row. */
  choose(filter: FlexFilter, version: number): void {
    const key = filterKey(filter)
    if (key === this.#key) {
      for (const pages of [this.#coming, this.#pages]) pages?.newVersion(version)
      return
    }
    this.#key = key
    this.#coming?.close()
    const pages: FlexPages = createFlexPages(
      {
        ask: (from, count) => this.#bridge.ask('flex/rows', { filter, from, count }),
        changed: (shift) => this.#changed(pages, shift),
        rest: () => new Promise((done) => setTimeout(done, pause)),
      },
      version,
    )
    this.#coming = pages
    this.outdated = this.#pages !== null
    pages.show(0, 0)
  }

  row(index: number): FlexRecord | undefined {
    void this.#revision
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
    this.#revision += 1
    this.total = null
    this.problem = null
    this.outdated = false
    this.shift = null
    this.choices = 0
  }

  #changed(pages: FlexPages, shift: number): void {
    if (pages === this.#coming) {
      if (pages.total !== null) {
        this.#pages?.close()
        this.#pages = pages
        this.#coming = null
        this.outdated = false
        this.choices += 1
      } else {
        this.problem = pages.problem
        return
      }
    }
    if (pages !== this.#pages) return
    this.#revision += 1
    this.total = pages.total
    this.problem = pages.problem
    if (shift !== 0) this.shift = { by: shift }
  }
}
