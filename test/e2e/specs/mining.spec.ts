import type { Page } from '@playwright/test'
import { miningScreen } from '../screens/mining-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { actUntilAsked } from '../support/asking.js'
import type { SimulatorProgram } from '../support/simulator-program.js'
import { expect, test, titlesOf } from '../support/watched.js'

const mainBalanceMiner = 'my_miner_01'
const externalMiner = 'my_miner_02'
const ownAddress = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
const strangeAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const changedTitle = `Mining payout of ${mainBalanceMiner} was changed`

function lookAgain(page: Page, simulator: SimulatorProgram): Promise<void> {
  return actUntilAsked(simulator, '/api/v4/mining/payout-destination', () =>
    miningScreen(page).check(mainBalanceMiner),
  )
}

test('shows the payout address of accounts added by name, in groups, and reports an unknown name calmly', async ({
  account: { page },
}) => {
  await windowScreen(page).go('Mining')
  const mining = miningScreen(page)
  await mining.add(mainBalanceMiner)
  await expect(mining.account(mainBalanceMiner)).toContainText('Main balance')
  await mining.add(externalMiner)
  await expect(mining.account(externalMiner)).toContainText('External address')
  await expect(mining.address(externalMiner, ownAddress)).toHaveText(ownAddress)
  expect(await mining.groups(externalMiner)).toEqual(ownAddress.match(/.{1,4}/g))
  await expect(mining.account(externalMiner)).toContainText('its check digits fit')
  await mining.add('nobody’s rig')
  await expect(mining.account('nobody’s rig')).toContainText(
    'Mining account not found on the exchange',
  )
  await expect(mining.problems).toHaveCount(0)
})

test('notifies once of a payout change with old and new side by side; one acknowledgement ends both, and a click opens Mining', async ({
  daemon,
  installation,
  keyring,
  connected,
  simulator,
}) => {
  const { app, page } = connected
  await windowScreen(page).go('Mining')
  const mining = miningScreen(page)
  await mining.add(mainBalanceMiner)
  await expect(mining.account(mainBalanceMiner)).toContainText('Main balance')
  expect(titlesOf(daemon)).toEqual([])

  await simulator.control('POST', 'payout', {
    accountName: mainBalanceMiner,
    payoutDestination: 'external_address',
    externalAddress: strangeAddress,
  })
  await mining.check(mainBalanceMiner)
  await expect(mining.change(mainBalanceMiner)).toContainText('The payout destination was changed')
  await expect.poll(() => titlesOf(daemon)).toEqual([changedTitle])
  const [notice] = daemon.notices()
  // Nobody looking at the screen can read an address.
  expect(notice?.body).not.toContain(strangeAddress.slice(0, 8))
  await expect(mining.before(mainBalanceMiner)).toContainText('Main balance')
  await expect(mining.now(mainBalanceMiner)).toContainText(strangeAddress)
  for (let look = 0; look < 2; look += 1) await lookAgain(page, simulator)
  expect(titlesOf(daemon)).toEqual([changedTitle])

  const isShown = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await windowScreen(page).go('Overview')
  await expect(overviewScreen(page).attention).toContainText(changedTitle)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await expect.poll(isShown).toBe(false)
  await daemon.click()
  await expect.poll(isShown).toBe(true)
  await expect(windowScreen(page).heading('Mining')).toBeVisible()

  await expect(windowScreen(page).activeAlerts).toContainText(changedTitle)
  await mining.acknowledge(mainBalanceMiner)
  await expect(mining.change(mainBalanceMiner)).toContainText('and you have seen it')
  await expect(windowScreen(page).activeAlerts).toHaveCount(0)

  await connected.close()
  const again = await installation.launch({ keyring })
  await overviewScreen(again.page).assets.first().waitFor()
  await expect(windowScreen(again.page).activeAlerts).toHaveCount(0)
  await windowScreen(again.page).go('Mining')
  const back = miningScreen(again.page)
  await expect(back.change(mainBalanceMiner)).toContainText('and you have seen it')
  for (let look = 0; look < 2; look += 1) await lookAgain(again.page, simulator)
  expect(titlesOf(daemon)).toEqual([changedTitle])

  // Changing back is a change like any other; this time the alert is what is acknowledged.
  await simulator.control('POST', 'payout', {
    accountName: mainBalanceMiner,
    payoutDestination: 'main_balance',
  })
  await lookAgain(again.page, simulator)
  await expect.poll(() => titlesOf(daemon)).toEqual([changedTitle, changedTitle])
  await expect(back.before(mainBalanceMiner)).toContainText(strangeAddress)
  await expect(back.now(mainBalanceMiner)).toContainText('Main balance')
  await expect(windowScreen(again.page).activeAlerts).toContainText(changedTitle)
  await windowScreen(again.page).acknowledgeAlert()
  await expect(windowScreen(again.page).activeAlerts).toHaveCount(0)
  await expect(back.change(mainBalanceMiner)).toContainText('and you have seen it')
})
