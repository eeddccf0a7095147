import { overviewScreen } from '../screens/overview-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { order } from '../../support/documented-answers.js'
import { armed } from '../support/armed.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { askMain, timesAsked } from '../support/asking.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

const marketPath = '/api/v4/order/collateral/market'
const bulkPath = '/api/v4/order/bulk'
const activeOrdersPath = '/api/v4/orders'
const cancelPath = '/api/v4/order/cancel'
/** A quarter of an hour, in seconds. */
const armedFor = 900
const closePath = '/api/v4/main-account/smart/investment/close'

const small = { market: 'ETH_USDT', side: 'Buy', amount: '0.01' } as const
const ticket = {
  kind: 'market',
  market: 'ETH_USDT',
  side: 'buy',
  amount: '0.01',
  stopLoss: null,
  takeProfit: null,
  positionSide: null,
  clientOrderId: null,
}

test(
  'ORD-14, IPC-11, ORD-20 starts read-only, even for direct calls to the channels; a user allows and arms trading, sees the countdown on every screen, and disarms; a compromised page gets no order past its limits',
  { tag: '@stand-in' },
  async ({ account, simulator }) => {
    const { page, app } = account
    const trade = tradeScreen(page)
    await windowScreen(page).go('Trade')
    await expect(trade.gate).toContainText('Read-only')
    await trade.fillMarket(small)
    await expect(trade.previewOrder).toBeDisabled()

    expect(await askMain(page, 'orders/prepare', ticket)).toMatchObject({
      ok: false,
      error: { code: 'trading-off' },
    })
    expect(await askMain(page, 'orders/confirm', { token: 'made-up' })).toMatchObject({ ok: false })
    // Arming and allowing ask in a dialog that no page can answer; here the answer is no.
    await answerBoxes(app, 'no')
    expect(await askMain(page, 'trading/arm', null)).toMatchObject({ ok: false })
    expect(await askMain(page, 'trading/allow', { allowed: true })).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
    expect(await askMain(page, 'orders/prepare', ticket)).toMatchObject({
      ok: false,
      error: { code: 'trading-off' },
    })
    expect(await timesAsked(simulator, marketPath)).toBe(0)

    // 12.9: after a no, repeated requests open no dialog for a while.
    expect(await askMain(page, 'trading/allow', { allowed: true })).toMatchObject({
      ok: false,
      error: { reason: 'BOX_AGAIN' },
    })
    const before = (await askedBoxes(app)).length
    expect(before).toBe(1)
    await answerBoxes(app, 'yes')
    await expect
      .poll(
        async () =>
          ((await askMain(page, 'trading/allow', { allowed: true })) as { ok: boolean }).ok,
      )
      .toBe(true)
    expect(await askMain(page, 'trading/allow', { allowed: false })).toMatchObject({ ok: true })

    // A user can do what a page cannot: in system dialogs, with a countdown on every screen, and
    // disarm by hand.
    const earliest = Date.now() / 1000
    await armed(page, app)
    const latest = Date.now() / 1000
    expect(await askedBoxes(app)).toHaveLength(before + 3)
    const { value } = (await askMain(page, 'trading/read', null)) as {
      value: { armedUntil: number }
    }
    // A quarter of an hour from some moment between the two.
    expect(value.armedUntil).toBeGreaterThanOrEqual(earliest + armedFor)
    expect(value.armedUntil).toBeLessThanOrEqual(latest + armedFor)
    await expect(trade.armedBar).toContainText(/\d:[0-5]\d/)
    for (const name of ['Overview', 'Activity', 'Settings'] as const) {
      await windowScreen(page).go(name)
      await expect(trade.armedBar).toContainText('Harbour')
    }
    await trade.disarm.click()
    await expect(trade.armedBar).toHaveCount(0)
    expect(await askMain(page, 'orders/prepare', ticket)).toMatchObject({
      ok: false,
      error: { code: 'trading-off' },
    })

    await test.step("IPC-11, ORD-20 a compromised page cannot lower an order's worth by what it types while trading is armed, nor confirm an order of unknown worth", async () => {
      await windowScreen(page).go('Trade')
      await trade.arm.click()
      await expect(trade.armedBar).toBeVisible()
      await answerBoxes(app, 'no')
      const boxes = (await askedBoxes(app)).length
      const overLimit = { ok: false, error: { code: 'over-limit' } }
      const row = {
        market: 'XLM_PERP',
        side: 'sell',
        amount: '50',
        price: '0.0001',
        postOnly: false,
        ioc: false,
        rpi: false,
        clientOrderId: null,
      }
      const rows = (some: object): object => ({
        kind: 'bulk',
        rows: [{ ...row, ...some }],
        stopOnFail: false,
        retryOf: null,
      })
      const tried = [
        {
          ...ticket,
          market: 'XLM_PERP',
          amount: '50',
          stopLoss: '0.00000001',
          takeProfit: '0.00000002',
        },
        { ...ticket, market: 'ETH_USDT', amount: '50', stopLoss: '0.01' },
        rows({}),
        rows({ side: 'buy' }),
        // As low as the market's own rules allow.
        rows({ market: 'ETH_USDT', amount: '5000', price: '0.01' }),
        rows({ market: 'ETH_USDT', amount: '5000', price: '0.01', side: 'buy' }),
      ]
      for (const order of tried)
        expect(await askMain(page, 'orders/prepare', order), JSON.stringify(order)).toMatchObject(
          overLimit,
        )

      // A limit by amount lets it through to the system dialog, which the page cannot answer.
      // Loosening a limit asks there as well.
      const { value: now } = (await askMain(page, 'trading/read', null)) as {
        value: { limits: object }
      }
      const loose = { ...now.limits, byMarket: { XLM_PERP: { perOrder: '100', perDay: '100' } } }
      expect(await askMain(page, 'trading/change-limits', loose)).toMatchObject({
        ok: false,
        error: { reason: 'BOX' },
      })
      await answerBoxes(app, 'yes')
      await expect
        .poll(
          async () => ((await askMain(page, 'trading/change-limits', loose)) as { ok: boolean }).ok,
        )
        .toBe(true)
      await answerBoxes(app, 'no')
      const prepared = (await askMain(page, 'orders/prepare', tried[0])) as {
        ok: true
        value: { token: string; asksTwice: boolean }
      }
      expect(prepared).toMatchObject({ ok: true, value: { asksTwice: true } })
      expect(await askMain(page, 'orders/confirm', { token: prepared.value.token })).toMatchObject({
        ok: false,
        error: { reason: 'BOX' },
      })
      const asked = (await askedBoxes(app)).slice(boxes)
      expect(asked.at(-1)).toContain('Buy 50 XLM_PERP at market')
      expect(await timesAsked(simulator, marketPath)).toBe(0)
      expect(await timesAsked(simulator, bulkPath)).toBe(0)
    })
  },
)

test('ORD-1, IPC-11, ORD-10, ORD-17, ORD-24, ORD-21 sends each order once, and shows every kind of outcome', async ({
  account,
  simulator,
}) => {
  const { page, app } = account
  const trade = await armed(page, app)
  /** How often a path was asked since the step began. */
  const counted = async (path: string): Promise<() => Promise<number>> => {
    const before = await timesAsked(simulator, path)
    return async () => (await timesAsked(simulator, path)) - before
  }

  await test.step('ORD-1 sends one order for fifty clicks on the confirm button, and shows the result', async () => {
    const sent = await counted(marketPath)
    await trade.fillMarket(small)
    // Enter in a field opens the preview and sends nothing.
    await trade.amount.press('Enter')
    await expect(trade.cancel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(trade.preview).toHaveCount(0)
    expect(await sent()).toBe(0)
    await trade.previewOrder.click()
    await expect(trade.cancel).toBeFocused()
    await expect(trade.preview).toContainText('Harbour')
    await expect(trade.preview).toContainText('client_order_id')
    const act = trade.act('Buy 0.01 ETH_USDT at market')
    await expect(act).toBeEnabled()
    await act.evaluate((button) => {
      for (let n = 0; n < 50; n += 1) (button as unknown as { click(): void }).click()
    })
    await expect(trade.preview).toHaveCount(0)
    await expect.poll(sent).toBe(1)
    await windowScreen(page).go('Positions')
    await expect(page.getByRole('main')).toContainText('ETH_USDT')
    await windowScreen(page).go('Activity')
    await trade.journal.click()
    await expect(trade.main).toContainText('Buy 0.01 ETH_USDT at market')
    expect(await sent()).toBe(1)
  })

  await test.step('IPC-11 invalidates a review token on reload and after use', async () => {
    const sent = await counted(marketPath)
    const before = (await askMain(page, 'orders/prepare', ticket)) as { value: { token: string } }
    await page.reload()
    await overviewScreen(page).assets.first().waitFor()
    expect(await askMain(page, 'orders/confirm', { token: before.value.token })).toMatchObject({
      ok: false,
    })
    expect(await sent()).toBe(0)

    const once = (await askMain(page, 'orders/prepare', ticket)) as { value: { token: string } }
    const answers = await Promise.all(
      [1, 2, 3].map(() => askMain(page, 'orders/confirm', { token: once.value.token })),
    )
    expect(answers.filter((answer) => (answer as { ok: boolean }).ok)).toHaveLength(1)
    await expect.poll(sent).toBe(1)
  })

  await test.step('reviews the cancellation of a resting order, sends it once, and removes the order from the list', async () => {
    const sent = await counted(cancelPath)
    await windowScreen(page).go('Trade')
    await trade.fillBulk([{ market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '40000' }])
    await trade.previewOrder.click()
    await trade.act('Buy 0.001 BTC_USDT at 40000').click()
    await expect(trade.main).toContainText(/placed/i)
    await trade.openOrders.click()
    const resting = trade.openOrder('BTC_USDT').filter({ hasText: '40000' })
    await expect(resting).toContainText('0.001 BTC')
    await resting.getByRole('button', { name: /^Cancel BTC_USDT/ }).click()
    await expect(trade.preview).toContainText('Harbour')
    // Viewing the review has cancelled nothing.
    expect(await sent()).toBe(0)
    await trade.act('Cancel buy 0.001 BTC_USDT at 40000').click()
    await expect(resting).toHaveCount(0)
    await expect(trade.main).toContainText('Cancelled')
    expect(await sent()).toBe(1)
  })

  await test.step('ORD-10 shows the mixed outcomes of a bulk answer row by row', async () => {
    const sent = await counted(bulkPath)
    await trade.newRequest()
    await trade.fillBulk([
      { market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '40000' },
      // More than the balance: the market's rules allow it.
      { market: 'LTC_USDT', side: 'sell', amount: '5', price: '100' },
      { market: 'ETH_USDT', side: 'buy', amount: '0.01', price: '1500' },
    ])
    await trade.previewOrder.click()
    await expect(trade.preview).toContainText('BTC_USDT')
    await trade.act(/3 .*orders/i).click()
    await expect(trade.main).toContainText('2 placed, 1 rejected')
    expect(await sent()).toBe(1)
  })

  await test.step('ORD-17 asks for the last four characters to close an investment, and shows the exchange’s message when it refuses', async () => {
    const sent = await counted(closePath)
    const known = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'
    await trade.fillClose(known, 'dcd4')
    await trade.previewOrder.click()
    await expect(trade.preview).toHaveCount(0)
    await trade.fillClose(known, 'dcd5')
    await trade.previewOrder.click()
    await trade.act('Close investment …dcd5').click()
    await expect(trade.main).toContainText('Accepted')

    await trade.fillClose('11111111-1909-4938-ab7a-d16d9a64abcd', 'abcd')
    await trade.previewOrder.click()
    await trade.act('Close investment …abcd').click()
    await expect(trade.main).toContainText('Investment not found')
    expect(await sent()).toBe(2)
  })

  await test.step('ORD-24 settles an order with a lost answer from the exchange’s lists, and unblocks the market', async () => {
    const sent = await counted(marketPath)
    await trade.tab('Market')
    await trade.fillMarket(small)
    await trade.previewOrder.click()
    // Executed, and not in the history yet.
    await simulator.control('POST', 'history', { delaySeconds: 4 })
    await simulator.control('POST', 'fault', { path: marketPath, drop: 'after', times: 1 })
    await trade.act('Buy 0.01 ETH_USDT at market').click()
    await expect(trade.unknown).toContainText('Buy 0.01 ETH_USDT at market')
    await expect(trade.unknown).toContainText('Order history of ETH_USDT')
    expect(await askMain(page, 'orders/prepare', ticket)).toMatchObject({ ok: false })
    await simulator.control('POST', 'advance', { seconds: 10 })
    await expect(trade.unknown).toHaveCount(0, { timeout: 20_000 })
    const found = /No answer came\. Filled at [\d.]+ USDT/
    await expect(page.getByRole('tabpanel', { name: 'Market' }).getByText(found)).toBeVisible()
    await expect
      .poll(async () => ((await askMain(page, 'orders/prepare', ticket)) as { ok: boolean }).ok)
      .toBe(true)
    expect(await sent()).toBe(1)
  })

  await test.step('ORD-21 raises an alert and blocks the market when the answer does not confirm the stop loss', async () => {
    const sent = await counted(marketPath)
    const other = { market: 'SOL_USDT', side: 'Buy', amount: '0.1' } as const
    const clientId = 'levels-1'
    await trade.fillMarket({ ...other, stopLoss: '50', clientId })
    await trade.previewOrder.click()
    const { oto: _dropped, positionSide: _oneWay, ...answer } = order(false)
    const body = {
      ...answer,
      client_order_id: clientId,
      market: other.market,
      amount: other.amount,
      left: '0',
    }
    await simulator.control('POST', 'fault', { path: marketPath, body, times: 1 })
    await trade.act('Buy 0.1 SOL_USDT at market').click()
    await expect(trade.mismatch).toContainText(
      'Your stop loss is not set: 50 was sent, but the answer has none.',
    )
    await expect(page.getByRole('alert')).toContainText('Your stop loss is not set')
    const again = { ...ticket, market: other.market, amount: other.amount }
    expect(await askMain(page, 'orders/prepare', again)).toMatchObject({ ok: false })
    expect(await sent()).toBe(1)

    type Trading = { value: { open: { id: string }[]; blocks: unknown[] } }
    const trading = async () => (await askMain(page, 'trading/read', null)) as Trading
    const { open, blocks } = (await trading()).value
    expect([open.length, blocks.length]).toEqual([1, 1])
    const lifted = { id: open[0]?.id, typed: other.market }
    expect(await askMain(page, 'orders/lift-block', lifted)).toMatchObject({ ok: true })
    await expect.poll(async () => (await trading()).value.blocks).toEqual([])
  })
})

test(
  'ORD-4, ORD-5 after a kill with an order in flight, starts with that order unknown and its market blocked until the user answers',
  needs('a key that is still in the keychain after a restart', '@needs-electron'),
  async ({ installation, keyring, connected, simulator }) => {
    const { page, app, pid } = connected
    // An exchange whose lists this key may not read.
    await simulator.control('POST', 'key', { name: 'full', barred: [activeOrdersPath] })
    const trade = await armed(page, app)
    await trade.fillMarket(small)
    await trade.previewOrder.click()
    // Executed, with the answer held back until long after the kill.
    await simulator.control('POST', 'fault', { path: marketPath, delayMs: 120_000, times: 1 })
    await trade.act('Buy 0.01 ETH_USDT at market').click()
    await expect.poll(() => timesAsked(simulator, marketPath)).toBe(1)
    process.kill(pid, 'SIGKILL')

    const again = await installation.launch({ keyring })
    const back = tradeScreen(again.page)
    await overviewScreen(again.page).assets.first().waitFor()
    await answerBoxes(again.app, 'yes')
    await windowScreen(again.page).go('Trade')
    await expect(back.unknown).toContainText('Buy 0.01 ETH_USDT at market')
    await expect(back.unknown).toContainText('Active orders on ETH_USDT')
    await expect(back.unknown).toContainText(
      'No answer: The exchange does not let this key ask for the open orders.',
    )
    await back.arm.click()
    expect(await askMain(again.page, 'orders/prepare', ticket)).toMatchObject({ ok: false })
    expect(
      await askMain(again.page, 'orders/prepare', {
        ...ticket,
        market: 'BTC_USDT',
        amount: '0.0015',
      }),
    ).toMatchObject({ ok: true })

    await back.answer('It was filled…').click()
    await back.typeAnswer('BTC_USDT')
    await expect(back.act('It was filled')).toBeDisabled()
    await back.typeAnswer('ETH_USDT')
    await back.act('It was filled').click()
    await expect(back.unknown).toHaveCount(0)
    // The position may have changed with the next check.
    await expect
      .poll(
        async () => ((await askMain(again.page, 'orders/prepare', ticket)) as { ok: boolean }).ok,
      )
      .toBe(true)
    // The restart has sent nothing.
    expect(await timesAsked(simulator, marketPath)).toBe(1)
  },
)
