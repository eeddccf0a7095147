// How long whoever asks the keychain is kept waiting. A prompt of the system may be open for much
// longer, or never have come up.
import { messageOf } from '../messages/messages.js'
import { fail, type Result } from '../result.js'
import type { Timing } from '../time.js'
import type { Problem } from '../problem.js'

/** Milliseconds. */
export const keychainAnswerMs = 10_000

/**
 * The keychain was asked, and nothing has come of it yet. What it gives later is used all the same.
 */
export const keychainWaits: Readonly<Problem> = Object.freeze({
  code: 'keychain-locked',
  message: messageOf('exchange.keychain.waits', { seconds: String(keychainAnswerMs / 1000) }),
  reason: 'KEYCHAIN_WAITS',
})

/** What `answer` brings, or `late` where it has not come within ten seconds. */
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
