// The key of one account: loaded on demand, held while in use, wiped when dropped. A key returned
// by a superseded load is wiped on arrival.
import type { KeyState } from '../../shared/accounts/account.js'
import { keychainAnswerMs } from '../../shared/accounts/keychain-wait.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { type Credentials, wipeCredentials } from '../keychain/secret.js'
import { type KeyTrouble, keyAwaited } from './credential-store.js'

export type KeyStatus = { state: KeyState; problem: Problem | null }

export type AccountKey = {
  status: () => KeyStatus
  client: () => TradingClient | null
  /** Work that can wait does not use a key the exchange has not accepted yet. */
  acceptedClient: () => TradingClient | null
  /** Waits as long as the keychain does; after ten seconds the status says that it is waiting. */
  unlock: () => Promise<Result<null, Problem>>
  missing: (trouble: KeyTrouble) => void
  accepted: () => void
  refused: (problem: Problem) => void
  /** A key still loading is wiped on arrival. */
  stopLoading: () => void
  drop: () => void
}

const closedMeanwhile: Problem = { code: 'gone', message: messageOf('accounts.closed-meanwhile') }

export function createAccountKey(parts: {
  timing: Pick<Timing, 'after'>
  isOpen(): boolean
  /** A copy that the account owns and wipes. */
  load(): Promise<Result<Credentials, KeyTrouble>>
  /** Sends no request yet. */
  connect(keys: Credentials): TradingClient
  /** Runs `act` once no order response is pending. */
  whenIdle(act: () => void): void
  statusChanged(status: KeyStatus): void
  /** A client is ready for monitoring. */
  connected(client: TradingClient): void
  /** Called before the key is wiped. */
  dropping(): void
  /** No key is available, and why. */
  missing(problem: Problem): void
}): AccountKey {
  let status: KeyStatus = { state: 'unknown', problem: null }
  let held: { keys: Credentials; client: TradingClient } | null = null
  let isRefused = false
  /** The latest key load. */
  let loading: symbol | null = null

  let endWait: () => void = () => undefined

  const stopLoading = (): void => {
    loading = null
    endWait()
  }

  const setStatus = (state: KeyState, problem: Problem | null): void => {
    if (!parts.isOpen()) return
    status = { state, problem }
    parts.statusChanged(status)
  }

  const drop = (): void => {
    const dropped = held
    held = null
    parts.dropping()
    if (dropped === null) return
    parts.whenIdle(() => dropped.client.close())
    wipeCredentials(dropped.keys)
  }

  const missing = ({ state, problem }: KeyTrouble): void => {
    drop()
    setStatus(state, problem)
    parts.missing(problem)
  }

  const client = (): TradingClient | null => held?.client ?? null

  return {
    status: (): KeyStatus => status,
    client,
    acceptedClient: (): TradingClient | null => (status.state === 'accepted' ? client() : null),
    unlock: async (): Promise<Result<null, Problem>> => {
      if (!parts.isOpen()) return fail(closedMeanwhile)
      const mine = Symbol('loading')
      loading = mine
      if (status.state !== 'accepted') setStatus('unknown', null)
      // Nothing is monitored without a key, and the account says why.
      endWait()
      endWait = parts.timing.after(keychainAnswerMs, () => {
        if (held === null || isRefused) missing(keyAwaited)
      })
      const loaded = await parts.load()
      if (loading !== mine) {
        if (loaded.ok) wipeCredentials(loaded.value)
        return fail(closedMeanwhile)
      }
      stopLoading()
      if (!loaded.ok) {
        // Keep a key that may work even if the keychain does not return it again.
        if (held === null || isRefused) missing(loaded.error)
        return fail(loaded.error.problem)
      }
      drop()
      if (status.state !== 'unknown') setStatus('unknown', null)
      isRefused = false
      held = { keys: loaded.value, client: parts.connect(loaded.value) }
      parts.connected(held.client)
      return ok(null)
    },
    missing,
    accepted: (): void => setStatus('accepted', null),
    refused: (problem: Problem): void => {
      isRefused = true
      setStatus('rejected', problem)
    },
    stopLoading,
    drop,
  }
}
