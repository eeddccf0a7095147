import { mixedItems } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { asked } from './screens.js'
import { step } from './steps.js'
import {
  openKind,
  pasteRows,
  placeBulk,
  readyScene,
  replaceRows,
  rowsText,
  theSheet,
} from './trade-screen.js'

const outcome = mixedItems().map(({ state }) => state)

test('ORD-10 shows a mixed result as mixed, row by row, with the exchange’s messages, and never as a success', async ({
  open,
}) => {
  const page = await open(readyScene({}, { outcome }))
  const result = await placeBulk(page, 10)
  await expect(result.locator('.summary')).toHaveText(
    '6 placed, 1 partly filled, 2 rejected, 1 not attempted',
  )
  await expect(result.locator('.summary')).not.toHaveClass(/good/)
  const row = (at: number) =>
    result
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(at), exact: true }) })
  await expect(row(1)).toContainText('Placed')
  await expect(row(7)).toContainText('Partly filled')
  await expect(row(8)).toContainText('Rejected')
  await expect(row(10)).toContainText('Not attempted')
  await expect(result.getByText('amount: Too little.')).toHaveCount(2)
  await expect(
    page.getByLabel('Market, row 1'),
    'the rows that were sent cannot be sent again by one more click',
  ).toHaveCount(0)

  await result.getByRole('button', { name: 'Retry the 3 failed rows…' }).click()
  await expect(page.getByLabel('Price, row 1')).toHaveValue('59993')
  await expect(page.getByLabel('Price, row 3')).toHaveValue('59991')
  await expect(page.getByLabel('Client id, row 1')).toHaveValue('')
  await page.getByRole('button', { name: 'Preview 3 orders…' }).click()
  const prepared = (await asked(page, 'orders/prepare')) as {
    retryOf: string | null
    rows: { clientOrderId: string | null }[]
  }[]
  expect(prepared[1]?.retryOf).toBe('intent-token-1')
  expect(prepared[1]?.rows.map(({ clientOrderId }) => clientOrderId)).toEqual([null, null, null])
  expect(await asked(page, 'orders/confirm')).toHaveLength(1)
})

test('never puts an unknown outcome back for a retry', async ({ open }) => {
  const page = await open(readyScene({}, { outcome: ['unknown', 'rejected', 'placed'] }))
  const result = await placeBulk(page, 3)
  await expect(result).toContainText('1 placed, 1 unknown, 1 rejected')
  await expect(result).toContainText(
    '1 order may or may not have been placed. Do not send them again',
  )
  await result.getByRole('button', { name: 'Retry the failed row…' }).click()
  await expect(page.getByLabel('Price, row 1')).toHaveValue('59999')
  await expect(page.getByLabel('Price, row 2')).toHaveCount(0)
})

test('ORD-11 ORD-13 says which balance it uses, keeps and marks rows past twenty, and takes rows by keyboard, paste and ladder without sending any', async ({
  open,
}) => {
  const page = await open(readyScene())
  await openKind(page, 'Bulk')
  await step(page, 'the balance, before anything is typed', async () => {
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(
          'According to the public documentation, these are spot orders on the trade balance; they do not touch collateral positions.',
        ),
    ).toBeVisible()
  })
  await step(page, 'rows by keyboard; Enter moves and sends nothing', async () => {
    await page.getByLabel('Market, row 1').fill('BTC_USDT')
    await page.getByLabel('Amount, row 1').fill('1')
    await page.getByLabel('Price, row 1').fill('2')
    await page.keyboard.press('Control+d')
    await expect(page.getByLabel('Price, row 2')).toBeFocused()
    await expect(page.getByLabel('Price, row 2')).toHaveValue('2')
    await expect(page.getByText('Same order as row 1. Both would be placed.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByLabel('Price, row 3')).toBeFocused()
    await expect(page.getByLabel('Market, row 3')).toHaveValue('BTC_USDT')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByLabel('Price, row 2')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Price, row 3')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Shift+Backspace')
    await expect(page.getByLabel('Price, row 2')).toBeFocused()
    await expect(page.getByLabel('Price, row 3')).toHaveCount(0)
    expect(await asked(page, 'orders/prepare')).toEqual([])
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'cells pasted into the grid itself', async () => {
    await page.getByLabel('Market, row 1').evaluate((field, text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, rowsText(3))
    await page.getByRole('button', { name: 'Replace all rows' }).click()
    await expect(page.getByLabel('Price, row 3')).toHaveValue('59998')
    await expect(page.getByLabel('Price, row 4')).toHaveCount(0)
  })
  await step(page, 'cells pasted anywhere in the dialog, and not once it is closed', async () => {
    const paste = (text: string): Promise<boolean> =>
      page.evaluate((pasted) => {
        const data = new DataTransfer()
        data.setData('text/plain', pasted)
        const event = new ClipboardEvent('paste', {
          clipboardData: data,
          bubbles: true,
          cancelable: true,
        })
        return (document.activeElement ?? document.body).dispatchEvent(event)
      }, text)
    await pasteRows(page, 'what stood there')
    const dialog = page.getByRole('dialog', { name: 'Paste rows' })
    await dialog.getByRole('button', { name: 'Cancel' }).focus()
    expect(await paste(rowsText(2))).toBe(false)
    await expect(page.getByLabel('Cells')).toHaveValue(rowsText(2))
    await expect(page.getByLabel('Cells')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Add 2 rows' })).toBeEnabled()
    // A paste into the field itself goes to the caret.
    expect(await paste('more')).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await paste(rowsText(3))).toBe(true)
    await expect(dialog).toHaveCount(0)
  })
  await step(page, 'unknown columns and lines that cannot be read', async () => {
    await pasteRows(
      page,
      'side,market,price,amount,remark\nbuy,BTC_USDT,60000,0.01,"a, b"\nlong,BTC_USDT,1,1,x',
    )
    const dialog = page.getByRole('dialog', { name: 'Paste rows' })
    await expect(dialog).toContainText('Column left out: “remark”.')
    await expect(dialog).toContainText('Line 3: side “long” must be buy or sell.')
    await expect(dialog.getByRole('button', { name: 'Add 0 rows' })).toBeDisabled()
    await page
      .getByLabel('Cells')
      .fill('side,market,price,amount,remark\nbuy,BTC_USDT,60000,0.01,"a, b"')
    await dialog.getByRole('button', { name: 'Add 1 row' }).click()
    await expect(page.getByLabel('Market, row 4')).toHaveValue('BTC_USDT')
    await expect(page.getByLabel('Price, row 4')).toHaveValue('60000')
  })
  await step(page, 'a ladder, calculated exactly', async () => {
    await page.getByRole('button', { name: 'Ladder…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ladder' })
    await expect(dialog.getByRole('button', { name: 'Add rows' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
    for (const [label, text] of [
      ['From', '90000'],
      ['To', '84000'],
      ['Orders', '7'],
      ['Total in BTC', '0.1'],
      ['Price step', '0.01'],
      ['Amount step', '1,5'],
    ] as const) {
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
    }
    await expect(dialog.getByText(/“1,5” has a comma/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Amount step' }).fill('0.001')
    await expect(dialog).toContainText('7 orders, together 0.1 BTC, notional 8705 USDT.')
    await dialog.getByText('More towards “To”').click()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 7 rows' }).click()
    await expect(page.getByLabel('Price, row 11')).toHaveValue('84000')
    await expect(page.getByLabel('Amount, row 11')).toHaveValue('0.026')
    await expect(page.getByRole('checkbox', { name: 'Post-only, row 11' })).toBeChecked()
  })
  await step(page, 'what is wrong in every row, with exact totals', async () => {
    await pasteRows(
      page,
      'BTC_USDT\tbuy\t0.1\t60000\nBTC_USDT\tbuy\t0.2\t59000.5\nETH_USDT\tsell\t1\t3000\nBTC_USDT\tbuy\t1,5\t1',
    )
    await page.getByRole('button', { name: 'Replace all rows' }).click()
    await expect(page.getByText(/“1,5” has a comma/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Post-only, row 1' }).check()
    await page.getByRole('checkbox', { name: 'IOC, row 1' }).check()
    await expect(page.getByText(/Post-only and IOC cannot be combined/)).toBeVisible()
    const totals = page.getByRole('table', { name: 'Totals per market and side' })
    await expect(totals.getByRole('row', { name: /Buy BTC_USDT/ })).toContainText('17800.1')
    await expect(totals.getByRole('row', { name: /Sell ETH_USDT/ })).toContainText('3000')
    await page.getByRole('button', { name: 'Preview 4 orders…' }).click()
    await expect(page.getByLabel('Amount, row 4')).toBeFocused()
    expect(await asked(page, 'orders/prepare')).toEqual([])
    await page.getByLabel('Amount, row 4').fill('15')
    await page.getByRole('switch', { name: 'Stop at the first failure' }).check()
    await expect(page.getByText(/stops at the first order that fails/)).toBeVisible()
    await page.getByRole('button', { name: 'Preview 4 orders…' }).click()
    expect(await asked(page, 'orders/prepare')).toMatchObject([
      { kind: 'bulk', stopOnFail: true, retryOf: null },
    ])
    await theSheet(page).waitFor()
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'a preview of many rows in a small window', async () => {
    await replaceRows(page, 12)
    await page.getByRole('button', { name: 'Preview 12 orders…' }).click()
    const rows = theSheet(page).locator('tbody tr')
    await expect(rows).toHaveCount(12)
    await expect(rows.nth(3)).toBeInViewport({ ratio: 1 })
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows.last()).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  })
  await step(page, 'rows past twenty', async () => {
    await replaceRows(page, 22)
    await expect(
      page.getByText('Past the 20 of one request: stays here, is not sent.'),
    ).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Preview 22 orders…' })).toBeDisabled()
    await expect(
      page.getByText(/22 orders exceed the limit of 20 per request\. Remove 2/),
    ).toBeVisible()
    await page.getByLabel('Remove row 22').click()
    await page.getByLabel('Remove row 21').click()
    await expect(page.getByRole('button', { name: 'Preview 20 orders…' })).toBeEnabled()
  })
})
