import type { Clock, UnixSeconds } from '../../shared/time.js'

/** The time, once a second, for everything that shows an age. */
export class ClockStore {
  now = $state<UnixSeconds>(0)
  readonly #read: Clock
  #timer: ReturnType<typeof setInterval> | null = null

  constructor(read: Clock) {
    this.#read = read
    this.now = read()
  }

  /** The current time, more precise than the ticking one. */
  exactly(): UnixSeconds {
    return this.#read()
  }

  open(): void {
    this.#timer ??= setInterval(() => {
      this.now = this.#read()
    }, 1000)
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }
}
