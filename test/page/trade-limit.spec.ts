// A limit order on collateral: what its form keeps apart, what its review says, and that it is sent
// once.
import { aFeed, aPortfolio, aPosition } from '../fixtures/portfolio/figures.js'
import { aCollateralSummary } from '../fixtures/portfolio/market.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { asked } from './screens.js'
import { step } from './steps.js'
import { fillLimit, openPreview, read, readyScene, theSheet } from './trade-screen.js'

function scene(): Scene {
  return {
    ...readyScene(),
    portfolio: aPortfolio({
      positions: aFeed([aPosition({ positionSide: 'BOTH', amount: '0.5' })], { every: 5 }),
      collateralSummary: aFeed(aCollateralSummary(), { every: 15 }),
    }),
  }
}

test('ORD-13 prevents conflicting options, names the broken market rule, and is reviewed, sent once and cleared', async ({
  open,
}) => {
  const page = await open(scene())
  await step(page, 'post-only and immediate, reduce-only and levels', async () => {
    await fillLimit(page)
    const flag = (name: string) => page.getByRole('switch', { name })
    await flag('Post-only').click()
    await flag('IOC').click()
    await expect(flag('Post-only')).not.toBeChecked()
    const stop = page.getByRole('textbox', { name: 'Stop loss' })
    await stop.fill('50000')
    await flag('Reduce-only').click()
    await expect(stop).toHaveCount(0)
    await flag('Reduce-only').click()
    await expect(stop).toHaveValue('')
  })
  await step(page, 'the rule of the market under its field', async () => {
    await fillLimit(page, '0.01', '60000.001')
    const price = page.getByRole('textbox', { name: 'Price' })
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Preview order…' }).click()
    await expect(price).toBeFocused()
    expect(await asked(page, 'orders/prepare')).toHaveLength(0)
  })
  await step(page, 'what it does once filled', async () => {
    for (const name of ['IOC', 'Post-only', 'Reduce-only'])
      await page.getByRole('switch', { name }).uncheck()
    await fillLimit(page)
    await page.getByRole('switch', { name: 'Post-only' }).click()
    await expect(page.getByText('Once filled:')).toBeVisible()
    await expect(page.getByText('600 USDT')).toBeVisible()
    await openPreview(page)
    await expect(theSheet(page)).toContainText('Buy 0.01 BTC_USDT at 60000')
    await expect(theSheet(page)).toContainText('Post-only: it rests in the order book')
    await expect(theSheet(page)).toContainText('Once all of it is filled, at its own price')
    await read(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.01 BTC_USDT at 60000' }).click()
    await expect(page.getByRole('main')).toContainText(
      'Accepted. The answer matches what was sent.',
    )
    await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('')
    expect(await asked(page, 'orders/confirm')).toHaveLength(1)
    expect(await asked(page, 'orders/prepare')).toMatchObject([
      {
        kind: 'collateral-limit',
        market: 'BTC_USDT',
        side: 'buy',
        amount: '0.01',
        price: '60000',
        postOnly: true,
        ioc: false,
        reduceOnly: false,
        stopLoss: null,
        positionSide: null,
      },
    ])
  })
})
