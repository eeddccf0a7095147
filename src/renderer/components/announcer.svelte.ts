import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import { figuresHidden } from './shown-text.svelte.js'
import { tick } from 'svelte'
import type { Problem } from '../../shared/problem.js'
import { beyondTitle, wordsFor } from '../../shared/problem-words.js'
import { t } from '../../shared/messages/messages.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

/**
 * `place`: the open dialog it belongs to, for a screen reader reads nothing behind one; null stands
 * for the page.
 */
type Said = Pick<Announcement, 'text' | 'hidden'>

/** `hidden`: which figures were hidden when its text was made. */
export type Announcement = {
  id: number
  text: string
  hidden: HiddenFigures | null
  urgent: boolean
  at: UnixSeconds
  place: string | null
}

/** Alarms that are announced at once; of more, how many. */
const mostAlarms = 3

/**
 * Seconds an announcement stays in the page: whoever reads through the page later finds only what
 * is on screen. As many lie between two of what goes on by itself.
 */
const stay = 10

/**
 * What screen readers announce, each once: nothing else on the page is read out by itself. Every
 * announcement is an element of its own, so the same words are read again when they are said again.
 */
export class Announcer {
  readonly #clock: Clock
  announcements = $state.raw<readonly Announcement[]>([])
  #places: readonly string[] = []
  /** What goes on by itself and was not said yet. */
  #held: Said | null = null
  #lastMention: UnixSeconds = -Infinity
  /** Keys of the alarms that were announced, by what they are of. */
  #alarms: Readonly<Record<string, readonly string[]>> = {}
  readonly #failed = new WeakSet<Problem>()
  #lastId = 0
  #round = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What somebody's own act came to. */
  say(text: string, hidden = figuresHidden()): void {
    void this.#announce({ text, hidden }, false)
  }

  /** What goes on by itself: at most once in ten seconds, the newest. */
  mention(text: string): void {
    this.#held = { text, hidden: figuresHidden() }
    this.#sayHeld(this.#clock())
  }

  /** At once, whatever is being read. */
  warn(text: string): void {
    void this.#announce({ text, hidden: figuresHidden() }, true)
  }

  /**
   * Why somebody's own act was not done: once, on however many screens it stands, in the words of
   * what explains it.
   */
  failed(problem: Problem, explained = problem): void {
    if (this.#failed.has(problem)) return
    this.#failed.add(problem)
    this.warn(`${wordsFor(explained.code).title}. ${beyondTitle(explained)}`.trim())
  }

  /**
   * Announces the titles of what was not there before; what went away and came back is announced
   * again. `of`: an account, or whatever else has alarms of its own; they are remembered while
   * another is looked at. What has no title is known without being announced.
   */
  alarms(of: string, items: readonly { key: string; title: string | null }[]): void {
    const known = this.#alarms[of] ?? []
    this.#alarms = { ...this.#alarms, [of]: items.map(({ key }) => key) }
    const fresh = items.flatMap(({ key, title }) =>
      known.includes(key) || title === null ? [] : [title],
    )
    const more = fresh.length - mostAlarms
    const words = [
      ...fresh.slice(0, mostAlarms),
      ...(more > 0 ? [t('shell.and-more', { more })] : []),
    ]
    if (words.length > 0) this.warn(words.join('. '))
  }

  tick(now: UnixSeconds): void {
    this.#sayHeld(now)
    if (this.announcements.some(({ at }) => now - at >= stay))
      this.announcements = this.announcements.filter(({ at }) => now - at < stay)
  }

  /** What was announced of one account must not stand where another is shown. */
  forget(): void {
    this.#held = null
    this.#lastMention = -Infinity
    this.#round += 1
    this.announcements = []
  }

  /**
   * A dialog came up in front of the page: from now on announcements are made in it. Gives back
   * what ends that.
   */
  enter(place: string): () => void {
    this.#places = [...this.#places, place]
    return () => {
      this.#places = this.#places.filter((one) => one !== place)
    }
  }

  #sayHeld(now: UnixSeconds): void {
    if (this.#held === null || now - this.#lastMention < stay) return
    this.say(this.#held.text, this.#held.hidden)
    this.#held = null
    this.#lastMention = now
  }

  async #announce({ text: words, hidden }: Said, urgent: boolean): Promise<void> {
    const text = words.replaceAll(/\s+/g, ' ').trim()
    if (text === '') return
    const round = this.#round
    // What is said as a dialog closes is said on the page.
    await tick()
    if (round !== this.#round) return
    this.#lastId += 1
    this.announcements = [
      ...this.announcements,
      {
        id: this.#lastId,
        text,
        hidden,
        urgent,
        at: this.#clock(),
        place: this.#places.at(-1) ?? null,
      },
    ]
  }
}
