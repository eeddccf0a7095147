import { defaultSettings } from '../../src/shared/settings/settings.js'
import { someGaps } from '../fixtures/portfolio/gaps.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo, pushSettings } from './screens.js'

test('ALR-16 says on return what was missed, once, its levels hidden with the percentages, and keeps it in Activity, filtered by reason', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), gaps: someGaps() })
  const notice = page.getByRole('region', { name: 'While nobody was watching' })
  await expect(notice).toContainText('Not monitored for 6 h 12 min, from')
  await expect(notice).toContainText('the computer was asleep')
  await expect(notice).toContainText('LTV has reached margin call, up to 6 h 12 min late')
  await expect(notice).toContainText('LTV changed from 61.2 to 76.4')
  await pushSettings(page, { ...defaultSettings, hideAmounts: true, hidePercentages: true })
  await expect(notice).toContainText('LTV changed from')
  await expect(notice).not.toContainText('61.2')
  await expect(notice).not.toContainText('76.4')
  await pushSettings(page, defaultSettings)
  await expect(notice).toContainText('2 more periods are in Activity.')
  await notice.getByRole('button', { name: 'Show in Activity' }).click()
  const list = page.getByRole('list', { name: 'Periods without monitoring, newest first' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Not monitored' })).toHaveCount(3)
  await expect(list).toContainText(
    'there was no connection to the exchange; Plimsoll was not running',
  )
  await page.getByLabel('Reason').selectOption({ label: 'Ended unexpectedly' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Not monitored' })).toHaveCount(1)
  await expect(list).toContainText('3 more changes')
  await page.getByLabel('Reason').selectOption({ label: 'Locked without keys' })
  await expect(page.getByText('No periods match this filter')).toBeVisible()
  await goTo(page, 'Overview')
  await expect(notice).toBeHidden()
})
