// Every screen in every state side by side, for the eyes of whoever changes a screen: `npm run screenshots` draws docs/screens/<screen>.webp.
// Nothing compares these pictures with anything; held is that none is missing.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import { failingScene, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { type OpenOptions, type OpenPage, expect, test } from './page-fixture.js'
import { goTo, openTab, screenNames, settingsTabNames, twoFrames } from './screens.js'

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const drawn = process.env['PLIMSOLL_SCREENSHOTS'] === '1'

type Tile = { caption: string; scene: () => Scene; options: OpenOptions; show: (page: Page) => Promise<void> }
type Picture = { caption: string; width: number; height: number; data: string }

const small = { width: 1024, height: 700 }
const large = { width: 1600, height: 1000 }
/** So high is a tile on the sheet. */
const tileHeight = 437

const states: Record<string, () => Scene> = {
  ordinary: scenes.ordinary,
  'margin call': scenes.marginCall,
  heavy: scenes.heavy,
  empty: scenes.empty,
  'stale data': scenes.stale,
  unreachable: () => failingScene('unreachable'),
}

const bothThemes = (caption: string, part: Omit<Tile, 'caption'>): Tile[] =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    ...part,
    caption: `${caption}, ${colorScheme}`,
    options: { ...part.options, colorScheme },
  }))

const sheets: Record<string, Tile[][]> = {
  ...Object.fromEntries(
    screenNames
      .filter((screen) => screen !== 'Settings')
      .map((screen) => {
        const show = (page: Page): Promise<void> => goTo(page, screen)
        const rows = Object.entries(states).map(([state, scene]) =>
          [small, large].flatMap((viewport) =>
            bothThemes(`${state}, ${viewport.width}×${viewport.height}`, { scene, show, options: { viewport } }),
          ),
        )
        const others: Tile[] = [
          { caption: 'margin call, forced colours', scene: scenes.marginCall, show, options: { viewport: small, forcedColors: 'active' } },
          ...bothThemes('margin call, 200 %', {
            scene: scenes.marginCall,
            show,
            options: { viewport: { width: 800, height: 500 }, deviceScaleFactor: 2 },
          }),
        ]
        return [screen, [...rows, others]]
      }),
  ),
  Settings: settingsTabNames.map((tab) =>
    [small, large].flatMap((viewport) =>
      bothThemes(`${tab}, ${viewport.width}×${viewport.height}`, {
        scene: scenes.ordinary,
        show: (page) => openTab(page, tab),
        options: { viewport },
      }),
    ),
  ),
  Welcome: [
    [small, large].flatMap((viewport) =>
      bothThemes(`first start, ${viewport.width}×${viewport.height}`, {
        scene: scenes.welcome,
        show: () => Promise.resolve(),
        options: { viewport },
      }),
    ),
  ],
}

const fileOf = (sheet: string): string => `${folder}${sheet.toLowerCase().replaceAll(' ', '-')}.webp`

const pictureOf = async (open: OpenPage, { caption, scene, options, show }: Tile): Promise<Picture> => {
  const page = await open(scene(), { reducedMotion: 'reduce', ...options })
  await page.clock.setFixedTime(now * 1000)
  await show(page)
  await page.clock.runFor(1000)
  await twoFrames(page)
  const data = (await page.screenshot()).toString('base64')
  const { width, height } = options.viewport ?? small
  await page.context().close()
  return { caption, width, height, data }
}

/** The rows on one sheet, as WebP: a tenth of what PNG takes. */
const drawSheet = (page: Page, rows: readonly Picture[][]): Promise<string> =>
  page.evaluate(
    async ({ rows: all, tileHeight: high }) => {
      const [gap, head] = [16, 24]
      const widthOf = ({ width, height }: { width: number; height: number }): number => Math.round((width * high) / height)
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(...all.map((row) => row.reduce((sum, tile) => sum + widthOf(tile) + gap, gap)))
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
          const bytes = Uint8Array.from(atob(tile.data), (character) => character.codePointAt(0) ?? 0)
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

for (const [sheet, rows] of Object.entries(sheets)) {
  test(`the screen ${sheet} stands on a sheet in every state, both themes and both sizes`, async ({ open }) => {
    if (drawn) {
      test.setTimeout(300_000)
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
