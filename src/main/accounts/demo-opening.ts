// A simulated exchange, and an account on it whose data is only in memory.
import { randomInt, randomUUID } from 'node:crypto'
import type { Problem } from '../../shared/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { DemoCopy, startDemo } from '../demo/demo-account.js'
import { demoMiners } from '../demo/demo-miners.js'
import { createNonceGenerator } from '../exchange/signer.js'
import { Secret } from '../keychain/secret.js'
import { openAccount } from './account-opening.js'
import type { AccountPlatform, AccountStorage } from './account.js'
import type { AccountConnections } from './account-connections.js'
import type { OpenDemo } from './open-accounts.js'
import { openMemoryStorage } from './storage.js'

/**
 * Each call starts a new one.
 * @throws what opening the account throws, after stopping the simulator
 */
export function createDemoOpening(parts: {
  clock: Clock
  timing: Pick<Timing, 'after'>
  startDemo: typeof startDemo
  redactSecret(secret: Secret): void
  connect: AccountConnections['connect']
  unlessLocked(load: AccountStorage['loadKeys']): AccountStorage['loadKeys']
  platform: AccountPlatform
}) {
  return async (copy: DemoCopy | null): Promise<Result<OpenDemo, Problem>> => {
    const { clock, timing, connect } = parts
    const started = await parts.startDemo(
      {
        clock,
        after: timing.after,
        newId: randomUUID,
        seed: () => randomInt(2 ** 31),
      },
      copy,
    )
    if (!started.ok) return started
    const { profile, keys, past, pastLevels, levers, stop } = started.value

    const redacted = (text: string): Secret => {
      const secret = Secret.of(text)
      parts.redactSecret(secret)
      return secret
    }

    try {
      const memory = openMemoryStorage([profile], clock)
      const nonce = createNonceGenerator(clock, memory.nonces)
      // As an earlier run would have left them: newly added accounts would be requested before the
      // balance.
      for (const name of copy === null ? demoMiners : [])
        memory.mining.save(profile.id, {
          name,
          addedAt: clock(),
          destination: null,
          asOf: null,
          keyHint: null,
          change: null,
        })
      for (const { at, loan } of past) memory.samples.addLoan(profile.id, at, loan)
      for (const { at, level } of pastLevels) memory.samples.addMarginLevel(profile.id, at, level)
      const storage: AccountStorage = {
        ...memory,
        loadKeys: parts.unlessLocked(() =>
          Promise.resolve(
            ok({ apiKey: redacted(keys.apiKey), apiSecret: redacted(keys.apiSecret) }),
          ),
        ),
        connect: (pair, events) => connect(profile, pair, nonce, events),
        record: () => ({ problem: null, readOnly: false, restored: false }),
        release: memory.close,
      }
      return ok({
        account: openAccount(profile, storage, parts.platform),
        levers,
        tend: memory.tend,
        stop,
      })
    } catch (fault) {
      await stop()
      throw fault
    }
  }
}
