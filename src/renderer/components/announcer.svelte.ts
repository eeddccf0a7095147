import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import { figuresHidden } from './shown-text.svelte.js'
import { tick } from 'svelte'
import type { Problem } from '../../shared/problem.js'
import { beyondTitle, wordsFor } from '../../shared/problem-words.js'
import { t } from '../../shared/messages/messages.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

/**
 * `place`: the open dialog it belongs to, because a screen reader reads nothing behind one; null is
 * the page.
 */
type Said = Pick<Announcement, 'text' | 'hidden'>

/** `hidden`: which figures were hidden when its text was created. */
export type Announcement = {
  id: number
  text: string
  hidden: HiddenFigures | null
  urgent: boolean
  at: UnixSeconds
  place: string | null
}

/** How many alerts are announced individually; beyond that, only their number. */
const mostAlerts = 3

/**
 * Seconds an announcement stays in the page, so that someone reading through the page later finds
 * only what is on screen. Also the minimum interval between background announcements.
 */
const stay = 10

/**
 * What screen readers announce, each once: nothing else on the page is a live region. Every
 * announcement is an element of its own, so repeated text is announced again.
 */
export class Announcer {
  readonly #clock: Clock
  announcements = $state.raw<readonly Announcement[]>([])
  #places: readonly string[] = []
  /** The pending background announcement. */
  #held = $state.raw<Said | null>(null)
  #lastMention: UnixSeconds = -Infinity
  /** Keys of the alerts already announced, by source. */
  #alerts: Readonly<Record<string, readonly string[]>> = {}
  readonly #failed = new WeakSet<Problem>()
  #lastId = 0
  #round = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The result of the user's own action. */
  say(text: string, hidden = figuresHidden()): void {
    void this.#announce({ text, hidden }, false)
  }

  /** Background changes: the newest only, at most once in ten seconds. */
  mention(text: string): void {
    this.#held = { text, hidden: figuresHidden() }
    this.#sayHeld(this.#clock())
  }

  /** Immediately, interrupting other speech. */
  warn(text: string): void {
    void this.#announce({ text, hidden: figuresHidden() }, true)
  }

  /**
   * Why the user's own action failed: once, however many screens show it, in the text of whatever
   * explains it.
   */
  failed(problem: Problem, explained = problem): void {
    if (this.#failed.has(problem)) return
    this.#failed.add(problem)
    this.warn(`${wordsFor(explained.code).title}. ${beyondTitle(explained)}`.trim())
  }

  /**
   * Announces the titles that are new; what disappeared and returned is announced again. `of`: an
   * account, or any other source of alerts; each source is remembered while another is shown.
   * Entries without a title are recorded but not announced.
   */
  alerts(of: string, items: readonly { key: string; title: string | null }[]): void {
    const known = this.#alerts[of] ?? []
    this.#alerts = { ...this.#alerts, [of]: items.map(({ key }) => key) }
    const fresh = items.flatMap(({ key, title }) =>
      known.includes(key) || title === null ? [] : [title],
    )
    const more = fresh.length - mostAlerts
    const words = [
      ...fresh.slice(0, mostAlerts),
      ...(more > 0 ? [t('shell.and-more', { more })] : []),
    ]
    if (words.length > 0) this.warn(words.join('. '))
  }

  /** Whether time alone changes what is announced: then `tick` is due every second. */
  get isTicking(): boolean {
    return this.#held !== null || this.announcements.length > 0
  }

  tick(now: UnixSeconds): void {
    this.#sayHeld(now)
    if (this.announcements.some(({ at }) => now - at >= stay))
      this.announcements = this.announcements.filter(({ at }) => now - at < stay)
  }

  /** Announcements of one account must not remain when another is shown. */
  forget(): void {
    this.#held = null
    this.#lastMention = -Infinity
    this.#round += 1
    this.announcements = []
  }

  /**
   * A dialog opened in front of the page: announcements are made in it from now on. Returns a
   * function that ends this.
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
    // Announcements made while a dialog closes go to the page.
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
