import type { Page } from '@playwright/test'
import { investmentHandlers } from '../../src/main/investments/investments-ipc.js'
import {
  everything,
  type FlexExport,
  type FlexFilter,
  type FlexView,
} from '../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../src/shared/investments/investment.js'
import { aProfile, now } from '../fixtures/portfolio/accounts.js'
import { aFlex, aSync } from '../fixtures/portfolio/investments.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { makeRecords } from '../support/fake-bridge/flex.js'
import { hostileTexts } from '../fixtures/portfolio/hostile-text.js'
import { expect, pageErrors, strayRequests, test } from './page-fixture.js'
import { asked, goTo } from './screens.js'

const channels = investmentHandlers(() => null)
const sceneOf = (flex: Scene['flex']): Scene => ({ ...scenes.ordinary(), flex })

function openFilters(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Filter', exact: true }).click()
}

const filters = (page: Page) => page.getByRole('form', { name: 'Filter the history' })

/** The checkbox of an action type by its name; a count follows the name. */
function action(page: Page, name: string) {
  return filters(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })
}

function pills(page: Page) {
  return page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
}

const count = (page: Page) => page.locator('main .count')

async function lastRows(page: Page): Promise<unknown> {
  return ((await asked(page, 'flex/rows')).at(-1) as { filter: unknown }).filter
}

function pushSync(page: Page, sync: Partial<FlexView['sync']>, records = 640): Promise<void> {
  return page.evaluate((view) => window.fake.push('flex', view), {
    profileId: aProfile().id,
    version: 1,
    sync: aSync({ records, backTo: now - 86_400, ...sync }),
  })
}

test.describe('the history', () => {
  test('shows every field, names the six action types, and shows an unknown one raw', async ({
    open,
  }) => {
    const records = [1, 2, 3, 4, 5, 6, 7].map((actionType) => ({
      transactionId: `tx_0000000000000000${actionType}`,
      createdAt: `17636${actionType}0000.5`,
      planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
      investmentId: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
      currency: 'USDT',
      amount: '1234567.123456789012345678',
      actionType,
    }))
    const page = await open(sceneOf(aFlex(records)))
    await goTo(page, 'Investments')
    const table = page.getByRole('table')
    for (const name of ['Open', 'Invest', 'Reinvest', 'Daily earning', 'Withdraw', 'Close'])
      await expect(table.getByRole('cell', { name, exact: true })).toBeVisible()
    await expect(table.getByRole('cell', { name: '7 new value' })).toBeVisible()
    const row = table.getByRole('row').nth(1)
    await expect(row).toContainText('1234567.123456789012345678')
    await expect(row.getByTitle('1234567.123456789012345678 USDT')).toBeVisible()
    await expect(row.getByTitle('inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f')).toHaveText(
      'inv_7e2d…d0e1f',
    )
    await expect(row.getByTitle('2025-11-20T03:40:00.5Z (1763610000.5)')).toBeVisible()
  })

  test('filters by every criterion at once, with removable pills and counts', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await expect(count(page)).toHaveText('640 records')
    await openFilters(page)
    await action(page, 'Withdraw').check()
    await action(page, 'Daily earning').check()
    await filters(page).getByLabel('Currency').selectOption('USDT')
    await filters(page).getByLabel('From', { exact: true }).fill('2025-10-01')
    await filters(page).getByLabel('To, included').fill('2025-11-10')
    await filters(page).getByLabel('Plan').fill('9e3779b1-9e35-4a1b-8c2d-000000001efa')
    await filters(page).getByLabel('Investment').fill('inv_1')
    await page.keyboard.press('Enter')
    await filters(page).getByLabel('Transaction').fill('tx_1')
    await page.keyboard.press('Enter')
    await expect(pills(page)).toHaveCount(8)
    await expect(count(page)).toHaveText('0 of 640 records')
    expect(await lastRows(page)).toEqual({
      planId: '9e3779b1-9e35-4a1b-8c2d-000000001efa',
      investmentId: 'inv_1',
      transactionId: 'tx_1',
      currency: 'USDT',
      // Whole days in Berlin: the first begins in summer time, the last ends in winter time.
      from: Date.parse('2025-09-30T22:00:00Z') / 1000,
      to: Date.parse('2025-11-10T22:59:59Z') / 1000,
      actionTypes: [3, 4],
    })
    await page.getByRole('button', { name: /^Remove filter Investment/ }).click()
    await page.getByRole('button', { name: /^Remove filter Transaction/ }).click()
    await expect(pills(page)).toHaveCount(6)
    await expect(filters(page).getByLabel('Investment')).toHaveValue('')
    await page.getByRole('button', { name: /^Remove filter Action WITHDRAW/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Remove filter Action DAILY/ })).toBeFocused()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(pills(page)).toHaveCount(0)
    await expect(count(page)).toHaveText('640 records')
    expect(await lastRows(page)).toEqual(everything)
  })

  test('can filter for an unknown action type that occurs', async ({ open }) => {
    const page = await open(scenes.heavy())
    await goTo(page, 'Investments')
    await openFilters(page)
    await action(page, '7 new value').check()
    await expect(count(page)).toHaveText('100 of 100,000 records')
  })

  test('picks a day from the calendar, which opens at the current value', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    const from = filters(page).getByLabel('From', { exact: true })
    await from.fill('2025-10-10')
    const button = filters(page).getByTitle('Calendar').first()
    await button.click()
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector('#flex-filters input[type=date]:open') !== null),
      )
      .toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('2025-10-11')
    await expect(pills(page)).toHaveText([/From 2025-10-11\s*$/])
  })

  test('takes a typed day, year first, once it is valid, and keeps an invalid one with its reason', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    const from = filters(page).getByLabel('From', { exact: true })
    await from.focus()
    await page.keyboard.type('2025-10-10')
    await expect(from).toHaveValue('2025-10-10')
    await expect(pills(page)).toHaveText([/From 2025-10-10\s*$/])
    const froms = async () =>
      ((await asked(page, 'flex/rows')) as { filter: FlexFilter }[]).map(
        ({ filter }) => filter.from,
      )
    expect(new Set(await froms())).toEqual(
      new Set([null, Date.parse('2025-10-09T22:00:00Z') / 1000]),
    )
    // A shorter spelling is parsed when the field loses the focus.
    const to = filters(page).getByLabel('To, included')
    await to.focus()
    await page.keyboard.type('202-1-1')
    await filters(page).getByLabel('Plan').focus()
    await expect(to).toHaveAccessibleDescription('Use YYYY-MM-DD.')
    await expect(to).toHaveValue('202-1-1')
    await expect(pills(page)).toHaveCount(1)
    await to.fill('0202/12/1')
    await filters(page).getByLabel('Plan').focus()
    await to.focus()
    for (let at = 0; at < 11; at += 1) await page.keyboard.press('ArrowUp')
    await expect(to).toHaveValue('0202-12-12')
    await expect(pills(page)).toHaveText([/From 2025-10-10\s*$/, /To 0202-12-12\s*$/])
    await expect(to).toHaveAccessibleDescription('This day is before the first one.')
    await to.fill('9999-12-12')
    await expect(pills(page).last()).toHaveText(/To 9999-12-12\s*$/)
    await from.fill('19691212')
    await expect(from).toHaveValue('1969-12-12')
    await expect(pills(page).first()).toHaveText(/From 1969-12-12\s*$/)
    await expect(count(page)).toHaveText('640 of 640 records')
    for (const ask of await asked(page, 'flex/rows'))
      expect(channels['flex/rows'].schema.safeParse(ask).success).toBe(true)
    await expect(page.locator('main .problem')).toHaveCount(0)
  })

  test('shows start and end times for days that were set in another time zone', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('From', { exact: true }).fill('2025-10-01')
    await filters(page).getByLabel('To, included').fill('2025-11-10')
    await expect(pills(page)).toHaveText([/From 2025-10-01\s*$/, /To 2025-11-10\s*$/])
    await page.evaluate((settings) => window.fake.push('settings', settings), {
      ...scenes.ordinary().settings,
      utcTimes: true,
    })
    await expect(pills(page)).toHaveText([
      /From 2025-09-30 22:00:00\s*$/,
      /To 2025-11-10 22:59:59\s*$/,
    ])
    const from = filters(page).getByLabel('From', { exact: true })
    await expect(from).toHaveValue('2025-09-30')
    await expect(from).toHaveAccessibleDescription(
      'Begins at 22:00:00, as set in another time zone.',
    )
    await expect(filters(page).getByLabel('To, included')).toHaveAccessibleDescription(
      'Ends at 22:59:59, as set in another time zone.',
    )
    const before = (await asked(page, 'flex/rows')).length
    await from.focus()
    await filters(page).getByLabel('Plan').focus()
    expect(await asked(page, 'flex/rows')).toHaveLength(before)
    await from.fill('2025-10-01')
    await expect(pills(page).first()).toHaveText(/From 2025-10-01\s*$/)
    await expect(from).not.toHaveAccessibleDescription(/./)
  })

  test('can choose whatever is offered, such as odd action types or ids with surrounding spaces, and offers nothing empty', async ({
    open,
  }) => {
    const odd = (index: number, part: Partial<FlexRecord>): FlexRecord => ({
      transactionId: `tx_${index}`,
      createdAt: String(now - index),
      planId: 'plan',
      investmentId: 'inv',
      currency: 'USDT',
      amount: '1',
      actionType: 4,
      ...part,
    })
    const records = [
      odd(1, { actionType: 70_000 }),
      odd(2, { actionType: -3 }),
      odd(3, { planId: ' blank ' }),
      odd(4, { planId: '', currency: '', investmentId: '' }),
    ]
    const page = await open(sceneOf(aFlex(records)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await action(page, '70000 new value').check()
    await action(page, '-3 new value').check()
    await expect(count(page)).toHaveText('2 of 4 records')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await filters(page).getByLabel('Plan').fill(' blank ')
    await expect(count(page)).toHaveText('1 of 4 records')
    await page.getByRole('button', { name: 'Clear all' }).click()
    for (const list of await filters(page).locator('datalist').all())
      expect(await list.locator('option[value=""]').count()).toBe(0)
    await expect(filters(page).getByLabel('Currency').locator('option')).toHaveText(['Any', 'USDT'])
    await page.locator('[data-row="3"]').click()
    await page.getByRole('button', { name: 'Only this investment' }).click()
    await expect(pills(page)).toHaveText([/Investment empty\s*$/])
    await filters(page).getByLabel('Transaction').focus()
    await page.keyboard.press('Enter')
    await expect(pills(page)).toHaveText([/Investment empty\s*$/])
    for (const ask of await asked(page, 'flex/rows'))
      expect(channels['flex/rows'].schema.safeParse(ask).success).toBe(true)
    for (const ask of await asked(page, 'flex/detail'))
      expect(channels['flex/detail'].schema.safeParse(ask).success).toBe(true)
  })

  test('applies nothing half-typed until it is complete', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Plan').pressSequentially('9e3')
    await expect(pills(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(pills(page)).toHaveCount(1)
  })

  test('says that filters match nothing, and offers what to do', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Transaction').fill('tx_nowhere')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No records on this computer match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(count(page)).toHaveText('640 records')
  })

  test('shows a failed read in place of the rows, with a retry', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await page.evaluate(
      (error) => window.fake.answer('flex/rows', { ok: false, error }),
      aProblem('store-trouble'),
    )
    await goTo(page, 'Investments')
    await expect(page.getByRole('region', { name: /own data could not be/ })).toBeVisible()
    await page.evaluate(() => window.fake.answer('flex/rows', null))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(count(page)).toHaveText('640 records')
  })

  test('is never shown for another profile', async ({ open }) => {
    const page = await open({ ...scenes.twoProfiles(), flex: aFlex(640) })
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('USDT')
    await page.evaluate((view) => window.fake.push('flex', view), {
      ...aFlex(5).view,
      profileId: 'second',
    })
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.evaluate(() => window.fake.bridge.ask('profiles/switch', { id: 'second' }))
    await expect(count(page)).toHaveText('640 records')
    await expect(pills(page)).toHaveCount(0)
  })
})

test.describe('saved filters', () => {
  test('can be saved by name, applied, deleted and restored', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('BTC')
    await page.getByRole('button', { name: 'Save this filter…' }).click()
    await expect(page.getByLabel('Name of the saved filter')).toBeFocused()
    await page.keyboard.type('Only bitcoin')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Only bitcoin', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.getByRole('button', { name: 'Save this filter…' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Only bitcoin', exact: true }).click()
    await expect(pills(page)).toHaveText(/Currency BTC/)
    await page.getByRole('button', { name: 'Delete saved filter “Only bitcoin”' }).click()
    await expect(page.getByRole('button', { name: 'Only bitcoin', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Only bitcoin', exact: true })).toBeVisible()
  })

  test('have unique names', async ({ open }) => {
    const page = await open(
      sceneOf(
        aFlex(
          640,
          {},
          { saved: [{ id: 'a', name: 'Mine', filter: { ...everything, currency: 'ETH' } }] },
        ),
      ),
    )
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('BTC')
    await page.getByRole('button', { name: 'Save this filter…' }).click()
    await expect(page.getByLabel('Name of the saved filter')).toBeFocused()
    await page.keyboard.type('Mine')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is one of that name already.')).toBeVisible()
    expect(await asked(page, 'flex/save-filter')).toEqual([])
  })
})

test('uses the singular for a count of one in the filter options', async ({ open }) => {
  const [first, ...rest] = makeRecords(640).map((record, at) =>
    at === 0 ? { ...record, investmentId: 'inv_single' } : record,
  )
  const page = await open(sceneOf(aFlex(first === undefined ? [] : [first, ...rest])))
  await goTo(page, 'Investments')
  await openFilters(page)
  await expect(filters(page).locator('option[value="inv_single"]')).toHaveText('1 record')
})

test('updates the filter options as records arrive while it is open', async ({ open }) => {
  const page = await open(sceneOf(aFlex(640, { state: 'syncing', phase: 'first' })))
  await goTo(page, 'Investments')
  await openFilters(page)
  await expect(filters(page).locator('option[value]').first()).toBeAttached()
  const before = (await asked(page, 'flex/facets')).length
  await page.evaluate((view) => window.fake.push('flex', view), {
    profileId: aProfile().id,
    version: 2,
    sync: aSync({ records: 641, backTo: now - 86_400, state: 'syncing', phase: 'first' }),
  })
  await expect.poll(async () => (await asked(page, 'flex/facets')).length).toBe(before + 1)
})

test.describe('a search at the exchange', () => {
  test('names the results that could not be read, and continues after them', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    const answer = {
      records: makeRecords(640).slice(0, 49),
      unreadable: [{ place: 50, id: 'tx_9', name: 'USDT', field: 'amount', why: 'is missing' }],
      more: true,
    }
    await page.evaluate((value) => window.fake.answer('flex/search', { ok: true, value }), answer)
    await openFilters(page)
    await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
    const found = page.getByRole('region', { name: 'Found at the exchange', exact: true })
    await expect(found).toContainText('49 records found so far')
    await expect(
      found.getByRole('region', { name: '1 of 50 records could not be read' }),
    ).toContainText('USDT (tx_9): “amount” is missing')
    await found.getByRole('button', { name: 'Find more' }).click()
    expect(await asked(page, 'flex/search')).toMatchObject([{ offset: 0 }, { offset: 50 }])
  })

  test('sends the set filters, loads more, and never sends the currency, which the exchange cannot filter', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('USDT')
    await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
    const found = page.getByRole('region', { name: 'Found at the exchange', exact: true })
    await expect(found).toContainText('25 records found so far')
    await expect(found).toContainText(
      'The exchange has no filter for currencies; 25 records of others left out.',
    )
    await found.getByRole('button', { name: 'Find more' }).click()
    await expect(found).toContainText('50 records found so far')
    expect(await asked(page, 'flex/search')).toEqual([
      { filter: everything, offset: 0 },
      { filter: everything, offset: 50 },
    ])
    await found.getByRole('button', { name: 'Back to this computer’s history' }).click()
    await expect(page.getByRole('region', { name: 'Investment records' })).toBeVisible()
  })

  test('shows a refusal beside its fields and pills, actionTypes.<index> at that type', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await action(page, 'Withdraw').check()
    await action(page, 'Close').check()
    await filters(page).getByLabel('Plan').fill('not-a-plan')
    await page.keyboard.press('Enter')
    const fields = {
      plan: ['The selected plan is invalid.'],
      dateTo: ['The date to is invalid.'],
      'actionTypes.1': ['The selected action type is invalid.'],
    }
    await page.evaluate(
      (error) => window.fake.answer('flex/search', { ok: false, error }),
      aProblem('refused', { fields }),
    )
    await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
    await expect(page.getByText('The exchange refused some of these filters')).toBeVisible()
    await expect(filters(page).getByLabel('Plan')).toHaveAccessibleDescription(
      'The selected plan is invalid.',
    )
    await expect(filters(page).getByLabel('To, included')).toHaveAccessibleDescription(
      'The date to is invalid.',
    )
    await expect(action(page, 'Close')).toHaveAttribute('aria-invalid', 'true')
    await expect(action(page, 'Withdraw')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(pills(page).filter({ hasText: 'Close' })).toContainText(
      'The selected action type is invalid.',
    )
    await expect(pills(page).filter({ hasText: 'Withdraw' })).not.toContainText('invalid')
    await page.getByRole('button', { name: /^Remove filter Action CLOSE/ }).click()
    await expect(page.getByText('The selected plan is invalid.')).toHaveCount(0)
    await expect(
      page.getByRole('region', { name: 'Found at the exchange', exact: true }),
    ).toHaveCount(0)
  })

  test('shows the full text of a refusal that fits no field', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    const error = aProblem('refused', { fields: { limit: ['The limit is too large.'] } })
    await page.evaluate((error) => window.fake.answer('flex/search', { ok: false, error }), error)
    await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
    await expect(
      page.getByRole('region', { name: 'Found at the exchange', exact: true }),
    ).toContainText('The limit is too large.')
  })

  test('drops an answer that arrives after the filter was changed', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await page.evaluate(() => window.fake.hold('flex/search'))
    await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
    await expect(page.getByText('Asking…')).toBeVisible()
    await action(page, 'Withdraw').check()
    await page.evaluate(() => window.fake.release('flex/search'))
    await expect(page.getByRole('region', { name: 'Investment records' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Found at the exchange', exact: true }),
    ).toHaveCount(0)
  })
})

test.describe('completeness of the history', () => {
  test('is shown above it in every state, with what can be done', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640, { state: 'syncing', phase: 'first', pages: 7 })))
    await goTo(page, 'Investments')
    const line = page.getByRole('region', { name: 'State of the history' })
    await expect(line).toContainText('Reading the whole history')
    await expect(line).toContainText('page 7')
    await line.getByRole('button', { name: 'Pause' }).click()
    await expect(line).toContainText('Paused by you')
    await expect(line).toContainText('Older records are still missing.')
    await line.getByRole('button', { name: 'Resume' }).click()
    await expect(line).toContainText('Reading the whole history')
    await pushSync(page, {
      state: 'failed',
      problem: aProblem('unreachable', { retryAt: now + 60 }),
    })
    await expect(line).toContainText(
      /The exchange cannot be reached.*Plimsoll tries again in \d+ s/,
    )
    await line.getByRole('button', { name: 'The exchange cannot be reached' }).click()
    await expect(
      page.getByText('Check the network connection and the account’s address.'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await line.getByRole('button', { name: 'Sync now' }).click()
    await expect(line).toContainText(/Up to date/)
    await pushSync(page, { unlisted: 3 })
    await expect(line).toContainText('3 records are kept that the exchange no longer lists.')
    await pushSync(page, { state: 'not-enabled' })
    await expect(line).toContainText('Not enabled for this key')
    await expect(page.getByRole('table')).toBeVisible()
    expect(await asked(page, 'flex/sync')).toEqual([
      { act: 'pause' },
      { act: 'resume' },
      { act: 'now' },
    ])
  })

  test('shows one neutral panel without B2B access, with no hint of an error', async ({ open }) => {
    const page = await open(scenes.notEnabled())
    await goTo(page, 'Investments')
    await expect(page.getByText('Investment history is not enabled for this key')).toBeVisible()
    await expect(page.getByText(/B2B partners only/)).toBeVisible()
    await expect(page.locator('main .problem')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText('')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await page.getByRole('button', { name: 'Check again' }).click()
    expect(await asked(page, 'flex/sync')).toEqual([{ act: 'now' }])
  })

  test('shows one plain panel without records', async ({ open }) => {
    const page = await open(sceneOf(aFlex(0)))
    await goTo(page, 'Investments')
    for (const [what, sync, words] of [
      ['empty', {}, 'No flexible investments yet'],
      [
        'reading for the first time',
        { state: 'syncing', phase: 'first', pages: 0 },
        'Reading the history for the first time',
      ],
      [
        'paused before the first record',
        { state: 'paused', phase: 'first' },
        'Reading the history is paused',
      ],
      ['not begun', { state: 'waiting', phase: 'first' }, 'The history has not been read yet'],
      [
        'failed at once',
        { state: 'failed', phase: 'first', problem: aProblem('tls') },
        'The connection is not safe',
      ],
    ] as const) {
      await page.evaluate(
        (text) => window.fake.push('flex', JSON.parse(text)),
        JSON.stringify(aFlex(0, sync).view),
      )
      await expect(page.getByText(words, { exact: true }), what).toBeVisible()
      await expect(page.getByRole('table'), what).toHaveCount(0)
    }
  })

  test('replaces the waiting panel with the first records', async ({ open }) => {
    const page = await open(
      sceneOf({ ...aFlex(640), view: aFlex(0, { state: 'syncing', phase: 'first' }).view }),
    )
    await goTo(page, 'Investments')
    await expect(page.getByText('Reading the history for the first time')).toBeVisible()
    await pushSync(page, { state: 'syncing', phase: 'first' })
    await expect(page.getByRole('table')).toBeVisible()
    await expect(count(page)).toHaveText('640 records')
  })
})

test('names the missing records on both tabs of the history', async ({ open }) => {
  const unreadable = Array.from({ length: 7 }, (_, at) => ({
    place: at + 1,
    id: `tx_${at}`,
    name: 'USDT',
    field: 'amount',
    why: 'must be a decimal number',
  }))
  const page = await open(sceneOf(aFlex(640, { unreadable })))
  await goTo(page, 'Investments')
  const note = page.getByRole('region', { name: '7 records could not be read' })
  await expect(note).toContainText('USDT (tx_0): “amount” must be a decimal number')
  await expect(note).toContainText('and 4 more')
  await expect(note).toContainText('missing from the history, the earnings and every export')
  await page.getByRole('tab', { name: 'Earnings' }).click()
  await expect(note).toBeVisible()
  await pushSync(page, {})
  await expect(note).toHaveCount(0)
})

test.describe('the timeline of an investment', () => {
  test('opens from a row, lists everything from opening to now, and returns the focus', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await page.locator('[data-row="3"]').focus()
    await page.keyboard.press('Enter')
    const story = page.getByRole('complementary', { name: 'Investment timeline' })
    await expect(
      story.getByRole('img', { name: /^From 2025-\d\d-\d\d to now: open, invest/ }),
    ).toBeVisible()
    await expect(story.getByText(/^Earned \d+ times/).first()).toBeVisible()
    await expect(page.locator('[data-row="3"]')).toHaveAttribute('aria-expanded', 'true')
    const [{ investmentId }] = (await asked(page, 'flex/detail')) as [{ investmentId: string }]
    await expect(story).toContainText(investmentId)
    await page.keyboard.press('Tab')
    await story.getByRole('button', { name: 'Close the timeline' }).focus()
    await page.keyboard.press('Escape')
    await expect(story).toHaveCount(0)
    await expect(page.locator('[data-row="3"]')).toBeFocused()
    await page.keyboard.press('Enter')
    await story.getByRole('button', { name: 'Only this investment' }).click()
    await expect(pills(page)).toHaveCount(1)
    expect(await lastRows(page)).toEqual({ ...everything, investmentId })
  })

  test('marks an open investment as open, and shows nothing as closed', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await page.locator('[data-row="3"]').click()
    const story = page.getByRole('complementary', { name: 'Investment timeline' })
    await expect(story.getByRole('heading', { level: 2 })).toContainText('Open')
    await expect(story.locator('.line .onward')).toBeVisible()
    await expect(
      story.locator('dt', { hasText: /^Closed$/ }).locator('xpath=following-sibling::dd[1]'),
    ).toHaveText('no, still open')
  })

  test('ends with the closing of a closed investment', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await action(page, 'Close').check()
    await page.locator('[data-row="0"]').click()
    const story = page.getByRole('complementary', { name: 'Investment timeline' })
    await expect(story.getByText('Closed', { exact: true }).first()).toBeVisible()
    await expect(story.getByRole('img', { name: /close/ })).toBeVisible()
    await expect(story.locator('.line .onward')).toHaveCount(0)
  })

  test('says that this computer does not have it', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await page.evaluate((error) => window.fake.answer('flex/detail', { ok: false, error }), {
      code: 'gone',
      message: 'This computer holds no record of that investment.',
    } as const)
    await page.locator('[data-row="0"]').click()
    await expect(page.getByRole('complementary')).toContainText(
      'This computer holds no record of that investment.',
    )
  })
})

test.describe('earnings', () => {
  test('are shown per day and month, as a running total, by currency and plan, in exact sums', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await page.getByRole('tab', { name: 'Earnings' }).click()
    const panel = page.getByRole('region', { name: 'Earned in USDT' })
    await expect(panel.getByRole('img', { name: /^Earned per day in USDT, from/ })).toBeVisible()
    await expect(panel).toContainText('158 daily earnings')
    await expect(panel).toContainText('11.98')
    await panel.getByRole('button', { name: 'Month' }).click()
    await expect(
      panel.getByRole('img', { name: /^Earned per month in USDT, from 2025-\d\d to 2025-11/ }),
    ).toBeVisible()
    await panel.getByRole('button', { name: 'Running total' }).click()
    await expect(panel.locator('canvas')).toBeVisible()
    await page
      .getByRole('group', { name: 'Currency' })
      .getByRole('button', { name: /^ETH/ })
      .click()
    const other = page.getByRole('region', { name: 'Earned in ETH' })
    await expect(other).toContainText('APR unknown')
    await expect(other).toContainText('how much was invested is not known')
    await expect(page.getByRole('region', { name: 'By plan' }).getByRole('row')).toHaveCount(3)
    const queries = (await asked(page, 'flex/earnings')) as { per: string; utc: boolean }[]
    expect(queries.map(({ per }) => per)).toEqual(['day', 'month'])
  })

  test('follow the filters except the action types, and say so', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('BTC')
    await action(page, 'Withdraw').check()
    await page.getByRole('tab', { name: 'Earnings' }).click()
    await expect(page.getByRole('region', { name: 'Earned in BTC' })).toBeVisible()
    await expect(page.getByText('Actions do not narrow earnings')).toBeVisible()
    const [query] = (await asked(page, 'flex/earnings')) as { filter: unknown }[]
    expect(query?.filter).toEqual({ ...everything, currency: 'BTC' })
  })

  test('explain that nothing was earned, or why they failed', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await page.evaluate(() =>
      window.fake.answer('flex/earnings', { ok: true, value: { version: 1, currencies: [] } }),
    )
    await page.getByRole('tab', { name: 'Earnings' }).click()
    await expect(page.getByText('Nothing earned in these records')).toBeVisible()
    await page.evaluate(
      (error) => window.fake.answer('flex/earnings', { ok: false, error }),
      aProblem('busy'),
    )
    await page.getByRole('tab', { name: 'History' }).click()
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('BTC')
    await page.getByRole('tab', { name: 'Earnings' }).click()
    await expect(page.getByRole('region', { name: 'Too much at once' })).toBeVisible()
  })
})

test.describe('the export', () => {
  const start = async (page: Page): Promise<void> => {
    await goTo(page, 'Investments')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a file and export' }).click()
  }
  const pushExport = (page: Page, part: Partial<FlexExport>): Promise<void> =>
    page.evaluate((now) => window.fake.push('flex-export', now), {
      id: 'export-1',
      profileId: aProfile().id,
      state: 'writing',
      rows: 0,
      total: 640,
      file: '/home/ada/plimsoll.csv',
      problem: null,
      ...part,
    } as const)

  test('UX-63 writes all matching rows, and shows its progress and the path', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await filters(page).getByLabel('Currency').selectOption('USDT')
    await expect(count(page)).toHaveText(/of 640/)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await expect(dialog).toContainText(/The \d+ records that fit the filters/)
    await dialog.getByLabel('Byte-order mark at the start').check()
    await dialog.getByRole('button', { name: 'Choose a file and export' }).click()
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await pushExport(page, { rows: 320 })
    await expect(dialog).toContainText('Writing 320 of 640 records')
    await pushExport(page, { id: 'export-0', state: 'failed' })
    await expect(dialog).toContainText('Writing 320 of 640 records')
    await pushExport(page, { rows: 640, state: 'done' })
    await expect(dialog).toContainText('640 records written.')
    await expect(dialog).toContainText('/home/ada/plimsoll.csv')
    expect(await asked(page, 'flex/export')).toEqual([
      { filter: { ...everything, currency: 'USDT' }, format: 'csv', bom: true },
    ])
    expect(await asked(page, 'settings/change')).toEqual([{ csvBom: true }])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    // The next one begins from the form.
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeEnabled()
  })

  test('can be cancelled, and continues with the dialog closed', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await start(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Exporting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await dialog.getByRole('button', { name: 'Cancel the export' }).click()
    expect(await asked(page, 'flex/cancel-export')).toEqual([{ id: 'export-1' }])
    await expect(dialog).toContainText('Cancelled after 5,000 records.')
    await dialog.getByRole('button', { name: 'Export again' }).click()
    await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeVisible()
  })

  test('does not show an export of another account, however late it ends', async ({ open }) => {
    const page = await open({ ...scenes.twoProfiles(), flex: aFlex(640) })
    await start(page)
    await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.fake.bridge.ask('profiles/switch', { id: 'second' }))
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
    await pushExport(page, { state: 'cancelled', rows: 500 })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeVisible()
    await expect(dialog).not.toContainText('/home/ada/plimsoll.csv')
  })

  test('does nothing without a chosen file, and explains a failure', async ({ open }) => {
    const page = await open(sceneOf(aFlex(640)))
    await page.evaluate(() => window.fake.answer('flex/export', { ok: true, value: null }))
    await start(page)
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeEnabled()
    await page.evaluate(
      (error) => window.fake.answer('flex/export', { ok: false, error }),
      aProblem('store-trouble'),
    )
    await dialog.getByRole('button', { name: 'Choose a file and export' }).click()
    await expect(dialog.getByRole('region', { name: /own data could not be/ })).toBeVisible()
    await page.evaluate(() => window.fake.answer('flex/export', null))
    await dialog.getByText('JSON', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Choose a file and export' }).click()
    await pushExport(page, { state: 'failed', rows: 12, problem: aProblem('store-trouble') })
    await expect(dialog).toContainText('The export stopped after 12 of 640 records.')
    await expect(dialog.getByRole('region', { name: /own data could not be/ })).toBeVisible()
  })
})

test('links the closing of a fixed investment to the Trade screen', async ({ open }) => {
  const page = await open(scenes.notEnabled())
  await goTo(page, 'Investments')
  await page.getByRole('button', { name: 'Close a fixed investment…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
})

test('REN-3 shows lists, timelines, charts and exports under the exact policy without a violation', async ({
  open,
}) => {
  const page = await open(sceneOf(aFlex(640)))
  await goTo(page, 'Investments')
  await page.locator('[data-row="1"]').click()
  await expect(page.getByRole('complementary').getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await openFilters(page)
  await page.getByRole('tab', { name: 'Earnings' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await page.locator('.u-over').hover()
  await expect(page.getByText(/: earned 0\.\d+ USDT, [\d.]+ in all until then$/)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Choose a file and export' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
  expect(strayRequests.get(page)).toEqual([])
})

test('REN-5 shows text from the exchange as text in rows, timelines and pills', async ({
  open,
}) => {
  const page = await open(scenes.hostile())
  await goTo(page, 'Investments')
  const rows = page.getByRole('region', { name: 'Investment records' })
  await expect(rows.locator('tr.row').first()).toBeVisible()
  for (const text of hostileTexts)
    await expect(rows.getByTitle(text, { exact: true }).first()).toBeAttached()
  await page.locator('[data-row="1"]').click()
  await expect(page.getByRole('complementary')).toContainText(hostileTexts[1])
  await page.getByRole('button', { name: 'Only this investment' }).click()
  await expect(pills(page).getByTitle(hostileTexts[1])).toBeVisible()
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false)
  expect(await page.evaluate(() => window.cspReports)).toEqual([])
})

test('lists open flexible investments, loads them when shown, and links to their records', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Investments')
  expect(await asked(page, 'investments/open-flex')).toEqual([])
  await page.getByRole('tab', { name: 'Open' }).click()
  const list = page.getByRole('region', { name: 'Open flexible investments' })
  await expect(list.getByRole('row')).toHaveText([
    /Currency\s*Invested\s*Auto-reinvest\s*Since\s*Plan\s*Investment/,
    /USDT\s*1500.75\s*On\s*2025-01-04 13:00\s*8f2e9d3c…d0e1f\s*Show the records of\s*inv_7e2d…d0e1f/,
    /BTC\s*0.082155090000000001\s*Off/,
  ])
  await list
    .first()
    .getByRole('button', { name: /^Show the records of inv_0a4b/ })
    .click()
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('inv_0a4b', { exact: false }).first()).toBeVisible()
  expect(await asked(page, 'investments/open-flex')).toEqual([null])
  await page.evaluate(() =>
    window.fake.answer('investments/open-flex', {
      ok: false,
      error: { code: 'b2b-only', message: '' },
    }),
  )
  await page.getByRole('tab', { name: 'Open' }).click()
  await expect(
    page.getByText(
      'The exchange does not list open flexible investments for this key. Their history works without.',
    ),
  ).toBeVisible()
})
