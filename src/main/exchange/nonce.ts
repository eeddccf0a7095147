// The nonce of section 5: Unix time in milliseconds as decimal text, strictly increasing per key for ever. The exchange refuses
// a key whose nonce does not grow, so the unit must never change and the highest value must survive restarts and clock jumps.
import type { Clock } from '../../shared/time.js'
import type { Secret } from '../keychain/secret.js'
import type { NonceRepository } from './nonce-repository.js'
import { sha256 } from './signer.js'

export type NonceGenerator = ReturnType<typeof createNonceGenerator>

/**
 * How far ahead the stored mark is raised at a time, so that a burst of calls costs one write. After a crash the first nonces run
 * this far ahead of the clock at most, inside the ±5 s of the public documentation's stricter rule.
 */
const reserve = 4000

type Sequence = { last: number; reserved: number; highWaterRead: boolean }

/** One sequence per key, whichever profile uses it, under the SHA-256 of the public key. */
export const keyIdOf = (apiKey: Secret): string => sha256(apiKey.reveal())

/** Fifteen digits are milliseconds until the year 33658; a longer mark was never ours and would lock the key out. */
const parseHighWater = (highWater: string | null): number => (highWater !== null && /^\d{1,15}$/.test(highWater) ? Number(highWater) : 0)

export const createNonceGenerator = (clock: Clock, repository: NonceRepository) => {
  const sequences = new Map<string, Sequence>()

  const sequenceOf = (keyId: string): Sequence => {
    const sequence = sequences.get(keyId) ?? { last: 0, reserved: 0, highWaterRead: false }
    sequences.set(keyId, sequence)
    return sequence
  }

  /** False when it could not be read; then it is tried again at the next call. */
  const readHighWaterOnce = (keyId: string, sequence: Sequence): boolean => {
    try {
      if (!sequence.highWaterRead) {
        const highWater = parseHighWater(repository.highWater(keyId))
        sequence.highWaterRead = true
        if (highWater > sequence.last) sequence.last = highWater
      }
      return true
    } catch {
      return false
    }
  }

  const reserveFrom = (keyId: string, sequence: Sequence, nonce: number): boolean => {
    if (nonce <= sequence.reserved) return true
    try {
      repository.raise(keyId, String(nonce + reserve))
      sequence.reserved = nonce + reserve
      return true
    } catch {
      return false
    }
  }

  return {
    /** `recorded` is false when it could not be written down: good enough to read with, not to move money with. */
    next(keyId: string): { text: string; recorded: boolean } {
      const sequence = sequenceOf(keyId)
      const read = readHighWaterOnce(keyId, sequence)
      const now = Math.floor(clock() * 1000)
      const nonce = now > sequence.last ? now : sequence.last + 1
      sequence.last = nonce
      // An unreadable high-water mark may be higher than this one: writing over it would lower it.
      return { text: String(nonce), recorded: read && reserveFrom(keyId, sequence, nonce) }
    },
  }
}
