// macOS and Windows are asked from the app's own process: there the system ties permission to the program that asks, and the libraries
// do not have the faults for which Linux needs a broker.
import { ok } from '../../shared/result.js'
import * as calls from './keychain-adapter.js'
import type { KeychainAdapter, KeychainAnswer, KeychainCall, Patience, Timer } from './keychain-adapter.js'
import { runKeytar } from './keytar-operations.js'

/**
 * A call that has run out of time cannot be cut short: it is given up, and those after
 * it wait for it within their own limits. So `close` ends the waiting, not the call: `health().busy` says whether one is still inside.
 */
export const createInProcessKeychain = (parts: {
  backend: string
  /** Stands for the library in tests. */
  run?: typeof runKeytar
  timer?: Timer
}): KeychainAdapter => {
  const { backend, run = runKeytar, timer = calls.systemTimer } = parts
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
  let inside = 0
  const count = { calls: 0, timeouts: 0, crashes: 0 }
  const waiting = new Set<(answer: KeychainAnswer) => void>()

  const carryOut = async ({ op, account, item }: KeychainCall): Promise<KeychainAnswer> => {
    inside++
    try {
      return ok(await run({ op, args: { service: calls.keychainService, account, item } }))
    } catch (error) {
      const message = calls.errorText(error)
      return calls.keychainFault(calls.classifyKeychainMessage(message), message)
    } finally {
      inside--
    }
  }

  const call = (asked: KeychainCall, patience: Patience): Promise<KeychainAnswer> =>
    new Promise((resolve) => {
      if (closed) return resolve(calls.keychainFault('KEYCHAIN_CLOSED', 'the keychain is closed'))
      count.calls++
      // The caller zeroes its buffer after a timeout; a call already inside must not then store zeros.
      const item = asked.item === null ? null : Buffer.from(asked.item)
      const ms = patience === 'silent' ? calls.usualCallLimits.silentMs : calls.usualCallLimits.promptMs
      const stopTimer = timer(ms, () => {
        count.timeouts++
        end(calls.keychainFault('KEYCHAIN_TIMEOUT', `${asked.op} did not end within ${String(ms)} ms`))
      })
      const end = (answer: KeychainAnswer): void => {
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
    backend,
    call,
    health: () => ({ ...count, busy: inside > 0 }),
    close: () => {
      closed = true
      for (const end of [...waiting]) end(calls.keychainFault('KEYCHAIN_CLOSED', 'Plimsoll is closing'))
    },
  })
}
