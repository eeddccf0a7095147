import type { Problem } from '../../shared/problem.js'
import type { TextPart } from '../../shared/support/support.js'
import type { Result } from '../../shared/result.js'

const pageLines = 200
const pageOf = (index: number): number => (index - (index % pageLines)) / pageLines

/** A long text held by main, loaded as far as it is viewed. */
export class TextPages {
  total = $state(0)
  problem = $state.raw<Problem | null>(null)
  #pages = $state.raw<{ readonly [page: number]: readonly string[] }>({})
  /** Requested and not answered yet. */
  #asked: readonly number[] = []
  readonly #ask: (from: number, count: number) => Promise<Result<TextPart, Problem>>

  constructor(ask: (from: number, count: number) => Promise<Result<TextPart, Problem>>) {
    this.#ask = ask
  }

  /** Null if not loaded yet. */
  line(index: number): string | null {
    return this.#pages[pageOf(index)]?.[index % pageLines] ?? null
  }

  /** These lines are on screen. */
  want(first: number, last: number): void {
    for (let page = pageOf(first); page <= pageOf(last); page += 1) void this.#read(page)
  }

  async #read(page: number): Promise<void> {
    if (this.#pages[page] !== undefined || this.#asked.includes(page)) return
    this.#asked = [...this.#asked, page]
    const answer = await this.#ask(page * pageLines, pageLines)
    this.#asked = this.#asked.filter((one) => one !== page)
    this.problem = answer.ok ? null : answer.error
    if (!answer.ok) return
    this.total = answer.value.total
    this.#pages = { ...this.#pages, [page]: answer.value.lines }
  }
}
