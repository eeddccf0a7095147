// What the user can do about a low margin level: from an alert to the review of a smallest action.
import type { Locator, Page } from '@playwright/test'
import type { PortfolioView } from '../../src/shared/portfolio/portfolio.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { alertsOf, anAlert } from '../fixtures/portfolio/alerts.js'
import { aProfile } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPosition, notOffered } from '../fixtures/portfolio/figures.js'
import { aCollateralSummary } from '../fixtures/portfolio/market.js'
import { offeredPortfolio, type Scene } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding } from './axe.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { push } from './steps.js'
import { readyScene, theSheet } from './trade-screen.js'

/** 127.8 %: the alert at 200 % is over at 204 %, which takes 8195.9952 USDT. */
const low = aCollateralSummary({ equity: '12266.7236', freeMargin: '3000' })

const long = aPosition({
  id: '7',
  market: 'BTC_USDT',
  amount: '1.2',
  entryPrice: '80000',
  unrealizedPnl: '1498.925',
  usedMargin: '9600',
  positionSide: 'BOTH',
  liquidationPrice: '70000',
})

const alert = anAlert({
  id: 'margin',
  key: 'margin/exhausted',
  kind: 'margin-level',
  title: 'Margin level has fallen to 150 %',
  subject: { key: 'margin', name: 'Margin' },
})

function lowScene(part: Partial<PortfolioView> = {}): Scene {
  return {
    ...readyScene(),
    alerts: alertsOf([alert]),
    alertHistory: [alert],
    portfolio: offeredPortfolio({
      collateralSummary: aFeed(low, { every: 10 }),
      positions: aFeed([long], { every: 5 }),
      ...part,
    }),
  }
}

function sheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'What you can do about the margin level' })
}

const rows = (page: Page) => sheet(page).getByRole('list').first().getByRole('listitem')

function clickNotification(page: Page, profileId: string): Promise<void> {
  return page.evaluate((id) => {
    window.fake.answer('requested-screen/take', {
      ok: true,
      value: { screen: 'margin-answer', profileId: id },
    })
    window.fake.push('requested-screen', { wanted: true })
  }, profileId)
}

test('ALR-15 leads in two clicks from a notification to the review of the smallest transfer', async ({
  open,
}) => {
  const page = await open(lowScene())
  await clickNotification(page, aProfile().id)
  await expect(sheet(page)).toContainText('At 204 % the alert at 200 % is over.')
  await expect(rows(page)).toHaveText([
    /Move 8195\.9952 USDT from Main to Collateral.*127\.8.*204.*no fee/s,
    /Move .* WBT from Main to Collateral.*about 204/s,
    /Move .* SOL from Main to Collateral.*about 204/s,
    /Reduce long BTC_USDT by 0\.51783 BTC.*204.*costs at most about 254\.97 USDT/s,
  ])
  await expect(sheet(page)).toContainText('and 2 more ways')
  await expectNoSeriousFinding(page, 'what to do about the margin level')
  await sheet(page).getByRole('button', { name: '150 %' }).click()
  await expect(rows(page).first()).toContainText('Move 2705.6514 USDT from Main')
  expect(await asked(page, 'orders/prepare')).toEqual([])
  const act = sheet(page).getByRole('button', { name: /^Review: Move .* USDT from/ })
  await advance(page, 700)
  await act.click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(theSheet(page)).toContainText('Move 2705.6514 USDT from Main to Collateral')
  expect(await asked(page, 'orders/prepare')).toEqual([
    { kind: 'transfer', asset: 'USDT', from: 'main', to: 'collateral', amount: '2705.6514' },
  ])
  expect(await asked(page, 'orders/confirm')).toEqual([])

  // Of an account that is not on screen, nothing is shown until it is.
  await page.keyboard.press('Escape')
  await clickNotification(page, 'another')
  await expect(page.getByRole('heading', { name: 'Loans', level: 1 })).toBeVisible()
  await expect(sheet(page)).toHaveCount(0)
})

test('ALR-15 is opened from the alert, Loans and the palette, and reviews a part of a position', async ({
  open,
}) => {
  const page = await open(lowScene({ balance: aFeed([]), tradeBalance: aFeed([]) }))
  await goTo(page, 'Activity')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: `What you can do: ${String(alert.title)}` }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await main.getByRole('button', { name: 'What you can do…' }).click()
  await expect(sheet(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search for/ }).fill('what you can do')
  await page.getByRole('option', { name: /^What you can do about/ }).click()
  const act = sheet(page).getByRole('button', { name: /^Review: Reduce long BTC_USDT/ })
  await advance(page, 700)
  await act.click()
  await expect(theSheet(page)).toContainText('Sell 0.')
  expect(await asked(page, 'orders/prepare')).toMatchObject([
    { kind: 'market', market: 'BTC_USDT', side: 'sell', positionSide: null },
  ])
})

test('ALR-15 says what is missing, and works out nothing from figures that are outdated or hidden', async ({
  open,
}) => {
  const page = await open(
    lowScene({
      balance: aFeed([{ asset: 'USDT', amount: '100' }]),
      tradeBalance: notOffered(),
      positions: aFeed([{ ...long, usedMargin: null }], { every: 5 }),
    }),
  )
  await clickNotification(page, aProfile().id)
  await expect(sheet(page)).toContainText(
    'Even all of these together do not raise the margin level to 204 %: 8096 USDT of collateral is still missing.',
  )
  await expect(rows(page)).toHaveText([/Move 100 USDT from Main to Collateral.*128\.7/s])
  await expect(sheet(page)).toContainText('the market is closed: BTC_USDT')
  await expect(sheet(page)).toContainText('does not offer it to this key: Trade')

  const { balance } = offeredPortfolio()
  await push(page, 'portfolio', lowScene({ balance: { ...balance, source: 'cache' } }).portfolio)
  await expect(sheet(page)).toContainText('These figures are not current: Main balance.')
  await expect(sheet(page).getByRole('listitem')).toHaveCount(0)
  const before = (await asked(page, 'portfolio/refresh')).length
  await sheet(page).getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(async () => (await asked(page, 'portfolio/refresh')).length).toBe(before + 1)

  await push(
    page,
    'portfolio',
    lowScene({ collateralSummary: notOffered(), tradeBalance: notOffered() }).portfolio,
  )
  await expect(sheet(page)).toContainText('does not offer the margin level to this key')
  await expect(
    sheet(page).getByRole('button', { name: 'Review: Close long BTC_USDT' }),
  ).toBeEnabled()

  await push(page, 'portfolio', lowScene().portfolio)
  await expect(sheet(page)).toContainText('8195.9952')
  await push(page, 'settings', { ...defaultSettings, onboardingDone: true, hideAmounts: true })
  await expect(sheet(page)).toContainText('Show amounts to see what raises the margin level.')
  await expect(sheet(page)).not.toContainText('8195')
})
