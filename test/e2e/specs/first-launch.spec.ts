import { loansScreen } from '../screens/loans-screen.js'
import { demoControls } from '../screens/demo-controls.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { expect, test } from '../support/plimsoll.js'

test(
  'offers exactly two choices on first launch; Try the demo shows balances, positions and loan in one click, and leaving returns to the choice',
  { tag: '@stand-in' },
  async ({ installation }) => {
    const { page, consoleErrors } = await installation.launch()
    const welcome = welcomeScreen(page)
    await expect(welcome.doors).toHaveCount(2)
    await expect(welcome.connect).toBeVisible()
    // Demo controls are absent outside the demo, and their channel is refused.
    await expect(demoControls(page).door).toHaveCount(0)
    expect(await askMain(page, 'demo/act', { act: 'loan', to: 'liquidation' })).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })

    const overview = overviewScreen(page)
    await welcome.demo.click()
    await expect(overview.assets.filter({ hasText: 'USDT' }).first()).toBeVisible()
    await expect(overview.risk).toContainText(/\d+ positions/)
    await expect(overview.headroom).toContainText('before margin call')
    expect(await page.title()).toContain('DEMO')
    await expect(windowScreen(page).status).toContainText('DEMO')

    await page.getByRole('button', { name: 'Leave the demo' }).first().click()
    await expect(welcome.doors).toHaveCount(2)
    expect(consoleErrors).toEqual([])
  },
)

test('opens the demo account with --demo, with moving figures on every screen', async ({
  demo,
}) => {
  const { page } = demo
  const window = windowScreen(page)
  await expect(window.heading('Overview')).toBeVisible()
  await expect(window.links).toHaveText([
    /Overview/,
    /Positions/,
    /Trade/,
    /Investments/,
    /Loans/,
    /Mining/,
    /Activity/,
    /Settings/,
  ])
  const { risk } = overviewScreen(page)
  await expect(risk).toContainText('USDT')
  const first = await risk.innerText()
  await expect.poll(() => risk.innerText()).not.toBe(first)

  await window.go('Positions')
  await expect(positionsScreen(page).row('BTC_USDT')).toContainText(/Long|Short/)

  await window.go('Loans')
  await expect(loansScreen(page).gauge).toHaveAttribute('aria-valuetext', /margin call/)
  await expect(loansScreen(page).loan).toContainText('Liquidation LTV')
})
