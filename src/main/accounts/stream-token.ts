// The token of the real-time stream (specification 4.10). It is as good as a key for reading the account, so it stays in main, is shown
// only while asked for, and goes with the account it belongs to.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Clipboard } from '../desktop/clipboard.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'

export type StreamTokenParts = {
  clock: Clock
  timing: Pick<Timing, 'after'>
  /** Of the open account; null where its key is not at hand. */
  client(): Pick<ExchangeClient, 'streamToken'> | null
  /** To the clipboard, cleared there after a while if it still holds it. */
  copySecret: Clipboard['copySecret']
  /** A system dialog. Fails where the user did not agree. */
  confirmReveal(): Promise<Result<null, Problem>>
}

/** What the page may know of it. */
type Fetched = { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }

export type StreamToken = {
  /** Fetches a token and keeps it. The page learns its length only. */
  fetch(): Promise<Result<Fetched, Problem>>
  /** Asks in a system dialog, once for each fetched token: what reads the page would read it, too. */
  show(): Promise<Result<{ token: string }, Problem>>
  copy(): Promise<Result<{ clearsAt: UnixSeconds }, Problem>>
  /** Drops the token, and any that is still on its way: the account was closed. */
  drop(): void
}

/** Seconds a fetched token is held. How long the exchange honours it is not shown. */
const tokenLifetime = 600

const noAccount: Problem = { code: 'gone', message: 'No account is open with its key at hand, so no token can be fetched.' }
const noToken: Problem = { code: 'gone', message: 'There is no token any more. Fetch a new one.' }
const accountClosed: Problem = { code: 'gone', message: 'The account was closed before the token arrived. It was dropped.' }

type HeldToken = { token: string; fetchedAt: UnixSeconds; revealed: boolean }
type Fetching = { promise: Promise<Result<Fetched, Problem>> }

export const createStreamToken = (parts: StreamTokenParts): StreamToken => {
  let held: HeldToken | null = null
  let fetching: Fetching | null = null
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

  const begin = (client: NonNullable<ReturnType<StreamTokenParts['client']>>): Fetching => {
    const mine: Fetching = {
      promise: client.streamToken().then((answer) => {
        if (fetching !== mine) return fail(accountClosed)
        fetching = null
        if (!answer.ok) return answer
        const { value, at } = answer.value
        hold(value.token, at)
        return ok({ fetchedAt: at, keptUntil: at + tokenLifetime, length: value.token.length })
      }),
    }
    return mine
  }

  return {
    fetch: () => {
      if (fetching !== null) return fetching.promise
      const client = parts.client()
      if (client === null) return Promise.resolve(fail(noAccount))
      fetching = begin(client)
      return fetching.promise
    },
    show: async () => {
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
    copy: async () => {
      const fetched = current()
      return fetched === null ? fail(noToken) : ok(await parts.copySecret(fetched.token))
    },
    drop: () => {
      fetching = null
      dropHeld()
    },
  }
}
