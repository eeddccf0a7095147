// What was prepared and waits to be confirmed. A token works once, for the bytes and the page it was made for, within a minute.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { PreparedMove } from './orders-ports.js'

/** Seconds a token is good for. */
export const tokenLasts = 60

/** However many are prepared, no more wait than this; the oldest give way. */
const mostWaiting = 20
const mostRemembered = 200

export type Confirmation<Content> = { page: string; bodyHash: string; content: Content }

type Waiting<Content> = Confirmation<Content> & { until: number }

const refusal = (message: string, reason: string, code: Problem['code'] = 'cancelled'): Problem => ({ code, message, reason })

const used = refusal('This confirmation was already used once, so nothing more was sent.', 'TOKEN_USED', 'gone')
export const expired = refusal('This confirmation is older than a minute. Nothing was sent; preview the order again.', 'TOKEN_EXPIRED')
const elsewhere = refusal('This confirmation was made by another page, so nothing was sent.', 'TOKEN_PAGE')
const voided = refusal('This confirmation no longer counts. Nothing was sent; preview the order again.', 'TOKEN_VOID')

export type Confirmations<Content> = {
  add(token: string, page: string, prepared: PreparedMove, content: Content): void
  /** Uses the token up, whatever the outcome. */
  take(token: string, page: string): Result<Confirmation<Content>, Problem>
  discard(token: string): void
  pageGone(page: string): void
  clear(): void
}

/** `ticks`: milliseconds that only grow, so that a clock that is set back lengthens nothing. */
export const createConfirmations = <Content>(ticks: () => number): Confirmations<Content> => {
  const waiting = new Map<string, Waiting<Content>>()
  const over = new Map<string, Problem>()

  const end = (token: string, why: Problem): void => {
    waiting.delete(token)
    over.set(token, why)
    for (const oldest of over.keys()) {
      if (over.size <= mostRemembered) break
      over.delete(oldest)
    }
  }

  return {
    add: (token, page, prepared, content) => {
      waiting.set(token, { page, bodyHash: prepared.bodyHash, content, until: ticks() + tokenLasts * 1000 })
      for (const oldest of waiting.keys()) {
        if (waiting.size <= mostWaiting) break
        end(oldest, voided)
      }
    },
    take: (token, page) => {
      const found = waiting.get(token)
      if (found === undefined) return fail(over.get(token) ?? voided)
      if (ticks() >= found.until) {
        end(token, expired)
        return fail(expired)
      }
      if (found.page !== page) {
        end(token, elsewhere)
        return fail(elsewhere)
      }
      end(token, used)
      return ok(found)
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
