// Stop losses and take profits of an open position: beside the position, and what they are in the
// review. Nothing is sent without it.
import type { Page } from '@playwright/test'
import type { ConditionalOrder } from '../../src/shared/orders/order.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { anOpenOrder, aStopLoss } from '../fixtures/portfolio/market.js'
import { aProblem, offeredPortfolio, type Scene } from '../fixtures/portfolio/scenes.js'
import { anIntent, anItem, armed } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { push, step } from './steps.js'
import { openOpenOrders, pushTrading, readyScene } from './trade-screen.js'

const pair: ConditionalOrder = {
  ...{ kind: 'oco', id: '900' },
  stopLoss: aStopLoss({ id: '901', market: 'SOL_USDT', type: 'stop limit', price: '99' }),
  takeProfit: anOpenOrder({ id: '902', market: 'SOL_USDT', side: 'sell', price: '999' }),
}

function scene(part: Parameters<typeof offeredPortfolio>[0] = {}): Scene {
  return {
    ...readyScene(),
    portfolio: offeredPortfolio({
      openOrders: aFeed([aStopLoss()], { every: 10 }),
      conditionalOrders: aFeed([pair], { every: 15 }),
      ...part,
    }),
  }
}

async function openPosition(page: Page) {
  await goTo(page, 'Positions')
  await page.getByRole('button', { name: 'BTC_USDT', exact: true }).click()
  return page.getByRole('region', { name: 'Protection' })
}

test('ORD-26 lists the levels of a position and those that could not be read, and moves or removes it in two steps after a review, also after a restart', async ({
  open,
}) => {
  const page = await open(scene())
  await step(page, 'a level that is moved', async () => {
    const levels = await openPosition(page)
    await expect(levels.getByRole('listitem')).toHaveText([
      /Stop loss\s+84000\sUSDT.*the whole position.*attached by the exchange/s,
      /Take profit\s+99000\sUSDT.*attached by the exchange/s,
      /Stop loss\s+30000\sUSDT.*0.1\sBTC.*Move….*Remove…/s,
    ])
    await levels.getByRole('button', { name: 'Move…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Move stop loss' })
    const review = dialog.getByRole('button', { name: 'Review…' })
    const price = dialog.getByRole('textbox', { name: 'Price in USDT' })
    await price.fill('99999999')
    await expect(dialog).toContainText('has to be below the current price')
    await expect(review).toBeDisabled()
    await price.fill('31000')
    await dialog.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.1')
    await review.click()
    const sheet = page.getByRole('alertdialog')
    await expect(sheet).toContainText('Move stop loss 30000 to 31000 on BTC_USDT')
    await expect(sheet).toContainText('Step 1 of 2')
    await expect(sheet).toContainText('Step 2 of 2')
    await expect(sheet).toContainText('84000 that the exchange attached to the position stays')
    expect(await asked(page, 'orders/prepare')).toEqual([
      {
        ...{ kind: 'set-level', market: 'BTC_USDT', positionId: '479975679', level: 'stopLoss' },
        ...{ trigger: '31000', amount: '0.1', replaces: { id: '4180284950', by: 'order' } },
      },
    ])
    expect(await asked(page, 'orders/confirm')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
  await step(page, 'a level that is removed', async () => {
    const levels = await openPosition(page)
    await levels.getByRole('button', { name: 'Remove…' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Remove stop loss 30000 on BTC_USDT')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
  await step(page, 'linked orders, below the open ones', async () => {
    await openOpenOrders(page)
    const linked = page.getByRole('region', { name: 'Linked orders' })
    await expect(linked.getByRole('listitem')).toContainText('SOL_USDT: one cancels the other')
    await expect(linked).toContainText('reduce-only')
  })
  await step(page, 'the second step beside the old one', async () => {
    const placed = aStopLoss({
      id: '4180284999',
      clientOrderId: 'pl-new',
      activationPrice: '31000',
    })
    const moved = anIntent({
      ...{ id: 'intent-moved', kind: 'set-level' },
      items: [
        anItem({
          ...{ clientOrderId: 'pl-new', side: 'sell', amount: '0.1', order: placed },
          guards: {
            ...{ level: 'stopLoss', trigger: '31000', positionId: '479975679', direction: 'long' },
            replaces: { id: '4180284950', trigger: '30000', linked: false },
          },
        }),
      ],
    })
    const openOrders = aFeed([aStopLoss(), placed], { every: 10 })
    await push(page, 'portfolio', scene({ openOrders }).portfolio)
    await pushTrading(page, armed({ recent: [moved] }))
    const levels = await openPosition(page)
    const old = levels.getByRole('listitem').filter({ hasText: '30000' })
    await expect(old).toContainText('Step 2 of 2')
    await old.getByRole('button', { name: 'Remove the old one…' }).click()
    await page.getByRole('alertdialog').waitFor()
    expect(await asked(page, 'orders/prepare')).toEqual([
      {
        ...{ kind: 'remove-level', market: 'BTC_USDT', positionId: '479975679' },
        ...{ id: '4180284950', by: 'order', replacedBy: 'intent-moved' },
      },
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
  await step(page, 'a list that was not read', async () => {
    const late = aFeed([aStopLoss()], { every: 10, problem: aProblem('unreachable') })
    await push(page, 'portfolio', scene({ openOrders: late }).portfolio)
    const levels = await openPosition(page)
    await expect(levels).toContainText('it is not known what else protects this position')
    await expect(page.getByRole('button', { name: 'No stop loss: unknown' })).toBeVisible()
    await expect(page.getByText('without: unknown')).toBeVisible()
  })
  await step(page, 'no list for this key', async () => {
    await goTo(page, 'Overview')
    const missing = {
      value: null,
      asOf: null,
      source: 'none',
      problem: aProblem('not-found'),
    } as const
    const nothing = { ...missing, every: null }
    await push(
      page,
      'portfolio',
      scene({ openOrders: nothing, conditionalOrders: nothing }).portfolio,
    )
    const levels = await openPosition(page)
    await expect(levels.getByRole('button', { name: /^Set / })).toHaveCount(0)
    await expect(levels.getByText(/cannot be set, moved or removed here/)).toHaveCount(1)
    await expect(levels.getByRole('button', { name: 'Order with new levels…' })).toBeVisible()
  })
  await step(page, 'no newer list', async () => {
    await push(page, 'portfolio', scene().portfolio)
    await goTo(page, 'Overview')
    await openPosition(page)
    await expect(page.getByRole('button', { name: /^No stop loss \d/ })).toBeVisible()
    await advance(page, 60_000)
    await expect(page.getByRole('button', { name: 'No stop loss: unknown' })).toBeVisible()
  })
})
