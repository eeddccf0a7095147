import type { ElectronApplication, Page } from '@playwright/test'
import { tradeScreen, type TradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { answerBoxes } from './boxes.js'
import { expect } from './connected.js'

/** Enables order entry the way a user does. */
export async function armed(page: Page, app: ElectronApplication): Promise<TradeScreen> {
  const trade = tradeScreen(page)
  await answerBoxes(app, 'yes')
  await windowScreen(page).go('Trade')
  await trade.allow.click()
  await trade.arm.click()
  await expect(trade.armedBar).toBeVisible()
  return trade
}
