import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStorage } from '../../../src/main/accounts/storage.js'
import {
  aProfile,
  createTestClock,
  filesIn,
  modeOf,
  openTestStorage,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const { clock } = createTestClock()

function modesIn(folder: string): [string, string][] {
  return filesIn(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name)
    const mine: [string, string] = [name, modeOf(path)]
    return statSync(path).isDirectory() ? [mine, ...modesIn(path)] : [mine]
  })
}

describe.skipIf(process.platform === 'win32')('permissions of stored files', () => {
  it('DAT-9 are the owner’s alone: folders 0700, every file 0600, including the log, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      const folder = join(temporaryFolder(), 'made', 'here')
      const { storage } = openTestStorage({ folder, clock })
      valueOf(storage.profiles.add(aProfile()))
      storage.nonces.raise('key', '1')
      valueOf(await storage.tend())
      expect(modeOf(folder)).toBe('700')
      expect(
        modesIn(folder).map(([name, mode]) => [name.replace(/\d{8}T\d{6}Z/, '<time>'), mode]),
      ).toEqual([
        ['backups', '700'],
        ['plimsoll-000001-<time>.db', '600'],
        ['plimsoll.db', '600'],
        ['plimsoll.db-wal', '600'],
        ['plimsoll.db.expected', '600'],
        ['plimsoll.lock', '600'],
      ])
    } finally {
      process.umask(before)
    }
  })

  it('DAT-9 are corrected if they had become too wide', () => {
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(folder, { mode: 0o755 })
    valueOf(openStorage({ folder, clock })).storage.close()
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'plimsoll.db'), 0o644)
    openTestStorage({ folder, clock })
    expect([modeOf(folder), modeOf(join(folder, 'plimsoll.db'))]).toEqual(['700', '600'])
  })

  it('are not needed for anything but the database, its marker, its lock and its backups after a clean end', () => {
    const folder = temporaryFolder()
    const { storage } = openTestStorage({ folder, clock })
    valueOf(storage.profiles.add(aProfile()))
    storage.close()
    expect(filesIn(folder)).toEqual([
      'backups',
      'plimsoll.db',
      'plimsoll.db.expected',
      'plimsoll.lock',
    ])
  })
})
