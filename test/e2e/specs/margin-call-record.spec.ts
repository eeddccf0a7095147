// A margin call from the first notification to a sent close, on two accounts, recorded second by
// second: what was notified, and what was on screen. The record is attached to the test.
import type { Page, TestInfo } from '@playwright/test'
import type { NotificationDaemon } from '../../support/notification-daemon.js'
import { connectScreen } from '../screens/connect-screen.js'
import { loansScreen } from '../screens/loans-screen.js'
import { lockScreen } from '../screens/lock-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain, timesAsked } from '../support/asking.js'
import { answerBoxes, askedBoxes } from '../support/boxes.js'
import { startRestartableSimulator } from '../support/connected.js'
import { expect, test, titlesOf } from '../support/watched.js'

const closePath = '/api/v4/collateral-account/position/close'
const marginCall = 'USDT loan: LTV has reached margin call'
const further =
  'USDT loan: LTV has reached 77.5\u00a0%, 25\u00a0% of the way from margin call to liquidation'

function inOneLine(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).join(' | ')
}

type Seen = { heading: string; alerts: string; dangers: string; lockState: string }

/** Samples the window every second and notes what is done; ends as lines of text. */
function startRecord(page: Page, daemon: NotificationDaemon) {
  const began = Date.now()
  const lines: { at: number; text: string }[] = []
  const samples: Seen[] = []
  const note = (text: string, at = Date.now()): void => {
    lines.push({ at: at - began, text })
  }
  const sample = async (): Promise<void> => {
    const at = Date.now()
    try {
      const [headings, alerts, dangers, said] = await Promise.all([
        page.getByRole('heading').allInnerTexts(),
        windowScreen(page).activeAlerts.allInnerTexts(),
        lockScreen(page).dangers.allInnerTexts(),
        page.getByRole('main').allInnerTexts(),
      ])
      const isLocked = headings.includes('Plimsoll is locked')
      const seen = {
        heading: headings[0] ?? '',
        alerts: inOneLine(alerts),
        dangers: inOneLine(dangers),
        lockState: isLocked ? inOneLine(said) : '',
      }
      samples.push(seen)
      const parts = [
        seen.heading,
        ...(seen.alerts === '' ? [] : [`banner: ${seen.alerts}`]),
        ...(seen.dangers === '' ? [] : [`in danger: ${seen.dangers}`]),
      ]
      note(`  on screen  ${parts.join(' · ')}`, at)
    } catch {
      // A lock replaces the page's process.
      note('  on screen  (the window is being replaced)', at)
    }
  }
  const every = setInterval(() => void sample(), 1000)
  return {
    note,
    samples,
    sample,
    finish: async (info: TestInfo): Promise<string> => {
      clearInterval(every)
      const notified = daemon.notices().map(({ at, title, body }) => ({
        at: at * 1000 - began,
        text: `NOTIFIED     ${title} – ${body}`,
      }))
      const text = [...lines, ...notified]
        .toSorted((a, b) => a.at - b.at)
        .map((line) => `${(line.at / 1000).toFixed(1).padStart(6)} s  ${line.text}`)
        .join('\n')
      await info.attach('margin-call-second-by-second.txt', {
        body: `${text}\n`,
        contentType: 'text/plain',
      })
      return text
    },
  }
}

test('ALR-1, ALR-2, ALR-5, ALR-6 a margin call on two accounts, locked and acknowledged, recorded second by second up to a close, three clicks after its notification', async ({
  daemon,
  connected: { app, page },
  simulator,
}, info) => {
  const quay = await startRestartableSimulator(['--seed', '8', '--scene', 'calm'])
  await answerBoxes(app, 'yes')
  expect(await askMain(page, 'trading/allow', { allowed: true })).toMatchObject({ ok: true })
  const form = connectScreen(page)
  await windowScreen(page).go('Settings')
  await settingsScreen(page).addAccount.click()
  await form.fill({ address: quay.url, ...quay.key('full'), name: 'Quay' })
  await form.check()
  await form.save()
  await expect(windowScreen(page).status).toContainText('Quay')
  const boxes = (await askedBoxes(app)).length
  await windowScreen(page).go('Overview')
  await expect(overviewScreen(page).assets.first()).toBeVisible()

  const record = startRecord(page, daemon)
  const lock = lockScreen(page)
  let clicks = 0
  const click = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    clicks += 1
    record.note(`CLICK ${clicks}      ${what}`)
    await act()
  }

  record.note('LOCKED       with Ctrl+L')
  await page.keyboard.press('Control+KeyL')
  await expect(lock.main).toContainText('2 accounts are monitored')
  await record.sample()
  record.note('EXCHANGE     LTV of Harbour 76.2')
  await simulator.control('POST', 'loan', { currentLtv: '76.2' })
  await expect.poll(() => titlesOf(daemon)).toEqual([`Harbour: ${marginCall}`])
  await expect(lock.dangers).toContainText('1 account is in margin call')
  await record.sample()
  record.note('EXCHANGE     LTV of Quay 76.6')
  await quay.control('POST', 'loan', { currentLtv: '76.6' })
  await expect
    .poll(() => titlesOf(daemon))
    .toEqual([`Harbour: ${marginCall}`, `Quay: ${marginCall}`])
  await expect(lock.dangers).toContainText('2 accounts are in margin call')
  await record.sample()

  record.note('UNLOCKED')
  await lock.unlock.click()
  await expect(windowScreen(page).activeAlerts).toContainText(marginCall)
  await record.sample()
  record.note('ACKNOWLEDGED on the account on screen')
  await windowScreen(page).acknowledgeAlert()
  await expect(windowScreen(page).activeAlerts).toHaveCount(0)
  await record.sample()
  record.note('EXCHANGE     LTV of Quay 78.5')
  await quay.control('POST', 'loan', { currentLtv: '78.5' })
  await expect.poll(() => titlesOf(daemon).at(-1)).toBe(`Quay: ${further}`)
  await expect(windowScreen(page).activeAlerts).toContainText(further)
  await record.sample()

  const trade = tradeScreen(page)
  // The oldest on the desktop is on top: of the account that is not on screen.
  await click('the notification of Harbour', () => daemon.click())
  await expect(windowScreen(page).heading('Loans')).toBeVisible()
  await expect(windowScreen(page).status).toContainText('Harbour')
  await record.sample()
  await click('Close… beside a position', () => loansScreen(page).closePosition.click())
  await click('confirm in the review', () => trade.act(/^Close (long|short) /).click())
  await expect.poll(() => timesAsked(simulator, closePath)).toBe(1)
  for (const box of (await askedBoxes(app)).slice(boxes)) record.note(`SYSTEM       asked: ${box}`)
  record.note('EXCHANGE     received the close')
  // 33.14: the exchange's answer names no order; its fill is found by the position.
  await expect(trade.main).toContainText(/Filled at [\d,.]+ USDT · [+−-][\d,.]+ USDT, realized PnL/)
  await record.sample()
  // ALR-5: the position is gone because of that close, and nobody is sent to look for a reason.
  await windowScreen(page).go('Activity')
  await expect(trade.main).toContainText('You closed it with your order of ')
  await expect(trade.main).not.toContainText('find out on the exchange why')
  await record.sample()
  const text = await record.finish(info)

  expect(clicks).toBe(3)
  expect((await askedBoxes(app)).slice(boxes)).toEqual([
    expect.stringContaining('Arm trading'),
    // Above the amount from which an order asks a second time.
    expect.stringMatching(/^Close (long|short) /),
  ])
  expect([await timesAsked(simulator, closePath), await timesAsked(quay, closePath)]).toEqual([
    1, 0,
  ])
  expect(titlesOf(daemon)).toEqual([
    `Harbour: ${marginCall}`,
    `Quay: ${marginCall}`,
    `Quay: ${further}`,
  ])
  const locked = record.samples.filter(({ lockState }) => lockState !== '')
  expect(locked.length).toBeGreaterThanOrEqual(3)
  for (const { lockState } of locked) expect(lockState).not.toMatch(/Harbour|Quay|USDT|35,?000/)
  // In the order in which they happened, by the record alone.
  const inOrder = (milestones: readonly string[]): void => {
    const places = milestones.map((one) => text.indexOf(one))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  inOrder([
    'LOCKED',
    `NOTIFIED     Harbour: ${marginCall}`,
    `NOTIFIED     Quay: ${marginCall}`,
    'UNLOCKED',
    'ACKNOWLEDGED',
    `NOTIFIED     Quay: ${further}`,
    'CLICK 1',
    'CLICK 3',
    'received the close',
  ])
  inOrder([
    'LOCKED',
    'in danger: 1 account is in margin call',
    'in danger: 2 accounts are in margin call',
    'UNLOCKED',
  ])
  await quay.stop()
})
