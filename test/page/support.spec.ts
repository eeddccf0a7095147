import type { Page } from '@playwright/test'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import type { AnswerDifference } from '../../src/shared/portfolio/answer-shape.js'
import { noStream } from '../../src/shared/portfolio/stream.js'
import { aConnection, now } from '../fixtures/portfolio/accounts.js'
import { aProblem, scenes } from '../fixtures/portfolio/scenes.js'
import { everyLook, expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, openTab } from './screens.js'
import { push, step } from './steps.js'

const log = (page: Page) => page.getByRole('listbox', { name: 'Lines of the log' })
const logPanel = (page: Page) => page.getByRole('region', { name: 'Log', exact: true })

function bundlePanel(page: Page) {
  return page.getByRole('region', { name: 'Support bundle', exact: true })
}

function growLog(page: Page, lines: number): Promise<void> {
  return page.evaluate((count) => window.fake.growLog(count), lines)
}

test('UX-72 shows the newest log lines last, follows them, and stops when scrolled up, on a wheel turn before the list has moved', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Support')
  await expect(log(page).getByRole('option').last()).toHaveAttribute('aria-posinset', '40')
  await expect(logPanel(page)).toContainText('40 lines shown')
  await growLog(page, 45)
  await advance(page, 1100)
  await expect(log(page).getByRole('option').last()).toHaveAttribute('aria-posinset', '45')

  const follow = page.getByRole('button', { name: 'Follow' })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await log(page).evaluate((list) => list.scrollBy(0, -400))
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await growLog(page, 60)
  await advance(page, 2100)
  await expect(logPanel(page)).toContainText('45 lines shown')
  await follow.click()
  await advance(page, 1100)
  await expect(log(page).getByRole('option').last()).toHaveAttribute('aria-posinset', '60')

  await log(page).dispatchEvent('wheel', { deltaY: 40 })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await log(page).dispatchEvent('wheel', { deltaY: -40 })
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await growLog(page, 70)
  await advance(page, 2100)
  await expect(logPanel(page)).toContainText('60 lines shown')
})

test('UX-72 loads a heavy log a few hundred lines at a time, older ones on demand, and renders few of them', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await growLog(page, 30_000)
  await openTab(page, 'Support')
  await expect(logPanel(page)).toContainText('300 lines shown')
  await expect(log(page).getByRole('option').last()).toHaveAttribute('aria-setsize', '300')
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByRole('button', { name: 'Show older lines' }).click()
  await expect(logPanel(page)).toContainText('600 lines shown')
  expect(await log(page).getByRole('option').count()).toBeLessThan(60)
  const asks = (await asked(page, 'log/read')) as { limit: number }[]
  expect(asks.every(({ limit }) => limit <= 300)).toBe(true)
})

test('UX-72 explains an empty log and one that cannot be read, copies selected lines, filters by level and search, and says when nothing matches', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'an empty log, and one that cannot be read', async () => {
    await growLog(page, 0)
    await openTab(page, 'Support')
    await expect(logPanel(page)).toContainText('Nothing has been written yet')
    const problem = aProblem('system-refused', {
      message: 'The log could not be read.',
      reason: 'EACCES',
    })
    await page.evaluate((error) => window.fake.answer('log/read', { ok: false, error }), problem)
    await page.getByRole('button', { name: 'Errors' }).click()
    await expect(logPanel(page)).toContainText('The log could not be read.')
    await page.evaluate(() => window.fake.answer('log/read', null))
    await growLog(page, 40)
    await logPanel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(log(page).getByRole('option')).toHaveCount(3)
  })
  await step(page, 'lines copied by keyboard and by mouse, a level and a search', async () => {
    await expect(page.getByRole('button', { name: 'Copy line' })).toBeDisabled()
    await log(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Control+c')
    const [first] = (await asked(page, 'clipboard/copy')) as { text: string }[]
    const lines = first?.text.split('\n') ?? []
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (info|warn|error) /)
    await expect(logPanel(page)).toContainText('3 lines copied.')
    await log(page).getByRole('option').last().click()
    await page.getByRole('button', { name: 'Copy line' }).click()
    expect(await asked(page, 'clipboard/copy')).toHaveLength(2)

    await page.getByRole('button', { name: 'Errors' }).click()
    await expect(log(page).getByRole('option')).toHaveCount(3)
    await expect(log(page).getByRole('option').first()).toContainText('a request failed')
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('TRY 20')
    await advance(page, 300)
    await expect(log(page).getByRole('option')).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('never written')
    await advance(page, 300)
    await expect(logPanel(page)).toContainText('No lines match')
  })
})

test('UX-47 UX-72 shows every file of a bundle before saving, can leave each out, opens its folder, and explains what cannot be written or was dropped', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Support')
  const panel = bundlePanel(page)
  await step(page, 'a bundle that is saved and discarded', async () => {
    await panel.getByRole('button', { name: 'Make a support bundle' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(4)
    await expect(panel.getByRole('listitem').last()).toContainText('1200 lines')
    await panel.getByRole('button', { name: 'Show plimsoll.log' }).click()
    const text = page.getByRole('region', { name: 'Text of plimsoll.log' })
    await expect(text).toContainText('"event":"line 0"')
    await text.focus()
    await page.keyboard.press('End')
    await expect(text).toContainText('"event":"line 1199"')
    await page.keyboard.press('Escape')
    await expect(panel.getByRole('button', { name: 'Show plimsoll.log' })).toBeFocused()

    await panel.getByRole('checkbox', { name: 'Put plimsoll.log into the bundle' }).uncheck()
    await expect(panel).toContainText('3 files')
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    expect(await asked(page, 'support/save')).toEqual([
      { id: 'bundle-1', leaveOut: ['plimsoll.log'] },
    ])
    await expect(panel).toContainText(
      'The bundle was written to ~/plimsoll-support-2025-08-18.zip.',
    )
    await panel.getByRole('button', { name: 'Show in folder' }).click()
    expect(await asked(page, 'support/show-in-folder')).toEqual([null])
    await panel.getByRole('button', { name: 'Discard' }).click()
    expect(await asked(page, 'support/discard')).toEqual([{ id: 'bundle-1' }])
    await expect(panel.getByRole('button', { name: 'Make a support bundle' })).toBeVisible()
  })
  await step(page, 'one that cannot be written, and one that main has dropped', async () => {
    await panel.getByRole('button', { name: 'Make a support bundle' }).click()
    const problem = aProblem('system-refused', {
      message: 'The file could not be written there.',
      reason: 'ENOSPC',
    })
    await page.evaluate(
      (error) => window.fake.answer('support/save', { ok: false, error }),
      problem,
    )
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    await expect(panel).toContainText('The file could not be written there.')
    await expect(panel.getByRole('button', { name: 'Show in folder' })).toHaveCount(0)
    await page.evaluate(() =>
      window.fake.answer('support/save', { ok: true, value: { file: null } }),
    )
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    await expect(panel).toContainText('Nothing was saved.')
    await expect(panel.getByRole('button', { name: 'Show in folder' })).toHaveCount(0)
    await page.evaluate(() => window.fake.answer('support/save', null))
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    await goTo(page, 'Overview')
    await openTab(page, 'Support')
    await expect(panel).toContainText('The bundle was written to')
    await expect(panel.getByRole('button', { name: 'Show in folder' })).toBeVisible()
    await page.evaluate(
      (error) => window.fake.answer('support/save', { ok: false, error }),
      problem,
    )
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    await expect(panel).not.toContainText('was written to')
    await expect(panel.getByRole('button', { name: 'Show in folder' })).toHaveCount(0)

    const gone = aProblem('gone', { message: 'This bundle is no longer there. Make it again.' })
    await page.evaluate((error) => {
      window.fake.answer('support/read-file', { ok: false, error })
      window.fake.answer('support/save', { ok: false, error })
    }, gone)
    await panel.getByRole('button', { name: 'Show about.txt' }).click()
    await expect(page.getByRole('dialog')).toContainText('This bundle is no longer there.')
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Save as ZIP' }).click()
    await expect(panel).toContainText('This bundle is no longer there.')
    await panel.getByRole('button', { name: 'Make it again' }).click()
    await expect(panel).not.toContainText('no longer there')
  })
})

test('UX-46 UX-72 shows and copies no figure of a line or preview while amounts are hidden, and says what the file contains', async ({
  open,
}) => {
  const page = await open({
    ...scenes.ordinary(),
    settings: { ...defaultSettings, hideAmounts: true },
  })
  await openTab(page, 'Support')
  await page.getByRole('button', { name: 'Errors' }).click()
  const line = log(page).getByRole('option').last()
  await expect(line).toContainText('a request failed')
  await expect(line).toContainText('"message":"•••••"')
  await line.click()
  await expect(page.getByLabel('The chosen line')).toContainText('"message":"•••••"')
  await page.getByRole('button', { name: 'Copy line' }).click()
  const [copied] = (await asked(page, 'clipboard/copy')) as { text: string }[]
  expect(copied?.text).toContain('"message":"•••••"')

  await bundlePanel(page).getByRole('button', { name: 'Make a support bundle' }).click()
  await bundlePanel(page).getByRole('button', { name: 'Show database.json' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'its figures: they are masked here while amounts are hidden',
  )
  await expect(page.getByRole('region', { name: 'Text of database.json' })).toContainText(
    '"schemaVersion": "•••••"',
  )
})

test('UX-72 UX-73 lists in About what support asks for, opens the data folder, reads third-party notices from the program itself, and axe finds nothing serious there or in Support', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await step(page, 'axe', async () => {
    await openTab(page, 'Support')
    await log(page).getByRole('option').last().click()
    await bundlePanel(page).getByRole('button', { name: 'Make a support bundle' }).click()
    await expectNoSeriousFinding(page, 'support', everyLook)
    await bundlePanel(page).getByRole('button', { name: 'Show plimsoll.log' }).click()
    await expectNoSeriousFinding(page, 'preview', everyLook)
    await page.keyboard.press('Escape')
    await openTab(page, 'About')
    await expectNoSeriousFinding(page, 'about', everyLook)
    await page.getByRole('button', { name: 'Third-party notices' }).click()
    await expect(
      page.getByRole('region', { name: 'Text of the third-party notices' }),
    ).toContainText('package-0')
    await expectNoSeriousFinding(page, 'notices', everyLook)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await step(page, 'About', async () => {
    const panel = page.getByRole('region', { name: 'About Plimsoll' })
    await panel.getByRole('button', { name: 'Copy all' }).click()
    const [copied] = (await asked(page, 'clipboard/copy')) as { text: string }[]
    const rows = copied?.text.split('\n').map((row) => row.split(': ')[0])
    expect(rows).toEqual([
      ...[
        'Plimsoll',
        'Commit',
        'Electron',
        'Chromium',
        'Node',
        'System',
        'Region of the system',
        'Session',
      ],
      ...['Keychain', 'Notifications', 'Tray icon', 'Data folder', 'Third-party notices', 'Host'],
    ])
    expect(copied?.text).toContain('Notifications: shown by the system')
    expect(copied?.text).not.toMatch(/\/home\/|api.?key|secret:/i)
    for (const row of rows ?? [])
      await expect(panel.locator('dt', { hasText: row ?? '' }).first()).toBeVisible()

    await page.getByRole('button', { name: 'Open data folder' }).click()
    expect(await asked(page, 'data-folder/open')).toEqual([null])
    const refused = aProblem('system-refused', {
      message: 'The system did not open the data folder.',
    })
    await page.evaluate(
      (error) => window.fake.answer('data-folder/open', { ok: false, error }),
      refused,
    )
    await page.getByRole('button', { name: 'Open data folder' }).click()
    await expect(page.getByRole('region', { name: 'About Plimsoll' })).toContainText(
      'The system did not open the data folder.',
    )

    await page.getByRole('button', { name: 'Third-party notices' }).click()
    const text = page.getByRole('region', { name: 'Text of the third-party notices' })
    await expect(text).toContainText('package-0 1.0.0 (MIT)')
    await text.focus()
    await page.keyboard.press('End')
    await expect(text).toContainText('Line 899 of the terms')
    await page.keyboard.press('Escape')
    const gone = aProblem('gone', { message: 'There is no file of third-party notices here.' })
    await page.evaluate(
      (error) => window.fake.answer('support/notices', { ok: false, error }),
      gone,
    )
    await page.getByRole('button', { name: 'Third-party notices' }).click()
    await expect(page.getByRole('dialog')).toContainText(
      'There is no file of third-party notices here.',
    )
  })
})

test('ANS-6 shows in Connection the state of live updates and switches them, and counts the answers that differ from the documentation, with members and dates for each', async ({
  open,
}) => {
  const scene = scenes.ordinary()
  const page = await open(scene)
  await openTab(page, 'Connection')
  await step(page, 'live updates', async () => {
    const panel = page.getByRole('region', { name: 'Live updates', exact: true })
    await expect(panel.getByText('Messages in the last minute')).toHaveCount(0)
    await panel.getByRole('switch', { name: 'Live updates (experimental)' }).click()
    await expect.poll(() => asked(page, 'settings/change')).toEqual([{ liveUpdates: true }])
    await push(page, 'settings', { ...scene.settings, liveUpdates: true })
    await push(
      page,
      'connection',
      aConnection({
        stream: {
          ...noStream,
          state: 'waiting',
          since: now - 90,
          perMinute: 61,
          topics: [
            { topic: 'positionsMargin', at: now - 30, refused: false },
            { topic: 'balanceSpot', at: null, refused: true },
            { topic: 'deals', at: null, refused: false },
          ],
          ends: [{ at: now - 90, why: 'silent' }],
          differences: [{ list: 'positions', count: 2, at: now - 90 }],
          late: { count: 3, at: now - 90 },
          early: 41,
        },
      }),
    )
    for (const text of [
      /not connected, will try again, since \d\d:\d\d/,
      'positionsMargin 3',
      'balanceSpot refused by the exchange',
      'deals none yet',
      /\d\d:\d\d: no answer in time/,
      /Positions: 2 changes, last \d\d:\d\d/,
      /3 older than the figures already known, last \d\d:\d\d/,
      'Early reads after a message 41',
    ])
      await expect(panel).toContainText(text)
    await panel.getByRole('switch', { name: 'For this account' }).click()
    await expect
      .poll(async () => (await asked(page, 'settings/change')).at(-1))
      .toEqual({ liveUpdatesOff: [scene.appState.activeProfileId] })
  })
  await step(page, 'answers that differ', async () => {
    const positions = '/api/v4/collateral-account/positions/open'
    const loan = '/api/v4/credit-line/loans/info'
    const differences: AnswerDifference[] = [
      {
        endpoint: positions,
        path: '[].unrealizedPnl',
        differs: 'missing',
        json: [],
        described: ['text', 'null'],
        since: now - 300,
      },
      {
        endpoint: positions,
        path: '[].margin_mode',
        differs: 'unknown',
        json: ['text', 'null'],
        described: null,
        since: now - 60,
      },
      {
        endpoint: loan,
        path: 'amount',
        differs: 'type',
        json: ['text', 'number'],
        described: ['text'],
        since: now - 60,
      },
      {
        endpoint: '/api/v4/public/time',
        path: '(other name)',
        differs: 'unknown',
        json: ['object'],
        described: null,
        since: now - 60,
      },
      {
        endpoint: '/api/v4/public/time',
        path: '',
        differs: 'type',
        json: ['list'],
        described: ['object'],
        since: now - 60,
      },
    ]
    const panel = page.getByRole('region', { name: 'Exchange', exact: true })
    await expect(panel).toContainText('as the exchange documents them')
    const connected = (some: AnswerDifference[]): Promise<void> =>
      page.evaluate(
        (view) => window.fake.push('connection', view),
        aConnection({ differences: some }),
      )

    await connected(differences.slice(0, 2))
    await expect(panel.getByText('1 answer differs from the documentation')).toBeVisible()
    await connected(differences)
    const all = panel.getByText('3 answers differ from the documentation')
    await expect(panel.getByText(positions)).toBeHidden()
    await all.click()
    await expect(panel.getByText(positions)).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveText([
      /^\[\]\.unrealizedPnl: missing, since \d\d:\d\d$/,
      /^\[\]\.margin_mode: not documented \(text or null\), since \d\d:\d\d$/,
      /^amount: number, documented as text, since \d\d:\d\d$/,
      /^members with other names: not documented \(object\), since/,
      /^the whole answer: list, documented as object, since/,
    ])
    await page.evaluate((settings) => window.fake.push('settings', settings), {
      ...defaultSettings,
      language: 'uk' as const,
    })
    const ukrainian = page.getByRole('region', { name: 'Біржа', exact: true })
    await expect(ukrainian.getByText('3 відповіді відрізняються від документації')).toBeVisible()
    await expect(ukrainian.getByRole('listitem').nth(2)).toHaveText(
      /^amount: число, у документації текст, з \d\d:\d\d$/,
    )
  })
})
