import { describe, expect, it } from 'vitest'
import type { FilterMemory } from '../../../src/main/investments/ports.js'
import type { MiningMemory } from '../../../src/main/mining/ports.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { openStore } from '../../../src/main/accounts/storage.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { everything } from '../../../src/shared/domain/flex-history.js'
import { aProfile, createTestClock, openTestStore, temporaryFolder, valueOf } from '../../support/store-room.js'

const { clock } = createTestClock()
const main = aProfile()
const other = aProfile({ id: 'other', name: 'Other' })

const setup = () => {
  const folder = temporaryFolder()
  const { store } = openTestStore({ folder, clock })
  valueOf(store.profiles.add(main))
  valueOf(store.profiles.add(other))
  return { folder, store }
}

const destination = { accountName: 'rig', destination: 'external_address', externalAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }
const account = { name: 'rig', addedAt: 5.5, destination: null, asOf: null, keyHint: null, change: null }
const changed = {
  ...account,
  destination,
  asOf: 700.25,
  keyHint: 'aaaa…1111',
  change: {
    at: 700.25,
    from: { accountName: 'rig', destination: 'main_balance', externalAddress: null },
    to: destination,
    acknowledgedAt: null,
    otherKey: true,
  },
}

describe('mining accounts on disk', () => {
  it('fit what the rooms ask of their memory', () => {
    const { store } = setup()
    const memory: MiningMemory = store.mining
    const filters: FilterMemory = store.savedFilters
    expect([valueOf(memory.load(main.id)), valueOf(filters.list(main.id))]).toEqual([[], []])
  })

  it('are the same after a restart, in the order they were added', () => {
    const { folder, store } = setup()
    valueOf(store.mining.save(main.id, account))
    valueOf(store.mining.save(main.id, { ...account, name: 'älter 💶', addedAt: 1 }))
    valueOf(store.mining.save(main.id, changed))
    store.close()
    const again = valueOf(openStore({ folder, clock })).store
    expect(valueOf(again.mining.load(main.id))).toEqual([{ ...account, name: 'älter 💶', addedAt: 1 }, changed])
    expect(valueOf(again.mining.load(other.id))).toEqual([])
    again.close()
  })

  it('go with their profile, and are kept for none that is not known', () => {
    const { store } = setup()
    valueOf(store.mining.save(main.id, account))
    valueOf(store.mining.save('nobody', account))
    valueOf(store.mining.save(other.id, account))
    valueOf(store.mining.remove(other.id, 'rig'))
    expect([valueOf(store.mining.load('nobody')), valueOf(store.mining.load(other.id))]).toEqual([[], []])
    valueOf(store.profiles.remove(main.id))
    expect(valueOf(store.mining.load(main.id))).toEqual([])
  })

  it('count as never looked at where what was seen cannot be read', () => {
    const { folder, store } = setup()
    valueOf(store.mining.save(main.id, changed))
    store.close()
    const database = openDatabase(databaseFiles(folder).database)
    database.run(`UPDATE mining_account SET destination = '{"accountName":1}', change = 'x'`)
    database.close()
    const again = valueOf(openStore({ folder, clock })).store
    expect(valueOf(again.mining.load(main.id))).toEqual([{ ...account, asOf: 700.25 }])
    again.close()
  })

  it('are never overwritten with nothing: what was seen stays until something else is seen', () => {
    const { store } = setup()
    valueOf(store.mining.save(main.id, changed))
    valueOf(store.mining.save(main.id, account))
    expect(valueOf(store.mining.load(main.id))).toEqual([changed])
    valueOf(store.mining.remove(main.id, 'rig'))
    valueOf(store.mining.save(main.id, account))
    expect(valueOf(store.mining.load(main.id))).toEqual([account])
  })

  it('as an earlier version left them are read, and speak of no key', () => {
    const { folder, store } = setup()
    valueOf(store.mining.save(main.id, changed))
    store.close()
    const database = openDatabase(databaseFiles(folder).database)
    const { otherKey: _newer, ...change } = changed.change
    database.run('UPDATE mining_account SET destination = ?, change = ?', JSON.stringify(destination), JSON.stringify(change))
    database.close()
    const again = valueOf(openStore({ folder, clock })).store
    expect(valueOf(again.mining.load(main.id))).toEqual([{ ...changed, keyHint: null, change: { ...change, otherKey: false } }])
    again.close()
  })
})

describe('saved filters on disk', () => {
  const saved = { id: 'f1', name: 'Mine', filter: { ...everything, planId: "p'1", from: 5, actionTypes: [4, 9] } }

  it('are the same after a restart, by name, each name once', () => {
    const { folder, store } = setup()
    valueOf(store.savedFilters.save(main.id, saved))
    valueOf(store.savedFilters.save(main.id, { ...saved, id: 'f2', name: 'Also' }))
    valueOf(store.savedFilters.save(main.id, { ...saved, id: 'f3', filter: everything }))
    store.close()
    const again = valueOf(openStore({ folder, clock })).store
    expect(valueOf(again.savedFilters.list(main.id))).toEqual([
      { ...saved, id: 'f2', name: 'Also' },
      { id: 'f3', name: 'Mine', filter: everything },
    ])
    valueOf(again.savedFilters.remove(main.id, 'f3'))
    expect(valueOf(again.savedFilters.list(main.id))).toHaveLength(1)
    again.close()
  })

  it('go with their profile', () => {
    const { store } = setup()
    valueOf(store.savedFilters.save(main.id, saved))
    valueOf(store.savedFilters.save('nobody', saved))
    valueOf(store.profiles.remove(main.id))
    expect([valueOf(store.savedFilters.list(main.id)), valueOf(store.savedFilters.list('nobody'))]).toEqual([[], []])
  })
})
