// The token of the real-time stream (specification 4.10). It is as good as a key for reading the
// account, so it stays in main, is shown only while asked for, and goes with the account it belongs
// to.
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { Answer } from '../exchange/exchange-client.js'
import { messageOf } from '../../shared/messages/messages.js'

/** What the page may know of it. */
type Fetched = { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }

/** Seconds a fetched token is held. How long the exchange honours it is not shown. */
const tokenLifetime = 600

const noToken: Problem = { code: 'gone', message: messageOf('accounts.token.gone') }
const accountClosed: Problem = { code: 'gone', message: messageOf('accounts.token.account-closed') }

type HeldToken = { token: string; fetchedAt: UnixSeconds; revealed: boolean }

export function createStreamToken(parts: {
  clock: Clock
  timing: Pick<Timing, 'after'>
  fetchToken(): Promise<Answer<{ token: string }>>
  /** To the clipboard, cleared there after a while if it still holds it. */
  copySecret: Clipboard['copySecret']
  /** A system dialog. Fails where the user did not agree. */
  confirmReveal(): Promise<Result<null, Problem>>
}) {
  let held: HeldToken | null = null
  let fetching: Promise<Result<Fetched, Problem>> | null = null
  let cancelExpiry: () => void = () => undefined

  const dropHeld = (): void => {
    cancelExpiry()
    held = null
  }

  /** Timers stand still while the computer sleeps, so the age is checked at every use too. */
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
    /** Fetches a token and keeps it. The page learns its length only. */
    fetch: (): Promise<Result<Fetched, Problem>> => (fetching ??= begin()),
    /**
     * Asks in a system dialog, once for each fetched token: what reads the page would read it, too.
     */
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
    /** Drops the token, and any that is still on its way: the account was closed. */
    drop: (): void => {
      fetching = null
      dropHeld()
    },
  }
}
