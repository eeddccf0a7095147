import { tick } from 'svelte'
import type { Problem } from '../../shared/domain/problem.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { createPace } from './pace.js'

/** `place`: the open dialog it belongs to, for a screen reader hears nothing from behind one; null stands for the page. */
export type Announcement = { id: number; text: string; urgent: boolean; at: UnixSeconds; place: string | null }

/** Alarms that are told at once; of more, how many. */
const mostAlarms = 3

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
  #pace = createPace(stay)
  /** What was told, by what it was told of. */
  #alarms: Readonly<Record<string, readonly string[]>> = {}
  readonly #failed = new WeakSet<Problem>()
  #lastId = 0
  #round = 0

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

  /**
   * Tells the titles of what was not there before; what went away and came back is told again. `of`: an account, or whatever else has alarms of
   * its own; they are remembered while another is looked at. What has no title is known without being told.
   */
  alarms(of: string, items: readonly { key: string; title: string | null }[]): void {
    const known = this.#alarms[of] ?? []
    this.#alarms = { ...this.#alarms, [of]: items.map(({ key }) => key) }
    const fresh = items.flatMap(({ key, title }) => (known.includes(key) || title === null ? [] : [title]))
    const more = fresh.length - mostAlarms
    const words = [...fresh.slice(0, mostAlarms), ...(more > 0 ? [`And ${more} more`] : [])]
    if (words.length > 0) this.warn(words.join('. '))
  }

  tick(now: UnixSeconds): void {
    this.#show(this.#pace.due(now))
    if (this.told.some(({ at }) => now - at >= stay)) this.told = this.told.filter(({ at }) => now - at < stay)
  }

  /** What was told of one account must not stand where another is shown. */
  forget(): void {
    this.#pace = createPace(stay)
    this.#round += 1
    this.told = []
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
    const round = this.#round
    // What is said as a dialog closes is said on the page.
    await tick()
    if (round !== this.#round) return
    this.#lastId += 1
    this.told = [...this.told, { id: this.#lastId, text, urgent, at: this.#clock(), place: this.#places.at(-1) ?? null }]
  }
}
