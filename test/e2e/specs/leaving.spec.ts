// Quitting while something is open at the exchange that nobody will watch.
import type { ElectronApplication, Page } from '@playwright/test'
import type { PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { windowScreen } from '../screens/window-screen.js'
import { askMain } from '../support/asking.js'
import { answerLeaving, askedLeaving } from '../support/boxes.js'
import { expect, test } from '../support/connected.js'
import { needs } from '../support/needs.js'

/** Whether positions and the lists of orders were read in this run. */
async function sourcesOf(page: Page): Promise<string[]> {
  const { value } = (await askMain(page, 'portfolio/read', null)) as { value: PortfolioView }
  return [value.positions, value.openOrders, value.conditionalOrders].map(({ source }) => source)
}

/** As a user does; `app.quit()` alone is what a signal does. */
function quit(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Menu }) => {
    const items =
      Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    const item = items.find(({ label }) => label.startsWith('Quit'))
    if (item === undefined) throw new Error('no Quit in the menu')
    item.click()
  })
}

test(
  'UX-76 quitting says once what is left unwatched, leads to the positions, and does not ask again if nothing changed; a signal ends Plimsoll without a question, even while one is open',
  needs('a real quit, and a signal', '@needs-electron'),
  async ({ installation, keyring, connected: { app, page } }) => {
    await expect.poll(() => sourcesOf(page)).toEqual(['live', 'live', 'live'])
    await answerLeaving(app, 0)
    await quit(app)
    await expect.poll(() => askedLeaving(app)).toHaveLength(1)
    const [box] = await askedLeaving(app)
    expect(box?.detail).toMatch(/Harbour: \d+ positions? without a stop loss/)
    expect(box?.buttons).toEqual(['Show positions', 'Quit anyway'])
    await expect(windowScreen(page).heading('Positions')).toBeVisible()
    await expect(windowScreen(page).status).toContainText('Online')

    await test.step('a signal ends it while the question is open', async () => {
      await app.evaluate(({ dialog }) => {
        Reflect.set(globalThis, 'opened', 0)
        dialog.showMessageBox = () => {
          Reflect.set(globalThis, 'opened', Number(Reflect.get(globalThis, 'opened')) + 1)
          return new Promise(() => undefined)
        }
      })
      await quit(app)
      await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened'))).toBe(1)
      const gone = app.waitForEvent('close')
      const running = app.process()
      running.kill('SIGTERM')
      await gone
      await expect.poll(() => running.exitCode).toBe(0)
    })

    await test.step('it quits, and does not ask again if nothing changed', async () => {
      // Every app starts so that it quits when it is asked.
      for (const asks of [true, false]) {
        const next = await installation.launch({ keyring })
        await expect.poll(() => sourcesOf(next.page)).toEqual(['live', 'live', 'live'])
        // If it were asked again, it would stay.
        if (!asks) await answerLeaving(next.app, 0)
        const over = next.app.waitForEvent('close')
        await quit(next.app).catch(() => undefined)
        await over
      }
    })
  },
)
