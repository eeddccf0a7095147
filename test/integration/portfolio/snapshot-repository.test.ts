import { describe, expect, it } from 'vitest'
import { createDatabaseHealth, noLog } from '../../../src/main/database/database-fault.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import { createWriteBehind } from '../../../src/main/database/write-behind.js'
import { createSnapshotRepository } from '../../../src/main/portfolio/snapshot-repository.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const profile = aProfile()

function setup() {
  const folder = temporaryFolder()
  const { clock } = createTestClock()
  const { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(profile))
  return {
    storage,
    reopen: () => {
      storage.close()
      return openTestStorage({ folder, clock }).storage
    },
  }
}

describe('snapshots', () => {
  it('restore the last answers after a restart, each with its time', () => {
    const { storage, reopen } = setup()
    const balance = [{ asset: 'BTC', amount: '0.100000000000000001' }]
    storage.snapshots.remember(profile.id, 'balance', [], startOfTest)
    storage.snapshots.remember(profile.id, 'balance', balance, startOfTest + 0.5)
    storage.snapshots.remember(profile.id, 'positions', [], startOfTest + 1)
    storage.snapshots.remember(profile.id, 'loan', { kind: 'loan', loan: aLoan() }, startOfTest + 2)
    const again = reopen()
    expect(valueOf(again.snapshots.last(profile.id)).balance).toEqual({
      value: balance,
      asOf: startOfTest + 0.5,
    })
    expect(valueOf(again.snapshots.last(profile.id)).positions).toEqual({
      value: [],
      asOf: startOfTest + 1,
    })
    expect(valueOf(again.snapshots.last(profile.id)).loan).toEqual({
      value: { kind: 'loan', loan: aLoan() },
      asOf: startOfTest + 2,
    })
  })

  it('are read by one statement, and a damaged or unknown one hides no other', () => {
    const database = openDatabase(inMemory)
    database.script('CREATE TABLE snapshot (profile_id TEXT, kind TEXT, value TEXT, as_of REAL)')
    for (const [kind, value] of [
      ['balance', '[{"asset":"BTC","amount":"1"}]'],
      ['positions', '[{"id":'],
      ['loan', '{"kind":"no-loan"}'],
      ['openOrders', '[{"id":7}]'],
      ['toString', '[]'],
      ['tradeBalance', null],
      [null, '[]'],
    ] as const)
      database.run('INSERT INTO snapshot VALUES (?, ?, ?, 7)', 'mine', kind, value)
    database.run('INSERT INTO snapshot VALUES (?, ?, ?, 8)', 'theirs', 'loan', '{"kind":"no-loan"}')
    database.run("INSERT INTO snapshot VALUES ('mine', 'collateralBalance', '[]', NULL)")
    let damages = 0
    const health = createDatabaseHealth({
      changes: database.changes,
      log: noLog,
      onChange: () => undefined,
      onDamage: () => (damages += 1),
    })
    const statements: string[] = []
    const snapshots = createSnapshotRepository(
      {
        ...database,
        first: (sql, ...values) => (statements.push(sql), database.first(sql, ...values)),
        all: (sql, ...values) => (statements.push(sql), database.all(sql, ...values)),
      },
      health,
      createWriteBehind(database, health, () => 0),
    )
    expect(valueOf(snapshots.last('mine'))).toEqual({
      balance: { value: [{ asset: 'BTC', amount: '1' }], asOf: 7 },
      loan: { value: { kind: 'no-loan' }, asOf: 7 },
    })
    expect(statements).toHaveLength(1)
    expect([damages, health.problem()?.reason]).toEqual([1, 'DAMAGED'])
  })

  it('are available at once, before they are written', () => {
    const { storage } = setup()
    storage.snapshots.remember(profile.id, 'loan', { kind: 'not-enabled' }, startOfTest)
    expect(valueOf(storage.snapshots.last(profile.id)).loan).toEqual({
      value: { kind: 'not-enabled' },
      asOf: startOfTest,
    })
    expect(valueOf(storage.snapshots.last('somebody else')).loan).toBeUndefined()
  })

  it('keep text from the server unchanged', () => {
    const { storage, reopen } = setup()
    const balance = [{ asset: 'a\0b\ud800"\u2028', amount: '1' }]
    storage.snapshots.remember(profile.id, 'balance', balance, startOfTest)
    expect(valueOf(reopen().snapshots.last(profile.id)).balance?.value).toEqual(balance)
  })
})
