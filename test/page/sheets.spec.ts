// Every screen in every state side by side, for anyone who changes a screen: `npm run screenshots`
// draws docs/screens/<screen>.webp. The pictures are not compared; the test only checks that none
// is missing.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import { mixedAccounts } from '../fixtures/portfolio/many-accounts.js'
import { failingScene, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { type OpenOptions, type OpenPage, expect, test } from './page-fixture.js'
import {
  advance,
  goTo,
  openConnectForm,
  openTab,
  screenNames,
  setTime,
  settingsTabNames,
  twoFrames,
} from './screens.js'
import {
  addRows,
  fillMarket,
  openKind,
  openOpenOrders,
  openPreview,
  read,
  readyScene,
} from './trade-screen.js'

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const drawn = process.env['PLIMSOLL_SCREENSHOTS'] === '1'

type Tile = {
  caption: string
  scene: () => Scene
  options: OpenOptions
  show: (page: Page) => Promise<void>
}
type Picture = { caption: string; width: number; height: number; data: string }

const small = { width: 1024, height: 700 }
const large = { width: 1600, height: 1000 }
/** Height of a tile on the sheet. */
const tileHeight = 437

const states: Record<string, () => Scene> = {
  ordinary: scenes.ordinary,
  'margin call': scenes.marginCall,
  heavy: scenes.heavy,
  empty: scenes.empty,
  'stale data': scenes.stale,
  unreachable: () => failingScene('unreachable'),
}

function bothThemes(caption: string, part: Omit<Tile, 'caption'>): Tile[] {
  return (['light', 'dark'] as const).map((colorScheme) => ({
    ...part,
    caption: `${caption}, ${colorScheme}`,
    options: { ...part.options, colorScheme },
  }))
}

/** A row of both sizes in both themes. */
function bothSizes(caption: string, part: Pick<Tile, 'scene' | 'show'>): Tile[] {
  return [small, large].flatMap((viewport) =>
    bothThemes(`${caption}, ${viewport.width}×${viewport.height}`, {
      ...part,
      options: { viewport },
    }),
  )
}

/** As the system may ask for it: its own colours, and twice the size. */
function otherLooks(caption: string, part: Pick<Tile, 'scene' | 'show'>): Tile[] {
  return [
    {
      ...part,
      caption: `${caption}, forced colours`,
      options: { viewport: small, forcedColors: 'active' },
    },
    ...bothThemes(`${caption}, 200 %`, {
      ...part,
      options: { viewport: { width: 800, height: 500 }, deviceScaleFactor: 2 },
    }),
  ]
}

function hidden(scene: Scene): Scene {
  return {
    ...scene,
    settings: { ...scene.settings, hideAmounts: true },
  }
}

function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).first().click()
}

function openActivity(tab: string) {
  return async (page: Page): Promise<void> => {
    await goTo(page, 'Activity')
    await page.getByRole('tab', { name: tab }).click()
  }
}

function openInvestments(tab: string) {
  return async (page: Page): Promise<void> => {
    await goTo(page, 'Investments')
    await page.getByRole('tab', { name: tab }).click()
  }
}

/** What a tab, a press or a key opens, by its sheet. */
const opened: Record<string, Record<string, Pick<Tile, 'scene' | 'show'>>> = {
  'Trade opened': {
    'market order filled in': { scene: readyScene, show: (page) => fillMarket(page) },
    'preview of an order': {
      scene: readyScene,
      show: async (page) => {
        await fillMarket(page)
        await openPreview(page)
      },
    },
    'bulk rows': {
      scene: readyScene,
      show: async (page) => {
        await openKind(page, 'Bulk')
        await addRows(page, 6)
      },
    },
    'open orders': {
      scene: readyScene,
      show: async (page) => {
        await openOpenOrders(page)
      },
    },
    'close an investment': {
      scene: readyScene,
      show: (page) => openKind(page, 'Close investment'),
    },
  },
  'Activity opened': {
    orders: { scene: scenes.ordinary, show: openActivity('Orders') },
    calls: { scene: scenes.ordinary, show: openActivity('Calls') },
    'a call': {
      scene: scenes.ordinary,
      show: async (page) => {
        await openActivity('Calls')(page)
        await page
          .getByRole('region', { name: 'Calls, newest first' })
          .getByRole('row')
          .nth(1)
          .getByRole('button')
          .click()
      },
    },
    console: { scene: scenes.ordinary, show: openActivity('Console') },
  },
  'Investments opened': {
    earnings: { scene: scenes.ordinary, show: openInvestments('Earnings') },
    open: { scene: scenes.ordinary, show: openInvestments('Open') },
  },
  Around: {
    'all accounts': { scene: () => mixedAccounts(6), show: (page) => goTo(page, 'Overview') },
    'the accounts to pick from': {
      scene: () => mixedAccounts(6),
      show: (page) => press(page, /^Account: /),
    },
    'lock screen': {
      scene: () => ({
        ...scenes.ordinary(),
        lock: {
          locked: {
            since: now - 600,
            because: 'idle',
            accounts: {
              unmonitored: 0,
              monitored: 2,
              awaitingKey: 0,
              inKeychain: 2,
              sessionOnly: 0,
              dangers: [{ kind: 'margin-call', accounts: 1, current: true, ltv: '76.2' }],
            },
            keepsReading: true,
          },
          passphrase: 'set',
          retryAt: null,
          utcTimes: false,
          language: 'system',
          formats: 'plain',
        },
      }),
      show: () => Promise.resolve(),
    },
    palette: { scene: scenes.ordinary, show: (page) => page.keyboard.press('Control+k') },
    shortcuts: { scene: scenes.ordinary, show: (page) => page.keyboard.press('?') },
    'first steps': {
      scene: () => ({
        ...scenes.ordinary(),
        settings: { ...scenes.ordinary().settings, onboardingDone: false },
      }),
      show: (page) => press(page, 'Begin'),
    },
    'what a key can do': {
      scene: scenes.ordinary,
      show: async (page) => {
        await openTab(page, 'Accounts')
        await press(page, /^What this key can do/)
        await read(page)
      },
    },
    'connect an account': { scene: scenes.welcome, show: openConnectForm },
  },
}

const sheets: Record<string, Tile[][]> = {
  ...Object.fromEntries(
    screenNames
      .filter((screen) => screen !== 'Settings')
      .map((screen) => {
        const show = (page: Page): Promise<void> => goTo(page, screen)
        const rows = Object.entries(states).map(([state, scene]) =>
          bothSizes(state, { scene, show }),
        )
        const amountsHidden = bothSizes('amounts hidden', {
          scene: () => hidden(scenes.ordinary()),
          show,
        })
        return [
          screen,
          [...rows, amountsHidden, otherLooks('margin call', { scene: scenes.marginCall, show })],
        ]
      }),
  ),
  ...Object.fromEntries(
    Object.entries(opened).map(([sheet, parts]) => [
      sheet,
      Object.entries(parts).flatMap(([caption, part]) => [
        bothSizes(caption, part),
        otherLooks(caption, part),
      ]),
    ]),
  ),
  Settings: settingsTabNames.flatMap((tab) => {
    const part = { scene: scenes.ordinary, show: (page: Page) => openTab(page, tab) }
    return [bothSizes(tab, part), otherLooks(tab, part)]
  }),
  Welcome: [
    bothSizes('first start', { scene: scenes.welcome, show: () => Promise.resolve() }),
    otherLooks('first start', { scene: scenes.welcome, show: () => Promise.resolve() }),
  ],
}

function fileOf(sheet: string): string {
  return `${folder}${sheet.toLowerCase().replaceAll(' ', '-')}.webp`
}

async function pictureOf(
  open: OpenPage,
  { caption, scene, options, show }: Tile,
): Promise<Picture> {
  const page = await open(scene(), { reducedMotion: 'reduce', ...options })
  await setTime(page, (now - 1) * 1000)
  await show(page)
  await advance(page, 1000)
  await twoFrames(page)
  const data = (await page.screenshot()).toString('base64')
  const { width, height } = options.viewport ?? small
  await page.context().close()
  return { caption, width, height, data }
}

/** The rows on one sheet, as WebP: a tenth of the size of PNG. */
function drawSheet(page: Page, rows: readonly Picture[][]): Promise<string> {
  return page.evaluate(
    async ({ rows: all, tileHeight: high }) => {
      const [gap, head] = [16, 24]
      const widthOf = ({ width, height }: { width: number; height: number }): number =>
        Math.round((width * high) / height)
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(
        ...all.map((row) => row.reduce((sum, tile) => sum + widthOf(tile) + gap, gap)),
      )
      canvas.height = all.length * (high + head + gap) + gap
      const paint = canvas.getContext('2d')
      if (paint === null) throw new Error('no canvas')
      paint.imageSmoothingQuality = 'high'
      paint.fillStyle = '#808890'
      paint.fillRect(0, 0, canvas.width, canvas.height)
      for (const [at, row] of all.entries()) {
        let left = gap
        const top = gap + at * (high + head + gap)
        for (const tile of row) {
          paint.fillStyle = '#ffffff'
          paint.font = '15px "Inter Variable", sans-serif'
          paint.fillText(tile.caption, left, top + 15)
          const bytes = Uint8Array.from(
            atob(tile.data),
            (character) => character.codePointAt(0) ?? 0,
          )
          const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
            resizeWidth: widthOf(tile),
            resizeHeight: high,
            resizeQuality: 'high',
          })
          paint.drawImage(picture, left, top + head)
          left += widthOf(tile) + gap
        }
      }
      return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? ''
    },
    { rows, tileHeight },
  )
}

for (const [sheet, rows] of Object.entries(sheets)) {
  test(`draws the screen ${sheet} on a sheet in every state, both themes and both sizes`, async ({
    open,
  }) => {
    if (drawn) {
      test.setTimeout(600_000)
      const pictures: Picture[][] = []
      for (const row of rows) {
        const line: Picture[] = []
        for (const tile of row) line.push(await pictureOf(open, tile))
        pictures.push(line)
      }
      mkdirSync(folder, { recursive: true })
      const page = await open(scenes.welcome())
      writeFileSync(fileOf(sheet), Buffer.from(await drawSheet(page, pictures), 'base64'))
    }
    expect(existsSync(fileOf(sheet)), 'A sheet is missing: npm run screenshots').toBe(true)
  })
}
