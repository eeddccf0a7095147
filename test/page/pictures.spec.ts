// The pictures of the README: `npm run screenshots` draws them from the current page, and this
// suite fails when they are out of date. It compares the words and figures on the screen and the
// style of its elements, not the pixels, which differ between computers. A file beside the pictures
// records what they were drawn with.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { now } from '../fixtures/portfolio/accounts.js'
import { alertsOf, anAlert } from '../fixtures/portfolio/alerts.js'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { tradingScene } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { advance, goTo, setTime, twoFrames } from './screens.js'
import { fillMarket, openPreview, readyScene } from './trade-screen.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pictureOf = (name: string): string => `${root}docs/images/${name}.png`
const wordsOf = (name: string): string => `${root}test/page/pictures/${name}.txt`
const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const drawn = process.env['PLIMSOLL_SCREENSHOTS'] === '1'

/**
 * The style of every visible element, as far as it depends on neither the font nor the window's
 * width. Figures with two decimals, because versions differ.
 */
function stylesOf(page: Page): Promise<string[]> {
  return page.locator('body *:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      const edges = ['top', 'right', 'bottom', 'left'].flatMap((edge) => [
        ...['color', 'style', 'width'].map((what) => `border-${edge}-${what}`),
        `padding-${edge}`,
      ])
      const names = [
        'color',
        'background-color',
        'font-size',
        'font-weight',
        'opacity',
        'row-gap',
        'column-gap',
        'border-top-left-radius',
        ...edges,
      ]
      const rule = names.map((name) => style.getPropertyValue(name)).join(';')
      return rule.replaceAll(/\d+\.\d+/g, (figure) => Number(figure).toFixed(2))
    }),
  )
}

type Picture = { scene: () => Scene; show: (page: Page) => Promise<void> }

const pictures: Record<string, Picture> = {
  'margin-call': {
    // The alert of the loan and nothing else.
    scene: () => ({
      ...scenes.marginCall(),
      alerts: alertsOf([anAlert()], { ltvSteps: scenes.marginCall().alerts.ltvSteps }),
      trading: tradingScene(),
    }),
    show: (page) => goTo(page, 'Loans'),
  },
  overview: { scene: scenes.ordinary, show: (page) => goTo(page, 'Overview') },
  positions: { scene: scenes.ordinary, show: (page) => goTo(page, 'Positions') },
  trade: { scene: readyScene, show: (page) => fillMarket(page) },
  preview: {
    scene: readyScene,
    show: async (page) => {
      await fillMarket(page)
      await openPreview(page)
    },
  },
  investments: { scene: scenes.ordinary, show: (page) => goTo(page, 'Investments') },
  mining: { scene: scenes.ordinary, show: (page) => goTo(page, 'Mining') },
}

for (const [name, { scene, show }] of Object.entries(pictures)) {
  test(`the pictures of the screen ${name} are up to date`, async ({ open }) => {
    const page = await open(scene(), {
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    // However long the screen takes to open: a countdown on it must not depend on that.
    await setTime(page, now * 1000)
    await show(page)
    // Buttons accept clicks, and look so, once they have been visible for a moment. From then on no
    // age and no countdown changes.
    await advance(page, 1000)
    await setTime(page, (now + 4) * 1000)
    await advance(page, 1000)
    const seen = [await page.locator('body').ariaSnapshot()]
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await twoFrames(page)
      const picture = pictureOf(`${name}-${colorScheme}`)
      if (drawn) await page.screenshot({ path: picture })
      expect(existsSync(picture), 'A picture is missing: npm run screenshots').toBe(true)
      seen.unshift(
        `${colorScheme} ${hashOf((await stylesOf(page)).join('\n'))} picture ${hashOf(readFileSync(picture))}`,
      )
    }
    const words = `${seen.join('\n')}\n`
    if (drawn) {
      mkdirSync(`${root}test/page/pictures`, { recursive: true })
      writeFileSync(wordsOf(name), words)
    }
    expect(words, 'The pictures are older than the screens: npm run screenshots').toBe(
      readFileSync(wordsOf(name), 'utf8'),
    )
  })
}
