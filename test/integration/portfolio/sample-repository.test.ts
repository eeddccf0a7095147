import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountRepositories } from '../../../src/main/accounts/account-repositories.js'
import { migrate } from '../../../src/main/database/database-migration.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import { createProfileRepository } from '../../../src/main/accounts/profile-repository.js'
import { DatabaseFault } from '../../../src/main/database/database-fault.js'
import { createStoreHealth } from '../../../src/main/database/database-health.js'
import { noLog } from '../../../src/main/database/database-log.js'
import { openStore } from '../../../src/main/accounts/storage.js'
import { aLoan, aProfile, createTestClock, openTestStore, startOfTest, quickFolder, valueOf } from '../../support/store-room.js'

const profile = aProfile()
const day = 86_400
const everything = { from: 0, to: startOfTest * 2 }

const setup = () => {
  const folder = quickFolder()
  const time = createTestClock()
  const { store } = openTestStore({ folder, clock: time.clock })
  valueOf(store.profiles.add(profile))
  return {
    ...time,
    store,
    folder,
    /** Thins until nothing is left to do: every call looks at a few thousand samples. */
    thinAll: () => {
      for (let times = 0; times < 60; times += 1) valueOf(store.tend())
    },
    balances: (window = everything) => valueOf(store.samples.balances(profile.id, 'BTC', window)),
  }
}

/** Samples of two profiles in a database that takes nothing until told. */
const withRefusingDisk = () => {
  const other = aProfile({ id: 'other', name: 'Other' })
  const database = openDatabase(inMemory)
  onTestFinished(() => database.close())
  migrate(database)
  let refusing = false
  const disk = {
    ...database,
    write: <T>(work: () => T): T => {
      if (refusing) throw new DatabaseFault('DISK_FULL', 'x')
      return database.write(work)
    },
  }
  const health = createStoreHealth({ changes: database.changes, log: noLog, onChange: () => undefined, onDamage: () => undefined })
  const profiles = createProfileRepository(disk, health, () => undefined)
  for (const one of [profile, other]) valueOf(profiles.add(one))
  refusing = true
  const { samples } = createAccountRepositories({ database: disk, health, clock: createTestClock().clock, log: noLog }).repositories
  return { samples, other, accept: () => void (refusing = false) }
}

describe('samples', () => {
  it('come back in order with every digit, only those of the window', () => {
    const { store, balances } = setup()
    for (const [at, amount] of [
      [startOfTest + 30, '-0.000000000000000001'],
      [startOfTest, '123456789012345678901234567890.5'],
      [startOfTest + 15.25, '1.10'],
    ] as const) {
      store.samples.addBalance(profile.id, at, [{ asset: 'BTC', amount }])
    }
    expect(balances()).toEqual([
      { at: startOfTest, amount: '123456789012345678901234567890.5' },
      { at: startOfTest + 15.25, amount: '1.10' },
      { at: startOfTest + 30, amount: '-0.000000000000000001' },
    ])
    expect(balances({ from: startOfTest + 15.25, to: startOfTest + 29 })).toHaveLength(1)
    expect(balances({ from: startOfTest + 31, to: startOfTest + 99 })).toEqual([])
    expect(valueOf(store.samples.balances('nobody', 'BTC', everything))).toEqual([])
  })

  it('hold the loan with its thresholds, whatever was borrowed', () => {
    const { store } = setup()
    store.samples.addLoan(profile.id, startOfTest, aLoan())
    store.samples.addLoan(profile.id, startOfTest + 15, aLoan({ asset: 'BTC', currentLtv: '0.25' }))
    store.samples.addLoan(profile.id, startOfTest + 30, aLoan({ currentLtv: '26.5' }))
    expect(
      valueOf(store.samples.loans(profile.id, everything)).map(({ at, asset, currentLtv }) => [at - startOfTest, asset, currentLtv]),
    ).toEqual([
      [0, 'USDT', '25'],
      [15, 'BTC', '0.25'],
      [30, 'USDT', '26.5'],
    ])
    expect(valueOf(store.samples.loans(profile.id, everything))[0]).toEqual({
      at: startOfTest,
      asset: 'USDT',
      amount: '15000.50',
      currentLtv: '25',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
    })
  })

  it('keep an asset at zero once, when it gets there', () => {
    const { store, balances } = setup()
    const amounts = ['0', '0.00', '5', '0', '0.000', '0', '2']
    amounts.forEach((amount, n) => store.samples.addBalance(profile.id, startOfTest + n * 15, [{ asset: 'BTC', amount }]))
    store.samples.addBalance(profile.id, startOfTest, [{ asset: 'NEVER', amount: '0' }])
    expect(balances().map(({ amount }) => amount)).toEqual(['5', '0', '2'])
    expect(valueOf(store.samples.assets(profile.id))).toEqual(['BTC'])
  })

  it('leave out what is no amount or has no time, and keep what came with it', () => {
    const { store, balances } = setup()
    store.samples.addBalance(profile.id, startOfTest, [
      { asset: 'ETH', amount: '1e-8' },
      { asset: 'BTC', amount: '1' },
    ])
    store.samples.addBalance(profile.id, Number.NaN, [{ asset: 'BTC', amount: '2' }])
    store.samples.addBalance(profile.id, -1, [{ asset: 'BTC', amount: '2' }])
    expect(balances()).toEqual([{ at: startOfTest, amount: '1' }])
    expect(valueOf(store.samples.assets(profile.id))).toEqual(['BTC'])
  })

  it('RES-4 that wait for a disk which refuses for long are given up oldest first, and balances before any loan', () => {
    const { samples, other, accept } = withRefusingDisk()
    const minutes = Array.from({ length: 60 }, (_, minute) => startOfTest + minute * 60)
    for (const at of minutes) {
      samples.addLoan(profile.id, at, aLoan({ currentLtv: at === startOfTest ? '84.9' : '25' }))
      samples.addBalance(
        other.id,
        at,
        Array.from({ length: 100 }, (_, n) => ({ asset: `A${n}`, amount: '1' })),
      )
    }
    accept()
    const loans = valueOf(samples.loans(profile.id, everything))
    expect(loans.map(({ at }) => at)).toEqual(minutes)
    expect(loans[0]?.currentLtv).toBe('84.9')
    const kept = valueOf(samples.assets(other.id)).map((asset) => valueOf(samples.balances(other.id, asset, everything)))
    expect(kept).toHaveLength(100)
    expect(kept.flat()).toHaveLength(5000 - loans.length)
    expect(new Set(kept.map((list) => list.at(-1)?.at))).toEqual(new Set(minutes.slice(-1)))
    expect(new Set(kept.map((list) => list[0]?.at))).toEqual(new Set(minutes.slice(10, 12)))
  })

  it('RES-4 that wait for a disk which refuses for very long are bounded also where they are of loans alone', () => {
    const { samples, accept } = withRefusingDisk()
    samples.addBalance(profile.id, startOfTest, [{ asset: 'BTC', amount: '1' }])
    for (let n = 0; n < 5010; n += 1) samples.addLoan(profile.id, startOfTest + n, aLoan())
    accept()
    const loans = valueOf(samples.loans(profile.id, everything))
    expect([loans.length, loans[0]?.at, loans.at(-1)?.at]).toEqual([5000, startOfTest + 10, startOfTest + 5009])
    expect(valueOf(samples.assets(profile.id))).toEqual([])
  })

  it('are not kept for more assets than an exchange can list', () => {
    const { store } = setup()
    store.samples.addBalance(
      profile.id,
      startOfTest,
      Array.from({ length: 900 }, (_, n) => ({ asset: `A${n}`, amount: '1' })),
    )
    expect(valueOf(store.samples.assets(profile.id))).toHaveLength(500)
  })

  it('lose neither end of what is drawn and keep to their bounds, over any months of gaps, bursts and restarts', () => {
    const stretch = fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 3600 }), fc.integer({ min: 1, max: 40 * day })),
      every: fc.constantFrom(15, 60, 900),
      count: fc.integer({ min: 1, max: 250 }),
      thin: fc.boolean(),
      restart: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 12 }), (stretches) => {
        const folder = quickFolder()
        const { clock, advance } = createTestClock()
        let { store } = valueOf(openStore({ folder, clock }))
        valueOf(store.profiles.add(profile))
        const added: number[] = []
        for (const { pause, every, count, thin, restart } of stretches) {
          advance(pause)
          for (let n = 0; n < count; n += 1) {
            advance(every)
            added.push(clock())
            store.samples.addBalance(profile.id, clock(), [{ asset: 'BTC', amount: '1' }])
          }
          if (restart) {
            store.close()
            ;({ store } = valueOf(openStore({ folder, clock })))
          }
          if (thin) valueOf(store.tend())
        }
        for (let times = 0; times < 8; times += 1) valueOf(store.tend())
        const left = valueOf(store.samples.balances(profile.id, 'BTC', everything)).map(({ at }) => at)
        store.close()
        const now = clock()
        expect(left[0]).toBe(added[0])
        expect(left.at(-1)).toBe(added.at(-1))
        const kept = new Set(left)
        expect(added.filter((at) => at >= now - day && !kept.has(at))).toEqual([])
        // One per five minutes, or per hour, besides the two ends of each age band.
        const minutes = left.filter((at) => at < now - day && at >= now - 90 * day)
        expect(minutes.length).toBeLessThanOrEqual(new Set(minutes.map((at) => at - (at % 300))).size + 2)
        const hours = left.filter((at) => at < now - 90 * day)
        expect(hours.length).toBeLessThanOrEqual(new Set(hours.map((at) => at - (at % 3600))).size + 2)
        // No stretch of time that had a sample stands empty.
        expect(new Set(added.map((at) => at - (at % 3600)))).toEqual(new Set(left.map((at) => at - (at % 3600))))
      }),
      { numRuns: 60 },
    )
  })

  it('keep the worst loan-to-value of each stretch, not the first', () => {
    const { store, advance, clock, thinAll } = setup()
    for (let n = 0; n < 40; n += 1) store.samples.addLoan(profile.id, clock() + n * 15, aLoan({ currentLtv: n === 7 ? '74.9' : '9.5' }))
    store.samples.addLoan(profile.id, clock() + 3600, aLoan({ currentLtv: '100' }))
    advance(3 * day)
    thinAll()
    const left = valueOf(store.samples.loans(profile.id, everything))
    expect(left.length).toBeLessThanOrEqual(5)
    expect(left.map(({ currentLtv }) => currentLtv)).toContain('74.9')
  })

  it('go on being thinned after the clock was far ahead for a while', () => {
    const { store, setTo, clock, thinAll, balances } = setup()
    const add = () => store.samples.addBalance(profile.id, clock(), [{ asset: 'BTC', amount: '1' }])
    for (let n = 0; n < 40; n += 1) {
      setTo(startOfTest + 10 * day + n * 15)
      add()
    }
    setTo(startOfTest + 20 * day)
    thinAll()
    for (let n = 0; n < 400; n += 1) {
      setTo(startOfTest + n * 15)
      add()
    }
    setTo(startOfTest + 20 * day)
    thinAll()
    expect(balances({ from: startOfTest, to: startOfTest + 400 * 15 })).toHaveLength(20)
  })

  it('RES-4 of 90 days at one per 15 s take few megabytes when thinned', () => {
    const { store, clock, setTo, thinAll, balances, folder } = setup()
    const end = startOfTest + 90 * day
    // Older than a day they come as they would be after thinning; the last two days raw, to be thinned here.
    for (let at = startOfTest; at < end; at += at < end - 2 * day ? 300 : 15) {
      store.samples.addBalance(profile.id, at, [{ asset: 'BTC', amount: `1.${at}` }])
      store.samples.addLoan(profile.id, at, aLoan({ currentLtv: `25.${at}` }))
    }
    setTo(end)
    thinAll()
    const [read, loans] = [balances(), valueOf(store.samples.loans(profile.id, everything))]
    store.close()
    const megabytes = statSync(join(folder, 'plimsoll.db')).size / 1e6
    console.info(`90 days: ${read.length} + ${loans.length} samples, ${megabytes.toFixed(1)} MB`)
    expect(read.length).toBeLessThanOrEqual(day / 15 + 89 * 288 + 10)
    expect(megabytes).toBeLessThan(6)
    expect(clock()).toBe(end)
  })
})
