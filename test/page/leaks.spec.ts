import type { CDPSession } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { casesOf } from '../support/seed.js'
import { unoptimisingBrowser } from './browser-options.js'
import { expect, test } from './page-fixture.js'
import { goTo, openConnectForm, setTime, twoFrames } from './screens.js'

test.use({ launchOptions: unoptimisingBrowser })

/**
 * What each push, or each visit to one of the screens, leaves behind has to be more than what may
 * remain of what is collected late.
 */
const pushes = casesOf({ gate: 400, scheduled: 3_000 })
const screenChanges = casesOf({ gate: 96, scheduled: 200 })

type Metrics = { nodes: number; listeners: number; heap: number; objects: number }

/**
 * The number of live objects, including arrays, functions, maps, sets and promises. Wrappers of DOM
 * nodes are left out: the garbage collector drops them at random, and the nodes are counted anyway.
 */
async function alive(session: CDPSession): Promise<number> {
  const objectGroup = 'counted'
  const { result: prototype } = await session.send('Runtime.evaluate', {
    expression: 'Object.prototype',
    objectGroup,
  })
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
    objectGroup,
  })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      const kept = [Node, CSSStyleDeclaration, DOMTokenList, HTMLCollection]
      return this.filter((object) => !kept.some((kind) => object instanceof kind)).length
    }`,
    returnByValue: true,
  })
  await session.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(result.value)
}

async function measure(session: CDPSession): Promise<Metrics> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string): number =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const objects = await alive(session)
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    heap: value('JSHeapUsedSize'),
    objects,
  }
}

test('RES-2 leaks nothing over many pushes and screen changes', async ({ open }) => {
  test.setTimeout(240_000)
  const page = await open(scenes.ordinary())
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await setTime(page, now * 1000)

  const pushAll = (count: number): Promise<void> =>
    page.evaluate(
      async ({ count, views }) => {
        for (let at = 0; at < count; at += 1) {
          const view = views[at % views.length]
          if (view === undefined) return
          window.fake.push('portfolio', structuredClone(view.portfolio))
          window.fake.push('connection', structuredClone(view.connection))
          if (at % 10 === 0) await window.nextFrame()
        }
      },
      {
        count,
        views: [scenes.ordinary(), scenes.marginCall(), scenes.empty(), scenes.ordinary()].map(
          ({ portfolio, connection }) => ({
            portfolio,
            connection,
          }),
        ),
      },
    )
  const walk = (changes: number): Promise<void> =>
    page.evaluate(async (changes) => {
      const links = [...document.querySelectorAll<HTMLElement>('nav a')]
      for (let at = 0; at < changes; at += 1) {
        links[(at + 1) % links.length]?.click()
        await window.nextFrame()
      }
    }, changes)
  const settle = async (): Promise<Metrics> => {
    await goTo(page, 'Settings')
    await goTo(page, 'Overview')
    await page.evaluate((portfolio) => {
      window.fake.push('portfolio', portfolio)
      window.fake.asked.length = 0
    }, scenes.ordinary().portfolio)
    await twoFrames(page)
    let last = await measure(session)
    for (let tries = 0; tries < 10; tries += 1) {
      const next = await measure(session)
      if (
        next.listeners === last.listeners &&
        next.nodes === last.nodes &&
        next.objects === last.objects
      )
        return next
      last = next
    }
    return last
  }

  // Fills what is loaded or cached once.
  await pushAll(300)
  await walk(60)
  // The first measurement itself leaves objects behind, which the second counts.
  const earlier = [await settle(), await settle()]
  const most = (name: keyof Metrics): number => Math.max(...earlier.map((metrics) => metrics[name]))
  await pushAll(pushes / 2)
  await walk(screenChanges)
  await pushAll(pushes / 2)
  // A leak stays, and an object that is collected late goes: up to five measurements. The heap
  // shows what few objects hold: 300 bytes for each push would be a leak.
  let grown: Metrics = { nodes: 0, listeners: 0, heap: 0, objects: 0 }
  for (let tries = 0; tries < 5; tries += 1) {
    const after = await settle()
    grown = {
      nodes: after.nodes - most('nodes'),
      listeners: after.listeners - most('listeners'),
      heap: after.heap - most('heap'),
      objects: after.objects - most('objects'),
    }
    if (grown.nodes <= 10 && grown.listeners <= 0 && grown.objects <= 10 && grown.heap < 1_000_000)
      break
  }
  expect(grown.listeners, 'listeners').toBeLessThanOrEqual(0)
  expect(grown.nodes, 'nodes').toBeLessThanOrEqual(10)
  expect(grown.objects, 'objects').toBeLessThanOrEqual(10)
  expect(grown.heap, 'heap').toBeLessThan(1_000_000)
})

test("IPC-8 unsubscribes a screen's topics when it closes", async ({ open }) => {
  const page = await open(scenes.welcome())
  const listeners = (): Promise<number> => page.evaluate(() => window.fake.listeners())
  const before = await listeners()
  for (let round = 0; round < 3; round += 1) {
    await openConnectForm(page)
    expect(await listeners()).toBe(before + 1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Try the demo' }).waitFor()
    expect(await listeners()).toBe(before)
  }
})
