import type { Clock, UnixSeconds } from '../../shared/time.js'
import { createTicker, nextAge, nextMinute, nextSpan, pageSight, type Sight } from './ticker.js'

/**
 * The page's one clock, for everything that shows a time, an age or a countdown. It ticks only for
 * what is on screen and reads it, and stops while the page is hidden.
 */
export class ClockStore {
  readonly #read: Clock
  readonly #ticker: ReturnType<typeof createTicker>
  #seconds = $state(0)
  #minutes = $state(0)

  constructor(read: Clock, sight: Sight = pageSight) {
    this.#read = read
    this.#ticker = createTicker(read, sight, (unit) => {
      if (unit === 'seconds') this.#seconds += 1
      else this.#minutes += 1
    })
  }

  /** The time, once a second. For ages and spans, `since` and `until` tick less often. */
  get now(): UnixSeconds {
    void this.#seconds
    if ($effect.tracking()) this.#ticker.everySecond()
    return this.#ticker.now()
  }

  /** The time, once a minute: for what shows no seconds. */
  get minute(): UnixSeconds {
    const now = this.#ticker.now()
    this.#dueAt(nextMinute(now))
    return now
  }

  /** Seconds since then: ticks whenever the text of such an age changes. */
  since(at: UnixSeconds): number {
    const now = this.#ticker.now()
    const next = nextAge(at, now)
    if (next === null) return this.now - at
    this.#dueAt(next)
    return now - at
  }

  /** Seconds until then: ticks whenever the text of such a span changes. */
  until(at: UnixSeconds): number {
    const now = this.#ticker.now()
    const next = nextSpan(at, now)
    if (next === null) return at - this.now
    this.#dueAt(next)
    return at - now
  }

  /** The current time, more precise than the ticking one. */
  exactly(): UnixSeconds {
    return this.#read()
  }

  open(): void {
    this.#ticker.open()
  }

  close(): void {
    this.#ticker.close()
  }

  #dueAt(moment: UnixSeconds): void {
    void this.#minutes
    if ($effect.tracking()) this.#ticker.at(moment)
  }
}
