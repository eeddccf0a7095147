// What an account's key can do, and how it is shown.
import type { Page } from '@playwright/test'
import type { CapabilitiesView } from '../../src/shared/capabilities/capability.js'
import { aProfile } from '../fixtures/portfolio/accounts.js'
import { someCapabilities } from '../fixtures/portfolio/capabilities.js'
import { aProblem, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, openTab } from './screens.js'
import { step } from './steps.js'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'What the key of “Main” can do' })
const row = (page: Page, path: string) => dialog(page).getByRole('row').filter({ hasText: path })
const opener = (page: Page) => page.getByRole('button', { name: 'What this key can do: “Main”' })

async function openKey(page: Page): Promise<void> {
  await openTab(page, 'Accounts')
  await opener(page).click()
  await expect(dialog(page)).toBeVisible()
}

function answerRead(page: Page, view: CapabilitiesView): Promise<void> {
  return page.evaluate(
    (text) =>
      window.fake.answer('capabilities/read', {
        ok: true,
        value: JSON.parse(text) as CapabilitiesView,
      }),
    JSON.stringify(view),
  )
}

test('UX-5 shows for every endpoint what this key may do, since when that is known, and what to do; checks it with progress, and keeps the focus', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'Esc, which returns the focus', async () => {
    await openTab(page, 'Accounts')
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
  })
  await step(page, 'every endpoint', async () => {
    await openKey(page)
    await expect(row(page, '/api/v4/main-account/balance')).toContainText('Works')
    await expect(row(page, '/api/v4/main-account/balance')).toContainText(/\d+ s ago/)
    await expect(row(page, '/smart-flex/investments/history')).toContainText('Not enabled')
    await expect(row(page, '/smart-flex/investments/history')).toContainText(
      'Please contact support for more details',
    )
    await expect(row(page, '/api/v4/order/collateral/market')).toContainText('No permission')
    await expect(row(page, '/api/v4/collateral-account/summary')).toContainText('Not offered')
    await expect(row(page, '/api/v4/order/bulk')).toContainText('Not tried')
    const advice = row(page, '/smart-flex/investments/history').getByRole('cell').last()
    expect((await advice.innerText()).length).toBeGreaterThan(20)
  })
  await step(page, 'the focus from Check now to Stop and back', async () => {
    const check = dialog(page).getByRole('button', { name: 'Check now' })
    const stop = dialog(page).getByRole('button', { name: 'Stop' })
    await page.evaluate(() => window.fake.hold('capabilities/check'))
    await answerRead(
      page,
      someCapabilities('main', { checking: { done: 0, of: 9, subject: 'main-balance' } }),
    )
    await check.focus()
    await page.keyboard.press('Enter')
    await expect(stop).toBeFocused()
    await answerRead(page, someCapabilities('main'))
    await page.evaluate(() => window.fake.release('capabilities/check'))
    await expect(check).toBeFocused()
    await expect(
      dialog(page).getByRole('status').filter({ hasText: 'Checked everything that may be asked.' }),
    ).toBeVisible()
  })
  await step(page, 'the progress of a check, and an early end', async () => {
    await page.evaluate(() => window.fake.hold('capabilities/check'))
    await answerRead(
      page,
      someCapabilities('main', { checking: { done: 2, of: 9, subject: 'main-balance' } }),
    )
    await dialog(page).getByRole('button', { name: 'Check now' }).click()
    await expect(dialog(page)).toContainText('Checking 3 of 9: the main balance')
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    expect(await asked(page, 'capabilities/stop-check')).toHaveLength(1)
    await answerRead(page, someCapabilities('main'))
    await page.evaluate((problem) => {
      window.fake.answer('capabilities/check', { ok: false, error: problem })
      window.fake.release('capabilities/check')
    }, aProblem('rate-limited'))
    await advance(page, 1500)
    await dialog(page).getByRole('button', { name: 'Check now' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('slow down')
  })
})

test('UX-48 UX-5 keeps the open dialog for its own account when another is shown, and says only that the account is gone once that closes', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  await step(page, 'another account on screen', async () => {
    await openKey(page)
    await page.evaluate(async () => {
      await window.fake.bridge.ask('profiles/switch', { id: 'second' })
    })
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Savings')
    await advance(page, 2100)
    await expect(row(page, '/api/v4/main-account/balance')).toContainText('Works')
    const ids = (await asked(page, 'capabilities/read')).map(
      (payload) => (payload as { id: string }).id,
    )
    expect(ids.length).toBeGreaterThan(2)
    expect(new Set(ids)).toEqual(new Set([aProfile().id]))
  })
  await step(page, 'an account that is closed', async () => {
    await page.evaluate(async (id) => {
      window.fake.answer('capabilities/read', {
        ok: false,
        error: { code: 'gone', message: 'This account is closed.' },
      })
      await window.fake.bridge.ask('profiles/delete', { id })
    }, aProfile().id)
    await advance(page, 1100)
    const left = page.getByRole('dialog', { name: 'What this key can do' })
    await expect(left).toContainText('This account is closed.')
    await expect(left.getByRole('row')).toHaveCount(0)
    await expect(left.getByRole('button', { name: 'Check now' })).toHaveCount(0)
    await expect(left).not.toContainText('Main')
    await page.keyboard.press('Escape')
    await expect(left).toHaveCount(0)
  })
})

test('UX-5 opens from a screen whose endpoint is not enabled', async ({ open }) => {
  const page = await open(scenes.notEnabled())
  await goTo(page, 'Loans')
  await page.getByRole('main').getByRole('button', { name: 'What this key can do' }).first().click()
  await expect(dialog(page)).toBeVisible()
})

test('UX-65 axe finds nothing serious in what a key can do', async ({ open }) => {
  const page = await open(scenes.ordinary(), tall)
  await openKey(page)
  await expectNoSeriousFinding(page, 'what a key can do')
})
