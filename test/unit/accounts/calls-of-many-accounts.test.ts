import { expect, it } from 'vitest'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import type { Call } from '../../support/fake-exchange-client.js'

const calls: readonly Call[] = ['ping', 'positions', 'loan', 'balance', 'token']

/** For every account, how often each endpoint was called in the next ten minutes. */
async function inTenMinutes(harness: AccountsHarness): Promise<number[][]> {
  const counts = (): number[][] =>
    [...harness.clients].map(({ client }) => [
      ...calls.map((call) => client.count(call)),
      client.flexCalls(),
    ])
  const before = counts()
  await harness.pass(600)
  return counts().map((now, account) =>
    now.map((count, call) => count - (before[account]?.[call] ?? 0)),
  )
}

it('RES-8 polls a background account every fifteen seconds for what can cost money, and every minute for the rest', async () => {
  const harness = await createAccountsHarness(3)
  const { accounts, profiles } = harness
  await accounts.start({ demo: false })
  await harness.pass(60)
  const onScreen = [60, 120, 40, 40, 0, 1]
  const background = [10, 40, 40, 10, 0, 1]
  expect(await inTenMinutes(harness)).toEqual([onScreen, background, background])
  accounts.show(profiles[2]?.id ?? '')
  await harness.pass(60)
  expect(await inTenMinutes(harness)).toEqual([background, background, onScreen])
  // Nobody sees the account behind the demo.
  await accounts.enterDemo()
  await harness.pass(60)
  expect((await inTenMinutes(harness)).slice(0, 3)).toEqual([background, background, background])
  await harness.close()
  harness.closeStore()
})

it('RES-8 polls the account on screen as often as its risks need in a hidden window, and those off screen no less', async () => {
  const harness = await createAccountsHarness(2)
  await harness.accounts.start({ demo: false })
  harness.accounts.setHidden(true)
  await harness.pass(60)
  expect(await inTenMinutes(harness)).toEqual([
    [20, 120, 40, 10, 0, 1],
    [10, 40, 40, 10, 0, 1],
  ])
  await harness.close()
  harness.closeStore()
})
