// What the Overview shows when no alert leads, and that an alert that is not over is never hidden
// by it.
import { alertsOf, anAlertsView, stepAlert } from '../fixtures/portfolio/alerts.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { aCollateralSummary } from '../fixtures/portfolio/market.js'
import { aProblem, offeredPortfolio, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, openTab, pushAlerts } from './screens.js'

test('ALR-4 says when calm what is monitored and when it was checked, also for a heavy account', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  const panel = page.getByRole('region', { name: 'Needs attention now' })
  await expect(panel).toContainText('All clear')
  await expect(panel).toContainText(
    /Monitored: LTV of the loan, 5 positions, margin level, .*checked \d+ s ago\./,
  )
  await expectNoSeriousFinding(page, 'all clear')
  const heavy = await open(scenes.heavy())
  await expect(heavy.getByRole('region', { name: 'Needs attention now' })).toContainText(
    /500 positions, margin level, 12 mining payout destinations/,
  )
})

test('ALR-4 explains when stale, or without notifications, why not all is clear', async ({
  open,
}) => {
  const late = aFeed(aCollateralSummary(), { every: 10, problem: aProblem('exchange-trouble') })
  const page = await open({
    ...scenes.ordinary(),
    portfolio: offeredPortfolio({ collateralSummary: late }),
    alerts: anAlertsView({ notifications: 'refused' }),
  })
  const panel = page.getByRole('region', { name: 'Needs attention now' })
  await expect(panel).toContainText('Not all clear')
  await expect(panel).toContainText('There is no recent answer about the margin level.')
  await expect(panel).toContainText('The system refuses notifications')
  await expect(panel).toContainText('Monitored: LTV of the loan, 5 positions')
})

test('ALR-4 shows one leading alert; acknowledged, it becomes a count with a link to Activity, and all is not clear', async ({
  open,
}) => {
  const rests = stepAlert({ id: 'rests', state: { kind: 'acknowledged', at: now - 60 } })
  const page = await open({
    ...scenes.nearInitial(),
    alerts: alertsOf([stepAlert(), rests]),
    alertHistory: [rests],
  })
  const panel = page.getByRole('region', { name: 'Needs attention now' })
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel).toContainText('1 acknowledged or snoozed alert is still true.')
  await pushAlerts(page, alertsOf([rests], { revision: 2 }))
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await expect(panel).toContainText('Not all clear')
  await panel.getByRole('button', { name: 'Show in Activity' }).click()
  await expect(page.getByText(/^Acknowledged /)).toBeVisible()
})

test('ALR-4 adds margin level steps, refuses invalid ones with the reason, and can remove all', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Alerts')
  const panel = page.getByRole('region', { name: 'Positions: margin level' })
  await expect(panel.getByRole('listitem')).toHaveText([/200\s%/, /150\s%/, /120\s%/])
  const field = panel.getByLabel('Margin level')
  await field.fill('0')
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('“0” is not above 0\u00a0% and at most 100,000\u00a0%.')
  await field.fill('175 %')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveText([/200\s%/, /175\s%/, /150\s%/, /120\s%/])
  for (let left = 4; left > 0; left -= 1)
    await panel
      .getByRole('button', { name: /^Remove the step/ })
      .first()
      .click()
  await expect(panel).toContainText('No step. The first alert is that no free margin is left.')
  const changes = (await asked(page, 'settings/change')) as {
    alerts: { marginLevelSteps: string[] }
  }[]
  expect(changes[0]?.alerts.marginLevelSteps).toEqual(['200', '175', '150', '120'])
  expect(changes.at(-1)?.alerts.marginLevelSteps).toEqual([])
})
