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

    await simulator.control('POST', 'key', { name: 'full', b2b: true })
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

test('RTL-5 sends one request with a key that the exchange revokes, then stops until the key is tried again', async ({
  account: { page },
  simulator,
}) => {
  const { status } = windowScreen(page)
  const pathsWith = async (status: number): Promise<string[]> =>
    (await simulator.calls())
      .filter(({ outcome }) => JSON.stringify(outcome).includes(`"status":${status}`))
      .map(({ path }) => path)
  // Everything that is monitored has answered once.
  const watchedPaths = [
    'orders',
    'collateral-account/summary',
    'collateral-account/balance-summary',
    'trade-account/balance',
    'main-account/smart/investments',
    'main-account/smart-flex/investments',
  ]
  for (const path of watchedPaths)
    await expect.poll(() => pathsWith(200)).toContain(`/api/v4/${path}`)
  await simulator.control('POST', 'key', { name: 'full', enabled: false })
  await expect(status).toContainText('Key rejected')
  // One refused check ends monitoring. The investment history, which is read separately and
  // slowly, may have met the same refusal just before; nothing asks twice.
  const asked = await pathsWith(403)
  const watched = asked.filter((path) => !path.includes('/investments/history'))
  expect(watched).toHaveLength(1)
  expect(asked.length - watched.length).toBeLessThanOrEqual(1)
  await overviewScreen(page).refresh.click()
  await expect(overviewScreen(page).attention).toContainText(/key/i)
  expect(await pathsWith(403)).toEqual(asked)

  await simulator.control('POST', 'key', { name: 'full', enabled: true })
  await windowScreen(page).go('Settings')
  await settingsScreen(page).open('Accounts')
  const before = await timesAsked(simulator, mainBalance)
  await keyScreen(page, 'Harbour').tryAgain.click()
  await expect(status).toContainText('Key accepted')
  await expect.poll(() => timesAsked(simulator, mainBalance)).toBeGreaterThan(before)
})
