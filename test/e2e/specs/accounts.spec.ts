import type { Page } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.js'
import { connectScreen } from '../screens/connect-screen.js'
import { loansScreen } from '../screens/loans-screen.js'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain, timesAsked } from '../support/asking.js'
import { type RestartableSimulator, startRestartableSimulator } from '../support/connected.js'
import { needs } from '../support/needs.js'
import { expect, test as base, titlesOf } from '../support/watched.js'

const loanPath = '/api/v4/credit-line/loans/info'

/** Connects another account, which is then on screen. */
async function connectAnother(
  page: Page,
  simulator: RestartableSimulator,
  name: string,
): Promise<void> {
  const form = connectScreen(page)
  await windowScreen(page).go('Settings')
  await settingsScreen(page).addAccount.click()
  await form.fill({ address: simulator.url, ...simulator.key('full'), name })
  await form.check()
  await form.save()
  await expect(windowScreen(page).status).toContainText(name)
}

type Simulators = {
  simulator: RestartableSimulator
  quay: RestartableSimulator
  pier: RestartableSimulator
}

/**
 * Connects two more accounts beside “Harbour”, each on its own simulator; “Harbour” is on screen.
 */
async function connectTwoMore(page: Page, { simulator, quay, pier }: Simulators): Promise<void> {
  await simulator.control('POST', 'loan', { currentLtv: '23' })
  await connectAnother(page, quay, 'Quay')
  await connectAnother(page, pier, 'Pier')
  await windowScreen(page).go('Overview')
  await accountsScreen(page).show('Harbour')
  await expect(windowScreen(page).status).toContainText('Harbour')
}

const test = base.extend<{ quay: RestartableSimulator; pier: RestartableSimulator; three: Page }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
  quay: async ({}, use) => {
    const simulator = await startRestartableSimulator(['--seed', '8', '--scene', 'calm'])
    await simulator.control('POST', 'loan', { currentLtv: '31' })
    await use(simulator)
    await simulator.stop()
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  pier: async ({}, use) => {
    const simulator = await startRestartableSimulator(['--seed', '9', '--scene', 'calm'])
    await simulator.control('POST', 'loan', { currentLtv: '42' })
    await use(simulator)
    await simulator.stop()
  },
  three: async ({ connected, simulator, quay, pier }, use) => {
    await connectTwoMore(connected.page, { simulator, quay, pier })
    await use(connected.page)
  },
})

test('RES-8, ALR-7 notifies of a margin call on another account by name within its interval or once its exchange is reached again, and a click opens its Loans', async ({
  daemon,
  three: page,
  quay,
  pier,
}) => {
  const window = windowScreen(page)
  const { line, elsewhere } = accountsScreen(page)
  await expect(line('Quay')).toContainText('All clear')
  const before = await timesAsked(quay, loanPath)
  await quay.control('POST', 'loan', { currentLtv: '76.5' })
  // Checks that may or may not have seen the change: none, unless one happens at this very moment.
  const between = (await timesAsked(quay, loanPath)) - before
  await expect
    .poll(() => titlesOf(daemon))
    .toEqual(['Quay: USDT loan: LTV has reached margin call'])
  const notifiedAt = daemon.notices()[0]?.at ?? Number.NaN
  const looks = (await quay.calls()).filter(({ path }) => path === loanPath).slice(before)
  expect(looks.filter(({ at }) => at < notifiedAt).length).toBeLessThanOrEqual(1 + between)
  // The window also shows it, with the account's name; the account on screen does not change.
  await expect(elsewhere).toContainText('“Quay”')
  await expect(line('Quay')).toContainText('LTV has reached margin call')
  await expect(window.status).toContainText('Harbour')

  await daemon.click()
  await expect(window.heading('Loans')).toBeVisible()
  await expect(window.status).toContainText('Quay')
  await expect(loansScreen(page).gauge).toHaveAttribute('aria-valuenow', /^76\./)

  await pier.stop()
  await window.go('Overview')
  await expect(line('Pier')).toContainText(/reach/i)
  await pier.restart()
  await pier.control('POST', 'loan', { currentLtv: '76.5' })
  await expect
    .poll(() => titlesOf(daemon))
    .toContain('Pier: USDT loan: LTV has reached margin call')
  await expect(elsewhere).toContainText('“Pier”')
  await expect(window.status).toContainText('Quay')
})

test('UX-47 opens the account and screen of a warning that was clicked while locked, after unlocking', async ({
  daemon,
  three: page,
  quay,
}) => {
  const window = windowScreen(page)
  const lock = lockScreen(page)
  await quay.control('POST', 'loan', { currentLtv: '76.5' })
  await expect
    .poll(() => titlesOf(daemon))
    .toEqual(['Quay: USDT loan: LTV has reached margin call'])
  await page.keyboard.press('Control+KeyL')
  await expect(lock.heading).toBeVisible()
  await daemon.click()
  await expect(lock.heading).toBeVisible()
  expect(await page.content()).not.toContain('Quay')
  await lock.unlock.click()
  await expect(window.heading('Loans')).toBeVisible()
  await expect(window.status).toContainText('Quay')
})

test(
  'RES-8 names each account that has no key, a refused key or no connection after a kill',
  needs('a keychain from which an entry can be taken', '@needs-electron'),
  async ({ three, connected, installation, keyring, simulator, quay, pier }) => {
    const answer = (await askMain(three, 'app-state/read', null)) as {
      value: { profiles: { id: string; name: string }[] }
    }
    const idOf = (name: string): string =>
      answer.value.profiles.find((profile) => profile.name === name)?.id ?? ''
    process.kill(connected.pid, 'SIGKILL')
    await keyring.secretTool(['clear', 'service', 'plimsoll', 'account', idOf('Quay')])
    await simulator.control('POST', 'key', { name: 'full', enabled: false })
    await pier.stop()

    const { page } = await installation.launch({ keyring })
    const { line, switcher } = accountsScreen(page)
    await expect(line('Quay')).toContainText(/key/i)
    await expect(line('Harbour')).toContainText(/key|rejects|switched off/i)
    await expect(line('Pier')).toContainText(/reach/i)
    await expect(switcher).toContainText('Harbour')
    // The last known figures are still there, and the account can be opened.
    await accountsScreen(page).show('Quay')
    await expect(windowScreen(page).status).toContainText('Key locked or missing')
    await expect(overviewScreen(page).headroom).toContainText('LTV now 3')
    expect(await timesAsked(quay, loanPath)).toBeGreaterThan(0)
  },
)

test("RES-8, UX-48 never shows figures of one account under another's name in fifty switches", async ({
  account: { page },
  simulator,
  quay,
  pier,
}) => {
  await connectTwoMore(page, { simulator, quay, pier })
  // The first digit of each LTV; prices move, and the other digits with them.
  const own: Record<string, string> = { Harbour: '2', Quay: '3', Pier: '4' }
  // One account answers late, so that its answers arrive while another is on screen.
  await quay.control('POST', 'fault', { path: loanPath, delayMs: 700 })
  await page.evaluate(() => {
    const seen: [string, string][] = []
    Reflect.set(globalThis, 'seenPairs', seen)
    const note = (): void => {
      const name = document.querySelector('footer .name')?.textContent ?? ''
      const title = [...document.querySelectorAll('h2')].find(
        (heading) => heading.textContent === 'LTV headroom',
      )
      const figure = title?.closest('section')?.querySelector('dt + dd')?.textContent
      if (figure !== undefined && figure !== null) seen.push([name, figure.slice(0, 1)])
    }
    new MutationObserver(note).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
  })
  for (let turn = 0; turn < 50; turn += 1)
    await page.keyboard.press(`Control+Shift+Digit${1 + ((turn * 7 + (turn % 5)) % 3)}`)
  for (const [place, name] of ['Harbour', 'Quay', 'Pier'].entries()) {
    await page.keyboard.press(`Control+Shift+Digit${place + 1}`)
    await expect(windowScreen(page).status).toContainText(name)
    await expect(overviewScreen(page).headroom).toContainText(`LTV now ${own[name] ?? ''}`)
  }
  const pairs = await page.evaluate(
    () => Reflect.get(globalThis, 'seenPairs') as [string, string][],
  )
  expect(new Set(pairs.map(([name]) => name))).toEqual(new Set(Object.keys(own)))
  expect(pairs.filter(([name, figure]) => own[name] !== figure)).toEqual([])
})
