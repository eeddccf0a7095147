// macOS and Windows are asked from the app's own process: there the system ties permission to the program that asks, and the libraries
// do not have the faults for which Linux needs a broker.
import { ok } from '../../shared/result.js'
import type { BrokerRequest } from './broker-protocol.js'
import * as calls from './keychain-calls.js'
import { classifyKeychainMessage, errorText } from './keychain-errors.js'
import { keychainService, type KeychainAdapter, type KeychainResult, type Patience } from './keychain-adapter.js'
import { runKeytar } from './keytar-operations.js'

type Answer = KeychainResult<calls.KeychainValue>

export type DirectParts = {
  readonly backend: string
  /** Stands for the library in tests. */
  readonly run?: (request: Pick<BrokerRequest, 'op' | 'args'>) => Promise<calls.KeychainValue>
  readonly timer?: calls.Timer
  readonly limits?: Partial<calls.CallLimits>
}

/**
 * A call that has run out of time cannot be cut short: it is given up, and those after
 * it wait for it within their own limits. So `close` ends the waiting, not the call: `health().busy` says whether one is still inside.
 */
export const createDirectKeychain = (parts: DirectParts): KeychainAdapter => {
  const run = parts.run ?? runKeytar
  const timer = parts.timer ?? calls.systemTimer
  const limits = { ...calls.usualCallLimits, ...parts.limits }
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
  let inside = 0
  const count = { calls: 0, timeouts: 0, crashes: 0 }
  const waiting = new Set<(answer: Answer) => void>()

  const carryOut = async ({ op, account, item }: calls.KeychainCall): Promise<Answer> => {
    inside++
    try {
      return ok(await run({ op, args: { service: keychainService, account, item } }))
    } catch (error) {
      const message = errorText(error)
      return calls.keychainFault(classifyKeychainMessage(message), message)
    } finally {
      inside--
    }
  }

  const call = (asked: calls.KeychainCall, patience: Patience): Promise<Answer> =>
    new Promise((resolve) => {
      if (closed) return resolve(calls.keychainFault('KEYCHAIN_CLOSED', 'the keychain is closed'))
      count.calls++
      // The caller zeroes its buffer after a timeout; a call already inside must not then store zeros.
      const item = asked.item === null ? null : Buffer.from(asked.item)
      const ms = patience === 'silent' ? limits.silentMs : limits.promptMs
      const stopTimer = timer(ms, () => {
        count.timeouts++
        end(calls.keychainFault('KEYCHAIN_TIMEOUT', `${asked.op} did not end within ${String(ms)} ms`))
      })
      const end = (answer: Answer): void => {
        if (!waiting.delete(end)) return
        stopTimer()
        resolve(answer)
      }
      waiting.add(end)
      queue = queue.then(async () => {
        // Given up while it was queued: nothing may be written later behind the user's back.
        if (waiting.has(end)) end(await carryOut({ ...asked, item }))
        item?.fill(0)
      })
    })

  return calls.createAdapter({
    backend: parts.backend,
    call,
    health: () => ({ ...count, busy: inside > 0 }),
    close: () => {
      closed = true
      for (const end of [...waiting]) end(calls.keychainFault('KEYCHAIN_CLOSED', 'Plimsoll is closing'))
    },
  })
}
