import { queryObjects } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { type AccountsHouse, createAccountsHouse, type Mode } from '../../support/accounts-house.js'

const minute = 60
const hour = 3600

/** Objects that are alive, whoever holds them; what nobody holds is collected first. A heap's bytes swing with the mood of the machine. */
const liveObjects = (): number => queryObjects(Object, { format: 'count' })

/** The fewest timers in ten moments: what is told a moment later has a timer of its own. */
const timers = async ({ time }: AccountsHouse): Promise<number> => {
  let fewest = Infinity
  for (let moment = 0; moment < 10; moment += 1) {
    await time.pass(0.3)
    fewest = Math.min(fewest, time.pending())
  }
  return fewest
}

const modes: readonly Mode[] = ['down', 'trouble', 'limited', 'held']

/** Ten minutes at the computer, in which much goes wrong; then it sleeps until the hour is over. */
const restlessHour = async (house: AccountsHouse, number: number): Promise<void> => {
  const { accounts, profiles, time } = house
  const at = (n: number) => profiles[n % profiles.length]
  const exchange = (n: number) => house.exchange(at(n)?.id ?? '')

  house.keychainIs(number % 3 === 0 ? 'shut' : 'open')
  void accounts.unlock(at(number)?.id ?? '')
  accounts.show(at(number * 3)?.id ?? '')
  exchange(number + 1).mode = modes[number % modes.length] ?? 'down'
  exchange(number + 2).keyRefused = true
  exchange(number + 4).ltv = '76'
  accounts.setHidden(number % 2 === 0)
  await house.pass(3 * minute)
  if (number % 4 === 1) await accounts.enterDemo()
  await house.pass(2 * minute)
  await accounts.leaveDemo()

  house.keychainIs('open')
  house.release()
  for (const { id } of profiles) Object.assign(house.exchange(id), { mode: 'fine', keyRefused: false, ltv: '25' })
  for (const { profile, keyState } of accounts.summaries().accounts) if (keyState !== 'accepted') await accounts.unlock(profile.id)
  accounts.rename(at(number)?.id ?? '', `Account of hour ${number}`)
  await house.pass(5 * minute)
  time.sleep(50 * minute)
  accounts.powerChanged('resume')
}

/** Counts what is alive after so many hours, and at the end. */
const watchHours = async (hours: number, countedAfter: number, remembers: boolean) => {
  const house = await createAccountsHouse(10, { remembers })
  await house.accounts.start({ demo: false })
  await house.pass(minute)
  const timersAtFirst = await timers(house)
  const startedAt = house.time.clock()
  let objects = 0
  for (let number = 0; number < hours; number += 1) {
    await restlessHour(house, number)
    if (number + 1 === countedAfter) objects = liveObjects()
  }
  return { house, timersAtFirst, grown: liveObjects() - objects, lasted: house.time.clock() - startedAt }
}

describe('RES-8 a day of ten accounts', () => {
  it('RES-8 ends with every account watched, with the timers and clients of its first minute, and nothing left behind', async () => {
    const { house, timersAtFirst, grown, lasted } = await watchHours(24, 4, false)
    expect(lasted).toBeGreaterThan(23.9 * hour)
    await house.pass(5 * minute)
    expect(house.accounts.summaries().accounts.map(({ keyState, asOf }) => [keyState, house.time.clock() - (asOf ?? 0) < 70])).toEqual(
      Array(10).fill(['accepted', true]),
    )
    expect(await timers(house)).toBe(timersAtFirst)
    expect([...house.openClients()].sort()).toEqual(house.profiles.map(({ id }) => id))
    expect(house.demosRunning()).toBe(0)
    // A single object of every look would be ten thousand.
    expect(grown).toBeLessThan(1000)
    await house.close()
    expect(house.time.pending()).toBe(0)
    expect(house.openClients()).toEqual([])
    house.closeStore()
  }, 300_000)

  it('RES-8 the measure catches a leak', async () => {
    const { house, grown } = await watchHours(5, 3, true)
    expect(grown).toBeGreaterThan(1000)
    await house.close()
    house.closeStore()
  }, 300_000)
})
