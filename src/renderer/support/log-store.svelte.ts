import type {
  LogLevels,
  LogLine,
  LogPage,
  LogPlace,
  LogQuery,
} from '../../shared/support/support.js'
import { ok, type Result } from '../../shared/result.js'
import type { Problem } from '../../shared/problem.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

/** Lines per request, and the maximum held: following the log for days must not accumulate it. */
const pageSize = 300
export const mostHeld = 5_000

/** The position of a line in the log, as encoded in its id. */
function placeOf({ id }: LogLine): LogPlace {
  const cut = id.lastIndexOf(':')
  return { file: id.slice(0, cut), at: Number.parseInt(id.slice(cut + 1), 10) }
}

/** The newest lines of the log, and older ones as requested. Oldest first. */
export class LogStore extends NewestAnswer {
  /** Null until the first response to the current query. */
  lines = $state.raw<readonly LogLine[] | null>(null)
  older = $state.raw<LogPlace | null>(null)
  unread = $state.raw<readonly string[]>([])
  levels = $state<LogLevels>('all')
  search = $state('')
  #newer: LogPlace | null = null

  get filtered(): boolean {
    return this.levels !== 'all' || this.search !== ''
  }

  /** Reloads the newest. */
  async read(): Promise<void> {
    const page = await this.newest((isNewest) => this.#until(isNewest, { from: 'newest' }))
    if (page !== null) this.#take(page)
  }

  /** The level or the text of the search has changed. */
  async find(what: { levels?: LogLevels; search?: string }): Promise<void> {
    this.levels = what.levels ?? this.levels
    this.search = what.search ?? this.search
    this.lines = null
    await this.read()
  }

  /** How many were added above. */
  async readOlder(): Promise<number> {
    const place = this.older
    if (place === null || this.busy) return 0
    const page = await this.newest((isNewest) => this.#until(isNewest, { from: 'before', place }))
    if (page === null) return 0
    this.lines = [...page.lines, ...(this.lines ?? [])]
    this.older = page.older
    return page.lines.length
  }

  /** What has been written since. */
  async readNewer(): Promise<void> {
    if (this.busy) return
    const place = this.#newer
    if (place === null) return this.read()
    const page = await this.newest(() => this.#ask({ from: 'after', place }))
    if (page === null) return
    if (page.restarted) return this.#take(page)
    this.#newer = page.newer
    this.unread = page.unread
    if (page.lines.length === 0) return
    const all = [...(this.lines ?? []), ...page.lines]
    this.lines = all.slice(-mostHeld)
    const [first] = this.lines
    if (all.length > mostHeld && first !== undefined) this.older = placeOf(first)
  }

  #take({ lines, older, newer, unread }: LogPage): void {
    this.lines = lines
    this.older = older
    this.unread = unread
    this.#newer = newer
  }

  #ask(part: LogQuery['part']): Promise<Result<LogPage, Problem>> {
    return this.bridge.ask('log/read', {
      levels: this.levels,
      search: this.search,
      part,
      limit: pageSize,
    })
  }

  /**
   * Main searches a limited amount per request; continue with older lines until something is found.
   */
  async #until(isNewest: () => boolean, part: LogQuery['part']): Promise<Result<LogPage, Problem>> {
    const answer = await this.#ask(part)
    if (!answer.ok) return answer
    let { lines, older } = answer.value
    while (lines.length === 0 && older !== null && isNewest()) {
      const next = await this.#ask({ from: 'before', place: older })
      if (!next.ok) return next
      ;({ lines, older } = next.value)
    }
    return ok({ ...answer.value, lines, older })
  }
}
