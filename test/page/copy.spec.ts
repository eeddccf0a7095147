// Practising with a copy of the current account.
import type { Page } from '@playwright/test'
import { aProfile } from '../fixtures/portfolio/accounts.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { aProblem, offeredPortfolio, type Scene, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openTab } from './screens.js'

const practise = (page: Page) => page.getByRole('button', { name: 'Practise with a copy' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' })

function ordinary(part: Partial<Scene> = {}): Scene {
  return { ...scenes.ordinary(), portfolio: offeredPortfolio(), ...part }
}

test('CPY-1 UX-77 is offered on Loans, Positions, in the settings and the palette, opens a marked demo, moves its prices, and leads back', async ({
  open,
}) => {
  const page = await open(ordinary())
  await test.step('offers', async () => {
    await goTo(page, 'Positions')
    await expect(practise(page)).toBeVisible()
    await openTab(page, 'Accounts')
    await expect(practise(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search for/ }).fill('practise')
    await expect(page.getByRole('option', { name: 'Practise with a copy' })).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, 'Loans')
    await page.setViewportSize(tall.viewport)
    await expectNoSeriousFinding(page, 'the offer to practise')
  })
  await practise(page).dblclick()
  expect(await asked(page, 'demo/copy')).toEqual([{ id: aProfile().id }])
  await expect(navigation(page)).toContainText(`Copy of ${aProfile().name}`)
  await expect(navigation(page)).toContainText(/COPY · \d\d:\d\d Nothing reaches the exchange\./)
  await expect(navigation(page)).toContainText('Prices stay as they were until you move them')
  await page.setViewportSize({ width: 700, height: 600 })
  await expect(navigation(page).getByText(/^COPY · \d\d:\d\d$/)).toBeVisible()
  await page.setViewportSize(tall.viewport)
  await expect(practise(page)).toHaveCount(0)
  await navigation(page).getByRole('button', { name: 'Move prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move prices' })
  await expect(dialog).toContainText('DEMO')
  await expect(dialog).toContainText(/the exchange’s figures from \d\d:\d\d\./)
  await expect(dialog.getByRole('group', { name: 'Loan' })).toHaveCount(0)
  await dialog.getByRole('button', { name: '−30 %' }).click()
  await expect(dialog).toContainText('All prices moved by -30 %.')
  await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('BTC')
  await dialog.getByRole('button', { name: '+10 %' }).click()
  await expect(dialog).toContainText('BTC moved by 10 %.')
  expect(await asked(page, 'demo/act')).toEqual([
    { act: 'prices', asset: null, percent: -30 },
    { act: 'prices', asset: 'BTC', percent: 10 },
  ])
  await expectNoSeriousFinding(page, 'moving the prices of a copy')
  await page.keyboard.press('Escape')
  await navigation(page)
    .getByRole('button', { name: `Back to ${aProfile().name}` })
    .click()
  expect(await asked(page, 'demo/leave')).toHaveLength(1)
  await expect(practise(page)).toBeVisible()
})

test('CPY-2 says why there can be no copy, and what main refuses', async ({ open }) => {
  const page = await open(ordinary())
  const reasonFor = async (portfolio: Scene['portfolio']): Promise<void> => {
    await page.evaluate((view) => window.fake.push('portfolio', view), portfolio)
    await expect(practise(page)).toHaveAttribute('aria-disabled', 'true')
    await practise(page).click({ force: true })
  }
  await goTo(page, 'Loans')
  await reasonFor(offeredPortfolio({ balance: aFeed([], { every: null }) }))
  await expect(practise(page)).toHaveAccessibleDescription(/too old to copy/)
  await reasonFor(
    offeredPortfolio({ balance: { ...aFeed([]), value: null, problem: aProblem('timeout') } }),
  )
  await expect(practise(page)).toHaveAccessibleDescription(/have not been read/)
  expect(await asked(page, 'demo/copy')).toEqual([])

  await page.evaluate((view) => window.fake.push('portfolio', view), offeredPortfolio())
  const problem = aProblem('internal')
  await page.evaluate((error) => window.fake.answer('demo/copy', { ok: false, error }), problem)
  await practise(page).click()
  await expect(page.getByRole('main')).toContainText(String(problem.message))
})
