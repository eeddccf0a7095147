import type { Page } from '@playwright/test'
import type { NotificationDaemon } from '../../support/notification-daemon.js'
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
import { expect, test as base } from '../support/watched.js'

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

const test = base.extend<{ quay: RestartableSimulator; pier: RestartableSimulator }>({
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
})

type Pairs = [name: string, figure: string][]

/** Records which account name and first digit of the LTV are on screen together. */
function notePairs(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: Pairs = []
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
}

test('RES-8, UX-48 never shows figures of one account under another’s name in fifty switches', async ({
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
  await notePairs(page)
  for (let turn = 0; turn < 50; turn += 1)
    await page.keyboard.press(`Control+Shift+Digit${1 + ((turn * 7 + (turn % 5)) % 3)}`)
  for (const [place, name] of ['Pier', 'Quay', 'Harbour'].entries()) {
    await page.keyboard.press(`Control+Shift+Digit${3 - place}`)
    await expect(windowScreen(page).status).toContainText(name)
    await expect(overviewScreen(page).headroom).toContainText(`LTV now ${own[name] ?? ''}`)
  }
  const pairs = await page.evaluate(() => Reflect.get(globalThis, 'seenPairs') as Pairs)
  expect(new Set(pairs.map(([name]) => name))).toEqual(new Set(Object.keys(own)))
  expect(pairs.filter(([name, figure]) => own[name] !== figure)).toEqual([])
})

/** A margin call on an account that is not on screen is named, alone, once and in time. */
async function callMarginOf(
  name: string,
  { daemon, simulator }: { daemon: NotificationDaemon; simulator: RestartableSimulator },
): Promise<void> {
  const shown = daemon.notices().length
  const before = await timesAsked(simulator, loanPath)
  await simulator.control('POST', 'loan', { currentLtv: '76.5' })
  // Checks that may or may not have seen the change: none, unless one happens at this very moment.
  const between = (await timesAsked(simulator, loanPath)) - before
  const since = () => daemon.notices().slice(shown)
  await expect
    .poll(() => since().map(({ title }) => title))
    .toEqual([`${name}: USDT loan: LTV has reached margin call`])
  const notifiedAt = since()[0]?.at ?? Number.NaN
  const looks = (await simulator.calls()).filter(({ path }) => path === loanPath).slice(before)
  expect(looks.filter(({ at }) => at < notifiedAt).length).toBeLessThanOrEqual(1 + between)
}

test(
  'RES-8, ALR-7, UX-47 of three accounts, notifies of margin calls by name, also locked, and names what ends monitoring after a kill',
  needs('a keychain from which an entry can be taken', '@needs-electron', '@long'),
  async ({ daemon, connected, installation, keyring, simulator, quay, pier }) => {
    const { page } = connected
    const window = windowScreen(page)
    const lock = lockScreen(page)
    const { line, elsewhere } = accountsScreen(page)
    await connectTwoMore(page, { simulator, quay, pier })
    await expect(line('Quay')).toContainText('All clear')

    await test.step('RES-8, ALR-7 notifies of a margin call on another account by name within its interval, and a click opens its Loans', async () => {
      await callMarginOf('Quay', { daemon, simulator: quay })
      // The window also shows it, with the account's name; the account on screen does not change.
      await expect(elsewhere).toContainText('“Quay”')
      await expect(line('Quay')).toContainText('LTV has reached margin call')
      await expect(window.status).toContainText('Harbour')

      await daemon.click()
      await expect(window.heading('Loans')).toBeVisible()
      await expect(window.status).toContainText('Quay')
      await expect(loansScreen(page).gauge).toHaveAttribute('aria-valuenow', /^76\./)
    })

    await test.step('ALR-7, UX-47 notifies while locked, once its exchange is reachable again; a click opens the account and its Loans after unlocking', async () => {
      await pier.stop()
      await window.go('Overview')
      // Said once its last answers are stale, which takes as long as other expectations may.
      await expect(line('Pier')).toContainText(/reach/i, { timeout: 90_000 })
      await page.keyboard.press('Control+KeyL')
      await expect(lock.heading).toBeVisible()
      await pier.restart()
      await callMarginOf('Pier', { daemon, simulator: pier })
      await daemon.click()
      await expect(lock.heading).toBeVisible()
      expect(await page.content()).not.toContain('Pier')
      await lock.unlock.click()
      await expect(window.heading('Loans')).toBeVisible()
      await expect(window.status).toContainText('Pier')
      await window.go('Overview')
      await accountsScreen(page).show('Harbour')
      await expect(elsewhere).toContainText('“Pier”')
    })

    await test.step('RES-8 names each account that has no key, a refused key or no connection after a kill', async () => {
      const answer = (await askMain(page, 'app-state/read', null)) as {
        value: { profiles: { id: string; name: string }[] }
      }
      const id = answer.value.profiles.find(({ name }) => name === 'Quay')?.id ?? ''
      process.kill(connected.pid, 'SIGKILL')
      await keyring.secretTool(['clear', 'service', 'plimsoll', 'account', id])
      await simulator.control('POST', 'key', { name: 'full', enabled: false })
      await pier.stop()

      const again = (await installation.launch({ keyring })).page
      const accounts = accountsScreen(again)
      await expect(accounts.line('Quay')).toContainText(/key/i)
      await expect(accounts.line('Harbour')).toContainText(/key|rejects|switched off/i)
      await expect(accounts.line('Pier')).toContainText(/reach/i)
      await expect(accounts.switcher).toContainText('Harbour')
      // The last known figures are still there, and the account can be opened.
      await accounts.show('Quay')
      await expect(windowScreen(again).status).toContainText('Key locked or missing')
      await expect(overviewScreen(again).headroom).toContainText('LTV now 7')
      expect(await timesAsked(quay, loanPath)).toBeGreaterThan(0)
    })
  },
)
