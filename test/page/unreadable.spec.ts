// A list that could not be read completely: every screen that shows it, or counts on it, says so.
import type { Unreadable } from '../../src/shared/unreadable.js'
import { aFeed, aPortfolio, aPosition } from '../fixtures/portfolio/figures.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { goTo } from './screens.js'
import { step } from './steps.js'
import { readyScene } from './trade-screen.js'

const eth: Unreadable = {
  place: 2,
  id: '528',
  name: 'ETH_USDT',
  field: 'amount',
  why: 'must be a decimal number',
}
const doge: Unreadable = {
  place: 2,
  id: null,
  name: 'DOGE',
  field: 'main_balance',
  why: 'is missing',
}
const title = '1 of 2 positions could not be read'

function scene() {
  return {
    ...readyScene(),
    portfolio: aPortfolio({
      positions: aFeed([aPosition()], { every: 5, unreadable: [eth] }),
      balance: aFeed([{ asset: 'BTC', amount: '0.5' }], { unreadable: [doge] }),
    }),
  }
}

test('every screen that shows or uses a list that could not be read completely says so, and offers no market order on the market of an unreadable position', async ({
  open,
}) => {
  const page = await open(scene(), tall)
  await step(page, 'Overview: positions and balances, with incomplete sums', async () => {
    const attention = page.getByRole('region', { name: 'Needs attention now' })
    await expect(attention).toContainText(title)
    await expect(attention).toContainText('1 of 2 assets could not be read')
    const risk = page.getByRole('region', { name: 'Open risk' })
    await expect(risk.getByRole('region', { name: title })).toBeVisible()
    await expect(risk).toContainText('1 of 2 positions')
    await expect(risk).toContainText('None of these in margin call')
    const balance = page.getByRole('region', { name: 'Main balance' })
    await expect(
      balance.getByRole('region', { name: '1 of 2 assets could not be read' }),
    ).toContainText('DOGE: “main_balance” is missing')
    await expect(balance).toContainText('1 of 2 assets')
    await expect(
      page.getByRole('region', { name: 'Monitoring' }).getByText('incomplete', { exact: true }),
    ).toHaveCount(2)
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Incomplete data')
    await expectNoSeriousFinding(page, 'an overview of which something could not be read')
  })
  await step(page, 'Positions: what is unreadable, counted as open', async () => {
    await goTo(page, 'Positions')
    const note = page.getByRole('region', { name: title })
    await expect(note).toContainText('ETH_USDT (528): “amount” must be a decimal number')
    await expect(note).toContainText(
      'It is open on the exchange, but not monitored and in no sum here',
    )
    await expect(note).toContainText('Look on the exchange.')
    await expect(page.getByRole('group', { name: 'Which positions' })).toContainText('All 1 of 2')
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('1 of 2 positions')
    await expect(page.locator('main header .age')).toContainText('Incomplete')
    await expectNoSeriousFinding(page, 'positions of which one could not be read')
  })
  await step(page, 'Trade: no market order there, but elsewhere', async () => {
    await goTo(page, 'Trade')
    await page.getByRole('combobox', { name: 'Market' }).fill('ETH_USDT')
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1')
    const preview = page.getByRole('button', { name: 'Preview order…' })
    await expect(preview).toBeDisabled()
    await expect(
      page.getByText(
        'A position that may be on this market could not be read, so this order cannot be judged.',
      ),
    ).toBeVisible()
    const summary = page.getByRole('region', { name: 'Your ETH_USDT position' })
    await expect(summary.getByRole('region', { name: title })).toBeVisible()
    await expect(summary).not.toContainText('None is open')
    await expect(page.getByText('What it does to your ETH_USDT position is unknown')).toBeVisible()
    await page.getByRole('combobox', { name: 'Market' }).fill('SOL_USDT')
    await expect(preview).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Your SOL_USDT position' })).toContainText(
      'No open position on this market.',
    )
  })
})
