import { keyScreen } from '../screens/key-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { timesAsked } from '../support/asking.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

const mainBalance = '/api/v4/main-account/balance'
const orderHistory = '/api/v4/trade-account/order/history'
const flexHistory = '/api/v4/main-account/smart-flex/investments/history'
const marketOrder = '/api/v4/order/collateral/market'
const streamToken = '/api/v4/profile/websocket_token'

test(
  'UX-5 finds what a key can do with reads alone; a reset clears it, reads the rest again and keeps the key',
  needs('a keychain, and system dialogs', '@needs-electron'),
  async ({ account, simulator }) => {
    const { app, page } = account
    await simulator.control('POST', 'key', { name: 'full', b2b: false })
    const window = windowScreen(page)
    const key = keyScreen(page, 'Harbour')
    await window.go('Settings')
    await settingsScreen(page).open('Accounts')
    await key.open()
    await expect(key.endpoint(mainBalance)).toContainText('Works')
    await expect(key.endpoint(orderHistory)).toContainText('Not tried')
    await key.check.click()
    await expect(key.checked).toBeVisible()
    await expect(key.endpoint(orderHistory)).toContainText('Works')
    await expect(key.endpoint(flexHistory)).toContainText('Not enabled')
    for (const path of [marketOrder, streamToken]) {
      await expect(key.endpoint(path)).toContainText('Not tried')
      expect(await timesAsked(simulator, path)).toBe(0)
    }
    await key.close()

    await answerBoxes(app, 'no')
    await key.reset.click()
    await expect
      .poll(() => askedBoxes(app))
      .toEqual(['Remove what Plimsoll has cached of “Harbour”?'])
    await key.open()
    await expect(key.endpoint(orderHistory)).toContainText('Works')
    await key.close()

    await answerBoxes(app, 'yes')
    const before = await timesAsked(simulator, mainBalance)
    // After a no, the same question has to wait.
    await expect(async () => {
      await key.reset.click()
      await expect(key.row).toContainText('Its key, settings and order journal are kept')
    }).toPass()
    await expect.poll(() => timesAsked(simulator, mainBalance)).toBeGreaterThan(before)
    await expect(window.status).toContainText('Key accepted')
    await key.open()
    await expect(key.endpoint(mainBalance)).toContainText('Works')
    await expect(key.endpoint(orderHistory)).toContainText('Not tried')
    await key.close()
    await window.go('Overview')
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    expect(account.consoleErrors).toEqual([])
  },
)
