import type { ElectronApplication, Page } from '@playwright/test'
import type { Keyring } from '../../support/keyring.js'
import { stopFor } from '../../support/stopped-processes.js'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { loansScreen } from '../screens/loans-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { actUntilAsked, askMain, timesAsked } from '../support/asking.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { processTree } from '../support/canary.js'
import { connectByHand, type RestartableSimulator } from '../support/connected.js'
import type { Installation, Running } from '../support/plimsoll.js'
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
const rejected = `${notWatched}: the exchange rejects the key`
const noKey = `${notWatched}: key not available in the keychain`
const seenAgain = 'Loan and positions are monitored again'

const loanPath = '/api/v4/credit-line/loans/info'
const closePath = '/api/v4/collateral-account/position/close'
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
      const passUntil = async (holds: () => boolean): Promise<void> => {
        for (let passed = 0; !holds() && passed < 600; passed += 20) {
          await simulator.control('POST', 'advance', { seconds: 20 })
          await look(page, simulator)
        }
      }
      await passUntil(() => steps.every((step) => ofLoan().includes(step)))
      // Only the highest of several steps between two checks is notified, and here 20 seconds can
      // lead from below margin call past the step after it.
      await simulator.control('POST', 'loan', { currentLtv: '76' })
      await look(page, simulator)
      await expect.poll(ofLoan).toEqual([...steps, marginCall])
      // At its lowest point the scene turns back just before liquidation. Here it does not.
      await simulator.control('POST', 'advance', { seconds: 120 })
      await simulator.control('POST', 'loan', { currentLtv: '86' })
      await look(page, simulator)
      await expect.poll(ofLoan).toEqual([...steps, marginCall, liquidation])

      await passUntil(() => ofLoan().length >= 8)
      expect(ofLoan().slice(5, 8)).toEqual([
        'USDT loan: LTV is below liquidation again',
        'USDT loan: LTV is below margin call again',
        'USDT loan: LTV is back below your step of 70\u00a0%',
      ])
      // Several downward steps may lie between two checks: only the highest is notified.
      const { attention } = overviewScreen(page)
      const reached = /USDT loan: LTV has reached (?!your step of 50\u00a0%)/
      for (
        let passed = 0;
        passed < 400 && reached.test(await attention.innerText());
        passed += 20
      ) {
        await simulator.control('POST', 'advance', { seconds: 20 })
        await look(page, simulator)
      }
      await expect(attention).not.toContainText(reached)

      const notices = daemon.notices()
      // The position is notified on the way as well. Leaving margin call is only confirmed after
      // two minutes.
      expect(
        titlesOf(daemon).some((title) => title.startsWith('BTC_USDT long is in margin call')),
      ).toBe(true)
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
      expect(daemon.withdrawn()).toBeGreaterThanOrEqual(4)
    },
  )
})

test('ALR-2, ALR-7 notifies of a margin call that began before the first connection, also after a restart and of the loan that replaces it; another step breaks its acknowledgement', async ({
  daemon,
  installation,
  keyring,
  simulator,
}) => {
  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  const first = await installation.launch({ keyring })
  await connectByHand(first.page, simulator)
  await expect.poll(() => titlesOf(daemon)).toEqual([marginCall])
  expect(daemon.notices()[0]).toMatchObject({
    urgency: 2,
    expires: 0,
    body: expect.stringMatching(
      /^LTV 7\d[.\d]*, liquidation at 85: \d+\.\d\u00a0% headroom\. It was already so at the first check\./,
    ),
  })
  await first.close()

  const { page } = await installation.launch({ keyring })
  await expect.poll(() => titlesOf(daemon)).toEqual([marginCall, marginCall])
  await windowScreen(page).acknowledgeAlert()
  await expect(windowScreen(page).activeAlerts).toHaveCount(0)
  await simulator.control('POST', 'loan', { currentLtv: '78.5' })
  await look(page, simulator)
  const further = `USDT loan: LTV has reached 77.5\u00a0%, 25\u00a0% ${wayToLiquidation}`
  await expect.poll(() => titlesOf(daemon).slice(2)).toEqual([further])
  await expect(windowScreen(page).activeAlerts).toContainText(further)

  await windowScreen(page).acknowledgeAlert()
  await expect(windowScreen(page).activeAlerts).toHaveCount(0)
  await simulator.control('POST', 'loan', { currentLtv: null })
  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  await look(page, simulator)
  await expect.poll(() => titlesOf(daemon).slice(3)).toContain(marginCall)
  await expect(windowScreen(page).activeAlerts).toContainText(marginCall)
})

test('ALR-1 while locked, and after a restart, notifies of a margin call without amounts and takes no order; a click opens Loans after unlocking', async ({
  daemon,
  connected,
  installation,
  keyring,
  simulator,
}) => {
  const passphrase = 'correct horse battery'
  const { app, page } = connected
  const lock = lockScreen(page)
  await noteTray(app)
  await windowScreen(page).go('Settings')
  await lock.setPassphrase(passphrase)
  await page.keyboard.press('Control+KeyL')
  await expect(lock.heading).toBeVisible()
  await expect(lock.main).toContainText(
    '1 account is monitored: LTV, positions and alerts continue.',
  )
  await expect(lock.dangers).toHaveCount(0)

  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  await expect.poll(() => titlesOf(daemon)).toEqual([marginCall])
  expect(daemon.notices()[0]).toMatchObject({
    urgency: 2,
    expires: 0,
    body: expect.stringMatching(/^LTV 7\d[.\d]*, liquidation at 85/),
  })
  await expect(lock.dangers).toHaveText(/1 account is in margin call\s+LTV 7\d/)
  await expect.poll(async () => (await trayShapes(app)).at(-1)).toBe('alarm')
  const shown = await page.content()
  for (const text of ['Harbour', 'USDT', '35000', '35,000']) expect(shown).not.toContain(text)
  for (const channel of ['orders/prepare', 'orders/confirm', 'trading/arm', 'portfolio/read'])
    expect(await askMain(page, channel, null)).toMatchObject({
      ok: false,
      error: { code: 'key-locked', reason: 'LOCKED' },
    })
  await connected.close()

  const again = await installation.launch({ keyring })
  const start = lockScreen(again.page)
  await expect(start.main).toContainText('It starts locked.')
  await expect(start.main).toContainText('1 account is monitored')
  await expect(start.dangers).toContainText('1 account is in margin call')
  await expect.poll(() => titlesOf(daemon)).toEqual([marginCall, marginCall])
  await daemon.click()
  await expect(start.passphrase).toBeFocused()
  await again.page.keyboard.type(passphrase)
  await again.page.keyboard.press('Enter')
  await expect(windowScreen(again.page).heading('Loans')).toBeVisible()
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

test('ALR-8 shows a margin call through a notification service that starts late or was stopped, without blocking main', async ({
  daemon,
  installation,
  keyring,
  simulator,
}) => {
  await daemon.kill()
  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  const { app, page } = await installation.launch({ keyring })
  await connectByHand(page, simulator)
  await expect(windowScreen(page).activeAlerts).toContainText(marginCall)
  const notShown = page.getByRole('region', { name: 'Notifications are not shown' })
  await expect(notShown).toBeVisible()
  expect(titlesOf(daemon)).toEqual([])
  await daemon.start()
  await expect.poll(() => daemon.displayed(), { timeout: 15_000 }).toBe(1)
  expect(titlesOf(daemon)).toEqual([marginCall])
  await expect(notShown).not.toBeVisible()

  daemon.pause()
  await noteStandstill(app)
  await simulator.control('POST', 'loan', { currentLtv: '78.5' })
  await look(page, simulator)
  const further = `USDT loan: LTV has reached 77.5\u00a0%, 25\u00a0% ${wayToLiquidation}`
  await expect(windowScreen(page).activeAlerts).toContainText(further)
  await expect(notShown).toBeVisible()
  // Electron's own notifications block for 22 to 25 seconds here. The duration on an idle computer
  // is not tested.
  expect(await longestStandstill(app)).toBeLessThan(10_000)
  daemon.goOn()
  await expect(notShown).not.toBeVisible()
  await expect.poll(() => titlesOf(daemon).at(-1)).toBe(further)
  await expect.poll(() => daemon.displayed()).toBe(1)
})

test('ALR-6, 23, 27 with the window hidden, notifies of the margin call and not of earlier steps on the first check; a click opens Loans, and two more close a position, once', async ({
  daemon,
  connected,
  simulator,
}) => {
  const { app, page } = connected
  const isShown = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await look(page, simulator)
  expect(titlesOf(daemon)).toEqual([])
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  const before = await timesAsked(simulator, loanPath)
  await simulator.control('POST', 'loan', { currentLtv: '76.5' })
  // Checks that may or may not have seen the change: none, unless one happens at this very moment.
  const between = (await timesAsked(simulator, loanPath)) - before
  await expect.poll(() => titlesOf(daemon)).toEqual([marginCall])
  const notifiedAt = daemon.notices()[0]?.at ?? Number.NaN
  const looks = (await simulator.calls()).filter(({ path }) => path === loanPath).slice(before)
  const untilNotified = looks.filter(({ at }) => at < notifiedAt).length
  expect(untilNotified).toBeGreaterThanOrEqual(1)
  expect(untilNotified).toBeLessThanOrEqual(1 + between)

  expect(await isShown()).toBe(false)
  await daemon.click()
  await expect.poll(isShown).toBe(true)
  await expect(windowScreen(page).heading('Loans')).toBeVisible()

  // Including the click on the notification: three clicks, the system dialogs, and one request.
  const trade = tradeScreen(page)
  await answerBoxes(app, 'yes')
  expect(await askMain(page, 'trading/allow', { allowed: true })).toMatchObject({ ok: true })
  const boxes = (await askedBoxes(app)).length
  await loansScreen(page).closePosition.click()
  await trade.act(/^Close (long|short) /).click()
  await expect(trade.preview).toHaveCount(0)
  await expect.poll(() => timesAsked(simulator, closePath)).toBe(1)
  expect((await askedBoxes(app))[boxes]).toContain('Arm trading')
  await expect(trade.armedBar).toBeVisible()

  await windowScreen(page).go('Settings')
  await settingsScreen(page).open('Alerts')
  await settingsScreen(page).sendTest.click()
  await expect
    .poll(() => titlesOf(daemon).at(-1))
    .toBe('This is what a notification from Plimsoll looks like')
  await expect(settingsScreen(page).panel).toContainText('The system says it is shown.')
})

test('ALR-15 a low margin level: its notification leads to a transfer that is sent once and ends the alert', async ({
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
})

test.describe('near margin call', { tag: '@long' }, () => {
  /** The app, connected, after it has seen a loan near margin call. */
  const launchNear = async (
    installation: Installation,
    keyring: Keyring,
    simulator: RestartableSimulator,
  ): Promise<Running> => {
    await simulator.control('POST', 'loan', { currentLtv: near })
    const launched = await installation.launch({ keyring })
    await connectByHand(launched.page, simulator)
    await look(launched.page, simulator)
    return launched
  }

  const minuteOf = (at: number): string => {
    const when = new Date(at * 1000)
    return [when.getHours(), when.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
  }

  test('notifies once that the server stopped, with the reason and the start, and once that it is back', async ({
    daemon,
    installation,
    keyring,
    simulator,
  }) => {
    const { page } = await launchNear(installation, keyring, simulator)
    const seen = (await simulator.calls()).filter(
      ({ path }) => path === loanPath || path === positionsPath,
    )
    await simulator.stop()
    const stopped = Date.now() / 1000
    await expect.poll(() => titlesOf(daemon), { timeout: 120_000 }).toEqual([notSeen])
    const body = daemon.notices()[0]?.body ?? ''
    expect(body).toMatch(/^Since /)
    // Around midnight the time includes the date. An answer is timed when it is read, and one more
    // check may come before the outage ends.
    const moments = [...seen.flatMap(({ at }) => [at, at + 5]), stopped]
    expect(moments.map(minuteOf)).toContain(/(\d\d:\d\d)\. \S/.exec(body)?.[1])
    await expect(overviewScreen(page).attention).toContainText(notSeen)

    await simulator.restart()
    await simulator.control('POST', 'loan', { currentLtv: near })
    await look(page, simulator)
    await expect.poll(() => titlesOf(daemon)).toEqual([notSeen, seenAgain])
    await expect(overviewScreen(page).attention).not.toContainText(notWatched)
  })

  test('notifies once that a key is refused, with the reason, and that it works once the user has tried again', async ({
    daemon,
    installation,
    keyring,
    simulator,
  }) => {
    const { app, page } = await launchNear(installation, keyring, simulator)
    await noteTray(app)
    await simulator.control('POST', 'fault', { status: 401 })
    await expect.poll(() => titlesOf(daemon), { timeout: 120_000 }).toEqual([rejected])
    await expect(overviewScreen(page).attention).toContainText(rejected)
    await expect.poll(async () => (await trayShapes(app)).at(-1)).toBe('unmonitored')

    await simulator.control('DELETE', 'fault')
    await windowScreen(page).go('Settings')
    await settingsScreen(page).tryKeyAgain.click()
    await expect.poll(() => titlesOf(daemon)).toEqual([rejected, seenAgain])
    await expect.poll(async () => (await trayShapes(app)).at(-1)).not.toBe('unmonitored')
    await windowScreen(page).go('Overview')
    await expect(overviewScreen(page).attention).not.toContainText(notWatched)
  })

  test('notifies once that the keychain is locked at start, with the reason, and that it works once the user has unlocked it', async ({
    daemon,
    installation,
    keyring,
    simulator,
  }) => {
    const first = await launchNear(installation, keyring, simulator)
    await first.close()
    await keyring.lock()
    const { page } = await installation.launch({ keyring })
    await expect.poll(() => titlesOf(daemon), { timeout: 120_000 }).toEqual([noKey])
    await expect(overviewScreen(page).attention).toContainText(noKey)

    await keyring.unlock()
    await windowScreen(page).go('Settings')
    await settingsScreen(page).unlock.click()
    await expect.poll(() => titlesOf(daemon)).toEqual([noKey, seenAgain])
    await windowScreen(page).go('Overview')
    await expect(overviewScreen(page).attention).not.toContainText(notWatched)
  })

  test('checks again by itself after being stopped for longer than that, as in sleep, without an alert', async ({
    daemon,
    installation,
    keyring,
    simulator,
  }) => {
    const { page, pid } = await launchNear(installation, keyring, simulator)
    await stopFor(processTree(pid), tooLong)
    const before = await timesAsked(simulator, loanPath)
    await expect.poll(() => timesAsked(simulator, loanPath)).toBeGreaterThan(before)
    // Everything the first check led to has been notified by the time of the next.
    await look(page, simulator)
    expect(titlesOf(daemon)).toEqual([])
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
