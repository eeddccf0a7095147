import type { Page } from '@playwright/test'
import type { Alert, AlertsView } from '../../src/shared/alerts/alert.js'
import { defaultAlertSettings, mostSteps } from '../../src/shared/alerts/alert.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { now } from '../fixtures/portfolio/accounts.js'
import {
  alertsOf,
  anAlert,
  anAlertsView,
  manyAlerts,
  positionAlert,
  stepAlert,
} from '../fixtures/portfolio/alerts.js'
import { aProblem, scenes } from '../fixtures/portfolio/scenes.js'
import { expect, pageErrors, test } from './page-fixture.js'
import {
  advance,
  asked,
  forgetAsked,
  goTo,
  openTab,
  pushAlerts,
  pushSettings,
  screenNames,
  setTime,
  twoFrames,
} from './screens.js'

/** Screens that a click outside the window can open. */
const requestable = ['loans', 'positions', 'mining', 'settings'] as const

/** New alerts ignore clicks for a moment. */
async function showAlerts(page: Page, view: AlertsView): Promise<void> {
  await pushAlerts(page, view)
  await advance(page, 700)
  await forgetAsked(page)
}

test('shows the worst alert above every screen, with the number of others, opens the screen that a click outside the window refers to, and fits the longest alert on two lines in the smallest window', async ({
  open,
}) => {
  const page = await open(scenes.marginCall(), { viewport: { width: 1024, height: 700 } })
  const bar = page.getByRole('region', { name: 'Active alerts' })
  expect(await asked(page, 'requested-screen/take')).toHaveLength(1)
  for (const title of screenNames) {
    const screen = requestable.find((one) => title.toLowerCase() === one)
    if (screen === undefined) await goTo(page, title)
    else
      await page.evaluate((screen) => {
        window.fake.answer('requested-screen/take', { ok: true, value: { screen, profileId: '' } })
        window.fake.push('requested-screen', { wanted: true })
      }, screen)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(bar).toContainText('Danger')
    await expect(bar).toContainText('ETH_USDT short is being liquidated')
    await expect(bar).toContainText('The exchange closes it automatically.')
  }
  await bar.getByRole('button', { name: 'and 2 more' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await bar.getByRole('button', { name: /^What you can do: / }).click()
  const answer = page.getByRole('dialog', { name: 'What you can do about the margin level' })
  await expect(answer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answer).toHaveCount(0)
  await pushAlerts(page, scenes.stale().alerts)
  await expect(bar).toContainText('Loan and positions not monitored')
  expect((await bar.locator('p').boundingBox())?.height).toBeLessThan(3 * 20)
})

test('handles one alert at a time: shows the next one, which ignores clicks for a moment, keeps the focus, and does not go on while a key is held', async ({
  open,
}) => {
  const page = await open(scenes.marginCall())
  const bar = page.getByRole('region', { name: 'Active alerts' })
  const acknowledge = bar.getByRole('button', { name: 'Acknowledge' })
  await test.step('a double click acknowledges only one', async () => {
    await setTime(page, (now + 60) * 1000)
    await expect(acknowledge).toBeEnabled()
    await acknowledge.dblclick()
    await expect(bar).toContainText('USDT loan: LTV has reached margin call')
    expect(await asked(page, 'alerts/acknowledge')).toEqual([{ id: 'alert-position' }])
    await acknowledge.focus()
    // A new alert ignores clicks for a moment.
    await advance(page, 699)
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('USDT loan: LTV has reached margin call')
    await advance(page, 1)
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('BTC_USDT long is in margin call')
    await advance(page, 700)
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()
    const list = page.locator('section', {
      has: page.getByRole('heading', { name: 'Needs attention now' }),
    })
    await expect(list.getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0)
    await expect(list).toContainText('3 acknowledged or snoozed alerts are still true.')
    await expect(list.getByRole('button', { name: 'Show in Activity' })).toBeVisible()
  })
  await test.step('snoozes one after another by mouse, with one click each', async () => {
    await showAlerts(page, scenes.marginCall().alerts)
    for (const left of [2, 1, 0]) {
      await bar.getByRole('button', { name: /^Snooze/ }).click()
      await page.getByRole('menuitem', { name: /^1 hour/ }).click()
      expect(await asked(page, 'alerts/snooze')).toHaveLength(3 - left)
      await advance(page, 700)
    }
    await expect(bar).toHaveCount(0)
  })
  await test.step('a held key', async () => {
    await showAlerts(page, scenes.marginCall().alerts)
    await expect(acknowledge).toBeEnabled()
    await acknowledge.focus()
    // Held: Playwright sends repeats for a key that is already down.
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await advance(page, 700)
    await expect(acknowledge).toBeEnabled()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await asked(page, 'alerts/acknowledge')).toEqual([{ id: 'alert-position' }])
    const snooze = bar.getByRole('button', { name: /^Snooze/ })
    await snooze.focus()
    await page.keyboard.down('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await asked(page, 'alerts/snooze')).toEqual([])
  })
})

test('acts on the alert that was meant: says when a snooze ends before it is chosen, and keeps an alert whose action failed', async ({
  open,
}) => {
  const page = await open(scenes.nearInitial())
  const near = scenes.nearInitial().alerts
  const bar = page.getByRole('region', { name: 'Active alerts' })
  const list = page.locator('section', {
    has: page.getByRole('heading', { name: 'Needs attention now' }),
  })
  await test.step('says when a snooze ends', async () => {
    for (const [hours, name] of [
      [1, '1 hour'],
      [8, '8 hours'],
      [24, '24 hours'],
    ] as const) {
      await showAlerts(page, near)
      await bar.getByRole('button', { name: /^Snooze/ }).click()
      const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
      await expect(item).toContainText(/until (2025-11-21 )?\d\d:\d\d/)
      await item.click()
      await expect(bar).toHaveCount(0)
      const [snooze] = (await asked(page, 'alerts/snooze')) as { id: string; until: number }[]
      expect(snooze?.id).toBe('alert-step')
      expect(Math.round(((snooze?.until ?? 0) - now) / 3600)).toBe(hours)
      await expect(
        page.getByText('1 alert is acknowledged or snoozed and still true.'),
      ).toBeVisible()
      await expect(page.getByRole('contentinfo').getByText(/attention/)).toHaveCount(0)
    }
  })
  await test.step('snoozes the alert whose menu was opened, even if another moves above it', async () => {
    await showAlerts(page, near)
    await bar.getByRole('button', { name: /^Snooze/ }).click()
    const menu = page.getByRole('menu', {
      name: 'Snooze: USDT loan: LTV has reached your step of 65\u00a0%',
    })
    await expect(menu).toBeVisible()
    await pushAlerts(page, alertsOf([positionAlert(), stepAlert()]))
    await expect(bar).toContainText('ETH_USDT short is being liquidated')
    await expect(menu).toContainText('USDT loan: LTV has reached your step of 65\u00a0%')
    await menu.getByRole('menuitem', { name: /^8 hours/ }).click()
    expect(((await asked(page, 'alerts/snooze')) as { id: string }[]).map(({ id }) => id)).toEqual([
      'alert-step',
    ])
  })
  await test.step('applies a press to the row where it began in the list', async () => {
    await showAlerts(page, near)
    await expect(list.getByRole('button', { name: /^Acknowledge/ })).toBeEnabled()
    await list.getByRole('button', { name: /^Acknowledge/ }).focus()
    await page.keyboard.down(' ')
    await pushAlerts(page, alertsOf([positionAlert(), stepAlert()]))
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.up(' ')
    expect(await asked(page, 'alerts/acknowledge')).toEqual([])
  })
  await test.step('keeps the focus in the list after its item was snoozed', async () => {
    await showAlerts(page, near)
    await expect(list.getByRole('button', { name: /^Snooze/ })).toBeEnabled()
    await list.getByRole('button', { name: /^Snooze/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list).toContainText('1 alert is acknowledged or snoozed and still true.')
    await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  })
  await test.step('reports an action that failed', async () => {
    await showAlerts(page, near)
    const gone = aProblem('gone', { message: 'This alert is no longer open.' })
    await page.evaluate(
      (error) => window.fake.answer('alerts/acknowledge', { ok: false, error }),
      gone,
    )
    await bar.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(page.getByText('This alert is no longer open.', { exact: true })).toBeVisible()
    await expect(bar).toBeVisible()
  })
})

test('UX-68 announces each alert once, early steps only when new, and nothing of another account, whose alerts are not shown', async ({
  open,
}) => {
  const early = positionAlert({ kind: 'position-distance', level: 'caution', found: 'standing' })
  const page = await open({ ...scenes.ordinary(), alerts: alertsOf([early]) })
  const region = page.getByRole('alert')
  await expect(page.getByRole('region', { name: 'Active alerts' })).toBeVisible()
  await expect(region).toHaveText('')
  await pushAlerts(page, alertsOf([early, anAlert({ found: 'standing' })]))
  await expect(region).toHaveText('USDT loan: LTV has reached margin call')
  await pushAlerts(
    page,
    alertsOf([early, anAlert({ found: 'standing' }), stepAlert({ id: 'other' })]),
  )
  await expect(region.locator('p')).toHaveText([
    'USDT loan: LTV has reached margin call',
    'USDT loan: LTV has reached your step of 65\u00a0%',
  ])
  await pushAlerts(page, alertsOf([anAlert({ id: 'theirs' })], { profileId: 'another' }))
  await expect(page.getByRole('region', { name: 'Active alerts' })).toHaveCount(0)
})

test('says that the system shows no notifications, what still works and what to do', async ({
  open,
}) => {
  const page = await open(scenes.refused())
  const banner = page.getByRole('region', { name: 'Notifications are not shown' })
  await expect(banner).toContainText('does not show Plimsoll’s notifications')
  await expect(banner).toContainText('in this window and in the tray')
  await expect(banner).toContainText('the system’s notification settings')
  await banner.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(page.getByRole('tabpanel').getByText(/The system refused it/)).toBeVisible()
  expect(await asked(page, 'alerts/test-notification')).toEqual([null])
  await pushAlerts(page, anAlertsView({ notifications: 'shown' }))
  await expect(banner).toHaveCount(0)
})

test('lists a long history in Activity, a hundred alerts at a time, newest first, filters it, and reloads it only when an alert has changed', async ({
  open,
}) => {
  const alertHistory = manyAlerts(250)
  const scene = { ...scenes.longPast(), alertHistory }
  const page = await open(scene)
  await goTo(page, 'Activity')
  const rows = page.getByRole('list', { name: 'Alerts, newest first' }).locator('> li')
  await expect(rows).toHaveCount(100)
  await expect(rows.first()).toContainText('Alert 1: liquidation')
  const read = async (): Promise<number> => (await asked(page, 'alerts/page')).length

  await test.step('reloads it when an alert has changed, and not with every update', async () => {
    const before = await read()
    await pushAlerts(page, scene.alerts)
    await twoFrames(page)
    expect(await read()).toBe(before)
    await pushAlerts(page, { ...scene.alerts, revision: scene.alerts.revision + 1 })
    await expect.poll(read).toBe(before + 1)
  })

  await test.step('filters by kind, level and unread', async () => {
    const near = alertHistory.filter(({ kind }) => kind === 'position-distance')
    await page.getByLabel('Kind').selectOption('Position: near liquidation')
    await expect(rows).toHaveCount(near.length)
    await expect(page.locator('main').getByText(`${near.length} alerts matching`)).toBeVisible()
    await page.getByLabel('Unread only').check()
    await expect(rows).toHaveCount(near.filter(({ readAt }) => readAt === null).length)
    await page.getByLabel('Level').selectOption('Danger')
    await expect(page.getByText('No alerts match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(100)
    expect((await asked(page, 'alerts/page')).at(-2)).toMatchObject({
      kinds: ['position-distance'],
      levels: ['danger'],
      unreadOnly: true,
    })
    expect((await asked(page, 'alerts/page')).at(-1)).toMatchObject({
      kinds: null,
      levels: null,
      unreadOnly: false,
      after: null,
    })
  })

  await test.step('shows older ones a hundred at a time, and marks all as read', async () => {
    for (const shown of [200, 250]) {
      await page.getByRole('button', { name: 'Show older alerts' }).click()
      await expect(rows).toHaveCount(shown)
    }
    await expect(page.getByText('250 alerts')).toBeVisible()
    await expect(rows.last()).toContainText('Alert 250:')
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect(page.getByText('All read', { exact: true })).toBeVisible()
    await expect(page.getByText('Unread', { exact: true })).toHaveCount(0)
    await expect(rows).toHaveCount(250)
  })

  await test.step('drops an answer to a filter that is no longer set', async () => {
    await page.evaluate(() => window.fake.hold('alerts/page'))
    await page.getByLabel('Level').selectOption('Danger')
    await page.getByLabel('Level').selectOption('Information')
    await expect.poll(() => page.evaluate(() => window.fake.waiting('alerts/page'))).toBe(2)
    // The later answer comes first.
    await page.evaluate(() => window.fake.releaseOne('alerts/page', 1))
    await expect(rows.first()).toContainText('gone')
    const information = await rows.count()
    await page.evaluate(() => window.fake.release('alerts/page'))
    await twoFrames(page)
    await expect(rows).toHaveCount(information)
    await expect(rows.first()).toContainText('gone')
    await expect(rows.filter({ hasText: 'margin-call' })).toHaveCount(0)
  })
})

test('UX-67 names every state of an alert in text, shows its exact cause values, and keeps one opened among the unread in place, as read', async ({
  open,
}) => {
  const over = { kind: 'resolved', at: now - 180, end: 'over' } as const
  const states: Alert['state'][] = [
    { kind: 'acknowledged', at: now - 60 },
    { kind: 'snoozed', at: now - 60, until: now + 3600 },
    { kind: 'resolved', at: now - 60, end: 'over' },
    { kind: 'resolved', at: now - 60, end: 'loan-ended' },
  ]
  const alertHistory = [
    anAlert({ cause: { ...anAlert().cause, currentLtv: '78.310000000000000001' } }),
    anAlert({ id: 'third', at: now - 60, title: 'Third', state: over }),
    anAlert({ id: 'second', title: 'Second', state: over }),
    ...states.map((state, at) =>
      anAlert({ id: String(at), title: `Read ${at}`, state, readAt: now - 30 }),
    ),
  ]
  const page = await open({
    ...scenes.ordinary(),
    alerts: anAlertsView({ unread: 3 }),
    alertHistory,
  })
  await goTo(page, 'Activity')
  for (const text of [
    'Active',
    'Acknowledged 12:59',
    'Snoozed until 14:00',
    'Over since 12:59',
    'The loan ended, 12:59',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()

  await test.step('shows exact cause values, and marks the alert as read', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'LTV has reached margin call' })
    await expect(row.getByText('Unread', { exact: true })).toBeVisible()
    await row.getByText('Details').click()
    await expect(row.getByText('78.310000000000000001')).toBeVisible()
    await expect(row.getByText('Loan: margin call', { exact: true })).toBeVisible()
    await expect(row.getByText('2025-11-20 12:58:00 +01:00')).toBeVisible()
    await expect(row.getByText('Unread', { exact: true })).toHaveCount(0)
    expect(await asked(page, 'alerts/mark-read')).toEqual([{ ids: ['alert-call'] }])
  })

  await test.step('keeps an alert opened among the unread in place', async () => {
    await page.getByLabel('Unread only').check()
    const rows = page.getByRole('list', { name: 'Alerts, newest first' }).locator('> li')
    await expect(rows).toHaveCount(2)
    const row = rows.filter({ hasText: 'Second' })
    await row.getByText('Details').click()
    await expect(page.getByText('1 unread', { exact: true })).toBeVisible()
    await expect(row.getByText('Unread', { exact: true })).toHaveCount(0)
    await expect(row.getByText('Current LTV')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Unread only').uncheck()
    await page.getByLabel('Unread only').check()
    await expect(rows).toHaveCount(1)
  })
})

test('explains an empty list in Activity, and why it cannot be read', async ({ open }) => {
  const page = await open(scenes.empty())
  await goTo(page, 'Activity')
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.evaluate(
    (error) => window.fake.answer('alerts/page', { ok: false, error }),
    aProblem('store-trouble', { message: 'The history cannot be read.' }),
  )
  await page.getByLabel('Unread only').check()
  await expect(page.getByText('The history cannot be read.', { exact: true })).toBeVisible()
  await page.evaluate(() => window.fake.answer('alerts/page', null))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No alerts match these filters')).toBeVisible()
})

test('takes early steps of the loan as LTVs or as headroom, and can convert those of an earlier version', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Alerts')
  const panel = page.getByRole('region', { name: 'Loan: early steps' })
  await test.step('as LTVs: refuses invalid ones with a reason, suggests some from the current LTV, and shows how far the collateral may fall for each', async () => {
    const steps = panel.getByRole('listitem')
    await expect(steps).toHaveText([
      /LTV 50\s%\s*collateral may fall 49\.9\s%/,
      /LTV 60\s%\s*collateral may fall 58\.2\s%/,
      /LTV 65\s%\s*collateral may fall 61\.4\s%/,
      /LTV 70\s%\s*collateral may fall 64\.2\s%/,
    ])
    const field = panel.getByLabel('LTV in percent')
    for (const [typed, reason] of [
      ['65,5', /“65,5” is not a number/],
      ['-5', /“-5” is not above 0\u00a0%/],
      ['92', /“92” is not below liquidation at 85\u00a0%/],
      ['65', /already/],
    ] as const) {
      await field.fill(typed)
      await panel.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(panel.getByText(reason)).toBeVisible()
    }
    expect(await asked(page, 'settings/change')).toEqual([])
    await field.fill('79 %')
    await page.keyboard.press('Enter')
    await expect(steps.nth(4)).toHaveText(/LTV 79\s%\s*past margin call, which alerts first/)
    await panel.getByRole('button', { name: /^Remove the step LTV 79/ }).click()

    // At 25.04: the next round values, except those already set.
    const suggested = panel
      .getByRole('group', { name: 'Suggested for the current LTV' })
      .getByRole('button')
    await expect(suggested).toHaveText([/30\s%/, /40\s%/])
    await suggested.first().click()
    await expect(suggested).toHaveText([/40\s%/])
    await expect(field).toBeFocused()
    await expect(steps.first()).toHaveText(/LTV 30\s%\s*collateral may fall 16\.5\s%/)
    const ltvs = (...list: string[]) => ({
      alerts: { ...defaultAlertSettings, earlySteps: list.map((ltv) => ({ ltv })) },
    })
    expect(await asked(page, 'settings/change')).toEqual([
      ltvs('50', '60', '65', '70', '79'),
      ltvs('50', '60', '65', '70'),
      ltvs('30', '50', '60', '65', '70'),
    ])
    for (let percent = 1; (await steps.count()) < mostSteps; percent += 1) {
      await field.fill(String(percent))
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue('')
    }
    await expect(field).toBeDisabled()
    await expect(suggested).toHaveCount(0)
  })
  await test.step('shows the LTV of steps saved by an earlier version, and can convert them', async () => {
    const earlySteps = [
      { part: 1, of: 3 },
      { part: 65, of: 100 },
    ]
    await pushSettings(page, {
      ...defaultSettings,
      alerts: { ...defaultAlertSettings, earlySteps },
    })
    await forgetAsked(page)
    await expect(panel.getByRole('listitem')).toHaveText([
      /1\/3 of the way to margin call\s*LTV 65\s%, collateral may fall 61\.4\s%/,
      /65\s% of the way to margin call\s*LTV 69\.75\s%, collateral may fall 64\.1\s%/,
    ])
    await expect(panel.getByText(/alert as before/)).toBeVisible()
    await panel.getByRole('button', { name: 'Set them to the LTVs of this loan' }).click()
    await expect(panel.getByRole('listitem')).toHaveText([
      /LTV 65\s%\s*collateral/,
      /LTV 69\.75\s%\s*collateral/,
    ])
    await expect(panel.getByText(/alert as before/)).toHaveCount(0)
    expect(await asked(page, 'settings/change')).toEqual([
      { alerts: { ...defaultAlertSettings, earlySteps: [{ ltv: '65' }, { ltv: '69.75' }] } },
    ])
  })
  await test.step('as headroom, and says which LTV it is before it is saved', async () => {
    await pushSettings(page, defaultSettings)
    await forgetAsked(page)
    await panel.getByRole('button', { name: 'Headroom', exact: true }).click()
    const field = panel.getByLabel('Headroom before liquidation in percent')
    await expect(panel.getByText(/may still fall before liquidation at 85/)).toBeVisible()
    await field.fill('12.34')
    await expect(panel.getByText(/^Saved as LTV 74\.511\s% of this loan$/)).toBeVisible()
    expect(await asked(page, 'settings/change')).toEqual([])
    await field.fill('100')
    await page.keyboard.press('Enter')
    await expect(panel.getByText(/“100” is not between/)).toBeVisible()
    await field.fill('12.34')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('listitem').last()).toHaveText(/LTV 74\.511\s%/)
    expect(await asked(page, 'settings/change')).toEqual([
      {
        alerts: {
          ...defaultAlertSettings,
          earlySteps: ['50', '60', '65', '70', '74.511'].map((ltv) => ({ ltv })),
        },
      },
    ])
  })
})

test('sets distance steps, re-arm and cool-down values, quiet hours, the content and the sound of notifications, and tests them', async ({
  open,
}) => {
  const page = await open({
    ...scenes.ordinary(),
    alerts: anAlertsView({ notifications: 'untried' }),
  })
  await openTab(page, 'Alerts')
  await test.step('accepts only valid distance steps, re-arm and cool-down values', async () => {
    const panel = page.getByRole('region', { name: 'Positions: distance to liquidation' })
    await panel.getByLabel('Distance').fill('2.5')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('listitem')).toHaveText([/10\s%/, /5\s%/, /2\.5\s%/])
    const rearm = page.getByLabel('Alert again after a fall of (percent)')
    await expect(rearm).toHaveValue('2')
    await rearm.fill('0')
    await rearm.blur()
    await expect(page.getByText(/“0” is not between/)).toBeVisible()
    await rearm.fill('3')
    await rearm.blur()
    const pause = page.getByLabel('Pause between warnings (minutes)')
    await pause.fill('1.5')
    await pause.blur()
    await expect(page.getByText(/“1.5” is not a whole number/)).toBeVisible()
    await pause.fill('30')
    await pause.press('Enter')
    const changes = (await asked(page, 'settings/change')) as {
      alerts: typeof defaultAlertSettings
    }[]
    expect(
      changes.map(({ alerts }) => [
        alerts.positionSteps.length,
        alerts.rearm,
        alerts.coolDownMinutes,
      ]),
    ).toEqual([
      [3, '0.02', 15],
      [3, '0.03', 15],
      [3, '0.03', 30],
    ])
  })
  await test.step('lets margin call and liquidation through quiet hours unless a separate switch is off', async () => {
    const panel = page.getByRole('region', { name: 'Quiet hours' })
    await expect(panel.getByLabel('From')).toBeDisabled()
    await panel.getByLabel('Mute notifications during quiet hours').check()
    await panel.getByLabel('From').fill('23:30')
    await panel.getByLabel('From').blur()
    await expect(panel.getByText('Local time, over midnight.')).toBeVisible()
    await expect(panel.getByText('You will not be woken.')).toHaveCount(0)
    const before = (await asked(page, 'settings/change')).at(-1) as {
      alerts: typeof defaultAlertSettings
    }
    expect(before.alerts.quietHours).toEqual({ on: true, from: 1410, to: 420 })
    expect(before.alerts.quietHoursCoverMarginCalls).toBe(false)
    await expect(
      panel.getByText(/loss of monitoring of a loan or position near margin call still notify/),
    ).toBeVisible()
    await panel.getByLabel('Also silence margin call and liquidation').check()
    await expect(panel.getByText('You will not be woken.')).toBeVisible()
  })
  await test.step('includes LTV and headroom unless switched off, and offers a choice of sounds', async () => {
    const panel = page.getByRole('region', { name: 'Notifications' })
    const figures = panel.getByLabel('LTV, margin level and headroom in notifications')
    await expect(figures).toBeChecked()
    await expect(panel.getByText(/locked screen/)).toBeVisible()
    await figures.uncheck()
    await expect(panel.getByRole('radio', { name: 'All notifications' })).toBeChecked()
    await panel.getByRole('radio', { name: 'Only critical ones' }).check()
    const changes = (await asked(page, 'settings/change')) as {
      alerts: typeof defaultAlertSettings
    }[]
    expect(changes.at(-1)?.alerts).toMatchObject({
      figuresInNotifications: false,
      sounds: 'critical',
    })
  })
  await test.step('shows the result of a test notification', async () => {
    const button = page.getByRole('button', { name: 'Send a test notification' })
    await button.click()
    await expect(page.getByRole('tabpanel').getByText(/^Handed to the system/)).toBeVisible()
    await pushAlerts(page, anAlertsView({ notifications: 'shown' }))
    await expect(page.getByRole('tabpanel').getByText(/^The system says it is shown/)).toBeVisible()
    await page.evaluate(
      (error) => window.fake.answer('alerts/test-notification', { ok: false, error }),
      aProblem('internal', { message: 'No notification service answers.' }),
    )
    await button.click()
    await expect(page.getByText('No notification service answers.', { exact: true })).toBeVisible()
    expect(pageErrors.get(page)).toEqual([])
  })
})
