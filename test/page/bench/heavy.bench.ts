// The page's work for the heaviest account: processor time of its main thread in the longest step
// of each kind.
import type { Page } from '@playwright/test'
import { now } from '../../fixtures/portfolio/accounts.js'
import { scenes, type Scene } from '../../fixtures/portfolio/scenes.js'
import { expectWithinBudget } from '../../support/budget.js'
import { test } from '../page-fixture.js'
import { goTo } from '../screens.js'

/** No task of the page takes longer, in milliseconds (RES-5); a step is at least one task. */
const longestTask = 50

async function openMeter(
  page: Page,
): Promise<(what: string, steps: (() => Promise<unknown>)[], budget?: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  return async (what, steps, budget = longestTask) => {
    const worked: number[] = []
    for (const step of steps) {
      const before = await spent()
      await step()
      worked.push((await spent()) - before)
    }
    expectWithinBudget(what, Math.max(...worked), budget)
  }
}

function follow(page: Page, screen: string) {
  return (): Promise<void> =>
    page.evaluate(async (screen) => {
      document.querySelector<HTMLElement>(`nav a[href="#${screen}"]`)?.click()
      await window.nextFrame()
    }, screen)
}

function scroll(page: Page, list: string, by: number) {
  return (): Promise<void> =>
    page.evaluate(
      async ({ list, by }) => {
        const scroller = document.querySelector(`[aria-label="${list}"]`)
        if (scroller !== null) scroller.scrollTop += by
        await window.nextFrame()
        await window.nextFrame()
      },
      { list, by },
    )
}

/** Another combination of actions and currency. */
function filter(page: Page, at: number) {
  return (): Promise<void> =>
    page.evaluate(async (at) => {
      const boxes = [
        ...document.querySelectorAll<HTMLInputElement>('#flex-filters input[type="checkbox"]'),
      ]
      const currency = document.querySelector<HTMLSelectElement>('#flex-filters select')
      if (at % 5 === 0 && currency !== null) {
        currency.selectedIndex = (at / 5) % currency.options.length
        currency.dispatchEvent(new Event('change', { bubbles: true }))
      } else boxes[at % boxes.length]?.click()
      for (let frame = 0; frame < 60; frame += 1) {
        await window.nextFrame()
        if (document.querySelector('[aria-busy="true"]') === null) break
      }
    }, at)
}

function times(
  count: number,
  step: (at: number) => () => Promise<unknown>,
): (() => Promise<unknown>)[] {
  return Array.from({ length: count }, (_, at) => step(at))
}

test('100,000 records of investments', async ({ open }) => {
  const page = await open(scenes.heavy())
  const expectLight = await openMeter(page)
  await expectLight('opening the list of 100,000 records', [follow(page, 'investments')])
  await expectLight(
    'scrolling as people do',
    times(120, () => scroll(page, 'Investment records', 90)),
  )
  await page.getByRole('button', { name: 'Newest' }).click()
  await expectLight(
    'scrolling from top to bottom',
    times(101, () => scroll(page, 'Investment records', 36_000)),
  )
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expectLight(
    'fifty combinations of filters',
    times(50, (at) => filter(page, at + 1)),
  )
})

test('500 positions', async ({ open }) => {
  const page = await open(scenes.heavy())
  await goTo(page, 'Positions')
  const expectLight = await openMeter(page)
  await expectLight(
    'scrolling 500 positions',
    times(60, () => scroll(page, 'Open positions', 400)),
  )
})

test('300 assets, 500 positions, 1,000 markets and 200 open orders', async ({ open }) => {
  const page = await open(scenes.waiting())
  const expectLight = await openMeter(page)
  const { portfolio, prices, markets } = scenes.heavy()
  // Loaded beforehand, so that only the page's own work is measured.
  await page.evaluate((figures) => Object.assign(window, { figures }), { portfolio, prices })
  await page.evaluate((markets) => window.fake.push('markets', markets), markets)
  const pricesArrive = (asOf: number) => (): Promise<void> =>
    page.evaluate(async (asOf) => {
      const { prices } = (window as unknown as { figures: Scene }).figures
      window.fake.push('prices', { ...prices, tickers: { ...prices.tickers, asOf } })
      await window.nextFrame()
    }, asOf)
  const positionsArrive = (asOf: number) => (): Promise<void> =>
    page.evaluate(async (asOf) => {
      const { portfolio } = (window as unknown as { figures: Scene }).figures
      window.fake.push('portfolio', { ...portfolio, positions: { ...portfolio.positions, asOf } })
      await window.nextFrame()
    }, asOf)
  await pricesArrive(now)()
  // Three tasks of the page at most: the message, the drawing, the frame.
  await expectLight('the Overview with the first figures', [positionsArrive(now)], 150)
  await expectLight(
    'the Overview with newer positions',
    times(20, (at) => positionsArrive(now + at)),
  )
  await expectLight(
    'the Overview with newer prices',
    times(20, (at) => pricesArrive(now + at)),
  )
  await expectLight('opening Positions', [follow(page, 'positions')])
  await expectLight(
    'Positions with newer positions',
    times(20, (at) => positionsArrive(now + 100 + at)),
  )
  await expectLight(
    'Positions with newer prices',
    times(20, (at) => pricesArrive(now + 100 + at)),
  )
  await expectLight('opening Trade', [follow(page, 'trade')])
})
