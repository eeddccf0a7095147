// Keys and clicks do what they were meant for, and nothing behind that.
import type { Page } from '@playwright/test'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { aTrading, tradingScene } from '../fixtures/portfolio/trading.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openConnectForm, openTab, settingsTabNames } from './screens.js'
import { step } from './steps.js'

const secret = 'half-a-secret-0001'

async function beginKey(page: Page): Promise<void> {
  await openTab(page, 'Accounts')
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByLabel('API secret').fill(secret)
}

test('Esc on any other tab keeps a half-typed key on Accounts; Esc there and another screen ask before it is lost, and leave at once when nothing was typed', async ({
  open,
}) => {
  const page = await open(scenes.twoProfiles())
  await step(page, 'Esc on another tab', async () => {
    await beginKey(page)
    for (const tab of settingsTabNames.filter((name) => name !== 'Accounts')) {
      await page.getByRole('tab', { name: tab }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('tab', { name: tab }), tab).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await expect(page.getByRole('alertdialog'), tab).toHaveCount(0)
    }
    await page.getByRole('tab', { name: 'Accounts' }).click()
    await expect(page.getByLabel('API secret')).toHaveValue(secret)
    expect(await asked(page, 'connect/discard')).toEqual([])
  })
  await step(page, 'another screen', async () => {
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Positions', exact: true }).click()
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(page.getByLabel('API secret')).toHaveValue(secret)
    await page.getByLabel('API secret').blur()
    await page.keyboard.press('Alt+2')
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeVisible()
    await expect(question).toHaveCount(0)
    await openTab(page, 'Accounts')
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeVisible()
  })
  await step(page, 'Esc on Accounts', async () => {
    await beginKey(page)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(page.getByLabel('API secret')).toHaveValue(secret)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByLabel('API secret')).toHaveValue(secret)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('API secret')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()
    await page.getByRole('button', { name: 'Enter a new key for “Main”' }).click()
    await expect(page.getByLabel('API secret')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()
  })
})

test('asks about a key that was checked and not saved as well', async ({ open }) => {
  const page = await open(scenes.welcome())
  await openConnectForm(page)
  await page.getByLabel('Account name').fill('Main')
  await page.getByLabel('API key').fill('public-key-0001')
  await page.getByLabel('API secret').fill(secret)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  await page.getByLabel('Account name').fill('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('scrolls to the market that the arrow keys reach, however long the list', async ({ open }) => {
  const page = await open(scenes.heavy())
  await goTo(page, 'Trade')
  const field = page.getByRole('combobox', { name: 'Market' })
  await field.click()
  const inSight = (): Promise<boolean> =>
    page.evaluate(() => {
      const list = document.querySelector('[role="listbox"]')?.getBoundingClientRect()
      const option = document
        .querySelector('[role="option"][aria-selected="true"]')
        ?.getBoundingClientRect()
      return (
        list !== undefined &&
        option !== undefined &&
        option.top >= list.top - 1 &&
        option.bottom <= list.bottom + 1
      )
    })
  expect(await page.getByRole('option').count()).toBeGreaterThan(20)
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('ArrowDown')
    expect(await inSight(), `${step + 1} down`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  expect(await inSight(), 'the last').toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  expect(await inSight(), 'the first').toBe(true)
})

type Stroke = {
  key: string
  code: string
  altKey?: boolean
  modifierAltGraph?: boolean
}

function press(page: Page, stroke: Stroke): Promise<void> {
  return page.evaluate((one) => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true }),
    )
  }, stroke)
}

// Every keyboard is in the unit tests of the shortcuts.
test('selecting a figure does not open its row; keys open screens by the place of their digit, and whatever is selected', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'digits, and none when AltGr types a character', async () => {
    const typed = { key: '²', code: 'Digit2', altKey: true, modifierAltGraph: true }
    await press(page, typed)
    // What follows is handled, so what came before was seen.
    await press(page, { key: '?', code: 'Slash' })
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('h1')).toHaveText('Overview')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press(page, { key: 'é', code: 'Digit2', altKey: true })
    await expect(page.getByRole('heading', { level: 1, name: 'Positions' })).toBeVisible()
  })
  await step(page, 'positions', async () => {
    await goTo(page, 'Positions')
    const cell = 'tbody tr:not(.spacer) td .amount'
    expect(await dragOver(page, cell)).not.toBe('')
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await page.locator(cell).first().click()
    await expect(page.getByRole('complementary', { name: /^Details of/ })).toBeVisible()
  })
  await step(page, 'investment records', async () => {
    await goTo(page, 'Investments')
    await page.locator('[data-row="1"]').waitFor()
    const cell = 'tr.row td .amount'
    expect(await dragOver(page, cell)).not.toBe('')
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await page.locator(cell).first().click()
    await expect(page.getByRole('complementary', { name: 'Investment timeline' })).toBeVisible()
  })
  await step(page, 'orders in Activity, by mouse and by keyboard', async () => {
    await goTo(page, 'Activity')
    await page.getByRole('tab', { name: 'Orders' }).click()
    const summary = 'ol[aria-label="Orders, newest first"] summary'
    const opened = page.locator('details[open]')
    expect(await dragOver(page, `${summary} .medium`)).not.toBe('')
    await expect(opened).toHaveCount(0)
    await page.locator(summary).first().focus()
    await page.keyboard.press('Enter')
    await expect(opened).toHaveCount(1)
    await page.locator(`${summary} .medium`).first().click()
    await expect(opened).toHaveCount(0)
  })
})

test('UX-66 labels keys in the shortcut list as on the keyboard', async ({ open }) => {
  const page = await open(scenes.ordinary())
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Alt1')
  await expect(page.getByRole('dialog')).toContainText('CtrlR')
  await expect(page.getByRole('dialog')).not.toContainText(/⌘|Option/)
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
  const mac = await open(scenes.ordinary(), { userAgent })
  await mac.keyboard.press('?')
  await expect(mac.getByRole('dialog')).toContainText('Option1')
  await expect(mac.getByRole('dialog')).toContainText('⌘R')
  await expect(mac.getByRole('dialog')).not.toContainText(/Ctrl|Alt/)
  await mac.keyboard.press('Escape')
  await expect(mac.getByRole('button', { name: 'Refresh' })).toHaveAttribute('title', /\(⌘\+R\)$/)
})

/** Drags over the text of the cell and returns the selected text. */
async function dragOver(page: Page, selector: string): Promise<string> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not in sight`)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 1, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 })
  await page.mouse.move(box.x + box.width - 1, y, { steps: 4 })
  await page.mouse.up()
  return page.evaluate(() => String(window.getSelection()))
}

test('keeps the focus on the screen when a message is dismissed, an error when something else succeeds, and clears the message of a save once limits are edited again', async ({
  open,
}) => {
  const page = await open({ ...scenes.ordinary(), trading: tradingScene(aTrading()) })
  await step(page, 'a message that is dismissed', async () => {
    await page.evaluate(() =>
      window.fake.answer('mining/check', {
        ok: false,
        error: { code: 'busy', message: 'Too many at once.' },
      }),
    )
    await goTo(page, 'Mining')
    await page.getByRole('button', { name: 'Check all now' }).click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Too many at once.', { exact: true })).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()
  })
  await step(page, 'an error when something else succeeds', async () => {
    const failed = page.locator('main').getByText('The disk is full.', { exact: true })
    await page.evaluate(() =>
      window.fake.answer('mining/check', {
        ok: false,
        error: { code: 'store-trouble', message: 'The disk is full.' },
      }),
    )
    await goTo(page, 'Mining')
    await page.getByRole('button', { name: 'Check now' }).first().click()
    await expect(failed).toBeVisible()
    await page.evaluate(() => window.fake.answer('mining/check', null))
    await page.getByRole('button', { name: 'Check now' }).last().click()
    await expect.poll(() => asked(page, 'mining/check')).toHaveLength(2)
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Check now' }).first().click()
    await expect(failed).toHaveCount(0)
  })
  await step(page, 'the message of a save', async () => {
    await openTab(page, 'Trading')
    const panel = page.getByRole('tabpanel')
    const orders = page.getByLabel('Orders per day')
    const save = page.getByRole('button', { name: 'Save limits' })
    await page.evaluate(() =>
      window.fake.answer('trading/change-limits', {
        ok: false,
        error: { code: 'cancelled', message: '' },
      }),
    )
    await orders.fill('7')
    await save.click()
    await expect(panel).toContainText('Not changed: you declined in the system dialog.')
    await orders.fill('8')
    await expect(panel).toContainText('Not saved yet.')
    await page.evaluate(() => window.fake.answer('trading/change-limits', null))
    await save.click()
    await expect(panel.getByText('Saved.', { exact: true })).toBeVisible()
    await orders.fill('9')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText(/Saved\.|Not saved yet\./)).toHaveCount(0)
  })
})
