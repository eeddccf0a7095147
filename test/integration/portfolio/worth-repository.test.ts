import { describe, expect, it } from 'vitest'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'
import { aMarket } from '../../fixtures/portfolio/market.js'

const day = 86_400
const profile = aProfile()

function setup() {
  const { storage } = openTestStorage({ folder: quickFolder(), clock: createTestClock().clock })
  valueOf(storage.profiles.add(profile))
  return { storage }
}

describe('stored worth of accounts', () => {
  it('is restored exactly, by currency, and deleted with its profile', () => {
    const { storage } = setup()
    const sample = {
      at: startOfTest + 0.25,
      total: '-123456789012345678901234.000000000000000001',
      unpriced: 2,
      counted: 'main loan',
    }
    valueOf(storage.worth.add(profile.id, 'USDT', sample))
    valueOf(storage.worth.add(profile.id, 'BTC', { ...sample, total: '1' }))
    valueOf(storage.worth.add('nobody', 'USDT', sample))
    const all = { from: 0, to: startOfTest * 2 }
    expect(valueOf(storage.worth.list(profile.id, 'USDT', all))).toEqual([sample])
    expect(valueOf(storage.worth.list(profile.id, 'USDT', { from: 0, to: startOfTest }))).toEqual(
      [],
    )
    expect(valueOf(storage.worth.list('nobody', 'USDT', all))).toEqual([])
    valueOf(storage.profiles.remove(profile.id))
    expect(valueOf(storage.worth.list(profile.id, 'USDT', all))).toEqual([])
  })

  it('RES-4 keeps the newest of each hour after ninety days, everything younger, and nothing of six years ago', () => {
    const { storage } = setup()
    const now = startOfTest - (startOfTest % 3600)
    const add = (at: number, total: string) =>
      valueOf(storage.worth.add(profile.id, 'USDT', { at, total, unpriced: 0, counted: null }))
    add(now - 6 * 366 * day, '1')
    for (let step = 0; step < 3 * 12; step += 1) add(now - 100 * day + step * 300, `2.${step}`)
    for (let step = 0; step < 12; step += 1) add(now - 50 * day + step * 300, `3.${step}`)
    // A day of them at a time, however long Plimsoll was not running.
    for (let minute = 0; minute < 20; minute += 1) valueOf(storage.worth.thin(now))
    const kept = valueOf(storage.worth.list(profile.id, 'USDT', { from: 0, to: now })).map(
      ({ total }) => total,
    )
    expect(kept).toEqual([
      '2.11',
      '2.23',
      '2.35',
      ...Array.from({ length: 12 }, (_, step) => `3.${step}`),
    ])
  })
})

describe('the list of markets', () => {
  it('is kept for each exchange with a profile, and for no other', () => {
    const { storage } = setup()
    const { baseUrl } = profile
    const markets = [
      aMarket('BTC_USDT'),
      aMarket('ODD_', { amountStep: null, kind: 'of_tomorrow', delistedAt: 5 }),
    ]
    valueOf(storage.markets.remember('https://elsewhere.example', markets, 7))
    valueOf(storage.markets.remember(baseUrl, markets, 8))
    expect(valueOf(storage.markets.last(baseUrl))).toEqual({ value: markets, asOf: 8 })
    expect(valueOf(storage.markets.last('https://elsewhere.example'))).toBeNull()
    valueOf(storage.markets.remember(baseUrl, [], 9))
    expect(valueOf(storage.markets.last(baseUrl))).toEqual({ value: [], asOf: 9 })
  })
})
