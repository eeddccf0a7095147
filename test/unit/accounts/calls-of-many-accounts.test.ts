import { expect, it } from 'vitest'
import { type AccountsHouse, createAccountsHouse } from '../../support/accounts-house.js'
import type { Call } from '../../support/scripted-client.js'

const calls: readonly Call[] = ['ping', 'positions', 'loan', 'balance', 'token']

/** Of every account, how often each was asked in the next ten minutes. */
const inTenMinutes = async (house: AccountsHouse): Promise<number[][]> => {
  const counts = (): number[][] => [...house.clients].map(({ client }) => [...calls.map((call) => client.count(call)), client.flexCalls()])
  const before = counts()
  await house.pass(600)
  return counts().map((now, account) => now.map((count, call) => count - (before[account]?.[call] ?? 0)))
}

it('RES-8 off screen an account is asked for what can cost money every fifteen seconds, and for the rest every minute', async () => {
  const house = await createAccountsHouse(3)
  const { accounts, profiles } = house
  await accounts.start({ demo: false })
  await house.pass(60)
  const onScreen = [60, 120, 40, 40, 0, 1]
  const background = [10, 40, 40, 10, 0, 1]
  expect(await inTenMinutes(house)).toEqual([onScreen, background, background])
  accounts.show(profiles[2]?.id ?? '')
  await house.pass(60)
  expect(await inTenMinutes(house)).toEqual([background, background, onScreen])
  // Nobody sees the account behind the demo.
  await accounts.enterDemo()
  await house.pass(60)
  expect((await inTenMinutes(house)).slice(0, 3)).toEqual([background, background, background])
  await house.close()
  house.closeStore()
}, 30_000)

it('RES-8 in a hidden window the account on screen is asked as often as its risks need, and those off screen no less', async () => {
  const house = await createAccountsHouse(2)
  await house.accounts.start({ demo: false })
  house.accounts.setHidden(true)
  await house.pass(60)
  expect(await inTenMinutes(house)).toEqual([
    [20, 120, 40, 10, 0, 1],
    [10, 40, 40, 10, 0, 1],
  ])
  await house.close()
  house.closeStore()
}, 30_000)
