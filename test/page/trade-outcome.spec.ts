// What the screen shows of an order once the exchange has answered, and what can be done then.
import type { TradeObstacle } from '../../src/shared/orders/trading.js'
import { aFeed, aPortfolio, aPosition } from '../fixtures/portfolio/figures.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { armed, notArmed, aTrading, tradingScene } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo } from './screens.js'
import { step } from './steps.js'
import {
  addRows,
  fillMarket,
  openKind,
  openPreview,
  placeBulk,
  pushTrading,
  read,
  readyScene,
  theSheet,
} from './trade-screen.js'

test('ORD-9 marks a bulk result with a mismatch as danger in its heading, however much was placed', async ({
  open,
}) => {
  const page = await open(readyScene({}, { differs: [1] }))
  const result = await placeBulk(page, 3)
  await expect(result.locator('.summary')).toHaveText('3 placed, 1 mismatch')
  await expect(result.locator('.summary')).toHaveClass(/danger/)
  await expect(result).toContainText(
    'The exchange’s answer to 1 order is a mismatch: not what was sent.',
  )
  await expect(
    page.getByRole('region', {
      name: 'Mismatch: the exchange’s answer differs from what was sent',
    }),
  ).toBeVisible()
})

test('ORD-10 does not report what the exchange cancelled unfilled as a success, and offers it for another try', async ({
  open,
}) => {
  const page = await open(
    readyScene({}, { outcome: ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled'] }),
  )
  await step(page, 'a market order', async () => {
    await fillMarket(page, '0.5')
    await openPreview(page)
    await read(page)
    await theSheet(page).getByRole('button', { name: 'Buy 0.5 BTC_USDT at market' }).click()
    const result = page.getByRole('region', { name: 'Buy 0.5 BTC_USDT at market' })
    await expect(result.locator('p').first()).toHaveText(
      'Accepted, then cancelled by the exchange. Nothing was filled.',
    )
    await expect(result).toContainText('Cancelled, nothing filled')
    await expect(result.getByText('Accepted', { exact: true })).toHaveCount(0)
    await result.getByRole('button', { name: 'Put it back into the form' }).click()
    await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('0.5')
  })
  await step(page, 'rows that were immediate-or-cancel', async () => {
    const result = await placeBulk(page, 5)
    await expect(result.locator('.summary')).toHaveText('5 cancelled, nothing filled')
    await expect(result.locator('.summary')).toHaveClass(/caution/)
    await expect(result.getByText('It was cancelled with nothing filled.')).toHaveCount(5)
    await expect(result).not.toContainText('yet')
    await expect(page.getByRole('region', { name: 'Latest orders' })).toContainText(
      '5 cancelled, nothing filled',
    )
    await result.getByRole('button', { name: 'Retry the 5 failed rows…' }).click()
    await expect(page.getByLabel('Price, row 5')).toHaveValue('59996')
    await expect(page.getByLabel('Client id, row 1')).toHaveValue('')
  })
})

test('ORD-13 puts a rejected order back without its client id, and with the position side it was sent with, although the market was edited since', async ({
  open,
}) => {
  const held = [aPosition({ positionSide: 'LONG' }), aPosition({ id: '2', positionSide: 'SHORT' })]
  const portfolio = aPortfolio({ positions: aFeed(held, { every: 5 }) })
  const page = await open({ ...readyScene({}, { outcome: ['rejected'] }), portfolio })
  await fillMarket(page)
  await page.getByText('Sell', { exact: true }).click()
  await page.getByText('LONG', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Client id' }).fill('mine-1')
  await openPreview(page)
  await read(page)
  await theSheet(page).getByRole('button', { name: 'Sell 0.01 BTC_USDT at market' }).click()
  await expect(page.getByRole('region', { name: 'Sell 0.01 BTC_USDT at market' })).toContainText(
    'amount: Too little.',
  )
  await page.getByRole('combobox', { name: 'Market' }).fill('ETH_USDT')
  await expect(
    page.getByRole('radio', { name: 'SHORT', exact: true }),
    'a side chosen for one market says nothing of another',
  ).toBeChecked()
  await page.getByRole('button', { name: 'Put it back into the form' }).click()
  await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('BTC_USDT')
  await expect(page.getByRole('radio', { name: 'LONG', exact: true })).toBeChecked()
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('0.01')
  await expect(page.getByRole('textbox', { name: 'Client id' })).toHaveValue('')
  await page.getByRole('button', { name: 'Preview order…' }).click()
  expect(((await asked(page, 'orders/prepare')) as object[]).at(-1)).toMatchObject({
    side: 'sell',
    positionSide: 'LONG',
  })
})

test('ORD-14 disarms and returns to read-only without waiting for other requests to main or the arming dialog', async ({
  open,
}) => {
  const scene = scenes.marginCall()
  const page = await open({
    ...scene,
    trading: tradingScene({ ...armed(), open: scene.trading.view.open }),
  })
  await step(page, 'another request', async () => {
    await goTo(page, 'Trade')
    await page.evaluate(() => window.fake.hold('orders/reconcile'))
    await page.getByRole('button', { name: 'Check again' }).first().click()
    await page.getByRole('button', { name: 'Disarm', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Trading is armed' })).toHaveCount(0)
    expect(await asked(page, 'trading/disarm')).toHaveLength(1)
    await page.getByRole('button', { name: 'Back to read-only' }).click()
    await expect(page.getByRole('button', { name: 'Allow trading…' })).toBeVisible()
    expect(await asked(page, 'trading/allow')).toEqual([{ allowed: false }])
    await page.evaluate(() => window.fake.release('orders/reconcile'))
  })
  await step(page, 'the arming dialog', async () => {
    await pushTrading(page, aTrading({ readOnly: false, obstacles: [notArmed] }))
    await page.evaluate(() => window.fake.hold('trading/arm'))
    await page.getByRole('button', { name: 'Arm for 15 minutes' }).click()
    await page.getByRole('button', { name: 'Back to read-only' }).click()
    await expect(page.getByRole('button', { name: 'Allow trading…' })).toBeVisible()
    expect(await asked(page, 'trading/allow')).toEqual([{ allowed: false }])
  })
})

test('ORD-15 disables only the market order for a key without positions, and explains why; bulk orders and closing stay enabled', async ({
  open,
}) => {
  const obstacles: TradeObstacle[] = [
    {
      code: 'no-positions',
      message:
        'This key cannot read positions, and collateral market orders are not sent without them.',
      only: ['market'],
    },
  ]
  const page = await open(readyScene({ obstacles }))
  await goTo(page, 'Trade')
  const gate = page.getByRole('region', { name: 'Whether orders can be sent' })
  await expect(gate).toContainText('Some orders can be sent, others not now: market order.')
  await fillMarket(page)
  await expect(page.getByRole('button', { name: 'Preview order…' })).toBeDisabled()
  await expect(page.getByRole('tabpanel').getByText('This key cannot read positions')).toBeVisible()
  await openKind(page, 'Bulk')
  await addRows(page, 1)
  await page.getByRole('button', { name: 'Preview 1 order…' }).click()
  await read(page)
  await expect(theSheet(page).getByRole('button', { name: /^Place 1|^Buy/ })).toBeEnabled()
  await theSheet(page).getByRole('button', { name: 'Cancel' }).click()
  await openKind(page, 'Close investment')
  await expect(page.getByRole('button', { name: 'Preview closing…' })).toBeEnabled()
})

test('REN-17 Enter in a field of bulk orders or of closing neither sends nor opens the preview, which focuses Cancel', async ({
  open,
}) => {
  const page = await open(readyScene())
  for (const kind of ['Bulk', 'Close investment'] as const)
    await step(page, kind, async () => {
      await openKind(page, kind)
      if (kind === 'Bulk') await addRows(page, 1)
      else {
        await page
          .getByRole('textbox', { name: 'Investment id' })
          .fill('3fa85f64-5717-4562-b3fc-2c963f66afa6')
        await page.getByRole('textbox', { name: /^Last four/ }).fill('afa6')
      }
      for (const field of await page.getByRole('tabpanel').getByRole('textbox').all()) {
        await field.focus()
        await page.keyboard.press('Enter')
      }
      await expect(theSheet(page)).toHaveCount(0)
      expect(await asked(page, 'orders/prepare')).toEqual([])
      await page.getByRole('button', { name: /^Preview (1 order|closing)…$/ }).click()
      await expect(theSheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await read(page)
      await page.keyboard.press('Enter')
      await expect(theSheet(page)).toHaveCount(0)
      expect(await asked(page, 'orders/confirm')).toEqual([])
    })
  const lists = await asked(page, 'investments/active-fixed')
  expect(lists, 'Enter does not press a button of the form either').toEqual([null])
})
