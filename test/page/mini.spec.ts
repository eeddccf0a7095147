import type { Page } from '@playwright/test'
import type { MiniShortcutState, MiniView } from '../../src/shared/desktop/mini.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { aMiniView, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, type OpenOptions, type OpenPage, test } from './page-fixture.js'
import { openTab } from './screens.js'
import { push, step } from './steps.js'

const viewport = { width: 240, height: 96 }

function openMini(
  open: OpenPage,
  view: Partial<MiniView> = {},
  options: OpenOptions = {},
): Promise<Page> {
  return open({ ...scenes.ordinary(), mini: aMiniView(view) }, { mini: true, viewport, ...options })
}

function asked(page: Page): Promise<string[]> {
  return page.evaluate(() => window.fake.asked.map(({ channel }) => channel))
}

function advance(page: Page, seconds: number): Promise<void> {
  return page.evaluate((ms) => window.pageClock.advance(ms), seconds * 1000)
}

const age = (page: Page) => page.locator('#age')

const states: Record<string, Partial<MiniView>> = {
  fine: {},
  danger: {
    level: 'danger',
    name: 'An account with a long name',
    figure: 'LTV 74.6',
    room: 'Headroom 0.5\u00a0% to margin call',
    headline: '2 accounts not monitored · LTV has reached your early step at 70',
  },
  'margin level': {
    level: 'caution',
    figure: 'Margin level 132.5\u00a0%',
    room: 'Headroom 24.5\u00a0% to no free margin',
    headline: 'Margin level has fallen to 150\u00a0%',
  },
  'nobody monitors': {
    level: 'unmonitored',
    headline: 'Positions and loan are not monitored now',
    asOf: now - 3900,
    oldFrom: null,
  },
  'without a figure': { figure: null, room: null, headline: 'All clear.' },
  locked: {
    level: 'locked',
    name: 'Plimsoll',
    figure: null,
    room: null,
    headline: 'Plimsoll is locked',
    asOf: null,
    oldFrom: null,
  },
  hidden: { figure: 'LTV •••••', room: 'Headroom •••••\u00a0% to margin call' },
  Ukrainian: {
    language: 'uk',
    level: 'unmonitored',
    name: 'Основний рахунок',
    figure: 'Рівень маржі 132.5\u00a0%',
    room: 'Запас 24.5\u00a0% до нестачі маржі',
    headline: 'Позиції й позика зараз не відстежуються',
    asOf: now - 3900,
    oldFrom: null,
    words: {
      open: 'Відкрити Plimsoll',
      close: 'Закрити мінівікно',
      old: 'Старе:',
      stale: 'Це вже неактуально.',
    },
  },
}

test('UX-75 the mini window fits its text and can be read in every state', async ({ open }) => {
  const page = await openMini(open)
  for (const [state, view] of Object.entries(states))
    await step(page, state, async () => {
      const shown = aMiniView(view)
      await push(page, 'mini', shown)
      await expect(page.locator('#name')).toHaveText(shown.name)
      await expect(page.locator('#headline')).toHaveText(shown.headline)
      await expect(page.locator('#figure')).toHaveText(shown.figure ?? shown.words.open)
      await expect(page.locator('html')).toHaveAttribute('lang', shown.language)
      // A figure that is cut off is another figure.
      const cut = await page.evaluate(() =>
        ['figure', 'room', 'age', 'open', 'headline'].filter((id) => {
          const element = document.getElementById(id)
          if (element === null) return true
          const { right, bottom } = element.getBoundingClientRect()
          const isCut = element.scrollWidth > element.clientWidth + 1 && id !== 'headline'
          return isCut || right > 240 || bottom > 96
        }),
      )
      expect(cut).toEqual([])
      await expectNoSeriousFinding(page, `mini window, ${state}`)
    })
})

test('UX-75 the age grows by its smallest unit and turns old by itself, without a word of main', async ({
  open,
}) => {
  const page = await openMini(open)
  await expect(age(page)).toHaveText('13s ago')
  await advance(page, 1)
  await expect(age(page)).toHaveText('14s ago')
  await expect(page.locator('body')).not.toHaveAttribute('data-old')
  await expect(page.locator('#headline')).toHaveText('All clear.')
  await advance(page, 33)
  await expect(age(page)).toHaveText('Old: 47s ago')
  await expect(page.locator('#headline')).toHaveText('This is no longer current.')
  await expect(page.locator('body')).toHaveAttribute('data-old')
  await advance(page, 3600)
  await expect(age(page)).toHaveText('Old: 1h ago')
  // Nothing was asked meanwhile.
  expect(await asked(page)).toEqual(['mini/read'])
})

test('UX-75 a danger is not grey because it is old', async ({ open }) => {
  const page = await openMini(open, { level: 'danger', oldFrom: null })
  await expect(age(page)).toHaveText(/^Old:/)
  const colour = (id: string) => page.locator(id).evaluate((it) => getComputedStyle(it).color)
  const old = await colour('#figure')
  await page.evaluate(() => document.body.removeAttribute('data-old'))
  expect(await colour('#figure')).toBe(old)
  expect(old).not.toBe(await colour('#room'))
})

test('UX-75 what main pushes replaces everything, also a lock', async ({ open }) => {
  const page = await openMini(open)
  await push(
    page,
    'mini',
    aMiniView({ level: 'danger', figure: 'LTV 80', asOf: now + 1, oldFrom: now + 46 }),
  )
  await expect(page.locator('#figure')).toHaveText('LTV 80')
  await expect(page.locator('body')).toHaveAttribute('data-level', 'danger')
  await push(page, 'mini', aMiniView(states['locked']))
  await expect(page.locator('body')).toHaveText(/Plimsoll is locked/)
  expect(await page.locator('body').innerText()).not.toMatch(/LTV|Main account|Headroom|ago/)
})

test('UX-75 Enter and a click open the main window, Escape and its button close the mini window', async ({
  open,
}) => {
  const page = await openMini(open)
  await expect(page.getByRole('button', { name: /LTV 25/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /LTV 25/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close the mini window' }).click()
  expect(await asked(page)).toEqual([
    'mini/read',
    'mini/open',
    'mini/open',
    'mini/close',
    'mini/close',
  ])
})

test('UX-75 it asks again if main could not answer, until something is shown', async ({ open }) => {
  const page = await openMini(open)
  const busy = await page.addInitScript(() => {
    let fake: Window['fake']
    Object.defineProperty(window, 'fake', {
      get: () => fake,
      set: (made: Window['fake']) => {
        fake = made
        const error = { code: 'busy', message: 'Too much at once.' } as const
        made.answer('mini/read', { ok: false, error })
      },
    })
  })
  await page.reload()
  await expect.poll(() => asked(page)).toEqual(['mini/read'])
  await expect(page.locator('#figure')).toBeEmpty()
  await page.evaluate(() => window.fake.answer('mini/read', null))
  await advance(page, 2)
  await expect(page.locator('#figure')).toHaveText('LTV 25')
  await advance(page, 60)
  expect(await asked(page)).toEqual(['mini/read', 'mini/read'])
  await busy.dispose()
})

test('UX-75 Settings opens it, offers shortcuts, and says which one does not work and why', async ({
  open,
}) => {
  const scene = scenes.ordinary()
  const page = await open({ ...scene, settings: { ...scene.settings, miniWindow: false } }, tall)
  await openTab(page, 'Window and tray')
  const panel = page.getByRole('region', { name: 'Mini window' })
  await panel.getByRole('switch', { name: 'Show the mini window' }).click()
  await expect(panel.getByRole('switch')).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'None' })).toBeChecked()
  await panel.getByRole('radio', { name: 'Ctrl+Alt+P' }).check()
  await expect(panel.getByRole('status')).toHaveCount(0)
  const pushState = (miniShortcut: MiniShortcutState): Promise<void> =>
    page.evaluate(
      ([appState, state]) =>
        window.fake.push('app-state', {
          ...appState,
          about: { ...appState.about, miniShortcut: state },
        }),
      [scene.appState, miniShortcut] as const,
    )
  await pushState('taken')
  await expect(panel.getByRole('status')).toContainText('Ctrl+Alt+P does not work: the system')
  await pushState('wayland')
  await expect(panel.getByRole('status')).toContainText('on Wayland no program')
  await pushState('works')
  await expect(panel.getByRole('status')).toHaveCount(0)
  const changes = await page.evaluate(() =>
    window.fake.asked.flatMap(({ channel, payload }) =>
      channel === 'settings/change' ? [payload] : [],
    ),
  )
  expect(changes).toEqual([{ miniWindow: true }, { miniShortcut: 'CommandOrControl+Alt+P' }])
  await expectNoSeriousFinding(page, 'settings of the mini window', ['light'])
})
