import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

type Source<Row> = {
  /** Rows that are asked for at once. */
  pageSize: number
  /** What is asked for; the same text for the same rows. */
  filter(): string
  /** The rows after this one, or the newest. */
  page(after: Row | undefined): Promise<Result<{ rows: readonly Row[]; more: boolean }, Problem>>
  /** What is listed of the rows that came anew, from what was listed before. */
  merge?(fresh: readonly Row[], shown: readonly Row[]): readonly Row[]
}

/** A history as far as it has been asked for, newest first. */
export class PagedRows<Row> {
  readonly #source: Source<Row>
  /** Null until the first answer to the filter that is set. */
  rows = $state.raw<readonly Row[] | null>(null)
  more = $state(false)
  problem = $state.raw<Problem | null>(null)
  loading = $state(false)
  /** Each question makes the one before it worthless. */
  #round = 0
  #shownFilter = ''

  constructor(source: Source<Row>) {
    this.#source = source
  }

  /** Reads anew as much as was on screen, for the history or the filter has changed. */
  async read(): Promise<void> {
    const filter = this.#source.filter()
    // Rows of another filter would be wrong rows; those of this one are only a moment old.
    if (filter !== this.#shownFilter) this.rows = null
    this.#shownFilter = filter
    const shown = this.rows?.length ?? 0
    await this.#fetch([], shown > this.#source.pageSize ? shown : this.#source.pageSize)
  }

  async readMore(): Promise<void> {
    if (this.loading || !this.more) return
    const shown = this.rows ?? []
    await this.#fetch(shown, shown.length + this.#source.pageSize)
  }

  /** For another profile this history means nothing. */
  forget(): void {
    this.#round += 1
    this.rows = null
    this.more = false
    this.problem = null
    this.loading = false
  }

  async #fetch(start: readonly Row[], wanted: number): Promise<void> {
    this.#round += 1
    const round = this.#round
    let found = start
    let more = true
    this.loading = true
    while (more && found.length < wanted) {
      const answer = await this.#source.page(found.at(-1))
      if (round !== this.#round) return
      if (!answer.ok) {
        this.problem = answer.error
        this.loading = false
        return
      }
      found = [...found, ...answer.value.rows]
      more = answer.value.more && answer.value.rows.length > 0
    }
    this.loading = false
    this.problem = null
    this.rows = this.#source.merge?.(found, this.rows ?? []) ?? found
    this.more = more
  }
}
