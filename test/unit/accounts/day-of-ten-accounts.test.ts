import { queryObjects } from 'node:v8'
import { describe, expect, it } from 'vitest'
import {
  type AccountsHarness,
  createAccountsHarness,
  type Mode,
} from '../../support/accounts-harness.js'
import { casesOf } from '../../support/seed.js'

const minute = 60
const hour = 3600
/** A few hours show what grows every hour; the scheduled run covers the whole day. */
const hours = casesOf({ gate: 8, scheduled: 24 })

/**
 * Number of live objects, whoever holds them, after garbage collection. Heap bytes vary too much
 * between runs.
 */
const liveObjects = (): number => queryObjects(Object, { format: 'count' })

/** The fewest timers in ten moments: a pending notification has its own timer. */
async function timers({ time }: AccountsHarness): Promise<number> {
  let fewest = Infinity
  for (let moment = 0; moment < 10; moment += 1) {
    await time.pass(0.3)
    fewest = Math.min(fewest, time.pending())
  }
  return fewest
}

const modes: readonly Mode[] = ['down', 'trouble', 'limited', 'held']

/** Ten minutes at the computer with many failures; then it sleeps until the hour is over. */
async function restlessHour(harness: AccountsHarness, number: number): Promise<void> {
  const { accounts, profiles, time } = harness
  const at = (n: number) => profiles[n % profiles.length]
  const exchange = (n: number) => harness.exchange(at(n)?.id ?? '')

  harness.keychainIs(number % 3 === 0 ? 'shut' : 'open')
  void accounts.unlock(at(number)?.id ?? '')
  accounts.show(at(number * 3)?.id ?? '')
  exchange(number + 1).mode = modes[number % modes.length] ?? 'down'
  exchange(number + 2).keyRefused = true
  exchange(number + 4).ltv = '76'
  accounts.setHidden(number % 2 === 0)
  await harness.pass(3 * minute)
  if (number % 4 === 1) await accounts.enterDemo()
  await harness.pass(2 * minute)
  await accounts.leaveDemo()

  harness.keychainIs('open')
  harness.release()
  for (const { id } of profiles)
    Object.assign(harness.exchange(id), { mode: 'fine', keyRefused: false, ltv: '25' })
  for (const { profile, keyState } of accounts.summaries().accounts)
    if (keyState !== 'accepted') await accounts.unlock(profile.id)
  accounts.rename(at(number)?.id ?? '', `Account of hour ${number}`)
  await harness.pass(5 * minute)
  time.sleep(50 * minute)
  accounts.powerChanged('resume')
}

/** Counts live objects after this many hours, and at the end. */
async function watchHours(hours: number, countedAfter: number, records: boolean) {
  const harness = await createAccountsHarness(10, { records })
  await harness.accounts.start({ demo: false })
  await harness.pass(minute)
  const timersAtFirst = await timers(harness)
  const startedAt = harness.time.clock()
  let objects = 0
  for (let number = 0; number < hours; number += 1) {
    await restlessHour(harness, number)
    if (number + 1 === countedAfter) objects = liveObjects()
  }
  return {
    harness,
    timersAtFirst,
    grown: liveObjects() - objects,
    lasted: harness.time.clock() - startedAt,
  }
}

describe('RES-8 a day of ten accounts', () => {
  it('RES-8 ends with every account monitored, the timers and clients of its first minute, and no leak', async () => {
    const { harness, timersAtFirst, grown, lasted } = await watchHours(hours, 4, false)
    expect(lasted).toBeGreaterThan((hours - 0.1) * hour)
    await harness.pass(5 * minute)
    expect(
      harness.accounts
        .summaries()
        .accounts.map(({ keyState, asOf }) => [keyState, harness.time.clock() - (asOf ?? 0) < 70]),
    ).toEqual(Array(10).fill(['accepted', true]))
    expect(await timers(harness)).toBe(timersAtFirst)
    expect([...harness.openClients()].sort()).toEqual(harness.profiles.map(({ id }) => id))
    expect(harness.demosRunning()).toBe(0)
    // A single object per poll would be two thousand, and ten thousand in the scheduled run.
    expect(grown).toBeLessThan(1000)
    await harness.close()
    expect(harness.time.pending()).toBe(0)
    expect(harness.openClients()).toEqual([])
    harness.closeStore()
  })

  it('RES-8 the measurement detects a leak', async () => {
    const { harness, grown } = await watchHours(3, 2, true)
    expect(grown).toBeGreaterThan(1000)
    await harness.close()
    harness.closeStore()
  })
})
