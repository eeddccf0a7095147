// No setting reduces the questions: every act that moves money has its review.
import type { Page } from '@playwright/test'
import type { OrderKind } from '../../src/shared/orders/order-ticket.js'
import { defaultSettings, type Settings } from '../../src/shared/settings/settings.js'
import { defaultTradeLimits } from '../../src/shared/orders/trading.js'
import { aFeed } from '../fixtures/portfolio/figures.js'
import { aStopLoss, someOpenOrders } from '../fixtures/portfolio/market.js'
import { offeredPortfolio, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openTab, settingsTabNames } from './screens.js'
import {
  addRows,
  fillLimit,
  fillMarket,
  openKind,
  openOpenOrders,
  readyScene,
} from './trade-screen.js'

const loosest: Settings = {
  ...defaultSettings,
  closeExplained: true,
  alerts: { ...defaultSettings.alerts, quietHoursCoverMarginCalls: true },
}

function scene(): Scene {
  return {
    ...readyScene({ limits: { ...defaultTradeLimits, on: false, askFrom: {} } }),
    portfolio: offeredPortfolio({
      openOrders: aFeed([aStopLoss(), ...someOpenOrders()], { every: 10 }),
    }),
    settings: loosest,
  }
}

function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).first().click()
}

async function openFirstPosition(page: Page): Promise<void> {
  await goTo(page, 'Positions')
  await page.getByRole('button', { name: 'BTC_USDT', exact: true }).click()
}

/** How each act begins, up to the press that asks for its review. */
const acts: Record<OrderKind, (page: Page) => Promise<void>> = {
  market: async (page) => {
    await fillMarket(page)
    await press(page, 'Preview order…')
  },
  'collateral-limit': async (page) => {
    await fillLimit(page)
    await press(page, 'Preview order…')
  },
  bulk: async (page) => {
    await openKind(page, 'Bulk')
    await addRows(page, 2)
    await press(page, 'Preview 2 orders…')
  },
  'close-investment': async (page) => {
    await openKind(page, 'Close investment')
    await page
      .getByRole('textbox', { name: 'Investment id' })
      .fill('3fa85f64-5717-4562-b3fc-2c963f66afa6')
    await page.getByRole('textbox', { name: /^Last four/ }).fill('afa6')
    await press(page, 'Preview closing…')
  },
  cancel: async (page) => {
    await openOpenOrders(page)
    await page.getByRole('checkbox').nth(1).check()
    await press(page, 'Cancel selected (1)…')
  },
  'cancel-all': async (page) => {
    await openOpenOrders(page)
    await press(page, 'Cancel all orders…')
  },
  'close-position': async (page) => {
    await goTo(page, 'Positions')
    await press(page, /^Close (long|short) /)
  },
  transfer: async (page) => {
    await goTo(page, 'Overview')
    await press(page, 'Move… from Main')
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('USDT')
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await press(page, 'Review transfer…')
  },
  'set-level': async (page) => {
    await openFirstPosition(page)
    await press(page, 'Set stop loss…')
    await page.getByRole('textbox', { name: /^Price in/ }).fill('1')
    await press(page, 'Review…')
  },
  'remove-level': async (page) => {
    await openFirstPosition(page)
    await press(page, 'Remove…')
  },
}

test('UX-45 sends nothing without a review, which opens with the focus on Cancel; no setting and no review offers to ask less, and the one optional question is an extra one', async ({
  open,
}) => {
  const page = await open(scene())
  await test.step('sends nothing without a review', async () => {
    const kinds: string[] = []
    for (const [kind, begin] of Object.entries(acts)) {
      await begin(page)
      const sheet = page.getByRole('alertdialog')
      await expect(
        sheet.getByRole('button', { name: /^(Cancel|Keep)/ }).first(),
        kind,
      ).toBeFocused()
      kinds.push(kind)
      expect(
        ((await asked(page, 'orders/prepare')) as { kind: string }[]).map((ticket) => ticket.kind),
      ).toEqual(kinds)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
    }
    expect(await asked(page, 'orders/confirm')).toEqual([])
  })
  await test.step('offers nowhere to ask less', async () => {
    for (const tab of settingsTabNames) {
      await openTab(page, tab)
      const text = await page.getByRole('tabpanel').ariaSnapshot()
      expect(text, tab).not.toMatch(
        /(skip|without|fewer|hide|no longer)\b[^\n]*\b(confirmation|review|preview)/i,
      )
    }
    await openTab(page, 'Trading')
    await expect(page.getByRole('tabpanel')).toContainText('Ask twice from')
    await openKind(page, 'Market')
    await fillMarket(page)
    await press(page, 'Preview order…')
    await expect(page.getByRole('alertdialog').getByRole('checkbox')).toHaveCount(0)
  })
})
