// The token of the real-time stream (specification 4.10). It is as good as a key for reading the account, so it stays in main, is shown
// only while asked for, and goes with the account it belongs to.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'

type Answer<T> = Result<{ value: T; at: UnixSeconds }, Problem>

export type StreamTokenPorts = {
  clock: Clock
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
  /** The way to the exchange of the open account; null where there is none. */
  client(): { streamToken(): Promise<Answer<{ token: string }>> } | null
  /** To the clipboard, cleared there after a while if it still holds it. */
  copySecret(text: string): Promise<{ clearsAt: UnixSeconds }>
  /** A system dialog. Fails where a person did not agree. */
  mayReveal(): Promise<Result<null, Problem>>
}

/** What the page may know of it. */
type Fetched = { fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }

export type StreamToken = {
  /** Fetches a token and keeps it. The page learns its length only. */
  fetch(): Promise<Result<Fetched, Problem>>
  /** Asks in a system dialog, once for each fetched token: what reads the page would read it, too. */
  reveal(): Promise<Result<{ token: string }, Problem>>
  copy(): Promise<Result<{ clearsAt: UnixSeconds }, Problem>>
  /** Forgets the token, and any that is still on its way: the account was closed. */
  drop(): void
}

/** Minutes a fetched token is kept, in seconds. How long the exchange honours it is not shown. */
const keptSeconds = 600

const noAccount: Problem = { code: 'gone', message: 'No account is open with its key at hand, so no token can be fetched.' }
const noToken: Problem = { code: 'gone', message: 'There is no token any more. Fetch a new one.' }
const accountClosed: Problem = { code: 'gone', message: 'The account was closed before the token arrived. It was dropped.' }

type Kept = { token: string; fetchedAt: UnixSeconds; mayBeSeen: boolean }
type Fetching = { promise: Promise<Result<Fetched, Problem>> }

export const createStreamToken = (ports: StreamTokenPorts): StreamToken => {
  let kept: Kept | null = null
  let fetching: Fetching | null = null
  let cancelExpiry: () => void = () => undefined

  const forget = (): void => {
    cancelExpiry()
    kept = null
  }

  /** Timers stand still while the computer sleeps, so the age is checked at every use too. */
  const current = (): Kept | null => {
    if (kept !== null && ports.clock() - kept.fetchedAt >= keptSeconds) forget()
    return kept
  }

  const keep = (token: string, fetchedAt: UnixSeconds): void => {
    forget()
    kept = { token, fetchedAt, mayBeSeen: false }
    cancelExpiry = ports.after(keptSeconds * 1000, forget)
  }

  const begin = (client: NonNullable<ReturnType<StreamTokenPorts['client']>>): Fetching => {
    const mine: Fetching = {
      promise: client.streamToken().then((answer) => {
        if (fetching !== mine) return fail(accountClosed)
        fetching = null
        if (!answer.ok) return answer
        const { value, at } = answer.value
        keep(value.token, at)
        return ok({ fetchedAt: at, keptUntil: at + keptSeconds, length: value.token.length })
      }),
    }
    return mine
  }

  return {
    fetch: () => {
      if (fetching !== null) return fetching.promise
      const client = ports.client()
      if (client === null) return Promise.resolve(fail(noAccount))
      fetching = begin(client)
      return fetching.promise
    },
    reveal: async () => {
      const held = current()
      if (held === null) return fail(noToken)
      if (!held.mayBeSeen) {
        const agreed = await ports.mayReveal()
        if (!agreed.ok) return agreed
        // Another may have been fetched, or the account closed, behind the box.
        if (current() !== held) return fail(noToken)
        held.mayBeSeen = true
      }
      return ok({ token: held.token })
    },
    copy: async () => {
      const held = current()
      return held === null ? fail(noToken) : ok(await ports.copySecret(held.token))
    },
    drop: () => {
      fetching = null
      forget()
    },
  }
}
