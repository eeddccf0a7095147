// Builds the page once per worker and serves it, with the production policy on every response, to a Chromium that can reach nothing else.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { now } from '../fixtures/portfolio/accounts.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'

export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"

const origin = 'https://plimsoll.test'
const root = join(import.meta.dirname, '../..')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

export type BuiltPage = { folder: string; fake: string }

/** The page as the app ships it, and the fake bridge as one script. */
export const buildPage = async (): Promise<BuiltPage> => {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-page-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'src/renderer'),
    base: './',
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true, css: 'external' } })],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      write: false,
      target: 'chrome130',
      minify: false,
      lib: { entry: join(root, 'test/page/fake-page.ts'), formats: ['iife'], name: 'fakePage' },
    },
  })
  const first = Array.isArray(bundled) ? bundled[0] : bundled
  if (first === undefined || !('output' in first)) throw new Error('the fake bridge did not build')
  return { folder, fake: first.output[0].code }
}

export type OpenOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'forcedColors' | 'reducedMotion' | 'deviceScaleFactor'>

export type OpenPage = (scene: Scene, options?: OpenOptions) => Promise<Page>

/** Requests that were for anything but the page's own files. */
export const strayRequests = new WeakMap<Page, string[]>()
export const pageErrors = new WeakMap<Page, string[]>()

export const servePage = async (page: Page, built: BuiltPage, scene: Scene): Promise<void> => {
  const stray: string[] = []
  const errors: string[] = []
  strayRequests.set(page, stray)
  pageErrors.set(page, errors)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    const headers = {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    }
    if (url.origin !== origin) {
      stray.push(url.href)
      await route.abort()
      return
    }
    const path = normalize(url.pathname === '/' ? '/index.html' : url.pathname)
    try {
      const body = await readFile(join(built.folder, path))
      await route.fulfill({ body, headers, contentType: types[extname(path)] ?? 'application/octet-stream' })
    } catch {
      await route.fulfill({ status: 404, headers, body: '' })
    }
  })
  await page.clock.install({ time: now * 1000 })
  await page.addInitScript({ content: `window.fakeScene = ${JSON.stringify(scene)};` })
  await page.addInitScript({ content: built.fake })
  await page.goto(`${origin}/index.html`)
  await page.locator('main').waitFor()
}

export const test = base.extend<{ open: OpenPage }, { built: BuiltPage }>({
  built: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter list to learn what a fixture needs
    async ({}, use) => {
      const built = await buildPage()
      await use(built)
      await rm(built.folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  open: async ({ browser, built }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (scene, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1024, height: 700 },
        timezoneId: 'Europe/Berlin',
        locale: 'en-GB',
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      await servePage(page, built, scene)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'
