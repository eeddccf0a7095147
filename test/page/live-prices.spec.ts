// Prices and figures of the stream on screen: where they are newer than the polled ones, with their
// own age.
import type { Page } from '@playwright/test'
import type { StreamedPrices } from '../../src/shared/markets/streamed-prices.js'
import type {
  StreamedPosition,
  StreamedPositions,
} from '../../src/shared/portfolio/streamed-positions.js'
import { aProfile, now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPosition } from '../fixtures/portfolio/figures.js'
import { aPricesView, someTickers } from '../fixtures/portfolio/market.js'
import { offeredPortfolio, type Scene } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding } from './axe.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { readyScene } from './trade-screen.js'

function scene(): Scene {
  const position = aPosition({
    ...{ market: 'BTC_PERP', amount: '1', entryPrice: '90000', unrealizedPnl: '1000' },
    ...{ liquidationPrice: '60000' },
  })
  return {
    ...readyScene(),
    portfolio: offeredPortfolio({ positions: aFeed([position], { every: 5, asOf: now - 3 }) }),
  }
}

function push(page: Page, part: Partial<StreamedPrices>): Promise<void> {
  return page.evaluate((view) => window.fake.push('live-prices', view), {
    ...{ profileId: aProfile().id, last: {}, marks: {} },
    ...part,
  })
}

function poll(page: Page, last: string, at: number): Promise<void> {
  const ticker = { last, change: '1', isFrozen: false }
  return page.evaluate(
    (view) => window.fake.push('prices', view),
    aPricesView({
      tickers: aFeed({ ...someTickers(), BTC_PERP: ticker }, { every: 5, asOf: at }),
    }),
  )
}

function flashes(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => 'animationName' in one && /flash/.test(String(one.animationName))).length,
  )
}

test('the ticket shows the newer price, each with its own age, and takes the polled one when it is newer', async ({
  open,
}) => {
  const page = await open(scene(), { reducedMotion: 'no-preference' })
  await goTo(page, 'Trade')
  await page.getByRole('combobox', { name: 'Market' }).fill('BTC_PERP')
  const line = page.getByRole('group', { name: 'BTC_PERP now' })
  await expect
    .poll(async () => (await asked(page, 'live-prices/watch')).at(-1))
    .toEqual({
      markets: ['BTC_PERP'],
    })
  await push(page, {
    last: { BTC_PERP: { price: '91555.5', at: now } },
    marks: { BTC_PERP: { price: '91500.1', at: now - 120 } },
  })
  await expect(line).toContainText('91555.5')
  await expect(line, 'an older one hides nothing').not.toContainText('91500.1')
  expect(await flashes(page)).toBe(1)
  await advance(page, 2000)
  await expect(line).toContainText(/last\s*3 s ago/)
  await poll(page, '91600', now + 2)
  await expect(line).toContainText('91600')
  await expect(line).not.toContainText('91555.5')
  await push(page, { last: { BTC_PERP: { price: '91555.5', at: now } } })
  await expect(line).toContainText('91600')
  // Of another account.
  await push(page, { profileId: 'other', last: { BTC_PERP: { price: '1.5', at: now + 9 } } })
  await expect(line).toContainText('91600')
})

test('a position shows the newer mark price with its age, flashes when it changes, and is not measured by it', async ({
  open,
}) => {
  const page = await open(scene(), { reducedMotion: 'no-preference' })
  await goTo(page, 'Positions')
  const row = page.getByRole('row').filter({ hasText: 'BTC_PERP' })
  await expect(row).toContainText('91000')
  const measured = await row.locator('td').nth(3).textContent()
  const mark = (price: string, at: number) =>
    push(page, { marks: { BTC_PERP: { price, at } }, last: { BTC_PERP: { price: '5', at } } })
  await mark('91010.5', now)
  await expect(row).toContainText('91010.5')
  await expect(row).toContainText('1 s')
  expect(await flashes(page)).toBe(1)
  await expectNoSeriousFinding(page, 'a live price in Positions')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await mark('91011.5', now)
  await expect(row).toContainText('91011.5')
  expect(await flashes(page), 'reduced motion').toBe(0)
  expect(await row.locator('td').nth(3).textContent()).toBe(measured)
  await goTo(page, 'Overview')
  await expect
    .poll(async () => (await asked(page, 'live-prices/watch')).at(-1))
    .toEqual({
      markets: [],
    })
})

test('figures of a position move with the stream, and only while they describe it', async ({
  open,
}) => {
  const page = await open(scene())
  await goTo(page, 'Positions')
  const row = page.getByRole('row').filter({ hasText: 'BTC_PERP' })
  await expect(row).toContainText('+1000')
  const [read] = scene().portfolio.positions.value ?? []
  const say = (figures: Partial<StreamedPosition>, more: Partial<StreamedPositions> = {}) =>
    page.evaluate((view) => window.fake.push('live-positions', view), {
      ...{ profileId: aProfile().id, at: now, list: [{ ...read, ...figures }] },
      ...more,
    } as StreamedPositions)
  await say({ unrealizedPnl: '1234.5', liquidationPrice: '60001' })
  await expect(row).toContainText('+1234.5')
  await expect(row).toContainText('60001')
  await expect(row, 'the mark that its result implies').toContainText('91234.5')
  await expect(page.locator('header .age'), 'of the response').toContainText('4 s ago')
  await expectNoSeriousFinding(page, 'live figures in Positions')
  // Half of it was closed meanwhile, or it is another account's: as it was read.
  await say({ unrealizedPnl: '7', amount: '0.5' })
  await expect(row).toContainText('+1000')
  await say({ unrealizedPnl: '8' }, { profileId: 'other' })
  await expect(row).toContainText('+1000')
})
