// The lock of accounts that a test opens, its passphrase in memory and checked at next to no cost.
import type { Accounts } from '../../src/main/accounts/accounts.js'
import { createLock, type Lock } from '../../src/main/lock/lock.js'
import { createPassphrase } from '../../src/main/lock/passphrase.js'
import type { PassphraseFiles, StoredPassphrase } from '../../src/main/lock/stored-passphrase.js'
import { defaultSettings, type Settings } from '../../src/shared/settings/settings.js'
import { fail, ok } from '../../src/shared/result.js'
import type { Clock, Timing } from '../../src/shared/time.js'

export const cheapCost = { n: 2, r: 1, p: 1 }

/** `refuses`: nothing can be written. */
export type MemoryPassphrase = { record: StoredPassphrase | 'damaged' | null; refuses?: boolean }

export function memoryFiles(kept: MemoryPassphrase): PassphraseFiles {
  const put = (record: StoredPassphrase | null): ReturnType<PassphraseFiles['write']> => {
    if (kept.refuses === true) return fail({ code: 'store-trouble', message: 'the disk refuses' })
    kept.record = record
    return ok(null)
  }
  return { read: () => kept.record, write: put, remove: () => put(null) }
}

export function createLockHarness(
  parts: {
    clock: Clock
    timing: Pick<Timing, 'ticks' | 'after'>
    settings?: () => Settings
    idleSeconds?: () => number
    stored?: MemoryPassphrase | undefined
  },
  accounts: () => Pick<Accounts, 'lock' | 'unlockAll' | 'lockCounts' | 'isAnyArmed' | 'holdsKey'>,
) {
  const {
    clock,
    timing,
    settings = () => defaultSettings,
    idleSeconds = () => 0,
    stored = { record: null },
  } = parts
  const cleared: number[] = []
  const lock: Lock = createLock({
    clock,
    timing,
    settings,
    systemRegion: 'en-US',
    passphrase: createPassphrase({
      files: memoryFiles(stored),
      clock,
      timing,
      cost: cheapCost,
      changed: () => lock.changed(),
    }),
    accounts: {
      lock: (keepsKeys) => accounts().lock(keepsKeys),
      unlock: () => accounts().unlockAll(),
      counts: () => accounts().lockCounts(),
      isArmed: () => accounts().isAnyArmed(),
      holdsKey: (apiKey, apiSecret) => accounts().holdsKey(apiKey, apiSecret),
    },
    idleSeconds,
    clear: () => cleared.push(clock()),
    log: () => undefined,
  })
  return { lock, stored, cleared }
}
