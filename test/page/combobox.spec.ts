// The market field: suggestions are only taken on purpose.
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

test('Enter keeps what was typed until the arrow keys reach a suggestion; blur and Escape close the list', async ({
  open,
}) => {
  const { page, field } = await openField(open)
  await test.step('closes the list on blur and on Escape', async () => {
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
  await test.step('Enter keeps what was typed', async () => {
    await field.fill('')
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
})

test('takes a suggestion on a click, also without a pointer, never on hover, on another mouse button, or on one only released over it', async ({
  open,
}) => {
  const { page, field } = await openField(open)
  await test.step('on click, never on hover', async () => {
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
  await test.step('not on a button other than the first, or one only released over a suggestion', async () => {
    await field.fill('')
    await field.pressSequentially('btc')
    await field.hover()
    await page.mouse.down()
    await page.getByRole('option', { name: /^BTC_PERP/ }).hover()
    await page.mouse.up()
    await expect(field).toHaveValue('btc')
    await page.getByRole('option', { name: /^BTC_PERP/ }).click({ button: 'right' })
    await expect(field).toHaveValue('btc')
  })
  await test.step('on a click without a pointer', async () => {
    await field.fill('')
    await field.click()
    await page
      .getByRole('option', { name: /^BTC_PERP/ })
      .evaluate((option: HTMLElement) => option.click())
    await expect(field).toHaveValue('BTC_PERP')
  })
})

test('clears the highlight when its suggestion disappears, and the arrow keys start over', async ({
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
