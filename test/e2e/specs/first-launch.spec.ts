import { creditLineScreen } from '../screens/credit-line-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/plimsoll.js'
import { onThisComputer } from '../../support/machine-pace.js'

test('the first launch has exactly two doors', async ({ installation }) => {
  const { page } = await installation.launch()
  const welcome = welcomeScreen(page)
  await expect(welcome.doors).toHaveCount(2)
  await expect(welcome.demo).toBeVisible()
  await expect(welcome.connect).toBeVisible()
})

test('one click on Try the demo shows balances, positions and loan within two seconds', async ({ installation }) => {
  const { page, consoleErrors } = await installation.launch()
  const overview = overviewScreen(page)
  const patience = onThisComputer(2_000)
  const clickedAt = Date.now()
  await welcomeScreen(page).demo.click()
  await expect(overview.assets.filter({ hasText: 'USDT' }).first()).toBeVisible({ timeout: patience })
  await expect(overview.risk).toContainText(/\d+ positions/, { timeout: patience })
  await expect(overview.headroom).toContainText('before margin call', { timeout: patience })
  const seconds = (Date.now() - clickedAt) / 1000
  test.info().annotations.push({ type: 'demo on screen after', description: `${seconds.toFixed(2)} s` })
  expect(seconds).toBeLessThan(patience / 1000)
  expect(await page.title()).toContain('DEMO')
  await expect(windowScreen(page).status).toContainText('DEMO')
  expect(consoleErrors).toEqual([])
})

test('the flag --demo opens the demo account at once, and every screen shows it', async ({ installation }) => {
  const { page } = await installation.launch({ flags: ['--demo'] })
  const window = windowScreen(page)
  await expect(window.heading('Overview')).toBeVisible()
  await expect(window.links).toHaveText([/Overview/, /Positions/, /Trade/, /Investments/, /Credit line/, /Mining/, /Activity/, /Settings/])

  await window.go('Positions')
  await expect(positionsScreen(page).row('BTC_USDT')).toContainText(/Long|Short/)

  await window.go('Credit line')
  await expect(creditLineScreen(page).gauge).toHaveAttribute('aria-valuetext', /margin call/)
  await expect(creditLineScreen(page).loan).toContainText('Liquidation LTV')
})

test('figures keep moving: the next looks arrive by themselves', async ({ installation }) => {
  const { page } = await installation.launch({ flags: ['--demo'] })
  const { risk } = overviewScreen(page)
  await expect(risk).toContainText('USDT')
  const first = await risk.innerText()
  await expect.poll(async () => (await risk.innerText()) !== first, { timeout: 20_000 }).toBe(true)
})

test('leaving the demo leads back to the two doors and leaves nothing behind', async ({ installation }) => {
  const { page } = await installation.launch({ flags: ['--demo'] })
  await expect(overviewScreen(page).assets.first()).toBeVisible()
  await page.getByRole('button', { name: 'Leave the demo' }).first().click()
  await expect(welcomeScreen(page).doors).toHaveCount(2)
})
