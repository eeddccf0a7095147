import { expectNoSeriousFinding, tall } from './axe.js'
import type { Page } from '@playwright/test'
import type { Problem } from '../../src/shared/problem.js'
import { type Message, messageOf } from '../../src/shared/messages/messages.js'
import type { IntentItem, OrderIntent } from '../../src/shared/orders/trading.js'
import {
  aCancelItem,
  anIntent,
  anItem,
  anOrder,
  armed,
  blockOf,
  cancelIntent,
  manyIntents,
  mixedIntent,
  someJournal,
  unknownIntent,
} from '../fixtures/portfolio/trading.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, twoFrames } from './screens.js'
import { step } from './steps.js'
import {
  addRows,
  fillMarket,
  openKind,
  openPreview,
  pasteRows,
  pushTrading,
  read,
  readyScene,
  theSheet,
} from './trade-screen.js'

const card = (page: Page) => page.getByRole('region', { name: 'Unknown – do not resend' })

test.describe('an order of unknown outcome', () => {
  test('ORD-5 ORD-7 ORD-9 ORD-24 is shown as unknown with its evidence, never as failed, and is only resolved or unblocked by typing its market', async ({
    open,
  }) => {
    const page = await open(scenes.marginCall())
    await step(page, 'the evidence side by side', async () => {
      await expect(page.getByRole('link', { name: 'Trade', exact: true })).toContainText('2')
      await goTo(page, 'Trade')
      const unknown = card(page)
      await expect(unknown).toContainText('Buy 0.01 BTC_USDT at market')
      await expect(unknown).toContainText('since 12:56, 3 min ago')
      await expect(unknown).toContainText(
        'Until you resolve it, no new orders are sent to BTC_USDT.',
      )
      const table = unknown.getByRole('region', { name: 'Positions before and after' })
      await expect(table).toContainText('0.25')
      await expect(table).toContainText('0.26')
      await expect(table).toContainText('+0.01')
      const asking = unknown.getByRole('region', { name: 'What the exchange was asked' })
      await expect(asking).toContainText('3 orders, this one not among them')
      await expect(asking).toContainText('No answer: The exchange did not answer in time.')
      await expect(unknown).toContainText('Likely filled')
      await expect(unknown).toContainText(
        'The latest check failed: The exchange did not answer within 10 s. Plimsoll will try again.',
      )
      await expect(unknown).not.toContainText(/failed to|was not executed|send again/i)
      await unknown.getByRole('button', { name: 'Check again' }).click()
      await expect(unknown).not.toContainText('The newest look failed')
      expect(await asked(page, 'orders/reconcile')).toEqual([{ id: 'intent-unknown' }])
    })
    await step(page, 'an answer that main refuses, where it was given', async () => {
      await page.evaluate(() =>
        window.fake.answer('orders/resolve', {
          ok: false,
          error: { code: 'store-trouble', message: 'The answer could not be written down.' },
        }),
      )
      await card(page).getByRole('button', { name: 'It was filled…' }).click()
      await theSheet(page).getByRole('textbox').fill('BTC_USDT')
      await theSheet(page).getByRole('button', { name: 'It was filled' }).click()
      await expect(theSheet(page)).toContainText('The answer could not be written down.')
      await page.evaluate(() => window.fake.answer('orders/resolve', null))
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'a mismatched echo on its own card, with the differences', async () => {
      const mismatch = page.getByRole('region', {
        name: 'Mismatch: the exchange’s answer differs from what was sent',
      })
      await expect(mismatch).toContainText(
        'Your stop loss is not set: 3600 was sent, but the answer has none.',
      )
      await expect(mismatch).toContainText('The amount is “4”, but “4.5” was sent.')
      await expect(mismatch.getByRole('button', { name: /^It was/ })).toHaveCount(0)
      await mismatch.getByRole('button', { name: 'Lift the block…' }).click()
      await theSheet(page).getByRole('textbox').fill('ETH_USDT')
      await theSheet(page).getByRole('button', { name: 'Lift the block on ETH_USDT' }).click()
      await expect(theSheet(page)).toHaveCount(0)
      expect(await asked(page, 'orders/lift-block')).toEqual([
        { id: 'intent-mismatch', typed: 'ETH_USDT' },
      ])
      await goTo(page, 'Activity')
      await page.getByRole('tab', { name: 'Orders' }).click()
      await expect(page.getByRole('main').getByText('Mismatch', { exact: true })).toHaveCount(1)
    })
    await step(page, 'the block lifted after a plain warning, and still unknown', async () => {
      await goTo(page, 'Trade')
      await card(page).getByRole('button', { name: 'Lift the block…' }).click()
      await expect(theSheet(page)).toContainText(
        'If it was executed after all, the next one comes on top of it.',
      )
      await theSheet(page).getByRole('textbox').fill('BTC_USDT')
      await theSheet(page).getByRole('button', { name: 'Lift the block on BTC_USDT' }).click()
      await expect(card(page)).toContainText('You lifted the block')
      await expect(theSheet(page)).toHaveCount(0)
      expect(await asked(page, 'orders/lift-block')).toEqual([
        { id: 'intent-unknown', typed: 'BTC_USDT' },
      ])
    })
    await step(
      page,
      'an answer by typing the market; Enter in that field does nothing',
      async () => {
        await card(page).getByRole('button', { name: 'It was not filled…' }).click()
        const dialog = theSheet(page)
        await expect(dialog).toContainText(
          'If you are wrong and send it again, it is executed twice.',
        )
        const typed = dialog.getByRole('textbox', { name: 'Type the market to confirm: BTC_USDT' })
        await expect(typed).toBeFocused()
        const answer = dialog.getByRole('button', { name: 'It was not filled' })
        await typed.fill('ETH_USDT')
        await expect(dialog).toContainText('“ETH_USDT” is not BTC_USDT.')
        await expect(answer).toBeDisabled()
        await typed.fill('BTC_USDT')
        await page.keyboard.press('Enter')
        expect(await asked(page, 'orders/resolve')).toEqual([])
        await answer.click()
        await expect(card(page)).toHaveCount(0)
        expect(await asked(page, 'orders/resolve')).toEqual([
          { id: 'intent-unknown', item: null, as: 'not-filled', typed: 'BTC_USDT' },
        ])
        await expect(page.getByRole('region', { name: 'Latest orders' })).toContainText(
          'Resolved: not filled',
        )
      },
    )
  })

  test('shows a bulk request as a table with an answer per row and per market, never calls a limit order “filled”, no longer shows a market as blocked after unblocking, and labels a retry as one', async ({
    open,
  }) => {
    const items = Array.from({ length: 20 }, (_, index) =>
      anItem({
        index,
        market: index < 12 ? 'BTC_USDT' : 'ETH_USDT',
        price: '40000',
        state: 'unknown',
        order: null,
      }),
    )
    const intent = unknownIntent({ kind: 'bulk', act: 'Place 20 limit orders', items })
    const retry = mixedIntent({ id: 'again', retryOf: 'intent-mixed' })
    const page = await open(
      readyScene({ open: [intent], blocks: [blockOf(intent)] }, { journal: [intent, retry] }),
    )
    await goTo(page, 'Trade')
    const table = card(page).getByRole('region', { name: 'Orders with unknown outcome' })
    await expect(table.getByRole('row')).toHaveCount(1 + 2 + 20)
    await expect(card(page)).not.toContainText(/\bfilled…/)
    await table.getByRole('button', { name: 'All 8 on ETH_USDT: Not placed…' }).click()
    await expect(theSheet(page)).toContainText('Was this not placed: all 8 on ETH_USDT?')
    await theSheet(page).getByRole('textbox').fill('ETH_USDT')
    await theSheet(page).getByRole('button', { name: 'It was not placed' }).click()
    await expect(theSheet(page)).toHaveCount(0)
    await table.getByRole('button', { name: 'Row 2: Placed…' }).click()
    await theSheet(page).getByRole('textbox').fill('BTC_USDT')
    await theSheet(page).getByRole('button', { name: 'It was placed' }).click()
    expect(await asked(page, 'orders/resolve')).toEqual([
      { id: intent.id, item: null, as: 'not-filled', typed: 'ETH_USDT' },
      { id: intent.id, item: 1, as: 'filled', typed: 'BTC_USDT' },
    ])
    await expect(theSheet(page)).toHaveCount(0)
    await pushTrading(page, armed({ open: [unknownIntent({ blocks: false })] }))
    await expect(card(page)).toContainText('You lifted the block: orders can be sent again')
    await expect(card(page)).not.toContainText(/no new orders|blocked/)
    await goTo(page, 'Activity')
    await page.getByRole('tab', { name: 'Orders' }).click()
    await expect(page.getByRole('main')).toContainText('Retry of …ixed')
    await expect(page.getByRole('main').getByText('Retry', { exact: true })).toHaveCount(0)
  })

  test('ORD-12 removes the card when a late result arrives, and keeps the focus on the screen when an answer does', async ({
    open,
  }) => {
    const unresolved = armed({ open: [unknownIntent()], blocks: [blockOf(unknownIntent())] })
    const page = await open(readyScene(unresolved))
    await goTo(page, 'Trade')
    await step(page, 'a late result', async () => {
      await card(page).getByRole('button', { name: 'It was filled…' }).click()
      await theSheet(page).getByRole('textbox').fill('BTC_USDT')
      const acknowledged = unknownIntent({ state: 'acknowledged', blocks: false })
      await pushTrading(page, armed({ recent: [acknowledged] }))
      await expect(card(page)).toHaveCount(0)
      // And the question with it: it is answered.
      await expect(theSheet(page)).toHaveCount(0)
      await pushTrading(page, unresolved)
      await card(page).getByRole('button', { name: 'It was filled…' }).click()
      await expect(theSheet(page).getByRole('textbox')).toHaveValue('')
    })
    await step(page, 'an answer', async () => {
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
      await card(page).getByRole('button', { name: 'It was not filled…' }).click()
      await theSheet(page).getByRole('textbox').fill('BTC_USDT')
      // The answered question stays in the document for now.
      await page.evaluate(() => window.pageClock.holdFrames())
      await theSheet(page).getByRole('textbox').press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(card(page)).toHaveCount(0)
      await expect(theSheet(page)).toHaveAttribute('data-state', 'closed')
      await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
      await page.evaluate(() => window.pageClock.releaseFrames())
      await expect(theSheet(page)).toHaveCount(0)
      await expect(
        page.getByText('Recorded for “Buy 0.01 BTC_USDT at market”: it was not filled.'),
      ).toBeVisible()
      await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
    })
  })
})

/** A resting limit order, and what the exchange said about it later. */
function followedIntent(id: string, item: Partial<IntentItem>, step: Message): OrderIntent {
  const base = anIntent({ id, kind: 'collateral-limit', createdAt: now - 900 })
  const order = { price: '91000', type: 'limit', left: '0' }
  return {
    ...base,
    act: messageOf('orders.act.buy', { amount: '0.01', market: 'BTC_USDT', price: '91000' }),
    items: [anItem({ price: '91000', ...item, order: anOrder({ ...order, ...item.order }) })],
    timeline: [...base.timeline, { at: now - 60, what: 'progress', text: step, details: {} }],
  }
}

test.describe('the journal of orders', () => {
  const openJournal = async (page: Page): Promise<void> => {
    await goTo(page, 'Activity')
    await page.getByRole('tab', { name: 'Orders' }).click()
  }
  const entriesOf = (page: Page) =>
    page.getByRole('list', { name: 'Orders, newest first' }).locator(':scope > li')

  test('ORD-27 shows what happened to a resting order: its fill and average price, or how it ended', async ({
    open,
  }) => {
    const filled = messageOf('outcomes.said.filled', {
      ...{ stock: '0.01', base: 'BTC', money: '912.5', quote: 'USDT' },
    })
    const journal = [
      followedIntent('whole', {}, filled),
      followedIntent(
        'changed',
        {
          state: 'partly',
          order: anOrder({ status: 'CANCELED', dealStock: '0', dealMoney: '0', left: '0.01' }),
          earlier: { firstId: '1', dealStock: '0.004', dealMoney: '364' },
        },
        messageOf('outcomes.said.rest-cancelled'),
      ),
      followedIntent(
        'nowhere',
        {
          state: 'not-open',
          order: anOrder({ status: 'NEW', dealStock: '0', dealMoney: '0', left: '0.01' }),
        },
        messageOf('orders.progress.not-listed'),
      ),
    ]
    const page = await open(readyScene({}, { journal }), tall)
    await openJournal(page)
    const entries = page.getByRole('list', { name: 'Orders, newest first' }).locator(':scope > li')
    await expect(entries.nth(0)).toContainText('Filled')
    await expect(entries.nth(0)).toContainText(', filled amount0.01 BTC')
    await expect(entries.nth(0)).toContainText(/, average price≈?\s?91,?250/)
    await expect(entries.nth(1)).toContainText('Partly filled, rest cancelled')
    await expect(entries.nth(1)).toContainText(', filled amount0.004 BTC')
    await expect(entries.nth(2)).toContainText('No longer open')
    await expect(entries.nth(2)).not.toContainText('filled amount')
    for (const entry of [1, 2]) await entries.nth(entry).locator('summary').first().click()
    await expect(entries.nth(1)).toContainText(
      'Before it was changed elsewhere, 0.004 BTC was filled for 364 USDT.',
    )
    await expect(entries.nth(2)).toContainText('how it ended is unknown')
    await expect(entries.nth(2)).not.toContainText('yet')
    await expectNoSeriousFinding(page, 'the journal with orders that rested')
  })

  test('ORD-19 shows the full history of each order, filters, exports, and explains an empty list', async ({
    open,
  }) => {
    const page = await open(scenes.ordinary())
    await openJournal(page)
    const entries = entriesOf(page)
    await step(
      page,
      'times in milliseconds, hashes, the answer and how it was resolved',
      async () => {
        await expect(entries).toHaveCount(5)
        await entries.nth(1).locator('summary').first().click()
        await expect(entries.nth(1)).toContainText(
          '6 placed, 1 partly filled, 2 rejected, 1 not attempted',
        )
        await expect(entries.nth(1)).toContainText('price: Price is too far from the market.')
        await entries.nth(0).locator('summary').first().click()
        for (const text of [
          '148 ms',
          '11 ms',
          '3 ms',
          'Sending',
          'Result',
          '1763639160000042',
          '5f0e9c1d7a3b48e2a6c4d9f01b72e853c7d6a9b1e4f02358a1c9d7e6b4f3a201',
        ]) {
          await expect(entries.nth(0)).toContainText(text)
        }
        await entries.nth(3).locator('summary').first().click()
        await expect(entries.nth(3)).toContainText(
          'How it was resolved: You said that it was not filled.',
        )
      },
    )
    await step(page, 'a kind and a state', async () => {
      await page.getByLabel('State', { exact: true }).selectOption('Rejected')
      await expect(entries).toHaveCount(2)
      await page.getByLabel('Kind', { exact: true }).selectOption('Close investment')
      await expect(entries).toHaveCount(1)
      await page.getByLabel('State', { exact: true }).selectOption('Unknown')
      await expect(page.getByText('No orders match these filters')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(entries).toHaveCount(5)
    })
    await step(page, 'an export as CSV and JSON, with its path', async () => {
      await page.getByRole('button', { name: 'Export CSV…' }).click()
      await expect(
        page.getByRole('tabpanel').getByText('5 rows written to /home/ada/orders.csv.'),
      ).toBeVisible()
      await page.evaluate(() =>
        window.fake.answer('orders/export', {
          ok: true,
          value: { saved: false, rows: 0, file: null },
        }),
      )
      await page.getByRole('button', { name: 'Export JSON…' }).click()
      await expect(page.getByRole('tabpanel').getByText('Nothing was exported.')).toBeVisible()
      expect(await asked(page, 'orders/export')).toEqual([{ format: 'csv' }, { format: 'json' }])
    })
    await step(page, 'an empty list, and one that cannot be read', async () => {
      await page.evaluate(() =>
        window.fake.answer('orders/page', { ok: true, value: { intents: [], more: false } }),
      )
      await goTo(page, 'Overview')
      await openJournal(page)
      await expect(page.getByText('No orders yet')).toBeVisible()
      await page.evaluate(() =>
        window.fake.answer('orders/page', {
          ok: false,
          error: { code: 'store-trouble', message: 'The journal could not be read.' },
        }),
      )
      await page.getByLabel('Kind', { exact: true }).selectOption('Market order')
      await expect(page.getByText('The journal could not be read.', { exact: true })).toBeVisible()
    })
  })

  test('ORD-24 says what a refused cancel leaves open, under which id an order continues, and everything that the exchange sent about an order or did not', async ({
    open,
  }) => {
    const refused: Problem = {
      code: 'key-disabled',
      message: 'The exchange refused the key.',
      server: {
        status: 401,
        code: 2,
        message: 'This action is unauthorized. Enable your key in API settings',
      },
    }
    const gone: Problem = {
      code: 'gone',
      message: messageOf('orders.outcome.changed-elsewhere', { old: '4180284841', id: '42' }),
      reason: 'CHANGED_ELSEWHERE',
    }
    const item = anItem({
      stopLoss: '84000',
      order: anOrder({
        stp: 'cancel_both',
        positionSide: 'LONG',
        oto: { id: '55', stopLoss: '84000', takeProfit: null },
      }),
    })
    const bulk = anIntent({
      id: 'intent-two',
      kind: 'bulk',
      createdAt: now - 900,
      items: [
        anItem({ order: anOrder({ price: '91000', postOnly: true, ioc: false, rpi: false }) }),
        anItem({ index: 1, clientOrderId: 'b', order: null, state: 'rejected' }),
      ],
    })
    const journal = [
      cancelIntent({
        id: 'intent-refused',
        state: 'rejected',
        httpStatus: 401,
        problem: refused,
        items: [aCancelItem({ state: 'rejected', problem: refused })],
      }),
      cancelIntent({
        id: 'intent-changed',
        state: 'not-executed',
        items: [
          aCancelItem({
            state: 'not-executed',
            problem: gone,
            order: anOrder({ id: '42', type: 'limit', status: 'NEW' }),
          }),
        ],
      }),
      anIntent({ items: [item] }),
      bulk,
    ]
    const page = await open(readyScene({}, { journal }))
    await openJournal(page)
    const entries = entriesOf(page)
    await step(page, 'a refused cancel, and an order changed elsewhere', async () => {
      await entries.nth(0).locator('summary').first().click()
      await expect(entries.nth(0)).toContainText(
        'Nothing was cancelled by this: orders that were open stay open.',
      )
      await expect(entries.nth(0)).toContainText('Enable your key in API settings')
      await entries.nth(1).locator('summary').first().click()
      await expect(entries.nth(1)).toContainText(
        'According to the exchange’s own list, it is still open: nothing was cancelled by this.',
      )
      await expect(entries.nth(1)).toContainText('is now order 42, with the same client id')
    })
    await step(page, 'what the exchange sent, and what it did not', async () => {
      await entries.nth(2).locator('summary').first().click()
      const said = entries.nth(2).getByRole('region', { name: 'What the exchange said' })
      const value = (name: string) =>
        said
          .locator('dt')
          .filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) })
          .locator('xpath=following-sibling::dd[1]')
      await expect(value('Order id')).toHaveText('4180284841')
      await expect(value('Type')).toHaveText('market')
      await expect(value('Created').locator('.moment')).toHaveAttribute(
        'title',
        /1763639000\.123456/,
      )
      await expect(value('Self-trade prevention')).toHaveText('cancel_both')
      await expect(value('OTO id')).toHaveText('55')
      await expect(value('Take profit')).toHaveText('not set')
      await expect(value('Post-only')).toHaveCount(0)
      await entries.nth(3).locator('summary').first().click()
      const row = entries.nth(3).getByRole('region', { name: 'What the exchange said of row 1' })
      await expect(row).toContainText('Post-only')
      await expect(row).toContainText('not sent')
      await expect(entries.nth(3).getByRole('region', { name: /said of row 2/ })).toHaveCount(0)
    })
  })

  test('loads fifty at a time, links to the card that needs an answer, and can be searched and filtered by market and days', async ({
    open,
  }) => {
    const journal = [unknownIntent(), ...manyIntents(120)]
    const page = await open(readyScene({ open: [unknownIntent()] }, { journal }))
    await openJournal(page)
    const entries = entriesOf(page)
    await step(page, 'fifty at a time', async () => {
      await expect(entries).toHaveCount(50)
      await page.getByRole('button', { name: 'Show older orders' }).click()
      await expect(entries).toHaveCount(100)
      await page.getByRole('button', { name: 'Show older orders' }).click()
      await expect(page.getByText('121 entries')).toBeVisible()
      await entries.nth(0).locator('summary').first().click()
      await page.getByRole('button', { name: 'Resolve it on the Trade screen' }).click()
      await expect(card(page)).toBeVisible()
    })
    await step(page, 'by client id, order id and market, and by days', async () => {
      await openJournal(page)
      const lastQuery = async () => (await asked(page, 'orders/page')).at(-1)
      await page.getByLabel('Search').fill(' nothing-begins-so ')
      await advance(page, 400)
      await expect(page.getByText('No orders match these filters')).toBeVisible()
      expect(await lastQuery()).toMatchObject({
        search: 'nothing-begins-so',
        market: null,
        from: null,
        before: null,
      })
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page.getByLabel('Search')).toHaveValue('')
      await expect(entries).toHaveCount(50)
      await page.getByLabel('Market').selectOption({ index: 1 })
      // What was typed just before the filters were cleared is not searched for afterwards.
      await page.getByLabel('Search').fill('nothing')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await advance(page, 400)
      await expect(page.getByLabel('Search')).toHaveValue('')
      await expect(entries).toHaveCount(50)
      expect(await lastQuery()).toMatchObject({ search: null, market: null })
      await page.getByLabel('Market').selectOption({ index: 1 })
      await page.getByLabel('From', { exact: true }).fill('2025-10-01')
      await page.getByLabel('To, included').fill('2025-10-01')
      await expect.poll(lastQuery).toMatchObject({
        from: Date.parse('2025-09-30T22:00:00Z') / 1000,
        before: Date.parse('2025-10-01T22:00:00Z') / 1000,
      })
      await page.getByLabel('To, included').fill('2025-09-01')
      await expect(page.getByLabel('To, included')).toHaveAccessibleDescription(
        'This day is before the first one.',
      )
    })
  })
})

test('REN-17, UX-65 axe finds nothing serious in orders, their previews, results, answers and journal', async ({
  open,
}) => {
  const page = await open(
    readyScene(
      { recent: someJournal() },
      { outcome: mixedIntent().items.map(({ state }) => state) },
    ),
    tall,
  )
  await fillMarket(page, '1,5')
  await page.getByRole('textbox', { name: 'Stop loss' }).fill('95000')
  await expectNoSeriousFinding(page, 'faults')
  await page.getByRole('combobox', { name: 'Market' }).click()
  await page.keyboard.press('ArrowDown')
  await expectNoSeriousFinding(page, 'markets')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01')
  await openPreview(page)
  await read(page)
  await expectNoSeriousFinding(page, 'preview')
  await advance(page, 61_000)
  await expectNoSeriousFinding(page, 'run out')
  await page.keyboard.press('Escape')
  await openKind(page, 'Bulk')
  await pasteRows(page, 'BTC_USDT,long,1,1')
  await expectNoSeriousFinding(page, 'paste')
  await page.getByLabel('Cells').fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ladder…' }).click()
  await expectNoSeriousFinding(page, 'ladder')
  await page.keyboard.press('Escape')
  await addRows(page, 10)
  await page.getByLabel('Amount, row 2').fill('1,5')
  await page.getByLabel('Duplicate row 3').click()
  await expectNoSeriousFinding(page, 'grid')
  await page.getByLabel('Remove row 2').click()
  await page.getByRole('button', { name: 'Preview 10 orders…' }).click()
  await read(page)
  await expectNoSeriousFinding(page, 'bulk preview')
  await theSheet(page)
    .getByRole('button', { name: /^Place 10/ })
    .click()
  await page.getByRole('region', { name: 'Result' }).waitFor()
  await expect(theSheet(page)).toHaveCount(0)
  await expectNoSeriousFinding(page, 'mixed result')
  await openKind(page, 'Close investment')
  await page.getByRole('textbox', { name: 'Investment id' }).fill('abc')
  await page.getByRole('button', { name: 'Preview closing…' }).click()
  await expectNoSeriousFinding(page, 'close')
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Orders' }).click()
  for (const summary of await page
    .locator('[aria-label="Orders, newest first"] > li > details > summary')
    .all())
    await summary.click()
  await expectNoSeriousFinding(page, 'journal')
  const unknown = await open(scenes.marginCall(), { ...tall, instead: page })
  await goTo(unknown, 'Trade')
  await expectNoSeriousFinding(unknown, 'unknown')
  await unknown.getByRole('button', { name: 'Lift the block…' }).first().click()
  await unknown.getByRole('alertdialog').getByRole('textbox').fill('x')
  await expectNoSeriousFinding(unknown, 'answer')
})

test('UX-69 fits every kind of order into the window, at 1024 and at 200 % zoom', async ({
  open,
}) => {
  const page = await open(
    readyScene(
      { open: [unknownIntent()], blocks: [blockOf(unknownIntent())], recent: someJournal() },
      { outcome: ['placed', 'rejected'] },
    ),
  )
  const expectNarrow = async (where: string): Promise<void> => {
    for (const viewport of [
      { width: 512, height: 350 },
      { width: 1024, height: 700 },
    ]) {
      await page.setViewportSize(viewport)
      await twoFrames(page)
      const wide = await page.evaluate(() =>
        [
          document.documentElement,
          ...document.querySelectorAll('main, [role="alertdialog"], [role="dialog"]'),
        ].map((element) => element.scrollWidth - element.clientWidth),
      )
      expect(
        wide.filter((excess) => excess > 0),
        `${where} at ${viewport.width}`,
      ).toEqual([])
    }
  }
  await goTo(page, 'Trade')
  await expectNarrow('market')
  await openKind(page, 'Close investment')
  await expectNarrow('close')
  await openKind(page, 'Bulk')
  await page.getByRole('button', { name: 'Ladder…' }).click()
  await expectNarrow('ladder')
  await page.keyboard.press('Escape')
  await pasteRows(page, 'SOL_USDT\tbuy\t1\t100\nSOL_USDT\tbuy\t1\t99')
  await expectNarrow('paste')
  await page.getByRole('button', { name: 'Add 2 rows' }).click()
  await expectNarrow('bulk')
  await page.getByRole('button', { name: 'Preview 2 orders…' }).click()
  await read(page)
  await expectNarrow('bulk preview')
  await theSheet(page)
    .getByRole('button', { name: /^Place 2/ })
    .click()
  await page.getByRole('region', { name: 'Result' }).waitFor()
  await expectNarrow('result')
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Orders' }).click()
  for (const summary of (
    await page.locator('[aria-label="Orders, newest first"] > li > details > summary').all()
  ).slice(0, 3))
    await summary.click()
  await expectNarrow('journal')
})
