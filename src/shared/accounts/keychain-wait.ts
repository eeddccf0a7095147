// How long a keychain request makes its caller wait. A system prompt may be open for much longer,
// or never have appeared.
import { messageOf } from '../messages/messages.js'
import { fail, type Result } from '../result.js'
import type { Timing } from '../time.js'
import type { Problem } from '../problem.js'

/** Milliseconds. */
export const keychainAnswerMs = 10_000

/** The keychain was called, with no result yet. A key it returns later is still used. */
export const keychainWaits: Readonly<Problem> = Object.freeze({
  code: 'keychain-locked',
  message: messageOf('exchange.keychain.waits', { seconds: String(keychainAnswerMs / 1000) }),
  reason: 'KEYCHAIN_WAITS',
})

/** The result of `answer`, or `late` if it has not come within ten seconds. */
export function soon<T, E>(
  timing: Pick<Timing, 'after'>,
  answer: Promise<Result<T, E>>,
  late: E,
): Promise<Result<T, E>> {
  return new Promise((resolve, reject) => {
    const cancel = timing.after(keychainAnswerMs, () => resolve(fail(late)))
    void answer.then(resolve, reject).finally(cancel)
  })
}
