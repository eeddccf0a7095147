// The five main tasks as a screen reader user performs them: found by role and name alone, checked
// in the accessibility tree.
import type { Locator, Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import { advance, asked } from './screens.js'
import { readyScene } from './trade-screen.js'

/** Everything announced from there to the end, on one line. */
async function read(place: Locator): Promise<string> {
  return (await place.ariaSnapshot()).replaceAll(/[\s"]+/g, ' ')
}

function region(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/**
 * By the navigation link; the destination is announced at once because its heading has the focus.
 */
async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name, exact: true })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
}

/** New buttons ignore clicks for a moment. */
const aMoment = (page: Page): Promise<void> => advance(page, 1000)

test('UX-66 announced: what the account holds, what is at risk and how fresh that is', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await expect(page).toHaveTitle(/^Overview/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeAttached()

  const value = await read(region(page, 'Account value'))
  expect(value).toMatch(/\d+ s ago 414850\.2 - combobox Count in : - option USDT \[selected\]/)
  expect(value).toContain(
    'term: Investments - definition: 23245.815 - term: Loan collateral - definition: ≈ 50073.647 - term: Debt - definition: -12538.441',
  )

  const headroom = region(page, 'LTV headroom')
  await expect(
    headroom.getByRole('meter', { name: 'Loan-to-value on the load line' }),
  ).toHaveAttribute('aria-valuetext', /^LTV 25\.04\. Initial 60, Margin call 75, Liquidation 85\./)
  expect(await read(headroom)).toMatch(
    /Collateral may fall - strong: 66\.6 % - text: before margin call/,
  )

  const risk = region(page, 'Open risk')
  expect(await read(risk)).toMatch(
    /\d+ s ago - paragraph: - strong: 5 - text: positions.*None in margin call/,
  )
  // A loss is read with its sign: a space between them would turn it into a gain for anybody who
  // hears no punctuation.
  await expect(
    risk.getByRole('row', { name: 'USDT +1505.225 -188.018', exact: true }),
  ).toBeAttached()
  await expect(risk.getByRole('row', { name: /^SOL_USDT Long 21\.41/ })).toBeAttached()

  expect(await read(region(page, 'Needs attention now'))).toMatch(
    /All clear - paragraph: "?Monitored: LTV of the loan, 5 positions, margin level/,
  )
  expect(await read(page.getByRole('contentinfo', { name: 'Status' }))).toMatch(
    /Main.*Online.*Data \d+ s ago.*Key accepted/,
  )
})

test('UX-66 announced: how far the nearest margin call is, and what the term means', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Loans')
  const line = region(page, 'Credit line')
  const levels = line.getByRole('list', { name: 'Levels, highest first' }).getByRole('listitem')
  const steps = (await Promise.all((await levels.all()).map(read))).map((step) =>
    step.replaceAll(/- listitem:?|- button|- text:/g, ''),
  )
  expect(steps.map((step) => step.replaceAll(/\s+/g, ' ').trim())).toEqual([
    expect.stringMatching(/^Liquidation :? ?85 collateral may fall 70\.5 %$/),
    expect.stringMatching(/^Margin call :? ?75 collateral may fall 66\.6 %$/),
    expect.stringMatching(/^Early step 4 :? ?70 collateral may fall/),
    expect.stringMatching(/^Early step 3 :? ?65 collateral may fall/),
    expect.stringMatching(/^Early step 2 :? ?60 collateral may fall/),
    expect.stringMatching(/^Initial :? ?60 collateral may fall 58\.2 %$/),
    expect.stringMatching(/^Early step 1 :? ?50 collateral may fall/),
    expect.stringMatching(/^Now 25\.04/),
  ])
  expect(await read(line)).toContain('assumes that the debt stays unchanged.')

  const term = line.getByRole('button', { name: 'Margin call' })
  await term.press('Enter')
  const definition = page.getByRole('group', { name: 'Margin call' })
  await expect(definition).toBeFocused()
  expect(await read(definition)).toContain('asks for more collateral')
  await page.keyboard.press('Escape')
  await expect(term).toBeFocused()

  await goTo(page, 'Positions')
  const positions = region(page, 'Open positions')
  expect(await read(positions)).toContain(
    'Arrow keys move between positions, Enter opens the details.',
  )
  await expect(positions.getByRole('row').nth(1)).toHaveAccessibleName(
    /SOL_USDT.*To liquidation: 21\.41.*Liquidation price: 118\.9/,
  )
})

test('UX-66 announced: an alert, its acknowledgement, and where it is afterwards', async ({
  open,
}) => {
  const page = await open(scenes.marginCall())
  // Announced when the window opens.
  await expect(page.getByRole('alert')).toHaveText(/USDT loan: LTV has reached margin call/)
  const attention = region(page, 'Needs attention now')
  const item = attention
    .getByRole('listitem')
    .filter({ hasText: 'USDT loan: LTV has reached margin call' })
  expect(await read(item)).toMatch(
    /Danger: USDT loan: LTV has reached margin call.*Add collateral or repay before it reaches liquidation\./,
  )
  await aMoment(page)
  await item
    .getByRole('button', { name: 'Acknowledge: USDT loan: LTV has reached margin call' })
    .press('Enter')
  expect(await asked(page, 'alerts/acknowledge')).toHaveLength(1)
  await expect(item).toHaveCount(0)
  expect(await read(attention)).toContain('1 acknowledged or snoozed alert is still true.')
  expect(
    await page.evaluate(() => document.activeElement?.tagName),
    'the focus has a place',
  ).not.toBe('BODY')

  await goTo(page, 'Activity')
  const history = page.getByRole('list', { name: 'Alerts, newest first' }).getByRole('listitem')
  expect(await read(history.filter({ hasText: 'LTV has reached margin call' }))).toMatch(
    /Danger: USDT loan.*Acknowledged/,
  )
})

test('UX-66 announced: a market order from form to result', async ({ open }) => {
  const page = await open(readyScene())
  await goTo(page, 'Trade')
  expect(await read(region(page, 'Whether orders can be sent'))).toContain(
    'Each goes out only when you confirm its preview.',
  )
  const form = region(page, 'Market order on collateral')
  await form.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
  await form.getByRole('radio', { name: 'Buy opens or increases long' }).check()
  await form.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.01')
  expect(await read(region(page, 'In words'))).toMatch(
    /Buy 0\.01 BTC at market on BTC_USDT.*increases your long position from 0\.25 to 0\.26 BTC.*Notional about 929\.015 USDT/,
  )
  await form.getByRole('button', { name: 'Preview order…' }).press('Enter')

  const preview = page.getByRole('alertdialog', { name: 'Buy 0.01 BTC_USDT at market' })
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const review = await read(preview)
  for (const said of [
    'term: Account - definition: Main',
    'Goes to - definition: https://whitebit.com',
  ])
    expect(review).toContain(said)
  expect(review).toMatch(/Valid for [01]:\d\d/)
  await expect(
    preview.getByRole('row', { name: 'Size Long 0.25 BTC Long 0.26 BTC' }),
  ).toBeAttached()
  await aMoment(page)
  await listen(page)
  await preview.getByRole('button', { name: 'Buy 0.01 BTC_USDT at market' }).press('Enter')

  const result = region(page, 'Buy 0.01 BTC_USDT at market')
  await expect
    .poll(() => announced(page))
    .toEqual(['Recording, then sending…', 'Filled at 91250.4 USDT.'])
  expect(await read(result)).toMatch(
    /Filled at 91250\.4 USDT\..*Filled 0\.01 BTC for 912\.504 USDT\. Fee 0\.912504 USDT\..*Client id pl-/,
  )
  expect(await asked(page, 'orders/confirm')).toHaveLength(1)
})

test('UX-66 announced: an order found again in Activity', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Alerts' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeFocused()
  const orders = page.getByRole('tabpanel', { name: 'Orders' })
  const found = orders.getByRole('list', { name: 'Orders, newest first' })
  await listen(page)
  await orders
    .getByRole('form', { name: 'Filter orders' })
    .getByRole('combobox', { name: 'State' })
    .selectOption('Rejected')
  const order = found.getByRole('listitem').filter({ hasText: 'Buy 900 DOGE_USDT at market' })
  await expect(order).toHaveCount(1)
  await advance(page, 3000)
  expect(await announced(page), 'how many there are').toEqual(['2 entries matching.'])
  expect(await read(order)).toMatch(/11:00.*Buy 900 DOGE_USDT at market.*amount.*900.*Rejected/)
  await order.getByText('Buy 900 DOGE_USDT at market').click()
  expect(await read(order)).toMatch(
    /The exchange refused this.*What was asked for was not done\..*heading Timeline/,
  )
})
