import { callsScreen } from '../screens/calls-screen.js'
import { connectScreen } from '../screens/connect-screen.js'
import { loansScreen } from '../screens/loans-screen.js'
import { demoControls } from '../screens/demo-controls.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { expect, test } from '../support/connected.js'

test(
  'SEC-2 offers exactly two choices on first launch: the demo in one click, and back; then a full connection sends neither key nor secret from main to the page',
  { tag: '@stand-in' },
  async ({ installation, keyring, simulator }) => {
    const { app, page, consoleErrors } = await installation.launch({ keyring })
    const welcome = welcomeScreen(page)
    await expect(welcome.doors).toHaveCount(2)
    await expect(welcome.connect).toBeVisible()
    // Demo controls are absent outside the demo, and their channel is refused.
    await expect(demoControls(page).door).toHaveCount(0)
    expect(await askMain(page, 'demo/act', { act: 'loan', to: 'liquidation' })).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })

    const overview = overviewScreen(page)
    await welcome.demo.click()
    await expect(overview.assets.filter({ hasText: 'USDT' }).first()).toBeVisible()
    await expect(overview.risk).toContainText(/\d+ positions/)
    await expect(overview.headroom).toContainText('before margin call')
    expect(await page.title()).toContain('DEMO')
    await expect(windowScreen(page).status).toContainText('DEMO')

    await page.getByRole('button', { name: 'Leave the demo' }).first().click()
    await expect(welcome.doors).toHaveCount(2)
    expect(consoleErrors).toEqual([])

    await test.step('SEC-2 sends neither key nor secret from main to the page during a full connection', async () => {
      const key = simulator.key('full')
      await app.evaluate(({ BrowserWindow, ipcMain }) => {
        const frames: string[] = []
        Reflect.set(globalThis, 'bridgeFrames', frames)
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) return
        const send = contents.send.bind(contents)
        contents.send = (channel, ...words) => {
          frames.push(JSON.stringify([channel, words]))
          send(channel, ...words)
        }
        const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<
          string,
          (...words: unknown[]) => Promise<unknown>
        >
        for (const [channel, handle] of handlers) {
          handlers.set(channel, async (...words) => {
            const reply = await handle(...words)
            frames.push(JSON.stringify([channel, reply]))
            return reply
          })
        }
      })
      const form = connectScreen(page)
      await welcome.connect.click()
      await form.fill({ address: simulator.url, ...key, name: 'Harbour' })
      await form.check()
      await form.save()
      await expect(overview.assets.first()).toBeVisible()
      for (const name of ['Positions', 'Loans', 'Activity', 'Settings', 'Overview'] as const)
        await windowScreen(page).go(name)
      await windowScreen(page).go('Activity')
      await callsScreen(page).open('Calls')
      await callsScreen(page).openNewest('main-account/balance')
      await expect(callsScreen(page).details).toContainText('X-TXC-SIGNATURE')
      const frames = await app.evaluate((): string[] => Reflect.get(globalThis, 'bridgeFrames'))
      expect(frames.length).toBeGreaterThan(8)
      expect(frames.some((frame) => frame.includes('calls/detail'))).toBe(true)
      expect(frames.some((frame) => frame.includes('connect/check'))).toBe(true)
      expect(
        frames.filter((frame) => frame.includes(key.apiSecret) || frame.includes(key.apiKey)),
      ).toEqual([])
    })
  },
)

test('opens the demo account with --demo, with moving figures on every screen', async ({
  demo,
}) => {
  const { page } = demo
  const window = windowScreen(page)
  await expect(window.heading('Overview')).toBeVisible()
  await expect(window.links).toHaveText([
    /Overview/,
    /Positions/,
    /Trade/,
    /Investments/,
    /Loans/,
    /Mining/,
    /Activity/,
    /Settings/,
  ])
  const { risk } = overviewScreen(page)
  await expect(risk).toContainText('USDT')
  const first = await risk.innerText()
  await expect.poll(() => risk.innerText()).not.toBe(first)

  await window.go('Positions')
  await expect(positionsScreen(page).row('BTC_USDT')).toContainText(/Long|Short/)

  await window.go('Loans')
  await expect(loansScreen(page).gauge).toHaveAttribute('aria-valuetext', /margin call/)
  await expect(loansScreen(page).loan).toContainText('Liquidation LTV')
})
