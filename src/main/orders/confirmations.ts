// What was prepared and waits to be confirmed. A token works once, for the page it was made for, within a minute.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'

/** Seconds. */
export const tokenLifetime = 60

/** The oldest give way. */
const mostWaiting = 20
const mostEnded = 200

const refusal = (message: string, reason: string, code: Problem['code'] = 'cancelled'): Problem => ({ code, message, reason })

const used = refusal('This confirmation was already used once, so nothing more was sent.', 'TOKEN_USED', 'gone')
export const expired = refusal('This confirmation is older than a minute. Nothing was sent; preview the order again.', 'TOKEN_EXPIRED')
const otherPage = refusal('This confirmation was made by another page, so nothing was sent.', 'TOKEN_PAGE')
const voided = refusal('This confirmation no longer counts. Nothing was sent; preview the order again.', 'TOKEN_VOID')

export type Confirmations<Content> = {
  add(token: string, page: string, content: Content): void
  /** Uses the token up, whatever the outcome. */
  take(token: string, page: string): Result<Content, Problem>
  discard(token: string): void
  pageGone(page: string): void
  clear(): void
}

/** `ticks`: milliseconds that only grow, so that a clock that is set back lengthens nothing. */
export const createConfirmations = <Content>(ticks: () => number): Confirmations<Content> => {
  const waiting = new Map<string, { page: string; content: Content; until: number }>()
  const ended = new Map<string, Problem>()

  const end = (token: string, why: Problem): void => {
    waiting.delete(token)
    ended.set(token, why)
    for (const oldest of ended.keys()) {
      if (ended.size <= mostEnded) break
      ended.delete(oldest)
    }
  }

  return {
    add: (token, page, content) => {
      waiting.set(token, { page, content, until: ticks() + tokenLifetime * 1000 })
      for (const oldest of waiting.keys()) {
        if (waiting.size <= mostWaiting) break
        end(oldest, voided)
      }
    },
    take: (token, page) => {
      const found = waiting.get(token)
      if (found === undefined) return fail(ended.get(token) ?? voided)
      if (ticks() >= found.until) {
        end(token, expired)
        return fail(expired)
      }
      if (found.page !== page) {
        end(token, otherPage)
        return fail(otherPage)
      }
      end(token, used)
      return ok(found.content)
    },
    discard: (token) => {
      if (waiting.has(token)) end(token, voided)
    },
    pageGone: (page) => {
      for (const [token, one] of waiting) if (one.page === page) end(token, voided)
    },
    clear: () => {
      for (const token of [...waiting.keys()]) end(token, voided)
    },
  }
}
