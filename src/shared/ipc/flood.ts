// Where asking becomes a flood, and its one answer. The preload counts what is unanswered, so that a flood ends where it begins; main
// counts again, because it believes nobody.
import type { Problem } from '../domain/problem.js'

/** What main carries out within a second at most. A page at work asks a few times a second. */
export const asksPerSecond = 200

/**
 * How many asks may be unanswered at once; the preload refuses further ones itself. Far more than a page at work has, and few enough for
 * main to refuse without being held.
 */
export const mostUnanswered = 200

const problem: Readonly<Problem> = Object.freeze({ code: 'busy', message: 'Too many requests at once. This one was not carried out.' })

/** One for all: a flood is refused without making anything for each of its asks. */
export const tooMany = Object.freeze({ ok: false as const, error: problem })
