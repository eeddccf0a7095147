// The key of one open account: loaded on demand in place of the one before, and wiped when it goes.
import type { KeyState } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { type Credentials, wipeCredentials } from '../keychain/secret.js'
import type { KeyTrouble } from './credential-store.js'

export type KeyStatus = { state: KeyState; problem: Problem | null }

const closedMeanwhile: Problem = { code: 'gone', message: 'The account was closed, or its key asked for again, in the meantime.' }

export const createAccountKey = (parts: {
  /** A copy for the account to own and to wipe. */
  loadKeys(): Promise<Result<Credentials, KeyTrouble>>
  /** Asks nothing yet. Accounts with the same host and key share one budget of calls. */
  connect(keys: Credentials): TradingClient
  /** Runs once nothing of the account is on its way to the exchange any more. */
  whenIdle(act: () => void): void
  statusChanged(): void
  clientReady(client: TradingClient): void
  /** There may have been none. */
  clientDropped(): void
  /** There is no key, and why. */
  missing(problem: Problem): void
}) => {
  let status: KeyStatus = { state: 'unknown', problem: null }
  let held: { keys: Credentials; client: TradingClient } | null = null
  let isRefused = false
  /** The newest loading; whatever an older one brings is wiped. */
  let loading: symbol | null = null
  let isClosed = false

  const setStatus = (state: KeyState, problem: Problem | null): void => {
    if (isClosed) return
    status = { state, problem }
    parts.statusChanged()
  }

  const drop = (): void => {
    const dropped = held
    held = null
    parts.clientDropped()
    if (dropped === null) return
    parts.whenIdle(() => dropped.client.close())
    wipeCredentials(dropped.keys)
  }

  const setMissing = ({ state, problem }: KeyTrouble): void => {
    drop()
    setStatus(state, problem)
    parts.missing(problem)
  }

  return {
    status: (): KeyStatus => status,
    client: (): TradingClient | null => held?.client ?? null,
    unlock: async (): Promise<Result<null, Problem>> => {
      if (isClosed) return fail(closedMeanwhile)
      const mine = Symbol('loading')
      loading = mine
      if (status.state !== 'accepted') setStatus('unknown', null)
      const loaded = await parts.loadKeys()
      if (loading !== mine) {
        if (loaded.ok) wipeCredentials(loaded.value)
        return fail(closedMeanwhile)
      }
      loading = null
      if (!loaded.ok) {
        // A key that may work is not given up because the keychain does not give it again.
        if (held === null || isRefused) setMissing(loaded.error)
        return fail(loaded.error.problem)
      }
      drop()
      if (status.state !== 'unknown') setStatus('unknown', null)
      isRefused = false
      held = { keys: loaded.value, client: parts.connect(loaded.value) }
      parts.clientReady(held.client)
      return ok(null)
    },
    setMissing,
    /** The exchange accepted the key. */
    accepted: (): void => setStatus('accepted', null),
    /** The exchange refused the key. */
    refused: (problem: Problem): void => {
      isRefused = true
      setStatus('rejected', problem)
    },
    close: (): void => {
      isClosed = true
      loading = null
      drop()
    },
  }
}
