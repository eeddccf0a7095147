import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { daemonMissing } from '../../support/notification-daemon.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import type { RestartableSimulator } from '../support/connected.js'
import { expect, test, titlesOf } from '../support/watched.js'

test.skip(() => daemonMissing())

// Initial 60, margin call 75, liquidation 85: the early steps are at 65 and 70.
const stepOne = 'USDT loan: LTV has passed early step 1 of 2'
const stepTwo = 'USDT loan: LTV has passed early step 2 of 2'
const marginCall = 'USDT loan: LTV has reached margin call'
const liquidation = 'USDT loan: LTV has reached liquidation'

/** The closest together that Plimsoll looks at one thing, however often it is asked to, in milliseconds. */
const closest = 1050
/** How often it looks at the loan by itself, in seconds. */
const interval = 15

const loanLooks = async (simulator: RestartableSimulator): Promise<number> =>
  (await simulator.calls()).filter(({ path }) => path === '/api/v4/credit-line/loans/info').length

/** Sets the LTV and has it looked at. */
const lookAt = async (page: Page, simulator: RestartableSimulator, currentLtv: string): Promise<void> => {
  await simulator.control('POST', 'loan', { currentLtv })
  const before = await loanLooks(simulator)
  await overviewScreen(page).refresh.click()
  // What stood there may have been as high, and may still stand there: without a look since, it says nothing.
  await expect.poll(() => loanLooks(simulator), { timeout: 20_000 }).toBeGreaterThan(before)
  // Prices move on: the figure is the one set, or a hair beside it.
  const whole = currentLtv.split('.')[0] ?? ''
  await expect(overviewScreen(page).headroom).toContainText(new RegExp(`LTV now\\s+${whole}(\\.|\\D)`), { timeout: 20_000 })
}

test.describe('through ten minutes in which Bitcoin falls by a third and comes back, twelve times as fast', () => {
  test.use({ scene: 'margin-call', speed: 12 })

  test('22, 26, 27 each step up is told once, in words that stand alone, and so is each way back', async ({
    daemon,
    connected,
    simulator,
  }) => {
    test.setTimeout(150_000)
    const { page } = connected
    const ofLoan = (): string[] => titlesOf({ daemon }).filter((title) => title.startsWith('USDT loan'))
    const refreshUntil = async (holds: () => boolean, seconds: number): Promise<void> => {
      const end = Date.now() + seconds * 1000
      while (!holds() && Date.now() < end) {
        await overviewScreen(page).refresh.click()
        await pause(closest)
      }
    }
    await simulator.control('POST', 'reset')
    await refreshUntil(() => ofLoan().includes(marginCall), 45)
    // The scene turns back just before liquidation. Here it does not.
    await simulator.control('POST', 'loan', { currentLtv: '86' })
    await refreshUntil(() => ofLoan().includes(liquidation), 20)
    expect(ofLoan()).toEqual([stepOne, stepTwo, marginCall, liquidation])

    await refreshUntil(() => ofLoan().length >= 8, 45)
    expect(ofLoan().slice(4)).toEqual([
      'USDT loan: LTV is below liquidation again',
      'USDT loan: LTV is below margin call again',
      'USDT loan: LTV is back below early step 2',
      'USDT loan: LTV is back below early step 1',
    ])
    await expect(overviewScreen(page).attention).not.toContainText('USDT loan')

    const heard = daemon.heard()
    console.info(`As the daemon got it:\n${heard.map(({ title, body }) => `  ${title}\n    ${body}`).join('\n')}`)
    // The position on its way is told once of each step, too. That it is out of its margin call is only believed after two minutes.
    expect(titlesOf({ daemon })).toContain('BTC_USDT long is in margin call')
    expect(new Set(titlesOf({ daemon })).size).toBe(heard.length)
    for (const { title, body, urgency, expires } of heard) {
      expect(Buffer.byteLength(title + body)).toBeLessThanOrEqual(200)
      // No figure of the account.
      expect(body).not.toMatch(/\d\.\d|%|35000/)
      const stays = /has reached|is in margin call|is being liquidated/.test(title)
      expect({ title, urgency, expires }).toEqual({ title, urgency: stays ? 2 : expect.any(Number), expires: stays ? 0 : -1 })
    }
    // What was told of the way up is taken back on the way down.
    expect(daemon.withdrawn()).toBeGreaterThanOrEqual(4)
  })
})

test('22, 23 several steps at once are told as the highest, and of 1,000 changes around it, of which 25 or more are looked at, none is', async ({
  daemon,
  connected,
  simulator,
}) => {
  test.setTimeout(150_000)
  const { page } = connected
  await lookAt(page, simulator, '50.5')
  expect(titlesOf({ daemon })).toEqual([])
  await lookAt(page, simulator, '71.2')
  await expect.poll(() => titlesOf({ daemon })).toEqual([stepTwo])

  const before = await loanLooks(simulator)
  const seen = { above: 0, below: 0 }
  let swings = true
  const looking = async (): Promise<void> => {
    while (swings) {
      await overviewScreen(page).refresh.click()
      await pause(closest)
      const shown = await overviewScreen(page).headroom.innerText()
      if (/LTV now\s+71/.test(shown)) seen.above += 1
      if (/LTV now\s+69/.test(shown)) seen.below += 1
    }
  }
  const swinging = async (): Promise<void> => {
    for (let change = 0; change < 1000; change += 1) {
      await simulator.control('POST', 'loan', { currentLtv: change % 2 === 0 ? '69.2' : '71.2' })
      await pause(26)
    }
    swings = false
  }
  await Promise.all([looking(), swinging()])
  const looks = (await loanLooks(simulator)) - before
  console.info(`1,000 changes, ${looks} looks at the loan; seen above the step ${seen.above} times, below it ${seen.below} times`)
  expect(looks).toBeGreaterThanOrEqual(25)
  expect(Math.min(seen.above, seen.below)).toBeGreaterThan(3)
  expect(titlesOf({ daemon })).toEqual([stepTwo])
})

test('27 four times margin call is told one interval and 300 ms after the exchange says so, at most, the last time with the window hidden; a click on it opens Credit line', async ({
  daemon,
  connected,
  simulator,
}) => {
  test.setTimeout(180_000)
  const { app, page } = connected
  const isShown = (): Promise<boolean | undefined> => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  const delays: number[] = []
  const calls = () => daemon.heard().filter(({ title }) => title === marginCall)
  for (const phase of [12, 8, 4, 0.2]) {
    await lookAt(page, simulator, '60.5')
    if (delays.length === 3) await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await pause(phase * 1000)
    await simulator.control('POST', 'loan', { currentLtv: '76.5' })
    const since = Date.now() / 1000
    await expect.poll(() => calls().length, { timeout: 25_000, intervals: [100] }).toBe(delays.length + 1)
    delays.push((calls().at(-1)?.at ?? Number.NaN) - since)
  }
  console.info(`Told after ${delays.map((delay) => delay.toFixed(2)).join(', ')} s, looked at every ${interval} s`)
  expect(Math.max(...delays)).toBeLessThanOrEqual(interval + 0.3)

  expect(await isShown()).toBe(false)
  await daemon.click()
  await expect.poll(isShown).toBe(true)
  await expect(windowScreen(page).heading('Credit line')).toBeVisible()

  await windowScreen(page).go('Settings')
  await settingsScreen(page).open('Alerts')
  await settingsScreen(page).sendTest.click()
  await expect.poll(() => titlesOf({ daemon }).at(-1)).toBe('This is what a notification from Plimsoll looks like')
  await expect(settingsScreen(page).panel).toContainText('The system says it is shown.')
})
