// Live updates in the app, against the simulator's stream.
import type { Page } from '@playwright/test'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test, titlesOf } from '../support/watched.js'

const positionsPath = '/api/v4/collateral-account/positions/open'
/** In the calm scene the short SOL_PERP is then in a margin call and nothing is liquidated. */
const marginCallPrice = '338'

async function openLiveUpdates(page: Page) {
  await windowScreen(page).go('Settings')
  await settingsScreen(page).open('Connection')
  return page.getByRole('region', { name: 'Live updates' })
}

test('a margin call reaches the notification daemon through the stream while positions cannot be read', async ({
  daemon,
  connected: { page },
  simulator,
}) => {
  const panel = await openLiveUpdates(page)
  await panel.getByRole('switch', { name: 'Live updates (experimental)' }).click()
  await expect(panel).toContainText(/connected, since/)

  await test.step('the stream is resumed after it was cut', async () => {
    await simulator.stop()
    await expect(panel).toContainText('not connected, will try again')
    await simulator.restart()
    await expect(panel).toContainText(/connected, since/)
  })

  await test.step('late and reordered messages leave what the exchange says', async () => {
    await simulator.control('POST', 'fault', { updates: 'swap', times: 4 })
    await simulator.control('POST', 'fault', { updates: 'late', delayMs: 500, times: 4 })
    await windowScreen(page).go('Positions')
    const row = page.getByRole('row').filter({ hasText: 'SOL_PERP' })
    await simulator.control('POST', 'price', { market: 'SOL_PERP', price: '212' })
    await expect(row).toContainText('212')
    await simulator.control('DELETE', 'fault')
  })

  await test.step('the event alone raises the alert', async () => {
    await simulator.control('POST', 'fault', { path: positionsPath, status: 503 })
    await simulator.control('POST', 'price', { market: 'SOL_PERP', price: marginCallPrice })
    const isNotified = (): boolean =>
      titlesOf(daemon).some((title) => /SOL_PERP.*is in margin call/.test(title))
    await expect.poll(isNotified).toBe(true)
  })
})
