import type { Page } from '@playwright/test'
import type { Order } from '../../src/shared/orders/order.js'
import type { Feed } from '../../src/shared/portfolio/feed.js'
import type { TradingView } from '../../src/shared/orders/trading.js'
import { aFeed, noFeed, notOffered } from '../fixtures/portfolio/figures.js'
import { anOpenOrder, someOpenOrders } from '../fixtures/portfolio/market.js'
import { aProblem, offeredPortfolio, type Scene } from '../fixtures/portfolio/scenes.js'
import {
  aCancelItem,
  aCloseItem,
  armed,
  aTrading,
  blockOf,
  cancelIntent,
  closePositionIntent,
  readOnly,
  type TradingScene,
} from '../fixtures/portfolio/trading.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, twoFrames } from './screens.js'
import { push, step } from './steps.js'
import { openOpenOrders, pushTrading, read, readyScene, theSheet } from './trade-screen.js'

function manyOrders(count: number): Order[] {
  return Array.from({ length: count }, (_, at) =>
    anOpenOrder({
      id: String(700_000 + at),
      market: at % 4 === 0 ? 'ETH_USDT' : 'BTC_USDT',
      side: at % 2 === 0 ? 'buy' : 'sell',
      price: String(80_000 - at),
    }),
  )
}

function sceneWith(
  openOrders: Feed<Order[]> = aFeed(someOpenOrders(), { every: 10 }),
  view: Partial<TradingView> = {},
  part: Partial<TradingScene> = {},
): Scene {
  return { ...readyScene(view, part), portfolio: offeredPortfolio({ openOrders }) }
}

const box = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })

function selected(page: Page, count: number) {
  return page.getByRole('button', { name: `Cancel selected (${count})…` })
}

async function unselect(page: Page): Promise<void> {
  const all = box(page, /all orders in the list/)
  await all.check()
  await all.uncheck()
}

const ticketsOf = (page: Page) => asked(page, 'orders/prepare')

/**
 * Waits for its trigger to buy for 5.99 USDT; the exchange sends it with a price of zero or none,
 * and older ones without a status.
 */
function aStopMarket(): Order {
  const {
    price: _price,
    status: _status,
    ...order
  } = anOpenOrder({
    id: '107181508343',
    clientOrderId: '',
    market: 'LTC_USDT',
    type: 'stop market',
    postOnly: false,
    amount: '5.99',
    left: '5.99',
    activationPrice: '30',
    activationCondition: 'gte',
  })
  return order
}

test.describe('the list of open orders', () => {
  test("shows every order with its figures, the count in its tab's name, and the rest beside the list", async ({
    open,
  }) => {
    const page = await open(sceneWith(aFeed([...someOpenOrders(), aStopMarket()], { every: 10 })))
    const list = await openOpenOrders(page)
    await expect(page.getByRole('tab', { name: 'Open orders (4)' })).toBeVisible()
    const row = list.getByRole('row', { name: /ETH_USDT/ })
    for (const figure of [
      'Sell',
      'limit',
      '3230 USDT',
      '1.5 ETH',
      '0.6 ETH',
      '0.9 ETH',
      '1 h 30 min',
    ])
      await expect(row).toContainText(figure)
    await expect(list.getByRole('row', { name: /BTC_USDT/ })).toContainText('post-only')
    await list.getByRole('button', { name: /^BTC_USDT Buy/ }).click()
    const details = page.getByRole('complementary', {
      name: 'Details of BTC_USDT Buy 0.01 at 81255',
    })
    await expect(details).toContainText('p-3f09c1d2e4')
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(list.getByRole('button', { name: /^BTC_USDT Buy/ })).toBeFocused()
    const stop = list.getByRole('row', { name: /LTC_USDT/ })
    for (const figure of ['at market', 'Trigger:30 USDT', '5.99 USDT', '0 LTC'])
      await expect(stop).toContainText(figure)
    await list
      .getByRole('button', { name: /^LTC_USDT Buy for 5.99 USDT at market, trigger 30/ })
      .click()
    const facts = page.getByRole('complementary', { name: /LTC_USDT/ })
    for (const fact of [/Activation price\s*30\sUSDT/, /Amount\s*5.99\sUSDT/, /Status\s*not sent/])
      await expect(facts).toContainText(fact)
    await expect(facts).not.toContainText(/^Price/m)
  })

  test('REN-17 selects by mouse or by keyboard alone, with a row’s cancel one Tab away, filters, and drops hidden rows from the selection', async ({
    open,
  }) => {
    const page = await open(sceneWith(aFeed(manyOrders(8), { every: 10 })))
    const list = await openOpenOrders(page)
    await step(page, 'by keyboard', async () => {
      await list.getByRole('button', { name: /at 80000$/ }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(list.getByRole('button', { name: /at 79999, chosen$/ })).toBeFocused()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await expect(list.getByRole('button', { name: /at 79997, chosen$/ })).toBeFocused()
      await expect(selected(page, 3)).toBeEnabled()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('complementary', { name: /at 79997$/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(list.getByRole('button', { name: /at 79997, chosen$/ })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(
        list.getByRole('button', { name: 'Cancel BTC_USDT Sell 0.01 at 79997…' }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(theSheet(page).getByRole('button', { name: 'Keep' })).toBeFocused()
      expect(await ticketsOf(page)).toEqual([
        { kind: 'cancel', orders: [{ market: 'BTC_USDT', id: '700003' }] },
      ])
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'by mouse, and a range with Shift', async () => {
      await unselect(page)
      await box(page, / 79998$/).click()
      await box(page, / 79995$/).click({ modifiers: ['Shift'] })
      await expect(selected(page, 4)).toBeEnabled()
      await box(page, / 79996$/).click()
      await expect(box(page, / 79996$/)).not.toBeChecked()
      await expect(box(page, / 79997$/)).toBeChecked()
      await selected(page, 3).click()
      await theSheet(page).waitFor()
      expect(await ticketsOf(page)).toEqual([
        {
          kind: 'cancel',
          orders: [
            { market: 'BTC_USDT', id: '700002' },
            { market: 'BTC_USDT', id: '700003' },
            { market: 'BTC_USDT', id: '700005' },
          ],
        },
      ])
    })
    await step(page, 'filters', async () => {
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
      await unselect(page)
      await box(page, /all orders in the list/).check()
      await expect(selected(page, 8)).toBeEnabled()
      await page.getByRole('combobox', { name: 'Market', exact: true }).selectOption('ETH_USDT')
      await expect(selected(page, 2)).toBeEnabled()
      await page.getByRole('combobox', { name: 'Side', exact: true }).selectOption('sell')
      await expect(list).toContainText('No open orders match these filters.')
      await expect(selected(page, 0)).toBeDisabled()
      await expect(page.getByRole('tabpanel')).toContainText('0 of 8 open orders')
      await page.getByRole('button', { name: 'Cancel all on ETH_USDT, buy and sell…' }).click()
      await expect(theSheet(page)).toContainText('2 open orders are listed on ETH_USDT')
    })
  })

  test('REN-10 renders only the visible ones of ten thousand orders, and does not send more than one request takes', async ({
    open,
  }) => {
    const page = await open(sceneWith(aFeed(manyOrders(10_000), { every: 10 })))
    const list = await openOpenOrders(page)
    await expect(page.getByRole('tab', { name: 'Open orders (10,000)' })).toBeVisible()
    expect(await list.getByRole('row').count()).toBeLessThan(40)
    await list.getByRole('button', { name: /at 80000$/ }).focus()
    await page.keyboard.press('End')
    await expect(list.getByRole('button', { name: /at 70001$/ })).toBeFocused()
    await box(page, /all orders in the list/).check()
    await expect(page.getByRole('button', { name: 'Cancel selected (10,000)…' })).toBeDisabled()
    await expect(page.getByRole('tabpanel')).toContainText(
      'One request cancels at most 100 orders. Choose fewer, or cancel all.',
    )
    await expect(page.getByRole('tabpanel')).toContainText('Plimsoll lists the newest 1,000.')
  })

  test('explains an empty list, and why it cannot be read', async ({ open }) => {
    const failing = noFeed({
      problem: aProblem('timeout', { message: 'The exchange did not answer within 10 s.' }),
    })
    const broken = [
      { place: 2, id: '4180284899', name: 'ETH_USDT', field: 'left', why: 'is missing' },
    ]
    const page = await open(sceneWith())
    await openOpenOrders(page)
    for (const [feed, words] of [
      [aFeed<Order[]>([], { every: 10 }), 'No open orders'],
      [failing, 'The exchange did not answer within 10 s.'],
      [notOffered(), 'The exchange does not show this key its open orders'],
      [
        aFeed(someOpenOrders().slice(0, 1), { every: 10, unreadable: broken }),
        '1 of 2 open orders could not be read',
      ],
    ] as const) {
      await push(page, 'portfolio', sceneWith(feed).portfolio)
      await expect(page.getByRole('tabpanel')).toContainText(words)
    }
    await push(page, 'portfolio', sceneWith(notOffered()).portfolio)
    await expect(page.getByRole('tab', { name: 'Open orders', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
    await expect(page.getByText('does not show this key')).toHaveCount(1)
    await page.getByRole('tab', { name: 'Market', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Preview order…' })).toBeEnabled()
  })
})

test.describe('cancelling', () => {
  test('ORD-1 ORD-10 ORD-18 shows what will be cancelled; fifty clicks send one request, and the result covers each order, one already filled as such', async ({
    open,
  }) => {
    const page = await open(sceneWith(undefined, {}, { outcome: ['already-filled', 'done'] }))
    await openOpenOrders(page)
    await step(page, 'an order that was already filled, without an alert', async () => {
      await page.getByRole('button', { name: /^Cancel BTC_USDT/ }).click()
      await read(page)
      await theSheet(page)
        .getByRole('button', { name: 'Cancel buy 0.01 BTC_USDT at 81255' })
        .click()
      const card = page.getByRole('region', { name: 'Cancel buy 0.01 BTC_USDT at 81255' })
      await expect(card).toContainText('It was filled before it could be cancelled.')
      await expect(card.locator('.tone-danger, .tone-caution, .danger, .caution')).toHaveCount(0)
      await card.getByRole('button', { name: 'Dismiss' }).click()
      await expect(card).toHaveCount(0)
    })
    await step(page, 'several orders, in fifty clicks', async () => {
      await push(page, 'portfolio', sceneWith().portfolio)
      await box(page, /BTC_USDT/).check()
      await box(page, /ETH_USDT/).check()
      await selected(page, 2).click()
      const sheet = theSheet(page)
      await expect(sheet.getByRole('button', { name: 'Keep' })).toBeFocused()
      await expect(sheet).toContainText('Cancel 2 orders on 2 markets.')
      await expect(sheet).toContainText(
        'Anything filled before the cancellation arrives stays filled',
      )
      await expect(sheet.getByRole('region', { name: 'Orders to cancel' })).toContainText('0.9 ETH')
      await expect(sheet).toContainText('"orderId": 4180284899')
      await read(page)
      await sheet
        .getByRole('button', { name: 'Cancel 2 orders on 2 markets' })
        .evaluate((button) => {
          for (let click = 0; click < 50; click += 1) (button as HTMLButtonElement).click()
        })
      const panel = page.getByRole('tabpanel')
      await expect(panel).toContainText('1 cancelled, 1 already filled')
      await expect(panel.getByText('Already filled', { exact: true })).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Open orders (1)' })).toBeVisible()
      await expect(selected(page, 0)).toBeDisabled()
      expect(await asked(page, 'orders/confirm')).toHaveLength(1)
      await expect(page.getByRole('region', { name: 'Latest orders' })).toContainText(
        '1 cancelled, 1 already filled',
      )
    })
  })
})

test.describe('cancels and closes on other screens', () => {
  test('ORD-19 lists them in the journal with their contents, and filters by them', async ({
    open,
  }) => {
    const all = cancelIntent({
      id: 'all',
      kind: 'cancel-all',
      act: 'Cancel all orders on BTC_USDT',
      scope: {
        market: 'BTC_USDT',
        orders: 1,
        levels: [
          { market: 'BTC_USDT', positionId: '479975679', stopLoss: '84000', takeProfit: null },
        ],
      },
    })
    const page = await open(
      sceneWith(undefined, {
        recent: [
          cancelIntent(),
          all,
          closePositionIntent({ items: [aCloseItem({ state: 'done' })] }),
        ],
      }),
    )
    await goTo(page, 'Activity')
    await page.getByRole('tab', { name: 'Orders' }).click()
    const entries = page.getByRole('list', { name: 'Orders, newest first' })
    await expect(entries).toContainText('Close long 0.25 BTC_USDT')
    await page.getByLabel('Kind', { exact: true }).selectOption('Cancel all orders')
    await expect(entries.locator('> li')).toHaveCount(1)
    await entries.locator('summary').click()
    await expect(entries).toContainText('BTC_USDT: stop loss 84000')
    await expect(entries).toContainText('4180284841')
    await expect(entries).toContainText('Cancelled')
  })

  test('REN-17, UX-65 axe finds nothing serious in the list, its reviews and results', async ({
    open,
  }) => {
    const page = await open(sceneWith(undefined, {}, { outcome: ['done', 'already-filled'] }), tall)
    await openOpenOrders(page)
    await expectNoSeriousFinding(page, 'list')
    await box(page, /BTC_USDT/).check()
    await box(page, /ETH_USDT/).check()
    await page.getByRole('button', { name: /^ETH_USDT Sell/ }).click()
    await expectNoSeriousFinding(page, 'detail')
    await selected(page, 2).click()
    await read(page)
    await expectNoSeriousFinding(page, 'review')
    await theSheet(page)
      .getByRole('button', { name: /^Cancel 2/ })
      .click()
    await expect(theSheet(page)).toHaveCount(0)
    await expectNoSeriousFinding(page, 'result')
    await page.getByRole('button', { name: 'Cancel all on SOL_USDT…' }).click()
    await read(page)
    await expectNoSeriousFinding(page, 'all')
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
    for (const feed of [aFeed<Order[]>([]), notOffered(), noFeed()]) {
      await push(page, 'portfolio', sceneWith(feed).portfolio)
      await expectNoSeriousFinding(page, 'without orders', ['plain'])
    }
  })

  test('ORD-1 ORD-15 ORD-24 REN-17 UX-69 focuses Keep, explains a refusal and what is in the way, excludes what is being cancelled, and lists position levels first when cancelling all orders', async ({
    open,
  }) => {
    const page = await open(sceneWith())
    const list = await openOpenOrders(page)
    await step(page, 'the window, at 1024 and at 200 % zoom', async () => {
      for (const viewport of [
        { width: 1024, height: 700 },
        { width: 512, height: 350 },
      ]) {
        await page.setViewportSize(viewport)
        await twoFrames(page)
        const excess = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('main')].map(
            (element) => element.scrollWidth - element.clientWidth,
          ),
        )
        expect(
          excess.filter((one) => one > 0),
          String(viewport.width),
        ).toEqual([])
        if (viewport.width === 1024)
          expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      }
    })
    await step(page, 'an export', async () => {
      await page.setViewportSize({ width: 1024, height: 700 })
      const button = page.getByRole('button', { name: 'Export CSV…' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('tabpanel')).toContainText(
        '3 rows written to /home/me/plimsoll-open-orders.csv.',
      )
      await expect(button).toBeFocused()
    })
    await step(page, 'Enter on Keep, which discards the preview', async () => {
      const cancel = page.getByRole('button', { name: /^Cancel SOL_USDT/ })
      await cancel.click()
      await expect(theSheet(page).getByRole('button', { name: 'Keep' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(theSheet(page)).toHaveCount(0)
      await expect(cancel).toBeFocused()
      expect(await asked(page, 'orders/confirm')).toEqual([])
      expect(await asked(page, 'orders/discard')).toHaveLength(1)
    })
    await step(page, 'a refusal by main', async () => {
      await page.evaluate(() =>
        window.fake.answer('orders/prepare', {
          ok: false,
          error: {
            code: 'trading-off',
            message:
              '“Cancel buy 0.01 BTC_USDT at 81255” is still in progress. Wait for its answer.',
          },
        }),
      )
      await page.getByRole('button', { name: /^Cancel BTC_USDT/ }).click()
      await expect(page.getByRole('tabpanel')).toContainText(
        'is still in progress. Wait for its answer.',
      )
    })
    await step(page, 'something in the way', async () => {
      await page.evaluate(() => window.fake.answer('orders/prepare', null))
      await pushTrading(page, aTrading({ obstacles: [readOnly] }))
      await box(page, /BTC_USDT/).check()
      const panel = page.getByRole('tabpanel')
      for (const button of await panel.getByRole('button', { name: /^Cancel/ }).all())
        await expect(button).toBeDisabled()
      await expect(panel.getByText('This account is read-only. Allow trading first.')).toHaveCount(
        1,
      )
    })
    await step(page, 'orders that are being cancelled, or may be already', async () => {
      const sending = cancelIntent({
        id: 'one',
        state: 'sending',
        items: [aCancelItem({ state: 'pending' })],
      })
      const unknown = cancelIntent({
        id: 'two',
        state: 'unknown',
        blocks: true,
        items: [aCancelItem({ state: 'unknown', market: 'ETH_USDT' }, { id: '4180284899' })],
      })
      await pushTrading(page, armed({ open: [sending, unknown], blocks: [blockOf(unknown)] }))
      await expect(list.getByRole('row', { name: /BTC_USDT/ })).toContainText('Cancelling…')
      await expect(list.getByRole('row', { name: /ETH_USDT/ })).toContainText('Unknown')
      await box(page, /all orders in the list/).check()
      await expect(selected(page, 1)).toBeEnabled()
      await expect(box(page, /^Choose BTC_USDT/)).toBeDisabled()
    })
    await step(page, 'an unanswered one, and what the exchange was asked', async () => {
      const looked = [
        {
          what: 'Order 4180284841 among the active ones',
          at: 1_763_639_970,
          found: 'still active',
          problem: null,
        },
      ]
      const evidence = {
        before: null,
        after: null,
        verdict: 'unclear' as const,
        text: '',
        problem: null,
        asked: looked,
      }
      const intent = cancelIntent({
        state: 'unknown',
        blocks: true,
        evidence,
        items: [aCancelItem({ state: 'unknown' })],
      })
      await pushTrading(page, armed({ open: [intent], blocks: [blockOf(intent)] }))
      const card = page.getByRole('region', { name: 'Unknown – do not resend' })
      await expect(card).toContainText('Anything else can still be cancelled or closed there.')
      await expect(card).toContainText('still active')
      await expect(card.getByRole('region', { name: 'Positions before and after' })).toHaveCount(0)
      await card.getByRole('button', { name: 'It was not cancelled…' }).click()
      await expect(theSheet(page)).toContainText('it is still among the open orders')
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'all orders, asked twice for the full account', async () => {
      await pushTrading(page, armed())
      await page.getByRole('button', { name: 'Cancel all orders…' }).click()
      const sheet = theSheet(page)
      const warnings = sheet.getByRole('list', { name: 'Warnings' })
      await expect(warnings.getByRole('listitem').first()).toContainText(
        'According to the public documentation, this also removes the stop loss and take profit of positions. As a result, the position on BTC_USDT loses its stop loss 84000 and take profit 99000',
      )
      const [above, below] = await Promise.all([
        warnings.boundingBox(),
        sheet.getByText('Cancel all orders on all markets.').boundingBox(),
      ])
      expect(above?.y).toBeLessThan(below?.y ?? 0)
      await expect(sheet).toContainText('A system dialog will ask you to confirm again.')
      await expect(sheet).toHaveAccessibleDescription(/stop loss 84000/)
      expect(await ticketsOf(page)).toEqual([{ kind: 'cancel-all', market: null }])
      await read(page)
      await sheet.getByRole('button', { name: 'Cancel all orders on all markets' }).click()
      await expect(page.getByRole('tabpanel')).toContainText('3 accepted')
    })
  })
})
