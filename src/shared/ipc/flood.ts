// Where asking becomes a flood, and its one answer. The preload counts what is unanswered, so that a flood ends where it begins; main
// counts again, because it believes nobody.
import type { Problem } from '../domain/problem.js'

/** A page at work asks a few times a second. As many again unanswered at once would be refused by main, and are not sent. */
export const asksPerSecond = 200

const problem: Readonly<Problem> = Object.freeze({ code: 'busy', message: 'Too many requests at once. This one was not carried out.' })

/** One for all: a flood is refused without making anything for each of its asks. */
export const tooMany = Object.freeze({ ok: false as const, error: problem })
