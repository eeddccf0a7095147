// The token of the real-time stream (specification 4.10). It can read the account like a key, so it
// stays in main, is shown only on request, and is dropped with its account.
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { Answer } from '../exchange/exchange-client.js'
import { messageOf } from '../../shared/messages/messages.js'

/** What the page may know about it. */
type Fetched = { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }

/** Seconds a fetched token is held. How long the exchange accepts it is not documented. */
const tokenLifetime = 600

const noToken: Problem = { code: 'gone', message: messageOf('accounts.token.gone') }
const accountClosed: Problem = { code: 'gone', message: messageOf('accounts.token.account-closed') }

type HeldToken = { token: string; fetchedAt: UnixSeconds; revealed: boolean }

export type StreamToken = {
  /** Fetches a token and keeps it. The page only learns its length. */
  fetch: () => Promise<Result<Fetched, Problem>>
  /**
   * Asks in a system dialog, once per fetched token, because anything that reads the page could
   * read it.
   */
  show: () => Promise<Result<{ token: string }, Problem>>
  copy: () => Promise<Result<{ clearsAt: UnixSeconds }, Problem>>
  /** Drops the token and any in flight: the account was closed. */
  drop: () => void
}

export function createStreamToken(parts: {
  clock: Clock
  timing: Pick<Timing, 'after'>
  fetchToken(): Promise<Answer<{ token: string }>>
  /** Copies to the clipboard, cleared after a while if it still holds the token. */
  copySecret: Clipboard['copySecret']
  /** A system dialog. Fails if the user declines. */
  confirmReveal(): Promise<Result<null, Problem>>
}): StreamToken {
  let held: HeldToken | null = null
  let fetching: Promise<Result<Fetched, Problem>> | null = null
  let cancelExpiry: () => void = () => undefined

  const dropHeld = (): void => {
    cancelExpiry()
    held = null
  }

  /** Timers pause while the computer sleeps, so the age is also checked on every use. */
  const current = (): HeldToken | null => {
    if (held !== null && parts.clock() - held.fetchedAt >= tokenLifetime) dropHeld()
    return held
  }

  const hold = (token: string, fetchedAt: UnixSeconds): void => {
    dropHeld()
    held = { token, fetchedAt, revealed: false }
    cancelExpiry = parts.timing.after(tokenLifetime * 1000, dropHeld)
  }

  const begin = (): Promise<Result<Fetched, Problem>> => {
    const mine: Promise<Result<Fetched, Problem>> = parts.fetchToken().then((answer) => {
      if (fetching !== mine) return fail(accountClosed)
      fetching = null
      if (!answer.ok) return answer
      const { value, at } = answer.value
      hold(value.token, at)
      return ok({ fetchedAt: at, keptUntil: at + tokenLifetime, length: value.token.length })
    })
    return mine
  }

  return {
    fetch: (): Promise<Result<Fetched, Problem>> => (fetching ??= begin()),
    show: async (): Promise<Result<{ token: string }, Problem>> => {
      const fetched = current()
      if (fetched === null) return fail(noToken)
      if (!fetched.revealed) {
        const agreed = await parts.confirmReveal()
        if (!agreed.ok) return agreed
        // Another may have been fetched, or the account closed, while the dialog was open.
        if (current() !== fetched) return fail(noToken)
        fetched.revealed = true
      }
      return ok({ token: fetched.token })
    },
    copy: async (): Promise<Result<{ clearsAt: UnixSeconds }, Problem>> => {
      const fetched = current()
      return fetched === null ? fail(noToken) : ok(await parts.copySecret(fetched.token))
    },
    drop: (): void => {
      fetching = null
      dropHeld()
    },
  }
}
