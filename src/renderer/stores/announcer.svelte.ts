import { tick } from 'svelte'
import type { Problem } from '../../shared/domain/problem.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { createPace } from './pace.js'

/** `place`: the open dialog it belongs to, for a screen reader hears nothing from behind one; null stands for the page. */
export type Announcement = { id: number; text: string; urgent: boolean; at: UnixSeconds; place: string | null }

/** Seconds an announcement stands where it is read from. Whoever walks through the page later finds only what is on screen. */
const stay = 10

/**
 * What screen readers are told, each once: nothing else on the page is read out by itself. Every announcement is an element of its own, so
 * the same words are heard again when they are said again.
 */
export class Announcer {
  readonly #clock: Clock
  told = $state.raw<readonly Announcement[]>([])
  #places: readonly string[] = []
  readonly #pace = createPace(stay)
  #alarms: readonly string[] = []
  readonly #failed = new WeakSet<Problem>()
  #lastId = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What somebody's own act came to. */
  say(text: string): void {
    void this.#tell(text, false)
  }

  /** What goes on by itself: at most once in ten seconds, the newest. */
  mention(text: string): void {
    this.#show(this.#pace.offer(text, this.#clock()))
  }

  /** At once, whatever is being read. */
  warn(text: string): void {
    void this.#tell(text, true)
  }

  /** Why somebody's own act was not done: once, on however many screens it stands. */
  failed(problem: Problem): void {
    if (this.#failed.has(problem)) return
    this.#failed.add(problem)
    this.warn(`${wordsFor(problem.code).title}. ${problem.message}`)
  }

  /** Tells the titles of what was not there before; what went away and came back is told again. */
  alarms(items: readonly { key: string; title: string }[]): void {
    const fresh = items.filter(({ key }) => !this.#alarms.includes(key))
    this.#alarms = items.map(({ key }) => key)
    if (fresh.length > 0) this.warn(fresh.map(({ title }) => title).join('. '))
  }

  tick(now: UnixSeconds): void {
    this.#show(this.#pace.due(now))
    if (this.told.some(({ at }) => now - at >= stay)) this.told = this.told.filter(({ at }) => now - at < stay)
  }

  /** A dialog came up in front of the page: what is told from now on is told in it. Gives back what ends that. */
  enter(place: string): () => void {
    this.#places = [...this.#places, place]
    return () => {
      this.#places = this.#places.filter((one) => one !== place)
    }
  }

  #show(text: string | null): void {
    if (text !== null) this.say(text)
  }

  async #tell(words: string, urgent: boolean): Promise<void> {
    const text = words.replaceAll(/\s+/g, ' ').trim()
    if (text === '') return
    // What is said as a dialog closes is said on the page.
    await tick()
    this.#lastId += 1
    this.told = [...this.told, { id: this.#lastId, text, urgent, at: this.#clock(), place: this.#places.at(-1) ?? null }]
  }
}
