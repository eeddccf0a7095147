// Opens the demo: a simulated exchange, and an account over it whose data is held in memory alone.
import { randomInt } from 'node:crypto'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import { type Demo, demoMiners, type startDemo } from '../demo/demo-account.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import { createNonceGenerator, type NonceGenerator } from '../exchange/nonce.js'
import { type Credentials, Secret } from '../keychain/secret.js'
import { type AccountPlatform, openAccount } from './account.js'
import type { OpenDemo } from './account-manager.js'
import { openMemoryStorage } from './memory-storage.js'

export type DemoOpeningParts = {
  startDemo: typeof startDemo
  connect(address: Demo['profile'], credentials: Credentials, nonce: NonceGenerator): TradingClient
  redactSecret(secret: Secret): void
  platform: AccountPlatform
}

export const openDemo = async ({ startDemo, connect, redactSecret, platform }: DemoOpeningParts): Promise<Result<OpenDemo, Problem>> => {
  const { clock, timing, random } = platform
  const started = await startDemo({ clock, after: timing.after, newId: random.newId, seed: () => randomInt(2 ** 31) })
  if (!started.ok) return started
  const { profile, keys, levers, stop } = started.value

  const redacted = (text: string): Secret => {
    const secret = Secret.of(text)
    redactSecret(secret)
    return secret
  }

  try {
    const memory = openMemoryStorage([profile], clock)
    const nonce = createNonceGenerator(clock, memory.nonces)
    // As an earlier run would have left them: what was only now added would be asked for before the balance.
    for (const name of demoMiners)
      memory.mining.save(profile.id, { name, addedAt: clock(), destination: null, asOf: null, keyHint: null, change: null })
    const account = openAccount(
      profile,
      {
        ...memory,
        loadKeys: () => Promise.resolve(ok({ apiKey: redacted(keys.apiKey), apiSecret: redacted(keys.apiSecret) })),
        connect: (credentials) => connect(profile, credentials, nonce),
        record: () => ({ problem: null, readOnly: false, restored: false }),
        release: memory.close,
      },
      platform,
    )
    return ok({ account, levers, tend: memory.tend, stop })
  } catch (fault) {
    await stop()
    throw fault
  }
}
