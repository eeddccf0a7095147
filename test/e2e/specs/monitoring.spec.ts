import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { stopFor } from '../../support/stopped-processes.js'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { actUntilAsked, askMain, timesAsked } from '../support/asking.js'
import { answerBoxes } from '../support/boxes.js'
import { processTree } from '../support/canary.js'
import { connectByHand, type RestartableSimulator } from '../support/connected.js'
import { expect, test, titlesOf } from '../support/watched.js'

// Initial 60, margin call 75, liquidation 85. The scene begins between the early steps at 50 and
// 60.
const steps = ['60', '65', '70'].map(
  (ltv) => `USDT loan: LTV has reached your step of ${ltv}\u00a0%`,
)
const marginCall = 'USDT loan: LTV has reached margin call'
const liquidation = 'USDT loan: LTV has reached liquidation'
const wayToLiquidation = 'of the way from margin call to liquidation'
const notWatched = 'Loan and positions not monitored'
const notSeen = `${notWatched}: the exchange cannot be reached`
const noKey = `${notWatched}: key not available in the keychain`
const seenAgain = 'Loan and positions are monitored again'

const loanPath = '/api/v4/credit-line/loans/info'
const positionsPath = '/api/v4/collateral-account/positions/open'
const summaryPath = '/api/v4/collateral-account/summary'
const transferPath = '/api/v4/main-account/transfer'

/** Close enough to margin call at 75 that thirty seconds without data are too many. */
const near = '72'
const tooLong = 35

/** Records every image set on the tray from now on, by its shape. */
function noteTray(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Tray }) => {
    const shapes: string[] = []
    Reflect.set(globalThis, 'trayShapes', shapes)
    const paint = Tray.prototype.setImage
    Tray.prototype.setImage = function (picture) {
      shapes.push(/(\w+)-\d+\.png$/.exec(String(picture))?.[1] ?? '')
      paint.call(this, picture)
    }
  })
}

function trayShapes(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'trayShapes') as string[])
}

function look(page: Page, simulator: RestartableSimulator): Promise<void> {
  return actUntilAsked(simulator, loanPath, () => overviewScreen(page).refresh.click())
}

test.describe('Bitcoin falls by a third in ten minutes and recovers', () => {
  test.use({ scene: 'margin-call' })

  test(
    '22, 26, 27 notifies each LTV step once, up and down',
    { tag: '@long' },
    async ({ daemon, connected, simulator }) => {
      const { page } = connected
      // The number of steps between two checks is unknown here, and an alert without a reaction
      // repeats.
      const ofLoan = (): string[] => {
        const titles = titlesOf(daemon).filter(
          (title) => title.startsWith('USDT loan') && !title.includes(wayToLiquidation),
        )
        return [...new Set(titles)]
      }
      const reach = async (currentLtv: string): Promise<void> => {
        await simulator.control('POST', 'loan', { currentLtv })
        await look(page, simulator)
      }
      // The price alone leads to the first step, about two minutes after the start.
      await simulator.control('POST', 'advance', { seconds: 95 })
      await look(page, simulator)
      for (let passed = 0; ofLoan().length === 0 && passed < 60; passed += 5) {
        await simulator.control('POST', 'advance', { seconds: 5 })
        await look(page, simulator)
      }
      await expect.poll(ofLoan).toEqual(steps.slice(0, 1))
      for (const [at, currentLtv] of ['66', '71', '76'].entries()) {
        await reach(currentLtv)
        await expect.poll(ofLoan).toEqual([...steps, marginCall].slice(0, at + 2))
      }
      // The lowest price of the scene: the position is in a margin call as well.
      await simulator.control('POST', 'advance', { seconds: 190 })
      await reach('86')
      await expect.poll(ofLoan).toEqual([...steps, marginCall, liquidation])
      await expect
        .poll(() => titlesOf(daemon))
        .toContainEqual(expect.stringMatching(/^BTC_USDT long is in margin call/))

      for (const currentLtv of ['83', '78', '73', '68']) await reach(currentLtv)
      await expect
        .poll(() => ofLoan().slice(5, 8))
        .toEqual([
          'USDT loan: LTV is below liquidation again',
          'USDT loan: LTV is below margin call again',
          'USDT loan: LTV is back below your step of 70\u00a0%',
        ])
      await reach('53')
      const { attention } = overviewScreen(page)
      await expect(attention).not.toContainText(
        /USDT loan: LTV has reached (?!your step of 50\u00a0%)/,
      )

      const notices = daemon.notices()
      const isCritical = (title: string): boolean =>
        /has reached (?!your step)|is in margin call|is being liquidated|^No free margin/.test(
          title,
        )
      const early = titlesOf(daemon).filter((title) => !isCritical(title))
      expect(new Set(early).size).toBe(early.length)
      for (const { title, body, urgency, expires } of notices) {
        expect(Buffer.byteLength(title + body)).toBeLessThanOrEqual(200)
        // LTV and headroom, but no amount.
        expect(body).not.toMatch(/35000|\d USDT/)
        if (title.startsWith('USDT loan: LTV has')) expect(body).toMatch(/^LTV \d/)
        const stays = isCritical(title)
        expect({ title, urgency, expires }).toEqual({
          title,
          urgency: stays ? 2 : expect.any(Number),
          expires: stays ? 0 : -1,
        })
      }
      // The notifications of the way up are withdrawn on the way down.
      await expect.poll(() => daemon.withdrawn()).toBeGreaterThanOrEqual(4)
    },
  )
})

/** The longest time from now on, in milliseconds, in which main did nothing else. */
function noteStandstill(app: ElectronApplication): Promise<void> {
  return app.evaluate(() => {
    const noted = { last: performance.now(), longest: 0 }
    Reflect.set(globalThis, 'standstill', noted)
    setInterval(() => {
      noted.longest = Math.max(noted.longest, performance.now() - noted.last)
      noted.last = performance.now()
    }, 20)
  })
}

function longestStandstill(app: ElectronApplication): Promise<number> {
  return app.evaluate(() => (Reflect.get(globalThis, 'standstill') as { longest: number }).longest)
}

function notShown(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications are not shown' })
}

test('ALR-1, ALR-2, ALR-7, ALR-8 notifies of a margin call that began before the first connection, through a service that starts late, again after a locked restart, and once more at the next step', async ({
  daemon,
  installation,
  keyring,
  simulator,
}) => {
  const passphrase = 'correct horse battery'
  await daemon.kill()
  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  const first = await installation.launch({ keyring })
  await connectByHand(first.page, simulator)

  await test.step('ALR-8 notifies through a service that starts late', async () => {
    const { page } = first
    await expect(windowScreen(page).activeAlerts).toContainText(marginCall)
    await expect(notShown(page)).toBeVisible()
    expect(titlesOf(daemon)).toEqual([])
    await daemon.start()
    await expect.poll(() => daemon.displayed(), { timeout: 15_000 }).toBe(1)
    expect(titlesOf(daemon)).toEqual([marginCall])
    await expect(notShown(page)).not.toBeVisible()
    expect(daemon.notices()[0]).toMatchObject({
      urgency: 2,
      expires: 0,
      body: expect.stringMatching(
        /^LTV 7\d[.\d]*, liquidation at 85: \d+\.\d\u00a0% headroom\. It was already so at the first check\./,
      ),
    })
    await windowScreen(page).go('Settings')
    await lockScreen(page).setPassphrase(passphrase)
    await first.close()
  })

  const { app, page } = await installation.launch({ keyring })
  await test.step('ALR-1 notifies again after a restart, while locked; a click opens Loans after unlocking', async () => {
    const lock = lockScreen(page)
    await expect(lock.main).toContainText('It starts locked.')
    await expect(lock.main).toContainText(
      '1 account is monitored: LTV, positions and alerts continue.',
    )
    await expect(lock.dangers).toHaveText(/1 account is in margin call\s+LTV 7\d/)
    await expect.poll(() => titlesOf(daemon)).toEqual([marginCall, marginCall])
    const shown = await page.content()
    for (const text of ['Harbour', 'USDT', '35000', '35,000']) expect(shown).not.toContain(text)
    for (const channel of ['orders/prepare', 'orders/confirm', 'trading/arm', 'portfolio/read'])
      expect(await askMain(page, channel, null)).toMatchObject({
        ok: false,
        error: { code: 'key-locked', reason: 'LOCKED' },
      })
    await daemon.click()
    await expect(lock.passphrase).toBeFocused()
    await page.keyboard.type(passphrase)
    await page.keyboard.press('Enter')
    await expect(windowScreen(page).heading('Loans')).toBeVisible()
  })

  const { activeAlerts } = windowScreen(page)
  await test.step('ALR-2, ALR-8 notifies of the next step in spite of the acknowledgement, through a stopped service, without blocking main', async () => {
    await windowScreen(page).go('Overview')
    await windowScreen(page).acknowledgeAlert()
    await expect(activeAlerts).toHaveCount(0)
    daemon.pause()
    await noteStandstill(app)
    await simulator.control('POST', 'loan', { currentLtv: '78.5' })
    await look(page, simulator)
    const further = `USDT loan: LTV has reached 77.5\u00a0%, 25\u00a0% ${wayToLiquidation}`
    await expect(activeAlerts).toContainText(further)
    await expect(notShown(page)).toBeVisible()
    // Electron's own notifications block for 22 to 25 seconds here. The duration on an idle
    // computer is not tested.
    expect(await longestStandstill(app)).toBeLessThan(10_000)
    daemon.goOn()
    await expect(notShown(page)).not.toBeVisible()
    // Sent more than once while the service did not answer, and shown once.
    await expect.poll(() => titlesOf(daemon).at(-1)).toBe(further)
    await expect.poll(() => daemon.displayed()).toBe(1)
  })

  await test.step('ALR-7 notifies of the loan that replaces it', async () => {
    await windowScreen(page).acknowledgeAlert()
    await expect(activeAlerts).toHaveCount(0)
    const before = titlesOf(daemon).length
    await simulator.control('POST', 'loan', { currentLtv: null })
    await simulator.control('POST', 'loan', { currentLtv: '76.2' })
    await look(page, simulator)
    await expect.poll(() => titlesOf(daemon).slice(before)).toContain(marginCall)
    await expect(activeAlerts).toContainText(marginCall)
  })
})

test('ALR-15, 23, 27 a low margin level: its notification leads to a transfer that is sent once and ends the alert; a margin call is notified with the window hidden', async ({
  daemon,
  connected,
  simulator,
}) => {
  const { app, page } = connected
  await answerBoxes(app, 'yes')
  expect(await askMain(page, 'trading/allow', { allowed: true })).toMatchObject({ ok: true })
  // A step that the first answer is already past is not notified: that answer has been evaluated by
  // the time of the next request.
  await expect.poll(() => timesAsked(simulator, summaryPath)).toBeGreaterThan(0)
  await actUntilAsked(simulator, summaryPath, () => overviewScreen(page).refresh.click())
  expect(titlesOf(daemon)).toEqual([])

  // Twice the margin for the same positions: from 213 % to half of that.
  await simulator.control('POST', 'account', { leverage: '5' })
  const low = 'Margin level has fallen to 120\u00a0%'
  await expect.poll(() => titlesOf(daemon)).toEqual([low])
  const { activeAlerts } = windowScreen(page)
  await expect(activeAlerts).toContainText(low)
  await windowScreen(page).go('Positions')
  await daemon.click()
  const sheet = page.getByRole('dialog', { name: 'What you can do about the margin level' })
  await expect(sheet).toContainText('At 204 % the alert at 200 % is over.')
  await sheet.getByRole('button', { name: 'Other' }).click()
  await sheet.getByRole('textbox', { name: 'Margin level to reach' }).fill('230')
  await sheet
    .getByRole('button', { name: /^Review: Move .* USDT from Main to Collateral$/ })
    .click()

  const trade = tradeScreen(page)
  await expect(trade.preview).toContainText('Harbour')
  expect(await timesAsked(simulator, transferPath)).toBe(0)
  await trade.act(/^Move .* USDT from Main to Collateral$/).dblclick()
  await expect(trade.main).toContainText('The exchange moved it.')
  await expect.poll(() => titlesOf(daemon)).toEqual([low, 'Margin level is above 120\u00a0% again'])
  await expect(activeAlerts).toHaveCount(0)
  expect(await timesAsked(simulator, transferPath)).toBe(1)

  await test.step('23, 27 with the window hidden, notifies of the margin call and not of earlier steps on the first check; a click opens Loans', async () => {
    await daemon.clear()
    const isShown = (): Promise<boolean | undefined> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    const titles = titlesOf(daemon).length
    const since = () => daemon.notices().slice(titles)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const before = await timesAsked(simulator, loanPath)
    await simulator.control('POST', 'loan', { currentLtv: '76.5' })
    // Checks that may or may not have seen the change: none, unless one happens at this very
    // moment.
    const between = (await timesAsked(simulator, loanPath)) - before
    await expect.poll(() => since().map(({ title }) => title)).toEqual([marginCall])
    const notifiedAt = since()[0]?.at ?? Number.NaN
    const looks = (await simulator.calls()).filter(({ path }) => path === loanPath).slice(before)
    const untilNotified = looks.filter(({ at }) => at < notifiedAt).length
    expect(untilNotified).toBeGreaterThanOrEqual(1)
    expect(untilNotified).toBeLessThanOrEqual(1 + between)

    expect(await isShown()).toBe(false)
    await daemon.click()
    await expect.poll(isShown).toBe(true)
    await expect(windowScreen(page).heading('Loans')).toBeVisible()
  })

  await test.step('shows a test notification and the system’s response', async () => {
    await windowScreen(page).go('Settings')
    await settingsScreen(page).open('Alerts')
    await settingsScreen(page).sendTest.click()
    await expect
      .poll(() => titlesOf(daemon).at(-1))
      .toBe('This is what a notification from Plimsoll looks like')
    await expect(settingsScreen(page).panel).toContainText('The system says it is shown.')
  })
})

test('NET-7b refuses an answer of 250,000 members, keeps the figures it would have replaced, and carries on', async ({
  account: { page },
  simulator,
}) => {
  const main = page.getByRole('main')
  await windowScreen(page).go('Positions')
  await expect(main).toContainText('ETH_USDT')
  await simulator.control('POST', 'fault', {
    path: positionsPath,
    body: Array.from({ length: 250_000 }, () => ({})),
  })
  await expect(main).toContainText('The answer could not be understood')
  await expect(main).toContainText('ETH_USDT')
  await simulator.control('DELETE', 'fault')
  await expect(main).not.toContainText('The answer could not be understood')
})

function minuteOf(at: number): string {
  const when = new Date(at * 1000)
  return [when.getHours(), when.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

test(
  'near margin call, notifies once when monitoring ends, with the reason (a locked keychain at start, then a stopped server), and once when it resumes; sleep does not end it',
  { tag: '@long' },
  async ({ daemon, installation, keyring, simulator }) => {
    test.slow()
    await simulator.control('POST', 'loan', { currentLtv: near })
    const first = await installation.launch({ keyring })
    await connectByHand(first.page, simulator)
    await look(first.page, simulator)

    await test.step('checks again by itself after being stopped for longer than that, as in sleep, without an alert', async () => {
      await stopFor(processTree(first.pid), tooLong)
      const before = await timesAsked(simulator, loanPath)
      await expect.poll(() => timesAsked(simulator, loanPath)).toBeGreaterThan(before)
      // Everything the first check led to has been notified by the time of the next.
      await look(first.page, simulator)
      expect(titlesOf(daemon)).toEqual([])
      await first.close()
    })

    await keyring.lock()
    const { app, page } = await installation.launch({ keyring })
    const { attention } = overviewScreen(page)
    await test.step('the keychain is locked at start, until the user has unlocked it', async () => {
      await expect.poll(() => titlesOf(daemon), { timeout: 120_000 }).toEqual([noKey])
      await expect(attention).toContainText(noKey)
      await noteTray(app)
      await keyring.unlock()
      await windowScreen(page).go('Settings')
      await settingsScreen(page).unlock.click()
      await expect.poll(() => titlesOf(daemon)).toEqual([noKey, seenAgain])
      await windowScreen(page).go('Overview')
      await expect(attention).not.toContainText(notWatched)
      await look(page, simulator)
    })

    await test.step('the server stops and returns', async () => {
      const seen = (await simulator.calls()).filter(
        ({ path }) => path === loanPath || path === positionsPath,
      )
      await simulator.stop()
      const stopped = Date.now() / 1000
      await expect.poll(() => titlesOf(daemon).slice(2), { timeout: 120_000 }).toEqual([notSeen])
      const body = daemon.notices().at(-1)?.body ?? ''
      expect(body).toMatch(/^Since /)
      // Around midnight the time includes the date. An answer is timed when it is read, and one
      // more check may come before the outage ends.
      const moments = [...seen.flatMap(({ at }) => [at, at + 5]), stopped]
      expect(moments.map(minuteOf)).toContain(/(\d\d:\d\d)\. \S/.exec(body)?.[1])
      await expect(attention).toContainText(notSeen)
      await expect.poll(async () => (await trayShapes(app)).at(-1)).toBe('unmonitored')

      await simulator.restart()
      await simulator.control('POST', 'loan', { currentLtv: near })
      await look(page, simulator)
      await expect.poll(() => titlesOf(daemon).slice(2)).toEqual([notSeen, seenAgain])
      await expect(attention).not.toContainText(notWatched)
      await expect.poll(async () => (await trayShapes(app)).at(-1)).not.toBe('unmonitored')
    })
  },
)
