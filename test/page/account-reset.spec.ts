// Resetting an account from its row in Settings. Main asks in a system dialog what to delete and
// what to keep.
import type { Page } from '@playwright/test'
import type { Problem } from '../../src/shared/problem.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, forgetAsked, openTab } from './screens.js'

function row(page: Page, name: string) {
  return page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
}

const reset = (page: Page, name: string) => page.getByRole('button', { name: `Reset “${name}”` })
const done =
  'Its key, settings and order journal are kept; the rest is being read again from the exchange.'

function refuse(page: Page, error: Problem): Promise<void> {
  return page.evaluate(
    (problem) => window.fake.answer('profiles/reset', { ok: false, error: problem }),
    error,
  )
}

test('UX-48 UX-70 resets the account of its row, waits for the answer, shows and announces the result or the failure, and says nothing after Cancel', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  await openTab(page, 'Accounts')
  await listen(page)
  await test.step('a failed reset, and none after Cancel', async () => {
    const message =
      'An order or a transfer is still in progress. Wait for its result, then reset the account.'
    await refuse(page, { code: 'busy', message })
    await reset(page, 'Main').click()
    await expect(row(page, 'Main')).toContainText(message)
    await advance(page, 1100)
    expect(await announced(page)).toContainEqual(expect.stringContaining(message))
    await expect(row(page, 'Savings')).not.toContainText(message)
    await refuse(page, {
      code: 'cancelled',
      message: 'It was not confirmed in the system dialog.',
      reason: 'BOX',
    })
    await reset(page, 'Main').click()
    await expect(row(page, 'Main')).not.toContainText(message)
    await expect(row(page, 'Main')).not.toContainText(done)
    expect(await asked(page, 'profiles/reset')).toHaveLength(2)
  })
  await test.step('a reset', async () => {
    await page.evaluate(() => window.fake.answer('profiles/reset', null))
    await forgetAsked(page)
    await page.evaluate(() => window.fake.hold('profiles/reset'))
    await reset(page, 'Savings').click()
    await expect(reset(page, 'Savings')).toHaveAttribute('aria-busy', 'true')
    await expect(reset(page, 'Main')).not.toHaveAttribute('aria-busy')
    // A second press while the reset is in progress asks nothing more.
    await reset(page, 'Savings').click()
    await expect(row(page, 'Savings')).not.toContainText(done)
    await page.evaluate(() => window.fake.release('profiles/reset'))
    await expect(row(page, 'Savings')).toContainText(`Reset. ${done}`)
    await expect(row(page, 'Main')).not.toContainText(done)
    await expect(reset(page, 'Savings')).toBeFocused()
    await advance(page, 1100)
    expect(await announced(page)).toContainEqual(
      expect.stringContaining(`“Savings”: Reset. ${done}`),
    )
    expect(await asked(page, 'profiles/reset')).toEqual([{ id: 'second' }])
  })
})

test('offers no reset for the demo account', async ({ open }) => {
  const page = await open(scenes.demo())
  await openTab(page, 'Accounts')
  await expect(page.getByRole('button', { name: /^Reset “/ })).toHaveCount(0)
})
