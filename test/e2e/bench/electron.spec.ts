// Processor time used by main in real Electron. `npm run bench -- electron`.
import type { ElectronApplication } from '@playwright/test'
import { expectWithinBudget } from '../../support/budget.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { floodMain } from '../support/flood.js'
import { expect, test } from '../support/connected.js'
import { copyAccount } from '../../support/more-accounts.js'
import { windowScreen } from '../screens/window-screen.js'

/** Milliseconds of processor time, summed over all threads of the main process. */
async function spentBy(app: ElectronApplication): Promise<number> {
  const { user, system } = await app.evaluate(() => process.cpuUsage())
  return (user + system) / 1000
}

async function mainWorks(app: ElectronApplication, act: () => Promise<unknown>): Promise<number> {
  const before = await spentBy(app)
  await act()
  return (await spentBy(app)) - before
}

test('IPC-10 handles a flood of ten thousand requests', async ({ demo: { app, page } }) => {
  await expect(overviewScreen(page).headroom).toContainText('before margin call')
  expectWithinBudget(
    'main, in a flood of 10,000 asks',
    await mainWorks(app, () => floodMain(page)),
    100,
  )
})

test('shows figures on the overview after one click on Try the demo', async ({ installation }) => {
  const { app, page } = await installation.launch()
  await expect(welcomeScreen(page).demo).toBeVisible()
  const worked = await mainWorks(app, async () => {
    await welcomeScreen(page).demo.click()
    await expect(overviewScreen(page).headroom).toContainText('before margin call')
  })
  expectWithinBudget('main, from the click on Try the demo to figures', worked, 250)
})

test('RES-7 shows a usable screen on start with fifty accounts and a locked keychain', async ({
  connected,
  installation,
  keyring,
}) => {
  await connected.close()
  await copyAccount(installation.folder, 50)
  await keyring.lock()
  const { app, page } = await installation.launch({ keyring })
  await expect(overviewScreen(page).assets.first()).toBeVisible()
  await windowScreen(page).go('Positions')
  expectWithinBudget(
    'main, from its start to a screen with fifty accounts and a locked keychain',
    await spentBy(app),
    2000,
  )
})
