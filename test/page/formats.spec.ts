// Numbers and dates in the format of a region: on every screen, and only visually.
import type { Locator, Page } from '@playwright/test'
import type { Settings } from '../../src/shared/settings/settings.js'
import { scenes, type Scene, type SceneName } from '../fixtures/portfolio/scenes.js'
import { walkEverywhere } from './language-walk.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo, openTab, twoFrames, type ScreenName } from './screens.js'
import { fillMarket, readyScene } from './trade-screen.js'

function withSettings(scene: Scene, part: Partial<Settings>): Scene {
  return {
    ...scene,
    settings: { ...scene.settings, ...part },
  }
}

const inGermany = (scene: Scene): Scene => withSettings(scene, { formats: 'de-DE' })

/** As it looks: with what is drawn before its parts, and without what is hidden. */
function drawnIn(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const drawn = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
      if (!(node instanceof HTMLElement)) return ''
      const { fontSize, marginInlineStart } = getComputedStyle(node)
      if (fontSize === '0px') return ''
      const before = /^"(.*?)"/u.exec(getComputedStyle(node, '::before').content)?.[1] ?? ''
      const space = node.classList.contains('gap') && marginInlineStart !== '0px' ? ' ' : ''
      return `${space}${before}${[...node.childNodes].map(drawn).join('')}`
    }
    return drawn(element).replaceAll('\u00a0', ' ')
  })
}

/** Texts with a number that has a decimal point, or with a date in ISO 8601. */
function plainlyWritten(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    // Machine-written text keeps its form, and so do versions. The exact value on hover is as sent.
    const exact = 'script, style, pre, code, .mono, .amount[title], .moment[title]'
    const numbers = [...window.received].filter((one) => /\D\.\d|\d\.\d+\D|\d\.\d+\.\d/u.test(one))
    /**
     * The exact value as received or stored: a decimal, the exchange's time, a value of an alert.
     */
    const exactOnHover =
      /^-?\d+\.\d+$|\d{4}-\d\d-\d\dT[\d:.]+Z \([\d.]+\)|^[a-zA-Z]+: "-?[\d.]+"$/gu
    const toType = 'Like 1234.5'
    const isPlain = (text: string): boolean =>
      /\d\.\d|\d{4}-\d\d-\d\d/u.test(
        numbers.reduce(
          (left, one) => left.replaceAll(one, ''),
          text.replaceAll(/\d\d\.\d\d\.\d{4}/gu, '').replaceAll(toType, ''),
        ),
      )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (isPlain(text) && node.parentElement?.closest('script, style, pre, code, .mono') === null)
        found.push(text.trim())
    }
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['title', 'aria-label', 'aria-valuetext', 'aria-description']) {
        const text = (element.getAttribute(name) ?? '').replaceAll(
          name === 'title' ? exactOnHover : /^$/gu,
          '',
        )
        if (isPlain(text) && element.closest(exact) === null) found.push(`${name}: ${text}`)
      }
    return found
  })
}

/** Where these states differ from the ordinary one. */
const walks = {
  ordinary: undefined,
  marginCall: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity'],
  keyRejected: ['Overview', 'Loans', 'Settings'],
} satisfies { [name in SceneName]?: readonly ScreenName[] | undefined }

for (const name of ['ordinary', 'marginCall', 'keyRejected'] as const)
  test(`UX-61 formats every number and date for the chosen region: ${name}`, async ({ open }) => {
    test.slow()
    const page = await open(inGermany(scenes[name]()))
    const found: string[] = []
    const look = async (place: string): Promise<void> => {
      await twoFrames(page)
      found.push(...(await plainlyWritten(page)).map((text) => `${place}: ${text.slice(0, 140)}`))
    }
    await walkEverywhere(page, look, walks[name])
    expect([...new Set(found)]).toEqual([])
  })

test('UX-61 previews a format, applies it at once, and changes nothing that is copied or announced', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Appearance')
  const format = page.getByLabel('Numbers and dates')
  const preview = page.locator('.preview')
  await expect(format).toHaveValue('plain')
  await expect(preview).toContainText('12,345 records')
  await expect(preview).toContainText('2025-11-20')
  await format.selectOption({ label: 'German (Germany)' })
  expect(await asked(page, 'settings/change')).toEqual([{ formats: 'de-DE' }])
  await expect(preview).toContainText('12\u202f345 records')
  await expect(preview).toContainText('20.11.2025')
  const amount = preview.locator('.amount').first()
  await expect(amount).toHaveText('1234567.895 USDT')
  expect(await drawnIn(amount)).toBe('1 234 567,895 USDT')
  await format.selectOption('en-IN')
  expect(await drawnIn(amount)).toBe('12,34,567.895 USDT')
  await expect(preview).toMatchAriaSnapshot(
    '- paragraph: /^1234567.895 USDT -0.00012 BTC 12,345 records 20\\/11\\/2025 /',
  )
})

test('UX-61 names regions in the language of the page, with the system’s own', async ({ open }) => {
  const scene = withSettings(scenes.ordinary(), { language: 'uk', formats: 'system' })
  const page = await open(scene)
  await page.getByRole('link', { name: 'Налаштування' }).click()
  await page.getByRole('tab', { name: 'Вигляд' }).click()
  const format = page.getByLabel('Числа й дати')
  await expect(format.locator('option:checked')).toHaveText(
    'Як у системі: англійська (Сполучені Штати)',
  )
  await expect(format.locator('option', { hasText: 'німецька (Німеччина)' })).toHaveCount(1)
  await expect(page.locator('.preview')).toContainText('11/20/2025')
})

test('UX-46, UX-61 keeps the date format while amounts are hidden, without a digit of an amount', async ({
  open,
}) => {
  const page = await open(withSettings(inGermany(scenes.ordinary()), { hideAmounts: true }))
  await goTo(page, 'Investments')
  await expect(page.getByText('20.11.2025').first()).toBeVisible()
  await goTo(page, 'Positions')
  await expect(page.locator('main')).not.toContainText(/\d,\d/)
})

test('UX-61 accepts a decimal point in any format, a comma where unambiguous, and shows results in the format', async ({
  open,
}) => {
  const page = await open(inGermany(readyScene()))
  await fillMarket(page, '0.0125')
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('0.0125')
  expect(await plainlyWritten(page)).toEqual([])
  await expect(page.getByText(/\d\u202f\d{3},\d/u).first()).toBeVisible()
  await page.getByRole('textbox', { name: /^Amount/ }).fill('1,234')
  await page.getByRole('textbox', { name: /^Amount/ }).blur()
  await expect(page.getByText(/“1,234” could mean 1\.234 or 1234/)).toBeVisible()
  await page.getByRole('textbox', { name: /^Amount/ }).fill('0,0126')
  await expect(page.getByText(/could be/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Preview order…' }).click()
  expect(await asked(page, 'orders/prepare')).toMatchObject([{ amount: '0.0126' }])
  await page.keyboard.press('Escape')
  await goTo(page, 'Loans')
  const panel = page.getByRole('region', { name: 'What if', exact: true })
  await panel.getByText('Repay an amount').click()
  await panel.getByRole('textbox').fill('1000.5')
  await expect(page.getByText(/LTV would be \d+,\d+ instead of 25,04/)).toBeVisible()
  expect(await plainlyWritten(page)).toEqual([])
})
