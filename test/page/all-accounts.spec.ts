// All accounts at once: the list on the Overview, dangers of accounts that are not on screen, and
// each key in Settings.
import type { Page } from '@playwright/test'
import type { AccountsView, AccountSummary } from '../../src/shared/accounts/account-summary.js'
import type { WorthSummary } from '../../src/shared/portfolio/net-worth.js'
import { aProfile, demoProfile, now } from '../fixtures/portfolio/accounts.js'
import { alertsOf, anAlert } from '../fixtures/portfolio/alerts.js'
import {
  calmAccounts,
  failingAccounts,
  mixedAccounts,
  summariesOf,
} from '../fixtures/portfolio/many-accounts.js'
import { aProblem, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { everyLook, expectNoSeriousFinding, tall } from './axe.js'
import { announced, listen } from './heard.js'
import { expect, test } from './page-fixture.js'
import {
  advance,
  asked,
  boxOf,
  forgetAsked,
  goTo,
  openTab,
  pushAlerts,
  twoFrames,
} from './screens.js'

const panel = (page: Page) => page.getByRole('region', { name: 'All accounts', exact: true })
const rows = (page: Page) => panel(page).locator('tbody').getByRole('row')

function row(page: Page, name: string) {
  return rows(page).filter({ has: page.getByRole('rowheader', { name }) })
}

const dangers = (page: Page) => page.getByRole('region', { name: 'Other accounts in danger' })
const shownName = (page: Page) => page.getByRole('contentinfo').locator('.profile .name')

function pushAccounts(page: Page, accounts: AccountSummary[]): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('accounts', JSON.parse(text) as AccountsView),
    JSON.stringify({ accounts }),
  )
}

/** Shows the first account, on the screen that is shown. */
async function showMain(page: Page): Promise<void> {
  await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), aProfile().id)
  await expect(shownName(page)).toHaveText('Main')
}

/** A new list ignores clicks for a moment. */
const settle = (page: Page): Promise<void> => advance(page, 800)

test.describe('all accounts on the Overview', () => {
  test("shows one row per account under column heads, in main's order, marks the current one, and fits 700 pixels without scrolling sideways", async ({
    open,
  }) => {
    const page = await open(mixedAccounts(4))
    await expect(panel(page).getByRole('columnheader')).toHaveText([
      'Account',
      'State',
      'Headroom',
      'Open risk',
      'Alerts',
      'Data',
    ])
    await expect(panel(page).getByRole('rowheader')).toHaveText([
      /Trading desk\s*Value 24310\.75\sUSDT/,
      /Savings/,
      /Main\s*Shown/,
      /Long-term holdings/,
    ])
    await expect(panel(page).locator('tr[aria-current="true"]')).toHaveText(/Main/)
    await expect(row(page, 'Trading desk').getByRole('cell')).toHaveText([
      /^\s*Danger: USDT loan: LTV has reached margin call\s*$/,
      'margin call reached',
      /^\s*3 positions\s+unrealized PnL -2212\.775\sUSDT\s*unrealized PnL -991\.2\son futures\s+SOL_USDT 1\.1\s%\sfrom liquidation\s*$/,
      /^3 calling$/,
      /^\d+ s ago$/,
    ])
    await expect(row(page, 'Main').getByRole('cell')).toHaveText([
      /^\s*All clear\.\s*$/,
      /^may fall 66\.6\s%$/,
      /3 positions\s+unrealized PnL \+112\.52\sUSDT\s+BTC_USDT 31\.4\s%\sfrom liquidation/,
      'none',
      /^\d+ s ago$/,
    ])
    await expect(row(page, 'Long-term holdings').getByRole('cell')).toHaveText([
      /All clear/,
      'no loan',
      /no positions/,
      'none',
      /1\d s ago$/,
    ])
    await page.setViewportSize({ width: 700, height: 800 })
    await twoFrames(page)
    const beside = await panel(page)
      .getByRole('region')
      .evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)
    expect(beside).toBe(0)
  })

  test('adds up all accounts, names what is missing of each, describes a missing figure in words, and updates the age of the data by itself', async ({
    open,
  }) => {
    const page = await open(calmAccounts(3))
    await test.step('adds up all accounts', async () => {
      const denied = { kind: 'part', part: 'fixed', why: 'not-available' } as const
      const of = (total: string, part: Partial<WorthSummary> = {}) => ({
        worth: { currency: 'USDT', total, omissions: [], asOf: now - 4, isStale: false, ...part },
      })
      await pushAccounts(
        page,
        summariesOf(3, of('100.25', { omissions: [denied] }), of('0.5', { isStale: true }), {
          worth: null,
        }),
      )
      await expect(panel(page).locator('.total')).toHaveText(
        /All accounts together:\s*100\.75\sUSDT/,
      )
      await expect(panel(page).getByRole('listitem')).toHaveText([
        '“Trading desk” (no value yet)',
        '“Main”: fixed investments (not available to this key)',
        '“Savings”: some figures are stale',
      ])
      await expect(row(page, 'Main').getByRole('rowheader')).toContainText('incomplete')
      await expect(row(page, 'Savings').getByRole('rowheader')).toContainText('Stale')
    })
    await test.step('distinguishes a missing figure from zero', async () => {
      await pushAccounts(
        page,
        summariesOf(
          3,
          {},
          {
            level: 'unmonitored',
            headline: 'Nothing yet',
            loan: null,
            ltv: null,
            headroom: null,
            openRisk: null,
            asOf: null,
          },
          {
            loan: 'not-enabled',
            ltv: null,
            headroom: null,
            openRisk: {
              positions: 0,
              unrealized: [{ currency: 'USDT', amount: '0' }],
              nearest: null,
            },
          },
        ),
      )
      const cells = row(page, 'Savings').getByRole('cell')
      await expect(cells.nth(1)).toHaveText('—The loan was not seen yet')
      await expect(cells.nth(2)).toContainText('Positions were not seen yet')
      await expect(cells.nth(4)).toHaveText('—No data yet')
      await expect(cells.getByText('—', { exact: true }).first()).toHaveAttribute(
        'aria-hidden',
        'true',
      )
      await expect(row(page, 'Trading desk').getByRole('cell').nth(1)).toHaveText(
        '—The loan cannot be seen with this key',
      )
      await expect(row(page, 'Trading desk').getByRole('cell').nth(2)).toContainText('no positions')
    })
    await test.step('lists an account without data from main last, as not checked yet', async () => {
      await pushAccounts(page, summariesOf(3).slice(1))
      await expect(rows(page).first()).toContainText('Savings')
      await expect(rows(page).last()).toHaveText(
        /Main\s*Shown\s*Not seen yet\s*Waiting for the first answer/,
      )
    })
    await test.step('updates the age', async () => {
      const asOf = (await page.evaluate(() => Date.now() / 1000)) - 10
      await pushAccounts(page, summariesOf(3, { asOf }))
      const age = row(page, 'Main').getByRole('cell').last()
      await expect(age).toHaveText(/^1\d s ago$/)
      await advance(page, 60_000)
      await expect(age).toHaveText(/^1 min ago$/)
      await expect(age).toHaveAttribute('title', /^2025-11-20 /)
    })
  })

  test('opens an account from its name on this screen, by mouse and by keyboard, unless its row moved under the pointer, and is hidden with a single account', async ({
    open,
  }) => {
    const page = await open(calmAccounts(3))
    await test.step('opens an account', async () => {
      await pushAccounts(page, summariesOf(3))
      await forgetAsked(page)
      await settle(page)
      await panel(page).getByRole('button', { name: 'Show “Savings”' }).click()
      await expect(shownName(page)).toHaveText('Savings')
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      await settle(page)
      await panel(page).getByRole('button', { name: 'Show “Main”' }).focus()
      await page.keyboard.press('Enter')
      await expect(shownName(page)).toHaveText('Main')
      expect(await asked(page, 'profiles/switch')).toEqual([
        { id: 'account-2' },
        { id: aProfile().id },
      ])
    })
    await test.step('ignores a click on a row that moved under the pointer, and keeps the focus on its account', async () => {
      await pushAccounts(page, summariesOf(3))
      await forgetAsked(page)
      await settle(page)
      const savings = panel(page).getByRole('button', { name: 'Show “Savings”' })
      await savings.focus()
      await pushAccounts(
        page,
        summariesOf(3, {}, {}, { level: 'danger', headline: 'Margin call' }).toReversed(),
      )
      await expect(rows(page).first()).toContainText('Trading desk')
      await expect(savings).toBeFocused()
      await page.keyboard.press('Enter')
      expect(await asked(page, 'profiles/switch')).toEqual([])
      await settle(page)
      await page.keyboard.press('Enter')
      expect(await asked(page, 'profiles/switch')).toEqual([{ id: 'account-2' }])
    })
    await test.step('announces nothing when the data of one account moves', async () => {
      await listen(page)
      for (let round = 0; round < 5; round += 1)
        await pushAccounts(
          page,
          summariesOf(
            3,
            { asOf: now + round },
            { headroom: `0.${round}1` },
            { level: 'caution', headline: `Step ${round}` },
          ),
        )
      await advance(page, 12_000)
      expect(await announced(page)).toEqual([])
    })
    await showMain(page)
    const { appState } = calmAccounts(3)
    await page.evaluate(
      (text) => window.fake.push('app-state', JSON.parse(text)),
      JSON.stringify({ ...appState, profiles: appState.profiles.slice(0, 1) }),
    )
    await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  })

  test('scrolls fifty accounts in their own area, by keyboard as well, with the heads visible', async ({
    open,
  }) => {
    const page = await open(mixedAccounts(50))
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
      { width: 700, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      await twoFrames(page)
      await expect(rows(page)).toHaveCount(50)
      const scroller = panel(page).getByRole('region')
      expect((await boxOf(scroller)).height).toBeLessThan(viewport.height * 0.4)
      await scroller.focus()
      await page.keyboard.press('End')
      await expect(rows(page).last()).toBeInViewport()
      await expect(panel(page).getByRole('columnheader').first()).toBeInViewport()
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide).toBe(0)
    }
  })
})

test.describe('danger in an account that is not on screen', () => {
  const inDanger = { level: 'danger', headline: 'LTV has reached margin call', calling: 1 } as const
  const openCalm = (part: Partial<Scene> = {}): Scene => ({ ...calmAccounts(6), ...part })

  test('is announced once if it exists when the window opens, and not on every return, only after it ended and came back', async ({
    open,
  }) => {
    const page = await open(
      openCalm({
        accounts: {
          accounts: summariesOf(6, {}, inDanger, {
            ...inDanger,
            headline: 'SOL_USDT is being liquidated',
          }),
        },
      }),
    )
    await expect(page.getByRole('alert')).toHaveText(
      '“Savings”: LTV has reached margin call. “Trading desk”: SOL_USDT is being liquidated',
    )
    await advance(page, 12_000)
    await expect(page.getByRole('alert')).toHaveText('')
    await pushAccounts(page, summariesOf(6, {}, inDanger))
    await listen(page)
    const show = async (name: string, at: number): Promise<void> => {
      await page.keyboard.press(`Control+Shift+Digit${at}`)
      await expect(shownName(page)).toHaveText(name)
      await advance(page, 1000)
    }
    await show('Savings', 2)
    await show('Main', 1)
    await show('Trading desk', 3)
    const aloud = async (): Promise<string[]> =>
      (await announced(page)).filter((text) => text.includes('margin call'))
    expect(await aloud()).toEqual([])
    await pushAccounts(page, summariesOf(6))
    await pushAccounts(page, summariesOf(6, {}, inDanger))
    await expect.poll(aloud).toEqual(['“Savings”: LTV has reached margin call'])
    await pushAccounts(
      page,
      summariesOf(6, {}, { ...inDanger, headline: 'LTV has reached liquidation' }),
    )
    await expect.poll(() => announced(page)).toContain('“Savings”: LTV has reached liquidation')
  })

  test('includes an account that cannot be seen, takes three rows at most, shows above every screen, links to its Overview, and is announced once as an alert', async ({
    open,
  }) => {
    const page = await open(openCalm())
    await test.step('includes an account that cannot be seen: at once when an alert calls or a key is refused, not while it starts', async () => {
      const unmonitored = {
        level: 'unmonitored',
        headline: 'The exchange cannot be reached',
      } as const
      await pushAccounts(page, summariesOf(6, {}, unmonitored))
      await twoFrames(page)
      await expect(dangers(page)).toHaveCount(0)
      await pushAccounts(
        page,
        summariesOf(
          6,
          {},
          unmonitored,
          { ...unmonitored, keyState: 'rejected' },
          { ...unmonitored, calling: 1 },
        ),
      )
      await expect(dangers(page).getByRole('listitem')).toHaveText([
        /Not monitored\s+“Trading desk”/,
        /Not monitored\s+“Long-term holdings”/,
      ])
      await advance(page, 16_000)
      await expect(dangers(page).getByRole('listitem')).toHaveCount(3)
      await pushAccounts(page, summariesOf(6))
      await expect(dangers(page)).toHaveCount(0)
    })
    await test.step('shows above every screen', async () => {
      await showMain(page)
      await goTo(page, 'Mining')
      await expect(dangers(page)).toHaveCount(0)
      await listen(page)
      await pushAccounts(page, summariesOf(6, {}, inDanger))
      await expect(dangers(page)).toHaveText(
        /^\s*Danger\s+“Savings”:\s+LTV has reached margin call\s+Show\s*$/,
      )
      await expect.poll(() => announced(page)).toEqual(['“Savings”: LTV has reached margin call'])
      await pushAccounts(page, summariesOf(6, {}, { ...inDanger, ltv: '79.2', asOf: now }))
      await goTo(page, 'Positions')
      await advance(page, 2000)
      expect(await announced(page)).toEqual(['“Savings”: LTV has reached margin call'])
      await dangers(page).getByRole('button', { name: 'Show “Savings”' }).click()
      await expect(shownName(page)).toHaveText('Savings')
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      await expect(dangers(page)).toHaveCount(0)
    })
    await test.step('takes three rows at most and counts the others, with a link to all of them', async () => {
      await showMain(page)
      await pushAccounts(
        page,
        summariesOf(6, inDanger, inDanger, inDanger, inDanger, inDanger, inDanger),
      )
      await settle(page)
      await goTo(page, 'Activity')
      await expect(dangers(page).getByRole('listitem')).toHaveCount(3)
      await expect(dangers(page)).not.toContainText('“Main”')
      await dangers(page).getByRole('button', { name: 'and 2 more accounts' }).click()
      await expect(panel(page)).toBeVisible()
    })
    await test.step('has no row for the account on screen, which shows its own', async () => {
      await pushAccounts(page, summariesOf(6, inDanger))
      await pushAlerts(page, alertsOf([anAlert()]))
      await expect(page.getByRole('region', { name: 'Active alerts', exact: true })).toBeVisible()
      await expect(dangers(page)).toHaveCount(0)
    })
    await test.step('keeps the keyboard focus when its row disappears', async () => {
      await pushAlerts(page, alertsOf([]))
      await pushAccounts(page, summariesOf(6, {}, inDanger))
      await dangers(page).getByRole('button', { name: 'Show “Savings”' }).focus()
      await pushAccounts(page, summariesOf(6))
      await expect(page.locator('main')).toBeFocused()
    })
    await test.step('ignores a click that was meant for what was there before', async () => {
      await pushAccounts(page, summariesOf(6, {}, {}, inDanger))
      await forgetAsked(page)
      await settle(page)
      const first = dangers(page).getByRole('button', { name: /^Show/ }).first()
      await expect(first).toHaveAccessibleName('Show “Trading desk”')
      const box = await boxOf(first)
      await pushAccounts(page, summariesOf(6, {}, inDanger, inDanger))
      await expect(first).toHaveAccessibleName('Show “Savings”')
      await page.mouse.click(box.x + 10, box.y + 10)
      expect(await asked(page, 'profiles/switch')).toEqual([])
    })
    await test.step('asks before a form would be lost', async () => {
      await pushAccounts(page, summariesOf(6, {}, inDanger))
      await settle(page)
      await openTab(page, 'Accounts')
      await page.getByRole('button', { name: 'Add an account' }).click()
      await page.getByLabel('Account name').fill('New one')
      await dangers(page).getByRole('button', { name: 'Show “Savings”' }).click()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await expect(shownName(page)).toHaveText('Savings')
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    })
  })
})

test.describe('keys in Settings', () => {
  const list = (page: Page) => page.getByRole('region', { name: 'Your accounts' })
  const keyOf = (page: Page, name: string) =>
    list(page).getByRole('group', { name: `Key of “${name}”` })

  test("shows the state of each account's key on the Overview and in Settings, and what to do about a problem", async ({
    open,
  }) => {
    const page = await open(failingAccounts(5))
    await test.step('on the Overview, greys figures of an account that is not seen', async () => {
      await expect(row(page, 'Savings').getByRole('cell').first()).toHaveText(
        /^\s*Not monitored: The exchange does not accept this key\s+Key rejected\s*$/,
      )
      await expect(row(page, 'Family').getByRole('cell').first()).toContainText('Session key ended')
      const colour = (name: string): Promise<string> =>
        row(page, name)
          .locator('.pnl .amount')
          .first()
          .evaluate((amount) => getComputedStyle(amount).color)
      expect(await colour('Savings')).not.toBe(await colour('Main'))
    })
    await test.step('in Settings', async () => {
      await openTab(page, 'Accounts')
      await expect(list(page).getByRole('listitem')).toContainText([
        '7f3a…c91e · Key accepted',
        '7f3a…c91e · Key rejected',
        '7f3a…c91e · Key locked or missing',
        '7f3a…c91e · Key accepted',
        '7f3a…c91e · Session key ended',
      ])
      await expect(keyOf(page, 'Main')).toHaveCount(0)
      await expect(keyOf(page, 'Savings')).toContainText(
        'The exchange rejects this key. Nothing is monitored. Enter the key again',
      )
      await expect(keyOf(page, 'Trading desk')).toContainText(
        'Key not available in the keychain. Nothing is monitored. Unlock the keychain',
      )
      await expect(keyOf(page, 'Long-term holdings')).toHaveCount(0)
      await expect(keyOf(page, 'Family')).toContainText('The session-only key is gone.')
      await expect(keyOf(page, 'Family').getByRole('button')).toHaveText(['Enter the key again'])
    })
    await test.step('does not block other keys when one is slow, and reports a failure for the right account', async () => {
      await page.evaluate(() => window.fake.hold('profiles/unlock'))
      await page.evaluate(
        (error) => window.fake.answer('profiles/unlock', { ok: false, error }),
        aProblem('keychain-locked', { message: 'Nobody typed the password.' }),
      )
      const first = keyOf(page, 'Trading desk').getByRole('button', { name: 'Unlock' })
      await first.click()
      await expect(first).toHaveAttribute('aria-busy', 'true')
      await keyOf(page, 'Savings').getByRole('button', { name: 'Try this key again' }).click()
      expect(await asked(page, 'profiles/unlock')).toHaveLength(2)
      await page.evaluate(() => window.fake.release('profiles/unlock'))
      const item = (name: string) =>
        list(page)
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: `Rename “${name}”` }) })
      for (const name of ['Savings', 'Trading desk'])
        await expect(item(name)).toContainText('Nobody typed the password.')
      await expect(item('Main')).not.toContainText('Nobody typed the password.')
      await page.evaluate(() => window.fake.answer('profiles/unlock', null))
      await first.click()
      await expect(item('Trading desk')).not.toContainText('Nobody typed the password.')
      await expect(item('Savings')).toContainText('Nobody typed the password.')
    })
    await test.step('unlocks any locked key in place without showing its account, and keeps the focus', async () => {
      await pushAccounts(page, failingAccounts(5).accounts.accounts)
      await forgetAsked(page)
      await keyOf(page, 'Trading desk').getByRole('button', { name: 'Unlock' }).focus()
      await page.keyboard.press('Enter')
      await expect(keyOf(page, 'Trading desk')).toHaveCount(0)
      expect(await asked(page, 'profiles/unlock')).toEqual([{ id: 'account-3' }])
      await expect(shownName(page)).toHaveText('Main')
      await expect(list(page).getByRole('button', { name: 'Show “Trading desk”' })).toBeFocused()
      await keyOf(page, 'Savings').getByRole('button', { name: 'Try this key again' }).click()
      expect(await asked(page, 'profiles/unlock')).toHaveLength(2)
    })
    await test.step('replaces a refused key of an account that is not on screen, for that account', async () => {
      await pushAccounts(page, failingAccounts(5).accounts.accounts)
      await keyOf(page, 'Savings').getByRole('button', { name: 'Enter the key again' }).click()
      await expect(page.getByRole('heading', { name: 'New key for “Savings”' })).toBeVisible()
    })
  })

  test('can unlock keys and show accounts in the demo, but not change them', async ({ open }) => {
    const scene = failingAccounts(3)
    const page = await open({
      ...scenes.demo(),
      appState: { ...scene.appState, demo: demoProfile },
      accounts: scene.accounts,
    })
    await openTab(page, 'Accounts')
    await expect(page.getByText('Your own accounts are monitored meanwhile.')).toBeVisible()
    await expect(list(page).getByRole('button', { name: /^(Rename|Delete|Enter)/ })).toHaveCount(0)
    await keyOf(page, 'Trading desk').getByRole('button', { name: 'Unlock' }).click()
    await expect(keyOf(page, 'Trading desk')).toHaveCount(0)
    await list(page).getByRole('button', { name: 'Show “Main”' }).click()
    await expect(shownName(page)).toHaveText('Main')
  })
})

test("does not apply the snooze of one account's alert to another, and keeps a new name being typed with its account when the list changes above it", async ({
  open,
}) => {
  const page = await open({ ...calmAccounts(3), alerts: alertsOf([anAlert()]) })
  await settle(page)
  const activeAlerts = page.getByRole('region', { name: 'Active alerts', exact: true })
  await activeAlerts.getByRole('button', { name: /^Snooze/ }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await page.evaluate(() => void window.fake.bridge.ask('profiles/switch', { id: 'account-2' }))
  await pushAlerts(page, {
    ...alertsOf([anAlert({ id: 'other', title: 'Another loan' })]),
    profileId: 'account-2',
  })
  await expect(activeAlerts).toContainText('Another loan')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Rename “Trading desk”' }).click()
  await page.getByLabel('New name for “Trading desk”').fill('Desk')
  const scene = calmAccounts(3)
  await page.evaluate(
    (text) => window.fake.push('app-state', JSON.parse(text)),
    JSON.stringify({
      ...scene.appState,
      profiles: scene.appState.profiles.filter(({ name }) => name !== 'Savings'),
    }),
  )
  await expect(page.getByLabel('New name for “Trading desk”')).toHaveValue('Desk')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => asked(page, 'profiles/rename'))
    .toEqual([{ id: 'account-3', name: 'Desk' }])
})

test('REN-17, UX-65 axe finds nothing serious in the list of all accounts, dangers elsewhere and keys', async ({
  open,
}) => {
  let before: Page | undefined
  for (const [name, scene] of [
    ['mixed', mixedAccounts(5)],
    ['failing', failingAccounts(6)],
  ] as const) {
    const page = await open(scene, { ...tall, instead: before })
    before = page
    await settle(page)
    await expectNoSeriousFinding(page, `${name}: Overview`, everyLook)
    await openTab(page, 'Accounts')
    await expectNoSeriousFinding(page, `${name}: Profiles`, ['light', 'dark'])
  }
})
