// While the exchange is under maintenance, or this computer's clock is wrong, failures are named
// after that.
import { aConnection, anAppState, now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPortfolio } from '../fixtures/portfolio/figures.js'
import { aPricesView } from '../fixtures/portfolio/market.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, goTo, openTab } from './screens.js'
import { push, step } from './steps.js'

const problem = aProblem('exchange-trouble', {
  message: 'The exchange returned a server error (HTTP 503).',
})
const late = { asOf: now - 200, problem }

/** The ping is answered, and everything signed fails. */
function failing(part: Partial<Scene> = {}): Scene {
  const { balance, positions, loan } = aPortfolio()
  return {
    ...scenes.ordinary(),
    portfolio: aPortfolio({
      balance: { ...balance, ...late },
      positions: { ...positions, ...late },
      loan: { ...loan, ...late },
    }),
    prices: aPricesView({ platform: aFeed('maintenance', { every: 60, asOf: now - 20 }) }),
    ...part,
  }
}

test('shows maintenance in status bar, attention, panels and ages, with what it means for the money, until the notice is a quarter of an hour old', async ({
  open,
}) => {
  const page = await open(failing())
  await step(page, 'every place', async () => {
    const status = page.getByRole('contentinfo', { name: 'Status' })
    const link = status.getByRole('button', { name: /^Maintenance/ })
    await expect(link).toHaveAttribute(
      'title',
      'The exchange is under maintenance. Your positions and your loan continue, and Plimsoll cannot see them. Figures are not refreshed until then.',
    )
    await expect(page.getByRole('region', { name: 'Needs attention now' })).toContainText(
      'The exchange is under maintenance.',
    )
    await expect(page.getByRole('region', { name: 'Monitoring' })).toContainText('Maintenance')
    await expect(page.getByText('returned a server error')).toHaveCount(0)
    await goTo(page, 'Loans')
    await page.getByRole('button', { name: 'The exchange is under maintenance' }).first().click()
    const why = page.locator('.problem-card')
    await expect(why).toContainText(
      'Your positions and your loan continue, and Plimsoll cannot see them.',
    )
    await expect(why).toContainText('Wait. Plimsoll retries automatically.')
    // The details contain the answer itself, for whoever has to investigate.
    await why.getByText('Details', { exact: true }).click()
    await expect(why.locator('pre')).toContainText(
      /code: maintenance[^]*reason: exchange-trouble[^]*502/,
    )
    await page.keyboard.press('Escape')
    await page.evaluate(
      (view) => window.fake.push('prices', view),
      aPricesView({ platform: aFeed('operational', { every: 60, asOf: now }) }),
    )
    await expect(status.getByRole('button', { name: /^Online/ })).toHaveAttribute(
      'title',
      'Connection',
    )
    await expect(page.getByText('under maintenance')).toHaveCount(0)
  })
  await step(page, 'failed one-off requests, and an unreachable exchange', async () => {
    const unreachable = aProblem('unreachable', { message: 'No route to the exchange.' })
    const { prices } = failing()
    await push(page, 'prices', prices)
    await push(page, 'connection', aConnection({ state: 'offline', problem: unreachable }))
    await openTab(page, 'Connection')
    const panel = page.getByRole('region', { name: 'Exchange', exact: true })
    await expect(panel).toContainText('Maintenance')
    await expect(panel).not.toContainText('cannot be reached')
    await page.evaluate(
      (error) => window.fake.answer('portfolio/refresh', { ok: false, error }),
      unreachable,
    )
    await goTo(page, 'Overview')
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.locator('.failed-request')).toContainText('The exchange is under maintenance')
  })
  await step(page, 'an old notice', async () => {
    await push(page, 'connection', aConnection())
    await push(
      page,
      'prices',
      aPricesView({ platform: aFeed('maintenance', { every: 60, asOf: now - 890 }) }),
    )
    const status = page.getByRole('contentinfo', { name: 'Status' })
    await expect(status).toContainText('Maintenance')
    await advance(page, 20_000)
    await expect(status).not.toContainText('Maintenance')
  })
})

test('does not show a pause requested by the exchange as online: the bar, Overview and Connection show until when', async ({
  open,
}) => {
  const limited = aProblem('rate-limited', { message: 'Too many requests.', retryAt: now + 1800 })
  const { positions } = aPortfolio()
  const page = await open({
    ...scenes.ordinary(),
    portfolio: aPortfolio({ positions: { ...positions, problem: limited } }),
  })
  const words = /Rate limited by the exchange; next request at \d\d:\d\d/
  const link = page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: words })
  await expect(link).toHaveAttribute(
    'title',
    'The exchange asks to slow down. Figures are not refreshed until then.',
  )
  await expect(link).not.toContainText('ms')
  await expect(page.getByRole('region', { name: 'Monitoring' })).toContainText(words)
  await openTab(page, 'Connection')
  await expect(page.getByRole('region', { name: 'Exchange', exact: true })).toContainText(words)
})

test('names a wrong clock, with its offset, when the exchange refuses the key', async ({
  open,
}) => {
  const refusal = aProblem('bad-key-or-signature', {
    message: 'The exchange answered “Unauthorized request.”',
  })
  const page = await open({
    ...scenes.keyRejected(),
    appState: anAppState({ keyState: 'rejected', keyProblem: refusal }),
    connection: aConnection({ clockSkew: -95.2 }),
  })
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Clock off by 95 s')
  await expect(page.getByRole('region', { name: 'Needs attention now' })).toContainText(
    'This computer’s clock is off',
  )
  await openTab(page, 'Accounts')
  const question = page.getByRole('group', { name: 'Key of “Main”' })
  await expect(question).toContainText(
    'This computer’s clock is off. It is 95 s behind the exchange’s. Switch on automatic time in the system settings, then try this key again.',
  )
  await expect(question.getByRole('button', { name: 'Try this key again' })).toBeVisible()
})
