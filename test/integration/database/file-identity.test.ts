// A database that is deleted, replaced or moved while Plimsoll runs accepts every write without an
// error; the next start would find none of it.
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { everyIntent } from '../../../src/shared/orders/trading.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

type Loss = (folder: string) => void

const losses: [string, Loss][] = [
  ['deleted', (folder) => rmSync(databaseFiles(folder).database)],
  [
    'replaced by a copy',
    (folder) => {
      const { database } = databaseFiles(folder)
      copyFileSync(database, `${database}.copy`)
      renameSync(`${database}.copy`, database)
    },
  ],
  ['moved with its folder', (folder) => renameSync(folder, `${folder}.away`)],
]

function setup() {
  // The folder itself is moved, so it is inside one that is removed after the test.
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder, { mode: 0o700 })
  const troubles: (string | null)[] = []
  const { clock } = createTestClock()
  const { storage } = openTestStorage({
    folder,
    clock,
    onTrouble: (problem) => troubles.push(problem?.reason ?? null),
  })
  const profile = aProfile()
  valueOf(storage.profiles.add(profile))
  const send = () =>
    storage.orders.add(anIntent({ profileId: profile.id }), [{ quote: 'USDT', notional: '1' }])
  return { folder, storage, troubles, profile, send }
}

// Windows does not release an open file.
describe.skipIf(process.platform === 'win32')('ORD-19 a missing database', () => {
  it.each(losses)(
    '%s: no order is recorded, so none is sent, and the problem says so',
    (_what, lose) => {
      const { folder, storage, troubles, profile, send } = setup()
      lose(folder)
      const refused = send()
      expect(refused).toMatchObject({
        ok: false,
        error: { code: 'store-trouble', reason: 'FILE_GONE' },
      })
      expect(englishOf(storage.problem()?.message ?? '')).toContain('nothing was sent')
      expect(
        () => storage.nonces.raise('key', '1'),
        'a number that is not recorded sends no order either',
      ).toThrow('could not be written')
      expect(troubles).toEqual(['FILE_GONE'])
      expect(
        valueOf(storage.orders.page(profile.id, { ...everyIntent, after: null, limit: 10 }))
          .intents,
      ).toEqual([])
    },
  )

  it('accepts records again once it is back', () => {
    const { folder, storage, troubles, send } = setup()
    renameSync(folder, `${folder}.away`)
    expect(send().ok).toBe(false)
    renameSync(`${folder}.away`, folder)
    expect(valueOf(send())).toBe('added')
    expect(storage.problem()).toBeNull()
    expect(troubles).toEqual(['FILE_GONE', null])
  })
})
