import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import type { PriceAlert } from '../../../src/shared/alerts/price-alert.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const profile = aProfile()

function aStoredAlert(more: Partial<PriceAlert> = {}): PriceAlert {
  return {
    id: 'a1',
    createdAt: startOfTest,
    market: 'BTC_USDT',
    rule: { kind: 'above', price: '100000.000000000000000001' },
    repeats: true,
    ...more,
  }
}

function setup() {
  const folder = temporaryFolder()
  const { clock } = createTestClock()
  let { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(profile))
  return {
    storage: () => storage,
    list: () => valueOf(storage.priceAlerts.load(profile.id)),
    /** With what is done to the file while it is closed. */
    reopen: (change?: string) => {
      storage.close()
      if (change !== undefined) {
        const database = openDatabase(databaseFiles(folder).database)
        database.run(change)
        database.close()
      }
      storage = openTestStorage({ folder, clock }).storage
    },
  }
}

describe('price alerts in the database', () => {
  it('are restored exactly, in the order they were added, and deleted with their profile', () => {
    const { storage, list, reopen } = setup()
    const move = aStoredAlert({
      id: 'a0',
      createdAt: startOfTest + 5,
      rule: { kind: 'move', percent: '2.5', minutes: 15, direction: 'either' },
      repeats: false,
    })
    valueOf(storage().priceAlerts.save(profile.id, move))
    valueOf(storage().priceAlerts.save(profile.id, aStoredAlert()))
    valueOf(storage().priceAlerts.save('nobody', aStoredAlert()))
    reopen()
    expect(list()).toEqual([aStoredAlert(), move])
    expect(valueOf(storage().priceAlerts.load('nobody'))).toEqual([])
    valueOf(storage().priceAlerts.save(profile.id, { ...move, market: 'ETH_USDT' }))
    valueOf(storage().priceAlerts.remove(profile.id, 'a1'))
    expect(list()).toEqual([{ ...move, market: 'ETH_USDT' }])
    valueOf(storage().profiles.remove(profile.id))
    expect(list()).toEqual([])
  })

  it('leave out one that this version does not understand, and keep the others', () => {
    const { storage, list, reopen } = setup()
    valueOf(storage().priceAlerts.save(profile.id, aStoredAlert()))
    for (const [at, content] of [
      '',
      '{}',
      '{"market":"A_B","rule":{"kind":"above","price":"0"},"repeats":true}',
    ].entries())
      valueOf(
        storage().priceAlerts.save(profile.id, aStoredAlert({ id: `odd-${at}`, market: content })),
      )
    reopen(
      "UPDATE price_alarm SET content = json_extract(content, '$.market') WHERE id LIKE 'odd-%'",
    )
    expect(list()).toEqual([aStoredAlert()])
  })
})
