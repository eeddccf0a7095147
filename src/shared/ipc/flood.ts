// The limits of requests, and the one answer beyond them. The preload counts what is unanswered, so that a flood ends where it begins;
// main counts again, because it trusts no page.
import type { Problem } from '../domain/problem.js'

/** What main carries out within a second at most. A page at work sends a few a second. */
export const requestsPerSecond = 200

/**
 * How many requests may be unanswered at once; the preload refuses further ones itself. Far more than a page at work has, and few enough for
 * main to refuse without being held.
 */
export const maxUnanswered = 200

const problem: Readonly<Problem> = Object.freeze({ code: 'busy', message: 'Too many requests at once. This one was not carried out.' })

/** One for all: a flood is refused without making anything for each of its requests. */
export const tooMany = Object.freeze({ ok: false as const, error: problem })
