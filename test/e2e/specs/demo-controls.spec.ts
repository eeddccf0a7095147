import { loansScreen } from '../screens/loans-screen.js'
import { demoControls } from '../screens/demo-controls.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/plimsoll.js'

test(
  'drives the demo past margin call, offline and back, and shows each state',
  { tag: '@long' },
  async ({ installation }) => {
    const { page } = await installation.launch({ flags: ['--demo'] })
    const window = windowScreen(page)
    const controls = demoControls(page)
    await expect(overviewScreen(page).headroom).toContainText('before margin call')

    await controls.open()
    await expect(controls.dialog).toContainText('DEMO')
    await controls.pull('Past margin call')
    await expect(controls.said).toContainText('past margin call')
    await controls.close()
    await overviewScreen(page).refresh.click()
    await expect(overviewScreen(page).attention).toContainText(/margin call/i)

    await controls.open()
    await controls.pull('No loan')
    await controls.pull('Cut the connection')
    await controls.close()
    await expect(window.status).toContainText('Offline')

    await controls.open()
    await controls.pull('Work again')
    await controls.close()
    await expect(window.status).toContainText('Online')
    await window.go('Loans')
    await expect(loansScreen(page).loadLine).toContainText('No active loan')
  },
)
