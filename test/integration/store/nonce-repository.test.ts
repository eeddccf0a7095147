import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store/store.js'
import { createTestClock, openTestStore, quickFolder, valueOf } from '../../support/store-room.js'

const { clock } = createTestClock()

describe('nonces', () => {
  it('NET-13 hold the highest value ever raised per key, over restarts, whatever order they come in', () => {
    const folder = quickFolder()
    const highest = new Map<string, bigint>()
    let prefix = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ key: fc.constantFrom('a', 'b', 'c'), nonce: fc.bigInt({ min: 0n, max: 10n ** 25n }) }),
            fc.constant('restart' as const),
          ),
          { maxLength: 12 },
        ),
        (steps) => {
          prefix += 1
          const keyOf = (name: string): string => `${prefix}-${name}`
          let { store } = valueOf(openStore({ folder, clock }))
          for (const step of steps) {
            if (step === 'restart') {
              store.close()
              ;({ store } = valueOf(openStore({ folder, clock })))
            } else {
              const key = keyOf(step.key)
              store.nonces.raise(key, step.nonce.toString())
              const before = highest.get(key)
              if (before === undefined || step.nonce > before) highest.set(key, step.nonce)
            }
            for (const name of ['a', 'b', 'c']) {
              expect(store.nonces.highWater(keyOf(name))).toBe(highest.get(keyOf(name))?.toString() ?? null)
            }
          }
          store.close()
        },
      ),
      { numRuns: 25 },
    )
  })

  it('NET-13 stay as they are when the same value comes again', () => {
    const folder = quickFolder()
    const { store } = openTestStore({ folder, clock })
    store.nonces.raise('key', '1749988800000')
    store.nonces.raise('key', '1749988800000')
    store.nonces.raise('key', '999999999999')
    expect(store.nonces.highWater('key')).toBe('1749988800000')
  })

  it.each(['', '-1', '1.5', '1e9', ' 7', 'x'])('refuse %j, which is no nonce', (nonce) => {
    const { store } = openTestStore({ folder: quickFolder(), clock })
    expect(() => store.nonces.raise('key', nonce)).toThrow('decimal digits')
    expect(store.nonces.highWater('key')).toBeNull()
  })
})
