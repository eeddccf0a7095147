import { copyControls } from '../screens/demo-controls.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { armed } from '../support/armed.js'
import { expect, test } from '../support/connected.js'

test(
  'CPY-1 UX-77 practises with a copy: crashes a price, sees the alert, follows the answer sheet until it is over, and returns',
  { tag: '@long' },
  async ({ account: { page, app }, simulator }) => {
    const window = windowScreen(page)
    await window.go('Loans')
    await page.getByRole('button', { name: 'Practise with a copy' }).click()
    await expect(window.status).toContainText('Copy of Harbour')
    const trade = await armed(page, app)
    await expect(page.getByRole('navigation')).toContainText('Nothing reaches the exchange')

    const controls = copyControls(page)
    await controls.open()
    await controls.dialog.getByRole('combobox', { name: 'Asset' }).selectOption('SOL')
    for (const move of ['+30 %', '+30 %', '+10 %', '+5 %']) await controls.pull(move)
    await controls.close()
    await window.go('Overview')
    const { attention, refresh } = overviewScreen(page)
    await refresh.click()
    // Which alert appears depends on the price when the copy was made.
    const inTrouble = /Margin level has fallen to \d+|No free margin is left/
    await expect(attention).toContainText(inTrouble)
    const [alert = ''] = inTrouble.exec((await attention.textContent()) ?? '') ?? []
    expect(alert).not.toBe('')

    await window.go('Loans')
    await page.getByRole('button', { name: 'What you can do…' }).first().click()
    await page.getByRole('button', { name: /^Review: Move .* USDT from Main/ }).click()
    await trade.act(/^Move .* USDT from Main to Collateral$/).click()
    await expect(trade.main).toContainText('The exchange moved it.')
    await window.go('Overview')
    await refresh.click()
    await expect(attention).not.toContainText(alert)

    await page.getByRole('button', { name: 'Back to Harbour' }).click()
    await expect(window.status).not.toContainText('Copy of Harbour')
    const asked = (await simulator.calls()).map((call) => call.path)
    expect(asked.filter((path) => path.includes('transfer'))).toEqual([])
  },
)
