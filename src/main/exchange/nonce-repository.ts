// The highest nonce used with each key (specification 5: unique; the exchange requires each to be
// larger than the last). It must survive a crash: a reused nonce is refused, and one that is too
// low locks the key out.
import { text, textOf, type Database } from '../database/database.js'
import { DatabaseFault, type DatabaseHealth } from '../database/database-fault.js'

export type NonceRepository = {
  /**
   * The highest nonce ever raised for this key, in decimal digits; null for a key never used.
   * `keyId` is the SHA-256 of the key, in hex.
   */
  highWater(keyId: string): string | null
  /**
   * Never lowers. On disk before it returns.
   * @throws DatabaseFault when it could not be written (the running app uses the raised value all
   * the same, and the next call retries the write), or when `nonce` is not made of decimal digits
   */
  raise(keyId: string, nonce: string): void
}

const digitsOnly = /^\d+$/

/** Every high-water mark by key id. @throws DatabaseFault if one cannot be read */
export function readNonces(database: Database): Map<string, string> {
  const marks = new Map<string, string>()
  for (const row of database.all(`SELECT ${text('key_id')}, ${text('high_water')} FROM nonce`)) {
    const highWater = textOf(row, 'high_water')
    if (!digitsOnly.test(highWater))
      throw new DatabaseFault('DAMAGED', 'a nonce holds something else than digits')
    marks.set(textOf(row, 'key_id'), highWater)
  }
  return marks
}

/** @throws DatabaseFault when the table cannot be read */
export function createNonceRepository(database: Database, health: DatabaseHealth): NonceRepository {
  const known = readNonces(database)
  /** Raised in memory, but not yet written to disk. */
  const unsaved = new Set<string>()

  return {
    highWater: (keyId) => known.get(keyId) ?? null,
    raise: (keyId, nonce) => {
      if (!digitsOnly.test(nonce))
        throw new DatabaseFault('INTERNAL', 'a nonce is made of decimal digits')
      const before = known.get(keyId)
      const higher = before === undefined || BigInt(nonce) > BigInt(before)
      if (higher) known.set(keyId, BigInt(nonce).toString())
      if (!higher && !unsaved.has(keyId)) return
      const sql =
        'INSERT INTO nonce (key_id, high_water) VALUES (?, ?) ON CONFLICT (key_id) DO UPDATE SET high_water = excluded.high_water'
      const saved = health.write(() => database.run(sql, keyId, known.get(keyId) ?? nonce))
      if (saved.ok) {
        unsaved.delete(keyId)
        return
      }
      unsaved.add(keyId)
      throw new DatabaseFault(saved.error.reason, 'the nonce could not be written')
    },
  }
}
