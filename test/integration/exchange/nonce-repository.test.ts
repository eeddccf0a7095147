import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNonceGenerator, keyIdOf } from '../../../src/main/exchange/signer.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  valueOf,
} from '../../support/test-storage.js'

const { clock } = createTestClock()

describe('nonces', () => {
  it('NET-13 keep the highest value ever reached per key, over restarts, in any order', () => {
    const folder = quickFolder()
    const highest = new Map<string, bigint>()
    let prefix = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({
              key: fc.constantFrom('a', 'b', 'c'),
              nonce: fc.bigInt({ min: 0n, max: 10n ** 25n }),
            }),
            fc.constant('restart' as const),
          ),
          { maxLength: 12 },
        ),
        (steps) => {
          prefix += 1
          const keyOf = (name: string): string => `${prefix}-${name}`
          let { storage } = valueOf(openStorage({ folder, clock }))
          for (const step of steps) {
            if (step === 'restart') {
              storage.close()
              ;({ storage } = valueOf(openStorage({ folder, clock })))
            } else {
              const key = keyOf(step.key)
              storage.nonces.raise(key, step.nonce.toString())
              const before = highest.get(key)
              if (before === undefined || step.nonce > before) highest.set(key, step.nonce)
            }
            for (const name of ['a', 'b', 'c']) {
              expect(storage.nonces.highWater(keyOf(name))).toBe(
                highest.get(keyOf(name))?.toString() ?? null,
              )
            }
          }
          storage.close()
        },
      ),
      { numRuns: 25 },
    )
  })

  it('NET-13 do not change when the same value is stored again', () => {
    const folder = quickFolder()
    const { storage } = openTestStorage({ folder, clock })
    storage.nonces.raise('key', '1749988800000')
    storage.nonces.raise('key', '1749988800000')
    storage.nonces.raise('key', '999999999999')
    expect(storage.nonces.highWater('key')).toBe('1749988800000')
  })

  it('outlive the account they were used for: its key continues above them when connected again, even with the clock set back', () => {
    const folder = quickFolder()
    const key = keyIdOf(Secret.of('a public key'))
    const { storage } = valueOf(openStorage({ folder, clock }))
    valueOf(storage.profiles.add(aProfile()))
    const last = createNonceGenerator(() => 1_750_000_000, storage.nonces).next(key)
    expect(last.recorded).toBe(true)
    valueOf(storage.profiles.remove(aProfile().id))
    storage.close()

    const { storage: again } = openTestStorage({ folder, clock })
    const next = createNonceGenerator(() => 1_749_000_000, again.nonces).next(key)
    expect(BigInt(next.text)).toBeGreaterThan(BigInt(last.text))
  })

  it.each(['', '-1', '1.5', '1e9', ' 7', 'x'])('refuse %j, which is no nonce', (nonce) => {
    const { storage } = openTestStorage({ folder: quickFolder(), clock })
    expect(() => storage.nonces.raise('key', nonce)).toThrow('decimal digits')
    expect(storage.nonces.highWater('key')).toBeNull()
  })
})
