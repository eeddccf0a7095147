import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { fail, ok } from '../../shared/result.js'
import type { KeychainPort, KeychainResult, Patience } from './keychain-port.js'

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.byteLength === b.byteLength && timingSafeEqual(a, b)

/** Writes, reads back and deletes one random item under a random name, and leaves nothing behind. */
export const probeKeychain = async (
  keychain: Pick<KeychainPort, 'get' | 'set' | 'delete'>,
  patience: Patience,
): Promise<KeychainResult<null>> => {
  const account = randomUUID()
  const item = Buffer.from(randomBytes(24).toString('hex'))
  const written = await keychain.set(account, item, patience)
  if (!written.ok) return written
  const read = await keychain.get(account, patience)
  const deleted = await keychain.delete(account, patience)
  if (!read.ok) return read
  if (!deleted.ok) return deleted
  if (read.value === null || !sameBytes(read.value, item)) {
    return fail({ reason: 'KEYCHAIN_READ_BACK_DIFFERS', detail: 'a test item did not come back as it was written' })
  }
  if (!deleted.value) return fail({ reason: 'KEYCHAIN_UNKNOWN', detail: 'a test item could not be deleted again' })
  return ok(null)
}
