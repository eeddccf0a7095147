// The token or signing secret of a destination of alerts: one entry of the keychain each, in the
// form of a key whose public half says what it is.
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Keychain } from './keychain.js'
import { sameSecret, Secret, wipeCredentials } from './secret.js'

const publicHalf = 'alert-destination'

export type DestinationSecrets = {
  store(id: string, text: string): Promise<Result<null, Problem>>
  /** Opens no prompt. Wiped when the keychain closes. */
  load(id: string): Promise<Result<Secret, Problem>>
  /** Whether the stored one is this. Opens no prompt. */
  holds(id: string, text: string): Promise<Result<boolean, Problem>>
  remove(id: string): Promise<Result<null, Problem>>
}

/** `entries`: what may be in a keychain, so that the next start removes what nothing refers to. */
export function createDestinationSecrets(
  keychain: Pick<Keychain, 'describe' | 'trialEntryOf' | 'store' | 'load' | 'remove'>,
  entries: {
    note: (entry: string, keychain: string) => Result<null, Problem>
    forget: (entry: string) => Result<null, Problem>
  },
): DestinationSecrets {
  const load: DestinationSecrets['load'] = async (id) => {
    const loaded = await keychain.load(id, 'silent')
    return loaded.ok ? ok(loaded.value.apiSecret) : loaded
  }

  return {
    load,
    async holds(id, text) {
      const loaded = await load(id)
      if (!loaded.ok) return loaded
      const wanted = Secret.of(text)
      const isSame = sameSecret(loaded.value, wanted)
      loaded.value.wipe()
      wanted.wipe()
      return ok(isSame)
    },
    async store(id, text) {
      const trial = keychain.trialEntryOf(id)
      // Recorded before the call: a call that timed out may still store a secret.
      for (const entry of [id, trial]) {
        const noted = entries.note(entry, keychain.describe())
        if (!noted.ok) return noted
      }
      const credentials = { apiKey: Secret.of(publicHalf), apiSecret: Secret.of(text) }
      const stored = await keychain.store(id, credentials)
      wipeCredentials(credentials)
      if (!stored.ok) return stored
      if (!stored.value.trialLeft) entries.forget(trial)
      return ok(null)
    },
    async remove(id) {
      const removed = await keychain.remove(id)
      if (!removed.ok) return removed
      // One that was not found may be in another keychain: the next start looks again.
      if (removed.value === 'removed') entries.forget(id)
      return ok(null)
    },
  }
}
