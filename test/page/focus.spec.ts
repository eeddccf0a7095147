// The focus after a dialog, a card or a menu has closed. What closes stays in the document for a
// few frames; held frames make those last as long as a test needs, whatever the computer's speed.
import type { Locator, Page } from '@playwright/test'
import { scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo } from './screens.js'
import { fillMarket, readyScene } from './trade-screen.js'

type Overlay = {
  name: string
  /** Opens it, and returns what had the focus before. */
  open: (page: Page) => Promise<Locator>
  overlay: (page: Page) => Locator
  /**
   * Closes by its own script when something else is pressed, not by the browser or behind a
   * backdrop.
   */
  light?: true
}

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Everything that opens over a screen can be opened here. */
function sceneOfAll(): Scene {
  return { ...readyScene(), alerts: scenes.marginCall().alerts }
}

/** Presses the button by keyboard, because it needs the focus on every system. */
async function press(button: Locator): Promise<Locator> {
  await button.focus()
  await button.press('Enter')
  return button
}

const overlays: readonly Overlay[] = [
  {
    name: 'the palette',
    open: async (page) => {
      await goTo(page, 'Positions')
      const field = page.getByLabel('Find a market')
      await field.focus()
      await page.keyboard.press('Control+k')
      return field
    },
    overlay: (page) => page.getByRole('dialog', { name: 'Commands' }),
  },
  {
    name: 'a dialog',
    open: async (page) => {
      const link = page.getByRole('link', { name: 'Loans' })
      await link.focus()
      await page.keyboard.press('?')
      return link
    },
    overlay: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  },
  {
    name: 'a question',
    open: async (page) => {
      await fillMarket(page)
      return press(page.getByRole('button', { name: 'Preview order…' }))
    },
    overlay: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'a card',
    open: async (page) => {
      await goTo(page, 'Positions')
      return press(page.getByRole('button', { name: 'Columns' }))
    },
    overlay: (page) => page.getByRole('group', { name: 'Columns', exact: true }),
    light: true,
  },
  {
    name: 'a menu',
    open: (page) => press(page.getByRole('button', { name: /^Snooze/ }).first()),
    overlay: (page) => page.getByRole('menu', { name: /^Snooze/ }),
    light: true,
  },
  {
    name: 'the list of accounts',
    open: (page) => press(page.getByRole('button', { name: /^Account: / })),
    overlay: (page) => page.getByRole('menu', { name: 'Accounts' }),
  },
]

test('returns the focus when anything that opens over a screen closes, leaves it where it is moved, and moves it to whatever is pressed; shortcuts work, and keys move through a menu (UX-66)', async ({
  open,
}) => {
  const page = await open(sceneOfAll())
  for (const { name, open: openOverlay, overlay } of overlays)
    await test.step(name, async () => {
      const before = await openOverlay(page)
      await expect(overlay(page)).toContainText(/./)
      await page.evaluate(async () => {
        await window.nextFrame()
        window.pageClock.holdFrames()
      })
      await page.keyboard.press('Escape')
      expect(await before.evaluate((element) => document.activeElement === element)).toBe(true)
      await heading(page).focus()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveAttribute(
        'data-state',
        'open',
      )
      await page.evaluate(() => window.pageClock.releaseFrames())
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Lock')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(heading(page)).toBeFocused()
    })
  for (const { name, open: openOverlay, overlay } of overlays.filter(({ light }) => light))
    await test.step(name, async () => {
      await openOverlay(page)
      await expect(overlay(page)).toContainText(/./)
      const link = page.getByRole('link', { name: 'Mining' })
      const box = await link.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
      await page.mouse.down()
      await expect(overlay(page)).toHaveCount(0)
      await expect(link).toBeFocused()
      await page.mouse.up()
    })
  await test.step('closes a card in a dialog before the dialog, and clicks in it leave both open', async () => {
    await fillMarket(page)
    await press(page.getByRole('button', { name: 'Preview order…' }))
    const dialog = page.getByRole('alertdialog')
    const term = dialog.locator('.term').first()
    await term.press('Enter')
    const card = dialog.locator('.term-card')
    await expect(card).toBeFocused()
    await card.click()
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(term).toBeFocused()
    await expect(dialog).toHaveAttribute('data-state', 'open')
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await test.step('moves through a menu by arrow keys, Home, End and digits, and leaves it by Tab', async () => {
    const snooze = page.getByRole('button', { name: /^Snooze/ }).first()
    await expect(snooze).toBeEnabled()
    await snooze.press('ArrowDown')
    const items = page.getByRole('menuitem')
    for (const [key, at] of [
      ['ArrowDown', 1],
      ['End', 2],
      ['ArrowDown', 0],
      ['ArrowUp', 2],
      ['Home', 0],
      ['8', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expect(items.nth(at), key).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(items).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveAccessibleName(/^(Show|What you can do): /)
  })
})

test('accepts shortcuts while the palette is closing, also when nothing had the focus before; keeps the Tab key inside a card, which shows inside the window and closes when a dialog opens over it (UX-66)', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await test.step('shortcuts while the palette is closing', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.evaluate(() => window.pageClock.holdFrames())
    await page.keyboard.press('Escape')
    await expect(palette).toHaveAttribute('data-state', 'closed')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveAttribute(
      'data-state',
      'open',
    )
    await page.evaluate(() => window.pageClock.releaseFrames())
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await test.step('keeps the Tab key inside a card, which closes when a dialog opens over it', async () => {
    await goTo(page, 'Positions')
    await press(page.getByRole('button', { name: 'Columns' }))
    const boxes = page.getByRole('group', { name: 'Columns', exact: true }).getByRole('checkbox')
    await expect(boxes.first()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(boxes.last()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(boxes.first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(boxes.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    for (const [keys, name] of [
      ['?', 'Keyboard shortcuts'],
      ['Control+k', 'Commands'],
    ] as const) {
      await press(page.getByRole('button', { name: 'Columns' }))
      await page.keyboard.press(keys)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expect(page.locator('.columns-menu')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
    }
  })
  await test.step('shows each card inside the window and beside its button', async () => {
    await goTo(page, 'Overview')
    const buttons = page.locator('main').locator('.term')
    expect(await buttons.count()).toBeGreaterThan(3)
    for (const viewport of [
      { width: 1024, height: 700 },
      { width: 430, height: 480 },
    ]) {
      await page.setViewportSize(viewport)
      for (const button of await buttons.all()) {
        await press(button)
        const card = await page.locator('[popover].card').boundingBox()
        const place = await button.boundingBox()
        if (card === null || place === null) throw new Error('not shown')
        expect(card.x).toBeGreaterThanOrEqual(0)
        expect(card.y).toBeGreaterThanOrEqual(0)
        expect(card.x + card.width).toBeLessThanOrEqual(viewport.width)
        expect(card.y + card.height).toBeLessThanOrEqual(viewport.height)
        const isBelow = card.y >= place.y + place.height
        expect(isBelow || card.y + card.height <= place.y).toBe(true)
        await page.keyboard.press('Escape')
      }
    }
  })
})
