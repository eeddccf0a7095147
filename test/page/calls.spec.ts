import type { Page } from '@playwright/test'
import { aCall, someForms } from '../fixtures/portfolio/calls.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall, themes } from './axe.js'
import { expect, pageErrors, test } from './page-fixture.js'
import { advance, asked, forgetAsked, goTo, twoFrames } from './screens.js'

async function openActivity(page: Page, tab: 'Calls' | 'Console'): Promise<void> {
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: tab }).click()
}

const table = (page: Page) => page.getByRole('region', { name: 'Calls, newest first' })
const rows = (page: Page) => table(page).locator('[data-row]')
const details = (page: Page) => page.getByRole('complementary', { name: 'Details of the call' })

/** Opens the newest call whose row contains this text. */
async function openCall(page: Page, text: string | RegExp): Promise<void> {
  await table(page).getByRole('row').filter({ hasText: text }).first().getByRole('button').click()
  await expect(details(page).getByRole('heading', { name: 'Timings' })).toBeVisible()
}

test('REN-17 shows a call in detail, in which axe finds nothing serious: the request, the shortened key, the time of each part, the limiter and the answer; copies it as a command line without key, payload or signature; and adds new calls above', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await openActivity(page, 'Calls')
  await expect(page.getByText('The last 500 calls of this account')).toContainText(
    'gone after a restart',
  )
  await expect(rows(page).first()).toBeVisible()
  // Summaries only, not every answer.
  expect(await asked(page, 'calls/detail')).toEqual([])
  await openCall(page, /^.*main-account\/balance/)
  const panel = details(page)
  await expect(panel.getByRole('region', { name: 'Exact JSON body' })).toContainText(
    '"request":"/api/v4/main-account/balance"',
  )
  await expect(panel).toContainText('X-TXC-APIKEY: a1b2…7f90')
  await expect(panel).toContainText(`X-TXC-SIGNATURE: ${'4f'.repeat(64)}`)
  await expect(panel).toContainText('reused connection')
  await expect(panel).toContainText('Nothing: it was sent at once.')
  await expect(panel.getByRole('region', { name: 'Answer' })).toHaveText(
    '{"USDT":{"main_balance":"1250.75"},"BTC":{"main_balance":"0.5"}}',
  )
  await expectNoSeriousFinding(page, 'details of a call', themes)
  await panel.getByLabel('Indented').check()
  await expect(panel.getByRole('region', { name: 'Answer' })).toContainText('  "USDT": {')
  await panel.getByRole('button', { name: 'Copy as cURL' }).click()
  const [copied] = (await asked(page, 'clipboard/copy')) as { text: string }[]
  expect(copied?.text).toContain("curl -X POST 'https://whitebit.com/api/v4/main-account/balance'")
  expect(copied?.text).toContain("-H 'X-TXC-APIKEY: <API key>'")
  expect(copied?.text).toContain('--data-raw')
  for (const secret of ['a1b2', '7f90', '4f4f', 'eyJ']) expect(copied?.text).not.toContain(secret)
  await expect(panel).toContainText('it would need a fresh nonce and signature anyway')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  expect(pageErrors.get(page)).toEqual([])
  await test.step('adds new calls above without moving what is read, and holds them back with a count while paused', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await twoFrames(page)
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '41')
    await openCall(page, 'order/collateral/market')
    const read = table(page).locator('tr.open')
    await expect(read).toContainText('order/collateral/market')
    const before = await read.boundingBox()
    await page.evaluate(() => window.fake.growCalls(3))
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '44')
    await expect(read).toContainText('order/collateral/market')
    await expect.poll(async () => (await read.boundingBox())?.y).toBe(before?.y)
    await expect(details(page).getByRole('heading', { level: 2 })).toContainText('Call 35')

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.evaluate(() => window.fake.growCalls(2))
    await expect(page.getByText('2 new calls held back')).toBeVisible()
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '44')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '46')
  })
})

test('REN-17 finds calls by endpoint and by content, shows how a failed one was interpreted, in which axe finds nothing serious, links its attempts, and shows none in another account', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles(), tall)
  await openActivity(page, 'Calls')
  await page.getByLabel('Endpoint').selectOption('/api/v4/credit-line/loans/info')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Search in calls').fill('order/collateral')
  await advance(page, 300)
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Search in calls').fill('nothing of the kind')
  await advance(page, 300)
  await expect(page.getByText('No calls match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.getByLabel('Failed only').check()
  await expect(rows(page)).toHaveCount(4)
  await openCall(page, 'order/collateral/market')
  await expect(details(page).getByRole('heading', { level: 2 })).toContainText('Outcome unknown')
  await expect(details(page)).toContainText('No answer came.')
  await openCall(page, 'Asked to slow down')
  await expect(details(page)).toContainText('Paused by this answer')
  await expect(details(page)).toContainText('Tried again after 2000 ms.')
  await expectNoSeriousFinding(page, 'details of a failed call', themes)
  await details(page).getByRole('button', { name: 'Try 2 of 2' }).click()
  await expect(details(page).getByRole('heading', { level: 2 })).toContainText('Understood')
  await expect(details(page)).toContainText(
    'Waited for a pause that the exchange had asked for, 2000 ms of it left.',
  )
  await page.evaluate(() =>
    window.fake.bridge.ask('profiles/switch', {
      id: window.fakeScene.appState.profiles[1]?.id ?? '',
    }),
  )
  await expect(details(page)).toHaveCount(0)
})

test('reads five hundred calls a page at a time, and renders only the visible ones', async ({
  open,
}) => {
  const page = await open({
    ...scenes.ordinary(),
    calls: Array.from({ length: 500 }, (_one, at) => aCall({ id: at + 1 })),
  })
  await openActivity(page, 'Calls')
  await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '101')
  expect(await rows(page).count()).toBeLessThan(60)
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(table(page).getByRole('table')).toHaveAttribute('aria-rowcount', '201')
  expect(await asked(page, 'calls/page')).toHaveLength(2)
})

test('says that a call was not kept in full, or is gone', async ({ open }) => {
  const page = await open({
    ...scenes.ordinary(),
    calls: [aCall({ id: 1, answer: 'let-go' }), aCall({ id: 2, answer: 'not-kept' })],
  })
  await openActivity(page, 'Calls')
  await rows(page).nth(0).click()
  await expect(details(page)).toContainText('The key was dropped before the answer came')
  await rows(page).nth(1).click()
  await expect(details(page)).toContainText('newer ones replaced it')
  await page.evaluate(() =>
    window.fake.answer('calls/detail', {
      ok: false,
      error: { code: 'gone', message: 'This call is no longer kept' },
    }),
  )
  await rows(page).nth(0).click()
  await expect(details(page)).toContainText('This call is no longer kept')
})

const request = (page: Page) => page.getByRole('form', { name: 'Request' })

async function chooseEndpoint(page: Page, path: string): Promise<void> {
  await request(page).getByRole('combobox', { name: 'Endpoint' }).fill(path)
  await page.keyboard.press('Tab')
}

test('REN-17 names an invalid field in the console before main is asked, opens the order review for a call that moves money, and previews a request before it sends it; axe finds nothing serious there', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await openActivity(page, 'Console')
  await test.step('names an invalid field, and does not send what moves money', async () => {
    await chooseEndpoint(page, '/api/v4/main-account/smart/investments')
    await request(page).getByLabel('limit').fill('1000')
    await request(page).getByRole('button', { name: 'Dry run' }).click()
    await expect(request(page)).toContainText('Enter 100 or less.')
    await expectNoSeriousFinding(page, 'console with a fault', themes)
    expect(await asked(page, 'console/prepare')).toEqual([])
    await chooseEndpoint(page, '/api/v4/mining/payout-destination')
    await request(page).getByRole('button', { name: 'Dry run' }).click()
    await expect(request(page)).toContainText('This field is required.')
    await chooseEndpoint(page, '/api/v4/none')
    await expect(request(page)).toContainText('There is no such endpoint.')
    for (const { path, kind } of someForms()) {
      await chooseEndpoint(page, path)
      await expect(request(page).getByRole('button', { name: 'Send' })).toHaveCount(
        kind === 'moves-money' ? 0 : 1,
      )
    }
    await chooseEndpoint(page, '/api/v4/order/collateral/market')
    await expect(request(page)).toContainText('Orders go through the order review')
    await expectNoSeriousFinding(page, 'console refusing', themes)
    await request(page).getByRole('button', { name: 'Go to Trade' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
    expect(await asked(page, 'console/send')).toEqual([])
  })
  await openActivity(page, 'Console')
  await test.step('previews a request, then sends it, and lists it among the calls', async () => {
    await forgetAsked(page)
    await chooseEndpoint(page, '/api/v4/main-account/smart/investments')
    const send = request(page).getByRole('button', { name: 'Send' })
    await expect(send).toBeDisabled()
    await request(page)
      .getByLabel(/^status/)
      .selectOption('1')
    await request(page).getByLabel('limit').fill('10')
    await request(page).getByRole('button', { name: 'Dry run' }).click()
    const preview = page.getByRole('region', { name: 'What would be sent' })
    await expect(preview).toContainText(
      'POST https://whitebit.com/api/v4/main-account/smart/investments',
    )
    await expect(preview.getByRole('region', { name: 'Exact JSON body' })).toHaveText(
      '{"status":1,"limit":10,"request":"/api/v4/main-account/smart/investments","nonce":"<taken when it is sent>"}',
    )
    expect(await asked(page, 'console/send')).toEqual([])
    // What was previewed is what is sent: a change needs another dry run.
    await request(page).getByLabel('limit').fill('20')
    await expect(send).toBeDisabled()
    await request(page).getByRole('button', { name: 'Dry run' }).click()
    await send.click()
    const answer = page.locator('section', {
      has: page.getByRole('heading', { name: 'Answer', level: 2 }),
    })
    await expect(answer).toContainText('Understood')
    await expect(answer).toContainText('HTTP status 200')
    await expect(answer.getByRole('region', { name: 'Answer' })).toContainText('main_balance')
    expect(await asked(page, 'console/send')).toEqual([
      { endpoint: 'fixedInvestments', values: { status: '1', limit: '20' } },
    ])
    await expectNoSeriousFinding(page, 'console answered', themes)
    await answer.getByRole('button', { name: 'Open in Calls' }).click()
    await expect(details(page)).toContainText('from the console')
    await expect(rows(page).first()).toBeVisible()
  })
})

test('REN-17 explains the empty list of calls, in which axe finds nothing serious', async ({
  open,
}) => {
  const page = await open(scenes.empty(), tall)
  await openActivity(page, 'Calls')
  await expect(page.getByText('No calls yet')).toBeVisible()
  await expectNoSeriousFinding(page, 'no calls', themes)
  await page.evaluate(() => window.fake.growCalls(1))
  await expect(rows(page)).toHaveCount(1)
})
