// 500 positions whose figures change every second for a minute, beside the same screen without
// news. In a browser that optimises, as users have it.
import type { Page } from '@playwright/test'
import { addRow, spreadOf } from '../../../tools/bench/rows.mjs'
import { now } from '../../fixtures/portfolio/accounts.js'
import { scenes, type Scene } from '../../fixtures/portfolio/scenes.js'
import { optimisingBrowser } from '../browser-options.js'
import { expect, test } from '../page-fixture.js'
import { goTo } from '../screens.js'

test.use({ launchOptions: optimisingBrowser })

const rounds = Number(process.env['PLIMSOLL_BENCH_ROUNDS'] ?? 6)
const secondsOfRound = 10
const list = 'Open positions'
const mostShare = 4
const longestTask = 50
const slowestFrame = 17

type Figures = { news: Scene['portfolio'][] }

/** Two versions of the positions, of which all figures differ: made beforehand, like an answer. */
async function prepare(page: Page, { portfolio }: Scene): Promise<void> {
  await page.evaluate((figures) => Object.assign(window, { figures }), {
    news: ['1.25', '-1.25'].map((more) => ({
      ...portfolio,
      positions: {
        ...portfolio.positions,
        value: (portfolio.positions.value ?? []).map((position, at) => ({
          ...position,
          unrealizedPnl: `${more}${at}`,
        })),
      },
    })),
  })
}

/** One second of the page's clock; with newer positions, or without. */
function second(page: Page, at: number, isNews: boolean): Promise<void> {
  return page.evaluate(
    async ({ asOf, isNews }) => {
      const { news } = (window as unknown as { figures: Figures }).figures
      const portfolio = news[asOf % 2]
      if (isNews && portfolio !== undefined)
        window.fake.push('portfolio', {
          ...portfolio,
          positions: { ...portfolio.positions, asOf },
        })
      await window.pageClock.advance(1000)
    },
    { asOf: now + at, isNews },
  )
}

/** Until the second that began then is over. */
function restOfSecond(begun: number): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- what is measured is what happens in real time
  return new Promise((passed) => setTimeout(passed, Math.max(0, begun + 1000 - performance.now())))
}

/** Processor time of the page's main thread, in milliseconds. */
async function openMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** From now on, those over 50 ms: browsers report no others. */
function noteLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const longTasks: number[] = []
    Object.assign(window, { longTasks })
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' })
  })
}

function longestTaskOf(page: Page): Promise<number> {
  return page.evaluate(
    (least) => Math.max(least, ...(window as unknown as { longTasks: number[] }).longTasks),
    longestTask,
  )
}

/** Milliseconds between frames, while the list is scrolled in each of them. */
function scrolledFrames(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    ({ list, milliseconds }) =>
      new Promise<number[]>((done) => {
        const scroller = document.querySelector(`[aria-label="${list}"]`)
        const begun = performance.now()
        const moments: number[] = []
        let by = 24
        const step = (at: number): void => {
          moments.push(at)
          if (performance.now() - begun > milliseconds)
            return done(moments.slice(1).map((one, before) => one - (moments[before] ?? one)))
          if (scroller !== null) {
            const before = scroller.scrollTop
            scroller.scrollTop += by
            if (scroller.scrollTop === before) by = -by
          }
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    { list, milliseconds },
  )
}

function nearestTo(share: number, figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

test('500 positions that change every second for a minute', async ({ open }) => {
  const scene = scenes.heavy()
  const page = await open(scene)
  await goTo(page, 'Positions')
  await prepare(page, scene)
  const spent = await openMeter(page)
  let at = 1
  /** Percent of a core over a round. */
  const pass = async (isNews: boolean): Promise<number> => {
    const before = await spent()
    for (let passed = 0; passed < secondsOfRound; passed += 1, at += 1) {
      const begun = performance.now()
      await second(page, at, isNews)
      await restOfSecond(begun)
    }
    return ((await spent()) - before) / (secondsOfRound * 10)
  }
  // What is compiled once, and what the first figures draw, is not news.
  await pass(true)
  await noteLongTasks(page)
  const shares: { quiet: number; busy: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    shares.push({ quiet: await pass(false), busy: await pass(true) })
  // They did arrive.
  await expect(page.getByRole('main')).toContainText(/1\.25\d/)
  const quiet = spreadOf(shares.map((one) => one.quiet))
  // The quiet turns cost what is measured with, too.
  const beyond = spreadOf(shares.map((one) => one.busy - one.quiet))
  const longest = spreadOf([await longestTaskOf(page)])

  const frames: { quiet: number; busy: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const scroll = async (isNews: boolean): Promise<number> => {
      const scrolled = scrolledFrames(page, 5000)
      for (let passed = 0; passed < 5; passed += 1, at += 1) {
        const begun = performance.now()
        await second(page, at, isNews)
        if (passed < 4) await restOfSecond(begun)
      }
      return nearestTo(0.95, await scrolled)
    }
    frames.push({ quiet: await scroll(false), busy: await scroll(true) })
  }
  const still = spreadOf(frames.map((one) => one.quiet))
  const moving = spreadOf(frames.map((one) => one.busy))
  console.info(JSON.stringify({ shares, longest, frames }))

  const work = '500 positions that change every second'
  const rows = [
    {
      work,
      peer: `no news: ${quiet.median.toFixed(2)} %`,
      unit: '% of a core beyond it',
      most: mostShare,
      measured: beyond,
    },
    {
      work: `${work}: longest task`,
      peer: 'none',
      unit: 'ms',
      most: longestTask,
      measured: longest,
    },
    {
      work: `${work}: 95 of 100 frames while scrolling`,
      peer: `no news: ${still.median.toFixed(1)} ms`,
      unit: 'ms',
      most: slowestFrame,
      measured: moving,
    },
  ]
  for (const { most, ...row } of rows) addRow({ ...row, target: most, bound: 'at most' })
})
