// The key of one account: loaded on demand, held while it is used, wiped when it goes. Whatever an
// older loading brings is wiped as it comes.
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

const closedMeanwhile: Problem = { code: 'gone', message: messageOf('accounts.closed-meanwhile') }

export function createAccountKey(parts: {
  timing: Pick<Timing, 'after'>
  isOpen(): boolean
  /** A copy for the account to own and to wipe. */
  load(): Promise<Result<Credentials, KeyTrouble>>
  /** Asks nothing yet. */
  connect(keys: Credentials): TradingClient
  /** Does what has to wait for the answers of orders that are on their way. */
  whenIdle(act: () => void): void
  statusChanged(status: KeyStatus): void
  /** A client is there to monitor with. */
  connected(client: TradingClient): void
  /** The key goes, before it is wiped. */
  dropping(): void
  /** There is none, and why. */
  missing(problem: Problem): void
}) {
  let status: KeyStatus = { state: 'unknown', problem: null }
  let held: { keys: Credentials; client: TradingClient } | null = null
  let isRefused = false
  /** The newest loading of the key. */
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
    /** A key the exchange has not accepted yet is not tried by what can wait. */
    acceptedClient: (): TradingClient | null => (status.state === 'accepted' ? client() : null),
    /**
     * Waits for as long as the keychain does; after ten seconds the status says that it is waited
     * for.
     */
    unlock: async (): Promise<Result<null, Problem>> => {
      if (!parts.isOpen()) return fail(closedMeanwhile)
      const mine = Symbol('loading')
      loading = mine
      if (status.state !== 'accepted') setStatus('unknown', null)
      // Until it is there nothing is monitored, and the account says why.
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
        // A key that may work is not given up because the keychain does not give it again.
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
    /** One that is just being loaded is wiped as it comes. */
    stopLoading,
    drop,
  }
}
