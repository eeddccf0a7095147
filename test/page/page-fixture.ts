// Opens the page that ships, over a scripted bridge, in a Chromium that can reach nothing else.
import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import { startPageServer, type PageServer } from './page-server.js'

export type OpenOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'userAgent' | 'colorScheme' | 'forcedColors' | 'reducedMotion' | 'deviceScaleFactor' | 'locale'
>

export type OpenPage = (scene: Scene, options?: OpenOptions) => Promise<Page>

/** Requests of this test's pages that were for anything but the page's own files. */
export const strayRequests = new WeakMap<Page, string[]>()
export const pageErrors = new WeakMap<Page, string[]>()

const openAt = async (page: Page, { origin }: PageServer, scene: Scene): Promise<void> => {
  const errors: string[] = []
  pageErrors.set(page, errors)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.clock.install({ time: now * 1000 })
  await page.addInitScript({ content: `window.fakeScene = ${JSON.stringify(scene)};` })
  await page.addInitScript({ path: process.env['PLIMSOLL_FAKE_PAGE'] ?? '' })
  await page.goto(`${origin}/index.html`)
  await page.locator('main').waitFor()
}

export const test = base.extend<{ open: OpenPage }, { server: PageServer }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter list to learn what a fixture needs
    async ({}, use) => {
      const server = await startPageServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, server }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    const stray: string[] = []
    server.noteStray(stray)
    await use(async (scene, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1024, height: 700 },
        timezoneId: 'Europe/Berlin',
        locale: 'en-GB',
        proxy: { server: server.origin },
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      strayRequests.set(page, stray)
      await openAt(page, server, scene)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'
