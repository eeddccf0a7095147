import type { Locator, Page } from '@playwright/test'

export type MarketLine = {
  market: string
  side: 'Buy' | 'Sell'
  amount: string
  stopLoss?: string
  clientId?: string
}
export type BulkLine = { market: string; side: 'buy' | 'sell'; amount: string; price: string }

export type TradeScreen = ReturnType<typeof tradeScreen>

/** Where orders are entered, previewed and confirmed. */
export function tradeScreen(page: Page) {
  const gate = page.getByRole('region', { name: 'Whether orders can be sent' })
  const preview = page.getByRole('alertdialog')
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  const tab = async (name: 'Market' | 'Bulk' | 'Close investment'): Promise<void> => {
    await page.getByRole('tab', { name, exact: true }).click()
  }
  const openOrders = page.getByRole('tab', { name: /^Open orders/ })
  return {
    gate,
    preview,
    tab,
    openOrders,
    openOrder: (market: string) =>
      page
        .getByRole('region', { name: 'Open orders' })
        .getByRole('row', { name: new RegExp(market) }),
    allow: gate.getByRole('button', { name: 'Allow trading…' }),
    arm: gate.getByRole('button', { name: 'Arm for 15 minutes' }),
    backToReadOnly: gate.getByRole('button', { name: 'Back to read-only' }),
    armedBar: page.getByRole('region', { name: 'Trading is armed' }),
    disarm: button('Disarm'),
    previewOrder: button(/^Preview (order|\d+ orders?|closing)…$/),
    cancel: preview.getByRole('button', { name: 'Cancel' }),
    act: (name: string | RegExp) => preview.getByRole('button', { name }),
    unknown: page.getByRole('region', { name: 'Unknown – do not resend' }),
    mismatch: page.getByRole('region', {
      name: 'Mismatch: the exchange’s answer differs from what was sent',
    }),
    answer: (name: string) => page.getByRole('button', { name }),
    /** The orders on Activity, beside the alerts. */
    journal: page.getByRole('tab', { name: 'Orders' }),
    main: page.getByRole('main'),
    fillMarket: async (order: MarketLine) => {
      await page.getByRole('combobox', { name: 'Market' }).fill(order.market)
      await page.keyboard.press('Escape')
      await page.getByRole('radio', { name: order.side }).check()
      await page.getByRole('textbox', { name: /^Amount/ }).fill(order.amount)
      if (order.stopLoss !== undefined)
        await page.getByRole('textbox', { name: /^Stop loss/ }).fill(order.stopLoss)
      if (order.clientId !== undefined)
        await page.getByRole('textbox', { name: /^Client id/ }).fill(order.clientId)
    },
    amount: page.getByRole('textbox', { name: /^Amount/ }),
    /** Returns from the result of bulk orders to an empty grid. */
    newRequest: async () => {
      await tab('Bulk')
      await button('New request').click()
    },
    fillBulk: async (lines: readonly BulkLine[]) => {
      await tab('Bulk')
      // The rows may not be drawn yet.
      await page.getByLabel('Market, row 1').waitFor()
      for (const [at, line] of lines.entries()) {
        const row = at + 1
        if ((await page.getByLabel(`Market, row ${row}`).count()) === 0)
          await button('Add a row').click()
        await page.getByLabel(`Market, row ${row}`).fill(line.market)
        await page.getByLabel(`Side, row ${row}`).selectOption(line.side)
        await page.getByRole('textbox', { name: `Amount, row ${row}` }).fill(line.amount)
        await page.getByRole('textbox', { name: `Price, row ${row}` }).fill(line.price)
      }
    },
    fillClose: async (investmentId: string, tail: string) => {
      await tab('Close investment')
      await page.getByRole('textbox', { name: 'Investment id' }).fill(investmentId)
      await page.getByRole('textbox', { name: /^Last four characters/ }).fill(tail)
    },
    typeAnswer: async (text: string) => {
      await preview.getByRole('textbox').fill(text)
    },
  }
}
