// The token or signing secret of a destination of alerts: one entry of the keychain each, in the
// form of a key whose public half says what it is.
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Keychain } from './keychain.js'
import { Secret, wipeCredentials } from './secret.js'

const publicHalf = 'alert-destination'

export type DestinationSecrets = {
  store(id: string, text: string): Promise<Result<null, Problem>>
  /** Opens no prompt. Wiped when the keychain closes. */
  load(id: string): Promise<Result<Secret, Problem>>
  remove(id: string): Promise<Result<null, Problem>>
}

export function createDestinationSecrets(
  keychain: Pick<Keychain, 'store' | 'load' | 'remove'>,
): DestinationSecrets {
  return {
    async store(id, text) {
      const credentials = { apiKey: Secret.of(publicHalf), apiSecret: Secret.of(text) }
      const stored = await keychain.store(id, credentials)
      wipeCredentials(credentials)
      return stored.ok ? ok(null) : stored
    },
    async load(id) {
      const loaded = await keychain.load(id, 'silent')
      return loaded.ok ? ok(loaded.value.apiSecret) : loaded
    },
    async remove(id) {
      const removed = await keychain.remove(id)
      return removed.ok ? ok(null) : removed
    },
  }
}
