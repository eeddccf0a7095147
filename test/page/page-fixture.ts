// Opens the shipped page on a scripted bridge, in a Chromium without network access.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  test as base,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from '@playwright/test'
import type { Channel } from '../../src/shared/contract.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import '../support/every-language.js'
import { startPageServer, type PageServer } from './page-server.js'

export type OpenOptions = Pick<
  BrowserContextOptions,
  | 'viewport'
  | 'userAgent'
  | 'colorScheme'
  | 'forcedColors'
  | 'reducedMotion'
  | 'deviceScaleFactor'
  | 'locale'
> & {
  /** Answers held from the first request on, until they are released. */
  held?: readonly Channel[]
  /** The page of the mini window instead of the main one's. */
  mini?: boolean
  /** A page this test needs no longer: it shows the scene instead, which opens faster. */
  instead?: Page | undefined
}

export type OpenPage = (scene: Scene, options?: OpenOptions) => Promise<Page>

/** Requests of this test's pages for anything but the page's own files. */
export const strayRequests = new WeakMap<Page, string[]>()
export const pageErrors = new WeakMap<Page, string[]>()

/** What an open page can be changed to; anything else needs its own context. */
const changeable: readonly string[] = [
  'viewport',
  'colorScheme',
  'forcedColors',
  'reducedMotion',
] satisfies (keyof OpenOptions)[]
const usual = {
  viewport: { width: 1024, height: 700 },
  colorScheme: 'light',
  forcedColors: 'none',
  reducedMotion: 'reduce',
} as const

/**
 * A page that has shown the document before opens it in a third of the time: its scripts are
 * compiled.
 */
type Shelf = {
  take(): Promise<Page>
  putBack(page: Page): Promise<void>
  close(): Promise<void>
}

/** How many wait for the next test. */
const mostWaiting = 4

async function newPage(
  browser: Browser,
  { origin }: PageServer,
  options: Omit<OpenOptions, 'held' | 'instead' | 'mini'>,
): Promise<Page> {
  const context = await browser.newContext({
    ...usual,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    proxy: { server: origin },
    ...options,
  })
  return context.newPage()
}

function createShelf(browser: Browser, server: PageServer): Shelf {
  const waiting: Page[] = []
  return {
    take: async () => waiting.pop() ?? (await newPage(browser, server, {})),
    putBack: async (page) => {
      const alone = !page.isClosed() && page.context().pages().length === 1
      if (!alone || waiting.length >= mostWaiting) await page.context().close()
      else waiting.push(page)
    },
    close: async () => {
      for (const page of waiting) await page.context().close()
    },
  }
}

/** @returns a function that stops listening to the page */
function noteErrors(page: Page): () => void {
  const errors: string[] = []
  pageErrors.set(page, errors)
  const onError = (error: Error): void => void errors.push(String(error))
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') errors.push(message.text())
  }
  page.on('pageerror', onError)
  page.on('console', onConsole)
  return () => {
    page.off('pageerror', onError)
    page.off('console', onConsole)
  }
}

const assets = join(import.meta.dirname, '../../out/renderer/assets')

/**
 * What the page loads after its figures, so that no test is ahead of it. The page asks for it once
 * it is idle, in its turn before this.
 */
async function loadLaterParts(page: Page): Promise<void> {
  const [script] = readdirSync(assets).filter((name) => name.startsWith('later-parts-'))
  await page.evaluate(
    `import('/assets/${script}').then(() => new Promise((done) => requestIdleCallback(done)))`,
  )
}

type Opened = { page: Page; shelved: boolean; leave: (() => Promise<void> | void)[] }

async function release({ page, leave }: Opened): Promise<void> {
  for (const step of leave.splice(0)) if (!page.isClosed()) await step()
}

async function load(
  { page, leave }: Opened,
  { origin }: PageServer,
  scene: Scene,
  { held = [], mini = false }: Pick<OpenOptions, 'held' | 'mini'>,
): Promise<void> {
  leave.push(noteErrors(page))
  const script = await page.addInitScript({
    content: `window.fakeScene = ${JSON.stringify(scene)}; window.fakeHeld = ${JSON.stringify(held)}`,
  })
  leave.push(() => script.dispose())
  // A page is used again, and a route of this test must not hold what the next one loads.
  leave.push(() => page.unrouteAll())
  await page.goto(`${origin}/${mini ? 'mini' : 'index'}.html`)
  await page.locator('main').waitFor()
  if (!mini) await loadLaterParts(page)
  // New elements ignore clicks for a moment.
  await page.evaluate((by) => window.pageClock.advance(by), 1000)
}

export const test = base.extend<{ open: OpenPage }, { server: PageServer; shelf: Shelf }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter list to learn what a fixture needs
    async ({}, use) => {
      const server = await startPageServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  shelf: [
    async ({ browser, server }, use) => {
      const shelf = createShelf(browser, server)
      await use(shelf)
      await shelf.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, server, shelf }, use) => {
    const opened: Opened[] = []
    const stray: string[] = []
    server.noteStray(stray)
    const openNew = async (
      options: Omit<OpenOptions, 'held' | 'instead' | 'mini'>,
    ): Promise<Opened> => {
      const shelved = Object.keys(options).every((name) => changeable.includes(name))
      const page = shelved ? await shelf.take() : await newPage(browser, server, options)
      const one: Opened = { page, shelved, leave: [] }
      opened.push(one)
      return one
    }
    await use(async (scene, { held, instead, mini, ...options } = {}) => {
      const open = opened.find(({ page }) => page === instead)
      if (open !== undefined) await release(open)
      const one = open ?? (await openNew(options))
      const { page } = one
      if (one.shelved) {
        const { viewport, ...media } = { ...usual, ...options }
        if (viewport !== null) await page.setViewportSize(viewport)
        await page.emulateMedia(media)
      }
      strayRequests.set(page, stray)
      await load(one, server, scene, { ...(held && { held }), ...(mini && { mini }) })
      return page
    })
    for (const one of opened) {
      await release(one)
      if (one.shelved) await shelf.putBack(one.page)
      else await one.page.context().close()
    }
  },
})

export { expect } from '@playwright/test'
