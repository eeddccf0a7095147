// The field for a market: suggestions are taken only by whoever means one.
import type { Page } from '@playwright/test'
import { expect, test, type OpenPage } from './page-fixture.js'
import { goTo } from './screens.js'
import { armed } from '../fixtures/portfolio/trading.js'
import { pushTrading, readyScene } from './trade-screen.js'

async function openField(open: OpenPage) {
  const page = await open(readyScene({ favourites: ['BTC_USDT', 'BTC_PERP', 'ETH_USDT'] }))
  await goTo(page, 'Trade')
  return { page, field: page.getByRole('combobox', { name: 'Market' }) }
}

const selected = (page: Page) => page.getByRole('option', { selected: true })

test('Enter leaves what was typed as it is until the arrows have reached a suggestion', async ({
  open,
}) => {
  const { page, field } = await openField(open)
  await field.pressSequentially('btc')
  await expect(page.getByRole('option')).toHaveText([/^BTC_USDT/, /^BTC_PERP/, /^ETH_BTC/])
  await expect(selected(page)).toHaveCount(0)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('btc')
  await expect(
    page.getByRole('option'),
    'Enter closes the list; the next one is the form’s',
  ).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toContainText('BTC_USDT')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await selected(page).getAttribute('id')) ?? '',
  )
  await field.pressSequentially('_')
  await expect(selected(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('btc_')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('ETH_BTC')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('the pointer takes a suggestion by a click, and never by resting on it', async ({ open }) => {
  const { page, field } = await openField(open)
  await field.click()
  await page.getByRole('option', { name: /^ETH_USDT/ }).hover()
  await expect(selected(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await field.click()
  await page.getByRole('option', { name: /^ETH_USDT/ }).click()
  await expect(field).toHaveValue('ETH_USDT')
  await expect(field).toBeFocused()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a button of the mouse that only comes up on a suggestion, or is not the first, takes none', async ({
  open,
}) => {
  const { page, field } = await openField(open)
  await field.pressSequentially('btc')
  await field.hover()
  await page.mouse.down()
  await page.getByRole('option', { name: /^BTC_PERP/ }).hover()
  await page.mouse.up()
  await expect(field).toHaveValue('btc')
  await page.getByRole('option', { name: /^BTC_PERP/ }).click({ button: 'right' })
  await expect(field).toHaveValue('btc')
})

test('a click that no pointer made takes a suggestion, too', async ({ open }) => {
  const { page, field } = await openField(open)
  await field.click()
  await page
    .getByRole('option', { name: /^BTC_PERP/ })
    .evaluate((option: HTMLElement) => option.click())
  await expect(field).toHaveValue('BTC_PERP')
})

test('the list goes with the focus, and with Escape', async ({ open }) => {
  const { page, field } = await openField(open)
  await field.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(field).toHaveValue('')
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toContainText('BTC_USDT')
  await page.keyboard.press('Tab')
  await expect(field).not.toBeFocused()
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(field).toHaveValue('')
})

test('where the suggestion that was reached goes while the list is open, none is reached, and the arrows begin anew', async ({
  open,
}) => {
  const page = await open(readyScene({ favourites: ['ADA_USDT', 'XRP_USDT'] }))
  await goTo(page, 'Trade')
  const field = page.getByRole('combobox', { name: 'Market' })
  await field.click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toContainText('XRP_USDT')
  await pushTrading(page, armed({ favourites: ['ADA_USDT'] }))
  await expect(page.getByRole('option', { name: /^XRP_USDT/ })).toHaveCount(0)
  await expect(selected(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toContainText('ADA_USDT')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('ADA_USDT')
})
