// The nonce of section 5: Unix time in milliseconds as decimal text, strictly increasing per key for ever. The exchange refuses
// a key whose nonce does not grow, so the unit must never change and the highest value must survive restarts and clock jumps.
import { createHash } from 'node:crypto'
import type { Clock } from '../../shared/time.js'
import type { Secret } from '../keychain/secret.js'

/** What the store keeps: per key, a value no nonce up to now has exceeded. */
export type NonceStore = {
  highWater(keyId: string): string | null
  /** Durable when it returns; throws when it could not be written. */
  raise(keyId: string, nonce: string): void
}

export type NextNonce = {
  text: string
  /** False when the store could not be written: good enough to read with, not to move money with. */
  recorded: boolean
}

export type Nonce = { next(keyId: string): NextNonce }

/**
 * How far ahead the stored mark is raised at a time, so that a burst of calls costs one write. After a crash the first nonces run
 * this far ahead of the clock at most, inside the ±5 s of the public documentation's stricter rule.
 */
const reserve = 4000

type Sequence = { last: number; reserved: number; markRead: boolean }

/** One sequence per key, whichever profile uses it: its name in the store is the SHA-256 of the public key. */
export const keyIdOf = (apiKey: Secret): string => createHash('sha256').update(apiKey.reveal()).digest('hex')

/** Fifteen digits are milliseconds until the year 33658; a longer mark was never ours and would lock the key out. */
const readMark = (mark: string | null): number => (mark !== null && /^\d{1,15}$/.test(mark) ? Number(mark) : 0)

export const createNonce = ({ clock, store }: { clock: Clock; store: NonceStore }): Nonce => {
  const sequences = new Map<string, Sequence>()

  const sequenceOf = (keyId: string): Sequence => {
    const sequence = sequences.get(keyId) ?? { last: 0, reserved: 0, markRead: false }
    sequences.set(keyId, sequence)
    return sequence
  }

  /** False when the store could not be read or written; then it is tried again at the next call. */
  const readMarkOnce = (keyId: string, sequence: Sequence): boolean => {
    try {
      if (!sequence.markRead) {
        const mark = readMark(store.highWater(keyId))
        sequence.markRead = true
        if (mark > sequence.last) sequence.last = mark
      }
      return true
    } catch {
      return false
    }
  }

  const reserveFrom = (keyId: string, sequence: Sequence, nonce: number): boolean => {
    if (nonce <= sequence.reserved) return true
    try {
      store.raise(keyId, String(nonce + reserve))
      sequence.reserved = nonce + reserve
      return true
    } catch {
      return false
    }
  }

  return {
    next(keyId) {
      const sequence = sequenceOf(keyId)
      const read = readMarkOnce(keyId, sequence)
      const now = Math.floor(clock() * 1000)
      const nonce = now > sequence.last ? now : sequence.last + 1
      sequence.last = nonce
      // An unreadable mark may be higher than this one: writing over it would lower it.
      return { text: String(nonce), recorded: read && reserveFrom(keyId, sequence, nonce) }
    },
  }
}
