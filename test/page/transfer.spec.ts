// Moving an asset between balances: filled in from several screens, reviewed and sent on Trade.
import type { Page } from '@playwright/test'
import { nothingYet } from '../../src/shared/portfolio/feed.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { aProblem, offeredPortfolio, scenes } from '../fixtures/portfolio/scenes.js'
import { aTrading, notArmed, tradingScene } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo } from './screens.js'
import { push, step } from './steps.js'
import { pushTrading, read, readyScene, theSheet } from './trade-screen.js'

const form = (page: Page) => page.getByRole('dialog', { name: 'Transfer between balances' })
const openForm = (page: Page) => page.getByRole('button', { name: 'Move… from Main' }).click()
const amountField = (page: Page) => form(page).getByRole('textbox', { name: 'Amount' })
const review = (page: Page) => form(page).getByRole('button', { name: 'Review transfer…' })

function pick(page: Page, group: 'From' | 'To', balance: string): Promise<void> {
  return form(page)
    .getByRole('group', { name: group })
    .getByRole('radio', { name: balance })
    .check()
}

async function choose(page: Page, asset: string): Promise<void> {
  await form(page).getByRole('combobox', { name: 'Asset' }).selectOption(asset)
}

test('ORD-1 enables trading where it is not enabled, goes from the Loans screen to a review and is sent once, with both balances shown', async ({
  open,
}) => {
  const page = await open({
    ...scenes.ordinary(),
    trading: tradingScene(aTrading({ readOnly: false, obstacles: [notArmed] })),
  })
  await goTo(page, 'Loans')
  await page.getByRole('button', { name: 'Add collateral…' }).click()
  await expect(form(page).getByRole('radio', { name: 'Main' }).first()).toBeFocused()
  await expect(review(page)).toBeDisabled()
  await choose(page, 'USDT')
  await amountField(page).fill('500')
  const rows = form(page).getByRole('table').getByRole('row')
  await expect(rows).toContainText([
    /Now.*After/,
    /Main balance\s*23104\.118204.*22604\.118204/,
    /Collateral balance\s*21500\.55.*22000\.55/,
    /Margin level\s*213\.6\s%.*218\.2\s%/,
  ])
  await review(page).click()
  await expect(form(page)).toHaveCount(0)
  const sheet = theSheet(page)
  await expect(sheet).toContainText('Move 500 USDT from Main to Collateral')
  expect(await asked(page, 'trading/arm')).toHaveLength(1)
  expect(await asked(page, 'orders/prepare')).toEqual([
    { kind: 'transfer', asset: 'USDT', from: 'main', to: 'collateral', amount: '500' },
  ])
  expect(await asked(page, 'orders/confirm')).toEqual([])
  await read(page)
  await sheet.getByRole('button', { name: 'Move 500 USDT from Main to Collateral' }).dblclick()
  await expect(sheet).toHaveCount(0)
  expect(await asked(page, 'orders/confirm')).toHaveLength(1)
  const result = page.getByRole('region', { name: 'Move 500 USDT from Main to Collateral' })
  await expect(result).toContainText('The exchange moved it.')
  await expect(result).toContainText('Moved')
})

test('UX-46 moves what is free and no more, by way of main, shows limits, margin levels and steps before the review, and no figure while amounts are hidden', async ({
  open,
}) => {
  const page = await open(readyScene())
  await step(page, 'the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search for/ }).fill('transfer')
    await page.getByRole('option', { name: 'Transfer between balances…' }).click()
    await expect(form(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'all that is free, and no more', async () => {
    await openForm(page)
    await pick(page, 'From', 'Trade')
    await pick(page, 'To', 'Main')
    await choose(page, 'USDT')
    await expect(form(page)).toContainText('1502.4 USDT can be moved.')
    await form(page).getByRole('button', { name: 'Use all available' }).click()
    await expect(amountField(page)).toHaveValue('1502.4')
    await expect(review(page)).toBeEnabled()
    await amountField(page).fill('1502.41')
    await expect(form(page)).toContainText('Trade: only 1502.4 USDT can be moved.')
    await expect(review(page)).toBeDisabled()
    await amountField(page).fill('0.000000001')
    await expect(form(page)).toContainText('A transfer can have at most 8 decimal places.')
    await expect(review(page)).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'trade and collateral, one transfer at a time', async () => {
    await openForm(page)
    await pick(page, 'From', 'Trade')
    await pick(page, 'To', 'Collateral')
    await expect(form(page)).toContainText('Transfers go through the main balance.')
    await choose(page, 'USDT')
    await amountField(page).fill('5')
    await expect(review(page)).toBeDisabled()
    await form(page).getByRole('button', { name: 'Trade to Main first' }).click()
    await expect(review(page)).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'a limit', async () => {
    const { limits } = aTrading()
    const byQuote = { USDT: { perOrder: '100', perDay: '1000' } }
    await pushTrading(page, aTrading({ readOnly: false, limits: { ...limits, on: true, byQuote } }))
    await openForm(page)
    await pick(page, 'To', 'Trade')
    await choose(page, 'USDT')
    await amountField(page).fill('100.01')
    await expect(form(page)).toContainText(/limit for one transfer is 100 USDT; this is 100\.01/)
    await pick(page, 'To', 'Collateral')
    await expect(form(page)).not.toContainText('limit for one transfer')
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'the same balance twice', async () => {
    await goTo(page, 'Loans')
    await page.getByRole('button', { name: 'Add collateral…' }).click()
    await pick(page, 'From', 'Collateral')
    await expect(
      form(page).getByRole('group', { name: 'To' }).getByRole('radio', { name: 'Main' }),
    ).toBeChecked()
    // What was typed was of another balance.
    await choose(page, 'USDT')
    await amountField(page).fill('7')
    await pick(page, 'From', 'Main')
    await expect(amountField(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'a step of the user', async () => {
    await push(page, 'settings', {
      ...defaultSettings,
      onboardingDone: true,
      alerts: { ...defaultSettings.alerts, marginLevelSteps: ['150', '250'] },
    })
    await page.getByRole('button', { name: 'Add collateral…' }).click()
    await choose(page, 'USDT')
    const steps = form(page).getByRole('group', { name: 'To reach a margin level of' })
    // 250 % of 10765.38, less what backs it: 10765.38 and 12233.8264.
    await expect(steps.getByRole('button')).toHaveText([/250\s% \(3914\.2436\sUSDT\)/])
    await steps.getByRole('button').click()
    await expect(amountField(page)).toHaveValue('3914.2436')
    await expect(form(page).getByRole('row', { name: /Margin level/ })).toContainText('250')
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'outdated figures', async () => {
    const portfolio = scenes.ordinary().portfolio
    await push(page, 'portfolio', {
      ...portfolio,
      collateralSummary: { ...portfolio.collateralSummary, source: 'cache' },
    })
    await goTo(page, 'Overview')
    await openForm(page)
    await pick(page, 'To', 'Collateral')
    await choose(page, 'USDT')
    await amountField(page).fill('500')
    await expect(form(page)).toContainText('The margin level is not known right now.')
    await expect(form(page).getByRole('row', { name: /Margin level/ })).toHaveCount(0)
    await expect(form(page).getByRole('group', { name: 'To reach a margin level of' })).toHaveCount(
      0,
    )
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  })
  await step(page, 'hidden amounts, and a main balance alone', async () => {
    await push(page, 'settings', { ...defaultSettings, onboardingDone: true, hideAmounts: true })
    await openForm(page)
    await expect(form(page)).toContainText('Show amounts to fill in a transfer.')
    await expect(form(page).getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    const none = { ...nothingYet, problem: aProblem('not-found') }
    await push(page, 'portfolio', offeredPortfolio({ tradeBalance: none, collateralBalance: none }))
    await expect(page.getByRole('button', { name: /^Move…/ })).toHaveCount(0)
  })
})
