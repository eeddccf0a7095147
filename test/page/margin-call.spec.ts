// In a margin call: what lowers the LTV, and how few clicks separate an alert from a close that is
// sent.
import type { Page } from '@playwright/test'
import type { Loan } from '../../src/shared/portfolio/loan.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { anAlertsView, ltvStepsOf } from '../fixtures/portfolio/alerts.js'
import { anAppState, aProfile, now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aLoan, aPosition } from '../fixtures/portfolio/figures.js'
import { aPricesView } from '../fixtures/portfolio/market.js'
import { offeredPortfolio, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { aTrading, notArmed, tradingScene } from '../fixtures/portfolio/trading.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo } from './screens.js'
import { push, step } from './steps.js'
import { pushTrading, read, theSheet } from './trade-screen.js'

function loanAt(currentLtv: string, part: Partial<Loan> = {}): Loan {
  return aLoan({
    asset: 'USDT',
    amount: '20000',
    currentLtv,
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    ...part,
  })
}

const long = aPosition({
  id: '2',
  market: 'BTC_USDT',
  amount: '0.25',
  positionSide: 'BOTH',
  liquidationPrice: '60000',
  usedMargin: '4000',
  unrealizedPnl: '-500',
})

function withLoan(loan: Loan): Scene {
  return {
    ...scenes.ordinary(),
    alerts: anAlertsView({ ltvSteps: ltvStepsOf(loan) }),
    portfolio: offeredPortfolio({
      loan: aFeed({ kind: 'loan', loan }),
      balance: aFeed([
        { asset: 'BTC', amount: '0.05' },
        { asset: 'USDT', amount: '9000' },
        { asset: 'NOPRICE', amount: '5' },
      ]),
      positions: aFeed([long], { every: 5 }),
      collateralBalance: aFeed([], { every: 30 }),
      tradeBalance: aFeed([], { every: 30 }),
    }),
    prices: aPricesView({
      tickers: aFeed(
        { BTC_USDT: { last: '90000', change: '0', isFrozen: false } },
        { asOf: now, every: 5 },
      ),
    }),
    trading: tradingScene(aTrading({ readOnly: false, obstacles: [notArmed] })),
  }
}

const panel = (page: Page) => page.getByRole('region', { name: 'Lower the LTV' })

test('ALR-6 in a margin call Overview and Loans first show what to repay, add or close, for a selectable target, with a link to the exchange', async ({
  open,
}) => {
  const page = await open(withLoan(loanAt('76')), tall)
  for (const screen of ['Overview', 'Loans'] as const)
    await step(page, screen, async () => {
      await goTo(page, screen)
      await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName(
        'Lower the LTV',
      )
      const ways = panel(page)
      // 20,000 × 16 ÷ 76 and (20,000 ÷ 0.60 − 20,000 ÷ 0.76), rounded up.
      await expect(ways).toContainText(/Repay\s*4210.53\sUSDT\s*LTV\s*76\s*then→\s*60\s+Any/)
      await expect(ways.getByRole('listitem').filter({ hasText: 'USDT' }).first()).toContainText(
        /7017\.55\sUSDT.*LTV\s+76\s+then→\s+60\s*$/,
      )
      await expect(ways.getByRole('listitem').filter({ hasText: 'BTC' }).first()).toContainText(
        'Not enough',
      )
      // 20,000 ÷ 0.76
      await expect(ways).toContainText(/Collateral \(estimate: loan ÷ LTV\)\s*≈\s*26315\.8/)
      await ways.getByRole('button', { name: 'Other' }).click()
      await ways.getByRole('textbox', { name: 'LTV to reach' }).fill('38')
      await expect(ways).toContainText(/Repay\s*10000\sUSDT/)
      await ways.getByRole('textbox', { name: 'LTV to reach' }).fill('80')
      await expect(ways).toContainText('Enter a target above zero and below 76.')
      await ways.getByRole('button', { name: 'Early step 3 at 65' }).click()
      await expect(ways).toContainText(/Repay\s*2894.74\sUSDT/)
      await expectNoSeriousFinding(page, 'ways to lower the LTV')
    })
  await step(page, 'a position to close, without a promise about the LTV', async () => {
    const way = panel(page)
    await expect(way.getByRole('button', { name: 'Close long BTC_USDT…' })).toBeVisible()
    await expect(way).toContainText(/frees about 3500\sUSDT/)
    await expect(way).toContainText('does not document that closing lowers this LTV on its own')
  })
  await step(page, 'the site of the exchange, where its address is known', async () => {
    for (const [region, address] of [
      ['global', 'https://whitebit.com'],
      ['eu', 'https://whitebit.eu'],
      ['custom', 'https://exchange.example'],
    ] as const) {
      await page.evaluate(
        (appState) => window.fake.push('app-state', appState),
        anAppState({ profiles: [aProfile({ region, baseUrl: address })] }),
      )
      const link = panel(page).getByRole('link')
      if (region === 'custom') {
        await expect(link).toHaveCount(0)
        await expect(panel(page)).toContainText('on the website of your exchange')
      } else await expect(link).toHaveAttribute('href', `${address}/`)
    }
  })
})

test('ALR-6 shows the ways to lower an LTV past an early step, names a missing figure, keeps hidden amounts hidden, and shows none with a calm LTV', async ({
  open,
}) => {
  const show = async (loan: Loan): Promise<void> => {
    const { alerts, portfolio } = withLoan(loan)
    await push(page, 'alerts', alerts)
    await push(page, 'portfolio', portfolio)
  }
  const page = await open(withLoan(loanAt('66')))
  await step(page, 'past an early step', async () => {
    await expect(page.getByRole('region', { name: 'LTV headroom' })).toBeVisible()
    await expect(panel(page)).toBeVisible()
  })
  await step(page, 'no loan amount', async () => {
    await show(loanAt('76', { amount: '0' }))
    await expect(panel(page)).toContainText('The exchange sends no loan amount above zero')
  })
  await step(page, 'no prices', async () => {
    await show(loanAt('76'))
    const added = panel(page).getByRole('listitem').filter({ hasText: 'held:' })
    await expect(added).toHaveCount(2)
    await push(page, 'prices', aPricesView({ tickers: aFeed({}, { asOf: now, every: 5 }) }))
    await expect(added).toHaveCount(1)
    await expect(panel(page)).toContainText(/Repay\s*4210.53\sUSDT/)
  })
  await step(page, 'hidden amounts', async () => {
    await push(page, 'settings', { ...defaultSettings, onboardingDone: true, hideAmounts: true })
    await expect(panel(page)).toContainText('Show amounts')
    await expect(panel(page)).not.toContainText('4210')
  })
  await step(page, 'a calm LTV', async () => {
    await show(loanAt('40'))
    await expect(panel(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'LTV headroom' })).toBeVisible()
  })
})

async function acts(page: Page): Promise<string[]> {
  const channels = ['trading/allow', 'trading/arm', 'orders/prepare', 'orders/confirm']
  const all = await page.evaluate(() => window.fake.asked.map(({ channel }) => channel as string))
  return all.filter((channel) => channels.includes(channel))
}

test('ALR-6 closes or reduces a position in two clicks: the action enables trading in place and opens the review, which is confirmed once', async ({
  open,
}) => {
  const page = await open(withLoan(loanAt('76')))
  await step(page, 'a no in the system dialog, which keeps the request', async () => {
    await goTo(page, 'Positions')
    const no = {
      ok: false,
      error: { code: 'cancelled', message: 'Not confirmed in the system dialog.', reason: 'BOX' },
    }
    await page.evaluate(
      (text) => window.fake.answer('trading/arm', JSON.parse(text) as never),
      JSON.stringify(no),
    )
    await page.getByRole('button', { name: 'Close long BTC_USDT…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close long BTC_USDT' })
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'Not confirmed in the system dialog.' }),
    ).toBeVisible()
    await page.evaluate(() => window.fake.answer('trading/arm', null))
    await dialog.getByRole('button', { name: 'Arm for 15 minutes' }).click()
    await expect(theSheet(page)).toContainText('Close long 0.25 BTC_USDT')
    expect(await acts(page)).toEqual(['trading/arm', 'trading/arm', 'orders/prepare'])
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'a read-only account, from the panel on Overview', async () => {
    await goTo(page, 'Overview')
    await pushTrading(page, aTrading())
    await panel(page).getByRole('button', { name: 'Close long BTC_USDT…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close long BTC_USDT' })
    await expect(dialog).toContainText('Two system dialogs follow')
    await expect(dialog).toContainText(/Size\s*0\.25\sBTC/)
    await expectNoSeriousFinding(page, 'enabling trading to close')
    expect(await acts(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Allow and arm trading…' }).click()
    await expect(theSheet(page)).toContainText('Close long 0.25 BTC_USDT')
    expect(await acts(page)).toEqual(['trading/allow', 'trading/arm', 'orders/prepare'])
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'Reduce, by its amount when trading is enabled', async () => {
    await pushTrading(page, aTrading())
    await goTo(page, 'Positions')
    await page.getByRole('button', { name: 'Reduce long BTC_USDT…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reduce long BTC_USDT' })
    await expect(dialog).toContainText('The review opens next.')
    expect(await acts(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Allow and arm trading…' }).click()
    await expect(theSheet(page)).toContainText('Sell 0.125 BTC_USDT at market')
    expect(await acts(page)).toEqual(['trading/allow', 'trading/arm', 'orders/prepare'])
    expect(await asked(page, 'orders/prepare')).toMatchObject([
      { kind: 'market', market: 'BTC_USDT', side: 'sell', amount: '0.125' },
    ])
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'Close, confirmed once', async () => {
    await pushTrading(page, aTrading({ readOnly: false, obstacles: [notArmed] }))
    await goTo(page, 'Positions')
    await page.getByRole('button', { name: 'Close long BTC_USDT…' }).click()
    await expect(theSheet(page)).toContainText('Close long 0.25 BTC_USDT')
    expect(await acts(page)).toEqual(['trading/arm', 'orders/prepare'])
    await read(page)
    await theSheet(page).getByRole('button', { name: 'Close long 0.25 BTC_USDT' }).click()
    await expect(theSheet(page)).toHaveCount(0)
    expect(await acts(page)).toEqual(['trading/arm', 'orders/prepare', 'orders/confirm'])
    expect(await asked(page, 'orders/prepare')).toEqual([
      { kind: 'close-position', market: 'BTC_USDT', positionId: '2' },
    ])
  })
})

test('ALR-6 names a limit that would refuse an order in its form, and one that would refuse to reverse a position beside the action, with a link to change it', async ({
  open,
}) => {
  const page = await open(withLoan(loanAt('40')))
  await step(page, 'the form of an order', async () => {
    await goTo(page, 'Trade')
    await page.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
    await page.getByRole('radio', { name: /Buy/ }).check()
    await page.getByRole('textbox', { name: /^Amount/ }).fill('0.5')
    await expect(page.getByRole('main')).toContainText('Market order would be refused.')
    await page.getByRole('textbox', { name: /^Amount/ }).fill('0.001')
    await expect(page.getByRole('main')).not.toContainText('would be refused')
  })
  await step(page, 'Reverse', async () => {
    await goTo(page, 'Positions')
    await page.getByRole('region', { name: 'Open positions' }).locator('[data-row="0"]').click()
    const details = page.getByRole('complementary', { name: /Details of BTC_USDT/ })
    await expect(details.getByRole('button', { name: 'Reverse…' })).toBeDisabled()
    await expect(details.getByRole('button', { name: 'Close…' })).toBeEnabled()
    await expect(details).toContainText(
      'Plimsoll’s preset limit for one order is 1000 USDT; this is about 45000.',
    )
    await details.getByRole('button', { name: 'Show this limit' }).click()
    await expect(page.getByRole('tab', { name: 'Trading' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })
})
