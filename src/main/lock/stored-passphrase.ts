// What a passphrase is checked against, in two separate files: if one is damaged or missing the
// other applies, and only if both are missing is there no passphrase. The passphrase itself is in
// neither.
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Problem } from '../../shared/problem.js'
import { parseJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { databaseProblem, type DatabaseLog, faultOf } from '../database/database-fault.js'
import { replaceFile } from '../database/database-files.js'

const isPowerOfTwo = (value: number): boolean => (value & (value - 1)) === 0

const storedPassphrase = z.strictObject({
  version: z.literal(1),
  /** The cost, which can grow: bounded, so that a damaged file cannot request excessive memory. */
  n: z
    .int()
    .min(2)
    .max(2 ** 22)
    .refine(isPowerOfTwo),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  /** Base64. */
  salt: z.base64().min(24).max(200),
  hash: z.base64().min(44).max(200),
  /** Consecutive wrong tries, and the time of the last, in Unix seconds. */
  wrong: z.int().min(0).max(1_000_000),
  triedAt: z.number().min(0).max(100_000_000_000),
})

export type StoredPassphrase = z.infer<typeof storedPassphrase>

export type PassphraseFiles = {
  /** Null if none was ever set, or it was removed. */
  read(): StoredPassphrase | 'damaged' | null
  write(record: StoredPassphrase): Result<null, Problem>
  remove(): Result<null, Problem>
}

export const passphraseFileNames = ['passphrase.json', 'passphrase.copy.json'] as const

function readFile(path: string): StoredPassphrase | 'damaged' | null {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null
    return storedPassphrase.safeParse(parseJson(readFileSync(path, 'utf8'))).data ?? 'damaged'
  } catch {
    return 'damaged'
  }
}

/** `folder`: absolute, must exist. */
export function openPassphraseFiles(folder: string, log: DatabaseLog): PassphraseFiles {
  const paths = passphraseFileNames.map((name) => join(folder, name))

  const attempt = (what: string, act: (path: string) => void): Result<null, Problem> => {
    try {
      paths.forEach(act)
      return ok(null)
    } catch (error) {
      const { reason, message } = faultOf(error)
      log.warn(what, { reason, message })
      return fail(databaseProblem(reason))
    }
  }
  const write = (record: StoredPassphrase): Result<null, Problem> =>
    attempt('passphrase not written', (path) => replaceFile(path, JSON.stringify(record)))

  return {
    read: () => {
      const found = paths.map(readFile)
      const [good] = found.filter((one) => one !== null && one !== 'damaged')
      if (good === undefined) return found.includes('damaged') ? 'damaged' : null
      if (found.some((one) => one === null || one === 'damaged')) {
        log.warn('passphrase file repaired', {})
        write(good)
      }
      return good
    },
    write,
    remove: () => attempt('passphrase not removed', (path) => rmSync(path, { force: true })),
  }
}
