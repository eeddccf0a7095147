import type { UnixSeconds } from '../../shared/time.js'
import { createPace } from './pace.js'

/** What screen readers are told. Alarms go out at once; everything else at most once in ten seconds. */
export class Announcer {
  alarm = $state('')
  status = $state('')
  readonly #pace = createPace(10)
  #told: readonly string[] = []

  say(text: string, now: UnixSeconds): void {
    this.#show(this.#pace.offer(text, now))
  }

  tick(now: UnixSeconds): void {
    this.#show(this.#pace.due(now))
  }

  /** Tells the titles of what was not there before; what went away and came back is told again. */
  alarms(items: readonly { key: string; title: string }[]): void {
    const fresh = items.filter(({ key }) => !this.#told.includes(key))
    this.#told = items.map(({ key }) => key)
    if (fresh.length > 0) this.alarm = fresh.map(({ title }) => title).join('. ')
    else if (items.length === 0) this.alarm = ''
  }

  #show(text: string | null): void {
    if (text !== null) this.status = text
  }
}
