import type { Page } from '@playwright/test'
import { investmentHandlers } from '../../src/main/investments/investments-ipc.js'
import {
  type EarningsQuery,
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
import { step } from './steps.js'

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

async function clearFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(pills(page)).toHaveCount(0)
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
  test('shows every field, names the six action types, and can filter by whatever is offered, however odd', async ({
    open,
  }) => {
    const usual = [1, 2, 3, 4, 5, 6, 7].map((actionType) => ({
      transactionId: `tx_0000000000000000${actionType}`,
      createdAt: `17636${actionType}0000.5`,
      planId: '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
      investmentId: 'inv_7e2d9c3b-1a4b-4c2d-9e5f-6a7b8c9d0e1f',
      currency: 'USDT',
      amount: '1234567.123456789012345678',
      actionType,
    }))
    const odd = (index: number, part: Partial<FlexRecord>): FlexRecord => ({
      transactionId: `tx_${index}`,
      createdAt: String(now - index),
      planId: 'plan',
      investmentId: 'inv',
      currency: 'USDT',
      amount: '1',
      actionType: 8,
      ...part,
    })
    const unusual = [
      odd(1, { actionType: 70_000 }),
      odd(2, { actionType: -3 }),
      odd(3, { planId: ' blank ' }),
      odd(4, { planId: '', currency: '', investmentId: '' }),
    ]
    const page = await open(sceneOf(aFlex([...usual, ...unusual])))
    await goTo(page, 'Investments')
    await step(page, 'every field', async () => {
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
    await step(page, 'what is odd, and nothing empty', async () => {
      await openFilters(page)
      await action(page, '70000 new value').check()
      await action(page, '-3 new value').check()
      await expect(count(page)).toHaveText('2 of 11 records')
      await clearFilters(page)
      await filters(page).getByLabel('Plan').fill(' blank ')
      await expect(count(page)).toHaveText('1 of 11 records')
      await clearFilters(page)
      for (const list of await filters(page).locator('datalist').all())
        expect(await list.locator('option[value=""]').count()).toBe(0)
      await expect(filters(page).getByLabel('Currency').locator('option')).toHaveText([
        'Any',
        'USDT',
      ])
      await page.locator('[data-row="0"]').focus()
      await page.keyboard.press('End')
      await page.locator('[data-row="10"]').click()
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
  })

  test('accepts picked and typed days, and shows times for days set in another time zone', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    await openFilters(page)
    await step(page, 'the calendar, which opens at the current value', async () => {
      const from = filters(page).getByLabel('From', { exact: true })
      await from.fill('2025-10-10')
      const button = filters(page).getByTitle('Calendar').first()
      await button.click()
      await expect
        .poll(() =>
          page.evaluate(
            () => document.querySelector('#flex-filters input[type=date]:open') !== null,
          ),
        )
        .toBe(true)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(from).toHaveValue('2025-10-11')
      await expect(pills(page)).toHaveText([/From 2025-10-11\s*$/])
    })
    await step(page, 'a typed day, year first, or the reason why it is invalid', async () => {
      await clearFilters(page)
      const from = filters(page).getByLabel('From', { exact: true })
      await from.focus()
      await page.keyboard.type('2025-10-10')
      await expect(from).toHaveValue('2025-10-10')
      await expect(pills(page)).toHaveText([/From 2025-10-10\s*$/])
      const froms = ((await asked(page, 'flex/rows')) as { filter: FlexFilter }[]).map(
        ({ filter }) => filter.from,
      )
      expect(new Set(froms)).toEqual(new Set([null, Date.parse('2025-10-09T22:00:00Z') / 1000]))
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
    await step(page, 'another time zone', async () => {
      await clearFilters(page)
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
  })

  test('filters by every criterion and by saved filters, and shows a failed read and no match with what to do', async ({
    open,
  }) => {
    const [first, ...records] = makeRecords(640)
    const single = first === undefined ? [] : [{ ...first, investmentId: 'inv_single' }]
    const saved = [{ id: 'a', name: 'Mine', filter: { ...everything, currency: 'ETH' } }]
    const page = await open(sceneOf(aFlex([...single, ...records], {}, { saved })))
    await step(page, 'a failed read', async () => {
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
    await step(page, 'every criterion at once, with removable pills and counts', async () => {
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
      await clearFilters(page)
      await expect(count(page)).toHaveText('640 records')
      expect(await lastRows(page)).toEqual(everything)
    })
    await step(page, 'nothing half-typed', async () => {
      await filters(page).getByLabel('Plan').pressSequentially('9e3')
      await expect(pills(page)).toHaveCount(0)
      await page.keyboard.press('Tab')
      await expect(pills(page)).toHaveCount(1)
      await clearFilters(page)
    })
    await step(page, 'no match', async () => {
      await filters(page).getByLabel('Transaction').fill('tx_nowhere')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No records on this computer match these filters')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(count(page)).toHaveText('640 records')
    })
    await step(page, 'one saved by name, applied, deleted and restored', async () => {
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
      await clearFilters(page)
      await page.getByRole('button', { name: 'Only bitcoin', exact: true }).click()
      await expect(pills(page)).toHaveText(/Currency BTC/)
      await page.getByRole('button', { name: 'Delete saved filter “Only bitcoin”' }).click()
      await expect(page.getByRole('button', { name: 'Only bitcoin', exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('button', { name: 'Only bitcoin', exact: true })).toBeVisible()
    })
    await step(page, 'no second one of the same name', async () => {
      await clearFilters(page)
      await filters(page).getByLabel('Currency').selectOption('USDT')
      await page.getByRole('button', { name: 'Save this filter…' }).click()
      await expect(page.getByLabel('Name of the saved filter')).toBeFocused()
      await page.keyboard.type('Mine')
      await page.keyboard.press('Enter')
      await expect(page.getByText('There is one of that name already.')).toBeVisible()
      expect(await asked(page, 'flex/save-filter')).toEqual([])
    })
    await step(page, 'the singular for a count of one', async () => {
      await expect(filters(page).locator('option[value="inv_single"]')).toHaveText('1 record')
    })
    await step(page, 'the options as records arrive', async () => {
      await expect(filters(page).locator('option[value]').first()).toBeAttached()
      const before = (await asked(page, 'flex/facets')).length
      await page.evaluate((view) => window.fake.push('flex', view), {
        profileId: aProfile().id,
        version: 2,
        sync: aSync({ records: 641, backTo: now - 86_400, state: 'syncing', phase: 'first' }),
      })
      await expect.poll(async () => (await asked(page, 'flex/facets')).length).toBe(before + 1)
    })
  })
})

test.describe('a search at the exchange', () => {
  test('sends the set filters, names what could not be read, and shows a refusal beside its fields', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    const found = page.getByRole('region', { name: 'Found at the exchange', exact: true })
    await goTo(page, 'Investments')
    await openFilters(page)
    await step(page, 'results that could not be read', async () => {
      const answer = {
        records: makeRecords(640).slice(0, 49),
        unreadable: [{ place: 50, id: 'tx_9', name: 'USDT', field: 'amount', why: 'is missing' }],
        more: true,
      }
      await page.evaluate((value) => window.fake.answer('flex/search', { ok: true, value }), answer)
      await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
      await expect(found).toContainText('49 records found so far')
      await expect(
        found.getByRole('region', { name: '1 of 50 records could not be read' }),
      ).toContainText('USDT (tx_9): “amount” is missing')
      await found.getByRole('button', { name: 'Find more' }).click()
      expect(await asked(page, 'flex/search')).toMatchObject([{ offset: 0 }, { offset: 50 }])
      await page.evaluate(() => window.fake.answer('flex/search', null))
    })
    await step(page, 'the set filters but never the currency', async () => {
      await filters(page).getByLabel('Currency').selectOption('USDT')
      await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
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
    await step(page, 'no answer after the filter was changed', async () => {
      await clearFilters(page)
      await page.evaluate(() => window.fake.hold('flex/search'))
      await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
      await expect(page.getByText('Asking…')).toBeVisible()
      await action(page, 'Withdraw').check()
      await page.evaluate(() => window.fake.release('flex/search'))
      await expect(page.getByRole('region', { name: 'Investment records' })).toBeVisible()
      await expect(found).toHaveCount(0)
    })
    await step(page, 'a refusal beside fields and pills', async () => {
      await clearFilters(page)
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
      await expect(found).toHaveCount(0)
    })
    await step(page, 'a refusal that fits no field', async () => {
      const error = aProblem('refused', { fields: { limit: ['The limit is too large.'] } })
      await page.evaluate((error) => window.fake.answer('flex/search', { ok: false, error }), error)
      await filters(page).getByRole('button', { name: 'Search at the exchange' }).click()
      await expect(found).toContainText('The limit is too large.')
    })
  })
})

test.describe('completeness of the history', () => {
  test('shows one neutral panel without B2B access, with no hint of an error, and links the closing of a fixed investment to the Trade screen', async ({
    open,
  }) => {
    const page = await open(scenes.notEnabled())
    await goTo(page, 'Investments')
    await step(page, 'the panel', async () => {
      await expect(page.getByText('Investment history is not enabled for this key')).toBeVisible()
      await expect(page.getByText(/B2B partners only/)).toBeVisible()
      await expect(page.locator('main .problem')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveText('')
      await expect(page.getByRole('tab')).toHaveCount(0)
      await page.getByRole('button', { name: 'Check again' }).click()
      expect(await asked(page, 'flex/sync')).toEqual([{ act: 'now' }])
    })
    await step(page, 'the link', async () => {
      await page.getByRole('button', { name: 'Close a fixed investment…' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
    })
  })

  test('is shown above it in every state, with what can be done, and one plain panel without records', async ({
    open,
  }) => {
    const page = await open(
      sceneOf({ ...aFlex(640), view: aFlex(0, { state: 'syncing', phase: 'first' }).view }),
    )
    await goTo(page, 'Investments')
    await step(page, 'the first records in place of the waiting panel', async () => {
      await expect(page.getByText('Reading the history for the first time')).toBeVisible()
      await pushSync(page, { state: 'syncing', phase: 'first' })
      await expect(page.getByRole('table')).toBeVisible()
      await expect(count(page)).toHaveText('640 records')
    })
    await step(page, 'every state', async () => {
      await pushSync(page, { state: 'syncing', phase: 'first', pages: 7 })
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
    await step(page, 'missing records on both tabs', async () => {
      const unreadable = Array.from({ length: 7 }, (_, at) => ({
        place: at + 1,
        id: `tx_${at}`,
        name: 'USDT',
        field: 'amount',
        why: 'must be a decimal number',
      }))
      await pushSync(page, { unreadable })
      const note = page.getByRole('region', { name: '7 records could not be read' })
      await expect(note).toContainText('USDT (tx_0): “amount” must be a decimal number')
      await expect(note).toContainText('and 4 more')
      await expect(note).toContainText('missing from the history, the earnings and every export')
      await page.getByRole('tab', { name: 'Earnings' }).click()
      await expect(note).toBeVisible()
      await pushSync(page, {})
      await expect(note).toHaveCount(0)
    })
    await step(page, 'no records', async () => {
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
  })
})

test.describe('the timeline of an investment', () => {
  test('lists everything from opening to now or to its closing, returns the focus, and names open investments', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    const story = page.getByRole('complementary', { name: 'Investment timeline' })
    const openInvestments = (): Promise<unknown[]> => asked(page, 'investments/open-flex')
    expect(await openInvestments(), 'open investments are loaded when shown').toEqual([])
    await step(page, 'still open', async () => {
      await page.locator('[data-row="3"]').click()
      await expect(story.getByRole('heading', { level: 2 })).toContainText('Open')
      await expect(story.locator('.line .onward')).toBeVisible()
      await expect(
        story.locator('dt', { hasText: /^Closed$/ }).locator('xpath=following-sibling::dd[1]'),
      ).toHaveText('no, still open')
      await page.keyboard.press('Escape')
      await expect(story).toHaveCount(0)
    })
    await step(page, 'everything from opening to now', async () => {
      await page.locator('[data-row="3"]').focus()
      await page.keyboard.press('Enter')
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
    await step(page, 'closed', async () => {
      await clearFilters(page)
      await openFilters(page)
      await action(page, 'Close').check()
      await page.locator('[data-row="0"]').click()
      await expect(story.getByText('Closed', { exact: true }).first()).toBeVisible()
      await expect(story.getByRole('img', { name: /close/ })).toBeVisible()
      await expect(story.locator('.line .onward')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(story).toHaveCount(0)
    })
    await step(page, 'not on this computer', async () => {
      await page.evaluate((error) => window.fake.answer('flex/detail', { ok: false, error }), {
        code: 'gone',
        message: 'This computer holds no record of that investment.',
      } as const)
      await page.locator('[data-row="0"]').click()
      await expect(page.getByRole('complementary')).toContainText(
        'This computer holds no record of that investment.',
      )
    })
    await step(page, 'open flexible investments', async () => {
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
      await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await expect(page.getByText('inv_0a4b', { exact: false }).first()).toBeVisible()
      expect(await openInvestments()).toEqual([null])
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
  })
})

test.describe('earnings', () => {
  test('REN-3 are shown by day, month, currency and plan in exact sums, follow the filters, and run with timelines and exports under the exact policy without a violation', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    const periodsAsked = async (): Promise<string[]> =>
      ((await asked(page, 'flex/earnings')) as EarningsQuery[]).map(({ per }) => per)
    await step(page, 'a timeline, a chart and an export', async () => {
      await page.locator('[data-row="1"]').click()
      await expect(page.getByRole('complementary').getByRole('img')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('End')
      await openFilters(page)
      await page.getByRole('tab', { name: 'Earnings' }).click()
      await expect(page.locator('canvas')).toBeVisible()
      await page.locator('.u-over').hover()
      await expect(page.getByText(/: earned 0\.\d+ USDT, [\d.]+ in all until then$/)).toBeVisible()
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('button', { name: 'Choose a file and export' }).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await periodsAsked()).toEqual(['day'])
    })
    await step(page, 'exact sums', async () => {
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
      expect(await periodsAsked()).toEqual(['month'])
    })
    await step(page, 'filters except the action types', async () => {
      await filters(page).getByLabel('Currency').selectOption('BTC')
      await action(page, 'Withdraw').check()
      await expect(page.getByRole('region', { name: 'Earned in BTC' })).toBeVisible()
      await expect(page.getByText('Actions do not narrow earnings')).toBeVisible()
      const [query] = (await asked(page, 'flex/earnings')) as { filter: unknown }[]
      expect(query?.filter).toEqual({ ...everything, currency: 'BTC' })
    })
    await step(page, 'nothing earned, or a failure', async () => {
      await page.evaluate(() =>
        window.fake.answer('flex/earnings', { ok: true, value: { version: 1, currencies: [] } }),
      )
      await page.getByRole('tab', { name: 'History' }).click()
      await filters(page).getByLabel('Currency').selectOption('USDT')
      await page.getByRole('tab', { name: 'Earnings' }).click()
      await expect(page.getByText('Nothing earned in these records')).toBeVisible()
      await page.evaluate(
        (error) => window.fake.answer('flex/earnings', { ok: false, error }),
        aProblem('busy'),
      )
      await page.getByRole('tab', { name: 'History' }).click()
      await filters(page).getByLabel('Currency').selectOption('ETH')
      await page.getByRole('tab', { name: 'Earnings' }).click()
      await expect(page.getByRole('region', { name: 'Too much at once' })).toBeVisible()
    })
    expect(await page.evaluate(() => window.cspReports)).toEqual([])
    expect(pageErrors.get(page)).toEqual([])
    expect(strayRequests.get(page)).toEqual([])
  })
})

test.describe('the export', () => {
  const start = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
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

  test('UX-63 writes all matching rows with progress and path, continues with the dialog closed, can be cancelled, and explains a failure', async ({
    open,
  }) => {
    const page = await open(sceneOf(aFlex(640)))
    await goTo(page, 'Investments')
    const dialog = page.getByRole('dialog', { name: 'Export records' })
    await step(page, 'progress and path', async () => {
      await openFilters(page)
      await filters(page).getByLabel('Currency').selectOption('USDT')
      await expect(count(page)).toHaveText(/of 640/)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
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
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeEnabled()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
    await step(page, 'with the dialog closed', async () => {
      await start(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Exporting' }).click()
      await dialog.getByRole('button', { name: 'Cancel the export' }).click()
      expect(await asked(page, 'flex/cancel-export')).toEqual([{ id: 'export-2' }])
      await expect(dialog).toContainText('Cancelled after 5,000 records.')
      await dialog.getByRole('button', { name: 'Export again' }).click()
      await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
    await step(page, 'no file, and a failure', async () => {
      await page.evaluate(() => window.fake.answer('flex/export', { ok: true, value: null }))
      await start(page)
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
      await pushExport(page, {
        id: 'export-3',
        state: 'failed',
        rows: 12,
        problem: aProblem('store-trouble'),
      })
      await expect(dialog).toContainText('The export stopped after 12 of 640 records.')
      await expect(dialog.getByRole('region', { name: /own data could not be/ })).toBeVisible()
    })
  })

  test('shows nothing of another account, however late its export ends', async ({ open }) => {
    const page = await open({ ...scenes.twoProfiles(), flex: aFlex(640) })
    await goTo(page, 'Investments')
    await step(page, 'the history', async () => {
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
    await step(page, 'the export', async () => {
      await start(page)
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.evaluate((id) => window.fake.bridge.ask('profiles/switch', { id }), aProfile().id)
      await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
      await pushExport(page, { profileId: 'second', state: 'cancelled', rows: 500 })
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Export records' })
      await expect(dialog.getByRole('button', { name: 'Choose a file and export' })).toBeVisible()
      await expect(dialog).not.toContainText('/home/ada/plimsoll.csv')
    })
  })
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
