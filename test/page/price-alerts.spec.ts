// Price alerts in Settings, and the way there from an alert.
import type { Page } from '@playwright/test'
import { noPrices } from '../../src/shared/markets/market.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { alertsOf, anAlert } from '../fixtures/portfolio/alerts.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { aMarketsView, aPricesView, someTickers } from '../fixtures/portfolio/market.js'
import {
  aPriceAlert,
  aPriceAlertsView,
  somePriceAlerts,
} from '../fixtures/portfolio/price-alerts.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { announced, listen } from './heard.js'
import { expect, type OpenPage, test } from './page-fixture.js'
import { advance, asked, openTab } from './screens.js'
import { push, step } from './steps.js'

const sceneWith = (part: Partial<Scene> = {}): Scene => ({ ...scenes.ordinary(), ...part })

async function openPanel(open: OpenPage, part: Partial<Scene> = {}) {
  const page = await open(sceneWith(part))
  await openTab(page, 'Alerts')
  return { page, panel: page.getByRole('region', { name: 'Price alerts', exact: true }).first() }
}

const marketField = (page: Page) => page.getByRole('combobox', { name: 'Market' })

test('sets an alert above or below a price or on a move, says at once what is already reached, and keeps invalid input with the reason', async ({
  open,
}) => {
  const { page, panel } = await openPanel(open)
  await step(page, 'a price that has already been reached', async () => {
    await listen(page)
    await marketField(page).fill('BTC_USDT')
    await panel.getByRole('radio', { name: 'Below' }).check()
    await panel.getByLabel('Price', { exact: true }).fill('95000')
    await expect(panel).toContainText(
      'The price is already below: 92901.5 now. This triggers once it has been above 95475 and gets there again.',
    )
    await advance(page, 1100)
    expect(await announced(page)).toEqual([expect.stringContaining('The price is already below')])
    await panel.getByRole('button', { name: 'Add alert' }).click()
    expect(await asked(page, 'price-alerts/add')).toHaveLength(1)
    await expect(panel.getByRole('row', { name: /BTC_USDT/ })).toBeVisible()
  })
  await step(page, 'a market found by typing, above a price', async () => {
    await panel.getByRole('radio', { name: 'Above' }).check()
    await marketField(page).fill('')
    await marketField(page).pressSequentially('eth')
    await expect(page.getByRole('option')).toHaveText([/ETH_USDT\s*3146.48/, /ETH_BTC/, /ETH_PERP/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(marketField(page)).toHaveValue('ETH_USDT')
    await expect(marketField(page)).toHaveAccessibleDescription('Last price 3146.48')
    const price = panel.getByLabel('Price', { exact: true })
    await price.fill('3500')
    await expect(price).toHaveAccessibleDescription('11.23\u00a0% away. The price is 3146.48 now.')
    await page.keyboard.press('Enter')
    expect(await asked(page, 'price-alerts/add')).toEqual([
      { market: 'ETH_USDT', rule: { kind: 'above', price: '3500' }, repeats: true },
    ])
    const row = panel.getByRole('row', { name: /ETH_USDT/ })
    await expect(row.getByRole('cell')).toHaveText([
      /Above\s*3500/,
      '3146.48',
      '11.23\u00a0%',
      'Active',
      /Edit/,
    ])
    await expect(price).toHaveValue('')
    await expect(marketField(page)).toBeFocused()
  })
  await step(page, 'a move that ends afterwards', async () => {
    await marketField(page).fill('btc_usdt')
    await panel.getByRole('radio', { name: 'Move' }).check()
    await panel.getByLabel('Percent').fill('2.5')
    await panel.getByLabel('Within (minutes)').fill('10')
    await panel.getByRole('radio', { name: 'Down', exact: true }).check()
    await panel.getByRole('radio', { name: 'End' }).check()
    await panel.getByRole('button', { name: 'Add alert' }).click()
    expect(await asked(page, 'price-alerts/add')).toEqual([
      {
        market: 'BTC_USDT',
        rule: { kind: 'move', percent: '2.5', minutes: 10, direction: 'down' },
        repeats: false,
      },
    ])
    await expect(panel.getByRole('row', { name: /^BTC_USDT.* down / })).toContainText(
      '2.5\u00a0% down within 10 min, once',
    )
  })
  await step(page, 'invalid input, and a refusal by main', async () => {
    await panel.getByRole('radio', { name: 'Above' }).check()
    await marketField(page).fill('')
    await panel.getByRole('button', { name: 'Add alert' }).click()
    await expect(marketField(page)).toHaveAccessibleDescription('Market is empty.')
    await expect(marketField(page)).toBeFocused()
    await marketField(page).fill('BTC_USDT')
    await panel.getByLabel('Price', { exact: true }).fill('1,5')
    await page.keyboard.press('Enter')
    await expect(panel.getByLabel('Price', { exact: true })).toHaveAccessibleDescription(
      /“1,5” has a comma/,
    )
    expect(await asked(page, 'price-alerts/add')).toEqual([])
    await page.evaluate(
      (error) => window.fake.answer('price-alerts/add', { ok: false, error }),
      aProblem('bad-input', {
        message: 'This alert is already set.',
        fields: { market: ['This alert is already set.'] },
      }),
    )
    await panel.getByLabel('Price', { exact: true }).fill('100000')
    await page.keyboard.press('Enter')
    await expect(marketField(page)).toHaveAccessibleDescription('This alert is already set.')
    await expect(panel.getByLabel('Price', { exact: true })).toHaveValue('100000')
  })
})

test('names every state; changes, re-arms and removes an alert, by keyboard as well', async ({
  open,
}) => {
  const { page, panel } = await openPanel(open, {
    priceAlerts: aPriceAlertsView(somePriceAlerts()),
  })
  const rows = panel.getByRole('row')
  await expect(rows).toHaveCount(7)
  const states = [
    'Active',
    'Already below',
    'Active',
    'Triggered 11:53',
    'Ended 2025-11-19',
    'No new price',
  ]
  for (const [at, state] of states.entries())
    await expect(
      rows
        .nth(at + 1)
        .getByRole('cell')
        .nth(3),
    ).toHaveText(state)
  await expect(rows.nth(3).getByRole('cell').nth(2)).toHaveText('3.58\u00a0%')
  await panel
    .getByRole('button', { name: 'Activate again: DOGE_USDT, 10\u00a0% up or down within 1 h' })
    .click()
  await expect(rows.nth(5).getByRole('cell').nth(3)).toHaveText('Active')
  await panel.getByRole('button', { name: 'Edit: BTC_USDT, Above 100000' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Change the alert on BTC_USDT' })).toBeVisible()
  await expect(panel.getByLabel('Price', { exact: true })).toBeFocused()
  await panel.getByLabel('Price', { exact: true }).fill('101000')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toContainText('101000')
  await expect(panel.getByRole('button', { name: 'Add alert' })).toBeVisible()
  expect(await asked(page, 'price-alerts/change')).toEqual([
    {
      id: 'alarm-5',
      settings: {
        market: 'DOGE_USDT',
        rule: { kind: 'move', percent: '10', minutes: 60, direction: 'either' },
        repeats: false,
      },
    },
    {
      id: 'alarm-1',
      settings: { market: 'BTC_USDT', rule: { kind: 'above', price: '101000' }, repeats: true },
    },
  ])
  await panel.getByRole('button', { name: 'Remove: LTC_USDT, Below 61.5' }).press('Enter')
  await expect(rows).toHaveCount(6)
  await expect(marketField(page)).toBeFocused()
})

test('takes a typed name without a market list, warns of one that is not listed, says once that an exchange offers no prices, and shows the age of late ones', async ({
  open,
}) => {
  const { page, panel } = await openPanel(open, {
    markets: { ...aMarketsView(), markets: { ...aMarketsView().markets, value: null } },
  })
  await step(page, 'a name that is not listed', async () => {
    await marketField(page).pressSequentially('NEW_USDT')
    await expect(page.getByRole('option')).toHaveCount(0)
    await panel.getByLabel('Price', { exact: true }).fill('1')
    await expect(panel).not.toContainText('lists no market')
    await page.evaluate((view) => window.fake.push('markets', view), aMarketsView())
    await expect(panel).toContainText(
      'The exchange lists no market NEW_USDT. Until it has a price, this alert cannot trigger.',
    )
  })
  await step(page, 'no prices, and late ones', async () => {
    await push(page, 'prices', {
      ...noPrices,
      profileId: aPricesView().profileId,
      tickers: { ...noPrices.tickers, problem: aProblem('not-found') },
    })
    await push(page, 'price-alerts', aPriceAlertsView([aPriceAlert()]))
    await expect(panel).toContainText(
      'This exchange offers no prices to Plimsoll, so price alerts cannot trigger.',
    )
    await expect(panel.getByRole('button', { name: 'Add alert' })).toHaveCount(0)
    await expect(panel.getByRole('row', { name: /BTC_USDT/ })).toContainText('No new price')
    await page.evaluate(
      (view) => window.fake.push('prices', view),
      aPricesView({
        tickers: aFeed(someTickers(), { every: 60, asOf: now - 130, problem: aProblem('timeout') }),
      }),
    )
    await expect(panel).toContainText(/Late\s*2 min ago/)
    await expect(panel.getByRole('button', { name: 'Add alert' })).toBeVisible()
  })
})

test('links a price alert to the active alerts, with the distance to liquidation one button away', async ({
  open,
}) => {
  const fired = anAlert({
    id: 'fired',
    key: 'price:alarm-1',
    kind: 'price-level',
    level: 'caution',
    subject: { key: 'market:BTC_USDT', name: 'BTC_USDT' },
    title: 'BTC_USDT rose above 100000',
    text: 'The last price was 100000.5. It is active again below 99500.',
    cause: { market: 'BTC_USDT', price: '100000.5', level: '100000' },
  })
  const page = await open(sceneWith({ alerts: alertsOf([fired]), alertHistory: [fired] }))
  const place = page.getByRole('group', { name: 'Price alerts' })
  await page.getByRole('button', { name: 'Show: BTC_USDT rose above 100000' }).last().click()
  await expect(place).toBeFocused()
  await expect(place).toBeInViewport()
  await place.getByRole('button', { name: 'a distance to liquidation' }).click()
  await expect(page.getByRole('textbox', { name: 'Distance' })).toBeFocused()
  // By a click on the notification, which names the place.
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.evaluate(() => {
    window.fake.answer('requested-screen/take', {
      ok: true,
      value: { screen: 'price-alerts', profileId: '' },
    })
    window.fake.push('requested-screen', { wanted: true })
  })
  await expect(place).toBeFocused()
})

test('axe finds nothing serious in any state or look, or while setting a move', async ({
  open,
}) => {
  const page = await open(sceneWith({ priceAlerts: aPriceAlertsView(somePriceAlerts()) }), tall)
  await openTab(page, 'Alerts')
  await page.getByRole('radio', { name: 'Move' }).check()
  await page.getByRole('button', { name: 'Add alert' }).click()
  await expectNoSeriousFinding(page, 'price alerts')
})
