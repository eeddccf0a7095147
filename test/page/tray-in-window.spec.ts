// The tray is an extra: users without one lose nothing. What main writes into its menu is looked up
// in the window of the same account.
import type { AccountFacts } from '../../src/main/accounts/account-status.js'
import { reportOf } from '../../src/main/accounts/account-status.js'
import { menuView } from '../../src/main/desktop/menu.js'
import { trayView } from '../../src/main/desktop/tray.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, screenNames } from './screens.js'

function trayOf({ appState, portfolio, alerts }: Scene) {
  const [profile] = appState.profiles
  if (profile === undefined) throw new Error('the scene has an account')
  const facts: AccountFacts = {
    profile,
    key: { state: 'accepted', problem: null },
    portfolio,
    alerts,
    worth: null,
  }
  return trayView([reportOf(facts, now).status])
}

/** The same in the window's words, where those differ. */
const inWindow: Readonly<Record<string, string>> = {
  'All clear.': 'All clear',
  'No headroom: margin call is reached': 'Past margin call',
}

for (const state of ['ordinary', 'marginCall', 'onlySpecified'] as const) {
  test(`UX-49 shows every line of the tray in the window: ${state}`, async ({ open }) => {
    const scene = scenes[state]()
    const lines = trayOf(scene).items.flatMap(({ label, enabled }) =>
      enabled === false && label !== undefined ? [label] : [],
    )
    expect(lines.length).toBeGreaterThan(6)
    const page = await open(scene)
    const shown: string[] = []
    for (const screen of screenNames) {
      await goTo(page, screen)
      // The tray shows the main balance, which may be one of several here.
      const main = page
        .getByRole('group', { name: 'Which balance' })
        .getByRole('button', { name: 'Main' })
      if (screen === 'Overview' && (await main.count()) > 0) await main.click()
      shown.push((await page.locator('body').innerText()).replaceAll(/\s+/g, ' '))
    }
    const window = shown.join(' ')
    for (const line of lines) {
      // Ages grow, and the tray shortens long text; headroom is worded differently in each place.
      if (/^Checked |^and \d+ more/.test(line)) continue
      const figures = line.match(/\d[\d.]*/g) ?? []
      for (const figure of figures) expect(window, line).toContain(figure)
      if (figures.length === 0) expect(window).toContain(inWindow[line] ?? line)
    }
    expect(window).toMatch(/Data \d+ s ago/)
  })
}

test('UX-49 offers every action of the tray in the window and its menu', async ({ open }) => {
  const acts = trayOf(scenes.ordinary()).items.flatMap(({ act }) =>
    act === undefined || act === 'open' ? [] : [act],
  )
  const inMenu = JSON.stringify(
    menuView({ platform: 'linux', packaged: true, name: 'Plimsoll', privacy: 'shown' }),
  )
  for (const act of acts) expect(inMenu).toContain(JSON.stringify({ act }).slice(1, -1))
  const page = await open(scenes.twoProfiles())
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  expect(await asked(page, 'portfolio/refresh')).toHaveLength(1)
  await page.getByRole('button', { name: 'Account: Main' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(2)
})
